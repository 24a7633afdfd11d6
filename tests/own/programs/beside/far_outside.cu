// Indices so far outside of their arrays that other arrays are nearer.
struct RowPointer {
  int* values;
};

__global__ void fill(int* first, int* second, int* third) {
  int i = threadIdx.x;
  if (i == 0) first[(1 << 15) + 200] = second[0];
  third[i] = second[i];
}
__global__ void fill_row(RowPointer row, int* beside) {
  beside[threadIdx.x] = 1;
  if (threadIdx.x == 0) row.values[(1 << 15) + 200] = 1;
}

__global__ void one_of_many(float* out) {
  __shared__ float a[64], b[64];
  a[threadIdx.x] = b[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x + 8192];
}
__global__ void unnamed(float* out) {
  __shared__ float a[64], b[64];
  a[threadIdx.x] = b[threadIdx.x] = 1;
  float* p = threadIdx.x < 64 ? b : a;
  __syncthreads();
  out[threadIdx.x] = p[threadIdx.x + 8192];
}
__global__ void past_own() {
  __shared__ int mine[32];
  mine[threadIdx.x + 1] = 1;
}

int main(int, char** words) {
  int *first, *second, *third;
  float* out;
  cudaMalloc(&first, 64 * sizeof(int));
  cudaMalloc(&second, 64 * sizeof(int));
  cudaMalloc(&third, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(float));
  switch (words[1][0]) {
    case '1': fill<<<1, 64>>>(first, second, third); break;
    case '2': fill_row<<<1, 64>>>({first}, second); break;
    case '3': one_of_many<<<1, 64>>>(out); break;
    case '4': unnamed<<<1, 64>>>(out); break;
    default: past_own<<<1, 32>>>();
  }
}
