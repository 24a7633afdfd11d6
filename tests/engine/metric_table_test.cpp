// The table of metrics: that its rows are whole, that lists which other programs read keep names and order, and
// that the numbers of several places are the same number.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/analysis/metric.h"
#include "engine/counters/counter_table.h"
#include "engine/counters/ncu_csv.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

using Names = std::vector<std::string>;

template <class Place>
Names names_in(Place Metric::*place) {
  Names names;
  for (const Metric* metric : metrics_in(place)) names.emplace_back(metric->name);
  return names;
}

TEST(MetricTable, EachRowHasANameOfItsOwnAUnitAndAMeaning) {
  std::set<std::string> names;
  for (const Metric& metric : metrics()) {
    EXPECT_TRUE(names.insert(metric.name).second) << metric.name;
    EXPECT_EQ(&metric_named(metric.name), &metric);
    EXPECT_FALSE(std::string(metric.unit).empty()) << metric.name;
    EXPECT_TRUE(std::string(metric.meaning).ends_with(".")) << metric.name;
    EXPECT_TRUE(metric.of_totals || metric.of_block || metric.of_step || metric.of_line)
        << metric.name << " is never counted";
  }
  EXPECT_THROW(metric_named("no_such_metric"), std::out_of_range);
}

TEST(MetricTable, AMetricIsCountedWhereverItStands) {
  for (const Metric& metric : metrics()) {
    const bool of_grid = metric.in_totals.order || metric.totals_text.order || metric.sweep.order ||
                         metric.compare_grid.order || (metric.price.order && !metric.price.of_block) ||
                         (metric.compare_text.order && !metric.compare_text.of_block) || *metric.counter;
    const bool of_block = metric.in_block.order || metric.compare_block.order ||
                          (metric.price.order && metric.price.of_block) ||
                          (metric.compare_text.order && metric.compare_text.of_block);
    const bool of_step = metric.in_step.order || metric.steps_text.order || metric.steps_view.order;
    EXPECT_TRUE(!of_grid || metric.of_totals) << metric.name;
    EXPECT_TRUE(!of_block || metric.of_block) << metric.name;
    EXPECT_TRUE(!of_step || metric.of_step) << metric.name;
    const bool of_line = metric.source_view.order;
    EXPECT_TRUE(!of_line || metric.of_line) << metric.name;
    EXPECT_TRUE(!of_line || *metric.source_view.noun) << metric.name;
    EXPECT_TRUE(of_grid || of_block || of_step || of_line) << metric.name << " is shown nowhere";
  }
}

/// Those of `kept` that `names` still has, in its order.
Names still_there(const Names& names, const Names& kept) {
  Names found;
  for (const std::string& name : names)
    if (std::find(kept.begin(), kept.end(), name) != kept.end()) found.push_back(name);
  return found;
}

/// Written out here once more: other programs read these. New ones may come between them.
TEST(MetricTable, ListsThatProgramsReadKeepTheirNamesAndOrder) {
  const Names totals{"combine_ops",
                     "divergent_branches",
                     "global_load_requests",
                     "global_load_sectors",
                     "global_store_requests",
                     "global_store_sectors",
                     "shared_load_requests",
                     "shared_load_wavefronts",
                     "shared_load_bank_conflicts",
                     "shared_store_requests",
                     "shared_store_wavefronts",
                     "shared_store_bank_conflicts",
                     "atomic_requests",
                     "atomic_updates",
                     "shared_atomic_requests",
                     "shared_atomic_updates",
                     "shared_atomic_turns",
                     "barriers",
                     "flop",
                     "global_load_bytes",
                     "flop_per_load_byte"};
  EXPECT_EQ(still_there(names_in(&Metric::in_totals), totals), totals);
  const Names steps{"active_threads",
                    "active_warps",
                    "divergent_warps",
                    "global_load_sectors",
                    "global_load_requests",
                    "shared_load_wavefronts",
                    "shared_load_bank_conflicts",
                    "shared_store_wavefronts",
                    "shared_store_bank_conflicts"};
  EXPECT_EQ(still_there(names_in(&Metric::in_step), steps), steps);
  const Names block{"fully_utilized_steps", "underutilized_steps", "barriers"};
  EXPECT_EQ(still_there(names_in(&Metric::in_block), block), block);
  const Names sweep{"divergent_branches", "barriers", "global_load_sectors", "shared_load_bank_conflicts",
                    "atomic_requests"};
  EXPECT_EQ(still_there(names_in(&Metric::sweep), sweep), sweep);
  const Names price{
      "global_load_requests", "global_load_sectors", "global_load_bytes",    "barriers", "divergent_warp_steps",
      "atomic_requests",      "operations",          "redundant_operations", "blocks",   "steps"};
  Names items;
  for (const Metric* metric : metrics_in(&Metric::price)) items.emplace_back(metric->price_name());
  EXPECT_EQ(still_there(items, price), price);
}

TEST(MetricTable, EachCounterIsAskedForComparedAndKept) {
  const std::string asked = ncu_metrics() + ",", columns = to_csv(CounterTable{});
  std::size_t compared = 0;
  for (const Metric& metric : metrics()) {
    if (!*metric.counter) continue;
    EXPECT_NE(asked.find("," + std::string(metric.counter) + ","), std::string::npos) << metric.name;
    EXPECT_NE(columns.find("," + std::string(metric.name) + ","), std::string::npos) << metric.name;
    ASSERT_LT(compared, counter_totals().size());
    EXPECT_EQ(counter_totals()[compared++], &metric);
  }
  EXPECT_EQ(compared, counter_totals().size());
  EXPECT_GE(compared, 13u);
  EXPECT_THROW(CounterValues()["flop"], std::out_of_range);
}

/// A launch of one block: its totals are the sums of its steps, and of the accesses before them.
TEST(MetricTable, OfOneBlockTheGridsNumberIsTheBlocks) {
  const Trace trace = testing::trace_of(testing::request_of("convergent_shared", 512, 256));
  ASSERT_EQ(trace.launch.grid_dim, 1u);
  const Totals grid = totals(trace);
  const BlockMetrics block = block_metrics(trace, 0);
  for (const Metric& metric : metrics()) {
    if (metric.of_totals && metric.of_block) {
      EXPECT_EQ(count_of(metric.of_totals(grid)), count_of(metric.of_block(block))) << metric.name;
    }
    if (!metric.of_totals || !metric.of_step) continue;
    std::uint64_t of_steps = 0;
    for (const StepMetrics& step : block.steps) of_steps += count_of(metric.of_step(step));
    EXPECT_LE(of_steps, count_of(metric.of_totals(grid))) << metric.name;
  }
  EXPECT_GT(count_of(metric_named("shared_wavefronts").of_totals(grid)), 0u);
}

TEST(MetricTable, WhatWasNotRecordedHasNoNumber) {
  Totals none = totals(testing::trace_of(testing::request_of("convergent_shared", 512, 256)));
  none.has_accesses = false;
  EXPECT_FALSE(metric_named("global_load_sectors").of_totals(none));
  EXPECT_FALSE(metric_named("atomic_updates").of_totals(none));
  EXPECT_FALSE(metric_named("flop_per_load_byte").of_totals(none));
  EXPECT_TRUE(metric_named("barriers").of_totals(none));
  EXPECT_FALSE(metric_named("bank_conflicts").of_step(StepMetrics{}));
}

}  // namespace
}  // namespace lanescope
