#include "engine/source/written_launch.h"

#include <gtest/gtest.h>

#include "engine/analysis/step_facts.h"
#include "engine/request/catalogue.h"
#include "engine/source/sized_block.h"
#include "tests/own/own_arguments_fixture.h"

namespace lanescope {
namespace {

WrittenLaunch launch_of(const std::string& host) {
  const auto launch = WrittenLaunch::of("__global__ void k(float* a, int n, int s) { a[0] = n; }\n" + host, "k");
  EXPECT_TRUE(launch) << host;
  return launch.value_or(WrittenLaunch());
}

std::string text_of(const std::optional<WrittenExtent>& extent) {
  return extent ? extent_text(extent->extent) + (extent->is_constant ? "" : " by arguments") : "unknown";
}

const WrittenValues kThousand = {{std::nullopt, 1000, 3}};

TEST(WrittenLaunch, FollowsNamesToWhatTheyAreGiven) {
  const WrittenLaunch launch = launch_of(R"(
#define THREADS 128  // of a block
void run(float* a, int n) {
  int blocks = (n + THREADS - 1) / THREADS;
  if (blocks > 65535) blocks = 65535;
  size_t bytes = THREADS * sizeof(float);
  for (int s = 1; s < n; s *= 2) k<<<blocks, THREADS, bytes>>>(a, n, s);
}
)");
  EXPECT_EQ(text_of(launch.grid(kThousand)), "8 by arguments");
  EXPECT_EQ(text_of(launch.grid({})), "unknown");
  EXPECT_EQ(text_of(launch.block({})), "128");
  EXPECT_EQ(launch.shared_bytes({})->value, 512);
  EXPECT_EQ(launch.argument(2, kThousand)->value, 1) << "of a loop the first value";
  EXPECT_FALSE(launch.argument(1, kThousand)) << "not from its own value";
}

TEST(WrittenLaunch, NumberThatGrowsUntilItIsLargeEnoughIsNotItsFirstValue) {
  const WrittenLaunch launch = launch_of(R"(
void run(float* a, int n) {
  int padded = 1, width = 1;
  while (padded < n) padded *= 2;
  while (width < n)
    width <<= 1;
  for (int s = 2; s < padded; s *= 2) k<<<padded / 64, width / 4>>>(a, n, s);
}
)");
  EXPECT_EQ(text_of(launch.grid(kThousand)), "unknown");
  EXPECT_EQ(text_of(launch.grid({.others = 1024})), "16 by arguments");
  EXPECT_EQ(text_of(launch.block({.others = 1024})), "256 by arguments");
  EXPECT_EQ(launch.argument(2, kThousand)->value, 2);
}

TEST(WrittenLaunch, ShiftsAreNoBrackets) {
  const WrittenLaunch launch = launch_of("void run() { k<<<1 << 4, 1 << 6>>>(a, 1 << 2, 1<<0); }");
  EXPECT_EQ(launch.arguments(), 3u);
  EXPECT_EQ(launch.argument(1, {})->value, 4);
  EXPECT_EQ(launch.argument(2, {})->value, 1);
}

TEST(WrittenLaunch, KnowsTheWaysToWriteAnExtent) {
  const char* kHeads[] = {"dim3 grid(n / 8, 5), block(16, 16);", "dim3 grid = dim3(n / 8, 5); dim3 block{16, 16};",
                          "dim3 grid; grid.x = n / 8; grid.y = 5; dim3 block = {16, 16, 1};",
                          "const dim3 block(16, 16, 1); const dim3 grid(2 * n / block.x, 5);"};
  for (const char* head : kHeads) {
    const std::string host =
        std::string("void run(float* a, int n) {\n") + head + "\nk<<<grid, block>>>(a, n, 0);\n}";
    EXPECT_EQ(text_of(launch_of(host).grid(kThousand)), "125x5 by arguments") << head;
    EXPECT_EQ(text_of(launch_of(host).block({})), "16x16") << head;
  }
  EXPECT_EQ(text_of(launch_of("void run() { k << <dim3(4, 2), 64> >> (a, n, 0); }").grid({})), "4x2");
}

TEST(WrittenLaunch, IsTheFirstOfThatKernelAndReadsItsOwnFunction) {
  const WrittenLaunch launch = launch_of(R"(
const int kWidth = 32;
void other() { int blocks = 3; other_k<<<blocks, 1>>>(a, n, 0); }
void first(Matrix* m) { int blocks = m->rows / kWidth; ns::k<float, 4><<<blocks, kWidth>>>(m->data, m->rows, 0); }
void second() { k<<<9, 9>>>(a, n, 0); }
)");
  EXPECT_EQ(text_of(launch.grid(kThousand)), "31 by arguments");
  EXPECT_EQ(text_of(launch.block({})), "32");
  EXPECT_FALSE(WrittenLaunch::of("__global__ void k() {}\n// k<<<1, 1>>>();\n", "k"));
}

TEST(WrittenLaunch, OtherNamesAreWorthWhatTheCallerSays) {
  const WrittenLaunch launch = launch_of("void run() { k<<<padded / 4, 64>>>(a, n, 0); }");
  EXPECT_EQ(text_of(launch.grid(kThousand)), "unknown");
  EXPECT_EQ(text_of(launch.grid({.others = 512})), "128 by arguments");
  const WrittenLaunch blocks = launch_of("void run(int n, int tpb) { k<<<(n + tpb - 1) / tpb, tpb>>>(a, n, 0); }");
  EXPECT_EQ(text_of(blocks.block({})), "unknown");
  EXPECT_EQ(text_of(blocks.grid({.arguments = kThousand.arguments, .block = 64, .others = 5})), "16 by arguments");
}

TEST(WrittenLaunch, KnowsWhatItsArraysWereAllocatedFor) {
  const WrittenLaunch launch = launch_of(R"(
void other() { cudaMalloc(&c, 12); cudaMalloc(&d, 16); cudaMalloc(&d, 20); cudaMalloc(&ab, 4); }
void run(float* h, int n) {
  size_t bytes = n * sizeof(float);
  cudaMalloc((void**)&a, 8);
  check(cudaMalloc((void**)&a, bytes + 4));
  cudaMallocManaged<float>(&b, 2 * bytes);
  k<<<n / 8, 64>>>(a, n, b, c, d, e);
}
)");
  const WrittenValues values = {{std::nullopt, 1000}};
  EXPECT_EQ(launch.allocated_bytes(0, values)->value, 4004) << "the last one";
  EXPECT_EQ(launch.allocated_bytes(2, values)->value, 8000);
  EXPECT_FALSE(launch.allocated_bytes(2, values)->is_constant);
  EXPECT_TRUE(launch.allocated_bytes(3, values)->is_constant) << "in another function";
  EXPECT_FALSE(launch.allocated_bytes(4, values)) << "twice there";
  EXPECT_FALSE(launch.allocated_bytes(5, values));
}

TEST(WrittenLaunch, NamesThatLeadNowhereEnd) {
  const WrittenLaunch launch = launch_of(
      "void run() { int a = b; int b = a; dim3 g = h; dim3 h = g; n = n / 2; k<<<g, a + b + a>>>(x, n, 0); }");
  EXPECT_EQ(text_of(launch.grid({})), "unknown");
  EXPECT_EQ(text_of(launch.block({})), "unknown");
  EXPECT_FALSE(launch.argument(1, {}));
  const WrittenLaunch empty = launch_of("k<<<>>>(); k<<<1,");
  EXPECT_EQ(text_of(empty.grid({})), "unknown");
}

TEST(WrittenLaunch, ItsBlockGoesBeforeThatOfConstants) {
  const std::string kernel =
      "#define TILE 16\n__global__ void k(float* a) { __shared__ float s[TILE]; s[0] = a[0]; }\n";
  EXPECT_EQ(block_in_text(kernel, "k"), "16");
  EXPECT_EQ(block_in_text(kernel + "void run() { k<<<1, 2 * TILE>>>(a); }", "k"), "32");
  EXPECT_EQ(block_in_text(kernel + "void run(int t) { k<<<1, t>>>(a); }", "k"), "16");
  EXPECT_EQ(block_in_text(kernel + "void run() { k<<<1, dim3(65535, 65535, 65535)>>>(a); }", "k"), "16");
}

TEST_F(OwnArgumentsTest, KernelWithAHostFunctionIsLaunchedAsThatDoesIt) {
  // A block for each client, half as many threads as periods, and as much shared memory as it is told.
  RunRequest request = request_of(R"(
__global__ void total(int* changes, int* sums, int clients, int periods) {
  extern __shared__ int shared[];
  int at = threadIdx.x;
  shared[2 * at] = changes[blockIdx.x * periods + 2 * at];
  shared[2 * at + 1] = changes[blockIdx.x * periods + 2 * at + 1];
  __syncthreads();
  for (int d = periods / 2; d > 0; d /= 2) {
    if (at < d) shared[at] += shared[at + d];
    __syncthreads();
  }
  if (at == 0) sums[blockIdx.x] = shared[0];
}
void solve(int* changes, int* sums, int clients, int periods) {
  total<<<clients, periods / 2, sizeof(int) * periods>>>(changes, sums, clients, periods);
}
)",
                                  4096);
  request.block_dim = RunRequest().block_dim;  // nobody says it
  const auto run = lanescope::run_settled(request, progress_);
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
  EXPECT_EQ(words_of(run), "in,out,32,32");
  EXPECT_EQ(run.launch.grid_dim, 32u);
  EXPECT_EQ(run.launch.block_dim, 16u);
  EXPECT_EQ(run.request.own.shared_bytes, 128u);
}

TEST_F(OwnArgumentsTest, BlockOfNoWholeNumberOfWarpsIsLaunched) {
  RunRequest request = request_of(R"(
__global__ void turned(const float* in, float* out, int n) {
  __shared__ float shared[100];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  shared[threadIdx.x] = in[i < n ? i : 0];
  __syncthreads();
  if (i < n) out[i] = shared[99 - threadIdx.x];
}
void all(const float* in, float* out, int n) { turned<<<(n + 99) / 100, 100>>>(in, out, n); }
)",
                                  4096);
  EXPECT_EQ(block_in_text(kernel_info(request.kernel).own->text, ""), "100") << "the only kernel need not be named";
  request.block_dim = 100;
  request.own.block = {100, 1, 1};
  request.detail = Detail::full;
  const auto run = lanescope::run_settled(request, progress_);
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
  ASSERT_TRUE(run.trace);
  EXPECT_EQ(run.trace->launch.grid_dim, 41u);
  EXPECT_EQ(run.trace->live_mask(3), 0xfu);
  const StepFacts facts = step_facts(*run.trace, 0, 0);
  EXPECT_EQ(facts.working, 100u);
  EXPECT_EQ(facts.divergent_warps, 0u);
}

