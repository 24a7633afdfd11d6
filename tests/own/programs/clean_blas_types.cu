// expect: half 26 30 38 44, as half 52 60 76 88
// expect: bytes 26 30 38 44
// Products whose types the call names: of (1 3; 2 4) and (5 6; 7 8), which is stored transposed. cuBLASLt's handle is
// made beside cuBLAS's.
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <stdio.h>
template <class T, class R, class S>
void product(cudaDataType_t type, cudaDataType_t result_type, cublasComputeType_t compute, S alpha, R* result) {
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH);
  const T a[] = {T(1), T(2), T(3), T(4)}, b[] = {T(5), T(6), T(7), T(8)};
  T *on_a, *on_b;
  R* on_c;
  cudaMalloc(&on_a, sizeof a);
  cudaMalloc(&on_b, sizeof b);
  cudaMalloc(&on_c, 4 * sizeof(R));
  cudaMemcpy(on_a, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(on_b, b, sizeof b, cudaMemcpyHostToDevice);
  const S beta = S(0);
  if (cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &alpha, on_a, type, 2, on_b, type, 2, &beta, on_c,
                   result_type, 2, compute, CUBLAS_GEMM_DEFAULT_TENSOR_OP) != CUBLAS_STATUS_SUCCESS)
    printf("refused\n");
  cudaMemcpy(result, on_c, 4 * sizeof(R), cudaMemcpyDeviceToHost);
  cublasDestroy(handle);
}
int main() {
  cublasLtHandle_t light;
  if (cublasLtCreate(&light) != CUBLAS_STATUS_SUCCESS) return 1;
  float sums[4];
  half halves[4];
  int whole[4];
  product<half>(CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1.0f, sums);
  product<half>(CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F, half(2.0f), halves);
  printf("half %g %g %g %g, as half %g %g %g %g\n", sums[0], sums[2], sums[1], sums[3], float(halves[0]),
         float(halves[2]), float(halves[1]), float(halves[3]));
  product<signed char>(CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 1, whole);
  printf("bytes %d %d %d %d\n", whole[0], whole[2], whole[1], whole[3]);
  cublasLtDestroy(light);
  return 0;
}
