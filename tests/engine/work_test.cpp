// Work by formula: small cases by hand, and each kernel's closed forms against what its trace counts.
#include <gtest/gtest.h>

#include "engine/analysis/work_table.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

using testing::request_of;

std::vector<WorkSection> sections_of(const RunRequest& request) {
  const Trace trace = testing::trace_of(request);
  return work_sections(kernel_info(request.kernel), trace, {block_metrics(trace, request.block), totals(trace)});
}

const WorkRow& work_row(const WorkSection& section, const std::string& name) {
  for (const WorkRow& row : section.rows)
    if (row.name.text() == name) return row;
  throw std::runtime_error("no row " + name);
}

TEST(WorkFormulas, AreThoseOfTheTextbook) {
  EXPECT_EQ(tree_rounds(0), 0u);
  EXPECT_EQ(tree_rounds(1), 0u);
  EXPECT_EQ(tree_rounds(2), 1u);
  EXPECT_EQ(tree_rounds(5), 3u);
  EXPECT_EQ(tree_rounds(1 << 20), 20u);
  EXPECT_DOUBLE_EQ(average_parallelism(1 << 20), 52428.75);
  EXPECT_DOUBLE_EQ(average_parallelism(8), 7.0 / 3);
  EXPECT_EQ(average_parallelism(1), 0);
  EXPECT_EQ(serialized_steps(2, 16), 8u);
  EXPECT_EQ(coarsened_steps(2, 16), 6u);
  EXPECT_EQ(coarsened_steps(1, 16), 4u);
}

TEST(WorkFormulas, TellTheFigureOfTwoBlocksAndOneCoarsenedTwice) {
  const auto plain = sections_of(request_of("segmented", 32, 8));
  ASSERT_EQ(plain[0].title.text(), "blocks one after another");
  const std::pair<const char*, double> counted[] = {
      {"steps", 8}, {"fully utilized", 2}, {"under-utilized", 6}, {"barriers", 6}};
  for (const auto& [name, value] : counted) EXPECT_EQ(work_row(plain[0], name).counted, value) << name;
  EXPECT_EQ(work_row(plain[0], "barriers").predicted, 8);
  EXPECT_EQ(work_row(plain[0], "barriers").agreement, Agreement::explained);
  const auto coarsened = sections_of(request_of("coarsened", 32, 8, 2));
  const std::pair<const char*, double> once[] = {
      {"steps", 6}, {"fully utilized", 3}, {"under-utilized", 3}, {"barriers", 3}};
  for (const auto& [name, value] : once) EXPECT_EQ(work_row(coarsened[0], name).counted, value) << name;
  EXPECT_EQ(work_row(coarsened[0], "barriers").predicted, 4);
  EXPECT_NE(work_row(coarsened[0], "barriers").why.text().find("needs no barrier"), std::string::npos);
  EXPECT_EQ(work_row(coarsened[1], "steps").predicted, 8);
}

TEST(WorkFormulas, OfTheWholeArrayAgreeWithEveryOperationOfTheGrid) {
  const auto sections = sections_of(request_of("segmented", 1 << 14, 64));
  const WorkSection& array = sections.back();
  EXPECT_EQ(work_row(array, "operations").counted, (1 << 14) - 1);
  EXPECT_EQ(work_row(array, "operations").agreement, Agreement::equal);
  EXPECT_EQ(work_row(array, "peak parallelism").counted, 1 << 13);
  EXPECT_EQ(work_row(array, "average parallelism").predicted, ((1 << 14) - 1) / 14.0);
  EXPECT_FALSE(work_row(array, "average parallelism").counted);
  const auto atomics = sections_of(request_of("atomic_per_element", 1000, 64));
  EXPECT_EQ(work_row(atomics.back(), "operations").counted, 999);
}

RunRequest work_launch(const KernelInfo& kernel, unsigned block_dim, unsigned factor, bool ragged) {
  RunRequest request = request_of(kernel.id, 64, block_dim, factor);
  if (kernel.grid == GridRule::chosen) request.grid_dim = 3;
  const std::uint64_t room = std::uint64_t{kernel.elements_per_thread} * block_dim * factor;
  request.n = kernel.grid == GridRule::one_thread  ? 100
              : kernel.grid == GridRule::one_block ? room
                                                   : 3 * room * (kernel.grid == GridRule::chosen ? 4 : 1);
  if (ragged) request.n -= request.n > room / 3 + 1 ? room / 3 + 1 : 0;
  return request;
}

TEST(KernelWork, IsWhatTheTraceCountsForEveryKernelAndBlock) {
  for (const KernelInfo& kernel : reductions()) {
    if (kernel.block_shape == BlockShape::none) continue;
    for (const unsigned block_dim : {1u, 2u, 8u, 32u, 64u, 256u})
      for (const unsigned factor : {1u, 2u, 3u, 8u})
        for (const bool ragged : {false, true}) {
          if (factor > 1 && !kernel.coarsens) continue;
          const RunRequest request = work_launch(kernel, block_dim, factor, ragged);
          if (refusal(request)) continue;
          const Trace trace = testing::trace_of(request);
          for (std::uint64_t block = 0; block < trace.launch.grid_dim; ++block) {
            const auto own = kernel_work(kernel, trace.launch, block);
            EXPECT_TRUE(own || is_ragged(kernel, trace.launch, block)) << kernel.id;
            if (!own) continue;
            const BlockWork counted = counted_work(block_metrics(trace, block));
            const std::string what = std::string(kernel.id) + " block " + std::to_string(block_dim) + " coarse " +
                                     std::to_string(factor) + " n " + std::to_string(request.n) + " index " +
                                     std::to_string(block);
            EXPECT_EQ(own->steps, counted.steps) << what;
            EXPECT_EQ(own->full_steps, counted.full_steps) << what;
            EXPECT_EQ(own->operations, counted.operations) << what;
            EXPECT_EQ(own->peak, counted.peak) << what;
            EXPECT_EQ(own->barriers, counted.barriers) << what;
          }
        }
  }
}

TEST(WorkRows, HaveATickExactlyWhereTheNumbersAreEqualAndElseAReason) {
  for (const KernelInfo& kernel : reductions()) {
    if (!kernel.traced()) continue;
    for (const unsigned block_dim : {2u, 64u, 256u})
      for (const bool ragged : {false, true}) {
        RunRequest request = work_launch(kernel, block_dim, kernel.coarsens ? 4 : 1, ragged);
        if (refusal(request)) continue;
        for (const WorkSection& section : sections_of(request))
          for (const WorkRow& row : section.rows) {
            const std::string what = std::string(kernel.id) + " " + section.title.text() + " " + row.name.text();
            EXPECT_EQ(row.agreement == Agreement::predicted, !row.counted) << what;
            if (!row.counted) continue;
            EXPECT_EQ(row.agreement == Agreement::equal,
                      std::abs(*row.counted - row.predicted) < 1e-9 * (1 + row.predicted))
                << what;
            EXPECT_NE(row.agreement, Agreement::unexplained) << what;
            if (row.agreement != Agreement::equal) {
              EXPECT_FALSE(row.why.empty()) << what;
            }
            if (!ragged) {
              EXPECT_NE(row.agreement, Agreement::ragged) << what;
            }
          }
      }
  }
}

}  // namespace
}  // namespace lanescope
