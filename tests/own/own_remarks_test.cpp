// What is said beside the findings of a kernel of which nobody says what it computes, nor what it is called with.
#include <string>
#include <vector>

#include "engine/check/guessed_workload.h"
#include "engine/check/odd_size.h"
#include "engine/check/remark.h"
#include "tests/own/own_arguments_fixture.h"

namespace lanescope {
namespace {

TEST_F(OwnArgumentsTest, WhatFollowsFromNumbersOfTheInputIsTold) {
  const auto moves = [&](const std::string& line) {
    const RunRequest request = request_of(
        "__global__ void f(const int* at, float* out, int n) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) " +
            line + "\n}\n",
        4096);
    return finding_that_moves(request, progress_).has_value();
  };
  EXPECT_TRUE(moves("out[at[i]] = i;")) << "a race where two are the same";
  EXPECT_TRUE(moves("out[at[i] * 4096] = i;"));
  EXPECT_FALSE(moves("out[i / 40] = i;")) << "a race with any numbers";
  EXPECT_FALSE(moves("out[i + 1] = at[i];"));
  EXPECT_FALSE(moves("out[i] = at[i];"));
}

TEST_F(OwnArgumentsTest, AnIndexOfASharedArrayMayFollowFromGuessedNumbers) {
  const auto follows = [&](const std::string& place) {
    const auto run = run_settled(
        "__global__ void f(const int* in, int* out, int n, int least) {\n  __shared__ int bins[128];\n"
        "  bins[" +
            place + "] = in[threadIdx.x];\n  __syncthreads();\n  out[threadIdx.x] = bins[threadIdx.x];\n}\n",
        512);
    EXPECT_EQ(run.findings.size(), 1u) << place;
    return shared_index_follows_numbers(run.request, progress_);
  };
  EXPECT_TRUE(follows("threadIdx.x + least"));
  EXPECT_FALSE(follows("threadIdx.x + 100"));
}

TEST_F(OwnArgumentsTest, ASizeThatTheBlockDoesNotDivideIsTriedBesides) {
  const auto remark_of = [&](const std::string& text) {
    RunRequest request = request_of(text, 1 << 16);
    request.own.takes_fewer = true;
    const auto run = lanescope::run_settled(request, progress_);
    EXPECT_TRUE(run.findings.empty()) << text;
    return remark_of_odd_size(run, progress_).text();
  };
  const std::string index = "int i = blockIdx.x * blockDim.x + threadIdx.x;\n";
  const std::string unchecked =
      remark_of("__global__ void f(const float* in, float* out, int n) {\n" + index + "out[i] = in[i] * n;\n}\n");
  EXPECT_TRUE(unchecked.starts_with("Of sizes that its block does not divide (--n 3844 ")) << unchecked;
  EXPECT_NE(unchecked.find("(line 3)"), std::string::npos) << unchecked;
  EXPECT_EQ(remark_of("__global__ void f(const float* in, float* out, int n) {\n" + index +
                      "if (i < n) out[i] = in[i];\n}\n"),
            "");
  EXPECT_NE(
      remark_of("__global__ void f(const float* in, float* out, int n) {\n__shared__ float s[1024];\n" + index +
                "if (i < n) { s[threadIdx.x] = in[i]; __syncthreads(); out[i] = s[threadIdx.x]; }\n}\n")
          .find("not all threads come to a barrier (line 4)"),
      std::string::npos);
  EXPECT_NE(remark_of("__global__ void f(const float* in, float* out, int rows, int columns) {\n"
                      "int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                      "out[y * columns + x] = in[y * columns + x] + x;\n}\n")
                .find("two threads come to one element of out (line 3)"),
            std::string::npos);
}

TEST_F(OwnArgumentsTest, SharedElementsThatThreadsBeyondTheSizeLeaveOutAreRemarked) {
  const auto remark_of = [&](const std::string& beyond) {
    RunRequest request = request_of(
        "__global__ void f(const float* in, float* out, int n) {\n"
        "  __shared__ float s[256];\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  if (i < n) s[threadIdx.x] = in[i];\n  " +
            beyond +
            "\n  __syncthreads();\n"
            "  if (i < n) out[i] = s[blockDim.x - 1 - threadIdx.x];\n}\n",
        1 << 16);
    request.own.takes_fewer = true;
    return remark_of_odd_size(lanescope::run_settled(request, progress_), progress_).text();
  };
  EXPECT_NE(remark_of("").find("elements of s are read that nobody has written (line 7)"), std::string::npos)
      << remark_of("");
  EXPECT_EQ(remark_of("else s[threadIdx.x] = 0;"), "");
}

TEST_F(OwnArgumentsTest, ALaunchThatGivesNoSharedMemoryIsRemarked) {
  const auto remark_of = [&](const std::string& bytes) {
    return remark_on(run_settled("__global__ void f(float* a, int n) {\n  extern __shared__ float s[];\n"
                                 "  s[threadIdx.x] = a[threadIdx.x];\n  a[threadIdx.x] = s[threadIdx.x];\n}\n"
                                 "struct Sums { void all(float* a) { f<<<1, 32" +
                                 bytes + ">>>(a, 32); } };\n"),
                     progress_)
        .text();
  };
  EXPECT_EQ(remark_of("").substr(0, 71), "It has an array that is extern __shared__, and its launch in line 6 giv");
  EXPECT_EQ(remark_of(", 32 * sizeof(float)").find("extern"), std::string::npos);
}

TEST_F(OwnArgumentsTest, AHaloThatSmallArraysHaveNoRoomForIsNoMissingCheck) {
  RunRequest request = request_of(R"(
__global__ void f(const float* in, float* out, int dimx, int dimy, int dimz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= dimx || y >= dimy) return;
  for (int z = 0; z < dimz; ++z)
    out[(z * dimy + y) * dimx + x] = in[((z + 4) * (dimy + 8) + y + 4) * (dimx + 8) + x + 4] +
                                     in[((z + 8) * (dimy + 8) + y + 4) * (dimx + 8) + x + 4];
}
)",
                                  1 << 16);
  request.own.takes_fewer = true;
  const auto run = lanescope::run_settled(request, progress_);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(remark_of_odd_size(run, progress_).text(), "");
}

