// The part of a list that the wheel has chosen: it belongs to the open view, and to the moment.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "viz/model/model.h"
#include "viz/model/view_state_json.h"

namespace lanescope {
namespace {

TEST(ListScroll, belongs_to_the_open_view) {
  const ViewState scrolled = apply(ViewState{}, ScrollList{7});
  ASSERT_TRUE(scrolled.list);
  EXPECT_EQ(scrolled.list->first, 7u);
  for (const Command& command : Commands{OpenPanel{"source"}, Enlarge{"source"}, Enlarge{}, SetSourceHead{true}})
    EXPECT_FALSE(apply(scrolled, command).list);
  EXPECT_TRUE(apply(scrolled, StepBy{1}).list);
  EXPECT_EQ(view_state_to_json(scrolled), view_state_to_json(ViewState{})) << "the next start begins at the top";
}

TEST(ListScroll, waits_until_a_step_is_taken) {
  RunRequest request;
  request.n = 4096;
  request.block_dim = 64;
  request.backend = BackendChoice::emulator;
  ViewState state;
  state.variants.requests = {request};
  Model model(state, run);
  model.finish_run();
  EXPECT_FALSE(model.view_of(0).list_first);
  model.handle(StepTo{2});
  model.handle(ScrollList{5});
  EXPECT_EQ(model.view_of(0).list_first, 5u);
  EXPECT_TRUE(model.view_of(0).list_scrolled);
  model.handle(StepBy{1});
  EXPECT_FALSE(model.view_of(0).list_scrolled);
  EXPECT_EQ(model.view_of(0).list_first, 5u) << "a list of the whole run stays where it is";
}

}  // namespace
}  // namespace lanescope