TEST_F(OwnArgumentsTest, BlockThatTheLaunchSaysByItsArgumentsGoesBeforeThatOfConstants) {
  const std::string text = R"(
#define TILE 8
__global__ void filter(const float* in, float* out, int width, int kernel_size) {
  __shared__ float tile[12][12];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = x < width && y < width ? in[y * width + x] : 0;
  __syncthreads();
  if (threadIdx.x >= TILE || threadIdx.y >= TILE || x >= width || y >= width) return;
  float sum = 0;
  for (int i = 0; i < kernel_size; ++i) sum += tile[threadIdx.y + i][threadIdx.x + i];
  out[y * width + x] = sum;
}
void all(const float* in, float* out, int width, int kernel_size) {
  dim3 grid((width + TILE - 1) / TILE, (width + TILE - 1) / TILE), block(TILE + kernel_size - 1, TILE + kernel_size - 1);
  filter<<<grid, block>>>(in, out, width, kernel_size);
}
)";
  RunRequest request = request_of(text, 4096);
  request.block_dim = 64;
  request.own.block = {8, 8, 1};
  request.own.is_block_open = true;
  const auto run = lanescope::run_settled(request, progress_);
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
  EXPECT_EQ(run.launch.block_dim, 100u);
  request.own.is_block_open = false;  // the user says it
  EXPECT_EQ(lanescope::run_settled(request, progress_).launch.block_dim, 64u);
}

