// Functions of the host that launch kernels, in files without a main(): what they are called with.
#include <gtest/gtest.h>

#include <string>

#include "engine/check/odd_size.h"
#include "engine/check/small_overrun.h"
#include "tests/own/launchers_fixture.h"

namespace lanescope {
namespace {

TEST_F(LaunchersTest, ArraysMayBeTheDevicesOrTheHosts) {
  const auto device = run_text(std::string(kAdd) +
                                   "void solve(const float* x, const float* y, float* z, int N) {\n"
                                   "  add<<<(N + 255) / 256, 256>>>(x, y, z, N);\n  cudaDeviceSynchronize();\n}\n",
                               "solve");
  EXPECT_TRUE(device.findings.empty());
  EXPECT_EQ(device.request.own.arguments, (std::vector<std::string>{"in", "in2", "out", "n"}));
  ASSERT_EQ(device.launches.size(), 1u);
  EXPECT_EQ(device.launches[0].launch.grid_dim, 4096u / 256);

  const auto host = run_text(std::string(kAdd) +
                                 "int solve(float* x, float* y, float* z, int N) {\n"
                                 "  float *a, *b, *c;\n  size_t s = N * sizeof(float);\n"
                                 "  cudaMalloc(&a, s); cudaMalloc(&b, s); cudaMalloc(&c, s);\n"
                                 "  cudaMemcpy(a, x, s, cudaMemcpyHostToDevice);\n"
                                 "  cudaMemcpy(b, y, s, cudaMemcpyHostToDevice);\n"
                                 "  add<<<(N + 127) / 128, 128>>>(a, b, c, N);\n"
                                 "  cudaMemcpy(z, c, s, cudaMemcpyDeviceToHost);\n  return 1;\n}\n",
                             "solve");
  EXPECT_TRUE(host.findings.empty());
  EXPECT_EQ(host.exit_code, 0) << "what it returns is no exit code";
  EXPECT_EQ(host.request.own.arguments, (std::vector<std::string>{"in", "in2", "out", "n"}))
      << "copies say which are inputs";
}

TEST_F(LaunchersTest, AnArrayHasAsMuchAsIsCopied) {
  const std::string text =
      "__global__ void k(float* p, int n) { if (threadIdx.x < n) p[threadIdx.x] *= 2; }\n"
      "void wide(float* h, int n) {\n  float* d;\n  cudaMalloc(&d, 3 * n * sizeof(float));\n"
      "  cudaMemcpy(d, h, 3 * n * sizeof(float), cudaMemcpyHostToDevice);\n  k<<<1, 32>>>(d, n);\n"
      "  cudaMemcpy(h, d, 3 * n * sizeof(float), cudaMemcpyDeviceToHost);\n}\n";
  const auto run = run_text(text, "wide", 1000);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.request.own.arguments.front(), "inout:3000");

  RunRequest stated = request_of(text, "wide", 1000);
  stated.own.arguments = {"inout", "n"};
  const auto short_one = run_settled(stated, progress_);
  ASSERT_EQ(short_one.findings.size(), 1u);
  EXPECT_EQ(short_one.findings[0].sentence.text(),
            "A copy of 12,000 bytes goes past the end of h, which has 4,000 from there on (line 5).");
}

TEST_F(LaunchersTest, ACopyMayBeginWhereTheSizeEnds) {
  const auto run = run_text(
      "__global__ void k(float* p, int n) { if (threadIdx.x < n) p[threadIdx.x] *= 2; }\n"
      "void halves(const float* in, float* out, int n) {\n  float* d;\n  cudaMalloc(&d, n * sizeof(float));\n"
      "  cudaMemcpy(d, in + n, n * sizeof(float), cudaMemcpyHostToDevice);\n  k<<<1, 32>>>(d, n);\n"
      "  cudaMemcpy(out, d, n * sizeof(float), cudaMemcpyDeviceToHost);\n}\n",
      "halves", 1000);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.request.own.arguments, (std::vector<std::string>{"in:2000", "out", "n"}));
}

