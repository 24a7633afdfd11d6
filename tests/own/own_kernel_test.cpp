// Files of CUDA that users bring: what they get right, what they get wrong, and that whatever they do ends in a
// sentence.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "engine/check/guessed_workload.h"
#include "engine/request/catalogue.h"
#include "engine/request/own_launch.h"
#include "engine/session.h"
#include "engine/source/arguments.h"
#include "engine/source/own_run.h"
#include "engine/source/scan.h"
#include "engine/source/scratch_folder.h"
#include "engine/source/stated_options.h"
#include "tests/own/own_kernel_fixture.h"

namespace lanescope {
namespace {

TEST_F(OwnKernelTest, WarpFunctionsAndBarriersMeanWhatTheyMeanOnAGpu) {
  // Each block of 64 adds its ones by a shuffle tree a warp, and counts them by a ballot and by the barrier.
  const lanescope::Run run = run_text(std::string(kHead) + R"(
    __shared__ int sums[2];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    const int counted = __syncthreads_count(v);
    const int voted = __popc(__ballot_sync(0xffffffffu, v));
    for (int by = 16; by > 0; by /= 2) v += __shfl_down_sync(0xffffffffu, v, by);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = v == voted ? v : -1000;
    __syncthreads();
    if (threadIdx.x == 0 && sums[0] + sums[1] == counted) atomicAdd(out, counted);
  })");
  EXPECT_EQ(run.result->value, 1000);
  EXPECT_TRUE(run.result->correct);
  EXPECT_EQ(run.metrics.totals.barriers, 16u * 2);
  EXPECT_EQ(run.metrics.totals.of(AccessKind::atomic).requests, 16u);
  EXPECT_EQ(run.metrics.totals.of(AccessKind::global_load).requests, 32u);  // 1000 elements: 31 warps and a part
  EXPECT_EQ(run.metrics.totals.of(AccessKind::global_load).transactions, 125u);  // 4000 bytes
}

TEST_F(OwnKernelTest, ThatChecksHaveNoMemoryIsToldWithTheArray) {
  try {
    run_free(
        "struct Large { int words[1 << 22]; };\n"  // 2^24 bytes, 1000 of them by a thousand
        "__global__ void f(const char* in, Large* out) { out->words[threadIdx.x] = in[0]; }\n",
        "", {"in", "out:1000000"});
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "The checks have no memory for out, an array of 16,777,216,000,000 bytes. Use a smaller --n, or say "
        "by --arguments how many elements it has.");
  }
}

TEST_F(OwnKernelTest, AKernelMayBeInAHeaderBesideTheFile) {
  write_beside("kernel.h",
               "__global__ void add(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x] + 1; }\n");
  const std::string text = "#include \"kernel.h\"\nint main() { add<<<1, 1>>>(nullptr, nullptr); }\n";
  EXPECT_TRUE(run_free(text, "add").findings.empty());
}

TEST_F(OwnKernelTest, AKernelAloneNeedsNoFunctionsThatOnlyTheHostCalls) {
  const std::string text =
      "void prepare(int* numbers, int n);\n__global__ void add(const int* in, int* out) { out[threadIdx.x] = "
      "in[threadIdx.x] + 1; }\nint main() {\n  prepare(nullptr, 0);\n  add<<<1, 1>>>(nullptr, nullptr);\n}\n";
  EXPECT_TRUE(run_free(text, "add").findings.empty());
}

TEST_F(OwnKernelTest, AContainerOfTheHostIsNoArgumentOfAKernel) {
  const std::string error = error_of_program(
      "#include <vector>\n__global__ void k(std::vector<int> v) {}\nint main() {\n  std::vector<int> v;\n  k<<<1, "
      "2>>>(v);\n}\n");
  EXPECT_NE(error.find("program.cu, line 5: a kernel cannot take a std::vector"), std::string::npos) << error;
}

