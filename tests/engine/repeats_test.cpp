// Rounds of a loop that are kept once: where each row is, what sums say, and that nothing tells them from rounds
// that are all there. That the emulator finds them rightly is in tests/brute_force.
#include "engine/trace/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "engine/analysis/crossings.h"
#include "engine/analysis/line_counts.h"
#include "engine/analysis/metrics.h"
#include "engine/analysis/step_requests.h"
#include "engine/base/error.h"
#include "engine/emulator/emulator.h"
#include "engine/json/trace_json.h"
#include "engine/session.h"
#include "tests/engine/support.h"

namespace lanescope {
namespace {

/// Kept rows 0 1 (2 3)x3 4 (5)x4 6.
const Repeats kRepeats({{2, 2, 3}, {5, 1, 4}});
const std::vector<std::uint64_t> kRows = {0, 1, 2, 3, 2, 3, 2, 3, 4, 5, 5, 5, 5, 6};

TEST(Repeats, EveryRowHasItsPlace) {
  EXPECT_EQ(kRepeats.expanded(7), kRows.size());
  for (std::uint64_t row = 0; row < kRows.size(); ++row) {
    const auto [kept, round] = kRepeats.place(row);
    EXPECT_EQ(kept, kRows[row]);
    EXPECT_EQ(kRepeats.row_of(kept, round), row);
  }
  for (std::uint64_t kept = 0; kept < 7; ++kept) {
    EXPECT_EQ(kRepeats.times(kept), std::count(kRows.begin(), kRows.end(), kept));
    for (std::uint64_t rows = 0; rows <= kRows.size(); ++rows)
      EXPECT_EQ(kRepeats.times_among(kept, rows),
                std::count(kRows.begin(), kRows.begin() + static_cast<std::ptrdiff_t>(rows), kept));
  }
}

TEST(Repeats, TheNearestRowsOfAKeptOneAreFound) {
  for (std::uint64_t kept = 0; kept < 7; ++kept)
    for (std::int64_t row = -1; row < static_cast<std::int64_t>(kRows.size()); ++row) {
      std::int64_t nearest = 1 << 20;
      for (std::uint64_t at = 0; at < kRows.size(); ++at)
        if (kRows[at] == kept) nearest = std::min(nearest, std::abs(static_cast<std::int64_t>(at) - row));
      const auto [before, behind] = kRepeats.rows_around(kept, row);
      EXPECT_EQ(kRows[before], kept);
      EXPECT_EQ(kRows[behind], kept);
      EXPECT_EQ(std::min(std::abs(static_cast<std::int64_t>(before) - row),
                         std::abs(static_cast<std::int64_t>(behind) - row)),
                nearest);
    }
}

TEST(Repeats, AnArrayReadsLikeOneWithout) {
  std::vector<std::uint64_t> kept(7);
  std::iota(kept.begin(), kept.end(), 0);
  const Repeating<std::uint64_t> array(kept, kRepeats), all(kRows);
  EXPECT_EQ(array.size(), kRows.size());
  EXPECT_TRUE(std::equal(array.begin(), array.end(), kRows.begin(), kRows.end()));
  EXPECT_TRUE(array == all);
  EXPECT_TRUE(array ==
              Repeating<std::uint64_t>({0, 1, 2, 3, 2, 3, 2, 3, 4, 5, 5, 6}, Repeats({{9, 1, 2}, {10, 1, 2}})));
  std::vector<std::uint64_t> other = kRows;
  other[6] = 7;
  EXPECT_FALSE(array == Repeating<std::uint64_t>(other));
}

/// 100 rounds and a ragged one, from a few rounds; and as all lanes of the grid do them.
RunRequest walk(const char* kernel) {
  RunRequest request = testing::request_of(kernel, 2 * 64 * 100 + 77, 64);
  request.grid_dim = 2;
  request.detail = Detail::full;
  return request;
}

Trace kept_trace(const RunRequest& request) {
  Progress progress;
  return std::move(emulate_traces(request, launch_config(request), progress).at(0).trace);
}

Trace whole_trace(const RunRequest& request) {
  Progress progress;
  return std::move(
      emulate(request, launch_config(request), make_input(request, progress), progress).launches.at(0).trace);
}

class Walks : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Kernels, Walks,
                         ::testing::Values("two_pass_blocked", "two_pass_shared_tree", "single_pass_last_block"),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(Walks, SayTheSameOfEveryStepAsAllRounds) {
  const Trace kept = kept_trace(walk(GetParam())), whole = whole_trace(walk(GetParam()));
  ASSERT_FALSE(kept.histories[0].repeats().empty());
  EXPECT_LT(kept.histories[0].kept_steps(), 70u + 64);
  const BlockMetrics a = block_metrics(kept, 0), b = block_metrics(whole, 0);
  ASSERT_EQ(a.steps.size(), b.steps.size());
  EXPECT_EQ(a.fully_utilized_steps, b.fully_utilized_steps);
  EXPECT_EQ(a.underutilized_steps, b.underutilized_steps);
  const auto found = crossings(*kept.addresses_of(0), a.steps.size()),
             all = crossings(*whole.addresses_of(0), a.steps.size());
  for (std::size_t step = 0; step < a.steps.size(); ++step) {
    EXPECT_EQ(a.steps[step].active_threads, b.steps[step].active_threads);
    EXPECT_EQ(a.steps[step].accesses, b.steps[step].accesses);
    EXPECT_EQ(kept.history(0).counted_steps(step), whole.history(0).counted_steps(step));
    ASSERT_EQ(found[step].has_value(), all[step].has_value());
    if (all[step]) {
      EXPECT_EQ(found[step]->written_step, all[step]->written_step);
    }
  }
  const auto lines = line_counts(kept, 0), all_lines = line_counts(whole, 0);
  ASSERT_EQ(lines.size(), all_lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i].accesses, all_lines[i].accesses);
    EXPECT_EQ(lines[i].active_threads, all_lines[i].active_threads);
    EXPECT_EQ(lines[i].steps, all_lines[i].steps);
  }
}

