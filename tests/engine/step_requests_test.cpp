// What the requests of a step cost, against the metrics of every kernel of the ladder, and on paper.
#include "engine/analysis/step_requests.h"

#include <gtest/gtest.h>

#include "engine/request/catalogue.h"
#include "engine/session.h"

namespace lanescope {
namespace {

Run run_with_requests(std::string_view kernel, std::uint64_t n, unsigned block_dim,
                      ElementType type = ElementType::float32) {
  RunRequest request;
  request.kernel = kernel;
  request.n = n;
  request.block_dim = block_dim;
  request.type = type;
  if (type == ElementType::point3) request.op = Op::farthest;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  Progress progress;
  return run(request, progress);
}

/// The step's counts in the trace, global or shared kinds together.
AccessCounts counted(const AccessTable& table, MemorySpace space) {
  AccessCounts sum;
  for (std::size_t kind = 0; kind < kAccessKinds; ++kind)
    if (space_of(static_cast<AccessKind>(kind)) == space) sum += table[kind];
  return sum;
}

void expect_equal_to_the_trace(const Run& run) {
  const KeptAddresses* kept = run.trace->addresses_of(0);
  ASSERT_NE(kept, nullptr);
  const BlockAddresses all = kept->all(), *block = &all;
  const History& history = run.trace->history(0);
  for (std::int32_t step = kBeforeFirstStep; step < static_cast<std::int32_t>(history.steps()); ++step) {
    const AccessTable& table = history.accesses[static_cast<std::size_t>(step + 1)];
    for (const MemorySpace space : {MemorySpace::global, MemorySpace::shared}) {
      const AccessCounts expected = counted(table, space);
      const RequestCost cost = cost_of_step(*run.trace, *block, space, step);
      EXPECT_EQ(cost.requests, expected.requests) << run.request.kernel << " step " << step;
      EXPECT_EQ(cost.transactions, expected.transactions) << run.request.kernel << " step " << step;
      EXPECT_LE(cost.used_bytes, expected.bytes);
      RequestCost sum;
      for (std::uint32_t warp = 0; warp < run.trace->warps_per_block(); ++warp)
        for (const Request* request : requests_of(*block, space, step, warp))
          sum += cost_of(*run.trace, *block, *request);
      EXPECT_EQ(sum, cost) << "the warps together are the block";
      if (space == MemorySpace::shared)
        EXPECT_EQ(cost.wasted_bytes(), 0u);
      else
        EXPECT_EQ(cost.wasted_bytes() + cost.used_bytes, 32 * expected.transactions);
    }
  }
}

TEST(StepRequests, AddUpToTheMetricsOnTheWholeLadder) {
  for (const KernelInfo& kernel : reductions()) {
    if (!kernel.traced()) continue;
    for (const ElementType type : {ElementType::float32, ElementType::float64, ElementType::point3})
      for (const unsigned block_dim : {8u, 128u}) {
        RunRequest request;
        request.kernel = kernel.id;
        request.n = 3000;
        request.block_dim = block_dim;
        request.type = type;
        if (type == ElementType::point3) request.op = Op::farthest;
        if (!refusal(request)) expect_equal_to_the_trace(run_with_requests(kernel.id, 3000, block_dim, type));
      }
  }
}

TEST(StepRequests, OfAWarpThatReadsNeighboursAreCoalesced) {
  const auto run = run_with_requests("convergent_shared", 1 << 12, 256);
  const BlockAddresses block = run.trace->addresses_of(0)->all();
  for (const std::int32_t row : {0, 1}) {
    const auto loads = requests_of(block, MemorySpace::global, row, 3u);
    ASSERT_EQ(loads.size(), 1u);
    EXPECT_EQ(cost_of(*run.trace, block, *loads[0]),
              (RequestCost{.requests = 1, .transactions = 4, .used_bytes = 128, .moved_bytes = 128}));
  }
}

TEST(StepRequests, WasteMoreAndMoreAsTheInterleavedTreeGrows) {
  const auto run = run_with_requests("interleaved_global", 1 << 12, 256);
  const BlockAddresses block = run.trace->addresses_of(0)->all();
  // Thread t owns element 2t: a full warp reads every second word, then every fourth ...; 8 words apart, each
  // sector serves one.
  for (std::int32_t step = 0; step < 5; ++step) {
    const RequestCost cost = cost_of(*run.trace, block, *requests_of(block, MemorySpace::global, step, 0u).front());
    const std::uint64_t lanes = 32u >> step;
    EXPECT_EQ(cost.used_bytes, 4 * lanes);
    EXPECT_EQ(cost.transactions, std::min<std::uint64_t>(lanes, 8)) << step;
  }
}

TEST(StepRequests, OfContiguousChunksLieApart) {
  const auto run = run_with_requests("two_pass_blocked", 1 << 20, 256);
  const BlockAddresses block = run.trace->addresses_of(0)->all();
  const RequestCost cost = cost_of(*run.trace, block, *requests_of(block, MemorySpace::global, 0, 0u).front());
  EXPECT_EQ(cost.transactions, 32u);
  EXPECT_EQ(cost.wasted_bytes(), 1024u - 128u);
}

TEST(StepRequests, ConflictInStridedIndexDoublesWithTheStride) {
  const auto run = run_with_requests("strided_index_shared", 1 << 12, 1024);
  const BlockAddresses block = run.trace->addresses_of(0)->all();
  for (std::int32_t step = 0; step < 5; ++step)  // after a load
    for (const Request* request : requests_of(block, MemorySpace::shared, 1 + step, 0u))
      EXPECT_EQ(cost_of(*run.trace, block, *request).transactions, 2u << step) << step;
  const auto convergent = run_with_requests("convergent_shared", 1 << 12, 1024);
  const BlockAddresses calm = convergent.trace->addresses_of(0)->all();
  for (std::int32_t step = 0; step < 2 + 11; ++step) {
    const RequestCost cost = cost_of_step(*convergent.trace, calm, MemorySpace::shared, step);
    EXPECT_EQ(cost.transactions, cost.requests);
  }
}

TEST(NearestStep, IsTheEarlierOfTwo) {
  const auto run = run_with_requests("convergent_shared", 1 << 12, 256);
  const KeptAddresses& block = *run.trace->addresses_of(0);
  const auto last = static_cast<std::int32_t>(run.trace->history(0).steps()) - 1;
  EXPECT_EQ(nearest_step_with(block, MemorySpace::global, 3), 1) << "the second load";
  EXPECT_EQ(nearest_step_with(block, MemorySpace::global, last), last) << "the final atomic";
  EXPECT_EQ(nearest_step_with(block, MemorySpace::global, last - 1), last);
  EXPECT_EQ(nearest_step_with(block, MemorySpace::global, (last + 1) / 2), 1);
  const auto without = run_with_requests("atomic_per_element", 1 << 12, 256);
  EXPECT_EQ(nearest_step_with(*without.trace->addresses_of(0), MemorySpace::shared, 0), std::nullopt);
}

}  // namespace
}  // namespace lanescope
