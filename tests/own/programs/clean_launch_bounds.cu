// expect: 128 threads: cudaSuccess, 160: cudaErrorInvalidValue, then cudaSuccess
// expect: reduce<64> with 96: cudaErrorInvalidValue
// expect: by a pointer: cudaErrorInvalidValue
// expect: bounds 128 64 100 1024
// expect: best blocks 128 64 64 1024, on an SM 16 32 32 2
// expect: limits 33: 33 32
// expect: static 0 and 12288 bytes, 17 blocks on an SM, with 512 more 16, best block 1024
// expect: sums 128 64 64 1024
#include <cstdio>
constexpr int kMost = 128;
__global__ void __launch_bounds__(kMost, 2) sum(int* out) {
  atomicAdd(out, 1);
}
template <int kThreads>
__global__ __launch_bounds__(kThreads) void reduce(int* out) {
  atomicAdd(out, 1);
}
static __global__ void __launch_bounds__(
    100) odd(int* out) {
  atomicAdd(out, 1);
}
__global__ void unbounded(int* out) {
  atomicAdd(out, 1);
}
template <class T>
__global__ void tiled(T* out) {
  __shared__ T tile[32][64];
  __shared__ T sums[1024];
  tile[threadIdx.x][0] = sums[threadIdx.x] = 1;
  out[0] = tile[threadIdx.x][0];
}
static const char* last() { return cudaGetErrorName(cudaGetLastError()); }
template <class F>
int most(F kernel) {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, kernel);
  return attributes.maxThreadsPerBlock;
}
template <class F>
int best(F kernel, int* blocks, int limit = 0) {
  int grid = 0, block = 0;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, limit);
  return *blocks = grid / 132, block;
}
int main() {
  int *out, sums[4];
  cudaMallocManaged(&out, sizeof sums);
  cudaMemset(out, 0, sizeof sums);
  sum<<<1, 128>>>(out);
  printf("128 threads: %s, ", last());
  sum<<<1, 160>>>(out);
  printf("160: %s, ", last());
  printf("then %s\n", last());
  reduce<64><<<3, 96>>>(out + 1);
  printf("reduce<64> with 96: %s\n", last());
  reduce<64><<<1, 64>>>(out + 1);
  void (*pointer)(int*) = odd;
  pointer<<<1, 128>>>(out + 2);
  printf("by a pointer: %s\n", last());
  pointer<<<1, 64>>>(out + 2);
  unbounded<<<1, 1024>>>(out + 3);
  printf("bounds %d %d %d %d\n", most(sum), most(reduce<64>), most(odd), most(unbounded));
  int b[4];
  printf("best blocks %d %d %d %d, ", best(sum, &b[0]), best(reduce<64>, &b[1]), best(odd, &b[2]),
         best(unbounded, &b[3]));
  printf("on an SM %d %d %d %d\n", b[0], b[1], b[2], b[3]);
  const int limited = best(unbounded, &b[0], 33);
  printf("limits 33: %d %d\n", limited, b[0]);
  cudaFuncAttributes none, some;
  cudaFuncGetAttributes(&none, unbounded);
  cudaFuncGetAttributes(&some, tiled<float>);
  int plain, more, unused;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&plain, tiled<float>, 64, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&more, tiled<float>, 64, 512);
  printf("static %zu and %zu bytes, %d blocks on an SM, with 512 more %d, best block %d\n", none.sharedSizeBytes,
         some.sharedSizeBytes, plain, more, best(tiled<float>, &unused));
  cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
  printf("sums %d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
  return 0;
}
