// Thrust's iterators over other iterators, placeholders, functions that follow pointers, and the rarer algorithms.
// expect: triples 11 22 33 44
// expect: norm 30.0
// expect: saxpy 12 14 16 18
// expect: nearest 3 of 3.5
// expect: by pointer 0 1 4 9
// expect: reversed 4 3 2 1, picked 4 1
// expect: sorted pairs 1:a 2:c 3:b
// expect: kept 2 pairs
// expect: union 1 2 3 4 5 7, common 3 5
// expect: places 0 2 4
// expect: starts 0 1 0 0 1
// expect: sums by key 1 3 3 7 12
// expect: bounds 2 2, parted 2
// expect: squares 91
// expect: host 1 9
// expect: in a kernel 6 2 8 24 8 16
// expect: by a function that is not const 10 21 30 41
#include <cstdio>
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/universal_vector.h>

struct Sum {
  template <class Tuple>
  __host__ __device__ void operator()(Tuple t) {
    thrust::get<2>(t) = thrust::get<0>(t) + thrust::get<1>(t);
  }
};
struct Square {
  __host__ __device__ float operator()(float x) const { return x * x; }
};
struct Closer {
  float to;
  __host__ __device__ bool operator()(const thrust::tuple<float, int>& a, const thrust::tuple<float, int>& b) const {
    return fabsf(thrust::get<0>(a) - to) < fabsf(thrust::get<0>(b) - to);
  }
};
struct FirstIsEven {
  __host__ __device__ bool operator()(const thrust::tuple<int, char>& t) const { return thrust::get<0>(t) % 2 == 0; }
};

/// Each thread sorts its three, and adds them up.
__global__ void sort_threes(int* numbers) {
  int* mine = numbers + 3 * threadIdx.x;
  thrust::stable_sort(thrust::seq, mine, mine + 3);
  mine[0] = thrust::reduce(thrust::seq, mine, mine + 3, 0);
  mine[2] = thrust::max(mine[1], mine[2]) * 2 - mine[2] + thrust::min(0, mine[1]) + (threadIdx.x == 0 ? 5 : 7);
}

struct Period {
  int period;
  __host__ __device__ int operator()(int i) { return i % period; }
};
struct TenAnd {
  __host__ __device__ int operator()(int x, int more) { return 10 * x + more; }
};

