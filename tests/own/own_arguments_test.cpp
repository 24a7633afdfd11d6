// Kernels without a main() of which nobody says what they compute: where they stand, what they are called with, and
// that none is accused for that.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/check/guessed_workload.h"
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

constexpr const char* kRows = R"(
__global__ void multiply(const int* begins, const int* columns, const float* values, const float* x, float* y,
                         int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = begins[row]; k < begins[row + 1]; ++k) sum += values[k] * x[columns[k]];
  y[row] = sum;
}
)";

TEST_F(OwnArgumentsTest, NumbersThatSayWhereRowsBeginAreOneMore) {
  const auto run = run_settled(kRows);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(words_of(run), "offsets,in2,in3,in4,out,n");
  EXPECT_GT(totals_of_all(lanescope::run(
                              [&] {
                                RunRequest request = run.request;
                                request.detail = Detail::full;
                                return request;
                              }(),
                              progress_))
                .of(AccessKind::global_load)
                .requests,
            2u * 4096 / 32)
      << "rows have elements";
}

TEST_F(OwnArgumentsTest, WholeNumbersThatSteerNothingAreNotOneMore) {
  const auto run = run_settled(R"(
__global__ void difference(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1] - in[i];
}
)");
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].array_name, "in");
}

TEST_F(OwnArgumentsTest, SizesWithWhichNothingIsWrongArePreferred) {
  const auto run = run_settled(R"(
__global__ void shift(const float* in, float* out, int rows, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * length && i / length < rows) out[i] = in[i];
  if (length == rows && length > 100) out[0] = i;
}
)");
  EXPECT_TRUE(run.findings.empty());
}

TEST_F(OwnArgumentsTest, ProductOfSizesThatNoNumberHoldsIsNotTaken) {
  const auto run = run_settled(R"(
__global__ void copy(const float* in, float* out, unsigned batches, unsigned lengths, unsigned parts) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < batches * lengths * parts) out[i] = in[i];
}
)",
                               1 << 16);
  EXPECT_NE(words_of(run), "in,out,n,n,n");
  EXPECT_TRUE(run.array_uses.at(1).is_written);
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
  EXPECT_EQ(words_of(counted), "in,out,0,1,n,n");
}

TEST_F(OwnArgumentsTest, BlocksThatAreCountedThroughAreInOneRow) {
  const auto run = run_settled(R"(
__global__ void twice(float* a, int n) {
  int block = blockIdx.z * gridDim.x * gridDim.y + blockIdx.y * gridDim.x + blockIdx.x;
  int i = block * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}
)");
  EXPECT_EQ(words_of(run), "inout,n");
  EXPECT_EQ(run.launch.grid_dim, 64u);
  const auto rows = run_settled(R"(
__global__ void twice(float* a, int n) {
  int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
  if (blockIdx.y < n && i < n) a[i] *= 2;
}
)");
  EXPECT_EQ(words_of(rows), "inout,32") << "it asks for its row";
}

TEST_F(OwnArgumentsTest, ArrayThatIsReadIsAnInputBeforeAnythingIsWritten) {
  const auto run = run_settled(R"(
__global__ void mean(float* sums, int* counts, int number) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < number && counts[i] > 0) sums[i] /= counts[i];
}
)");
  EXPECT_EQ(words_of(run), "inout,in2,n");
  EXPECT_TRUE(run.array_uses[0].is_written);
}

TEST_F(OwnArgumentsTest, AThreadMayHaveAColumnOfItsOwn) {
  const auto run = run_settled(R"(
__global__ void accumulate(const int* changes, int* account, int clients, int periods) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (int k = 0; k < periods; ++k) account[i + k * clients] = sum += changes[i + k * clients];
}
)",
                               1 << 16);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(words_of(run), "in,out,128,128");
  EXPECT_EQ(run.launch.grid_dim, 2u);
}

