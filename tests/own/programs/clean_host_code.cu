// expect: 45 caught 7 three -1 10 6 1 2 3 42
// What the host's code may have in it: exceptions, a switch by a table, statics, a virtual call, a callback, a thread, an atomic.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>
__host__ __device__ int twice(int a) { return 2 * a; }
__global__ void put(int* a) { a[threadIdx.x] = twice(21); }
struct Base {
  virtual ~Base() = default;
  virtual int value() const = 0;
};
struct Ten : Base {
  int value() const override { return 10; }
};
const char* name_of(int a) {
  switch (a) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    case 3: return "three";
    case 4: return "four";
    case 5: return "five";
    default: return "many";
  }
}
int next() {
  static int count = 4;
  return ++count;
}
int risky(int a) {
  if (a > 5) throw std::runtime_error("caught");
  return a;
}
int by_value(const void* a, const void* b) { return *static_cast<const int*>(a) - *static_cast<const int*>(b); }
int main() {
  std::vector<int> values(10);
  for (int i = 0; i < 10; ++i) values[i] = 9 - i;
  std::sort(values.begin(), values.end(), [](int a, int b) { return a < b; });
  int sum = 0;
  for (int value : values) sum += value;
  std::printf("%d ", sum);
  try {
    risky(values[9]);
  } catch (const std::exception& error) {
    std::printf("%s ", error.what());
  }
  next(), next();
  std::printf("%d %s ", next(), name_of(values[3]));
  std::function<int(int)> negative = [](int a) { return -a; };
  const Base* base = new Ten;
  std::printf("%d %d ", negative(1), base->value());
  delete base;
  std::atomic<int> total{0};
  std::thread other([&] { total += 6; });
  other.join();
  int order[] = {3, 1, 2};
  std::qsort(order, 3, sizeof(int), by_value);
  std::printf("%d %d %d %d ", total.load(), order[0], order[1], order[2]);
  int *a, h;
  cudaMalloc(&a, sizeof h);
  put<<<1, 1>>>(a);
  cudaMemcpy(&h, a, sizeof h, cudaMemcpyDeviceToHost);
  std::printf("%d\n", h);
}
