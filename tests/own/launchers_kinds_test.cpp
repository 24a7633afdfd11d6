// Functions of the host that launch kernels: templates, those that take containers, and those beside others that do
// not compile.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/check/odd_size.h"
#include "engine/request/catalogue.h"
#include "tests/own/launchers_fixture.h"

namespace lanescope {
namespace {

TEST_F(LaunchersTest, VectorsAndStringsAreArrays) {
  const auto run = run_text(
      "#include <string>\n#include <vector>\n" + std::string(kAdd) +
          "std::vector<float> sum(const std::vector<float>& x, std::vector<float> y, std::vector<float>& z,\n"
          "                       const std::string& words) {\n"
          "  const int n = x.size(), bytes = n * sizeof(float);\n  float *a, *b, *c;\n"
          "  cudaMalloc(&a, bytes); cudaMalloc(&b, bytes); cudaMalloc(&c, bytes);\n"
          "  cudaMemcpy(a, x.data(), bytes, cudaMemcpyHostToDevice);\n"
          "  cudaMemcpy(b, y.data(), bytes, cudaMemcpyHostToDevice);\n"
          "  add<<<(n + 255) / 256, 256>>>(a, b, c, n);\n"
          "  cudaMemcpy(z.data(), c, bytes, cudaMemcpyDeviceToHost);\n"
          "  printf(\"%d %d %d\\n\", n, int(z[7] == x[7] + y[7]), int(z.size()));\n  y.resize(1);\n  return "
          "z;\n}\n",
      "sum");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.printed, (std::vector<std::string>{"4096 1 4096"}));
  EXPECT_EQ(run.request.own.arguments[0], "in");
  EXPECT_EQ(run.request.own.arguments[1], "in2");
  EXPECT_EQ(run.request.own.arguments[2], "inout3") << "nobody sees what the host does to it";
}

TEST_F(LaunchersTest, AContainerHasAsManyAsTheSizesSpan) {
  const std::string text =
      "#include <vector>\n__global__ void k(float* p, int h, int w) {\n"
      "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
      "  if (x < w && y < h) p[y * w + x] = x;\n}\n"
      "void f(std::vector<float>& v, int height, int width) {\n  float* p;\n  cudaMalloc(&p, v.size() * 4);\n"
      "  k<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(p, height, width);\n"
      "  cudaMemcpy(v.data(), p, v.size() * 4, cudaMemcpyDeviceToHost);\n  cudaFree(p);\n}\n";
  const auto run = run_text(text, "f", 65536);
  EXPECT_EQ(run.request.own.arguments, (std::vector<std::string>{"inout", "128", "128"}));
  EXPECT_TRUE(run.findings.empty());
  EXPECT_TRUE(run.notice.empty()) << run.notice.text();
  EXPECT_TRUE(remark_of_odd_size(run, progress_).empty()) << remark_of_odd_size(run, progress_).text();
}

TEST_F(LaunchersTest, ItMayReturnWhatItIsFor) {
  const auto run = run_text(
      "__global__ void k(const int* p, int* sum, int n) {\n  if (threadIdx.x < n) atomicAdd(sum, "
      "p[threadIdx.x]);\n}\n"
      "extern \"C\" __declspec(dllexport) int total(const int* p, int n) {\n  int *sum, out;\n  "
      "cudaMallocManaged(&sum, 4);\n"
      "  *sum = 0;\n  k<<<1, 64>>>(p, sum, n);\n  cudaDeviceSynchronize();\n  out = *sum;\n  return out;\n}\n",
      "total");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_TRUE(run.notice.empty()) << run.notice.text();
}

TEST_F(LaunchersTest, OfATemplateTheFileSaysTheArguments) {
  const std::string text =
      "template <class T> __global__ void k(T* p, int n) { if (threadIdx.x < n) p[threadIdx.x] = n; }\n"
      "template <class T, class U> void *launch(T* p, const U* by, int n) { k<<<1, 32>>>(p, n); return nullptr; "
      "}\n";
  const auto called = [&](const std::string& more, const std::string& name = "launch") {
    const auto run = run_text(text + more, name);
    EXPECT_EQ(run.launch_count, 1u);
    return kernel_info(run.request.kernel).own->name;
  };
  EXPECT_EQ(called("template void* launch<double, int>(double*, const int*, int);\n"), "launch<double, int>");
  EXPECT_EQ(called("template void* launch(unsigned int* p, const short* by, int n);\n"),
            "launch<unsigned int, short>");
  EXPECT_EQ(called(""), "launch<float, float>");
  EXPECT_EQ(called("", "launch<int, char>"), "launch<int, char>");
}

TEST_F(LaunchersTest, FunctionsThatItDoesNotCallNeedNotCompile) {
  const auto run = run_text("#include <cusolverDn.h>\n" + std::string(kAdd) +
                                "void solved(float* a) { cusolverDnHandle_t handle; cusolverDnCreate(&handle); }\n"
                                "int blocks_of(int n) { return (n + 255) / 256; }\n"
                                "void sum(const float* a, const float* b, float* c, int n) {\n"
                                "  add<<<blocks_of(n), 256>>>(a, b, c, n);\n}\n",
                            "sum");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.launch_count, 1u);
}