TEST_F(LaunchersTest, AnAssertionThatNobodysNumbersHoldIsNoMistake) {
  const std::string text =
      "#include <cassert>\n__global__ void k(float* p, int n) { if (threadIdx.x < n) p[threadIdx.x] = 2; }\n"
      "void seven(float* out, int n) {\n  assert(n == 7);\n  k<<<1, 32>>>(out, n);\n}\n";
  try {
    run_text(text, "seven");
    FAIL() << "seven() is called with 7";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_TRUE(std::string(error.what()).starts_with("seven() gives up (line 4) what it is called with"))
        << error.what();
  }
  RunRequest stated = request_of(text, "seven");
  stated.own.arguments = {"out", "7"};
  EXPECT_TRUE(run_settled(stated, progress_).findings.empty());
}

TEST_F(LaunchersTest, WhatItAllocatesIsNumberedFromOne) {
  const auto run = run_text(
      "__global__ void k(float* p) { p[threadIdx.x] = 2; }\n"
      "void f(float* out, int n) {\n  float* d;\n  cudaMalloc(&d, n * sizeof(float));\n"
      "  cudaMemset(d, 0, 2 * n * sizeof(float));\n  k<<<1, 32>>>(out);\n}\n",
      "f");
  ASSERT_EQ(run.refused_launches.size(), 1u);
  EXPECT_TRUE(run.refused_launches[0].sentence.text().starts_with("a fill, line 5: its target, allocation 1, has "))
      << run.refused_launches[0].sentence.text();
}

TEST_F(LaunchersTest, ItsOwnLaunchIsWhatIsChecked) {
  const auto run = run_text(
      "__global__ void k(float* p, int n) { p[blockIdx.x * blockDim.x + threadIdx.x] = n; }\n"
      "void fill(float* h, int n) {\n  float* d;\n  cudaMalloc(&d, n * sizeof(float));\n"
      "  k<<<n / 32 + 1, 32>>>(d, n);\n  cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);\n}\n",
      "fill", 1024);
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].kind, FindingKind::bounds);
  EXPECT_EQ(run.findings[0].lines, std::vector<unsigned>{1});
}

TEST_F(LaunchersTest, SizesThatItsBlocksDoNotDivideAreTriedBesides) {
  RunRequest request = request_of(
      "__global__ void k(float* p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
      "void solve(float* p, int n) { k<<<(n + 255) / 256, 256>>>(p); }\n",
      "solve", 1 << 16);
  request.own.takes_fewer = true;
  const auto run = run_settled(request, progress_);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_NE(remark_of_odd_size(run, progress_).text().find("leaves p (line 1)"), std::string::npos);
}

TEST_F(LaunchersTest, NumbersReferencesAndStreamsAreTaken) {
  const auto run = run_text(
      "__global__ void k(float* p, float by) { p[threadIdx.x] *= by; }\n"
      "namespace lab { static bool launch(float* p, float by, float& result, bool flag, cudaStream_t stream) {\n"
      "  k<<<1, 32, 0, stream>>>(p, by);\n  cudaStreamSynchronize(stream);\n  result = p[0];\n  return flag;\n} "
      "}\n",
      "launch");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.launch_count, 1u);
  EXPECT_EQ(run.request.own.arguments, (std::vector<std::string>{"inout", "1", "1", "1", "0"}));
  EXPECT_EQ(run_text("__global__ void k(int n) {}\nvoid launch(int n) { k<<<1, n % 32 + 1>>>(n); }\n", "launch")
                .launch_count,
            1u)
      << "it may take no array";
}

