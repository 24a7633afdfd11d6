// Thrust's vectors and algorithms, beside a kernel on the same arrays.
// expect: doubled 0 2 4 6 8
// expect: sum 45, most 9 at 9, product 285
// expect: sorted 0 0 1 1 2 2 3 4 5 6
// expect: by key 1:2 2:9 3:11
// expect: scanned 0 0 1 3 6
// expect: kept 5 odd
// expect: raw 14.0, two of 3
// expect: mixed 3 8 2 6 1 4 1 2 0 0
#include <cstdio>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

struct Twice {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};
struct Odd {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 1; }
};

__global__ void mix(int* numbers, int n) {
  const int i = threadIdx.x;
  const int mine = i < n ? numbers[i] : 0;
  __syncthreads();
  if (i < n) numbers[n - 1 - i] = i % 2 == 0 ? mine : i / 3;
}

int main() {
  thrust::device_vector<int> numbers(10), other(10, 1);
  thrust::sequence(numbers.begin(), numbers.end());
  thrust::transform(numbers.begin(), numbers.end(), other.begin(), Twice());
  thrust::host_vector<int> host = other;
  printf("doubled %d %d %d %d %d\n", host[0], host[1], host[2], host[3], host[4]);
  const auto most = thrust::max_element(numbers.begin(), numbers.end());
  printf("sum %d, most %d at %d, product %d\n", thrust::reduce(numbers.begin(), numbers.end()), int(*most),
         int(most - numbers.begin()), thrust::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0));
  thrust::device_vector<int> many = {6, 3, 5, 0, 2, 1, 4, 2, 1, 0};
  thrust::sort(thrust::device, many.begin(), many.end());
  printf("sorted");
  for (std::size_t i = 0; i < many.size(); ++i) printf(" %d", int(many[i]));
  printf("\n");
  thrust::device_vector<int> names = {3, 1, 2, 3}, counts = {4, 2, 9, 7}, unique_names(4), sums(4);
  thrust::sort_by_key(names.begin(), names.end(), counts.begin());
  const auto ends = thrust::reduce_by_key(names.begin(), names.end(), counts.begin(), unique_names.begin(), sums.begin());
  printf("by key");
  for (int i = 0; i < ends.first - unique_names.begin(); ++i) printf(" %d:%d", int(unique_names[i]), int(sums[i]));
  thrust::exclusive_scan(numbers.begin(), numbers.end(), other.begin());
  printf("\nscanned %d %d %d %d %d\n", int(other[0]), int(other[1]), int(other[2]), int(other[3]), int(other[4]));
  const auto end = thrust::copy_if(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(0) + 10, other.begin(), Odd());
  printf("kept %d odd\n", int(end - other.begin()));

  float raw[4] = {2, 3, 4, 5}, *device;
  cudaMalloc(&device, sizeof raw);
  cudaMemcpy(device, raw, sizeof raw, cudaMemcpyHostToDevice);
  printf("raw %.1f, %s of 3\n", thrust::reduce(thrust::device, device, device + 4, 0.0f, thrust::plus<float>()),
         thrust::count(names.begin(), names.end(), 3) == 2 ? "two" : "not two");
  mix<<<1, 32>>>(thrust::raw_pointer_cast(numbers.data()), 10);
  printf("mixed");
  for (const int one : thrust::host_vector<int>(numbers)) printf(" %d", one);
  printf("\n");
  cudaFree(device);
}
