// What is measured, by whom, and what becomes of it.
#include "viz/model/sweeper.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <set>
#include <thread>

#include "engine/base/turns.h"
#include "engine/bench/bench.h"
#include "engine/session.h"
#include "viz/model/model.h"

namespace lanescope {
namespace {

Variants coarsened_and_segmented() {
  Variants variants;
  RunRequest coarsened, segmented;
  coarsened.kernel = "coarsened";
  coarsened.n = segmented.n = 1 << 16;
  coarsened.coarse_factor = 4;
  segmented.kernel = "segmented";
  variants.requests = {coarsened, segmented};
  return variants;
}

std::size_t count_of(const std::vector<SweepPoint>& points, std::string_view kernel) {
  return static_cast<std::size_t>(std::count_if(
      points.begin(), points.end(), [&](const SweepPoint& point) { return point.request.kernel == kernel; }));
}

ViewState view_of(const Variants& variants) {
  ViewState view;
  view.variants = variants;
  return view;
}

/// A GPU that takes N / grid nanoseconds.
RecordedSweep stand_in(std::vector<SweepPoint> points, Progress&) {
  for (SweepPoint& point : points) {
    const double time = 1e-3 * static_cast<double>(point.launch.n) /
                        static_cast<double>(std::max<std::uint64_t>(1, point.launch.grid_dim));
    point.timing = Timing{time, time, time, 1, 3};
  }
  return recording_of(points, {"cuda", NumberKind::measured, "stand-in", "", "", ""});
}

TEST(PointsToMeasure, AreTheLaunchesOfTheChart) {
  const Variants variants = coarsened_and_segmented();
  const auto own = points_to_measure(view_of(variants), std::nullopt);
  EXPECT_EQ(count_of(own, "coarsened"), 1u);
  EXPECT_EQ(count_of(own, "segmented"), 1u);
  EXPECT_LE(count_of(own, kPeer), 1u) << "once for both, and only where it can run";
  const auto factors = points_to_measure(view_of(variants), SweepChart::coarse_factor);
  EXPECT_EQ(count_of(factors, "coarsened"), 7u);
  EXPECT_EQ(count_of(factors, "segmented"), 1u) << "it has no factor";
  EXPECT_EQ(count_of(points_to_measure(view_of(variants), SweepChart::block_dim), "segmented"), 6u);
  EXPECT_EQ(count_of(points_to_measure(view_of(variants), SweepChart::heat_map), "coarsened"), 42u);
  const auto sizes = points_to_measure(view_of(variants), SweepChart::n);
  EXPECT_EQ(count_of(sizes, "coarsened"), 9u);
  for (const SweepPoint& point : sizes) EXPECT_EQ(point.skipped, "");
}

TEST(PointsToMeasure, HoldTheVariantsOwnLaunchBetweenTheUsualOnes) {
  Variants variants = coarsened_and_segmented();
  variants.requests[1].n = 100003;
  std::set<std::uint64_t> sizes;
  for (const auto& point : points_to_measure(view_of(variants), SweepChart::n))
    if (point.request.kernel == "segmented") sizes.insert(point.launch.n);
  EXPECT_EQ(sizes.size(), 10u);
  EXPECT_TRUE(sizes.contains(100003));
}

TEST(MergeTimes, KeepsTheNewestOfEachLaunch) {
  const LaunchConfig a{.n = 1024, .grid_dim = 4}, b{.n = 2048, .grid_dim = 4};
  std::vector<SweepTime> times{{"segmented", a, 5, 5, 5, 3}, {"cub", a, 6, 6, 6, 3}};
  merge_times(times, {{"segmented", a, 4, 4, 4, 3}, {"segmented", b, 7, 7, 7, 3}});
  ASSERT_EQ(times.size(), 3u);
  EXPECT_EQ(times[0].time_us, 4);
  EXPECT_EQ(times[1].time_us, 6);
  EXPECT_EQ(times[2].launch.n, 2048u);
}

TEST(Measuring, BringsTimesThatTheModelShows) {
  ViewState state;
  state.variants = coarsened_and_segmented();
  Model model(state, lanescope::run, {}, stand_in);
  model.finish_run();
  const std::size_t before = model.runs_shown();
  EXPECT_TRUE(model.sweeps().possible);
  model.handle(Measure{SweepChart::coarse_factor});
  EXPECT_TRUE(model.sweeps().running);
  model.finish_run();
  EXPECT_FALSE(model.sweeps().running);
  ASSERT_EQ(model.sweeps().measured.size(), 1u);
  EXPECT_EQ(model.sweeps().measured[0].provenance.kind, NumberKind::measured);
  EXPECT_GE(model.sweeps().measured[0].times.size(), 8u);
  EXPECT_GT(model.runs_shown(), before) << "pictures are built again";
}

TEST(Measuring, EndsWhenItIsCancelledAndSaysWhatFailed) {
  std::atomic<bool> saw_cancel{false};
  Model model(ViewState{}, lanescope::run, {}, [&](std::vector<SweepPoint>, Progress& progress) -> RecordedSweep {
    while (!progress.cancelled()) std::this_thread::yield();
    saw_cancel = true;
    throw Cancelled();
  });
  model.handle(Measure{});
  model.handle(Measure{});  // one at a time
  model.handle(CancelMeasuring{});
  model.finish_run();
  EXPECT_TRUE(saw_cancel);
  EXPECT_EQ(model.status().notice.text(), "");
  Model broken(ViewState{}, lanescope::run, {}, [](std::vector<SweepPoint>, Progress&) -> RecordedSweep {
    throw Error(ErrorKind::failed, "The GPU is on fire.");
  });
  broken.handle(Measure{});
  broken.finish_run();
  EXPECT_EQ(broken.status().notice.text(), "The GPU is on fire.");
  EXPECT_TRUE(broken.sweeps().measured.empty());
}

/// The GPU of this machine, where it has one.
class MeasuringHere : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!backend_status().cuda_available) GTEST_SKIP() << backend_status().reason.text();
  }
};

