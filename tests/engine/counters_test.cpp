// The emulator against the silicon: every row of the counters in tests/data whose kernel is in the ladder.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/engine/support.h"

namespace lanescope {
namespace {

using Row = std::map<std::string, std::string>;

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::stringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

std::vector<Row> counter_rows(const std::string& name) {
  std::ifstream file(LANESCOPE_SOURCE_DIR "/tests/data/" + name);
  std::string line;
  std::getline(file, line);
  const auto names = split(line);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    const auto cells = split(line);
    Row row;
    for (std::size_t i = 0; i < cells.size(); ++i) row[names.at(i)] = cells[i];
    rows.push_back(row);
  }
  return rows;
}

std::uint64_t counter(const Row& row, const std::string& name) { return std::stoull(row.at(name)); }

/// The compiler predicates the one-line `if` of every tree in shared memory: no branch is left that could diverge, and
/// the counter is 0, although at source level the masks are partial (brute_force_test.cpp counts those). Of the tail in
/// which one thread sums the block it takes the condition out of the loop: 6 branches a block instead of 255.
void expect_equal_divergence(const Row& row, const Totals& totals) {
  const auto counted = counter(row, "smsp__sass_branch_targets_threads_divergent.sum");
  if (row.at("kernel") == "two_pass_blocked" || row.at("kernel") == "two_pass_interleaved") {
    EXPECT_EQ(counted, 6 * counter(row, "grid_dim"));
    EXPECT_EQ(totals.divergent_branches, 255 * counter(row, "grid_dim"));
  } else if (totals.of(AccessKind::shared_load).requests > 0) {
    EXPECT_EQ(counted, 0u);
  } else {
    EXPECT_EQ(totals.divergent_branches, counted);
  }
}

void expect_equal(const Row& row, const Totals& totals) {
  const auto& load = totals.of(AccessKind::global_load);
  const auto& store = totals.of(AccessKind::global_store);
  const auto& shared_load = totals.of(AccessKind::shared_load);
  const auto& shared_store = totals.of(AccessKind::shared_store);
  EXPECT_EQ(totals.combine_ops, counter(row, "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum"));
  expect_equal_divergence(row, totals);
  EXPECT_EQ(load.requests, counter(row, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"));
  EXPECT_EQ(load.transactions, counter(row, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"));
  EXPECT_EQ(store.requests, counter(row, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"));
  EXPECT_EQ(store.transactions, counter(row, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"));
  EXPECT_EQ(shared_load.requests, counter(row, "smsp__sass_inst_executed_op_shared_ld.sum"));
  EXPECT_EQ(shared_store.requests, counter(row, "smsp__sass_inst_executed_op_shared_st.sum"));
  EXPECT_EQ(shared_load.transactions, counter(row, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"));
  EXPECT_EQ(shared_store.transactions, counter(row, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"));
  EXPECT_EQ(totals.bank_conflicts(AccessKind::shared_load),
            counter(row, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"));
  EXPECT_EQ(totals.bank_conflicts(AccessKind::shared_store),
            counter(row, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"));
  EXPECT_EQ(totals.of(AccessKind::atomic).requests, counter(row, "smsp__inst_executed_op_global_red.sum"));
}

/// Number of rows that were compared.
int compare_rows(const std::string& name) {
  int compared = 0;
  for (const auto& row : counter_rows(name)) {
    const auto& infos = catalogue();
    if (std::none_of(infos.begin(), infos.end(), [&](const auto& info) { return info.id == row.at("kernel"); })) continue;
    SCOPED_TRACE(name + ": " + row.at("kernel") + ", n " + row.at("n") + ", blockDim " + row.at("block_dim"));
    const auto request =
        testing::request_of(row.at("kernel"), counter(row, "n"), static_cast<unsigned>(counter(row, "block_dim")),
                            static_cast<unsigned>(counter(row, "coarse_factor")));
    const auto trace = testing::trace_of(request);
    EXPECT_EQ(trace.launch.grid_dim, counter(row, "grid_dim"));
    expect_equal(row, totals(trace));
    ++compared;
  }
  return compared;
}

TEST(Counters, EmulatedTotalsEqualTheCountersOfTextbookKernelsOnAnH200) {
  EXPECT_EQ(compare_rows("h200_counters.csv"), 8);
}

TEST(Counters, EmulatedTotalsEqualTheCountersOfTheNativeBuildOnAnH200) {
  EXPECT_EQ(compare_rows("h200_native_counters.csv"), 29);
}

}  // namespace
}  // namespace lanescope
