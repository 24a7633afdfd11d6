// Kernels of the program, as kernels of a user: clean in every order, and wrong with each fault.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "engine/check/fault.h"
#include "engine/check/listed_kernel.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

/// On request (ctest -C long), or in a share of it: LANESCOPE_LONG_CHECK=1, or 3/20.
struct LongCheck {
  bool is_on = false;
  unsigned part = 0, parts = 1;
};

LongCheck long_check() {
  LongCheck check;
  const char* text = std::getenv("LANESCOPE_LONG_CHECK");
  check.is_on = text != nullptr;
  if (text && std::sscanf(text, "%u/%u", &check.part, &check.parts) != 2) check.part = 0;
  check.parts = std::max(1u, check.parts);
  return check;
}

std::vector<std::pair<unsigned, std::uint64_t>> checked_sizes() {
  if (!long_check().is_on) return {{64, 1000}};
  std::vector<std::pair<unsigned, std::uint64_t>> sizes;
  for (const unsigned block_dim : {16u, 32u, 64u, 128u, 256u, 512u})
    for (const std::uint64_t n : {1, 2, 31, 33, 100, 500, 512, 1000, 1025, 4097}) sizes.emplace_back(block_dim, n);
  return sizes;
}

/// Launches of a kernel of the program that its plain CUDA can be run in.
std::vector<RunRequest> checked_launches(const KernelInfo& kernel) {
  std::vector<RunRequest> launches;
  for (const auto& [block_dim, n] : checked_sizes())
    for (const unsigned coarse : {1u, 3u}) {
      // Without a request one launch of each, since every one is compiled.
      const bool can_coarsen = kernel.coarsens && kernel.max_coarse_factor >= 3;
      if (!long_check().is_on && coarse != (can_coarsen ? 3u : 1u)) continue;
      RunRequest request;
      request.kernel = kernel.id;
      request.n = facts_of(kernel.workload).of_matrices() ? n / 20 + 1 : n;
      request.tile_width = block_dim == 256 ? 16 : 8;
      request.block_dim = block_dim;
      request.coarse_factor = coarse;
      if (kernel.grid == GridRule::chosen) request.grid_dim = 3;
      if (coarse > kernel.max_coarse_factor || (coarse > 1 && !kernel.coarsens)) continue;
      request.type = default_type(kernel.workload);
      request.detail = Detail::none;
      request.backend = BackendChoice::emulator;
      if (!refusal(request)) launches.push_back(request);
    }
  return launches;
}

class OwnLadderChecks : public ::testing::TestWithParam<std::string_view> {};

TEST_P(OwnLadderChecks, KernelsAreCleanInEveryOrder) {
  const LongCheck share = long_check();
  unsigned number = 0, done = 0;
  for (const RunRequest& request : checked_launches(kernel_info(GetParam()))) {
    if (number++ % share.parts != share.part) continue;
    Progress progress;
    if (launch_config(request).combining == Combining::chain)
      GTEST_SKIP() << "its chain is no array of a file's kernel";
    RunRequest listed = listed_request(request, nullptr, progress);
    listed.own.checks = true;
    for (std::uint64_t seed = 0; seed < (share.is_on ? 5u : 2u); ++seed, ++done) {
      listed.own.schedule = seed;
      const auto seen = run(listed, progress);
      SCOPED_TRACE(fmt::format("--n {} --block {} --coarse {} --schedule {}", request.n, request.block_dim,
                               request.coarse_factor, seed));
      ASSERT_TRUE(seen.findings.empty()) << seen.findings.front().sentence.text();
      EXPECT_TRUE(seen.result->correct);
    }
  }
  RecordProperty("launches", static_cast<int>(done));
}

std::vector<std::string_view> checked_ids() {
  std::vector<std::string_view> ids;
  for (const KernelInfo& kernel : all_kernels())
    if (kernel.traced() && kernel.entries.empty()) ids.push_back(kernel.id);
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Kernels, OwnLadderChecks, ::testing::ValuesIn(checked_ids()),
                         [](const auto& about) { return std::string(about.param); });