TEST_F(MeasuringHere, TimesEveryLaunchOfTheChartOnThisGpu) {
  ViewState state;
  state.variants = coarsened_and_segmented();
  Model model(state, lanescope::run, {});
  model.handle(Measure{SweepChart::coarse_factor});
  model.finish_run();
  EXPECT_EQ(model.status().notice.text(), "");
  ASSERT_EQ(model.sweeps().measured.size(), 1u);
  const RecordedSweep& sweep = model.sweeps().measured[0];
  EXPECT_EQ(sweep.provenance.kind, NumberKind::measured);
  EXPECT_EQ(sweep.provenance.device, backend_status().device);
  for (const SweepTime& time : sweep.times) EXPECT_GT(time.time_us, 0) << time.kernel;
  for (const SweepPoint& point : points_to_measure(model.view(), SweepChart::coarse_factor))
    EXPECT_TRUE(std::any_of(sweep.times.begin(), sweep.times.end(), [&](const SweepTime& time) {
      return time.kernel == point.request.kernel && time.launch == point.launch;
    })) << point.request.kernel;
  for (std::size_t i = 0; i < model.count(); ++i) {
    ASSERT_TRUE(model.run(i));
    EXPECT_EQ(model.run(i)->provenance.kind, NumberKind::measured) << "runs go on beside the sweep";
  }
}

TEST_F(MeasuringHere, StopsInTheMiddleAndKeepsWhatWasThere) {
  ViewState state;
  state.variants = coarsened_and_segmented();
  for (RunRequest& request : state.variants.requests) request.n = std::uint64_t{1} << 28;
  Model model(state, lanescope::run, {});
  model.handle(Measure{});
  model.finish_run();
  ASSERT_EQ(model.sweeps().measured.size(), 1u);
  const std::size_t before = model.sweeps().measured[0].times.size();
  model.handle(Measure{SweepChart::heat_map});
  while (model.sweeps().fraction < 0.1) {
    model.update(0);
    std::this_thread::yield();
    ASSERT_TRUE(model.sweeps().running);
  }
  model.handle(CancelMeasuring{});
  model.finish_run();
  EXPECT_FALSE(model.sweeps().running);
  EXPECT_EQ(model.status().notice.text(), "");
  ASSERT_EQ(model.sweeps().measured.size(), 1u);
  EXPECT_EQ(model.sweeps().measured[0].times.size(), before);
}

TEST(Turns, AreGivenOneAfterAnother) {
  Turns turns;
  std::vector<int> order;
  std::atomic<int> inside{0}, together{0};
  std::vector<std::thread> threads;
  {
    const Turns::Turn first(turns);
    for (int i = 0; i < 4; ++i) {
      auto began = std::make_shared<std::atomic<bool>>(false);
      threads.emplace_back([&, began, i] {
        *began = true;
        const Turns::Turn turn(turns);
        together = std::max<int>(together, ++inside);
        order.push_back(i);
        --inside;
      });
      while (!*began) std::this_thread::yield();
    }
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(together, 1);
  EXPECT_EQ(order.size(), 4u);
}

}  // namespace
}  // namespace lanescope
