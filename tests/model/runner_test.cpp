// The runner: results come off the frame, and the newest request wins.
#include "viz/model/runner.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "quick_runs.h"

namespace lanescope {
namespace {

using namespace std::chrono_literals;

TEST(Runner, a_newer_request_cancels_the_older_and_skips_those_between) {
  std::atomic<int> started{0};
  auto slow_run = [&](const RunRequest& request, Progress& progress) {
    ++started;
    while (request.block_dim != 4) {
      progress.check();
      std::this_thread::sleep_for(1ms);
    }
    return quick_run(request, progress);
  };
  Runner runner(slow_run);
  RunRequest request;
  request.block_dim = 1;
  runner.submit({request});
  while (started == 0) std::this_thread::sleep_for(1ms);
  for (const unsigned block_dim : {2u, 4u}) {
    request.block_dim = block_dim;
    runner.submit({request});
  }
  runner.wait();
  const auto outcomes = runner.take();
  ASSERT_EQ(outcomes.size(), 1u);
  ASSERT_TRUE(outcomes[0].run);
  EXPECT_EQ(outcomes[0].run->request.block_dim, 4u);
  EXPECT_LE(started, 3);
  EXPECT_TRUE(runner.take().empty());
}

TEST(Runner, cancel_ends_a_run_without_a_result) {
  Runner runner(run_until_cancelled);
  runner.submit({RunRequest{}});
  EXPECT_TRUE(runner.busy());
  runner.cancel();
  runner.wait();
  for (const Outcome& outcome : runner.take()) EXPECT_TRUE(!outcome.run && outcome.error.empty());
}

TEST(Runner, a_run_comes_with_its_traces_and_again_with_its_result) {
  Runner runner(run_traces_first);
  RunRequest request;
  request.kernel = "segmented";
  request.n = 1 << 16;
  request.block_dim = 64;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  runner.submit({request});
  runner.wait();
  const auto outcomes = runner.take();
  ASSERT_EQ(outcomes.size(), 2u);
  EXPECT_TRUE(outcomes[0].run && outcomes[0].run->awaits_result && !outcomes[0].run->result);
  EXPECT_FALSE(outcomes[0].had_begun);
  ASSERT_TRUE(outcomes[1].run && outcomes[1].run->result && outcomes[1].had_begun);
  EXPECT_TRUE(outcomes[1].run->result->correct);
  EXPECT_EQ(outcomes[0].run->trace, outcomes[1].run->trace) << "nothing is traced twice";
}

TEST(Runner, results_come_after_the_traces_of_all) {
  Runner runner(run_traces_first);
  std::vector<Job> jobs;
  for (const unsigned block_dim : {32u, 64u, 128u}) {
    RunRequest request;
    request.n = 1 << 18;
    request.block_dim = block_dim;
    request.backend = BackendChoice::emulator;
    request.detail = Detail::full;
    request.kernel = "segmented";
    jobs.emplace_back(request);
  }
  runner.submit(jobs);
  runner.wait();
  const auto outcomes = runner.take();
  ASSERT_EQ(outcomes.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(outcomes[i].had_begun, i >= 3) << i;
}

TEST(Runner, destruction_cancels_what_runs) {
  Runner runner(run_until_cancelled);
  runner.submit({RunRequest{}});
}

TEST(Runner, wakes_the_window_for_a_result) {
  std::atomic<int> wakes{0};
  Runner runner(quick_run, [&] { ++wakes; });
  runner.submit({RunRequest{}});
  runner.wait();
  for (int i = 0; i < 1000 && wakes == 0; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(wakes, 1);
}

}  // namespace
}  // namespace lanescope
