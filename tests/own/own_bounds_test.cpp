// What is told of an index outside of an array: which array, of what size, and where that is a guess.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/request/own_launch.h"
#include "engine/session.h"
#include "engine/source/arguments.h"
#include "engine/source/line_accesses.h"
#include "engine/source/own_run.h"
#include "engine/source/shared_types.h"
#include "tests/own/own_arguments_fixture.h"

namespace lanescope {
namespace {

constexpr const char* kBoundsPrograms = LANESCOPE_SOURCE_DIR "/tests/own/programs/beside/";

/// Of a program of that folder: the first finding, or, if it is checked, the last.
std::string found_in(const std::string& name, std::vector<std::string> words, bool checks = false) {
  Progress progress;
  RunRequest request;
  request.kernel = load_own_program(kBoundsPrograms + name, progress).id;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::none;
  request.own.checks = checks;
  request.own.words = std::move(words);
  const lanescope::Run run = lanescope::run(request, progress);
  if (run.findings.empty()) return "";
  return (checks ? run.findings.back() : run.findings.front()).sentence.text();
}

TEST(OwnBounds, AnIndexFarOutsideIsToldWithTheArrayOfItsLineOrWithNone) {
  const auto found = [](const char* which) { return found_in("far_outside.cu", {which}); };
  EXPECT_EQ(found("1"), "Thread 0 of block 0 writes element 32968 of first, which has 64 (line 8).");
  EXPECT_EQ(found("2"), "Thread 0 of block 0 reads or writes at an address that belongs to no array (line 13).");
  EXPECT_EQ(found("3"), "Thread 0 of block 0 reads element 8192 of b, which has 64 (line 20).");
  EXPECT_EQ(found("4"),
            "Thread 0 of block 0 reads or writes at byte 32896 of the block's shared memory, which belongs "
            "to no array (line 27).");
  EXPECT_EQ(found("5"), "Thread 31 of block 0 writes element 32 of mine, which has 32 (line 31).");
}

TEST_F(OwnArgumentsTest, AWideAccessThatEndsOutsideIsToldByTheElementThatIsNotThere) {
  RunRequest request = request_of(R"(
__global__ void copy(const float* in, float* out, int n) {
  int i = 4 * threadIdx.x;
  if (i < n) *(float4*)&out[i] = *(const float4*)&in[i];
}
)",
                                  7);
  request.own.arguments = {"in:7", "out:8", "n"};
  const auto run = lanescope::run(request, progress_);
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].sentence.text(), "Thread 1 of block 0 reads element 7 of in, which has 7 (line 4).");
}

TEST(OwnBounds, APointerIsNotWhatItPointsToNorAPartTheWholeArray) {
  EXPECT_EQ(declared_pointers("__shared__ float *a, b[2]; __device__ int* const c = 0; __device__ int* f(int* p);\n"
                              "__shared__ int* d[4]; __managed__ T **e; __device__ int g; // __shared__ int* h;"),
            (std::set<std::string>{"a", "c", "d", "e"}));
  const auto found = [](const char* which) { return found_in("parts_of_array.cu", {which}); };
  EXPECT_EQ(found("1"), "Thread 0 of block 0 reads element 16 of allocation 1, which has 16 (line 5).");
  EXPECT_EQ(found("2"), "Thread 0 of block 0 writes element 100 of memory of malloc(), which has 100 (line 11).");
  EXPECT_EQ(found("3"), "Thread 0 of block 0 reads or writes at an address that belongs to no array (line 14).");
}

TEST(OwnBounds, ElementsAreAsWideAsTheirDeclarationSays) {
  EXPECT_EQ(
      shared_element_bytes("__shared__ float s[16][17]; extern __shared__ unsigned char bytes[];\n"
                           "__shared__ unsigned long long sums[4]; __shared__ __align__(16) short int half[2];\n"
                           "__shared__ T of_template[4]; __shared__ int twice[4]; // __shared__ int no[4];\n"
                           "__shared__ double twice[4]; __shared__ int one; __shared__ float* pointers[4];"),
      (std::map<std::string, unsigned>{{"bytes", 1}, {"half", 2}, {"s", 4}, {"sums", 8}}));
  const std::string words = found_in("byte_buffer.cu", {}, true);
  EXPECT_NE(words.find("access buffer[128],"), std::string::npos) << words;
  EXPECT_EQ(found_in("untyped_array.cu", {}),
            "Thread 32 of block 0 writes element 48 of allocation 1, which has 48 (line 6).");
}