TEST_F(OwnKernelTest, SmallElementsOfAFreeKernelHaveTheirSize) {
  // 100 bytes, where N is 1000; blocks past them are found.
  const std::string head =
      "__global__ void invert(unsigned char* image) {\n  const int i = blockIdx.x * 64 + threadIdx.x;\n  ";
  EXPECT_TRUE(run_free(head + "if (i < 100) image[i] = 255 - image[i];\n}\n", "", {"inout:100"}).findings.empty());
  const auto wrong = run_free(head + "image[i] = 255 - image[i];\n}\n", "", {"inout:100"}).findings;
  ASSERT_FALSE(wrong.empty());
  EXPECT_EQ(wrong[0].sentence.text(), "Thread 36 of block 1 reads element 100 of image, which has 100 (line 3).");
}

TEST_F(OwnKernelTest, BlocksOfAKernelAloneMayWaitForEachOther) {
  const std::string text =
      "__device__ int arrived;\n__global__ void meet(const int* in, int* out) {\n  if (threadIdx.x == 0) {\n    "
      "atomicAdd(&arrived, 1);\n    while (atomicAdd(&arrived, 0) < gridDim.x);\n    out[blockIdx.x] = arrived;\n  "
      "}\n}\n";
  EXPECT_TRUE(run_free(text).findings.empty());
}

TEST_F(OwnKernelTest, LanesThatPartAreRowsOfTheirOwn) {
  const lanescope::Run run = run_text(
      "__global__ void f(const int* in, int* out, int n) {\n"
      "  __shared__ int s[64];\n"
      "  if (threadIdx.x % 2 == 0)\n"
      "    s[threadIdx.x] = in[threadIdx.x];\n"
      "  else\n"
      "    s[threadIdx.x] = 0;\n"
      "  if (threadIdx.x == 0)\n"
      "    out[blockIdx.x] = s[0] + s[1];\n"
      "}\n",
      64);
  const History& history = run.trace->history(0);
  EXPECT_EQ(history.source_lines, (std::vector<std::uint32_t>{4, 6, 8}));
  EXPECT_EQ(history.masks, (std::vector<std::uint32_t>{0x55555555, 0x55555555, 0xaaaaaaaa, 0xaaaaaaaa, 1, 0}));
}

TEST_F(OwnKernelTest, PrintedLinesComeBack) {
  const lanescope::Run run = run_text(
      std::string(kHead) +
      "if (threadIdx.x == 3 && blockIdx.x == 0) printf(\"%d of %d\\n\", threadIdx.x, n); out[blockIdx.x] = 0; }");
  EXPECT_EQ(run.printed, std::vector<std::string>{"block 0, thread 3: 3 of 1000"});
  EXPECT_FALSE(run.result->correct);
}

TEST_F(OwnKernelTest, KernelsThatAreNotJudgedNeedNoWordsForTheirArguments) {
  const lanescope::Run sums = run_free(
      "__global__ void f(int n, float a, float* x, float* y, float* z) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) z[i] = a * x[i] + y[i];\n"
      "  if (i == 0) printf(\"%g\\n\", a);\n"
      "}\n");
  EXPECT_TRUE(sums.findings.empty());
  EXPECT_EQ(sums.printed, std::vector<std::string>{"block 0, thread 0: 1"});
  const lanescope::Run four = run_free(
      "__global__ void f(const int* in, int* a, int* b, int* c, int n) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) c[i] = b[i] + (a[i] = in[i]);\n"
      "}\n");
  EXPECT_TRUE(four.findings.empty());
}

