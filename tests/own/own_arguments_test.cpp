// Kernels without a main() of which nobody says what they compute: where they stand, what they are called with, and
// that none is accused for that.
#include <string>
#include <vector>

#include "engine/check/settled_run.h"
#include "tests/own/own_arguments_fixture.h"

namespace lanescope {
namespace {

TEST_F(OwnArgumentsTest, KernelInNamespaceIsFound) {
  const auto run = run_free(R"(
namespace outer::inner {
inline namespace v1 { namespace {
__global__ void twice(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}
} }
Matrix launch(Matrix m) { return m; }
}
)");
  EXPECT_TRUE(run.findings.empty());
}

TEST_F(OwnArgumentsTest, TemplateTakesArgumentsOfItsLaunchOrFloat) {
  const auto launched = run_free(R"(
template <int kSize> __global__ void fill(float* out, int n) {
  static_assert(kSize == 48, "");
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = kSize;
}
void launch(float* out, int n) {
  constexpr int SIZE = 48;
  fill<SIZE><<<n, 64>>>(out, n);
}
)");
  EXPECT_TRUE(launched.findings.empty());
  EXPECT_EQ(kernel_info(launched.request.kernel).own->name, "fill<48>");
  const auto typed = run_free(R"(
template <typename T, int kSize = 4> __global__ void fill(T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = T(kSize);
}
)");
  EXPECT_EQ(kernel_info(typed.request.kernel).own->name, "fill<float>");
  const auto instantiated = run_free(R"(
template <class T, int kSize> __global__ void fill(T* out) {
  out[threadIdx.x] = T(kSize);
}
template __global__ void fill<double, 64>(double*);
)");
  EXPECT_EQ(kernel_info(instantiated.request.kernel).own->name, "fill<double, 64>");
}

TEST_F(OwnArgumentsTest, TemplateNumberThatIsCalledAsABlockIsTheUsualBlock) {
  const auto row = run_free(R"(
template <int blockSize> __global__ void fill(float* out, int n) {
  int i = blockIdx.x * blockSize + threadIdx.x;
  if (i < n) out[i] = 1;
}
)");
  EXPECT_EQ(kernel_info(row.request.kernel).own->name, "fill<256>");
  EXPECT_TRUE(row.findings.empty());
  const auto square = run_free(R"(
template <int BLOCK> __global__ void copy(const float* in, float* out, int width) {
  __shared__ float tile[BLOCK][BLOCK];
  int x = blockIdx.x * BLOCK + threadIdx.x, y = blockIdx.y * BLOCK + threadIdx.y;
  if (x >= width || y >= width) return;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  out[y * width + x] = tile[threadIdx.y][threadIdx.x];
}
)");
  EXPECT_EQ(kernel_info(square.request.kernel).own->name, "copy<16>");
  EXPECT_TRUE(square.findings.empty());
}

TEST_F(OwnArgumentsTest, ConstantArrayThatASizeLeavesIsNamed) {
  const auto run = run_free(R"(
__constant__ float3 mean[32];
__global__ void nearest(const float* in, float* out, int pixels, int classes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pixels) return;
  float sum = 0;
  for (int j = 0; j < 40; ++j) sum += mean[j].y * in[i];
  out[i] = sum;
}
)");
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].array_name, "mean");
}

TEST_F(OwnArgumentsTest, TemplateThatNobodyInstantiatesSaysHowToNameIt) {
  const std::string text = "template <class T, int kSize> __global__ void fill(T* out) { out[0] = kSize; }";
  expect_wrong(text, "fill<float, 256>", ErrorKind::usage);
}

TEST_F(OwnArgumentsTest, AnyNumberOfArraysIsBound) {
  const auto run = run_free(R"(
__global__ void sum(const float* a, const float* b, const float* c, const float* d, float* x, float* y, float* z,
                    float* w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] = a[i]; y[i] = b[i]; z[i] = c[i]; w[i] = d[i];
}
)");
  EXPECT_TRUE(run.findings.empty());
}

