// cublas_v2.h: the functions that courses use, done by the host on arrays of the device. Matrices are stored by
// columns, as there. A call is no launch.
#pragma once

#include "lanescope_cuda.hpp"
#include "lanescope_thrust_elements.hpp"

typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;
struct cublasContext {
  cublasPointerMode_t mode = CUBLAS_POINTER_MODE_HOST;
  cublasMath_t math = CUBLAS_DEFAULT_MATH;
  cudaStream_t stream = nullptr;
};
typedef cublasContext* cublasHandle_t;

inline cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  return *handle = new cublasContext, CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasDestroy(cublasHandle_t handle) { return delete handle, CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  return handle->stream = stream, CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream) {
  return *stream = handle->stream, CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
  return handle->mode = mode, CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode) {
  return *mode = handle->mode, CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t math) {
  return handle->math = math, CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasGetVersion(cublasHandle_t, int* version) {
  return *version = 120400, CUBLAS_STATUS_SUCCESS;
}
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
inline const char* cublasGetStatusString(cublasStatus_t status) {
  return status == CUBLAS_STATUS_SUCCESS         ? "success"
         : status == CUBLAS_STATUS_INVALID_VALUE ? "an unsupported value or parameter was passed to the function"
                                                 : "an error of cuBLAS";
}
inline const char* cublasGetStatusName(cublasStatus_t status) {
  return status == CUBLAS_STATUS_SUCCESS         ? "CUBLAS_STATUS_SUCCESS"
         : status == CUBLAS_STATUS_INVALID_VALUE ? "CUBLAS_STATUS_INVALID_VALUE"
                                                 : "CUBLAS_STATUS_INTERNAL_ERROR";
}

// --- copies ---
inline cublasStatus_t lanescope_blas_copy(int rows, int columns, int bytes, const void* from, int from_rows,
                                          void* to, int to_rows) {
  if (rows < 0 || columns < 0 || bytes <= 0 || from_rows < rows || to_rows < rows)
    return CUBLAS_STATUS_INVALID_VALUE;
  const std::size_t size = bytes;
  return cudaMemcpy2D(to, to_rows * size, from, from_rows * size, rows * size, columns, cudaMemcpyDefault)
             ? CUBLAS_STATUS_MAPPING_ERROR
             : CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb) {
  return lanescope_blas_copy(rows, columns, bytes, a, lda, b, ldb);
}
inline cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb) {
  return lanescope_blas_copy(rows, columns, bytes, a, lda, b, ldb);
}
inline cublasStatus_t cublasSetVector(int count, int bytes, const void* x, int incx, void* y, int incy) {
  return lanescope_blas_copy(1, count, bytes, x, incx, y, incy);
}
inline cublasStatus_t cublasGetVector(int count, int bytes, const void* x, int incx, void* y, int incy) {
  return lanescope_blas_copy(1, count, bytes, x, incx, y, incy);
}

// --- the work ---
/// An array of a call: `count` elements `step` apart. It knows whether they are there.
template <class T>
struct lanescope_blas_vector {
  lanescope_blas_vector(T* first, int count, int step) : first(first), count(count < 0 ? 0 : count), step(step) {
    const long long span =
        this->count == 0 ? 0 : 1 + static_cast<long long>(this->count - 1) * (step < 0 ? -step : step);
    is_there = lanescope_may_reach(first, static_cast<unsigned long long>(span) * sizeof(T));
  }
  T& operator[](int i) const { return first[static_cast<std::ptrdiff_t>(step < 0 ? i - count + 1 : i) * step]; }
  void note_written() const {
    lanescope_note_written(
        const_cast<std::remove_const_t<T>*>(first),
        (count == 0 ? 0 : 1 + static_cast<unsigned long long>(count - 1) * (step < 0 ? -step : step)) * sizeof(T));
  }
  T* first;
  int count, step;
  bool is_there = false;
};
/// A matrix of a call, as it is stored, or transposed.
template <class T>
struct lanescope_blas_matrix {
  lanescope_blas_matrix(T* first, int rows, int columns, int stride, cublasOperation_t how = CUBLAS_OP_N)
      : first(first),
        stride(stride),
        is_transposed(how != CUBLAS_OP_N),
        stored_rows(is_transposed ? columns : rows),
        stored_columns(is_transposed ? rows : columns) {
    is_there = rows >= 0 && columns >= 0 && stride >= (stored_rows > 1 ? stored_rows : 1) &&
               lanescope_may_reach(first, bytes());
  }
  unsigned long long bytes() const {
    return stored_rows == 0 || stored_columns == 0
               ? 0
               : (static_cast<unsigned long long>(stored_columns - 1) * stride + stored_rows) * sizeof(T);
  }
  T& operator()(int row, int column) const {
    return is_transposed ? first[column + static_cast<std::size_t>(row) * stride]
                         : first[row + static_cast<std::size_t>(column) * stride];
  }
  void note_written() const { lanescope_note_written(const_cast<std::remove_const_t<T>*>(first), bytes()); }
  T* first;
  int stride;
  bool is_transposed;
  int stored_rows, stored_columns;
  bool is_there = false;
};

