// What a kernel without a main() is called with: what the names and types of its parameters say, and what it does
// to its arrays.
#include <algorithm>
#include <string>

#include "engine/base/error.h"
#include "engine/check/settled_run.h"
#include "tests/own/own_arguments_fixture.h"

namespace lanescope {
namespace {

TEST_F(OwnArgumentsTest, PlacesBeginAndRoundsAreFew) {
  const auto run = run_settled(
      "__global__ void f(const float* in, float* out, int n, int index, int iterations) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  for (int k = 0; k < iterations; ++k) if (i < n) out[i] = in[index] + k;\n}\n");
  EXPECT_EQ(words_of(run), "in,out,n,0,3");
}

TEST_F(OwnArgumentsTest, WhatIsBoundedByUpdatesDoesNotBeginWithZeros) {
  const auto run = run_settled(
      "__global__ void relax(const int* weight, int* distance, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i > 0 && i < n) atomicMin(&distance[i], distance[i - 1] + weight[i]);\n}\n");
  EXPECT_EQ(words_of(run), "in,inout2,n");
}

TEST_F(OwnArgumentsTest, SomeWholeNumbersAreZeroAndArraysDiffer) {
  const auto run = run_settled(
      "__global__ void f(const int* a, const int* b, int* out, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n && a[i] == 0) printf(\"zero\\n\");\n"
      "  if (i < n && a[i] != b[i]) printf(\"differs\\n\");\n"
      "  if (i < n) out[i] = 1;\n}\n",
      1 << 10);
  const auto count = [&](const std::string& word) {
    return std::count_if(run.printed.begin(), run.printed.end(),
                         [&](const std::string& line) { return line.find(word) != std::string::npos; });
  };
  EXPECT_GT(count("zero"), 128);
  EXPECT_LT(count("zero"), 512);
  EXPECT_GT(count("differs"), 512);
}

TEST_F(OwnArgumentsTest, OfSizesThatAllWriteNothingThoseStayInItsArrays) {
  const auto run = run_settled(
      "__global__ void wave(int* cells, int maps, int height, int width) {\n"
      "  for (int i = threadIdx.x; i < maps * height * width; i += blockDim.x)\n"
      "    if (cells[i] == -1) cells[i] = 1;\n}\n",
      1 << 16);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_NE(run.notice.text().find("It wrote to none of its arrays"), std::string::npos);
  EXPECT_EQ(words_of(run), "inout,25,25,25");
}

TEST_F(OwnArgumentsTest, OffsetsAreNone) {
  EXPECT_EQ(words_of(run_settled("__global__ void f(const float* in, float* out, int n, int in_offset) {\n"
                                 "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                 "  if (i < n) out[i] = in[in_offset + i];\n}\n")),
            "in,out,n,0");
}

TEST_F(OwnArgumentsTest, BytesHaveWholeNumbersToo) {
  RunRequest request = request_of(
      "__global__ void f(const unsigned char* in, int* out, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) { out[i] = in[i]; if (in[i] != 1) printf(\"other\\n\"); }\n}\n",
      256);
  EXPECT_GT(lanescope::run_settled(request, progress_).printed.size(), 200u);
  request.input.kind = InputKind::ones;
  EXPECT_TRUE(lanescope::run_settled(request, progress_).printed.empty());
}

TEST_F(OwnArgumentsTest, ArraysOfPointersAreRefused) {
  try {
    run_settled("__global__ void f(float** rows, int n) { rows[0][threadIdx.x] = n; }\n");
    FAIL() << "it was called";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("f() takes rows, which is neither a number nor an array of them"),
              std::string::npos)
        << error.what();
  }
}

TEST_F(OwnArgumentsTest, KAloneIsAStepAndBesideMAnExtent) {
  const auto step = run_settled(
      "__global__ void step(float* d, int n, int k) {\n"
      "  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i >= n || j >= n || i == k || j == k) return;\n"
      "  d[i * n + j] = fminf(d[i * n + j], d[i * n + k] + d[k * n + j]);\n}\n",
      1 << 16);
  EXPECT_TRUE(step.findings.empty());
  EXPECT_EQ(words_of(step), "inout,128,3");
  const auto product = run_settled(
      "__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {\n"
      "  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i >= m || j >= n) return;\n  float sum = 0;\n"
      "  for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];\n  c[i * n + j] = sum;\n}\n",
      1 << 16);
  EXPECT_EQ(words_of(product), "in,in2,out,128,128,128");
}

TEST_F(OwnArgumentsTest, TheWidthOfAVectorIsAnExtentToo) {
  EXPECT_EQ(words_of(run_settled("__global__ void f(const float* q, float* o, int M, int N, int d) {\n"
                                 "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                 "  if (i < M * d) o[i] = q[i] * N;\n}\n",
                                 1 << 16)),
            "in,out,128,128,128");
}

}  // namespace
}  // namespace lanescope
