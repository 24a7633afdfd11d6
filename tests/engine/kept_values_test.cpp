// What threads keep in registers, held against a scan that is done by hand.
#include "engine/analysis/kept_values.h"

#include <gtest/gtest.h>

#include <numeric>

#include "engine/session.h"
#include "support.h"

namespace lanescope::testing {
namespace {

struct Kept {
  std::vector<double> input;  ///< of block 0
  std::vector<KeptAddition> additions;
};

Kept kept_in(const std::string& kernel, unsigned block_dim, unsigned coarse_factor, ElementType type) {
  RunRequest request = request_of(kernel, std::uint64_t{2} * block_dim * coarse_factor, block_dim, coarse_factor);
  request.type = type;
  Progress progress;
  const lanescope::Run made = run(request, progress);
  const History& history = made.trace->history(0);
  const ElementFlow flow(*made.trace, *made.trace->addresses_of(0), made.values.get(), history.steps());
  Kept kept{std::vector<double>(std::size_t{block_dim} * coarse_factor), kept_additions(flow, history.phases)};
  for (std::int32_t step = -1; step < flow.steps(); ++step)
    for (const ElementUse& use : flow.at(step))
      if (use.array == ArrayId::input && use.element < kept.input.size()) kept.input[use.element] = *use.value;
  return kept;
}

double sum_of(const std::vector<double>& values, std::size_t first, std::size_t end) {
  return std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(first),
                         values.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
}

// Each thread scans C elements: C - 1 additions to its running sum. Later all threads but the first add what comes
// before them to C - 1 elements.
TEST(KeptValues, OfACoarsenedScanAreRunningSumsAndThenWhatComesBefore) {
  for (const char* kernel : {"scan_coarsened", "scan_hierarchical"})
    for (const auto& [block_dim, factor] : {std::pair{4u, 4u}, {8u, 2u}, {2u, 5u}}) {
      const Kept kept = kept_in(kernel, block_dim, factor, ElementType::int32);
      EXPECT_EQ(kept.additions.size(), (factor - 1) * (2 * block_dim - 1)) << kernel;
      for (const KeptAddition& addition : kept.additions) {
        const std::size_t own = std::size_t{addition.thread} * factor, at = addition.wrote.element;
        EXPECT_EQ(addition.kept, addition.keeps_sum ? sum_of(kept.input, own, at) : sum_of(kept.input, 0, own))
            << kernel;
        EXPECT_EQ(addition.kept_after(), addition.keeps_sum ? sum_of(kept.input, own, at + 1) : addition.kept)
            << kernel;
        EXPECT_EQ(addition.source.element, addition.keeps_sum ? own : own - 1) << kernel;
      }
    }
}

TEST(KeptValues, AreFoundWhereSumsAreRounded) {
  EXPECT_EQ(kept_in("scan_coarsened", 4, 4, ElementType::float32).additions.size(), 3u * 7);
}

TEST(KeptValues, AreNoneWhereThreadsShareTheirWork) {
  EXPECT_TRUE(kept_in("scan_kogge_stone", 8, 1, ElementType::int32).additions.empty());
  EXPECT_TRUE(kept_in("scan_brent_kung", 8, 1, ElementType::int32).additions.empty());
}

}  // namespace
}  // namespace lanescope::testing
