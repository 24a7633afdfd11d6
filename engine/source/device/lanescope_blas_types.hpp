// cublas_v2.h: products of matrices whose elements are of other types, which the call names; and of cublasLt.h the
// handle, since programs make one beside cuBLAS's.
#pragma once

#include "lanescope_bfloat.hpp"
#include "lanescope_blas_batches.hpp"
#include "lanescope_half.hpp"

typedef enum {
  CUDA_R_32F = 0,
  CUDA_R_64F = 1,
  CUDA_R_16F = 2,
  CUDA_R_8I = 3,
  CUDA_C_32F = 4,
  CUDA_C_64F = 5,
  CUDA_R_8U = 8,
  CUDA_R_32I = 10,
  CUDA_R_16BF = 14
} cudaDataType_t;
typedef cudaDataType_t cudaDataType;
typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef enum { CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 } cublasGemmAlgo_t;
#define CUBLAS_GEMM_DFALT CUBLAS_GEMM_DEFAULT
#define CUBLAS_GEMM_DFALT_TENSOR_OP CUBLAS_GEMM_DEFAULT_TENSOR_OP

typedef struct lanescope_blas_light* cublasLtHandle_t;
struct lanescope_blas_light {};
inline cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  return *handle = new lanescope_blas_light, CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) { return delete handle, CUBLAS_STATUS_SUCCESS; }

/// Calls `work` with a null pointer of the type; false for types that no product has here.
template <class F>
bool lanescope_blas_with_type(cudaDataType_t type, F work) {
  switch (type) {
    case CUDA_R_32F:
      return work(static_cast<float*>(nullptr));
    case CUDA_R_64F:
      return work(static_cast<double*>(nullptr));
    case CUDA_R_16F:
      return work(static_cast<__half*>(nullptr));
    case CUDA_R_16BF:
      return work(static_cast<__nv_bfloat16*>(nullptr));
    case CUDA_R_8I:
      return work(static_cast<signed char*>(nullptr));
    case CUDA_R_32I:
      return work(static_cast<int*>(nullptr));
    default:
      return false;
  }
}
inline cudaDataType_t lanescope_blas_scale_type(cublasComputeType_t type) {
  switch (type) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      return CUDA_R_16F;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
      return CUDA_R_64F;
    case CUBLAS_COMPUTE_32I:
      return CUDA_R_32I;
    default:
      return CUDA_R_32F;
  }
}
template <class T>
double lanescope_blas_number(const T& value) {
  if constexpr (std::is_arithmetic_v<T>)
    return static_cast<double>(value);
  else
    return static_cast<double>(static_cast<float>(value));
}
template <class T>
T lanescope_blas_element(double value) {
  if constexpr (std::is_arithmetic_v<T>)
    return static_cast<T>(value);
  else
    return T(static_cast<float>(value));
}

/// Sums are made in double, which holds a product of two elements, and rounded once.
inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t how_a, cublasOperation_t how_b, int m,
                                   int n, int k, const void* alpha, const void* a, cudaDataType_t type_a, int lda,
                                   const void* b, cudaDataType_t type_b, int ldb, const void* beta, void* c,
                                   cudaDataType_t type_c, int ldc, cublasComputeType_t compute, cublasGemmAlgo_t) {
  double by = 0, keep = 0;
  lanescope_blas_with_type(lanescope_blas_scale_type(compute), [&](auto* type) {
    using S = std::remove_pointer_t<decltype(type)>;
    by = lanescope_blas_number(*static_cast<const S*>(alpha));
    keep = lanescope_blas_number(*static_cast<const S*>(beta));
    return true;
  });
  if (type_a != type_b) return CUBLAS_STATUS_NOT_SUPPORTED;
  cublasStatus_t status = CUBLAS_STATUS_NOT_SUPPORTED;
  lanescope_blas_with_type(type_a, [&](auto* in) {
    using T = std::remove_pointer_t<decltype(in)>;
    return lanescope_blas_with_type(type_c, [&](auto* of) {
      using R = std::remove_pointer_t<decltype(of)>;
      const lanescope_blas_matrix<const T> left(static_cast<const T*>(a), m, k, lda, how_a),
          right(static_cast<const T*>(b), k, n, ldb, how_b);
      const lanescope_blas_matrix<R> out(static_cast<R*>(c), m, n, ldc);
      status = lanescope_blas(handle, left.is_there && right.is_there && out.is_there, [=] {
        for (int column = 0; column < n; ++column)
          for (int row = 0; row < m; ++row) {
            double sum = 0;
            for (int i = 0; i < k; ++i)
              sum += lanescope_blas_number(left(row, i)) * lanescope_blas_number(right(i, column));
            R& element = out(row, column);
            element = lanescope_blas_element<R>(
                lanescope_blas_update(by, sum, keep, keep == 0 ? 0 : lanescope_blas_number(element)));
          }
        out.note_written();
      });
      return true;
    });
  });
  return status;
}
/// As it was called before CUDA 11.
inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t how_a, cublasOperation_t how_b, int m,
                                   int n, int k, const void* alpha, const void* a, cudaDataType_t type_a, int lda,
                                   const void* b, cudaDataType_t type_b, int ldb, const void* beta, void* c,
                                   cudaDataType_t type_c, int ldc, cudaDataType_t compute, cublasGemmAlgo_t how) {
  const cublasComputeType_t type = compute == CUDA_R_16F   ? CUBLAS_COMPUTE_16F
                                   : compute == CUDA_R_64F ? CUBLAS_COMPUTE_64F
                                   : compute == CUDA_R_32I ? CUBLAS_COMPUTE_32I
                                                           : CUBLAS_COMPUTE_32F;
  return cublasGemmEx(handle, how_a, how_b, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta, c, type_c, ldc,
                      type, how);
}