TEST_F(LaunchersTest, WhatNobodyCanGiveIsRefused) {
  const std::string kernel = "__global__ void k() {}\n#include <vector>\n";
  EXPECT_NE(error_of(kernel + "void f(std::vector<std::vector<float>>& values) { k<<<1, 1>>>(); }\n", "f")
                .find("f() takes values, which is neither a number nor an array of them"),
            std::string::npos);
  EXPECT_NE(error_of(kernel + "void f(float (&values)[4]) { k<<<1, 1>>>(); }\n", "f").find("f() takes values"),
            std::string::npos);
  EXPECT_NE(error_of(kernel + "void f(std::vector<int> all[2]) { k<<<1, 1>>>(); }\n", "f").find("f() takes all"),
            std::string::npos);
  EXPECT_NE(error_of(kernel + "void f(float** rows) { k<<<1, 1>>>(); }\n", "f").find("f() takes rows"),
            std::string::npos);
  EXPECT_NE(error_of("__global__ void g(int* p) {}\nvoid f(int* p) {\n  g(p);\n  g<<<1, 1>>>(p);\n}\n", "f")
                .find("line 3: g is marked __global__, so who calls it must launch it, by <<<>>>"),
            std::string::npos);
  EXPECT_NE(
      error_of(kernel + "void f(float* p, void (*done)(int)) { k<<<1, 1>>>(); }\n", "f").find("f() takes done"),
      std::string::npos);
  EXPECT_NE(error_of(kernel + "void f() {}\n", "f").find("it has no function f() that launches a kernel"),
            std::string::npos);
}

TEST_F(LaunchersTest, OneOfTwoFunctionsOfANameIsTheOneWithTheBody) {
  const auto run = run_text(
      "void solve(float* p, int n, float by);\n"
      "__global__ void k(float* p, int n) { if (threadIdx.x < n) p[threadIdx.x] = n; }\n"
      "int solve(float* p, int n = 3) { k<<<1, 32>>>(p, n); return n; }\n",
      "solve");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.request.own.arguments, (std::vector<std::string>{"out", "n"}));
}

TEST_F(LaunchersTest, NumbersCalledAsThreadsAreThoseOfABlock) {
  const std::string kernel =
      "__global__ void k(float* p, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) p[i] = 1;\n}\n";
  using Words = std::vector<std::string>;
  EXPECT_EQ(run_text(kernel + "void f(float* p, int n, int blockSize) {\n"
                              "  k<<<(n + blockSize - 1) / blockSize, blockSize>>>(p, n);\n}\n",
                     "f")
                .request.own.arguments,
            (Words{"out", "n", "256"}));
  EXPECT_EQ(run_text(kernel + "void f(float* p, int n, int blocks, int threadsPerBlock) {\n"
                              "  k<<<blocks, threadsPerBlock>>>(p, n);\n}\n",
                     "f")
                .request.own.arguments,
            (Words{"out", "n", "16", "256"}));
  const auto picture = run_text(
      "__global__ void k(float* p, int width, int height) {\n"
      "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
      "  if (x < width && y < height) p[y * width + x] = 1;\n}\n"
      "void f(float* p, int width, int height, int blockWidth) {\n"
      "  k<<<dim3(width / blockWidth, height / blockWidth), dim3(blockWidth, blockWidth)>>>(p, width, "
      "height);\n}\n",
      "f", 1 << 16);
  EXPECT_EQ(picture.request.own.arguments, (Words{"out", "128", "128", "16"}));
}

TEST_F(LaunchersTest, WhatItAllocatesItselfFollowsFromItsOneSize) {
  // Of two blocks and more the second launch leaves what there is of sums.
  const auto run = run_text(
      "__global__ void sum(const float* in, float* out) { atomicAdd(&out[blockIdx.x], in[blockIdx.x * 256 + "
      "threadIdx.x]); }\n"
      "void solve(const float* x, float* y, int n) {\n  const int blocks = n / 256;\n  float* sums;\n"
      "  cudaMalloc(&sums, blocks * sizeof(float));\n  cudaMemset(sums, 0, blocks * sizeof(float));\n"
      "  sum<<<blocks, 256>>>(x, sums);\n  if (blocks > 1) sum<<<1, 256>>>(sums, y);\n}\n",
      "solve", 1 << 14);
  EXPECT_EQ(run.request.own.arguments, (std::vector<std::string>{"in", "out", "n"}));
  ASSERT_EQ(run.findings.size(), 1u);
  EXPECT_EQ(run.findings[0].sentence.text(), "Thread 64 of block 0 reads element 64 of in, which has 64 (line 1).");
}