/// The device's memory is the host's while `work` is done.
template <class F>
cublasStatus_t lanescope_blas(cublasHandle_t handle, bool is_possible, F work) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!is_possible) return CUBLAS_STATUS_INVALID_VALUE;
  if (lanescope_host::captured(handle->stream, cudaGraphNodeTypeKernel, [=] {
        const thrust::lanescope_reach reach;
        work();
      }))
    return CUBLAS_STATUS_SUCCESS;
  const thrust::lanescope_reach reach;
  work();
  return CUBLAS_STATUS_SUCCESS;
}

/// alpha * sum + beta * before. What is multiplied by 0 counts for nothing, and may be no number.
template <class T>
T lanescope_blas_update(T alpha, T sum, T beta, T before) {
  return alpha * sum + (beta == T(0) ? T(0) : beta * before);
}

template <class T>
cublasStatus_t lanescope_gemm(cublasHandle_t handle, cublasOperation_t how_a, cublasOperation_t how_b, int m, int n,
                              int k, const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c,
                              int ldc) {
  const lanescope_blas_matrix<const T> left(a, m, k, lda, how_a), right(b, k, n, ldb, how_b);
  const lanescope_blas_matrix<T> out(c, m, n, ldc);
  return lanescope_blas(handle, left.is_there && right.is_there && out.is_there, [=] {
    const T by = *alpha, keep = *beta;
    for (int column = 0; column < n; ++column) {
      for (int row = 0; row < m; ++row) out(row, column) = keep == T(0) ? T(0) : keep * out(row, column);
      for (int i = 0; i < k; ++i) {
        const T factor = by * right(i, column);
        for (int row = 0; row < m; ++row) out(row, column) += left(row, i) * factor;
      }
    }
    out.note_written();
  });
}
template <class T>
cublasStatus_t lanescope_gemm_batches(cublasHandle_t handle, cublasOperation_t how_a, cublasOperation_t how_b,
                                      int m, int n, int k, const T* alpha, const T* a, int lda, long long next_a,
                                      const T* b, int ldb, long long next_b, const T* beta, T* c, int ldc,
                                      long long next_c, int count) {
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
  for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; ++i)
    status = lanescope_gemm(handle, how_a, how_b, m, n, k, alpha, a + i * next_a, lda, b + i * next_b, ldb, beta,
                            c + i * next_c, ldc);
  return status;
}
template <class T>
cublasStatus_t lanescope_gemv(cublasHandle_t handle, cublasOperation_t how, int m, int n, const T* alpha,
                              const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy) {
  const int rows = how == CUBLAS_OP_N ? m : n, columns = how == CUBLAS_OP_N ? n : m;
  const lanescope_blas_matrix<const T> matrix(a, rows, columns, lda, how);
  const lanescope_blas_vector<const T> in(x, columns, incx);
  const lanescope_blas_vector<T> out(y, rows, incy);
  return lanescope_blas(handle, matrix.is_there && in.is_there && out.is_there, [=] {
    for (int row = 0; row < rows; ++row) {
      T sum = 0;
      for (int column = 0; column < columns; ++column) sum += matrix(row, column) * in[column];
      out[row] = lanescope_blas_update(*alpha, sum, *beta, out[row]);
    }
    out.note_written();
  });
}
template <class T>
cublasStatus_t lanescope_ger(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx, const T* y,
                             int incy, T* a, int lda) {
  const lanescope_blas_vector<const T> left(x, m, incx), right(y, n, incy);
  const lanescope_blas_matrix<T> out(a, m, n, lda);
  return lanescope_blas(handle, left.is_there && right.is_there && out.is_there, [=] {
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < m; ++row) out(row, column) += *alpha * left[row] * right[column];
    out.note_written();
  });
}
template <class T>
cublasStatus_t lanescope_geam(cublasHandle_t handle, cublasOperation_t how_a, cublasOperation_t how_b, int m, int n,
                              const T* alpha, const T* a, int lda, const T* beta, const T* b, int ldb, T* c,
                              int ldc) {
  const lanescope_blas_matrix<const T> left(a, m, n, lda, how_a), right(b, m, n, ldb, how_b);
  const lanescope_blas_matrix<T> out(c, m, n, ldc);
  return lanescope_blas(handle, (!a || left.is_there) && (!b || right.is_there) && out.is_there, [=] {
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < m; ++row)
        out(row, column) = (*alpha == T(0) ? T(0) : *alpha * left(row, column)) +
                           (*beta == T(0) ? T(0) : *beta * right(row, column));
    out.note_written();
  });
}
/// `work(in, out)` for each element; `result` is a number of the host's, or the device's.
template <class T, class F>
cublasStatus_t lanescope_blas_each(cublasHandle_t handle, int count, const T* x, int incx, T* y, int incy, F work) {
  const lanescope_blas_vector<const T> in(x, count, incx);
  const lanescope_blas_vector<T> out(y, count, incy);
  return lanescope_blas(handle, in.is_there && out.is_there, [=] {
    for (int i = 0; i < in.count; ++i) work(in[i], out[i]);
    out.note_written();
  });
}
template <class T>
cublasStatus_t lanescope_blas_swap(cublasHandle_t handle, int count, T* x, int incx, T* y, int incy) {
  const lanescope_blas_vector<T> one(x, count, incx), other(y, count, incy);
  return lanescope_blas(handle, one.is_there && other.is_there, [=] {
    for (int i = 0; i < one.count; ++i) std::swap(one[i], other[i]);
    one.note_written();
    other.note_written();
  });
}
template <class T, class R, class F>
cublasStatus_t lanescope_blas_result(cublasHandle_t handle, int count, const T* x, int incx, const T* y, int incy,
                                     R* result, F work) {
  const lanescope_blas_vector<const T> left(x, count, incx), right(y, count, incy);
  return lanescope_blas(handle, left.is_there && right.is_there && lanescope_may_reach(result, sizeof(R)), [=] {
    *result = work(left, right);
    lanescope_note_written(result, sizeof(R));
  });
}
template <bool kLargest, class T>
cublasStatus_t lanescope_blas_extreme(cublasHandle_t handle, int count, const T* x, int incx, int* result) {
  return lanescope_blas_result(handle, count, x, incx, x, incx, result, [](const auto& in, const auto&) {
    int best = 0;  // from 1 on, as in Fortran
    for (int i = 0; i < in.count; ++i)
      if (best == 0 ||
          (kLargest ? std::fabs(in[i]) > std::fabs(in[best - 1]) : std::fabs(in[i]) < std::fabs(in[best - 1])))
        best = i + 1;
    return best;
  });
}