TEST(OwnBounds, NamesOfExternSharedAreThoseOfTheKernel) {
  const std::string text =
      "__global__ void k(int* a) {\n  extern __shared__ int s[];\n  __shared__ int t[4];\n  extern volatile "
      "__shared__ int last;\n}\n__global__ void other() { __shared__ extern float sums[]; }\n"
      "__global__ void none() { }";
  using Names = std::vector<std::string>;
  EXPECT_EQ(dynamic_shared_names(text, "k"), (Names{"s", "last"}));
  EXPECT_EQ(dynamic_shared_names(text, "other"), Names{"sums"});
  EXPECT_EQ(dynamic_shared_names(text, "none"), Names{});
  EXPECT_EQ(dynamic_shared_names(text, ""), (Names{"s", "last", "sums"}));
}

TEST_F(OwnArgumentsTest, SharedMemoryOfTwoNamesHasBoth) {
  const auto run = run_settled(R"(
__global__ void last_of(const float* in, float* out, int n) {
  extern __shared__ float values[];
  extern __shared__ float last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  values[threadIdx.x] = i < n ? in[i] : 0;
  if (threadIdx.x == 63) last = values[63];
  __syncthreads();
  if (i < n) out[i] = last + values[threadIdx.x];
}
)");
  ASSERT_FALSE(run.findings.empty());
  EXPECT_EQ(run.findings[0].array_name, "values/last");
}

class OwnGuesses : public ::testing::Test {
 protected:
  /// What is found in a kernel of picture.cu, of which nobody says what it computes.
  std::string found(const std::string& kernel, std::uint64_t n, std::vector<std::string> arguments = {}) {
    Progress progress;
    RunRequest request;
    request.kernel = load_own_kernel(kBoundsPrograms + ("picture.cu:" + kernel), std::nullopt, progress).id;
    request.backend = BackendChoice::emulator;
    request.own.checks = true;
    request.n = n;
    request.block_dim = 32;
    request.own.arguments = std::move(arguments);
    words_ = argument_words(request);
    const lanescope::Run run = lanescope::run(request, progress);
    return run.findings.empty() ? "" : run.findings[0].sentence.text();
  }

  std::vector<std::string> words_;
};

/// It may be right.
TEST_F(OwnGuesses, AnIndexOutsideOfAnArrayOfNoKnownSizeSaysHowToSayIt) {
  EXPECT_EQ(
      found("grey_pixels", 64),
      "Thread 22 of block 0 comes to element 66 of image, which was given 64 (line 9). Nobody said how many it "
      "has: --arguments inout:ELEMENTS,n says it, with other numbers for n where the kernel needs them. If 64 "
      "is right, a check of the index is missing.");
  EXPECT_EQ(found("grey_pixels", 64, {"inout:96", "n"}),
            "Thread 0 of block 1 writes element 96 of image, which has 96 (line 9).");
  EXPECT_EQ(found("grey_pixels", 64, {"inout:192", "n"}), "");
}

TEST_F(OwnGuesses, WhatExtentsSpanIsInsideOfTheArrays) {
  using Words = std::vector<std::string>;
  for (const std::uint64_t n : {1, 4, 64, 1000, 65536}) {
    SCOPED_TRACE(n);
    if (n >= 4) {  // the three bytes of one pixel
      EXPECT_EQ(found("grey", n), "");
    }
    EXPECT_EQ(found("product", n), "");
    EXPECT_EQ(found("volume", n), "");
    EXPECT_EQ(found("turned", n), "");
  }
  found("grey", 1000);
  EXPECT_EQ(words_, (Words{"inout", "15", "15"}));
  found("product", 65536);
  EXPECT_EQ(words_, (Words{"in", "in2", "out", "128", "128", "128"}));
  found("turned", 65536);
  EXPECT_EQ(words_, (Words{"in", "out", "128"}));
  found("volume", 4000);
  EXPECT_EQ(words_, (Words{"inout", "10", "10", "10", "n"}));
}

