// Which sizes and how many elements small launches settle for a kernel of which nobody says what it computes.
#include <optional>
#include <string>

#include "engine/check/settled_run.h"
#include "tests/own/own_arguments_fixture.h"

namespace lanescope {
namespace {

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

/// With a few elements only one block would update, and a barrier be enough.
TEST_F(OwnArgumentsTest, ACountAloneIsThatOfAllElements) {
  const auto run = run_settled(R"(
__global__ void count(const int* in, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 256) bins[i] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&bins[in[i] & 255], 1);
}
)");
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].kind, FindingKind::race);
  EXPECT_EQ(run.request.own.arguments.back(), "n");
}

/// The search for how much two arrays need leaves launches for what is found then.
TEST_F(OwnArgumentsTest, TwoArraysThatNeedAsMuchAreFoundTogether) {
  const auto run = run_settled(R"(
__global__ void loss(const float* predict, const float* target, float* sums, int batch, int outputs) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < outputs; k++) sum += target[i * outputs + k] * predict[i * outputs + k];
  sums[i] = sum;
}
)");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.request.own.arguments, (std::vector<std::string>{"in:12288", "in2:12288", "out", "3", "3"}));
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

TEST_F(OwnArgumentsTest, GridHasWhatBlocksSpanAndNotTheirThreads) {
  RunRequest request = request_of(R"(
#define OUT_TILE 6
#define IN_TILE 8
__global__ void stencil(const float* in, float* out, unsigned n) {
  __shared__ float tile[IN_TILE][IN_TILE];
  int x = blockIdx.x * OUT_TILE + threadIdx.x - 1, y = blockIdx.y * OUT_TILE + threadIdx.y - 1;
  for (int z = blockIdx.z * OUT_TILE; z < (blockIdx.z + 1) * OUT_TILE && z < n; ++z) {
    const bool is_in = x >= 0 && x < n && y >= 0 && y < n;
    tile[threadIdx.y][threadIdx.x] = is_in ? in[(z * n + y) * n + x] : 0;
    __syncthreads();
    if (is_in && threadIdx.x > 0 && threadIdx.x <= OUT_TILE && threadIdx.y > 0 && threadIdx.y <= OUT_TILE)
      out[(z * n + y) * n + x] = tile[threadIdx.y][threadIdx.x + 1] + tile[threadIdx.y + 1][threadIdx.x];
    __syncthreads();
  }
}
)",
                                  1 << 16);
  request.block_dim = 64;
  request.own.block = {8, 8, 1};
  const auto run = lanescope::run_settled(request, progress_);
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
  EXPECT_EQ(words_of(run), "in,out,25");
  EXPECT_EQ(run.launch.grid_dim, 5u * 5 * 5);
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

TEST_F(OwnArgumentsTest, LaunchThatWritesNothingIsSaid) {
  const auto run = run_settled(R"(
__global__ void never(const float* in, float* out, int n) {
  if (n < 0) out[threadIdx.x + blockIdx.x] = in[0];
}
)");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_NE(run.notice.text().find("wrote to none"), std::string::npos) << run.notice.text();
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
  EXPECT_GE(unchecked.request.n, run.request.n) << "it takes less time";
  EXPECT_LT(unchecked.request.n, request.n);
  EXPECT_EQ(unchecked.notice.text().find("wrote to none"), std::string::npos) << unchecked.notice.text();
}

/// Of a loop that never changes its variable the compiler leaves a jump to itself, in which no lane is watched.
TEST_F(OwnArgumentsTest, ALoopWithNothingInItIsStoppedWithItsLine) {
  RunRequest request = request_of(R"(
__global__ void forgets(const float* in, float* out) {
  float sum = 0;
  for (int a = 0; a < 8; +a) sum += in[threadIdx.x];
  out[threadIdx.x] = sum;
}
)",
                                  1 << 8);
  request.own.most_seconds = 1;
  const auto run = lanescope::run(request, progress_);
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].kind, FindingKind::endless);
  EXPECT_FALSE(run.findings[0].lines.empty()) << run.findings[0].sentence.text();
}

TEST_F(OwnArgumentsTest, FewerElementsThatWriteNothingSayBoth) {
  RunRequest request = request_of(R"(
__global__ void search(const float* in, float* out, int n) {
  float sum = 0;
  for (int a = 0; a < n; ++a) sum += in[(a + threadIdx.x + blockIdx.x) % 64];
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

TEST_F(OwnArgumentsTest, ConstantsThatNobodySetsAreNamedWhereNothingIsWritten) {
  const auto run = run_settled(R"(
__constant__ int size, width;
__constant__ int kKnown = 3;
__global__ void f(float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size * width) out[i] = kKnown;
}
)");
  EXPECT_NE(run.notice.text().find("Constants that only a main() sets are zero here: size, width."),
            std::string::npos)
      << run.notice.text();
}

TEST_F(OwnArgumentsTest, ThreeSidesHaveTheCubeRootTogether) {
  const auto run = run_settled(R"(
__global__ void f(const float* in, float* out, int dimx, int dimy, int dimz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= dimx || y >= dimy) return;
  for (int z = 0; z < dimz; ++z) {
    int i = ((z + 1) * (dimy + 2) + y + 1) * (dimx + 2) + x + 1;
    out[i] = in[i - 1] + in[i + 1] + in[i - (dimx + 2)] + in[i + (dimx + 2) * (dimy + 2)];
  }
}
)",
                               1 << 16);
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
  const auto& words = run.request.own.arguments;
  EXPECT_EQ(std::vector(words.end() - 3, words.end()), (std::vector<std::string>{"25", "25", "25"}));
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