TEST_F(OwnArgumentsTest, ArraysHaveWhatTheFileAllocates) {
  // N elements would hide the row behind a picture of N / 4.
  const auto picture = [](const std::string& row) {
    return R"(
__global__ void next_row(const float* in, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = in[)" +
           row + R"( * width + x];
}
void all(int width, int height) {
  float *from, *to;
  size_t bytes = width * height * sizeof(float);
  cudaMalloc(&from, bytes);
  cudaMalloc(&to, bytes);
  dim3 grid(width / 32, height / 2);
  next_row<<<grid, dim3(32, 2)>>>(from, to, width, height);
}
)";
  };
  RunRequest request = request_of(picture("(y + 1)"), 4096);
  request.own.block = {32, 2, 1};
  const auto beyond = lanescope::run_settled(request, progress_);
  ASSERT_EQ(beyond.findings.size(), 1u);
  EXPECT_EQ(beyond.findings[0].index, 1024);
  EXPECT_EQ(beyond.launch.grid_dim, 16u) << "as the file launches it, which needs a row of 32";
  EXPECT_EQ(words_of(beyond), "in:1024,out:1024,32,32");
  request.kernel = request_of(picture("y"), 4096).kernel;
  EXPECT_TRUE(lanescope::run_settled(request, progress_).findings.empty());
}

