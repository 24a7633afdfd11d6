// Rounding errors on the nodes of a tree, and values on their way to the next step.
#include "viz/views/tree/tree_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "engine/source/own_source.h"
#include "support.h"
#include "viz/kit/palette.h"

namespace lanescope::testing {
namespace {

/// The tree of support.h with numbers of which 1 + 2^24 is lost.
Shown rounded_by_hand() {
  Shown shown = by_hand();
  auto tree = std::make_shared<CombineTree>(*shown.run.tree);
  tree->leaf_values = {16777216, 1, 1, 1};
  tree->operations[0].value = 16777216;
  tree->operations[1].value = 2;
  tree->operations[2].value = 16777218;
  shown.run.tree = tree;
  shown.state.position = 2;
  return shown;
}

bool shows(const Scene& scene, const std::string& words) {
  return std::any_of(scene.texts.begin(), scene.texts.end(), [&](const Text& text) { return text.text == words; });
}

bool has_node_text(const Scene& scene, const std::string& words) {
  return std::any_of(scene.texts.begin(), scene.texts.end(), [&](const Text& text) {
    return text.text == words && text.face == FontFace::mono && text.align == Align::center;
  });
}

TEST(TreePicture, StepsOfOneThreadHaveTheHeightAndTheirValues) {
  Shown shown = emulated("serial", 16, 1);
  shown.state.position = steps_of(shown.run);
  const Scene scene = tree_scene(shown, {600, 420});
  const auto output =
      std::find_if(scene.texts.begin(), scene.texts.end(), [](const Text& text) { return text.text == "output"; });
  ASSERT_NE(output, scene.texts.end());
  EXPECT_GT(output->y, 0.8f * scene.height);
  const auto values = std::count_if(scene.texts.begin(), scene.texts.end(), [](const Text& text) {
    return text.face == FontFace::mono && text.align == Align::center && text.text.find('.') != std::string::npos;
  });
  EXPECT_GE(values, 15) << "one a step";
}

TEST(TreePicture, GroupsValuesWhereTheseHaveRoom) {
  Shown shown = by_hand();
  auto tree = std::make_shared<CombineTree>(*shown.run.tree);
  tree->operations[2].value = 16384;
  shown.run.tree = tree;
  shown.state.position = 2;
  EXPECT_TRUE(has_node_text(tree_scene(shown, {600, 420}), "16,384"));
  EXPECT_EQ(plain_value(-1024), "-1,024");
  EXPECT_EQ(plain_value(1024, {4, false}), "1024");
  EXPECT_EQ(plain_value(0.25), "0.25");
  const auto look =
      look_that_fits(4, 2, [](const ValueLook& tried) { return plain_value(1024, tried).size() < 5; });
  ASSERT_TRUE(look);
  EXPECT_FALSE(look->groups);
}

TEST(TreeRoundingPicture, ShowsErrorsInPlaceOfValuesOnDemand) {
  Shown shown = rounded_by_hand();
  const auto scene = [&] { return tree_scene(shown, {640, 400}); };
  EXPECT_FALSE(shows(scene(), "1, the most"));
  EXPECT_TRUE(has_node_text(scene(), "2"));
  shown.state.rounding = true;
  EXPECT_TRUE(shows(scene(), "1, the most"));
  EXPECT_TRUE(has_node_text(scene(), "0")) << "1 + 1 is exact";
  EXPECT_FALSE(has_node_text(scene(), "2"));
}

TEST(TreeRoundingPicture, IsAChoiceInThePictureOfSumsOfFloats) {
  Shown shown = rounded_by_hand();
  const auto choice = [&]() -> Commands {
    for (const Pick& pick : tree_scene(shown, {640, 400}).picks)
      if (pick.name == "rounding") return pick.clicks;
    return {};
  };
  ViewState state;
  for (const Command& command : choice()) state = apply(state, command);
  EXPECT_TRUE(state.rounding);
  shown.run.request.op = Op::max;
  EXPECT_TRUE(choice().empty());
  shown.state.rounding = true;
  EXPECT_FALSE(shows(tree_scene(shown, {640, 400}), "1, the most"));
}

/// A user's kernel states no way of combining: its own updates tell.
TEST(TreeOutput, IsUpdatedWhereTheAccessesSayIt) {
  Shown shown = emulated("segmented", 1 << 12, 256);
  shown.run.launch.combining = Combining::host;
  EXPECT_TRUE(shows(tree_scene(shown, {900, 500}), "this block's part of the output"));
  EXPECT_FALSE(shows(tree_scene(shown, {900, 500}), "stored as a partial sum"));
}

TEST(TreeRoundingColors, GrowFromExactToTheLargestError) {
  const TreeRounding rounding{.errors = {0, 1e-3, 1}, .bounds = {}, .largest = 1};
  const Palette& colors = palette(Theme::dark);
  EXPECT_EQ(rounding_color(rounding, 0, colors), colors.edge);
  EXPECT_EQ(rounding_color(rounding, 1, colors), colors.fault);
  EXPECT_LT(share_of_largest(rounding, 1e-2), share_of_largest(rounding, 1e-1));
  EXPECT_GT(share_of_largest(rounding, 1e-30), 0) << "not exact is never drawn as exact";
}

/// The values of a step under way: the shapes that change their place and keep their size.
std::vector<Moving<Quad>> travelling(const Scene& scene) {
  std::vector<Moving<Quad>> quads;
  for (const Moving<Quad>& quad : scene.moving_quads)
    if (quad.from.rect.y != quad.to.rect.y && quad.from.color == quad.to.color) quads.push_back(quad);
  return quads;
}

TEST(TreeMotion, CarriesBothOperandsToWhereTheyMeet) {
  Shown shown = by_hand();
  shown.state.moving = true;
  // Each value is a ground and an outline: two operations, then one; then the sum goes to the output.
  for (const auto& [position, expected] : {std::pair{1u, 8u}, {2u, 4u}, {3u, 1u}}) {
    shown.state.position = position;
    const Scene scene = tree_scene(shown, {520, 300});
    EXPECT_EQ(travelling(scene).size(), expected) << position;
    if (position == 3) continue;
    for (const Moving<Quad>& value : travelling(scene)) {
      const auto node_at = [&](const Rect& rect) {
        return pick(scene, rect.x + rect.w / 2, rect.y + rect.h / 2).node;
      };
      const auto from = node_at(value.from.rect), to = node_at(value.to.rect);
      ASSERT_TRUE(from && to);
      const auto& operation = shown.run.tree->operations[*to - shown.run.tree->leaves()];
      EXPECT_EQ(operation.step, position - 1);
      EXPECT_TRUE(*from == operation.left || *from == operation.right);
    }
  }
}

TEST(TreeMotion, IsOfFewValuesHoweverLargeTheTree) {
  Shown shown = emulated("convergent_shared", 2048, 1024);
  for (const float width : {230.0f, 1200.0f}) {
    shown.state.moving = true;
    shown.state.position = 3;  // after two loads
    const Scene scene = tree_scene(shown, {width, 300});
    EXPECT_GT(travelling(scene).size(), 0u);
    EXPECT_LE(travelling(scene).size(), width);
  }
}

/// A line a barrier that something behind it needs: of a block of one warp, too.
TEST(TreeBarriers, StandBeforeEveryStepThatComesAfterOne) {
  for (const char* kernel :
       {"segmented", "coarsened", "convergent_shared", "interleaved_shared", "strided_index_shared"}) {
    for (const unsigned block_dim : {16u, 64u}) {
      const Shown shown = emulated(kernel, 2 * block_dim, block_dim);
      const Scene scene = tree_scene(shown, {1200, 600});
      const auto lines = std::count_if(scene.picks.begin(), scene.picks.end(),
                                       [](const Pick& pick) { return pick.tip.starts_with("Barrier"); });
      EXPECT_EQ(lines, shown.run.metrics.block.barriers) << kernel << ' ' << block_dim;
    }
  }
}

// The words stand on the line between two rows, and values above and below it: fewer words rather than values that
// are covered.
TEST(TreeBarriers, CoverNoValueWithTheirWords) {
  Shown shown = emulated("segmented", 1 << 12, 256);
  shown.state.position =
      5;  // the first step in which thread 0 reads what another warp wrote, in a row with values above it
  std::set<std::string> said;
  for (float height = 300; height < 500; height += 10) {
    const Scene scene = tree_scene(shown, {632, height});
    const auto words = std::find_if(scene.texts.begin(), scene.texts.end(),
                                    [](const Text& text) {  // the legend's begin at their left end
                                      return text.align == Align::center && text.text.starts_with("barrier");
                                    });
    if (words == scene.texts.end()) continue;
    said.insert(words->text);
    const float half = text_width(words->text, words->face, words->size) / 2;
    for (const Text& value : scene.texts) {
      if (value.face != FontFace::mono || value.align != Align::center || std::abs(value.y - words->y) >= 14)
        continue;
      const float reach = half + text_width(value.text, value.face, value.size) / 2;
      EXPECT_GE(std::abs(value.x - words->x), reach) << value.text << " at height " << height;
    }
  }
  EXPECT_TRUE(said.contains("barrier: waits for warp 1"));
}

TEST(TreeBarriers, SayWhatTheyAreForHoweverLowTheRowsAre) {
  const Shown shown = emulated("convergent_shared", 1 << 12, 256);
  const auto told = [&](float height) {
    const Scene scene = tree_scene(shown, {1000, height});
    return std::count_if(scene.picks.begin(), scene.picks.end(),
                         [](const Pick& pick) { return pick.tip.starts_with("Barrier: "); });
  };
  EXPECT_GT(told(600), 0);
  EXPECT_EQ(told(130), told(600)) << "lower than a line between them";
}

// As where a missing barrier lets a warp read what nobody has written yet.
TEST(TreeOfAUsersKernel, SaysWhyItIsNoneWhereNothingIsCombined) {
  Shown shown = emulated("convergent_shared", 64, 32);
  const OwnSource source = source_in(
      own_file_of("race.cu",
                  "// lanescope: --as reduction\n__global__ void sum(const float* in, float* out, int n) {}\n"),
      "sum");
  shown.run.request.kernel = know_own_source(source).id;
  auto tree = std::make_shared<CombineTree>(*shown.run.tree);
  tree->operations.clear();
  tree->root = 0;
  shown.run.tree = tree;
  shown.run.findings = {Finding{.sentence = Sentence("Thread {} reads what nobody has written.", 0)}};
  const auto says = [&](const std::string& sentence) {
    std::string words;
    for (const Text& text : tree_scene(shown, {400, 250}).texts) words += text.text + " ";
    return words.find(sentence) != std::string::npos;
  };
  EXPECT_TRUE(says("No tree: no two of the block's 64 elements were combined"));
  EXPECT_TRUE(says("Thread 0 reads what nobody has written."));
  shown.run.findings.push_back(Finding{.sentence = Sentence("Between {} lines a barrier is missing.", 2)});
  EXPECT_TRUE(says("Between 2 lines a barrier is missing.")) << "the window has said the first one above it";
  EXPECT_FALSE(says("Thread 0 reads what nobody has written."));
  shown.run.findings.clear();
  EXPECT_FALSE(tree_scene(shown, {400, 250}).texts.empty());
}

}  // namespace
}  // namespace lanescope::testing