/// N = 65536 has extents of 128, in three directions of 25; without any there are as many threads as elements.
TEST_F(OwnGuesses, AKernelOfTwoDirectionsIsLaunchedInBoth) {
  const auto shapes = [](const std::string& kernel, unsigned block_dim) {
    Progress progress;
    RunRequest request;
    request.kernel = load_own_kernel(kBoundsPrograms + ("picture.cu:" + kernel), std::nullopt, progress).id;
    request.n = 65536;
    request.block_dim = block_dim;
    const OwnShapes shapes = own_shapes(kernel_info(request.kernel), request);
    return "--grid " + extent_text(shapes.grid) + " --block " + extent_text(shapes.block);
  };
  EXPECT_EQ(shapes("grey", 256), "--grid 256 --block 256");
  EXPECT_EQ(shapes("product", 256), "--grid 8x8 --block 16x16");
  EXPECT_EQ(shapes("turned", 128), "--grid 8x16 --block 16x8");
  EXPECT_EQ(shapes("turned", 96), "--grid 11x16 --block 12x8");
  EXPECT_EQ(shapes("turned", 1), "--grid 128x128 --block 1");
  EXPECT_EQ(shapes("cubes", 256), "--grid 4x4x7 --block 8x8x4");
  EXPECT_EQ(shapes("row_of_blocks", 64), "--grid 2x128 --block 64");
  EXPECT_EQ(found("cubes", 4096), "");
  EXPECT_EQ(found("row_of_blocks", 4096), "");
}

TEST(OwnLines, SayWhatTheyAccess) {
  using Names = std::vector<std::string>;
  const auto read = [](const char* line) { return accessed_names(line, LineAccess::read); };
  const auto written = [](const char* line) { return accessed_names(line, LineAccess::write); };
  EXPECT_EQ(read("  c[i] = a[i] + b[threadIdx.x];"), (Names{"a", "b"}));
  EXPECT_EQ(written("  c[i] = a[i] + b[threadIdx.x];"), Names{"c"});
  EXPECT_EQ(read("  s[pad(i + d)] += s[pad(i)];"), Names{"s"});
  EXPECT_EQ(read("  if (a[i] != b[j]) out[index[i]] = 1;"), (Names{"a", "b", "index"}));
  EXPECT_EQ(written("  if (a[i] <= b[j]) out[index[i]] = 1;"), Names{"out"});
  EXPECT_EQ(written("  tile[ty][tx] <<= 2;"), Names{"tile"});
  EXPECT_EQ(written("  points[i].at.x = in[i] * 2;"), Names{"points"});
  EXPECT_EQ(read("  where->value = values[t];"), Names{"values"});
  EXPECT_EQ(written("  where->value = values[t];"), Names{"where"});
  EXPECT_EQ(read("  row.values[i] = AT(i) + *p;"), (Names{"", "p"}));
  EXPECT_EQ(written("  total = in[i];"), Names{""});
  EXPECT_EQ(accessed_names("  old = atomicAdd(&bins[v], 1);", LineAccess::any), Names{"bins"});
  EXPECT_EQ(read("  x = a * b[i];"), Names{"b"});
  EXPECT_EQ(read("[["), Names{});
}

TEST(OwnLines, SayWhichNamesAreOfKernelsAlone) {
  EXPECT_EQ(
      names_of_kernels_alone("template <int N> __global__ void a(int* x) { }\n"
                             "__device__ int b(int x) { return x; } __global__ void b(int* x) { *x = b(1); }\n"
                             "__global__ void c() {} int main() { a<4><<<1, 1>>>(0); c<<<1, 1>>>(); }"),
      (std::set<std::string>{"a", "c"}));
}

}  // namespace
}  // namespace lanescope
