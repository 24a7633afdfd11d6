// The tree of a kernel that a file brings: found from values alone, so a reader can redo each on paper.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/session.h"
#include "engine/source/arguments.h"
#include "engine/source/own_run.h"
#include "engine/source/scratch_folder.h"
#include "engine/source/value_bytes.h"

namespace lanescope {
namespace {

/// Who combined what, as elements and threads: "(0 4 by 0)". The identity is none of it.
std::string written_out(const CombineTree& tree, std::uint32_t node) {
  if (node == kIdentityNode) return "";
  if (node < tree.leaves()) return std::to_string(tree.leaf_elements[node]);
  const auto& operation = tree.operations[node - tree.leaves()];
  return fmt::format("({} {} by {})", written_out(tree, operation.left), written_out(tree, operation.right),
                     operation.thread);
}

class OwnTree : public ::testing::Test {
 protected:
  /// The launch has one output a block.
  lanescope::Run run_text(const std::string& text, std::uint64_t n, unsigned block_dim, Op op = Op::sum,
                          unsigned blocks = 1) {
    const std::string path = folder_.file("own.cu");
    std::ofstream(path) << text;
    const KernelInfo& kernel = load_own_kernel(path, Workload::reduction, progress_);
    RunRequest request;
    request.kernel = kernel.id;
    request.n = n;
    request.block_dim = block_dim;
    request.own.block = {block_dim, 1, 1};
    request.own.grid = {blocks, 1, 1};
    request.op = op;
    request.type = own_type(*kernel.own);
    request.detail = Detail::full;
    request.backend = BackendChoice::emulator;
    return lanescope::run(request, progress_);
  }

  std::string tree_of(const std::string& text, std::uint64_t n, unsigned block_dim, Op op = Op::sum,
                      unsigned blocks = 1) {
    const lanescope::Run found = run_text(text, n, block_dim, op, blocks);
    return found.tree ? written_out(*found.tree, found.tree->root) : found.no_tree.text();
  }

  std::string rows_of(const std::string& text, std::uint64_t n, unsigned block_dim) {
    std::string rows;
    for (const StepMetrics& step : run_text(text, n, block_dim).metrics.block.steps)
      rows +=
          fmt::format("{}{} {} {}", rows.empty() ? "" : ", ", step.source_line, name_of(step.phase), step.stride);
    return rows;
  }

 private:
  ScratchFolder folder_;
  Progress progress_;
};

/// As samples write it: the thread keeps its sum in a register, and stores it in another line.
const char* const kRegisterSum = R"(__global__ void sum(const float* in, float* out) {
  __shared__ float s[8];
  const unsigned t = threadIdx.x;
  float mine = in[t];
  s[t] = mine;
  for (unsigned stride = 4; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) {
      mine += s[t + stride];
      s[t] = mine;
    }
  }
  if (t == 0) *out = mine;
})";

TEST_F(OwnTree, OfSumsInRegistersIsThatOfTheTextbook) {
  EXPECT_EQ(tree_of(kRegisterSum, 8, 8), "(((0 4 by 0) (2 6 by 2) by 0) ((1 5 by 1) (3 7 by 3) by 1) by 0)");
  EXPECT_EQ(rows_of(kRegisterSum, 8, 8),
            "4 load 0, 5 load 0, 9 tree 4, 10 load 0, 9 tree 2, 10 load 0, 9 tree 1, 10 load 0, 13 commit 0");
}

TEST_F(OwnTree, GoesThroughShuffles) {
  const char* const text = R"(__global__ void sum(const float* in, float* out) {
  float mine = in[threadIdx.x];
  for (int lanes = 2; lanes > 0; lanes /= 2)
    mine += __shfl_xor_sync(0xf, mine, lanes);
  if (threadIdx.x == 0) *out = mine;
})";
  EXPECT_EQ(tree_of(text, 4, 4), "((0 2 by 0) (1 3 by 1) by 0)");
  EXPECT_EQ(rows_of(text, 4, 4), "2 load 0, 4 shuffle 2, 4 shuffle 1, 5 commit 0");
}

