// expect: PASSED
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>
using Kernel = void (*)(const int*, int*, int);
struct NamedKernel {
  const char* name;
  Kernel kernel;
};
template <int kFactor>
__global__ void scale(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = kFactor * in[i];
}
int main() {
  constexpr int n = 100;
  int *in, *out, host[n], sum = 0;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  for (int i = 0; i < n; ++i) host[i] = 1;
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  const auto add = [&] {
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (const int one : host) sum += one;
  };
  void (*plain[])(const int*, int*, int) = {scale<1>, scale<2>};
  for (int i = 0; i < 2; ++i) plain[i]<<<2, 64>>>(in, out, n), add();
  const std::array<Kernel, 2> array = {scale<3>, &scale<4>};
  for (std::size_t i = 0; i < array.size(); ++i) array[i]<<<2, 64>>>(in, out, n), add();
  const std::vector<Kernel> vector(array.begin(), array.end());
  for (int i = 0; i < 2; ++i) vector[i]<<<2, 64>>>(in, out, n), add();
  const std::vector<std::pair<std::string, Kernel>> pairs = {{"five", scale<5>}, {"six", scale<6>}};
  for (const auto& [name, kernel] : pairs) kernel<<<2, 64>>>(in, out, n), add();
  for (const auto& pair : pairs) pair.second<<<2, 64>>>(in, out, n), add();
  const NamedKernel entries[] = {{"seven", scale<7>}, {"eight", scale<8>}};
  for (const NamedKernel* entry = entries; entry != entries + 2; ++entry) entry->kernel<<<2, 64>>>(in, out, n), add();
  std::map<std::string, Kernel> map = {{"nine", scale<9>}};
  map["nine"]<<<2, 64>>>(in, out, n), add();
  map.at("nine")<<<2, 64>>>(in, out, n), add();
  printf("%s\n", sum == n * (1 + 2 + 3 + 4 + 3 + 4 + 5 + 6 + 5 + 6 + 7 + 8 + 9 + 9) ? "PASSED" : "FAILED");
}