TEST_F(OwnArgumentsTest, AKernelAloneLeavesNothingOutOfSizesThatDiffer) {
  for (const char* sizes : {"int width, int height", "int n, int width, int height"}) {
    RunRequest request =
        request_of("__global__ void f(const float* in, float* out, " + std::string(sizes) +
                       ") {\n  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * "
                       "blockDim.y + threadIdx.y;\n"
                       "  if (x < width && y < height) out[y * width + x] = in[y * width + x];\n}\n",
                   1 << 16);
    request.own.takes_fewer = true;
    const auto run = lanescope::run_settled(request, progress_);
    EXPECT_TRUE(run.findings.empty());
    EXPECT_EQ(remark_of_odd_size(run, progress_).text(), "");
  }
}

TEST_F(OwnArgumentsTest, TilesOfTensorCoresHaveAWarpEach) {
  RunRequest request = request_of(R"(
#include <mma.h>
using namespace nvcuda;
__global__ void multiply(const half* a, const half* b, float* c, int m, int k, int n) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize * 16;
  int column = (blockIdx.y * blockDim.y + threadIdx.y) * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int i = 0; i < k; i += 16) {
    wmma::load_matrix_sync(left, a + row * k + i, k);
    wmma::load_matrix_sync(right, b + i * n + column, n);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}
)",
                                  4096);
  request.block_dim = RunRequest{}.block_dim;  // nobody says it
  const auto run = lanescope::run_settled(request, progress_);
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
  EXPECT_EQ(run.launch.block_dim, 32u);
  EXPECT_EQ(run.launch.grid_dim, 4u) << "of 32 x 32 elements";
}

TEST_F(OwnArgumentsTest, AVariableThatNothingSetsIsRemarked) {
  const auto remark_of = [&](const std::string& body) {
    const auto run = run_settled(
        "__global__ void f(const float* in, float* out, int n) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
        body + "}\n");
    EXPECT_TRUE(run.findings.empty()) << body;
    return remark_on(run, progress_).text();
  };
  EXPECT_EQ(
      remark_of("  float sum;\n  for (int k = 0; k < 4; ++k) sum += in[k];\n  if (i < n) out[i] = sum;\n"),
      "sum, which line 3 declares without a value, may be used before anything sets it: what a thread finds in it "
      "then is any value.");
  EXPECT_TRUE(remark_of("  float sum;\n  for (int k = i; k < n; k += 256) sum += in[k];\n  atomicAdd(out, sum);\n")
                  .starts_with("sum, which line 3 declares"))
      << "also where a function of a header uses it";
  EXPECT_TRUE(remark_of("  float four[4];\n  for (int k = 0; k < 3; ++k) four[k] = in[k];\n"
                        "  out[i] = four[3];\n")
                  .starts_with("four, which line 3 declares"));
  EXPECT_EQ(
      remark_of("  float kept;\n  if (i < n) kept = in[i];\n  __syncthreads();\n  if (i < n) out[i] = kept;\n"), "")
      << "it is used where it was set";
  EXPECT_EQ(remark_of("  int first;\n  if (threadIdx.x % 32 == 0) first = i;\n"
                      "  first = __shfl_sync(0xffffffffu, first, 0);\n  if (i < n) out[i] = first;\n"),
            "")
      << "a shuffle brings what one lane has set";
}

TEST_F(OwnArgumentsTest, WhatAnotherKernelLeavesUnsetIsNotRemarked) {
  const std::string text =
      "__global__ void one(float* out, int n) {\n  float left;\n  if (threadIdx.x < n) out[threadIdx.x] = "
      "left;\n}\n"
      "__global__ void two(float* out, int n) {\n  if (threadIdx.x < n) out[threadIdx.x] = 1;\n}\n";
  const auto names = [&](const std::string& kernel) {
    const auto run = run_settled(text, 64, kernel);
    std::vector<std::string> all;
    for (const UnsetVariable& one : kernel_info(run.request.kernel).own->unset_variables) all.push_back(one.name);
    return all;
  };
  EXPECT_EQ(names("one"), std::vector<std::string>{"left"});
  EXPECT_EQ(names("two"), std::vector<std::string>());
}

}  // namespace
}  // namespace lanescope
