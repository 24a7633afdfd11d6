// The read limit that comes with the program, and benches that are none.
#include "engine/recorded/recorded_limit.h"

#include <gtest/gtest.h>

#include "engine/base/error.h"
#include "engine/bench/bench.h"
#include "engine/bench/bench_report.h"

namespace lanescope {
namespace {

BenchReport limit_report() {
  BenchReport limit_report;
  limit_report.provenance = {"cuda",  NumberKind::measured,   "NVIDIA H200",
                             "580.1", "2026-01-02T03:04:05Z", "lanescope bench"};
  for (const std::uint64_t n : {1024, 4096}) {
    BenchRow limit, other;
    limit.kernel = kReadLimitRow;
    other.kernel = "segmented";
    limit.n = other.n = n;
    limit.times.cold = {1.5 * static_cast<double>(n), 1, 2, 10, 20};
    other.times.cold = {7, 6, 8, 10, 20};
    limit_report.rows.push_back(limit);
    limit_report.rows.push_back(other);
  }
  limit_report.rows[2].skipped = "it was too hot";
  return limit_report;
}

TEST(RecordedLimit, IsTheColdTimeOfTheBench) {
  const RecordedSweep limit = decode_read_limit(bench_json(limit_report()).dump(), "FILE");
  EXPECT_EQ(limit.provenance.kind, NumberKind::recorded);
  EXPECT_EQ(limit.provenance.device, "NVIDIA H200");
  EXPECT_EQ(limit.provenance.date, "2026-01-02T03:04:05Z");
  ASSERT_EQ(limit.times.size(), 1u) << "what was skipped has none";
  EXPECT_EQ(limit.times[0].kernel, kReadLimitRow);
  EXPECT_EQ(limit.times[0].launch.n, 1024u);
  EXPECT_EQ(limit.times[0].time_us, 1536);
  EXPECT_EQ(limit.times[0].repeats, 20u);
}

TEST(RecordedLimit, RefusesWhatIsNoBench) {
  for (const char* text : {"", "{", "[]", "{}", R"({"rows": 3})", R"({"rows": [{"kernel": "read_limit"}]})",
                           R"({"rows": [{"kernel": "read_limit", "n": 4, "cold": {"time_us": -1}}]})"}) {
    try {
      decode_read_limit(text, "FILE");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      EXPECT_TRUE(std::string(error.what()).starts_with("FILE: ")) << error.what();
    }
  }
}

/// No kernel reads an array faster than it can be read; a hundredth is the noise of two measurements.
TEST(RecordedLimit, IsBelowEveryRecordedTime) {
  std::size_t compared = 0;
  for (const RecordedSweep& limits : recorded_read_limits())
    for (const RecordedSweep& sweep : recorded_sweeps())
      for (const SweepTime& time : sweep.times)
        for (const SweepTime& limit : limits.times) {
          if (limit.launch.n != time.launch.n || limits.provenance.device != sweep.provenance.device) continue;
          EXPECT_LT(limit.time_us, 1.01 * time.time_us) << time.kernel << ' ' << time.launch.n;
          ++compared;
        }
  EXPECT_GT(compared, 1000u);
}

}  // namespace
}  // namespace lanescope
