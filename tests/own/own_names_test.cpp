// What names of parameters say of their numbers.
#include <string>

#include "engine/check/settled_run.h"
#include "tests/own/own_arguments_fixture.h"

namespace lanescope {
namespace {

TEST_F(OwnArgumentsTest, ASideOfATileIsThatOfTheBlock) {
  const auto run = run_settled(R"(
__global__ void multiply(const float* a, const float* b, float* c, int width, int tile_width) {
  extern __shared__ float tiles[];
  float *s = tiles, *t = tiles + tile_width * tile_width;
  int x = blockIdx.x * tile_width + threadIdx.x, y = blockIdx.y * tile_width + threadIdx.y;
  float sum = 0;
  for (int p = 0; p < width / tile_width; ++p) {
    s[threadIdx.y * tile_width + threadIdx.x] = a[y * width + p * tile_width + threadIdx.x];
    t[threadIdx.y * tile_width + threadIdx.x] = b[(p * tile_width + threadIdx.y) * width + x];
    __syncthreads();
    for (int i = 0; i < tile_width; ++i) sum += s[threadIdx.y * tile_width + i] * t[i * tile_width + threadIdx.x];
    __syncthreads();
  }
  c[y * width + x] = sum;
}
)");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.request.own.arguments.back(), "8") << "of a block of 64 threads";
}

TEST_F(OwnArgumentsTest, BinsAreAsManyAsBytesHaveValues) {
  const auto run = run_settled(R"(
__global__ void count(const unsigned char* in, int* bins, int n, int num_bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i] % num_bins], 1);
}
)");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.request.own.arguments.back(), "256");
}

TEST_F(OwnArgumentsTest, AHalfIsHalfOfTheElements) {
  const auto run = run_settled(R"(
__global__ void butterflies(float* data, int half_size, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 2) return;
  int at = i / half_size * half_size * 2 + i % half_size;
  float a = data[at], b = data[at + half_size];
  data[at] = a + b;
  data[at + half_size] = a - b;
}
)");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.request.own.arguments, (std::vector<std::string>{"inout", "2048", "n"}));
}

TEST_F(OwnArgumentsTest, ALetterBehindAFilterIsItsReach) {
  const auto run = run_settled(R"(
__global__ void convolve(const float* image, int m, const float* filter, int k, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < k && i + j < m; ++j) sum += filter[j] * image[i + j];
  if (i < m) out[i] = sum;
}
)");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.request.own.arguments[3], "3");
}

TEST_F(OwnArgumentsTest, StridesMayBeOne) {
  const auto run = run_settled(R"(
__global__ void reorder(const float* in, float* out, int n, int w, int h, int channels, int stride) {
  int i = (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int parts = channels / (stride * stride);
  out[i] = in[(i / w) % h + channels % parts];
}
)");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.request.own.arguments.back(), "1");
}

TEST_F(OwnArgumentsTest, StrideAndPaddingOfAFilterAreOne) {
  const auto run = run_settled(R"(
__global__ void pool(const float* in, float* out, int in_w, int in_h, int stride, int window, int out_w, int out_h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int i = 0; i < window; ++i)
    for (int j = 0; j < window; ++j) sum += in[(y * stride + i) * in_w + x * stride + j];
  if (x < out_w && y < out_h) out[y * out_w + x] = sum;
}
)");
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
  EXPECT_EQ(words_of(run), "in,out,32,32,1,3,32,32");
}

TEST_F(OwnArgumentsTest, WhatBeginsSomewhereBeginsAtZero) {
  const auto filled = run_settled(R"(
__global__ void fill(float* a, int start_index, int end_index, float value) {
  int i = start_index + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < end_index) a[i] = value;
}
)");
  EXPECT_EQ(words_of(filled), "out,0,n,1");
  const auto counted = run_settled(R"(
__global__ void count(const float* in, int* bins, float low_min, float low_max, int number_of_bins, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) atomicAdd(&bins[int((in[i] - low_min) / (low_max - low_min) * number_of_bins)], 1);
}
)");
  EXPECT_TRUE(counted.findings.empty()) << counted.findings.front().sentence.text();
  EXPECT_EQ(words_of(counted), "in,out,0,1,256,n");
}

TEST_F(OwnArgumentsTest, RowsOfAPitchDoNotOverlap) {
  const auto run = run_settled(R"(
__global__ void fill(cudaPitchedPtr image, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) ((float*)((char*)image.ptr + y * image.pitch))[x] = x + y;
}
)");
  EXPECT_TRUE(run.findings.empty());
}

TEST_F(OwnArgumentsTest, WhatReadsTheElementBeforeItsPlaceBeginsAtOne) {
  const auto run = run_settled(R"(
__global__ void row(const int* before, int* now, const int* weights, int i, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) now[j] = before[j] + weights[i - 1];
}
)");
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
  EXPECT_EQ(words_of(run), "in,out,in2,1,n");
}

TEST_F(OwnArgumentsTest, NumberOfTilesIsNoMistakeOfTheKernel) {
  const auto run = run_settled(R"(
__global__ void sums(int n, const float* in, float* out, int tiles) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    tile[threadIdx.x] = in[k * blockDim.x + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) sum += tile[i] * i;
    __syncthreads();
  }
  if (blockIdx.x * blockDim.x + threadIdx.x < n) out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
)");
  EXPECT_TRUE(run.findings.empty());
}

TEST_F(OwnArgumentsTest, WhatChoosesAmongAFewIsTheFirstThatWrites) {
  const char* text = R"(
__global__ void pool(const float* in, float* out, int n, int pool_type) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (pool_type == 1) out[i] = in[i];
  if (pool_type == 2) out[i] = in[i + 1];
}
)";
  EXPECT_EQ(words_of(run_settled(text)), "in,out,n,1");
}

TEST_F(OwnArgumentsTest, AKernelMayBeCalledAsWhatTheLibraryHas) {
  const auto run = run_settled(R"(
#include <tuple>
using namespace std;
__global__ void get(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
)");
  EXPECT_EQ(words_of(run), "in,out,n");
  EXPECT_TRUE(run.findings.empty());
}

}  // namespace
}  // namespace lanescope