TEST_F(OwnKernelTest, EveryMistakeIsASentenceWithItsLine) {
  expect_wrong(std::string(kHead) + "out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }",
               "element 16 of out, which has 16 (line 2)");
  expect_wrong(std::string(kHead) + "out[0] = in[-1 - (int)threadIdx.x]; }",
               "element -1 of in, which has 1000 (line 2)");
  expect_wrong(std::string(kHead) + "__shared__ int s[8];\n s[threadIdx.x] = 1;\n out[0] = s[n & 1]; }",
               "element 8 of s, which has 8 (line 3)");
  expect_wrong(std::string(kHead) + "int* p = 0;\n if (n > 0) *p = 1; }",
               "at an address that belongs to no array (line 3)");
  expect_wrong(std::string(kHead) + "out[0] = *(const int*)((const char*)in + 2); }", "4 bytes at byte 2 of in");
  expect_wrong(std::string(kHead) + "while (in[0] > 0) {\n }\n out[0] = 1; }", "does not end: line 2");
  expect_wrong(std::string(kHead) + "out[0] = 7 / (in[0] - in[1]); }", "divides a whole number by zero (line 2)");
  expect_wrong(
      std::string(kHead) + "if (threadIdx.x < 40) __syncthreads();\n else __syncthreads();\n out[0] = 1; }",
      "different barriers: lines 2 and 3");
  expect_wrong(std::string(kHead) +
                   "if (threadIdx.x < 16) out[0] = __shfl_sync(0xffffffffu, n, 0);\n else __syncthreads(); }",
               "waits forever in line 2");
  expect_wrong(std::string(kHead) + "assert(n < 10);\n out[0] = 1; }", "assert(n < 10) does not hold (line 2)");
  expect_wrong(
      "__device__ int deep(const int* in, int k) { int a[64]; a[k & 63] = in[0]; return k < 0 ? k : deep(in, k + "
      "1) + a[k & 63]; }\n" +
          std::string(kHead) + "out[0] = deep(in, 1); }",
      "runs out of its stack of 256 KiB");
}

TEST_F(OwnKernelTest, ItMayOnlyCompute) {
  expect_wrong("#include <fcntl.h>\n" + std::string(kHead) + "out[0] = open(\"/etc/passwd\", O_RDONLY); }",
               "asks the operating system for something");
  expect_wrong("#include <unistd.h>\n" + std::string(kHead) + "out[0] = fork(); }",
               "asks the operating system for something");
  expect_wrong("#include <sys/socket.h>\nstruct Early { Early() { socket(1, 1, 0); } } early;\n" +
                   std::string(kHead) + "out[0] = 1; }",
               "crashed while it loaded the kernel");
  expect_wrong(
      "#include <fcntl.h>\nstruct Early { Early() { open(\"/tmp/made-by-a-kernel\", O_CREAT | O_WRONLY, 0600); } } "
      "early;\n" +
          std::string(kHead) + "out[0] = 1; }",
      "crashed while it loaded the kernel");
}

// What follows runs the same wherever blocks run ahead of their turn, on as many threads as the machine has cores.

TEST_F(OwnKernelTest, ABlockThatReadsWhatAnotherWritesHasItsTurnAfterIt) {
  // Each block counts on from the one before it, which it reads at once.
  const lanescope::Run run = run_text(
      "__global__ void f(const int* in, int* out) {\n"
      "  const int before = blockIdx.x == 0 ? 0 : out[blockIdx.x - 1];\n"
      "  if (threadIdx.x == 0) out[blockIdx.x] = before + 1;\n"
      "}\n",
      64 * 20);
  EXPECT_EQ(run.result->value, 20 * 21 / 2);  // 1 + 2 + ... + 20, which the host adds
}

TEST_F(OwnKernelTest, AtomicUpdatesComeInTheOrderOfTheBlocks) {
  // Block i makes x of x: x * 3 + i, which no other order gives.
  const lanescope::Run run = run_text(
      "__global__ void f(const int* in, int* out) {\n"
      "  __shared__ int s[64];\n"
      "  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];\n"
      "  __syncthreads();\n"
      "  if (threadIdx.x != 0) return;\n"
      "  const int old = atomicAdd(out, 0);\n"
      "  atomicExch(out, old * 3 + (int)blockIdx.x * s[63]);\n"
      "}\n",
      64 * 15);
  int expected = 0;
  for (int block = 0; block < 15; ++block) expected = expected * 3 + block;
  EXPECT_EQ(run.result->value, expected);
}