#define LANESCOPE_BLAS(S, s, T)                                                                                   \
  inline cublasStatus_t cublas##S##gemm(cublasHandle_t h, cublasOperation_t p, cublasOperation_t q, int m, int n, \
                                        int k, const T* alpha, const T* a, int lda, const T* b, int ldb,          \
                                        const T* beta, T* c, int ldc) {                                           \
    return lanescope_gemm(h, p, q, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);                                 \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##gemmStridedBatched(cublasHandle_t h, cublasOperation_t p, cublasOperation_t q, \
                                                      int m, int n, int k, const T* alpha, const T* a, int lda,   \
                                                      long long na, const T* b, int ldb, long long nb,            \
                                                      const T* beta, T* c, int ldc, long long nc, int count) {    \
    return lanescope_gemm_batches(h, p, q, m, n, k, alpha, a, lda, na, b, ldb, nb, beta, c, ldc, nc, count);      \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##gemv(cublasHandle_t h, cublasOperation_t p, int m, int n, const T* alpha,      \
                                        const T* a, int lda, const T* x, int incx, const T* beta, T* y,           \
                                        int incy) {                                                               \
    return lanescope_gemv(h, p, m, n, alpha, a, lda, x, incx, beta, y, incy);                                     \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##ger(cublasHandle_t h, int m, int n, const T* alpha, const T* x, int incx,      \
                                       const T* y, int incy, T* a, int lda) {                                     \
    return lanescope_ger(h, m, n, alpha, x, incx, y, incy, a, lda);                                               \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##geam(cublasHandle_t h, cublasOperation_t p, cublasOperation_t q, int m, int n, \
                                        const T* alpha, const T* a, int lda, const T* beta, const T* b, int ldb,  \
                                        T* c, int ldc) {                                                          \
    return lanescope_geam(h, p, q, m, n, alpha, a, lda, beta, b, ldb, c, ldc);                                    \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##axpy(cublasHandle_t h, int n, const T* alpha, const T* x, int incx, T* y,      \
                                        int incy) {                                                               \
    return lanescope_blas_each(h, n, x, incx, y, incy, [=](const T& in, T& out) { out += *alpha * in; });         \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##copy(cublasHandle_t h, int n, const T* x, int incx, T* y, int incy) {          \
    return lanescope_blas_each(h, n, x, incx, y, incy, [](const T& in, T& out) { out = in; });                    \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##swap(cublasHandle_t h, int n, T* x, int incx, T* y, int incy) {                \
    return lanescope_blas_swap(h, n, x, incx, y, incy);                                                           \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##scal(cublasHandle_t h, int n, const T* alpha, T* x, int incx) {                \
    return lanescope_blas_each(h, n, x, incx, x, incx, [=](const T&, T& out) { out *= *alpha; });                 \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##dot(cublasHandle_t h, int n, const T* x, int incx, const T* y, int incy,       \
                                       T* result) {                                                               \
    return lanescope_blas_result(h, n, x, incx, y, incy, result, [](const auto& a, const auto& b) {               \
      double sum = 0;                                                                                             \
      for (int i = 0; i < a.count; ++i) sum += static_cast<double>(a[i]) * b[i];                                  \
      return static_cast<T>(sum);                                                                                 \
    });                                                                                                           \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##nrm2(cublasHandle_t h, int n, const T* x, int incx, T* result) {               \
    return lanescope_blas_result(h, n, x, incx, x, incx, result, [](const auto& a, const auto&) {                 \
      double sum = 0;                                                                                             \
      for (int i = 0; i < a.count; ++i) sum += static_cast<double>(a[i]) * a[i];                                  \
      return static_cast<T>(std::sqrt(sum));                                                                      \
    });                                                                                                           \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##asum(cublasHandle_t h, int n, const T* x, int incx, T* result) {               \
    return lanescope_blas_result(h, n, x, incx, x, incx, result, [](const auto& a, const auto&) {                 \
      double sum = 0;                                                                                             \
      for (int i = 0; i < a.count; ++i) sum += std::fabs(a[i]);                                                   \
      return static_cast<T>(sum);                                                                                 \
    });                                                                                                           \
  }                                                                                                               \
  inline cublasStatus_t cublasI##s##amax(cublasHandle_t h, int n, const T* x, int incx, int* result) {            \
    return lanescope_blas_extreme<true>(h, n, x, incx, result);                                                   \
  }                                                                                                               \
  inline cublasStatus_t cublasI##s##amin(cublasHandle_t h, int n, const T* x, int incx, int* result) {            \
    return lanescope_blas_extreme<false>(h, n, x, incx, result);                                                  \
  }
LANESCOPE_BLAS(S, s, float)
LANESCOPE_BLAS(D, d, double)
#undef LANESCOPE_BLAS
