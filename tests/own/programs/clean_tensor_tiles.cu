// Products of tiles by a warp, in half precision, bfloat16, bytes and double.
// expect: half 0 of 512 differ
// expect: bfloat 0 of 256 differ
// expect: bytes 0 of 256 differ
// expect: double 0 of 64 differ
// expect: rounded 1.0078125 256
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

/// C = 2 (A B + 1), two tiles deep; A by rows, B by columns.
template <class T, class C>
__global__ void multiply(const T* a, const T* b, C* c, int depth) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, C> sum;
  const int row = 16 * blockIdx.x;
  wmma::fill_fragment(sum, 1);
  for (int k = 0; k < depth; k += 16) {
    wmma::load_matrix_sync(left, a + row * depth + k, depth);
    wmma::load_matrix_sync(right, b + k, depth);
    wmma::mma_sync(sum, left, right, sum);
  }
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] * 2;
  wmma::store_matrix_sync(c + row * 16, sum, 16, wmma::mem_row_major);
}

__global__ void multiply_doubles(const double* a, const double* b, double* c) {
  wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 8, 8, 4, double> sum;
  wmma::load_matrix_sync(sum, c, 8, wmma::mem_row_major);
  wmma::load_matrix_sync(left, a, 4);
  wmma::load_matrix_sync(right, b, 4);
  wmma::mma_sync(sum, left, right, sum);
  wmma::store_matrix_sync(c, sum, 8, wmma::mem_row_major);
}

template <class T, class C>
void try_type(const char* name, int rows) {
  constexpr int kDepth = 32;
  T *a, *b;
  C* c;
  cudaMallocManaged(&a, rows * kDepth * sizeof(T));
  cudaMallocManaged(&b, 16 * kDepth * sizeof(T));
  cudaMallocManaged(&c, rows * 16 * sizeof(C));
  for (int i = 0; i < rows * kDepth; ++i) a[i] = T(i % 7 - 3);
  for (int i = 0; i < 16 * kDepth; ++i) b[i] = T(i % 5 - 2);
  multiply<<<rows / 16, 32>>>(a, b, c, kDepth);
  cudaDeviceSynchronize();
  int differ = 0;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < 16; ++x) {
      float sum = 1;
      for (int k = 0; k < kDepth; ++k) sum += float(a[y * kDepth + k]) * float(b[x * kDepth + k]);
      differ += float(c[y * 16 + x]) != 2 * sum;
    }
  printf("%s %d of %d differ\n", name, differ, rows * 16);
}

int main() {
  try_type<half, float>("half", 32);
  try_type<__nv_bfloat16, float>("bfloat", 16);
  try_type<signed char, int>("bytes", 16);

  double *a, *b, *c;
  cudaMallocManaged(&a, 32 * sizeof(double));
  cudaMallocManaged(&b, 32 * sizeof(double));
  cudaMallocManaged(&c, 64 * sizeof(double));
  for (int i = 0; i < 32; ++i) a[i] = 1.0 / (i + 1), b[i] = i;
  for (int i = 0; i < 64; ++i) c[i] = i;
  multiply_doubles<<<1, 32>>>(a, b, c);
  cudaDeviceSynchronize();
  int differ = 0;
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x) {
      double sum = y * 8 + x;
      for (int k = 0; k < 4; ++k) sum += a[y * 4 + k] * b[x * 4 + k];
      differ += c[y * 8 + x] - sum > 1e-12 || sum - c[y * 8 + x] > 1e-12;
    }
  printf("double %d of 64 differ\n", differ);
  printf("rounded %.7f %.0f\n", float(__nv_bfloat16(1.006f)), float(__nv_bfloat16(255.7f) + __nv_bfloat16(0.01f)));
}
