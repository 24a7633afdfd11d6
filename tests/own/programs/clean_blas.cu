// expect: 19 43 22 50
// expect: 5 11 2 7 7 10 11
// expect: 3 1
#include <cublas_v2.h>
#include <cstdio>
// Matrices lie by columns: (1 2; 3 4) (5 6; 7 8) = (19 22; 43 50).
int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float a[] = {1, 3, 2, 4}, b[] = {5, 7, 6, 8}, one = 1, zero = 0, two = 2;
  float *A, *B, *C, c[4];
  cudaMalloc(&A, sizeof a);
  cudaMalloc(&B, sizeof b);
  cudaMalloc(&C, sizeof c);
  cublasSetMatrix(2, 2, sizeof(float), a, 2, A, 2);
  cublasSetVector(4, sizeof(float), b, 1, B, 1);
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, A, 2, B, 2, &zero, C, 2);
  cublasGetMatrix(2, 2, sizeof(float), C, 2, c, 2);
  printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]);
  const float x[] = {3, 4}, y[] = {1, 2};
  float norm, dot, pair[2];
  int largest;
  cublasSetVector(2, sizeof(float), x, 1, B, 1);
  cublasSetVector(2, sizeof(float), y, 1, C, 1);
  cublasSnrm2(handle, 2, B, 1, &norm);
  cublasSdot(handle, 2, B, 1, C, 1, &dot);
  cublasIsamax(handle, 2, B, 1, &largest);
  cublasSaxpy(handle, 2, &two, B, 1, C, 1);  // y = (7, 10)
  cublasGetVector(2, sizeof(float), C, 1, pair, 1);
  printf("%g %g %d %g %g ", norm, dot, largest, pair[0], pair[0]);
  cublasSgemv(handle, CUBLAS_OP_T, 2, 2, &one, A, 2, B, 1, &zero, C, 1);  // (1 3; 2 4) (3, 4) = (15, 22)
  cublasSscal(handle, 2, &two, C, 1);
  float scaled[2];
  cublasGetVector(2, sizeof(float), C, 1, scaled, 1);
  printf("%g %g\n", pair[1], scaled[0] / 2 - 4);
  printf("%d %d\n", cublasSdot(handle, 100, B, 1, C, 1, &dot) == CUBLAS_STATUS_INVALID_VALUE ? 3 : 0, scaled[1] == 44);
  cublasDestroy(handle);
}
