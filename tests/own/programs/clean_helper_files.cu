// expect: 3 numbers, the last 2.5
// expect: a picture of 4 by 2, 10 11 17, in colours 9 8 7 0
// helper_functions.h and helper_image.h: numbers and pictures in files.
#include <helper_functions.h>
#include <helper_image.h>
__global__ void brighten(unsigned char* picture) { picture[threadIdx.x] += 10; }
int main() {
  const float numbers[] = {0.5f, 1.5f, 2.5f};
  float* read = nullptr;
  unsigned count = 0, width = 0, height = 0;
  if (!sdkWriteFile("numbers.dat", numbers, 3, 0.0f, false) || !sdkReadFile("numbers.dat", &read, &count, false))
    return 1;
  printf("%u numbers, the last %g\n", count, read[2]);
  unsigned char grey[8], *on_gpu, *seen = nullptr, *colours = nullptr;
  for (int i = 0; i < 8; ++i) grey[i] = i;
  cudaMalloc(&on_gpu, sizeof grey);
  cudaMemcpy(on_gpu, grey, sizeof grey, cudaMemcpyHostToDevice);
  brighten<<<1, 8>>>(on_gpu);
  cudaMemcpy(grey, on_gpu, sizeof grey, cudaMemcpyDeviceToHost);
  unsigned char points[] = {9, 8, 7, 6};
  if (!sdkSavePGM("grey.pgm", grey, 4, 2) || !sdkLoadPGM("grey.pgm", &seen, &width, &height)) return 2;
  const unsigned w = width, h = height;
  if (!sdkSavePPM4ub("colour.ppm", points, 1, 1) || !sdkLoadPPM4ub("colour.ppm", &colours, &width, &height)) return 3;
  printf("a picture of %u by %u, %d %d %d, in colours %d %d %d %d\n", w, h, seen[0], seen[1], seen[7], colours[0],
         colours[1], colours[2], colours[3]);
  return sdkLoadPGM("absent.pgm", &seen, &width, &height) ? 4 : 0;
}
