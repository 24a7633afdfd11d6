// The compiled view of a trace, from the recorded counters that come with the program.
#include "engine/counters/compiled_view.h"

#include <gtest/gtest.h>

#include "tests/engine/support.h"

namespace lanescope {
namespace {

CompiledView view_of(RunRequest request) {
  return compiled_view(request, testing::trace_of(request));
}

TEST(CompiledViews, SourceAndHardwareDivergenceAreSetSideBySide) {
  const auto shared = view_of(testing::request_of("convergent_shared", 65536, 256));
  ASSERT_TRUE(shared.has_record());
  EXPECT_EQ(shared.divergent_branches, 0u);
  EXPECT_EQ(shared.kind, NumberKind::recorded);
  EXPECT_EQ(shared.steps[0].form, BranchForm::predicated);
  EXPECT_EQ(shared.steps[0].partial_masks, 5u * 128);
  EXPECT_EQ(shared.at(shared.steps[0].source_line), &shared.steps[0]);
  EXPECT_NE(
      shared.steps[0].sentence.text().find("0 divergent branches although 640 warp-steps have a partial mask"),
      std::string::npos);
  const auto global = view_of(testing::request_of("convergent_global", 65536, 256));
  EXPECT_EQ(global.divergent_branches, 5u * 128);
  EXPECT_EQ(global.steps[0].form, BranchForm::branched);
}

TEST(CompiledViews, AnotherLaunchIsPredictedOnlyWhereTheFormsLeaveNoDoubt) {
  const auto shared = view_of(testing::request_of("convergent_shared", 4096, 64));
  EXPECT_EQ(shared.divergent_branches, 0u);
  EXPECT_EQ(shared.kind, NumberKind::predicted);
  EXPECT_FALSE(view_of(testing::request_of("two_pass_blocked", 4096, 64)).divergent_branches);
}

TEST(CompiledViews, NoMaskIsSaidToBePartialWhereNoneIs) {
  const auto view = view_of(testing::request_of("two_pass_blocked", 65536, 32));
  EXPECT_EQ(view.steps[0].partial_masks, 0u);
  EXPECT_NE(view.steps[0].sentence.text().find("No mask is partial"), std::string::npos);
  EXPECT_EQ(view.steps[1].form, BranchForm::mixed);
  EXPECT_EQ(view.divergent_branches, 6u * 128);
}

TEST(CompiledViews, ThreadsThatExitLeavePartialMasksAndNoDivergentBranch) {
  const auto view = view_of(testing::request_of("segmented", 65536, 256));
  const auto& last = view.steps.back();
  ASSERT_EQ(last.form, BranchForm::ended);
  ASSERT_EQ(last.partial_masks, 128u);
  EXPECT_EQ(last.sentence.text(),
            "Threads that do not take part exit here, which is no branch: the hardware counter shows 0 divergent "
            "branches although 128 warp-steps have a partial mask.");
}

TEST(CompiledViews, WhatWasNotRecordedIsSaid) {
  auto request = testing::request_of("convergent_shared", 65536, 256);
  request.op = Op::max;
  EXPECT_FALSE(view_of(request).has_record());
  EXPECT_NE(view_of(request).sentence.text().find("No compiled view"), std::string::npos);
}

}  // namespace
}  // namespace lanescope
