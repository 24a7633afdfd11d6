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

}  // namespace
}  // namespace lanescope