TEST_F(OwnArgumentsTest, WholeNumbersOfTheInputMayBeIndices) {
  const auto run = run_free(R"(
__global__ void multiply(int rows, const int* row_ptr, const int* columns, const float* values, const float* x,
                         float* y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows - 1) return;
  float sum = 0;
  for (int k = row_ptr[row]; k < row_ptr[row + 1]; ++k) sum += values[k] * x[columns[k]];
  y[row] = sum;
}
)");
  EXPECT_TRUE(run.findings.empty());
}

TEST_F(OwnArgumentsTest, ArrayHasAsManyElementsAsTheKernelNeeds) {
  const auto run = run_settled(R"(
__global__ void grey(const unsigned char* rgb, float* grey, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) grey[i] = rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2];
}
)");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(words_of(run), "in:12288,out,n");
}

TEST_F(OwnArgumentsTest, WholeNumbersThatAreMultipliedAreExtents) {
  const auto run = run_settled(R"(
__global__ void distances(const float* query, const float* documents, float* out, int count, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float sum = 0;
  for (int k = 0; k < length; ++k) sum += query[k] * documents[i * length + k];
  out[i] = sum;
}
)");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(words_of(run), "in,in2,out,32,32");
}

TEST_F(OwnArgumentsTest, LittleBeyondAnArrayStaysAMistake) {
  const auto run = run_settled(R"(
__global__ void difference(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1] - in[i];
}
)");
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].kind, FindingKind::bounds);
  EXPECT_EQ(words_of(run), "in,out,n");
}

TEST_F(OwnArgumentsTest, LaunchThatWouldDoNothingIsCalledOtherwise) {
  const auto run = run_settled(R"(
__global__ void unfold(const float* in, float* out, int length, int size, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < (length - size) / stride + 1 && i * stride + size <= length && size < 64) out[i] = in[i * stride];
}
)");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_FALSE(run.request.own.arguments.empty());
}

constexpr const char* kProduct = R"(
typedef struct { int width; int height; float* elements; } Matrix;
__global__ void multiply(const Matrix a, Matrix b, Matrix c) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= a.height || column >= b.width) return;
  float sum = 0;
  for (int i = 0; i < a.width; ++i) sum += a.elements[row * a.width + i] * b.elements[i * b.width + column];
  c.elements[row * c.width + column] = sum;
}
)";

TEST_F(OwnArgumentsTest, FieldsOfStructAreBoundAsParametersAre) {
  const auto run = run_free(kProduct);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(argument_words(run.request), (std::vector<std::string>{"15/15/inout", "15/15/inout2", "15/15/out"}));
}

TEST_F(OwnArgumentsTest, ArrayOfFieldIsNamedAndSized) {
  const auto run = run_free(kProduct, "", {"8/8/in:32", "8/8/in2", "8/8/out"});
  ASSERT_FALSE(run.findings.empty());
  EXPECT_EQ(run.findings[0].array_name, "a.elements");
  EXPECT_TRUE(run_free(kProduct, "", {"8/8/in:64", "8/8/in2", "8/8/out"}).findings.empty());
}

TEST_F(OwnArgumentsTest, WordsForFieldsMustBeAsManyAsThoseAre) {
  try {
    run_free(kProduct, "", {"8/in", "8/8/in2", "8/8/out"});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_NE(std::string(error.what()).find("parameter 1 (a), which takes 3"), std::string::npos) << error.what();
  }
}

TEST_F(OwnArgumentsTest, StructMayHaveFunctionsVectorsAndWhatIsZero) {
  const auto run = run_free(R"(
struct Inner { int value; };
struct Params {
 public:
  __device__ float twice(int i) const { return 2 * data[i]; }
  float3 origin = {0, 0, 0};
  double scale, offset[2];
  bool is_on{true};
  Inner inner;
  const float* __restrict__ data;
  static constexpr int kSize = 4;
  unsigned n;
};
__global__ void apply(Params p, float3 shift, float* out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(p.origin.z == 1 && p.scale == 1 && p.offset[1] == 1 && p.is_on && p.inner.value == 0 && shift.y == 1);
  if (i < p.n) out[i] = p.twice(i);
}
)");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(argument_words(run.request), (std::vector<std::string>{"1/1/1/1/0/in/n", "1", "out"}));
}

