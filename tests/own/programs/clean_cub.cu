// CUB's functions of blocks, warps and the device.
// expect: block 130816 2016 max 511
// expect: scan 1 3 32896 before 0 1
// expect: items 0 0 1 3
// expect: prefix 0 300 first of the second tile
// expect: warp 496 528 scan 31
// expect: sorted 0 1 127
// expect: device 499500 999 0
// expect: sums 0 1 3 499500
// expect: pairs 1 30 2 20 3 10
// expect: selected 500 998
// expect: by default storage 128
#include <cub/cub.cuh>
#include <cstdio>
#include <vector>

struct Running {
  int total;
  __device__ int operator()(int of_tile) {
    const int before = total;
    total += of_tile;
    return before;
  }
};
struct IsEven {
  __host__ __device__ bool operator()(int v) const { return v % 2 == 0; }
};

__global__ void block_functions(int* out) {
  using Reduce = cub::BlockReduce<int, 256>;
  using Scan = cub::BlockScan<int, 256>;
  using Warp = cub::WarpReduce<int>;
  using WarpScan = cub::WarpScan<int>;
  using Sort = cub::BlockRadixSort<int, 256, 2>;
  __shared__ typename Reduce::TempStorage reduce;
  __shared__ union {
    typename Scan::TempStorage scan;
    typename Sort::TempStorage sort;
  } both;
  __shared__ typename Warp::TempStorage warp[8];
  __shared__ typename WarpScan::TempStorage warp_scan[8];
  const int t = threadIdx.x;
  int items[2] = {2 * t, 2 * t + 1};
  const int sum = Reduce(reduce).Sum(items);
  const int some = Reduce(reduce).Sum(t, 64);
  const int most = Reduce(reduce).Reduce(2 * t + 1, cub::Max());
  if (t == 0) {
    out[0] = sum;
    out[1] = some;
    out[2] = most;
  }
  int inclusive, exclusive, total;
  Scan(both.scan).InclusiveSum(t + 1, inclusive);
  Scan(both.scan).ExclusiveSum(1, exclusive, total);
  if (t < 2) out[3 + t] = inclusive;
  if (t == 255) out[5] = inclusive;
  if (t < 2) out[6 + t] = exclusive;
  Scan(both.scan).ExclusiveSum(items, items);
  if (t < 2) {
    out[8 + 2 * t] = items[0];
    out[9 + 2 * t] = items[1];
  }
  Running running{0};
  for (int tile = 0; tile < 2; ++tile) {
    int place;
    Scan(both.scan).ExclusiveSum(t < 100 ? 3 : 0, place, running);
    if (t == 0) out[12 + tile] = place;
  }
  const int of_warp = Warp(warp[t / 32]).Sum(t % 32);
  const int greater = Warp(warp[t / 32]).Reduce(t % 32 + 1, cub::Sum());
  int ones;
  WarpScan(warp_scan[t / 32]).ExclusiveSum(1, ones);
  if (t == 64) out[14] = of_warp;
  if (t == 96) out[15] = greater;
  if (t == 127) out[16] = ones;
  __syncthreads();
  int keys[2] = {511 - 2 * t, 510 - 2 * t};
  Sort(both.sort).Sort(keys);
  if (t == 0) {
    out[17] = keys[0];
    out[18] = keys[1];
  }
  if (t == 63) out[19] = keys[1];
}
__global__ void own_storage(int* out) {
  const int sum = cub::BlockReduce<int, 128>().Sum(1);
  if (threadIdx.x == 0) *out = sum;
}

int main() {
  int *out, h[20];
  cudaMalloc(&out, sizeof h);
  block_functions<<<1, 256>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("block %d %d max %d\n", h[0], h[1], h[2]);
  printf("scan %d %d %d before %d %d\n", h[3], h[4], h[5], h[6], h[7]);
  printf("items %d %d %d %d\n", h[8], h[9], h[10], h[11]);
  printf("prefix %d %d first of the second tile\n", h[12], h[13]);
  printf("warp %d %d scan %d\n", h[14], h[15], h[16]);
  printf("sorted %d %d %d\n", h[17], h[18], h[19]);

  const int n = 1000;
  std::vector<int> numbers(n), sums(n);
  for (int i = 0; i < n; ++i) numbers[i] = i;
  int *in, *to, *one, first[3];
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&to, n * sizeof(int));
  cudaMalloc(&one, 3 * sizeof(int));
  cudaMemcpy(in, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  void* storage = nullptr;
  size_t bytes = 0;
  cub::DeviceReduce::Sum(storage, bytes, in, one, n);
  cudaMalloc(&storage, bytes);
  cub::DeviceReduce::Sum(storage, bytes, in, one, n);
  cub::DeviceReduce::Max(storage, bytes, in, one + 1, n);
  cub::DeviceReduce::Min(storage, bytes, in, one + 2, n);
  cudaMemcpy(first, one, sizeof first, cudaMemcpyDeviceToHost);
  printf("device %d %d %d\n", first[0], first[1], first[2]);
  cub::DeviceScan::InclusiveSum(storage, bytes, in, to, n);
  cudaMemcpy(sums.data(), to, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("sums %d %d %d %d\n", sums[0], sums[1], sums[2], sums[n - 1]);
  const int keys[] = {3, 1, 2}, values[] = {10, 30, 20};
  cudaMemcpy(in, keys, sizeof keys, cudaMemcpyHostToDevice);
  cudaMemcpy(in + 3, values, sizeof values, cudaMemcpyHostToDevice);
  cub::DeviceRadixSort::SortPairs(storage, bytes, in, to, in + 3, to + 3, 3);
  cudaMemcpy(sums.data(), to, 6 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("pairs %d %d %d %d %d %d\n", sums[0], sums[3], sums[1], sums[4], sums[2], sums[5]);
  cudaMemcpy(in, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cub::DeviceSelect::If(storage, bytes, in, to, one, n, IsEven());
  cudaMemcpy(first, one, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(sums.data(), to, first[0] * sizeof(int), cudaMemcpyDeviceToHost);
  printf("selected %d %d\n", first[0], sums[first[0] - 1]);
  own_storage<<<1, 128>>>(out);
  cudaMemcpy(h, out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("by default storage %d\n", h[0]);
}
