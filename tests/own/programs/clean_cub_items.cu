// CUB's functions of items, of segments of a warp, of runs of keys and of parts.
// expect: striped 0 32 blocked 2 3
// expect: merged 63 62 0
// expect: counted 16 16
// expect: heads 4, offset 2, rotated 0
// expect: segments 28 92 tails 28
// expect: runs 3: 1x2 7x1 4x3
// expect: sums 3 2 7
// expect: parted 2: 4 6 7 3 1
// expect: scanned 1 3 3 7
// expect: ranged 2 1
// expect: ordered 9 5 2, bulk 81
#include <cstdio>
#include <cub/cub.cuh>

struct Falls {
  __host__ __device__ bool operator()(int a, int b) const { return b < a; }
};
struct Even {
  __host__ __device__ bool operator()(int a) const { return a % 2 == 0; }
};

__global__ void items(int* out) {
  typedef cub::BlockExchange<int, 32, 2> Exchange;
  typedef cub::BlockMergeSort<int, 32, 2> Sort;
  typedef cub::BlockHistogram<unsigned char, 32, 2, 4> Histogram;
  typedef cub::BlockDiscontinuity<int, 32> Heads;
  typedef cub::BlockShuffle<int, 32> Shuffle;
  typedef cub::WarpReduce<int> Warp;
  __shared__ union {
    typename Exchange::TempStorage exchange;
    typename Sort::TempStorage sort;
    typename Heads::TempStorage heads;
    typename Shuffle::TempStorage shuffle;
  } storage;
  __shared__ unsigned bins[4];
  __shared__ typename Histogram::TempStorage counting;
  __shared__ typename Warp::TempStorage warp;
  const int t = threadIdx.x;
  int two[2] = {2 * t, 2 * t + 1};
  Exchange(storage.exchange).BlockedToStriped(two);
  if (t == 0) out[0] = two[0], out[1] = two[1];
  __syncthreads();
  Exchange(storage.exchange).StripedToBlocked(two);
  if (t == 1) out[2] = two[0], out[3] = two[1];
  __syncthreads();
  Sort(storage.sort).Sort(two, Falls());
  if (t == 0) out[4] = two[0], out[5] = two[1];
  if (t == 31) out[6] = two[1];
  unsigned char colours[2] = {static_cast<unsigned char>(t % 4), static_cast<unsigned char>((t + 1) % 4)};
  Histogram(counting).Histogram(colours, bins);
  __syncthreads();
  if (t == 0) out[7] = bins[0], out[8] = bins[3];
  int flags[2], quarters[2] = {t / 8, t / 8};
  Heads(storage.heads).FlagHeads(flags, quarters, cub::Inequality());
  if (flags[0] + flags[1] > 0) atomicAdd(&out[9], 1);
  __syncthreads();
  int other = 0;
  Shuffle(storage.shuffle).Offset(t, other, 2);
  if (t == 0) out[10] = other;
  __syncthreads();
  Shuffle(storage.shuffle).Rotate(t, other, 1);
  if (t == 31) out[11] = other;
  const int sum = Warp(warp).HeadSegmentedSum(t, t % 8 == 0);
  if (t == 0) out[12] = sum;
  if (t == 8) out[13] = sum;
  const int tails = Warp(warp).TailSegmentedSum(t, t % 8 == 7);
  if (t == 0) out[14] = tails;
}

template <class F>
void with_storage(F call) {
  size_t bytes = 0;
  void* storage = nullptr;
  call(storage, bytes);
  cudaMalloc(&storage, bytes);
  call(storage, bytes);
  cudaFree(storage);
}

int main() {
  int *out, *in, *more, *count;
  cudaMallocManaged(&out, 32 * sizeof(int));
  cudaMallocManaged(&in, 32 * sizeof(int));
  cudaMallocManaged(&more, 32 * sizeof(int));
  cudaMallocManaged(&count, sizeof(int));
  for (int i = 0; i < 32; ++i) out[i] = 0;
  items<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  printf("striped %d %d blocked %d %d\nmerged %d %d %d\ncounted %d %d\nheads %d, offset %d, rotated %d\nsegments %d %d tails %d\n", out[0],
         out[1], out[2], out[3], out[4], out[5], out[6], out[7], out[8], out[9], out[10], out[11], out[12], out[13], out[14]);
  const int keys[6] = {1, 1, 7, 4, 4, 4};
  for (int i = 0; i < 6; ++i) in[i] = keys[i];
  with_storage([&](void* s, size_t& b) { cub::DeviceRunLengthEncode::Encode(s, b, in, out, more, count, 6); });
  printf("runs %d: %dx%d %dx%d %dx%d\n", *count, out[0], more[0], out[1], more[1], out[2], more[2]);
  for (int i = 0; i < 6; ++i) more[i] = i + 1 - (i > 2 ? 2 : i == 2 ? 1 : 0);
  for (int i = 3; i < 6; ++i) more[i] = i == 3 ? 4 : i == 4 ? 2 : 1;
  with_storage([&](void* s, size_t& b) { cub::DeviceReduce::ReduceByKey(s, b, in, out, more, out + 8, count, cub::Sum(), 6); });
  printf("sums %d %d %d\n", out[8], out[9], out[10]);
  const int five[5] = {1, 4, 3, 6, 7};
  for (int i = 0; i < 5; ++i) in[i] = five[i];
  with_storage([&](void* s, size_t& b) { cub::DevicePartition::If(s, b, in, out, count, 5, Even()); });
  printf("parted %d: %d %d %d %d %d\n", *count, out[0], out[1], out[2], out[3], out[4]);
  const int groups[4] = {5, 5, 6, 6}, values[4] = {1, 2, 3, 4};
  for (int i = 0; i < 4; ++i) in[i] = groups[i], more[i] = values[i];
  with_storage([&](void* s, size_t& b) { cub::DeviceScan::InclusiveSumByKey(s, b, in, more, out, 4); });
  printf("scanned %d %d %d %d\n", out[0], out[1], out[2], out[3]);
  const int bounds[3] = {0, 3, 9};
  for (int i = 0; i < 3; ++i) more[i] = bounds[i], in[i] = i == 2 ? 5 : i;
  with_storage([&](void* s, size_t& b) { cub::DeviceHistogram::HistogramRange(s, b, in, out, 3, more, 3); });
  printf("ranged %d %d\n", out[0], out[1]);
  in[0] = 5, in[1] = 2, in[2] = 9;
  with_storage([&](void* s, size_t& b) { cub::DeviceMergeSort::SortKeys(s, b, in, 3, Falls()); });
  cub::DeviceFor::Bulk(1, [=] __device__(int i) { out[i] = in[i] * in[i]; });
  printf("ordered %d %d %d, bulk %d\n", in[0], in[1], in[2], out[0]);
}
