// Settings: what was saved comes back, and what was damaged gives the defaults and a sentence.
#include "viz/model/view_state_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "viz/model/command.h"

namespace lanescope {
namespace {

ViewState unusual_state() {
  ViewState state;
  state.request().kernel = "coarsened";
  state.request().n = 123457;
  state.request().block_dim = 64;
  state.request().coarse_factor = 4;
  state.request().op = Op::max;
  state.request().type = ElementType::int32;
  state.request().input = {.kind = InputKind::ramp, .path = {}, .seed = 9};
  state.position = 5;
  state.speed = 2;
  state.theme = Theme::light;
  state.projector = true;
  state.language = Language::traditional_chinese;
  state.motion = false;
  state.source_head = true;
  state.rounding = true;
  state.selection.step = 2;
  state.selection.warp = 1;
  state.tree = {.zoom = 4, .center = 0.25};
  state.activity = ActivityLevel::heat;
  state.cost = CostKind::global_sectors;
  state.placement_gpu = "NVIDIA T4";
  state.global_request = 2;
  state.shared_request = 1;
  state.sweep = {SweepChart::n, SweepQuantity::bandwidth, {.zoom = 2, .center_x = 0.25, .center_y = 0.625}};
  return state;
}

TEST(ViewStateJson, comes_back_as_it_was_saved) {
  const ViewState state = unusual_state();
  const auto loaded = view_state_from_text(view_state_to_json(state).dump());
  EXPECT_EQ(loaded.refused.text(), "");
  EXPECT_EQ(loaded.state, state);
}

TEST(ViewStateJson, keeps_grid_and_combining) {
  ViewState grid, combining;
  grid.request().kernel = "single_pass_last_block";
  grid.request().grid_dim = 16;
  grid.request().combining = Combining::last_block;
  combining.request().kernel = "warp_shuffle";
  combining.request().combining = Combining::relaunch;
  for (const ViewState& state : {grid, combining}) {
    const auto loaded = view_state_from_text(view_state_to_json(state).dump());
    EXPECT_EQ(loaded.refused.text(), "");
    EXPECT_EQ(loaded.state, state);
  }
}

TEST(ViewStateJson, forgets_what_belongs_to_the_moment) {
  ViewState state = unusual_state();
  state.playing = true;
  state.phase = 0.5;
  state.moment = 0.5;
  state.hover.lane = 3;
  const auto loaded = view_state_from_json(view_state_to_json(state));
  EXPECT_FALSE(loaded.state.playing);
  EXPECT_EQ(loaded.state.phase, 0);
  EXPECT_EQ(loaded.state.moment, 1);
  EXPECT_TRUE(loaded.state.hover.empty());
}

TEST(ViewStateJson, absent_keys_keep_their_defaults) {
  const auto loaded = view_state_from_text(R"({"version": 1, "theme": "light"})");
  EXPECT_EQ(loaded.refused.text(), "");
  EXPECT_EQ(loaded.state, apply({}, SetTheme{Theme::light}));
}

class Damaged : public ::testing::TestWithParam<const char*> {};

TEST_P(Damaged, gives_the_defaults_and_one_sentence) {
  const auto loaded = view_state_from_text(GetParam());
  EXPECT_EQ(loaded.state, ViewState{});
  EXPECT_FALSE(loaded.refused.empty());
  EXPECT_EQ(loaded.refused.text().find('\n'), std::string::npos) << loaded.refused.text();
}

INSTANTIATE_TEST_SUITE_P(
    Texts, Damaged,
    ::testing::Values("", "{", "null", "[]", "17", "\"text\"", "{}", R"({"version": 99})", R"({"version": "1"})",
                      R"({"version": 1, "theme": "pink"})", R"({"version": 2, "language": "zh"})",
                      R"({"version": 1, "position": "five"})", R"({"version": 1, "position": {}})",
                      R"({"version": 1, "request": []})",
                      R"({"version": 1, "request": {"kernel": "no_such_kernel"}})",
                      R"({"version": 1, "request": {"block_dim": 100}})",
                      R"({"version": 1, "request": {"block_dim": -1}})",
                      R"({"version": 1, "request": {"kernel": "segmented", "coarse_factor": 4}})",
                      R"({"version": 1, "selection": {"step": "x"}})", R"({"version": 1, "tree": [1, 2]})",
                      R"({"version": 2, "sweep": 3})", R"({"version": 2, "sweep": {"chart": "pie"}})",
                      R"({"version": 2, "sweep": {"zoom": "large"}})"));

TEST(ViewStateJson, every_shortened_file_is_survived) {
  const std::string text = view_state_to_json(unusual_state()).dump();
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto loaded = view_state_from_text(std::string_view(text).substr(0, length));
    EXPECT_EQ(loaded.state, ViewState{}) << length;
  }
}

}  // namespace
}  // namespace lanescope
