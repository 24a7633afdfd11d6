// expect: PASSED
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
template <int TILE> __global__ void gemm(int M, int N, int K, float alpha, const float* A, const float* B, float beta, float* C) {
  __shared__ float As[TILE * TILE], Bs[TILE * TILE];
  const unsigned cRow = blockIdx.x, cCol = blockIdx.y, tc = threadIdx.x % TILE, tr = threadIdx.x / TILE;
  A += cRow * TILE * K; B += cCol * TILE; C += cRow * TILE * N + cCol * TILE;
  float tmp = 0.0;
  for (int b = 0; b < K; b += TILE) { As[tr * TILE + tc] = A[tr * K + tc]; Bs[tr * TILE + tc] = B[tr * N + tc]; __syncthreads(); A += TILE; B += TILE * N; for (int d = 0; d < TILE; ++d) tmp += As[tr * TILE + d] * Bs[d * TILE + tc]; __syncthreads(); }
  C[tr * N + tc] = alpha * tmp + beta * C[tr * N + tc];
}
template <const int BM, const int BN, const int BK, const int TM> __global__ void gemm1d(int M, int N, int K, const float* A, const float* B, float* C) {
  __shared__ float As[BM * BK]; __shared__ float Bs[BK * BN]; float res[TM] = {0.0};
  const int tCol = threadIdx.x % BN, tRow = threadIdx.x / BN, iA = threadIdx.x % BK, rA = threadIdx.x / BK, iB = threadIdx.x % BN, rB = threadIdx.x / BN;
  A += blockIdx.y * BM * K; B += blockIdx.x * BN; C += blockIdx.y * BM * N + blockIdx.x * BN;
  for (unsigned bk = 0; bk < K; bk += BK) { As[rA * BK + iA] = A[rA * K + iA]; Bs[rB * BN + iB] = B[rB * N + iB]; __syncthreads(); A += BK; B += BK * N; for (unsigned d = 0; d < BK; ++d) { float t = Bs[d * BN + tCol]; for (unsigned r = 0; r < TM; ++r) res[r] += As[(tRow * TM + r) * BK + d] * t; } __syncthreads(); }
  for (unsigned r = 0; r < TM; ++r) C[(tRow * TM + r) * N + tCol] = res[r];
}
int main() { const int n = 64; std::vector<float> a(n * n), b(n * n), c(n * n, 1), d(n * n); for (int i = 0; i < n * n; i++) { a[i] = i % 5; b[i] = i % 3; } float *A, *B, *C, *D; size_t s = n * n * 4; cudaMalloc(&A, s); cudaMalloc(&B, s); cudaMalloc(&C, s); cudaMalloc(&D, s); cudaMemcpy(A, a.data(), s, cudaMemcpyHostToDevice); cudaMemcpy(B, b.data(), s, cudaMemcpyHostToDevice); cudaMemcpy(C, c.data(), s, cudaMemcpyHostToDevice);
  gemm<16><<<dim3(n / 16, n / 16), dim3(16 * 16)>>>(n, n, n, 2.f, A, B, 3.f, C); gemm1d<32, 32, 4, 8><<<dim3(n / 32, n / 32), 32 * 32 / 8>>>(n, n, n, A, B, D); cudaMemcpy(c.data(), C, s, cudaMemcpyDeviceToHost); cudaMemcpy(d.data(), D, s, cudaMemcpyDeviceToHost);
  int bad = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { float w = 0; for (int k = 0; k < n; k++) w += a[i * n + k] * b[k * n + j]; bad += c[i * n + j] != 2 * w + 3 || d[i * n + j] != w; } printf("%d %s\n", bad, bad ? "FAILED" : "PASSED"); }
