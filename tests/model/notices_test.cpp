// What the window tells is so as long as it tells it.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "engine/request/catalogue.h"
#include "viz/model/first_launch.h"
#include "viz/model/model.h"

namespace lanescope {
namespace {

using namespace std::chrono_literals;

Run done(const RunRequest& request, const std::string& notice = "") {
  Run run;
  run.request = request;
  run.notice = Sentence::word(notice);
  return run;
}

ViewState view_of_n(std::uint64_t n) {
  ViewState view;
  view.request().n = n;
  return view;
}

TEST(Notices, a_good_run_takes_back_that_one_was_cancelled) {
  std::atomic<bool> slow{true}, began{false};
  Model model(view_of_n(64), [&](const RunRequest& request, Progress& progress) {
    began = true;
    while (slow) {
      progress.check();
      std::this_thread::sleep_for(1ms);
    }
    return done(request);
  });
  while (!began) std::this_thread::sleep_for(1ms);
  model.handle(CancelRun{});
  model.finish_run();
  EXPECT_NE(model.status().notice.text().find("cancelled"), std::string::npos) << model.status().notice.text();
  slow = false;
  model.handle(SetN{128});
  EXPECT_EQ(model.status().notice.text(), "") << "already while the new one runs";
  model.finish_run();
  EXPECT_EQ(model.status().notice.text(), "");
}

TEST(Notices, those_of_several_variants_runs_stay_until_the_next_launch) {
  ViewState view = view_of_n(64);
  view.variants.requests.push_back(view.request());
  view.variants.requests[1].block_dim = 64;
  Model model(view, [](const RunRequest& request, Progress&) {
    return done(request, request.block_dim == 64 ? "" : "The GPU was lost.");
  });
  model.finish_run();
  EXPECT_EQ(model.status().notice.text(), "The GPU was lost.");
}

TEST(Notices, a_good_file_takes_back_a_bad_one_and_nothing_else) {
  Model model(view_of_n(64), [](const RunRequest& request, Progress&) { return done(request); });
  model.finish_run();
  model.notify(Sentence::word("The file is damaged."), About::files);
  model.handle(SetN{128});
  model.finish_run();
  EXPECT_EQ(model.status().notice.text(), "The file is damaged.") << "a run says nothing of files";
  model.notify({}, About::files);
  EXPECT_EQ(model.status().notice.text(), "");
  model.notify(Sentence::word("The settings are damaged."));
  model.notify({}, About::files);
  EXPECT_EQ(model.status().notice.text(), "The settings are damaged.");
  model.handle(DismissMessage{});
  EXPECT_EQ(model.status().notice.text(), "");
}

TEST(Notices, a_failed_sweep_is_forgotten_when_the_next_begins) {
  std::atomic<bool> fails{true};
  Model model(
      view_of_n(64), [](const RunRequest& request, Progress&) { return done(request); }, {},
      [&](std::vector<SweepPoint>, Progress&) -> RecordedSweep {
        if (fails) throw Error(ErrorKind::failed, "The GPU is on fire.");
        return {};
      });
  model.handle(Measure{SweepChart::n});
  model.finish_run();
  EXPECT_EQ(model.status().notice.text(), "The GPU is on fire.");
  fails = false;
  model.handle(Measure{SweepChart::n});
  EXPECT_EQ(model.status().notice.text(), "");
  model.finish_run();
  EXPECT_EQ(model.status().notice.text(), "");
}

TEST(Notices, an_offer_stands_until_variants_change) {
  Variants large;
  large.requests[0].n = std::uint64_t{1} << 31;
  Model model(view_of_n(64), [](const RunRequest& request, Progress&) { return done(request); });
  model.finish_run();
  model.offer(Sentence::word("There is more."), large);
  model.handle(StepTo{0});
  ASSERT_TRUE(model.status().offered);
  model.handle(SetVariants{*model.status().offered});
  EXPECT_EQ(model.view().request().n, large.requests[0].n);
  EXPECT_FALSE(model.status().offered);
  EXPECT_EQ(model.status().notice.text(), "");
  model.offer(Sentence::word("There is more."), large);
  model.handle(DismissMessage{});
  EXPECT_FALSE(model.status().offered);
}

TEST(Notices, a_launch_that_takes_a_variants_place_says_so_and_can_be_taken_back) {
  Model model(view_of_n(64), [](const RunRequest& request, Progress&) { return done(request); });
  RunRequest beside = model.view().request();
  for (const std::uint64_t n : {128u, 256u, 512u}) {
    beside.n = n;
    model.handle(ShowBeside{beside});
    model.handle(EndEdit{});
    EXPECT_EQ(model.status().notice.text(), "") << "there was room";
  }
  ASSERT_EQ(model.count(), kMaxVariants);
  const Variants before = model.view().variants;
  model.handle(ShowBeside{before.requests[1]});
  EXPECT_EQ(model.active(), 1u) << "it is shown already";
  EXPECT_EQ(model.status().notice.text(), "");
  const std::string kernel(beside.kernel);
  beside.kernel = "segmented";
  model.handle(ShowBeside{beside});
  EXPECT_EQ(model.view().variants.requests.back(), beside);
  EXPECT_EQ(model.active(), 3u);
  EXPECT_EQ(model.status().notice.text(), "D was " + kernel + "; segmented took its place.");
  EXPECT_TRUE(model.status().offers_undo);
  model.handle(Undo{});
  EXPECT_EQ(model.view().variants.requests, before.requests);
  EXPECT_EQ(model.status().notice.text(), "");
  EXPECT_FALSE(model.status().offers_undo);
}

TEST(QuickStart, leaves_what_is_quick_as_it_is) {
  for (const KernelInfo& kernel : all_kernels()) {
    Variants variants;
    variants.requests[0].kernel = kernel.id;
    variants.requests[0].n = first_n(kernel.workload);
    variants.requests[0].type = default_type(kernel.workload);
    EXPECT_FALSE(quick_variants(variants)) << kernel.id;
  }
}

TEST(QuickStart, makes_little_of_much_in_every_kernel_and_it_can_run) {
  for (const KernelInfo& kernel : all_kernels()) {
    if (!kernel.traced()) continue;
    RunRequest request;
    request.kernel = kernel.id;
    request.type = default_type(kernel.workload);
    // What fits a block alone is never large.
    for (request.n = std::uint64_t{1} << 31; refusal(request) && request.n > 1;) request.n /= 2;
    request.block = launch_config(request).grid_dim - 1;
    Variants variants;
    variants.requests = {request, request, request, request};
    const auto quick = quick_variants(variants);
    if (lanes_follow_from_launch(kernel.workload)) {
      EXPECT_FALSE(quick) << kernel.id << ": its picture is there before its lanes have computed";
      continue;
    }
    if (request.n <= (1 << 25)) continue;
    ASSERT_TRUE(quick) << kernel.id << " of " << request.n;
    ASSERT_EQ(quick->count(), 4u);
    for (const RunRequest& small : quick->requests) {
      EXPECT_EQ(small.kernel, kernel.id);
      EXPECT_EQ(small.n, first_n(kernel.workload));
      EXPECT_FALSE(refusal(small)) << kernel.id << ": " << refusal(small)->text();
    }
    EXPECT_FALSE(quick_variants(*quick)) << kernel.id;
  }
}

TEST(QuickStart, one_large_variant_makes_all_small_so_that_they_can_be_compared) {
  Variants variants;
  variants.requests[0].kernel = "histogram_private";
  variants.requests[0].type = ElementType::int32;
  variants.requests.push_back(variants.requests[0]);
  variants.requests[1].n = std::uint64_t{1} << 31;
  variants.requests[0].n = 4096;
  const auto quick = quick_variants(variants);
  ASSERT_TRUE(quick);
  EXPECT_EQ(quick->requests[0].n, quick->requests[1].n);
}

TEST(QuickStart, does_without_a_file_that_may_be_large) {
  Variants variants;
  variants.requests[0].n = std::uint64_t{1} << 31;
  variants.requests[0].input = {.kind = InputKind::file, .path = "/data/large.npy"};
  EXPECT_EQ(quick_variants(variants)->requests[0].input, InputSpec{});
}

}  // namespace
}  // namespace lanescope