TEST_F(OwnKernelTest, BlocksThatWaitAtTheirBeginningKeepTheirOrder) {
  // To run these ahead is in vain, so that after some of them the rest run in turn, and later ones are tried again.
  constexpr unsigned kBlocks = 4000;
  const lanescope::Run run = run_text(
      "__global__ void f(const int* in, int* out) {\n"
      "  const unsigned old = threadIdx.x == 0 ? (unsigned)atomicAdd(out, 0) : 0;\n"
      "  volatile int work = 0;\n"
      "  for (int i = 0; i < 20; ++i) work = work + i;\n"
      "  if (threadIdx.x == 0) atomicExch(out, (int)(old * 3 + blockIdx.x));\n"
      "}\n",
      64 * kBlocks);
  unsigned expected = 0;
  for (unsigned block = 0; block < kBlocks; ++block) expected = expected * 3 + block;
  EXPECT_EQ(run.result->value, static_cast<int>(expected));
}

TEST_F(OwnKernelTest, WhatGoesWrongFirstIsTold) {
  // Blocks from 3 on go wrong at once, block 3 after a while.
  expect_wrong(
      "__global__ void f(const int* in, int* out, int n) {\n"
      "  volatile int work = 0;\n"
      "  for (int i = 0; blockIdx.x <= 3 && i < 2000; ++i) work = work + i;\n"
      "  if (blockIdx.x >= 3) out[blockIdx.x] = in[n + threadIdx.x];\n"
      "  else out[blockIdx.x] = 1;\n"
      "}\n",
      "Thread 0 of block 3 ");
  expect_wrong(
      "__global__ void f(const int* in, int* out, int n) {\n"
      "  volatile int work = 0, zero = blockIdx.x < 3;\n"
      "  for (int i = 0; blockIdx.x <= 3 && i < 2000; ++i) work = work + i;\n"
      "  out[blockIdx.x] = in[0] / zero;\n"
      "}\n",
      "Thread 0 of block 3 ");
}

TEST_F(OwnKernelTest, BlocksPrintInTheirOrder) {
  const lanescope::Run run = run_text(
      "#include <cstdio>\n"
      "__global__ void f(const int* in, int* out) {\n"
      "  volatile int work = 0;\n"
      "  for (int i = 0; i < 1000 * (int)(blockIdx.x % 2); ++i) work = work + i;\n"
      "  if (threadIdx.x == 0) printf(\"%d\", in[blockIdx.x]);\n"
      "  out[blockIdx.x] = 0;\n"
      "}\n",
      64 * 8);
  ASSERT_EQ(run.printed.size(), 8u);
  for (std::size_t block = 0; block < 8; ++block)
    EXPECT_EQ(run.printed[block], "block " + std::to_string(block) + ", thread 0: 1");
}

TEST_F(OwnKernelTest, NoThreadOfTheProcessMayDoMoreThanCompute) {
  // While block 0 works, another thread has block 1.
  expect_wrong("#include <fcntl.h>\n" + std::string(kHead) +
                   "  volatile int work = 0;\n"
                   "  for (int i = 0; blockIdx.x == 0 && i < 20000; ++i) work = work + i;\n"
                   "  out[blockIdx.x] = blockIdx.x == 0 ? 1 : open(\"/etc/passwd\", O_RDONLY);\n}",
               "of block 1");
}

TEST_F(OwnKernelTest, WhatABuildDefinesCanBeSaid) {
  const std::string text = std::string(kHead) + "  if (blockIdx.x == 0 && threadIdx.x < SIZE) out[0] = n;\n}\n";
  expect_wrong(text, "--define SIZE=VALUE", ErrorKind::usage);
  EXPECT_TRUE(run_text("// lanescope: --define SIZE=1,OTHER\n" + text).result->correct);
  expect_wrong("// lanescope: --define 1=2\n" + text, "it must be NAME or NAME=VALUE", ErrorKind::usage);
  EXPECT_EQ(definitions_of("// lanescope: --define A=1,B\n", "own.cu", {"A=2", "C"}),
            (std::vector<std::string>{"A=2", "C", "B"}));
}