TEST_F(OwnArgumentsTest, StructWithoutFieldsThatCanBeNamedIsRefusedAsBefore) {
  const char* const texts[] = {"class P { int a; }; __global__ void k(P p, float* o) { o[0] = 1; }",
                               "struct P { int a : 3; }; __global__ void k(P p, float* o) { o[0] = p.a; }",
                               "union P { int a; float b; }; __global__ void k(P p, float* o) { o[0] = p.a; }"};
  for (const char* text : texts) expect_wrong(text, "no pointer and no whole number", ErrorKind::usage);
}

TEST_F(OwnArgumentsTest, BlockIsAsLargeAsTheSharedArrayThatItIndexes) {
  const auto run = run_settled(R"(
__global__ void reverse(const float* in, float* out) {
  __shared__ float values[32];
  values[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}
)");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.launch.block_dim, 32u);
}

TEST_F(OwnArgumentsTest, BlockIsHalfAsLargeWhereEachThreadHasTwoOfItsElements) {
  const auto run = run_settled(R"(
__global__ void add(const float* in, float* out) {
  __shared__ float values[2 * 16];
  const int begin = 2 * blockDim.x * blockIdx.x;
  values[threadIdx.x] = in[begin + threadIdx.x];
  values[blockDim.x + threadIdx.x] = in[begin + blockDim.x + threadIdx.x];
  for (int stride = blockDim.x; stride >= 1; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) values[threadIdx.x] += values[threadIdx.x + stride];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = values[0];
}
)");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.launch.block_dim, 16u);
}

TEST_F(OwnArgumentsTest, OneThreadWalksThroughAllWhereNothingAsksWhichItIs) {
  const auto run = run_settled(R"(
__global__ void twice(float* values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= 2;
}
__global__ void sum(const float* in, float* out, int n) {
  *out = 0;
  for (int i = 0; i < n; ++i) *out += in[i];
}
)",
                               1024, "sum");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.launch.block_dim, 1u);
  EXPECT_EQ(run.launch.grid_dim, 1u);
}

TEST_F(OwnArgumentsTest, SharedArrayThatNoBlockMendsStaysAMistake) {
  const auto run = run_settled(R"(
__global__ void count(const int* keys, int* counts, int n) {
  __shared__ int part[32];
  if (threadIdx.x < 32) part[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&part[keys[i]], 1);
  __syncthreads();
  if (threadIdx.x < 32) atomicAdd(&counts[threadIdx.x], part[threadIdx.x]);
}
)");
  ASSERT_FALSE(run.findings.empty());
  EXPECT_EQ(run.findings[0].array_name, "part");
  EXPECT_EQ(run.launch.block_dim, 64u);
}

TEST_F(OwnArgumentsTest, WhatAKernelDoesToAnArraySaysWhatItIs) {
  const auto run = run_settled(R"(
__global__ void add(float* out, float* in, float* kept, unsigned* counter, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  kept[i] += in[i];
  out[i] = in[i];
  atomicAdd(counter, 1u);
}
)");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(words_of(run), "out,in,inout2,out2,n");
}

TEST_F(OwnArgumentsTest, InputOfAReductionMayComeSecond) {
  constexpr const char* kText = R"(
__global__ void sums(float* out, float* in, int n) {
  __shared__ float s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int stride = 32; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) s[threadIdx.x] += s[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
)";
  const auto run = lanescope::run_settled(request_of(kText, 1000, Workload::reduction), progress_);
  ASSERT_TRUE(run.result);
  EXPECT_TRUE(run.result->correct);
  EXPECT_EQ(words_of(run), "out,in,n");
}

}  // namespace
}  // namespace lanescope
