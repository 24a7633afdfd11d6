// Which lanes are together in which row, where functions are called and loops are nested: counts that can be done
// on paper. One block of 64 threads, two warps.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/source/code_flow.h"
#include "tests/own/own_kernel_fixture.h"

namespace lanescope {
namespace {

class OwnRowsTest : public OwnKernelTest {
 protected:
  lanescope::Run rows_of(const std::string& text) {
    const std::string path = folder_.file("rows.cu");
    std::ofstream(path) << text;
    RunRequest request;
    request.kernel = load_own_kernel(path, std::nullopt, progress_).id;
    request.own.arguments = {"in", "out"};
    request.n = 64;
    request.block_dim = 64;
    request.detail = Detail::full;
    request.backend = BackendChoice::emulator;
    return lanescope::run(request, progress_);
  }
  static std::uint64_t requests(const lanescope::Run& run, AccessKind kind) {
    return run.metrics.totals.of(kind).requests;
  }
};

TEST_F(OwnRowsTest, AFunctionThatIsCalledAgainIsAnotherPlace) {
  // Lanes take different ways through it, and are together before and behind each call.
  const auto run = rows_of(
      "__device__ int act(int x) {\n  if (x % 3 == 0) return 0;\n  if (x % 3 == 1) return 7;\n  return x;\n}\n"
      "__global__ void k(const int* in, int* out) {\n  const int i = threadIdx.x;\n  out[i] = act(in[i]);\n"
      "  out[i] = act(in[i] + i);\n  out[i] = act(in[i] + 2 * i);\n}\n");
  EXPECT_EQ(requests(run, AccessKind::global_load), 3u * 2);
  EXPECT_EQ(requests(run, AccessKind::global_store), 3u * 2);
}

TEST_F(OwnRowsTest, AFunctionThatBothSidesOfABranchCallIsTwoPlaces) {
  const auto run = rows_of(
      "__device__ __noinline__ int twice(const int* in, int i) {\n  return 2 * in[i];\n}\n"
      "__global__ void k(const int* in, int* out) {\n  const int i = threadIdx.x;\n  int x;\n"
      "  if (i % 2)\n    x = twice(in, i);\n  else\n    x = twice(in, i) + 1;\n  out[i] = x;\n}\n");
  EXPECT_EQ(requests(run, AccessKind::global_load), 2u * 2);
  EXPECT_EQ(requests(run, AccessKind::global_store), 2u);
}

TEST_F(OwnRowsTest, EachDepthOfARecursionIsAPlaceAndLanesMeetBehindIt) {
  const auto run = rows_of(
      "__device__ int sum(const int* in, int n) {\n  if (n == 0) return 0;\n  return in[n] + sum(in, n - 1);\n}\n"
      "__global__ void k(const int* in, int* out) {\n  const int i = threadIdx.x;\n  out[i] = sum(in, i % "
      "4);\n}\n");
  EXPECT_EQ(requests(run, AccessKind::global_load), 3u * 2);
  EXPECT_EQ(requests(run, AccessKind::global_store), 2u);
}

TEST_F(OwnRowsTest, LanesMeetBehindAnInnerLoop) {
  // Of 0 to 3 rounds, each of 4 times; there is nothing between the heads of both loops.
  const auto run = rows_of(
      "__global__ void k(const int* in, int* out) {\n  for (int r = threadIdx.x % 32; r < 64; r += 16) {\n"
      "    int s = 0;\n    for (int j = r; j < r + (r & 3); ++j) s += in[j & 63];\n    out[r] = s;\n  }\n}\n");
  // Lanes 0 to 15 have four rounds, the others three.
  EXPECT_EQ(requests(run, AccessKind::global_store), 4u * 2);
  EXPECT_EQ(requests(run, AccessKind::global_load), 3u * 4 * 2);
}

TEST_F(OwnRowsTest, LanesMeetBehindALoopThatIsLeftInItsMidst) {
  const auto run = rows_of(
      "__global__ void k(const int* in, int* out) {\n  const int i = threadIdx.x;\n  for (int p = 0; p < 4; ++p) "
      "{\n"
      "    int c = 0;\n    while (true) {\n      c += in[(i + c) & 63] != in[0];\n      if (++c > ((i + p) & 3)) "
      "break;\n"
      "    }\n    out[i] = c;\n  }\n}\n");
  EXPECT_EQ(requests(run, AccessKind::global_store), 4u * 2);
}

TEST_F(OwnRowsTest, LanesMeetBehindALoopOfASwitch) {
  const auto run = rows_of(
      "__global__ void k(const int* in, int* out) {\n  const int i = threadIdx.x;\n  int s = in[i] & 1;\n"
      "  for (int j = 0; j < 5; ++j) switch ((i + j) & 7) {\n"
      "      case 0: s += 3; break;\n      case 1: s *= 5; break;\n      case 2: s -= 7; break;\n"
      "      case 3: s ^= 9; break;\n      case 4: s += j; break;\n      case 5: s = -s; break;\n"
      "      case 6: s |= 2; break;\n      default: s <<= 1;\n    }\n  out[i] = s;\n}\n");
  EXPECT_EQ(requests(run, AccessKind::global_store), 2u);
}

TEST_F(OwnRowsTest, LanesMeetBehindEachOfTwoSwitches) {
  const std::string cases =
      "      case 0: s += 3; break;\n      case 1: s *= 5; break;\n      case 2: s -= 7; break;\n"
      "      case 3: s ^= 9; break;\n      case 4: s += 11; break;\n      case 5: s = -s; break;\n    }\n";
  const auto run = rows_of(
      "__global__ void k(const int* in, int* out) {\n  const int i = threadIdx.x;\n  int s = i;\n"
      "  switch (i & 7) {\n" +
      cases + "  s += in[i];\n  switch (s & 7) {\n" + cases + "  out[i] = s + in[i ^ 1];\n}\n");
  EXPECT_EQ(requests(run, AccessKind::global_load), 2u * 2);
  EXPECT_EQ(requests(run, AccessKind::global_store), 2u);
}

TEST_F(OwnRowsTest, LanesMeetBehindALoopThatOneSideOfABranchLeaves) {
  const auto run = rows_of(
      "__global__ void k(const int* in, int* out) {\n  const int i = threadIdx.x;\n  int s = in[i] & 1, j = 0;\n"
      "  for (;; ++j) {\n    if ((i + j) & 1) {\n      if (j >= i % 7) break;\n      s = s * 3 + j;\n    } else {\n"
      "      s = s * 5 - j;\n    }\n  }\n  out[i] = s;\n}\n");
  EXPECT_EQ(requests(run, AccessKind::global_store), 2u);
}

TEST(CodeFlow, PutsALoopThatIsEnteredInItsMidstInOrder) {
  const std::string text =
      with_flow("f:\n\t.cfi_startproc\n\tjmp\t.L3\n.L2:\n\tnop\n.L3:\n\tjl\t.L2\n\tret\n\t.cfi_endproc\n");
  EXPECT_NE(text.find("\t.quad .Llanescope_block0 - ., 0\n\t.quad .Llanescope_block2 - ., 3\n"
                      "\t.quad .Llanescope_block1 - ., 0\n\t.quad .Llanescope_block3 - ., 0\n"),
            std::string::npos)
      << text;
}

TEST(CodeFlow, LoopsAreInOnePieceAndWhatNothingComesToIsLast) {
  // Two loops in each other: the outer one is left from its head, which stands before the inner one.
  const std::string text = with_flow(
      "f:\n\t.cfi_startproc\n.L1:\n\tjge\t.L9\n.L2:\n\tnop\n\tjne\t.L2\n\tjmp\t.L1\n.L8:\n\tud2\n.L9:\n\tret\n"
      "\t.cfi_endproc\n");
  // Blocks: 0 head, 1 inner, 2 its end, 3 unreached, 4 behind.
  EXPECT_NE(text.find("block0 - ., 3\n\t.quad .Llanescope_block1 - ., 2\n\t.quad .Llanescope_block2 - ., 0\n"
                      "\t.quad .Llanescope_block4 - ., 0\n\t.quad .Llanescope_block3 - ., 0\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(with_flow("\t.data\nx:\n\t.long\t3\n"), "\t.data\nx:\n\t.long\t3\n");
}

}  // namespace
}  // namespace lanescope
