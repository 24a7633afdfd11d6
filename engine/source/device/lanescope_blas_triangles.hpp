// cublas_v2.h, the functions of symmetric and of triangular matrices, of which one half is stored.
#pragma once

#include "lanescope_blas.hpp"

/// A square matrix of which one half is read: the other is its mirror, or zero.
template <class T>
struct lanescope_blas_half {
  lanescope_blas_half(const T* first, int size, int stride, cublasFillMode_t half)
      : stored(first, size, size, stride), size(size), is_lower(half == CUBLAS_FILL_MODE_LOWER) {}
  bool has(int row, int column) const { return row == column || (row > column) == is_lower; }
  T mirrored(int row, int column) const { return has(row, column) ? stored(row, column) : stored(column, row); }
  lanescope_blas_matrix<const T> stored;
  int size;
  bool is_lower;
};
/// A triangular one, as it is stored or transposed.
template <class T>
struct lanescope_blas_triangle {
  lanescope_blas_triangle(const T* first, int size, int stride, cublasFillMode_t half, cublasOperation_t how,
                          cublasDiagType_t diagonal)
      : half(first, size, stride, half),
        is_transposed(how != CUBLAS_OP_N),
        has_ones(diagonal == CUBLAS_DIAG_UNIT) {}
  bool is_lower() const { return half.is_lower != is_transposed; }
  T operator()(int row, int column) const {
    if (row == column && has_ones) return T(1);
    return is_transposed ? half.stored(column, row) : half.stored(row, column);
  }
  /// The rows in an order in which each needs none that comes after it, and what of its row stands left of it there.
  template <class F>
  void each_row(F work) const {
    for (int i = 0; i < half.size; ++i) {
      const int row = is_lower() ? i : half.size - 1 - i;
      work(row, is_lower() ? 0 : row + 1, is_lower() ? row : half.size);
    }
  }
  /// Solves for `x`, which holds the right side before.
  template <class V>
  void solve(const V& x) const {
    each_row([&](int row, int begin, int end) {
      T sum = x[row];
      for (int column = begin; column < end; ++column) sum -= (*this)(row, column) * x[column];
      x[row] = sum / (*this)(row, row);
    });
  }
  lanescope_blas_half<T> half;
  bool is_transposed, has_ones;
};

template <class T>
cublasStatus_t lanescope_trsv(cublasHandle_t handle, const lanescope_blas_triangle<T>& a, T* x, int incx) {
  const lanescope_blas_vector<T> out(x, a.half.size, incx);
  return lanescope_blas(handle, a.half.stored.is_there && out.is_there, [=] {
    a.solve(out);
    out.note_written();
  });
}
template <class T>
cublasStatus_t lanescope_trmv(cublasHandle_t handle, const lanescope_blas_triangle<T>& a, T* x, int incx) {
  const lanescope_blas_vector<T> out(x, a.half.size, incx);
  return lanescope_blas(handle, a.half.stored.is_there && out.is_there, [=] {
    const int size = a.half.size;
    for (int i = 0; i < size; ++i) {  // a row when no other needs what was there
      const int row = a.is_lower() ? size - 1 - i : i;
      T sum = 0;
      for (int column = a.is_lower() ? 0 : row; column < (a.is_lower() ? row + 1 : size); ++column)
        sum += a(row, column) * out[column];
      out[row] = sum;
    }
    out.note_written();
  });
}
/// From the left, each column of b is a right side; from the right, each row, of the transposed triangle.
template <class T>
cublasStatus_t lanescope_trsm(cublasHandle_t handle, cublasSideMode_t side, const lanescope_blas_triangle<T>& a, int m,
                              int n, const T* alpha, T* b, int ldb) {
  const lanescope_blas_matrix<T> out(b, m, n, ldb);
  return lanescope_blas(handle, a.half.stored.is_there && out.is_there, [=] {
    const bool is_left = side == CUBLAS_SIDE_LEFT;
    for (int i = 0; i < (is_left ? n : m); ++i) {
      const lanescope_blas_vector<T> right_side(is_left ? &out(0, i) : &out(i, 0), a.half.size, is_left ? 1 : ldb);
      for (int k = 0; k < a.half.size; ++k) right_side[k] *= *alpha;
      a.solve(right_side);
    }
    out.note_written();
  });
}
template <class T>
cublasStatus_t lanescope_symv(cublasHandle_t handle, const lanescope_blas_half<T>& a, const T* alpha, const T* x,
                              int incx, const T* beta, T* y, int incy) {
  const lanescope_blas_vector<const T> in(x, a.size, incx);
  const lanescope_blas_vector<T> out(y, a.size, incy);
  return lanescope_blas(handle, a.stored.is_there && in.is_there && out.is_there, [=] {
    for (int row = 0; row < a.size; ++row) {
      T sum = 0;
      for (int column = 0; column < a.size; ++column) sum += a.mirrored(row, column) * in[column];
      out[row] = lanescope_blas_update(*alpha, sum, *beta, out[row]);
    }
    out.note_written();
  });
}
template <class T>
cublasStatus_t lanescope_symm(cublasHandle_t handle, cublasSideMode_t side, const lanescope_blas_half<T>& a, int m,
                              int n, const T* alpha, const T* b, int ldb, const T* beta, T* c, int ldc) {
  const lanescope_blas_matrix<const T> in(b, m, n, ldb);
  const lanescope_blas_matrix<T> out(c, m, n, ldc);
  return lanescope_blas(handle, a.stored.is_there && in.is_there && out.is_there, [=] {
    for (int row = 0; row < m; ++row)
      for (int column = 0; column < n; ++column) {
        T sum = 0;
        for (int k = 0; k < a.size; ++k)
          sum += side == CUBLAS_SIDE_LEFT ? a.mirrored(row, k) * in(k, column) : in(row, k) * a.mirrored(k, column);
        out(row, column) = lanescope_blas_update(*alpha, sum, *beta, out(row, column));
      }
    out.note_written();
  });
}
/// One half of c alone is written.
template <class T>
cublasStatus_t lanescope_syrk(cublasHandle_t handle, cublasFillMode_t half, cublasOperation_t how, int n, int k,
                              const T* alpha, const T* a, int lda, const T* beta, T* c, int ldc) {
  const lanescope_blas_matrix<const T> in(a, n, k, lda, how);
  const lanescope_blas_matrix<T> out(c, n, n, ldc);
  const lanescope_blas_half<T> written(c, n, ldc, half);
  return lanescope_blas(handle, in.is_there && out.is_there, [=] {
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < n; ++column) {
        if (!written.has(row, column)) continue;
        T sum = 0;
        for (int i = 0; i < k; ++i) sum += in(row, i) * in(column, i);
        out(row, column) = lanescope_blas_update(*alpha, sum, *beta, out(row, column));
      }
    out.note_written();
  });
}
template <class T>
cublasStatus_t lanescope_dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T* a, int lda,
                              const T* x, int incx, T* c, int ldc) {
  const lanescope_blas_matrix<const T> in(a, m, n, lda);
  const lanescope_blas_vector<const T> diagonal(x, side == CUBLAS_SIDE_LEFT ? m : n, incx);
  const lanescope_blas_matrix<T> out(c, m, n, ldc);
  return lanescope_blas(handle, in.is_there && diagonal.is_there && out.is_there, [=] {
    for (int row = 0; row < m; ++row)
      for (int column = 0; column < n; ++column)
        out(row, column) = in(row, column) * diagonal[side == CUBLAS_SIDE_LEFT ? row : column];
    out.note_written();
  });
}

