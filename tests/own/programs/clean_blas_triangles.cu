// expect: solved 1 2, transposed 1 2, multiplied 2 9
// expect: mirrored 4 9, of two columns 1 2 2 4, from the right 1 2
// expect: products 2 1 1 4, half of a square 1 2 -1 4, scaled columns 6 3 5 20
// Half of (2 1; 1 4) is stored, by columns, and what is not read holds 99.
#include <cublas_v2.h>
#include <cstdio>
#include <cstring>

static double *A, *B, *C, host[4];
static void put(double a, double b, double c = 0, double d = 0) {
  const double values[] = {a, b, c, d};
  cudaMemcpy(B, values, sizeof values, cudaMemcpyHostToDevice);
}
static const double* get(const double* from) {
  cudaMemcpy(host, from, sizeof host, cudaMemcpyDeviceToHost);
  return host;
}
static void show(const char* words, const double* values, int count) {
  printf("%s", words);
  for (int i = 0; i < count; ++i) printf(" %g", values[i]);
}

int main() {
  cublasHandle_t h;
  cublasCreate(&h);
  const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER;
  const cublasDiagType_t own = CUBLAS_DIAG_NON_UNIT;
  const double a[] = {2, 1, 99, 4}, identity[] = {1, 0, 0, 1}, one = 1, zero = 0;
  cudaMalloc(&A, sizeof a);
  cudaMalloc(&B, sizeof a);
  cudaMalloc(&C, sizeof a);
  cudaMemcpy(A, a, sizeof a, cudaMemcpyHostToDevice);
  put(2, 9);
  cublasDtrsv(h, lower, CUBLAS_OP_N, own, 2, A, 2, B, 1);  // 2 x = 2, x + 4 y = 9
  show("solved", get(B), 2);
  put(4, 8);
  cublasDtrsv(h, lower, CUBLAS_OP_T, own, 2, A, 2, B, 1);  // 2 x + y = 4, 4 y = 8
  show(", transposed", get(B), 2);
  put(1, 2);
  cublasDtrmv(h, lower, CUBLAS_OP_N, own, 2, A, 2, B, 1);
  show(", multiplied", get(B), 2);
  put(1, 2);
  cublasDsymv(h, lower, 2, &one, A, 2, B, 1, &zero, C, 1);  // (2 1; 1 4) (1, 2)
  show("\nmirrored", get(C), 2);
  put(2, 9, 4, 18);
  cublasDtrsm(h, CUBLAS_SIDE_LEFT, lower, CUBLAS_OP_N, own, 2, 2, &one, A, 2, B, 2);
  show(", of two columns", get(B), 4);
  put(4, 8);
  cublasDtrsm(h, CUBLAS_SIDE_RIGHT, lower, CUBLAS_OP_N, own, 1, 2, &one, A, 2, B, 1);  // (1 2) (2 0; 1 4) = (4 8)
  show(", from the right", get(B), 2);
  cudaMemcpy(B, identity, sizeof identity, cudaMemcpyHostToDevice);
  cublasDsymm(h, CUBLAS_SIDE_LEFT, lower, 2, 2, &one, A, 2, B, 2, &zero, C, 2);
  show("\nproducts", get(C), 4);
  put(-1, -1, -1, -1);
  cudaMemcpy(C, B, sizeof a, cudaMemcpyDeviceToDevice);
  put(1, 2);
  cublasDsyrk(h, lower, CUBLAS_OP_N, 2, 1, &one, B, 2, &zero, C, 2);  // (1, 2) by itself
  show(", half of a square", get(C), 4);
  const double square[] = {2, 1, 1, 4}, diagonal[] = {3, 5};
  cudaMemcpy(A, square, sizeof square, cudaMemcpyHostToDevice);
  cudaMemcpy(B, diagonal, sizeof diagonal, cudaMemcpyHostToDevice);
  cublasDdgmm(h, CUBLAS_SIDE_RIGHT, 2, 2, A, 2, B, 1, C, 2);
  show(", scaled columns", get(C), 4);
  printf("\n");
  cublasDestroy(h);
}