TEST_F(OwnTree, TakesVectorsElementByElement) {
  const char* const text = R"(__global__ void sum(const float4* in, float* out) {
  float4 v = in[threadIdx.x];
  atomicAdd(out, v.x + v.y + v.z + v.w);
})";
  EXPECT_EQ(tree_of(text, 8, 2), "((((0 1 by 0) 2 by 0) 3 by 0) (((4 5 by 1) 6 by 1) 7 by 1) by 1)");
}

TEST_F(OwnTree, OfALargestElementFollowsWhoLookedAtIt) {
  const char* const text = R"(__global__ void largest(const int* in, int* out) {
  __shared__ int s[4];
  s[threadIdx.x] = in[threadIdx.x];
  for (unsigned stride = 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) s[threadIdx.x] = max(s[threadIdx.x], s[threadIdx.x + stride]);
  }
  if (threadIdx.x == 0) *out = s[0];
})";
  EXPECT_EQ(tree_of(text, 4, 4, Op::max), "((0 2 by 0) (1 3 by 1) by 0)");
}

TEST_F(OwnTree, IsAbsentWithItsReason) {
  EXPECT_EQ(
      tree_of(R"(__global__ void mean(const float* in, float* out) {
  double sum = 0;
  for (int i = 0; i < 4; ++i) sum += in[i];
  *out = sum / 4;
})",
              4, 1),
      "The value that line 4 hands on is not what its thread has read, combined by sum in that order, so there is "
      "no tree.");
  EXPECT_EQ(tree_of("__global__ void copy(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }", 4,
                    4, Op::sum, 4),
            "Block 0 leaves 4 values in the output and not one, so it has no tree.");
  EXPECT_EQ(tree_of("__global__ void constant(const float* in, float* out) { *out = 0; }", 4, 1),
            "Block 0 reads no element, so it has no tree.");
}

TEST(ValueBytes, ComeBackAsTheyWere) {
  LaunchConfig launch;
  launch.block_dim = 32;
  BlockValues values;
  values.block = 3;
  values.accesses = {{31, 1, AccessKind::atomic, ArrayId::output, 5, 2.5, 0.5}};
  values.exchanges = {{1, 2, 0, 7, 1, -1.5}};
  const BlockValues back = values_from_json(values_to_json(values), launch, 2);
  EXPECT_EQ(back.block, 3u);
  EXPECT_EQ(back.accesses, values.accesses);
  ASSERT_EQ(back.exchanges.size(), 1u);
  EXPECT_EQ(back.exchanges[0].value, -1.5);
}

TEST(ValueBytes, OfNoLaunchAreRefused) {
  LaunchConfig launch;
  launch.block_dim = 32;
  const auto error_of = [&](const BlockValues& values) -> std::string {
    try {
      values_from_json(values_to_json(values), launch, 2);
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  };
  const std::string foreign = "its values are of no thread, step or array of the block.";
  EXPECT_EQ(error_of({0, {{32, 0, AccessKind::atomic, ArrayId::output, 0, 0, 0}}}), foreign);
  EXPECT_EQ(error_of({0, {{0, 2, AccessKind::atomic, ArrayId::output, 0, 0, 0}}}), foreign);
  EXPECT_EQ(error_of({0, {{0, -2, AccessKind::atomic, ArrayId::output, 0, 0, 0}}}), foreign);
  EXPECT_EQ(error_of({0, {{0, 0, static_cast<AccessKind>(kAccessKinds), ArrayId::output, 0, 0, 0}}}), foreign);
  EXPECT_EQ(error_of({0, {{0, 0, AccessKind::atomic, static_cast<ArrayId>(200), 0, 0, 0}}}), foreign);
  EXPECT_EQ(error_of({0, {}, {{0, 32, 0, 1, 0, 0}}}), foreign);
  EXPECT_EQ(error_of({0, {}, {{0, 0, 0, 1, 1, 0}}}), "its values are not in their order.");
  EXPECT_EQ(error_of({0, {}, {{0, 0, 0, 2, 0, 0}, {0, 0, 0, 1, 0, 0}}}), "its values are not in their order.");
  nlohmann::json cut = values_to_json({});
  cut["accesses"] = nlohmann::json::binary({1, 2, 3});
  EXPECT_THROW(values_from_json(cut, launch, 2), Error);
}

}  // namespace
}  // namespace lanescope
