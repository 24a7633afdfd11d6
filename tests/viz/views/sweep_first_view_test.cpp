// What the sweep view shows of kernels before anybody chose a chart, and of a single point.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "engine/request/catalogue.h"
#include "support.h"
#include "viz/kit/svg.h"
#include "viz/views/sweep/sweep_data.h"

namespace lanescope::testing {
namespace {

/// What a view of this one launch is given; no trace is needed for times.
struct FirstView {
  std::vector<std::shared_ptr<const lanescope::Run>> runs;
  VariantView state;
  std::vector<TimingRow> timings;
  SweepStatus sweeps;

  explicit FirstView(std::string_view kernel) {
    auto run = std::make_shared<lanescope::Run>();
    run->request.kernel = kernel;
    run->request.n = info_of(kernel_info(kernel).workload).default_n;
    run->request.type = default_type(kernel_info(kernel).workload);
    run->launch = launch_config(run->request);
    runs = {run};
  }
  Scene scene() const {
    return find_view("sweep")->build({*runs[0], state, {1200, 400}, runs, timings, sweeps, surroundings_here()});
  }
};

/// Launches that a click in the picture sets up.
std::size_t dots_in(const Scene& scene, std::string_view kernel) {
  return static_cast<std::size_t>(std::count_if(scene.picks.begin(), scene.picks.end(), [&](const Pick& pick) {
    return pick.name.starts_with(std::string(kernel) + "/");
  }));
}

TEST(SweepFirstView, IsMoreThanADotWhereMoreIsRecorded) {
  std::size_t seen = 0;
  for (const KernelInfo& kernel : reductions()) {
    RunRequest request;
    request.kernel = kernel.id;
    if (!kernel.traced() || refusal(request)) continue;
    const Scene scene = FirstView(kernel.id).scene();
    const std::size_t dots = dots_in(scene, kernel.id);
    if (dots == 0) continue;  // nothing is recorded of it
    EXPECT_GT(dots, 1u) << kernel.id;
    ++seen;
  }
  EXPECT_GE(seen, 5u);
}

TEST(SweepFirstView, LightsTheChartThatItShows) {
  FirstView shown("convergent_shared");
  ASSERT_EQ(shown.state.sweep.chart, SweepChart::coarse_factor);
  const auto same_as = [&](SweepChart chart) {
    FirstView chosen("convergent_shared");
    chosen.state.sweep.chart = chart;
    return to_svg(chosen.scene()) == to_svg(shown.scene());
  };
  EXPECT_TRUE(same_as(SweepChart::block_dim));
  EXPECT_FALSE(same_as(SweepChart::n));
}

TEST(SweepFirstView, OfASinglePointHasTicksAtNumbersThatCanBe) {
  FirstView shown("coarsened");
  RecordedSweep measured;
  measured.provenance = {"cuda", NumberKind::measured, "GPU", "", "", ""};
  measured.op = Op::max;  // nothing is recorded of it
  auto run = std::make_shared<lanescope::Run>(*shown.runs[0]);
  run->request.op = Op::max;
  run->request.type = ElementType::float64;
  measured.type = ElementType::float64;
  measured.times.push_back({"coarsened", launch_config(run->request), 10, 1, 20, 3});
  shown.runs = {run};
  shown.sweeps.measured = {measured};
  const Scene scene = shown.scene();
  ASSERT_EQ(dots_in(scene, "coarsened"), 1u);
  std::multiset<std::string> ticks;
  for (const Text& text : scene.texts)
    if (text.face == FontFace::mono && text.align == Align::center) ticks.insert(text.text);
  EXPECT_EQ(ticks, (std::multiset<std::string>{"1", "2"}));
}

}  // namespace
}  // namespace lanescope::testing