TEST_F(OwnKernelTest, BadFilesAreRefusedInOneSentence) {
  expect_wrong("void f(int* out) {}", "it has no kernel", ErrorKind::usage);
  expect_wrong("__global__ void f(int* a) {}\n__global__ void g(int* a) {}", "it has 2 kernels", ErrorKind::usage);
  expect_wrong(std::string(kHead) + "out[0] = in[0]\n}", "own.cu, line 2: expected ';'", ErrorKind::usage);
  // A header that nobody has is taken for empty, and named where the file does not compile without it.
  expect_wrong("#include \"absent.h\"\n" + std::string(kHead) + "out[0] = absent(n); }",
               "(It includes absent.h, which is not there; put it beside the file.)", ErrorKind::usage);
  expect_wrong("#include \"absent.h\"\n" + std::string(kHead) + "ABSENT(n); out[0] = in[0]; }",
               "(It includes absent.h, which is not there; put it beside the file.)", ErrorKind::usage);
  // What a library would declare is missed only where it is used.
  expect_wrong("#include <cstdio>\n#include <cub/grid/grid_queue.cuh>\n" + std::string(kHead) +
                   "cub::GridQueue<int> queue; }",
               "own.cu, line 2: it includes cub/grid/grid_queue.cuh", ErrorKind::usage);
  expect_wrong(std::string(kHead) +
                   "int v;\n asm(\"{ .reg .u32 t; bra.uni DONE; DONE: add.s32 %0, %1, 1; }\" : \"=r\"(v) : "
                   "\"r\"(n));\n out[0] = v; }",
               "own.cu, line 3: of inline PTX Lanescope runs instructions that compute", ErrorKind::usage);
  for (const char* call : {"cuModuleLoad(&module, \"k.ptx\")", "cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0)"})
    expect_wrong("#include <cuda.h>\nCUmodule module; CUfunction f;\nvoid begin() { " + std::string(call) +
                     "; }\n" + kHead + "out[0] = 1; }",
                 "own.cu, line 3: " + std::string(call, std::strcspn(call, "(")) +
                     "(): Lanescope runs kernels of the file alone",
                 ErrorKind::usage);
  expect_wrong(
      "texture<float, 1, cudaReadModeElementType> table;\n" + std::string(kHead) + "out[0] = 1; }",
      "own.cu, line 1: CUDA 12 has no texture references; make a texture object by cudaCreateTextureObject()",
      ErrorKind::usage);
  expect_wrong("template <int N> __global__ void f(const int* in, int* out) { out[0] = N; }", "f is a template",
               ErrorKind::usage);
  expect_wrong("__global__ void f(const int* in) {}", "writes to no array", ErrorKind::usage);
  expect_wrong(std::string(kHead) + "if (n) goto end; int i = 1; out[0] = i; end: return; }",
               "jump to label 'end' crosses initialization of 'int i'.", ErrorKind::usage);
  expect_wrong("__global__ void f(const int* in, int* out, float scale) { out[0] = 1; }", "give all by --arguments",
               ErrorKind::usage);
  expect_wrong(std::string(2 << 20, 'x'), "a source of a kernel has at most 1048576", ErrorKind::usage);
}

TEST(ScanKernelsTest, FindsKernelsAndParametersOutsideOfComments) {
  const auto kernels = scan_kernels(
      "// __global__ void no(int a) {}\n"
      "template <class T, int N>\n"
      "__global__ void __launch_bounds__(256) sum(const T* __restrict__ in, T (&out)[N], int n = 3) { }\n"
      "__global__ void declared(int a);\n"
      "extern \"C\" __global__ void plain() {}\n");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].name, "sum");
  EXPECT_EQ(kernels[0].line, 3u);
  EXPECT_TRUE(kernels[0].is_template);
  ASSERT_EQ(kernels[0].parameters.size(), 3u);
  EXPECT_EQ(kernels[0].parameters[0], "in");
  EXPECT_EQ(kernels[0].parameters[2], "n");
  EXPECT_EQ(kernels[1].name, "plain");
  EXPECT_FALSE(kernels[1].is_template);
}

