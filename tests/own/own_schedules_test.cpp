// Orders of warps and lanes in which a kernel goes wrong.
#include <gtest/gtest.h>

#include "engine/check/schedules.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/source/arguments.h"
#include "engine/source/own_run.h"
#include "tests/own/stated_program.h"

namespace lanescope {
namespace {

TEST(OwnSchedules, ALostUpdateIsShownByItsSeed) {
  Progress progress;
  const StatedProgram program = stated("lost_update.cu");
  const KernelInfo& kernel = load_own_kernel(program.path, Workload::reduction, progress);
  RunRequest request;
  request.kernel = kernel.id;
  request.n = 500;
  request.block_dim = 64;
  request.type = own_type(*kernel.own);
  request.input.kind = InputKind::ones;
  request.detail = Detail::none;
  const auto first = run(request, progress);
  EXPECT_TRUE(first.result->correct);  // one lane after another loses nothing
  const auto found = find_wrong_schedule(first, 20, progress);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, FindingKind::schedule);
  request.own.schedule = 1;
  EXPECT_EQ(run(request, progress).result->value, run(request, progress).result->value);  // a seed is one order
}

TEST(OwnSchedules, UpdatesOfTwoBlocksCross) {
  // One thread of each block adds its sum to the result: only blocks that are there at a time lose one.
  Progress progress;
  const StatedProgram program = stated("lost_update_of_blocks.cu");
  const KernelInfo& kernel = load_own_kernel(program.path, Workload::reduction, progress);
  RunRequest request;
  request.kernel = kernel.id;
  request.n = 500;
  request.block_dim = 64;
  request.type = ElementType::int32;
  request.input.kind = InputKind::ones;
  request.detail = Detail::none;
  request.own.result_in_first = true;
  const auto first = run(request, progress);
  EXPECT_EQ(first.result->value, 500);  // one block after another
  const auto found = find_wrong_schedule(first, 50, progress);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, FindingKind::schedule);
  bool lost = false;
  for (request.own.schedule = 1; request.own.schedule <= 50 && !lost; ++request.own.schedule)
    lost = run(request, progress).result->value < 500;
  EXPECT_TRUE(lost);
}

}  // namespace
}  // namespace lanescope