TEST_F(OwnArgumentsTest, WhatAFileAllocatesIsNoMistakeForASizeThatIsAGuess) {
  // With a size that N is the square of, there are more threads than elements.
  const auto run = run_settled(R"(
__global__ void pairs(int* a, int size) {
  int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
  if (i % 2 == 0 && a[i] > a[i + 1] && i + 1 < size) {
    int t = a[i];
    a[i] = a[i + 1];
    a[i + 1] = t;
  }
}
void sort(Data* data) {
  const int SIZE = data->length;
  Grid grid = grid_for(SIZE);
  dim3 blocks(grid.x, grid.y);
  int* a;
  cudaMalloc((void**)&a, SIZE * sizeof(int));
  pairs<<<blocks, 64>>>(a, SIZE);
}
)");
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
  EXPECT_EQ(run.launch.grid_dim, 64u);
}

TEST_F(OwnArgumentsTest, NumbersThatTheFileSaysAreThose) {
  // With n for `step` it would leave the array; the file says what it is, and how many threads there are.
  const auto run = run_settled(R"(
__global__ void sums(float* a, int n, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) a[i] += a[i + 3 * step * (n / 4)];
}
void all(float* a, int n) {
  for (int step = 1; step < 2; ++step) sums<<<n / 4 / 64, 64>>>(a, n, step);
}
)");
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
  EXPECT_EQ(words_of(run), "inout,n,1");
  EXPECT_EQ(run.launch.grid_dim, 16u);
}

TEST_F(OwnArgumentsTest, NumberThatFollowsFromALaterOneIsThat) {
  const auto run = run_settled(R"(
__global__ void exchange(float* a, int j, int k, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
  if (other <= i || other >= n) return;
  float low = fminf(a[i], a[other]), high = fmaxf(a[i], a[other]);
  a[i] = (i & k) == 0 ? low : high;
  a[other] = (i & k) == 0 ? high : low;
}
void sort(float* a, int n) {
  for (int k = 2; k <= n; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) exchange<<<(n + 63) / 64, 64>>>(a, j, k, n);
}
)");
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
  EXPECT_EQ(words_of(run), "inout,1,2,n");
}

TEST_F(OwnArgumentsTest, WhatTheFileGivesItIsNotGivenUpForWhatAGuessDoes) {
  // With 1,024 elements half a block does not wait, and with n for `step` it would leave the array.
  RunRequest request = request_of(R"(
__global__ void pairs(int* a, int n, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) {
    int other = a[i + step];
    __syncthreads();
    a[i] += other;
  }
}
void all(int* a, int n) { pairs<<<n / 2 / 1024 + 1, 1024>>>(a, n, 1 << 1); }
)",
                                  1 << 16);
  request.block_dim = 1024;
  EXPECT_EQ(words_of(lanescope::run_settled(request, progress_)), "inout,n,2");
}

TEST_F(OwnArgumentsTest, ReachOfAFilterIsSmall) {
  const auto run = run_settled(R"(
__global__ void filter(const float* in, float* out, const float* weights, int in_size, int kernel_size, int stride, int out_size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= out_size) return;
  float sum = 0;
  for (int j = 0; j < kernel_size; ++j) sum += in[i * stride + j] * weights[j];
  out[i] = sum;
}
void all(const float* in, float* out, const float* weights, int in_size, int kernel_size, int stride) {
  int out_size = (in_size - kernel_size) / stride + 1;
  filter<<<(out_size + 63) / 64, 64>>>(in, out, weights, in_size, kernel_size, stride, out_size);
}
)");
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
  EXPECT_EQ(words_of(run), "in,out,in2,n,3,1,4094");
}

TEST_F(OwnArgumentsTest, WhatTheFilesOwnLaunchDoesWrongIsFound) {
  const auto run = run_settled(R"(
__global__ void twice(float* a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
void all(float* a, int n) { twice<<<n / 64 + 1, 64>>>(a, n); }
)");
  ASSERT_FALSE(run.findings.empty());
  EXPECT_EQ(run.findings[0].kind, FindingKind::bounds);
  EXPECT_EQ(run.findings[0].index, 4096);
}

TEST_F(OwnArgumentsTest, LaunchOfNumbersIsTakenWhereTheUsualOneIsWrong) {
  // One block of it is right at every size; 64 of them race.
  const auto run = run_settled(R"(
__global__ void prefix(float* a, int n) {
  if (threadIdx.x == 0) for (int i = 1; i < n; ++i) a[i] += a[i - 1] * (blockIdx.x + 1);
}
void all(float* a) { prefix<<<1, 64>>>(a, 128); }
)");
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
  EXPECT_EQ(run.launch.grid_dim, 1u);
}

}  // namespace
}  // namespace lanescope