/// A kernel that shows the fault, and as what.
struct ShownFault {
  const char *fault, *kernel, *kind;  ///< kind: null where the result alone is wrong
};
constexpr ShownFault kShownFaults[] = {
    {"not_preset", "segmented", "uninitialised"},      {"no_barrier", "segmented", "race"},
    {"no_warp_barrier", "two_pass_warp_sync", "race"}, {"legacy_tail", "two_pass_warp_sync", "race"},
    {"branch_barrier", "segmented", "barrier"},        {"wrong_identity", "segmented", nullptr},
    {"no_remainder", "convergent_shared", nullptr},    {"no_bound", "segmented", "bounds"},
    {"past_the_end", "segmented", "bounds"},           {"one_step_short", "segmented", nullptr},
    {"wrong_stride", "segmented", "bounds"},           {"wrong_mask", "warp_shuffle", "shuffle"},
    {"no_fence", "single_pass_last_block", "race"},    {"no_atomic", "segmented", "race"},
};

TEST(OwnFaults, EachIsFoundOrMakesTheResultWrong) {
  ASSERT_EQ(std::size(kShownFaults), faults().size());
  for (const ShownFault& shown : kShownFaults) {
    SCOPED_TRACE(shown.fault);
    RunRequest request;
    request.kernel = shown.kernel;
    request.n = 4700;  // the last block has elements for a part of its first half
    request.block_dim = 256;
    if (kernel_info(request.kernel).grid == GridRule::chosen) request.grid_dim = 8;
    request.detail = Detail::none;
    request.backend = BackendChoice::emulator;
    Progress progress;
    RunRequest listed = listed_request(request, &fault_named(shown.fault), progress);
    listed.own.checks = true;
    const auto seen = run(listed, progress);
    if (shown.kind) {
      EXPECT_TRUE(std::any_of(seen.findings.begin(), seen.findings.end(),
                              [&](const Finding& finding) { return name_of(finding.kind) == shown.kind; }));
    } else {
      EXPECT_TRUE(seen.findings.empty());
      EXPECT_FALSE(seen.result->correct);
    }
  }
}

/// The same finding for every reduction that has such a line.
TEST(OwnFaults, EachThatAppliesIsFoundOrMakesTheResultWrong) {
  unsigned shown = 0;
  for (const KernelInfo& kernel : reductions()) {
    if (!kernel.traced() || !kernel.entries.empty()) continue;
    for (const Fault& fault : faults()) {
      // One in seven without a request; all of them take minutes.
      if (!long_check().is_on && ++shown % 7 != 0) continue;
      SCOPED_TRACE(fmt::format("{} --fault {}", kernel.id, fault.name));
      RunRequest request;
      request.kernel = kernel.id;
      request.n = 4700;
      request.block_dim = 256;
      if (kernel.grid == GridRule::chosen) request.grid_dim = 8;
      request.detail = Detail::none;
      request.backend = BackendChoice::emulator;
      if (refusal(request) || launch_config(request).combining == Combining::chain) continue;
      Progress progress;
      std::optional<RunRequest> listed;
      try {
        listed = listed_request(request, &fault, progress);
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("has no line to which it applies"), std::string::npos)
            << error.what();
        continue;
      }
      ASSERT_NE(put_fault(listed->kernel), nullptr);
      EXPECT_FALSE(put_fault(listed->kernel)->edits.front().before.empty());
      listed->own.checks = true;
      const auto seen = run(*listed, progress);
      EXPECT_TRUE(!seen.findings.empty() || !seen.result->correct);
    }
  }
}

TEST(OwnFaults, AnEditChangesOneLineOutsideOfComments) {
  const auto faulty = with_fault("// __syncthreads();\nvoid f() {\n  __syncthreads();\n  __syncthreads();\n}\n",
                                 fault_named("no_barrier"));
  ASSERT_TRUE(faulty);
  EXPECT_EQ(faulty->line, 3u);
  EXPECT_EQ(faulty->text, "// __syncthreads();\nvoid f() {\n  \n  __syncthreads();\n}\n");
  EXPECT_FALSE(with_fault("void f() {}\n", fault_named("no_barrier")));
  EXPECT_THROW(fault_named("none"), Error);
}

}  // namespace
}  // namespace lanescope
