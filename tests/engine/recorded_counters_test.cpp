// Which recorded counters belong to a launch, and what they say.
#include "engine/counters/recorded_counters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <sstream>

#include "engine/counters/csv_cells.h"
#include "engine/counters/reasons.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

using testing::request_of;

RecordedRow row_of_request(const RunRequest& request) {
  return recorded_row(request, launch_config(request));
}

TEST(RecordedCounters, AreThoseOfTheFile) {
  std::ifstream file(LANESCOPE_SOURCE_DIR "/recordings/h200_counters.csv");
  std::vector<std::string> names;
  std::size_t rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("kernel,")) names = csv_cells(line);
    if (!line.starts_with("convergent_global,atomic,0,65536,")) continue;
    const auto cells = csv_cells(line);
    const RecordedRow found =
        row_of_request(request_of("convergent_global", 65536, static_cast<unsigned>(std::stoul(cells[5]))));
    ASSERT_TRUE(found) << line;
    ASSERT_EQ(names.size(), cells.size());
    for (const Metric* total : counter_totals()) {
      const auto cell =
          static_cast<std::size_t>(std::find(names.begin(), names.end(), total->name) - names.begin());
      ASSERT_LT(cell, cells.size()) << total->name;
      EXPECT_EQ(found.row->counted[total->name], std::stoull(cells[cell])) << total->name;
    }
    ++rows;
  }
  EXPECT_EQ(rows, 3u);
}

TEST(RecordedCounters, AreOfNoOtherLaunchTypeOrOperator) {
  RunRequest request = request_of("convergent_shared", 65536, 256);
  EXPECT_TRUE(row_of_request(request));
  request.op = Op::max;
  EXPECT_FALSE(row_of_request(request));
  request = request_of("convergent_shared", 65537, 256);
  EXPECT_FALSE(row_of_request(request));
  request = request_of("convergent_shared", 65536, 128);
  EXPECT_FALSE(row_of_request(request));
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
  const RecordedRow found = row_of_request(request);
  ASSERT_TRUE(found);
  for (const Metric* total : counter_totals()) {
    const std::string reason = recorded_reason(*found.row, source, *total).text();
    const bool differs = total->name == std::string("divergent_branches");
    EXPECT_EQ(reason.empty(), !differs) << total->name;
    if (differs) {
      EXPECT_NE(reason.find("predicated"), std::string::npos) << reason;
    }
  }
}

/// The values in a sentence's places are names, numbers, instructions, or sentences of their own.
void expect_values_without_words(const Sentence& sentence) {
  for (const Sentence& value : sentence.values()) {
    expect_values_without_words(value);
    if (value.english()) continue;
    std::istringstream parts(value.text());
    for (std::string part; parts >> part;)
      EXPECT_FALSE(part.size() > 1 &&
                   std::all_of(part.begin(), part.end(), [](unsigned char c) { return std::islower(c); }))
          << value.text();
  }
}

TEST(RecordedReasons, CanAllBeSaidInAnotherLanguage) {
  const auto only_signs = [](const char* english) {
    const bool words =
        std::any_of(english, english + std::strlen(english), [](unsigned char c) { return std::isalpha(c); });
    return words ? "" : english;
  };
  std::size_t reasons = 0;
  for (const CounterTable& table : recorded_counters())
    for (const CounterRow& row : table.rows)
      for (const CounterReason& reason : row.reasons) {
        ASSERT_FALSE(reason.why.empty());
        ASSERT_EQ(reason.why.text(only_signs).find_first_not_of(".; "), std::string::npos) << reason.why.text();
        expect_values_without_words(reason.why);
        ++reasons;
      }
  EXPECT_GT(reasons, 50u);
}

TEST(RecordedReasons, AreOfTheTotalThatIsAskedFor) {
  CounterRow row;
  CounterValues source;
  const Metric &divergence = metric_named("divergent_branches"), &atomics = metric_named("atomic_requests");
  source[divergence.name] = 5;
  source[atomics.name] = 3;
  row.counted[atomics.name] = 1;
  row.reasons = {{&divergence, 0, 5, Sentence::word("line 3: predicated")},
                 {&atomics, 1, 3, Sentence::word("2 updates ask")}};
  EXPECT_EQ(recorded_reason(row, source, divergence).text(), "Line 3: predicated.");
  EXPECT_EQ(recorded_reason(row, source, atomics).text(), "2 updates ask.");
  source[divergence.name] = 6;
  EXPECT_TRUE(recorded_reason(row, source, divergence).empty()) << "a reason for other numbers is none";
  row.counted[atomics.name] = 2;
  EXPECT_TRUE(recorded_reason(row, source, atomics).empty()) << "a reason for other numbers is none";
}

}  // namespace
}  // namespace lanescope