TEST_F(LaunchersTest, SizesForWhichABlockIsTooLargeAreNoneOfIts) {
  const auto run = run_text(
      "__global__ void k(const int* in, int* out, int rows, int columns) {\n"
      "  const int row = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  for (int i = 0; i < columns; ++i) out[row] += in[i * rows + row];\n}\n"
      "void solve(const int* in, int* out, int people, int periods) {\n"
      "  k<<<people / 32, 32>>>(in, out, people, periods);\n}\n",
      "solve", 1 << 16);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.request.own.arguments, (std::vector<std::string>{"in", "inout2", "128", "128"}));
}

TEST_F(LaunchersTest, FewerElementsAreTakenWhereAllOfThemMakeABlockTooLarge) {
  RunRequest request = request_of(
      "__global__ void k(const int* in, int* out) {\n"
      "  const int i = threadIdx.y * blockDim.x + threadIdx.x;\n  out[i] = in[i];\n}\n"
      "void solve(const int* in, int* out, int n) {\n  int *a, *b;\n  cudaMalloc(&a, n * n * 4);\n"
      "  cudaMalloc(&b, n * n * 4);\n  cudaMemcpy(a, in, n * n * 4, cudaMemcpyHostToDevice);\n"
      "  k<<<1, dim3(n, n)>>>(a, b);\n  cudaMemcpy(out, b, n * n * 4, cudaMemcpyDeviceToHost);\n}\n",
      "solve", 1 << 16);
  request.own.takes_fewer = true;
  const auto run = run_settled(request, progress_);
  EXPECT_EQ(run.request.n, 4096u);
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.launch_count, 1u);
  EXPECT_EQ(
      run.notice.text(),
      "Nobody said N, so it is 4096 (--n). With 65536: k, line 10: the threads of its block are 16,384, and at "
      "most 1,024 are allowed.");
}

TEST_F(LaunchersTest, SizesThatGiveItNoWorkHideNoMistake) {
  const auto run = run_text(
      "__global__ void k(int* p, int n) {\n  volatile int* v = p;\n  const int t = threadIdx.x;\n"
      "  if (n >= 32) v[t] += v[t + 16];\n  if (n >= 2) v[t] += v[t + 1];\n}\n"
      "void solve(int* p, int n) { k<<<1, n / 2>>>(p, n); }\n",
      "solve", 1 << 16);
  EXPECT_EQ(run.request.own.arguments, (std::vector<std::string>{"inout", "128"}));
  ASSERT_FALSE(run.findings.empty());
  EXPECT_EQ(run.findings[0].kind, FindingKind::race);
}

TEST_F(LaunchersTest, ANameOfAFileIsEmpty) {
  const auto run = run_text(
      "#include <cstring>\n__global__ void k(int* p) { p[threadIdx.x] = 1; }\n"
      "int solve(int* p, int n, char* input_file) {\n  if (strlen(input_file) > 0) return 1;\n"
      "  k<<<1, 32>>>(p);\n  return 0;\n}\n",
      "solve");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.launch_count, 1u);
  EXPECT_EQ(run.request.own.arguments.back(), "zeros");
}

TEST_F(LaunchersTest, WhatItFreesWasUsedBefore) {
  const auto run = run_text(std::string(kAdd) +
                                "void solve(float* x, float* y, float* z, int N) {\n"
                                "  add<<<(N + 255) / 256, 256>>>(x, y, z, N);\n  cudaFree(x);\n  cudaFree(z);\n}\n",
                            "solve");
  EXPECT_TRUE(run.findings.empty());
  EXPECT_EQ(run.request.own.arguments, (std::vector<std::string>{"in", "in2", "out", "n"}));
}

