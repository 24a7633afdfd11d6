// What lies under the pointer, and what a focus lights.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "support.h"
#include "viz/kit/palette.h"
#include "viz/views/tree/tree_frame.h"

namespace lanescope::testing {
namespace {

Focus focus_of(std::uint32_t step, std::uint32_t warp, std::uint32_t lane) {
  return {.step = step, .warp = warp, .lane = lane, .node = {}};
}

TEST(ActivityPicking, FindsEveryLaneOfEveryStep) {
  for (const unsigned block_dim : {8u, 32u, 64u, 1024u})
    for (const SceneSize size : {SceneSize{520, 300}, SceneSize{1200, 500}}) {
      const Shown shown = emulated("interleaved_shared", 4096, block_dim);
      const Scene scene = activity_scene(shown, size);
      ASSERT_EQ(scene.mask_grids.size(), 1u);
      const MaskGrid& grid = scene.mask_grids[0];
      EXPECT_LE(grid.rect.right(), size.width);
      EXPECT_LE(grid.rect.bottom(), size.height);
      for (std::uint32_t step = 0; step < grid.steps; ++step)
        for (std::uint32_t warp = 0; warp < grid.warps; ++warp)
          for (std::uint32_t lane = 0; lane < grid.lanes; ++lane) {
            const Rect cell = grid.lane_cell(step, warp, lane);
            ASSERT_EQ(pick(scene, cell.x + cell.w / 2, cell.y + cell.h / 2), focus_of(step, warp, lane));
          }
    }
}

TEST(ActivityPicking, FindsTheStepBesideTheGridAndNothingElsewhere) {
  const Shown shown = emulated("convergent_shared", 4096, 64);
  const Scene scene = activity_scene(shown, {760, 360});
  const Rect cell = scene.mask_grids[0].cell(2, 0);
  const Focus beside = pick(scene, 20, cell.y + cell.h / 2);
  EXPECT_EQ(beside.step, 2u);
  EXPECT_FALSE(beside.warp);
  EXPECT_TRUE(pick(scene, 755, 355).empty());
  EXPECT_TRUE(pick(scene, -5, -5).empty());
}

TEST(TreePicking, NamesNodeStepWarpAndLane) {
  const Shown shown = by_hand();
  const Scene scene = tree_scene(shown, {520, 300});
  float x = 0, y = 0;
  ASSERT_TRUE(place_of_node(scene, 5, x, y));
  const Focus focus = pick(scene, x, y);
  EXPECT_EQ(focus.node, 5u);
  EXPECT_EQ(focus.step, 0u);
  EXPECT_EQ(focus.warp, 0u);
  EXPECT_EQ(focus.lane, 1u);
  float leaf_x = 0, leaf_y = 0;
  ASSERT_TRUE(place_of_node(scene, 2, leaf_x, leaf_y));
  EXPECT_EQ(pick(scene, leaf_x, leaf_y).node, 2u);
  float right_x = 0;
  ASSERT_TRUE(place_of_node(scene, 3, right_x, leaf_y));
  EXPECT_NEAR(x, (leaf_x + right_x) / 2, 1) << "thread 1 has the second half of the width, under elements 2 and 3";
  EXPECT_GT(y, leaf_y);
}

TEST(TreePicking, FindsEveryNodeOfASmallTree) {
  const Shown shown = emulated("interleaved_shared", 64, 32);
  const Scene scene = tree_scene(shown, {1200, 500});
  const CombineTree& tree = *shown.run.tree;
  for (std::uint32_t k = 0; k < tree.operations.size(); ++k) {
    if (shown.run.trace->history(0).phases[tree.operations[k].step] == Phase::commit) continue;
    float x = 0, y = 0;
    ASSERT_TRUE(place_of_node(scene, tree.leaves() + k, x, y)) << k;
    EXPECT_EQ(pick(scene, x, y).node, tree.leaves() + k);
  }
}

std::size_t shapes_of(const Scene& scene, Color color) {
  std::size_t count = 0;
  for (const Quad& quad : scene.overlays) count += quad.color == color;
  for (const Line& line : scene.lines) count += line.color == color;
  return count;
}

TEST(TreeSelection, LightsTheWholeSubtree) {
  Shown shown = by_hand();
  const Color color = palette(shown.state.theme).selection;
  const auto lit = [&](std::optional<std::uint32_t> node) {
    shown.state.selection.node = node;
    return shapes_of(tree_scene(shown, {520, 300}), color);
  };
  EXPECT_EQ(lit(std::nullopt), 0u);
  EXPECT_EQ(lit(0), 1u);            // an element
  EXPECT_EQ(lit(4), 2u + 1u + 2u);  // two lines, the node, two elements
  EXPECT_EQ(lit(6), 6u + 3u + 4u);
}

TEST(TreeSelection, LightsTheOperationOfALane) {
  Shown shown = by_hand();
  shown.state.selection = focus_of(0, 0, 1);
  const Scene scene = tree_scene(shown, {520, 300});
  EXPECT_EQ(shapes_of(scene, palette(shown.state.theme).selection), 2u + 1u);
}

TEST(TreePicture, HidesTheValuesOfStepsToCome) {
  Shown shown = by_hand();
  const auto shows = [&](std::uint32_t position, const std::string& value) {
    shown.state.position = position;
    for (const Text& text : tree_scene(shown, {520, 300}).texts)
      if (text.text == value && text.face == FontFace::mono && text.align == Align::center) return true;
    return false;
  };
  EXPECT_FALSE(shows(0, "7"));
  EXPECT_TRUE(shows(1, "7"));
  EXPECT_FALSE(shows(1, "10"));
  EXPECT_TRUE(shows(2, "10"));
}

/// Middle of the column of each thread in the tree's first row, by thread.
std::map<std::uint32_t, float> columns_of_threads(const Scene& scene, std::uint32_t step) {
  std::map<std::uint32_t, float> columns;
  for (const Pick& pick : scene.picks)
    if (pick.focus.node && pick.focus.lane && pick.focus.step == step)
      columns[*pick.focus.warp * kWarpSize + *pick.focus.lane] = pick.rect.x + pick.rect.w / 2;
  return columns;
}

TEST(TreePicture, PutsAThreadAboveItsLane) {
  for (const char* kernel : {"interleaved_global", "convergent_global", "segmented", "coarsened"})
    for (const SceneSize size : {SceneSize{476, 216}, SceneSize{640, 300}, SceneSize{1200, 500}}) {
      const Shown shown = emulated(kernel, 32, 16);
      const Scene tree = tree_scene(shown, size), activity = activity_scene(shown, size);
      const std::uint32_t step = shown.run.tree->operations.front().step;
      const auto columns = columns_of_threads(tree, step);
      ASSERT_EQ(columns.size(), 16u) << kernel;
      for (const auto& [thread, x] : columns) {
        const Rect lane = activity.mask_grids.at(0).lane_cell(step, 0, thread);
        EXPECT_NEAR(x, lane.x + lane.w / 2, 1.5) << kernel << " thread " << thread << " at " << size.width;
      }
    }
}

TEST(TreePicture, KeepsElementsAsColumnsWhereThreadsChangeTheirs) {
  const Shown shown = emulated("strided_index_shared", 16, 16);
  const auto columns = columns_of_threads(tree_scene(shown, {640, 300}), 2);  // a load, stride 1, stride 2
  ASSERT_EQ(columns.size(), 4u);
  EXPECT_NEAR(columns.at(1) - columns.at(0), columns.at(3) - columns.at(2), 1);
  EXPECT_GT(columns.at(1) - columns.at(0), 640 / 8.0f) << "four elements apart";
}

TEST(TreePicture, ShowsTheOutputOnceItIsThere) {
  Shown shown = by_hand();
  const auto written = [&](std::uint32_t position) {
    shown.state.position = position;
    std::size_t count = 0;
    for (const Text& text : tree_scene(shown, {640, 300}).texts) count += text.text == "10";
    return count;
  };
  EXPECT_EQ(written(1), 0u);
  EXPECT_EQ(written(2), 1u) << "the last partial sum";
  EXPECT_EQ(written(3), 2u) << "and the output";
}

TEST(TreeCameraMoves, KeepWhatIsUnderThePointer) {
  Shown shown = emulated("convergent_shared", 128, 64);
  const SceneSize size{1200, 500};
  const auto element_at = [&](float x) {
    const Scene scene = tree_scene(shown, size);
    float leaf_x = 0, leaf_y = 0;
    for (const Pick& pick : scene.picks)
      if (pick.focus.node && *pick.focus.node < 128) leaf_y = pick.rect.y + pick.rect.h / 2;
    (void)leaf_x;
    const Focus focus = pick(scene, x, leaf_y);
    return focus.node ? static_cast<double>(*focus.node) : -1.0;
  };
  const float x = 700;
  const double before = element_at(x);
  shown.state.tree = zoomed(shown.run, shown.state, size, x, 20);
  EXPECT_NEAR(element_at(x), before, 1);
  const TreeCamera zoomed_in = shown.state.tree;
  shown.state.tree = panned(shown.run, shown.state, size, 100);
  EXPECT_LT(shown.state.tree.center, zoomed_in.center);
  shown.state.tree = panned(shown.run, shown.state, size, -100);
  EXPECT_NEAR(shown.state.tree.center, zoomed_in.center, 1e-9);
  shown.state.tree = zoomed(shown.run, shown.state, size, x, 1e-6);
  EXPECT_EQ(shown.state.tree.zoom, 1);
  EXPECT_EQ(shown.state.tree.center, 0.5);
}

/// 2,048 elements do not fit: wheel and drag change which of them are drawn.
TEST(TreeCameraMoves, OpenOtherSubtreesWhereNotAllFit) {
  Shown shown = emulated("interleaved_shared", 2048, 1024);
  const SceneSize size{1200, 500};
  const auto elements = [&] {
    std::set<std::uint32_t> drawn;
    for (const Pick& pick : tree_scene(shown, size).picks)
      if (pick.focus.node && *pick.focus.node < 2048) drawn.insert(*pick.focus.node);
    return drawn;
  };
  const auto at_first = elements();
  ASSERT_FALSE(at_first.empty());
  EXPECT_EQ(*at_first.begin(), 0u);
  EXPECT_EQ(*at_first.rbegin() + 1, at_first.size()) << "one subtree, which is whole";
  shown.state.tree = zoomed(shown.run, shown.state, size, 200, 4);
  EXPECT_LT(elements().size(), at_first.size());
  shown.state.tree = zoomed(shown.run, shown.state, size, 1190, 1.5);
  EXPECT_GE(*elements().begin(), 1024u) << "the last column is the last half of the elements";
  shown.state.tree = {.zoom = 1, .center = 0.5, .opened = 0};
  shown.state.tree = panned(shown.run, shown.state, size, -400);
  EXPECT_GT(shown.state.tree.opened, 0);
  shown.state.tree = panned(shown.run, shown.state, size, 500);
  EXPECT_EQ(elements(), at_first);
}

}  // namespace
}  // namespace lanescope::testing