TEST_F(LaunchersTest, ACrashThatSpoilsTheStackIsTold) {
  const auto run =
      run_text("#include <cstring>\n" + std::string(kAdd) +
                   "void spoil(float* c, int n) {\n  add<<<1, 32>>>(c, c, c, n);\n  cudaDeviceSynchronize();\n"
                   "  char here[4];\n  volatile int bytes = 1 << 24;\n  memset(here, 1, bytes);\n}\n",
               "spoil");
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_NE(run.findings[0].sentence.text().find("The host's code crashes"), std::string::npos)
      << run.findings[0].sentence.text();
}

TEST_F(LaunchersTest, NamesOfBlasAreCalledAsThere) {
  const auto run = run_text(
      "__global__ void k(int n, float a, const float* x, float* y) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) y[i] = a * x[i];\n}\n"
      "void product(char transa, int n, float alpha, const float* x, float beta, float* y) {\n"
      "  if (transa != 'N' && transa != 'n') return;\n  if (beta != 0) return;\n"
      "  k<<<(n + 255) / 256, 256>>>(n, alpha, x, y);\n}\n",
      "product");
  EXPECT_EQ(run.request.own.arguments, (std::vector<std::string>{"78", "n", "1", "in", "0", "out"}));
  EXPECT_EQ(run.launch_count, 1u);
}

TEST_F(LaunchersTest, SharedMemoryThatItGivesItselfMayBeTooLittle) {
  RunRequest request = request_of(
      "__global__ void k(const int* in, int* out) {\n  extern __shared__ int s[];\n"
      "  s[threadIdx.x] = in[threadIdx.x];\n  __syncthreads();\n  out[threadIdx.x] = s[255 - threadIdx.x];\n}\n"
      "void solve(const int* in, int* out, int n) { k<<<n / 4096, 256, 256>>>(in, out); }\n",
      "solve", 1 << 16);
  request.own.takes_fewer = true;
  const auto run = run_settled(request, progress_);
  EXPECT_EQ(run.request.n, 65536u) << "of fewer elements there is no launch";
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].sentence.text(), "Thread 64 of block 0 writes element 64 of s, which has 64 (line 3).");
}

TEST_F(LaunchersTest, WhatNobodyDefinesIsNamed) {
  const auto request = request_of(
      "extern int N;\nextern float *host, *other;\n__global__ void k(float* p, int n) { if (threadIdx.x < n) "
      "p[threadIdx.x] = 1; }\n"
      "void solve() {\n  float* p;\n  cudaMalloc(&p, N * 4);\n  k<<<1, 256>>>(p, N);\n"
      "  cudaMemcpy(host, p, N * 4, cudaMemcpyDeviceToHost);\n}\n",
      "solve");
  EXPECT_EQ(kernel_info(request.kernel).own->missing_definitions, (std::vector<std::string>{"N", "host"}));
}

TEST_F(LaunchersTest, AResetTakesItsArraysFromTheDeviceAlone) {
  const std::string text =
      "__global__ void k(const float* in, float* out, int n) { if (threadIdx.x < n) out[threadIdx.x] = "
      "in[threadIdx.x]; }\n"
      "void copied(const float* in, float* out, int n) {\n  cudaDeviceReset();\n  float *a, *b;\n"
      "  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4);\n  cudaMemcpy(a, in, n * 4, cudaMemcpyHostToDevice);\n"
      "  k<<<1, 256>>>(a, b, n);\n  cudaMemcpy(out, b, 1024, cudaMemcpyDeviceToHost);\n}\n"
      "void direct(const float* in, float* out, int n) {\n  cudaDeviceReset();\n  k<<<1, 256>>>(in, out, n);\n}\n";
  EXPECT_TRUE(run_text(text, "copied").findings.empty());
  const auto run = run_text(text, "direct");
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].sentence.text(),
            "Thread 0 of block 0 reads or writes element 0 of in, which was freed in line 11 (line 1).");
}

}  // namespace
}  // namespace lanescope