TEST_F(LaunchersTest, OneSizeTakenForAnotherShowsWhereTheyDiffer) {
  const auto remark_of = [&](const std::string& row) {
    RunRequest request = request_of(
        "__global__ void mm(const float* A, const float* B, float* C, int M, int N, int K) {\n"
        "  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  if (row >= M || col >= K) return;\n  float sum = 0;\n"
        "  for (int i = 0; i < N; ++i) sum += A[row * " +
            row +
            " + i] * B[i * K + col];\n  C[row * K + col] = sum;\n}\n"
            "void multiply(const float* a, const float* b, float* c, int M, int N, int K) {\n"
            "  float *A, *B, *C;\n"
            "  cudaMalloc(&A, M * N * 4); cudaMalloc(&B, N * K * 4); cudaMalloc(&C, M * K * 4);\n"
            "  cudaMemcpy(A, a, M * N * 4, cudaMemcpyHostToDevice);\n"
            "  cudaMemcpy(B, b, N * K * 4, cudaMemcpyHostToDevice);\n"
            "  mm<<<dim3((K + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(A, B, C, M, N, K);\n"
            "  cudaMemcpy(c, C, M * K * 4, cudaMemcpyDeviceToHost);\n}\n",
        "multiply", 1 << 16);
    request.own.takes_fewer = true;
    const auto run = run_settled(request, progress_);
    EXPECT_TRUE(run.findings.empty());
    return remark_of_odd_size(run, progress_).text();
  };
  EXPECT_EQ(remark_of("N"), "");
  EXPECT_EQ(
      remark_of("K"),
      "Of sizes that differ (--n 3844 --arguments in,in2,out,21,41,61) an index leaves A (line 5): one size may "
      "be taken for another there.");
}

TEST_F(LaunchersTest, ElementsThatOtherSizesLeaveOutAreRemarked) {
  const auto remark_of = [&](const std::string& text) {
    RunRequest request = request_of(text, "solve", 1 << 16);
    request.own.takes_fewer = true;
    const auto run = run_settled(request, progress_);
    EXPECT_TRUE(run.findings.empty());
    return remark_of_odd_size(run, progress_).text();
  };
  const std::string add =
      std::string(kAdd) + "void solve(const float* a, const float* b, float* c, int n) { add<<<";
  EXPECT_EQ(remark_of(add + "(n + 255) / 256, 256>>>(a, b, c, n); }\n"), "");
  EXPECT_EQ(remark_of(add + "n / 256, 256>>>(a, b, c, n); }\n"),
            "Of other sizes (--n 3844 --arguments in,in2,out,n) 3840 of 3844 elements of c are written: there are "
            "too few "
            "threads, or they are not where they are needed.");
  const auto picture = [](const std::string& grid) {
    return "__global__ void fill(float* p, int width, int height) {\n"
           "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
           "  if (x < width && y < height) p[y * width + x] = 1;\n}\n"
           "void solve(float* p, int width, int height) {\n  dim3 grid(" +
           grid + ");\n  fill<<<grid, dim3(16, 16)>>>(p, width, height);\n}\n";
  };
  EXPECT_EQ(remark_of(picture("(width + 15) / 16, (height + 15) / 16")), "");
  EXPECT_NE(remark_of(picture("(height + 15) / 16, (width + 15) / 16")).find("elements of p are written"),
            std::string::npos);
}

TEST_F(LaunchersTest, APictureThatIsLeftByLittleIsRemarked) {
  const auto remark_of = [&](const std::string& last) {
    const auto run = run_text(
        "__global__ void k(const float* in, float* out, int width, int height) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  if (i + width " +
            last +
            " width * height) out[i] = in[i] + in[i + width];\n}\n"
            "void blur(const float* in, float* out, int width, int height) {\n"
            "  k<<<(width * height + 255) / 256, 256>>>(in, out, width, height);\n}\n",
        "blur", 1 << 16);
    EXPECT_TRUE(run.findings.empty());
    return remark_of_small_overrun(run, progress_).text();
  };
  EXPECT_EQ(remark_of("<"), "");
  EXPECT_EQ(
      remark_of("<="),
      "If in has 16384 elements (128 x 128), an index goes 1 past its end (line 3): a check of it is missing then. "
      "(--arguments in:16384,out,128,128)");
}

}  // namespace
}  // namespace lanescope
