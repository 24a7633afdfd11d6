// cublas_v2.h, the functions of many matrices of one size, which are given as an array of pointers on the device.
#pragma once

#include <utility>
#include <vector>

#include "lanescope_blas_triangles.hpp"

/// The pointers of a batch; it knows whether a GPU could read them.
template <class T>
struct lanescope_blas_batch {
  lanescope_blas_batch(T* const* all, int count) {
    is_there = count >= 0 && (count == 0 || (all && lanescope_is_for_device(all) &&
                                             lanescope_may_reach(all, count * sizeof *all)));
    if (!is_there || count == 0) return;
    const thrust::lanescope_reach reach;
    pointers.assign(all, all + count);
  }
  std::vector<T*> pointers;
  bool is_there = false;
};
/// `one(i)` for each of a batch, until one fails.
template <class F>
cublasStatus_t lanescope_blas_all(bool are_there, int count, F one) {
  cublasStatus_t status = are_there ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
  for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; ++i) status = one(i);
  return status;
}

/// Its factors L and U in place of the matrix. `pivots`: of each row the one that it was exchanged for, from 1 on;
/// none: no rows are exchanged. `info`: 0, or the first column in which U has a 0, from 1 on.
template <class T>
cublasStatus_t lanescope_getrf(cublasHandle_t handle, int n, T* a, int lda, int* pivots, int* info) {
  const lanescope_blas_matrix<T> matrix(a, n, n, lda);
  const lanescope_blas_vector<int> exchanged(pivots, pivots ? n : 0, 1), state(info, 1, 1);
  return lanescope_blas(handle, matrix.is_there && exchanged.is_there && state.is_there, [=] {
    state[0] = 0;
    for (int k = 0; k < n; ++k) {
      int best = k;
      for (int row = k + 1; pivots && row < n; ++row)
        if (std::fabs(matrix(row, k)) > std::fabs(matrix(best, k))) best = row;
      if (pivots) exchanged[k] = best + 1;
      for (int column = 0; best != k && column < n; ++column) std::swap(matrix(k, column), matrix(best, column));
      if (matrix(k, k) == T(0)) {
        if (state[0] == 0) state[0] = k + 1;
        continue;
      }
      for (int row = k + 1; row < n; ++row) {
        const T factor = matrix(row, k) /= matrix(k, k);
        for (int column = k + 1; column < n; ++column) matrix(row, column) -= factor * matrix(k, column);
      }
    }
    matrix.note_written();
    exchanged.note_written();
    state.note_written();
  });
}
/// Solves for the columns of `x`, which hold the right sides before, by what lanescope_getrf() left.
template <class T>
void lanescope_solve_by_factors(const T* a, int n, int lda, const int* pivots, bool transposed,
                                const lanescope_blas_matrix<T>& x, int columns) {
  const auto how = transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
  const lanescope_blas_triangle<T> lower(a, n, lda, CUBLAS_FILL_MODE_LOWER, how, CUBLAS_DIAG_UNIT),
      upper(a, n, lda, CUBLAS_FILL_MODE_UPPER, how, CUBLAS_DIAG_NON_UNIT);
  for (int column = 0; column < columns; ++column) {
    const lanescope_blas_vector<T> one(&x(0, column), n, 1);
    const auto exchange = [&](int row) { std::swap(one[row], one[pivots[row] - 1]); };
    for (int row = 0; pivots && !transposed && row < n; ++row) exchange(row);
    (transposed ? upper : lower).solve(one);
    (transposed ? lower : upper).solve(one);
    for (int row = n - 1; pivots && transposed && row >= 0; --row) exchange(row);
  }
}
template <class T>
cublasStatus_t lanescope_getrs(cublasHandle_t handle, cublasOperation_t how, int n, int columns, const T* a, int lda,
                               const int* pivots, T* b, int ldb) {
  const lanescope_blas_matrix<const T> factors(a, n, n, lda);
  const lanescope_blas_vector<const int> exchanged(pivots, pivots ? n : 0, 1);
  const lanescope_blas_matrix<T> out(b, n, columns, ldb);
  return lanescope_blas(handle, factors.is_there && exchanged.is_there && out.is_there, [=] {
    lanescope_solve_by_factors(a, n, lda, pivots, how != CUBLAS_OP_N, out, columns);
    out.note_written();
  });
}
/// The inverse of what lanescope_getrf() was given.
template <class T>
cublasStatus_t lanescope_getri(cublasHandle_t handle, int n, const T* a, int lda, const int* pivots, T* c, int ldc,
                               int* info) {
  const lanescope_blas_matrix<const T> factors(a, n, n, lda);
  const lanescope_blas_vector<const int> exchanged(pivots, pivots ? n : 0, 1);
  const lanescope_blas_vector<int> state(info, 1, 1);
  const lanescope_blas_matrix<T> out(c, n, n, ldc);
  return lanescope_blas(handle, factors.is_there && exchanged.is_there && state.is_there && out.is_there, [=] {
    state[0] = 0;
    for (int k = n - 1; k >= 0; --k)
      if (factors(k, k) == T(0)) state[0] = k + 1;
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < n; ++row) out(row, column) = row == column;
    if (state[0] == 0) lanescope_solve_by_factors(a, n, lda, pivots, false, out, n);
    out.note_written();
    state.note_written();
  });
}

