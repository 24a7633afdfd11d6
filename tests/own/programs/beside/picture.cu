// Three bytes a pixel.
__global__ void grey(unsigned char* image, int width, int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < width * height) image[3 * i] = image[3 * i + 1] = image[3 * i + 2] = 128;
}

__global__ void grey_pixels(unsigned char* image, int pixels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pixels) image[3 * i] = 128;
}

__global__ void product(const float* a, const float* b, float* c, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (row >= M || col >= N) return;
  for (int k = 0; k < K; ++k) sum += a[row * K + k] * b[k * N + col];
  c[row * N + col] = sum;
}

__global__ void volume(float* data, int nx, int ny, int nz, int n) {
  if (threadIdx.x < n && threadIdx.x == 0) data[(nz * ny - 1) * nx + nx - 1] = nx;
}

__global__ void turned(const float* in, float* out, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) out[col * n + row] = in[row * n + col];
}

__global__ void cubes(float* data, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz) data[(z * ny + y) * nx + x] = 1;
}

__global__ void row_of_blocks(float* data, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width && blockIdx.y < height) data[blockIdx.y * width + x] = 1;
}
