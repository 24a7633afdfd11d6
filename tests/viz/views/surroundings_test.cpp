// Scenes tell of this machine and of recordings what their input says, and know nothing else of either.
#include <gtest/gtest.h>

#include <set>

#include "support.h"
#include "viz/views/sweep/sweep_data.h"

namespace lanescope::testing {
namespace {

/// A view of one run, whose parts live as long as this.
struct Alone {
  std::shared_ptr<const lanescope::Run> run;
  std::vector<std::shared_ptr<const lanescope::Run>> runs{run};
  VariantView state = {};
  std::vector<TimingRow> timings = {};

  ViewInput among(const Surroundings& surroundings) const {
    return {*run, state, {1200, 400}, runs, timings, nothing_measured(), surroundings};
  }
};

Alone alone(const Shown& shown) {
  return {std::make_shared<const lanescope::Run>(shown.run)};
}

std::set<std::string> column(const NumberTable& table, std::size_t index) {
  std::set<std::string> cells;
  for (const TableRow& row : table.rows) cells.insert(row.cells[index].text);
  return cells;
}

/// Where a GPU with two SMs is all there is.
class Tiny final : public Surroundings {
 public:
  std::optional<Gpu> gpu() const override {
    SmLimits limits;
    limits.sm_count = 2;
    return Gpu{"Tiny GPU", limits};
  }
};

TEST(Surroundings, BlocksRunOnTheGpuThatTheySay) {
  const Alone shown = alone(emulated("segmented", 1 << 16, 256));
  const NumberTable tiny = find_view("sms")->table(shown.among(Tiny()));
  EXPECT_EQ(tiny.rows.size(), 2u);
  EXPECT_EQ(column(tiny, 3), std::set<std::string>{"Tiny GPU"});
  const NumberTable nothing = find_view("sms")->table(shown.among(no_surroundings()));
  EXPECT_EQ(nothing.rows.size(), 132u);
  EXPECT_EQ(column(nothing, 2), std::set<std::string>{"predicted"});
}

TEST(Surroundings, WithoutThemNothingIsRecorded) {
  const Alone shown = alone(emulated("coarsened", 1 << 16, 256, 2));
  const ViewInput bare = shown.among(no_surroundings()), here = shown.among(surroundings_here());
  EXPECT_TRUE(sweep_lines(bare).empty());
  EXPECT_FALSE(sweep_lines(here).empty());
  EXPECT_EQ(column(find_view("resources")->table(bare), 1), std::set<std::string>{""}) << "registers";
  EXPECT_EQ(column(find_view("resources")->table(here), 1).count(""), 0u);
  const NumberTable roofline = find_view("roofline")->table(bare);
  ASSERT_EQ(roofline.rows.size(), 1u);
  EXPECT_EQ(roofline.rows[0].cells[2].text, "–") << "no roof";
}

TEST(Surroundings, EveryViewIsDrawnWithoutThem) {
  for (const char* kernel : {"coarsened", "matmul_coarsened", "stencil_basic"}) {
    const Alone shown = alone(emulated(kernel, 64, 64));
    for (const View* view : views_of(shown.run->launch.workload)) {
      const Scene scene = view->build(shown.among(no_surroundings()));
      EXPECT_FALSE(scene.texts.empty()) << view->id << " of " << kernel;
      if (view->table) view->table(shown.among(no_surroundings()));
    }
  }
}

}  // namespace
}  // namespace lanescope::testing