TEST_F(OwnArgumentsTest, IndexFarBeyondAllArraysIsNotBeyondOneByLittle) {
  const auto run = run_settled(R"(
__global__ void add(const int* at, const float* f, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f[at[i]] + f[at[i] + n] + f[at[i] + 2 * n];
}
)");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(words_of(run), "in,in2:12288,out,n");
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

TEST_F(OwnArgumentsTest, LaunchThatWritesNothingIsSaid) {
  const auto run = run_settled(R"(
__global__ void never(const float* in, float* out, int n) {
  if (n < 0) out[threadIdx.x + blockIdx.x] = in[0];
}
)");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_NE(run.notice.text().find("wrote to none"), std::string::npos) << run.notice.text();
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

TEST_F(OwnArgumentsTest, OneBlockHasTheElementsOfItsThreads) {
  const std::string text = R"(
__global__ void scan(float* data, int n) {
  extern __shared__ float temp[];
  int t = threadIdx.x, offset = 1;
  temp[2 * t] = data[2 * t];
  temp[2 * t + 1] = data[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1, offset *= 2) {
    __syncthreads();
    if (t < d) temp[offset * (2 * t + 2) - 1] += temp[offset * (2 * t + 1) - 1];
  }
  __syncthreads();
  data[2 * t] = temp[2 * t];
  data[2 * t + 1] = temp[2 * t + 1];
}
)";
  const auto run = run_settled(text, 128);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(words_of(run), "inout,n");
}

TEST_F(OwnArgumentsTest, FewerElementsAreTakenWhereNobodySaysHowMany) {
  constexpr const char* kText = R"(
__global__ void pairs(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n / 512; ++b) sum += in[(a + b) % n];
  out[i] = sum;
}
)";
  RunRequest request = request_of(kText, 1 << 16);
  request.own.most_seconds = 1;
  request.own.takes_fewer = true;
  const auto run = lanescope::run_settled(request, progress_);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_LT(run.request.n, request.n);
  EXPECT_EQ(run.launch.n, run.request.n);
  EXPECT_NE(run.notice.text().find("Nobody said N"), std::string::npos) << run.notice.text();
  request.own.takes_fewer = false;
  EXPECT_FALSE(lanescope::run_settled(request, progress_).findings.empty()) << "somebody said how many";
  // The same without checks, where a mistake is an error.
  request.own.checks = false;
  EXPECT_THROW(lanescope::run_settled(request, progress_), Error);
  request.own.takes_fewer = true;
  const auto unchecked = lanescope::run_settled(request, progress_);
  EXPECT_EQ(unchecked.request.n, run.request.n);
  EXPECT_EQ(unchecked.notice.text().find("wrote to none"), std::string::npos) << unchecked.notice.text();
}

TEST_F(OwnArgumentsTest, FewerElementsThatWriteNothingSayBoth) {
  RunRequest request = request_of(R"(
__global__ void search(const float* in, float* out, int rounds) {
  float sum = 0;
  for (int a = 0; a < rounds; ++a) sum += in[(a + threadIdx.x + blockIdx.x) % 64];
  if (sum < 0) out[threadIdx.x] = sum;
}
)",
                                  1 << 16);
  request.own.most_seconds = 1;
  request.own.takes_fewer = true;
  const std::string notice = lanescope::run_settled(request, progress_).notice.text();
  EXPECT_NE(notice.find("It wrote to none of its arrays"), std::string::npos) << notice;
  EXPECT_NE(notice.find("Nobody said N, so it is"), std::string::npos) << notice;
}

TEST_F(OwnArgumentsTest, WhatFollowsFromNumbersOfTheInputIsTold) {
  const auto moves = [&](const std::string& line) {
    const RunRequest request = request_of(
        "__global__ void f(const int* at, float* out, int n) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) " +
            line + "\n}\n",
        4096);
    return moves_with_its_input(request, progress_);
  };
  EXPECT_TRUE(moves("out[at[i]] = i;")) << "a race where two are the same";
  EXPECT_TRUE(moves("out[at[i] * 4096] = i;"));
  EXPECT_FALSE(moves("out[i / 40] = i;")) << "a race with any numbers";
  EXPECT_FALSE(moves("out[i + 1] = at[i];"));
  EXPECT_FALSE(moves("out[i] = at[i];"));
}

TEST_F(OwnArgumentsTest, StatedArgumentsStay) {
  const std::string path = scratch_.file("stated.cu");
  std::ofstream(path) << "__global__ void k(const float* in, float* out, int n) { out[2 * n - 1] = in[0]; }";
  RunRequest request;
  request.kernel = load_own_kernel(path, std::nullopt, progress_).id;
  request.own.arguments = {"in", "out", "n"};
  EXPECT_EQ(with_settled_arguments(request, progress_), request);
}

}  // namespace
}  // namespace lanescope
