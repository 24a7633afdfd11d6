// expect: factors 4 0.5 3 -0.5 2 0.5 3 1.5, rows 2 2 2 2, info 0 0
// expect: solved 1 2, transposed 1 2, inverse 1.5 -0.5 -2 1, product 1 0 0 1
// expect: singular 2, pointers of the host 13
// Two matrices, (2 1; 4 3) and (1 3; 2 3), by columns.
#include <cublas_v2.h>
#include <cstdio>

static double host[8];
static const double* get(const double* from, int count) {
  cudaMemcpy(host, from, count * sizeof *host, cudaMemcpyDeviceToHost);
  return host;
}
static void show(const char* words, const double* values, int count) {
  printf("%s", words);
  for (int i = 0; i < count; ++i) printf(" %g", values[i]);
}

int main() {
  cublasHandle_t h;
  cublasCreate(&h);
  const double first[] = {2, 4, 1, 3, 1, 2, 3, 3}, one = 1, zero = 0;
  double *a, *b, *c, *pointers[6], **on_device;
  int *rows, *info, back[4];
  cudaMalloc(&a, sizeof first);
  cudaMalloc(&b, sizeof first);
  cudaMalloc(&c, sizeof first);
  cudaMalloc(&rows, 4 * sizeof(int));
  cudaMalloc(&info, 2 * sizeof(int));
  cudaMalloc(&on_device, sizeof pointers);
  for (int i = 0; i < 2; ++i) {
    pointers[i] = a + i * 4;
    pointers[2 + i] = b + i * 4;
    pointers[4 + i] = c + i * 4;
  }
  cudaMemcpy(on_device, pointers, sizeof pointers, cudaMemcpyHostToDevice);
  cudaMemcpy(a, first, sizeof first, cudaMemcpyHostToDevice);
  cublasDgetrfBatched(h, 2, on_device, 2, rows, info, 2);
  // (4 3; 0.5 -0.5) and (2 3; 0.5 1.5)
  get(a, 8);
  printf("factors %g %g %g %g", host[0], host[1], host[2], host[3]);
  cudaMemcpy(back, rows, sizeof back, cudaMemcpyDeviceToHost);
  printf(" %g %g %g %g, rows %d %d %d %d", host[4], host[5], host[6], host[7], back[0], back[1], back[2], back[3]);
  cudaMemcpy(back, info, 2 * sizeof(int), cudaMemcpyDeviceToHost);
  printf(", info %d %d\n", back[0], back[1]);
  int state = 7;
  const double side[] = {4, 10}, other[] = {10, 7};  // of (2 1; 4 3) (1, 2), and of its transpose
  cudaMemcpy(b, side, sizeof side, cudaMemcpyHostToDevice);
  cublasDgetrsBatched(h, CUBLAS_OP_N, 2, 1, on_device, 2, rows, on_device + 2, 2, &state, 1);
  show("solved", get(b, 2), 2);
  cudaMemcpy(b, other, sizeof other, cudaMemcpyHostToDevice);
  cublasDgetrsBatched(h, CUBLAS_OP_T, 2, 1, on_device, 2, rows, on_device + 2, 2, &state, 1);
  show(", transposed", get(b, 2), 2);
  cublasDgetriBatched(h, 2, on_device, 2, rows, on_device + 4, 2, info, 2);
  get(c, 4);
  printf(", inverse %g %g %g %g", host[0], host[2], host[1], host[3]);
  cudaMemcpy(a, first, sizeof first, cudaMemcpyHostToDevice);
  cublasDgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, on_device, 2, on_device + 4, 2, &zero, on_device + 2, 2, 2);
  show(", product", get(b, 4), 4);
  const double singular[] = {1, 2, 2, 4};
  cudaMemcpy(a, singular, sizeof singular, cudaMemcpyHostToDevice);
  cublasDgetrfBatched(h, 2, on_device, 2, nullptr, info, 1);
  cudaMemcpy(back, info, sizeof(int), cudaMemcpyDeviceToHost);
  printf("\nsingular %d, pointers of the host %d\n", back[0], cublasDgetrfBatched(h, 2, pointers, 2, rows, info, 2));
  cublasDestroy(h);
}