TEST(ScanKernelsTest, AKernelKnowsItsBlockWhereItOrWhatItCallsMayAsk) {
  const auto knows = [](const std::string& text) { return scan_kernels(text).at(0).knows_block; };
  const std::string alone = "__global__ void sort(float* x) { x[threadIdx.x] = 1; }\n";
  EXPECT_FALSE(knows(alone));
  EXPECT_FALSE(knows(alone + "__global__ void add(float* x) { x[blockIdx.x] = 1; }"));
  EXPECT_TRUE(knows(alone + "__device__ int place() { return blockIdx.x; }"));
  EXPECT_TRUE(knows("__global__ void count(int* x) { atomicAdd(x, 1); }"));
  EXPECT_FALSE(knows("__global__ void count() { __shared__ int x[2], y; atomicAdd(&x[0], 1); atomicMax(&y, 1); }"));
  EXPECT_TRUE(knows("__global__ void count(int* z) { __shared__ int x; atomicAdd(&x, 1); atomicAdd(z, 1); }"));
}

TEST_F(OwnKernelTest, AKernelThatDoesNotKnowItsBlockHasOneAndTwoElementsAThread) {
  const std::string text = "__global__ void sort(float* x) { x[2 * threadIdx.x] = 1; }\n";
  EXPECT_EQ(run_free(text).launch.grid_dim, 1u);
  const std::string other = "__global__ void set(float* x) { x[blockIdx.x] = threadIdx.x; }\n";
  const lanescope::Run run = run_free(other);
  EXPECT_EQ(run.launch.grid_dim, 16u);
  EXPECT_EQ(usual_elements(kernel_info(run.request.kernel), run.request), kUsualOwnN);
  RunRequest one = run_free(text).request;
  EXPECT_EQ(usual_elements(kernel_info(one.kernel), one), 128u);
}

TEST_F(OwnKernelTest, ThreadsAndBlocksStandOnlyWhereTheyAreNumbered) {
  const auto shapes = [&](const std::string& body, const std::string& before = "") {
    const lanescope::Run run =
        run_free(before + "__global__ void f(float* out, int width, int height) {\n" + body + "}\n");
    const OwnShapes all = own_shapes(kernel_info(run.request.kernel), run.request);
    return std::pair(extent_text(all.block), extent_text(all.grid));
  };
  using Shapes = std::pair<std::string, std::string>;
  EXPECT_EQ(shapes("  out[threadIdx.y + blockIdx.x] = width;\n").first, "1x64");
  EXPECT_EQ(shapes("  out[threadIdx.y * 8 + threadIdx.x + blockIdx.x] = 1;\n").first, "8x8");
  const Shapes blocks = shapes("  out[blockIdx.y * width + blockIdx.x] = 1;\n");
  EXPECT_EQ(blocks.first, "1");
  EXPECT_NE(blocks.second.find('x'), std::string::npos) << blocks.second;
  EXPECT_EQ(shapes("  out[place()] = 1;\n", "__device__ int place() { return threadIdx.y + blockIdx.x; }\n").first,
            "1x64");
  EXPECT_EQ(shapes("  atomicAdd(out, 1.0f);\n").first, "64");
}

TEST_F(OwnKernelTest, PairsOfWholeNumbersAreFilledWithWholeNumbers) {
  const lanescope::Run run =
      run_free("__global__ void f(const int2* in, float* out) { out[blockIdx.x] = in[0].x; }\n");
  EXPECT_EQ(own_type(*kernel_info(run.request.kernel).own), ElementType::int32);
}

TEST_F(OwnKernelTest, WhatASizeThatNobodySaidMakesFailIsTold) {
  const auto fails = [&](const std::string& line) {
    const auto run = run_free(
        "__global__ void f(const float* in, float* out, int n) {\n  extern __shared__ float s[];\n  "
        "s[blockIdx.x] = "
        "0;\n" +
        line + "}\n");
    return !run.findings.empty() && fails_for_its_size(run.findings[0].sentence, run.request);
  };
  EXPECT_TRUE(fails("  s[n * 1000] = 1;\n")) << "more than the room that nobody gave";
  EXPECT_TRUE(fails("  float* at = out - (n << 20);\n  *at = 1;\n")) << "beyond all arrays";
  EXPECT_FALSE(fails("  s[n] = 1;\n"));
  EXPECT_FALSE(fails("  out[n] = 1;\n")) << "its array is known";
}

}  // namespace
}  // namespace lanescope
