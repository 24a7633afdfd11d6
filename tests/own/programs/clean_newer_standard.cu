// expect: PASSED
// Compiled as C++20, since it has words of that.
#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdio>
#include <numbers>
#include <ranges>
#include <span>
#include <vector>
template <typename T>
concept Number = std::integral<T> || std::floating_point<T>;
template <Number T>
__global__ void scale(T* numbers, T factor, int n) {
  if (const int i = blockIdx.x * blockDim.x + threadIdx.x; i < n) numbers[i] *= factor;
}
__global__ void fill(auto* numbers, auto value, int n) {
  if (threadIdx.x < n) numbers[threadIdx.x] = value;
}
template <std::invocable<int> F>
__global__ void apply(F function, int* results) {
  results[threadIdx.x] = function(threadIdx.x);
}
struct Settings {
  int n = 10;
  float factor = 2;
  auto operator<=>(const Settings&) const = default;
};
consteval int square(int x) { return x * x; }
int main() {
  const Settings settings{.n = 16, .factor = 3};
  std::vector<float> host(settings.n);
  const std::span<float> view(host);
  float* numbers;
  int* results;
  cudaMalloc(&numbers, view.size_bytes());
  cudaMallocManaged(&results, 32 * sizeof(int));
  fill<<<1, 32>>>(numbers, 1.0f, settings.n);
  scale<<<1, 32>>>(numbers, settings.factor, settings.n);
  cudaMemcpy(host.data(), numbers, view.size_bytes(), cudaMemcpyDeviceToHost);
  const int offset = square(3);
  apply<<<1, 32>>>([=] __device__(int i) { return i + offset; }, results);
  cudaDeviceSynchronize();
  int sum = 0;
  for (const int i : std::views::iota(0, 4) | std::views::transform([](int i) { return i * i; })) sum += i;
  const bool good = std::ranges::all_of(host, [](float one) { return one == 3; }) && results[5] == 14 && sum == 14 &&
                    std::bit_width(17u) == 5 && std::numbers::pi > 3 && settings == Settings{16, 3};
  printf("%s\n", good ? "PASSED" : "FAILED");
}
