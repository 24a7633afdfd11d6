// Three bytes a pixel.
__global__ void grey(unsigned char* image, int width, int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < width * height) image[3 * i] = 128;
  if (i < width * height) image[3 * i + 1] = image[3 * i + 2] = 128;
}
