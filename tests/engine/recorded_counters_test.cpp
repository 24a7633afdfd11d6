// Which recorded counters belong to a launch, and what they say.
#include "engine/counters/recorded_counters.h"

#include <gtest/gtest.h>

#include <fstream>

#include "engine/counters/csv_cells.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

using testing::request_of;

RecordedRow row_of(const RunRequest& request) {
  return recorded_row(request, launch_config(request));
}

TEST(RecordedCounters, AreThoseOfTheFile) {
  std::ifstream file(LANESCOPE_SOURCE_DIR "/recordings/h200_counters.csv");
  std::size_t rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("convergent_global,atomic,0,65536,")) continue;
    const auto cells = csv_cells(line);
    const RecordedRow found =
        row_of(request_of("convergent_global", 65536, static_cast<unsigned>(std::stoul(cells[5]))));
    ASSERT_TRUE(found) << line;
    for (std::size_t total = 0; total < kCounterTotals; ++total)
      EXPECT_EQ(found.row->counted[total], std::stoull(cells[7 + total])) << kCounterTable[total].name;
    ++rows;
  }
  EXPECT_EQ(rows, 3u);
}

TEST(RecordedCounters, AreOfNoOtherLaunchTypeOrOperator) {
  RunRequest request = request_of("convergent_shared", 65536, 256);
  EXPECT_TRUE(row_of(request));
  request.op = Op::max;
  EXPECT_FALSE(row_of(request));
  request = request_of("convergent_shared", 65537, 256);
  EXPECT_FALSE(row_of(request));
  request = request_of("convergent_shared", 65536, 128);
  EXPECT_FALSE(row_of(request));
}

TEST(RecordedCounters, OfferTheNearestLaunchFirst) {
  const RunRequest request = request_of("coarsened", 1 << 20, 256, 4);
  const auto near = counted_launches_near(request, launch_config(request), 3);
  ASSERT_EQ(near.size(), 3u);
  EXPECT_EQ(near[0].row->block_dim, 256u);
  EXPECT_EQ(near[0].row->coarse_factor, 4u);
  EXPECT_EQ(near[0].row->n, 65536u);
  for (const RecordedRow& row : near) {
    EXPECT_EQ(row.row->kernel, "coarsened");
    EXPECT_TRUE(recorded_row(launch_of(*row.row).request, launch_of(*row.row).launch))
        << "an offer leads to a counted launch";
  }
  EXPECT_TRUE(counted_launches_near(request_of("cub", 1 << 20, 256), {}, 3).empty());
}

TEST(RecordedReasons, AreToldForTheTotalThatDiffersAndForNoOther) {
  const RunRequest request = request_of("convergent_shared", 65536, 256);
  const CounterValues source = emulated_values(totals(testing::trace_of(request)));
  const RecordedRow found = row_of(request);
  ASSERT_TRUE(found);
  for (std::size_t total = 0; total < kCounterTotals; ++total) {
    const std::string reason = recorded_reason(*found.row, source, total);
    EXPECT_EQ(reason.empty(), total != kDivergenceTotal) << kCounterTable[total].name;
    if (total == kDivergenceTotal) {
      EXPECT_NE(reason.find("predicated"), std::string::npos) << reason;
    }
  }
}

TEST(RecordedReasons, SplitWhereTwoTotalsDiffer) {
  CounterRow row;
  CounterValues source{};
  source[kDivergenceTotal] = 5;
  source[12] = 3;
  row.counted[12] = 1;
  row.reason =
      "divergent_branches 0 instead of 5: line 3: predicated. atomic_requests 1 instead of 3: 2 updates ask";
  EXPECT_EQ(recorded_reason(row, source, kDivergenceTotal), "Line 3: predicated.");
  EXPECT_EQ(recorded_reason(row, source, 12), "2 updates ask.");
  source[kDivergenceTotal] = 6;
  EXPECT_EQ(recorded_reason(row, source, kDivergenceTotal), "") << "a reason for other numbers is none";
}

}  // namespace
}  // namespace lanescope