int main() {
  using namespace thrust::placeholders;
  thrust::device_vector<int> a = {1, 2, 3, 4}, b = {10, 20, 30, 40}, c(4);
  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin())),
                   thrust::make_zip_iterator(thrust::make_tuple(a.end(), b.end(), c.end())), Sum());
  printf("triples %d %d %d %d\n", int(c[0]), int(c[1]), int(c[2]), int(c[3]));

  thrust::device_vector<float> x = {1, 2, 3, 4};
  const auto squares = thrust::make_transform_iterator(x.begin(), Square());
  printf("norm %.1f\n", thrust::reduce(squares, squares + 4));
  thrust::transform(a.begin(), a.end(), b.begin(), c.begin(), 2 * _1 + 10);
  thrust::transform(c.begin(), c.end(), a.begin(), c.begin(), _1 + _2 - a[0] + 1 - _2);
  printf("saxpy %d %d %d %d\n", int(c[0]), int(c[1]), int(c[2]), int(c[3]));
  const auto numbered = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), thrust::counting_iterator<int>(0)));
  const auto best = thrust::min_element(numbered, numbered + 4, Closer{3.4f});
  printf("nearest %d of 3.5\n", int(thrust::get<0>(*best)));

  int* raw = thrust::raw_pointer_cast(c.data());
  thrust::for_each(thrust::device, thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(4),
                   [=] __device__(int i) { raw[i] = i * i; });
  printf("by pointer %d %d %d %d\n", int(c[0]), int(c[1]), int(c[2]), int(c[3]));

  thrust::device_vector<int> places = {3, 0}, picked(2);
  thrust::copy(thrust::make_permutation_iterator(a.begin(), places.begin()),
               thrust::make_permutation_iterator(a.begin(), places.end()), picked.begin());
  printf("reversed");
  thrust::host_vector<int> backwards(a.rbegin(), a.rend());
  for (int one : backwards) printf(" %d", one);
  printf(", picked %d %d\n", int(picked[0]), int(picked[1]));

  thrust::device_vector<int> keys = {1, 3, 2};
  thrust::device_vector<char> names = {'a', 'b', 'c'};
  auto pairs = thrust::make_zip_iterator(thrust::make_tuple(keys.begin(), names.begin()));
  thrust::sort(pairs, pairs + 3);
  printf("sorted pairs %d:%c %d:%c %d:%c\n", int(keys[0]), char(names[0]), int(keys[1]), char(names[1]), int(keys[2]), char(names[2]));
  printf("kept %d pairs\n", int(thrust::remove_if(pairs, pairs + 3, FirstIsEven()) - pairs));

  thrust::device_vector<int> left = {1, 3, 5, 7}, right = {2, 3, 4, 5}, both(8);
  auto end = thrust::set_union(left.begin(), left.end(), right.begin(), right.end(), both.begin());
  printf("union");
  for (auto it = both.begin(); it != end; ++it) printf(" %d", int(*it));
  end = thrust::set_intersection(left.begin(), left.end(), right.begin(), right.end(), both.begin());
  printf(", common");
  for (auto it = both.begin(); it != end; ++it) printf(" %d", int(*it));
  thrust::device_vector<int> wanted = {0, 4, 8}, found(3);
  thrust::lower_bound(left.begin(), left.end(), wanted.begin(), wanted.end(), found.begin());
  printf("\nplaces %d %d %d\n", int(found[0]), int(found[1]), int(found[2]));

  thrust::device_vector<int> groups = {7, 7, 8, 8, 8}, ones = {0, 1, 0, 0, 1}, values = {1, 2, 3, 4, 5}, sums(5);
  printf("starts");
  for (int one : thrust::host_vector<int>(ones)) printf(" %d", one);
  thrust::inclusive_scan_by_key(groups.begin(), groups.end(), values.begin(), sums.begin());
  printf("\nsums by key");
  for (int one : thrust::host_vector<int>(sums)) printf(" %d", one);
  const auto bounds = thrust::equal_range(groups.begin(), groups.end(), 8);
  const auto parted = thrust::partition(values.begin(), values.end(), _1 % 2 == 0);
  printf("\nbounds %d %d, parted %d\n", int(bounds.first - groups.begin()), int(groups.end() - bounds.second) + 2,
         int(parted - values.begin()));
  printf("squares %d\n", thrust::transform_reduce(thrust::make_counting_iterator(1), thrust::make_counting_iterator(7), _1 * _1, 0,
                                                  thrust::plus<int>()));
  thrust::universal_vector<int> shared(3, 9);
  shared[0] = 1;
  printf("host %d %d\n", shared[0], thrust::reduce(shared.begin() + 2, shared.end()));
  thrust::device_vector<int> threes = {3, 1, 2, 9, 8, 7};
  sort_threes<<<1, 2>>>(thrust::raw_pointer_cast(threes.data()));
  printf("in a kernel");
  for (int one : thrust::host_vector<int>(threes)) printf(" %d", one);
  printf("\n");
  auto shifted = thrust::make_transform_iterator(thrust::make_counting_iterator(0), Period{2});
  thrust::transform(a.begin(), a.end(), shifted, c.begin(), TenAnd());
  printf("by a function that is not const %d %d %d %d\n", int(c[0]), int(c[1]), int(c[2]), int(c[3]));
  thrust::reduce_by_key(groups.begin(), groups.end(), values.begin(), thrust::make_discard_iterator(), sums.begin());
}