#define LANESCOPE_BLAS(S, T)                                                                                         \
  inline cublasStatus_t cublas##S##gemmBatched(cublasHandle_t h, cublasOperation_t p, cublasOperation_t q, int m,    \
                                               int n, int k, const T* alpha, const T* const a[], int lda,            \
                                               const T* const b[], int ldb, const T* beta, T* const c[], int ldc,    \
                                               int count) {                                                          \
    const lanescope_blas_batch<const T> left(a, count), right(b, count);                                             \
    const lanescope_blas_batch<T> out(c, count);                                                                     \
    return lanescope_blas_all(left.is_there && right.is_there && out.is_there, count, [&](int i) {                   \
      return lanescope_gemm(h, p, q, m, n, k, alpha, left.pointers[i], lda, right.pointers[i], ldb, beta,            \
                            out.pointers[i], ldc);                                                                   \
    });                                                                                                              \
  }                                                                                                                  \
  inline cublasStatus_t cublas##S##getrfBatched(cublasHandle_t h, int n, T* const a[], int lda, int* pivots,         \
                                                int* info, int count) {                                              \
    const lanescope_blas_batch<T> all(a, count);                                                                     \
    return lanescope_blas_all(all.is_there, count, [&](int i) {                                                      \
      return lanescope_getrf(h, n, all.pointers[i], lda, pivots ? pivots + i * n : nullptr, info + i);               \
    });                                                                                                              \
  }                                                                                                                  \
  inline cublasStatus_t cublas##S##getrsBatched(cublasHandle_t h, cublasOperation_t p, int n, int columns,           \
                                                const T* const a[], int lda, const int* pivots, T* const b[],        \
                                                int ldb, int* info, int count) {                                     \
    const lanescope_blas_batch<const T> all(a, count);                                                               \
    const lanescope_blas_batch<T> sides(b, count);                                                                   \
    *info = 0; /* of the host */                                                                                     \
    return lanescope_blas_all(all.is_there && sides.is_there, count, [&](int i) {                                    \
      return lanescope_getrs(h, p, n, columns, all.pointers[i], lda, pivots ? pivots + i * n : nullptr,              \
                             sides.pointers[i], ldb);                                                                \
    });                                                                                                              \
  }                                                                                                                  \
  inline cublasStatus_t cublas##S##getriBatched(cublasHandle_t h, int n, const T* const a[], int lda,                \
                                                const int* pivots, T* const c[], int ldc, int* info, int count) {    \
    const lanescope_blas_batch<const T> all(a, count);                                                               \
    const lanescope_blas_batch<T> out(c, count);                                                                     \
    return lanescope_blas_all(all.is_there && out.is_there, count, [&](int i) {                                      \
      return lanescope_getri(h, n, all.pointers[i], lda, pivots ? pivots + i * n : nullptr, out.pointers[i], ldc,    \
                             info + i);                                                                              \
    });                                                                                                              \
  }
LANESCOPE_BLAS(S, float)
LANESCOPE_BLAS(D, double)
#undef LANESCOPE_BLAS