TEST_P(Walks, HaveTheRequestsOfEveryStep) {
  const Trace kept = kept_trace(walk(GetParam())), whole = whole_trace(walk(GetParam()));
  const KeptAddresses &a = *kept.addresses_of(0), &b = *whole.addresses_of(0);
  EXPECT_EQ(a.all(), b.all());
  EXPECT_EQ(a.all(1), b.all(1));
  EXPECT_LT(a.kept().requests.size(), b.kept().requests.size());
  for (std::int32_t step = -1; step < static_cast<std::int32_t>(kept.history(0).steps()); ++step) {
    EXPECT_EQ(a.of_step(step), b.of_step(step)) << step;
    for (const MemorySpace space : {MemorySpace::global, MemorySpace::shared})
      EXPECT_EQ(nearest_step_with(a, space, step), nearest_step_with(b, space, step)) << step;
  }
}

nlohmann::json written(const RunRequest& request) {
  return trace_to_json(kept_trace(request));
}

Trace read(const nlohmann::json& json, const RunRequest& request) {
  Unpacker unpacker(1 << 24);
  return trace_from_json(json, launch_config(request), unpacker);
}

TEST_P(Walks, AreReadAsTheyWereWritten) {
  const RunRequest request = walk(GetParam());
  const Trace trace = kept_trace(request), again = read(written(request), request);
  EXPECT_TRUE(trace.histories == again.histories);
  EXPECT_EQ(trace.histories[0].repeats(), again.histories[0].repeats());
  EXPECT_EQ(trace.addresses, again.addresses);
}

TEST(Repeats, OfAFileAreNotBelieved) {
  const RunRequest request = walk("two_pass_shared_tree");
  const auto refused = [&](auto&& change) -> std::string {
    nlohmann::json json = written(request);
    change(json["histories"][0]["repeats"][0], json["addresses"][0]["repeats"][0]);
    try {
      read(json, request);
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  };
  using nlohmann::json;
  EXPECT_EQ(refused([](json&, json&) {}), "");
  EXPECT_EQ(refused([](json& history, json&) { history["begin"] = 4000; }),
            "its repeats are of steps that it does not have.");
  EXPECT_EQ(refused([](json& history, json&) { history["rows"] = 0; }),
            "its repeats are of steps that it does not have.");
  EXPECT_EQ(refused([](json& history, json&) { history["rows"] = ~std::uint64_t{0}; }),
            "its repeats are of steps that it does not have.");
  EXPECT_EQ(refused([](json& history, json&) { history["times"] = 0; }),
            "its repeats come more often than a loop can.");
  EXPECT_EQ(refused([](json& history, json&) { history["times"] = ~std::uint64_t{0}; }),
            "its repeats come more often than a loop can.");
  EXPECT_EQ(refused([](json&, json& addresses) { addresses["times"] = 500; }),
            "its repeats are of steps that it does not have.");
  EXPECT_EQ(refused([](json&, json& addresses) { addresses["begin"] = 100; }),
            "its repeats are of steps that it does not have.");
  EXPECT_EQ(refused([](json&, json& addresses) { addresses["shift"] = 1 << 20; }),
            "its offsets lie outside their array.");
  EXPECT_EQ(refused([](json&, json& addresses) { addresses["shift"] = ~std::uint64_t{0} - 3; }),
            "its offsets lie outside their array.");
  EXPECT_EQ(refused([](json&, json& addresses) { addresses["shift"] = 2; }), "its offsets lie between elements.");
  EXPECT_EQ(refused([](json&, json& addresses) { addresses.erase("shift"); }), "its shifts are missing.");
}

/// A block adds each of its elements once and stores one sum, at any N; with a rest, too.
TEST(LongWalks, OfEightThousandMillionElementsAreCounted) {
  for (const char* const kernel :
       {"two_pass_blocked", "two_pass_interleaved", "two_pass_unrolled", "single_pass_last_block"})
    for (const std::uint64_t n : {std::uint64_t{1} << 33, (std::uint64_t{1} << 33) - 12'345}) {
      RunRequest request = testing::request_of(kernel, n, 1024);
      ASSERT_FALSE(refusal(request)) << kernel;
      const Trace trace = kept_trace(request);
      const Totals sums = totals(trace);
      EXPECT_EQ(sums.of(AccessKind::global_load).bytes / 4,
                n + (std::string_view(kernel) == "single_pass_last_block" ? 128 : 0))
          << kernel;
      EXPECT_EQ(trace.histories[0].counted_steps() / 65536, 1u) << kernel;
      EXPECT_LT(trace.histories[0].kept_steps(), 1200u) << kernel;
    }
}

}  // namespace
}  // namespace lanescope