#define LANESCOPE_BLAS(S, T)                                                                                      \
  inline cublasStatus_t cublas##S##trsv(cublasHandle_t h, cublasFillMode_t half, cublasOperation_t p,             \
                                        cublasDiagType_t d, int n, const T* a, int lda, T* x, int incx) {         \
    return lanescope_trsv(h, lanescope_blas_triangle<T>(a, n, lda, half, p, d), x, incx);                         \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##trmv(cublasHandle_t h, cublasFillMode_t half, cublasOperation_t p,             \
                                        cublasDiagType_t d, int n, const T* a, int lda, T* x, int incx) {         \
    return lanescope_trmv(h, lanescope_blas_triangle<T>(a, n, lda, half, p, d), x, incx);                         \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t half,           \
                                        cublasOperation_t p, cublasDiagType_t d, int m, int n, const T* alpha,    \
                                        const T* a, int lda, T* b, int ldb) {                                     \
    const int size = side == CUBLAS_SIDE_LEFT ? m : n;                                                            \
    if (side == CUBLAS_SIDE_RIGHT) p = p == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;                              \
    return lanescope_trsm(h, side, lanescope_blas_triangle<T>(a, size, lda, half, p, d), m, n, alpha, b, ldb);    \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##symv(cublasHandle_t h, cublasFillMode_t half, int n, const T* alpha,           \
                                        const T* a, int lda, const T* x, int incx, const T* beta, T* y,           \
                                        int incy) {                                                               \
    return lanescope_symv(h, lanescope_blas_half<T>(a, n, lda, half), alpha, x, incx, beta, y, incy);             \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##symm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t half, int m,    \
                                        int n, const T* alpha, const T* a, int lda, const T* b, int ldb,          \
                                        const T* beta, T* c, int ldc) {                                           \
    const int size = side == CUBLAS_SIDE_LEFT ? m : n;                                                            \
    return lanescope_symm(h, side, lanescope_blas_half<T>(a, size, lda, half), m, n, alpha, b, ldb, beta, c, ldc); \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##syrk(cublasHandle_t h, cublasFillMode_t half, cublasOperation_t p, int n,      \
                                        int k, const T* alpha, const T* a, int lda, const T* beta, T* c,          \
                                        int ldc) {                                                                \
    return lanescope_syrk(h, half, p, n, k, alpha, a, lda, beta, c, ldc);                                         \
  }                                                                                                               \
  inline cublasStatus_t cublas##S##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n, const T* a,        \
                                        int lda, const T* x, int incx, T* c, int ldc) {                           \
    return lanescope_dgmm(h, side, m, n, a, lda, x, incx, c, ldc);                                                \
  }
LANESCOPE_BLAS(S, float)
LANESCOPE_BLAS(D, double)
#undef LANESCOPE_BLAS
