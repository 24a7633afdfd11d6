// Trees that are too wide: what is drawn of them is a tree, and nothing is lost.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support.h"
#include "viz/kit/palette.h"
#include "viz/views/tree/tree_layout.h"

namespace lanescope::testing {
namespace {

std::shared_ptr<const TreeLayout> whole_of(const Shown& shown) {
  return layout_of(shown.run.tree, shown.run.trace->history(shown.run.request.block), shown.run.launch.block_dim);
}

/// Every operation that is drawn and not itself folded has both of its operands in the picture.
void expect_partners(const TreeLayout& layout) {
  for (const std::uint32_t k : layout.folded()->operations) {
    const auto& operation = layout.tree().operations[k];
    ASSERT_TRUE(layout.drawn(k));
    for (const std::uint32_t operand : {operation.left, operation.right})
      EXPECT_TRUE(operand == kIdentityNode || layout.column(operand) != kIdentityNode) << "operation " << k;
  }
}

TEST(TreeFold, DrawsOneSubtreeAndEveryPartnerOfItsSums) {
  for (const char* kernel : {"interleaved_shared", "convergent_shared"}) {
    const Shown shown = emulated(kernel, 2048, 1024);
    for (const std::uint32_t opened : {0u, 777u, 2047u}) {
      const auto layout = folded_layout(whole_of(shown), {40, 32, opened});
      const TreeFold* fold = layout->folded();
      ASSERT_TRUE(fold);
      expect_partners(*layout);
      // 32 elements and one partner for each of the six steps above them: 32 + 64 + ... + 1024 more.
      EXPECT_EQ(fold->whole_leaves, 32u);
      EXPECT_EQ(fold->columns.size(), 38u);
      EXPECT_EQ(fold->operations.size(), 31u + 6u);
      EXPECT_EQ(fold->folded_leaves, 2016u);
      std::uint64_t elements = 0;
      for (const FoldColumn& column : fold->columns) elements += column.elements;
      EXPECT_EQ(elements, 2048u) << kernel;
      EXPECT_NE(layout->column(opened), kIdentityNode) << kernel << ": what was opened is drawn";
      EXPECT_EQ(layout->rows().size(), whole_of(shown)->rows().size()) << "no step is left out";
    }
  }
}

/// As many columns as there is room for, whatever shape the tree has.
TEST(TreeFold, KeepsToItsRoom) {
  for (const char* kernel : {"interleaved_shared", "coarsened", "vectorized", "warp_shuffle", "segmented"}) {
    const Shown shown = emulated(kernel, 1 << 15, 256);
    for (const std::uint32_t room : {8u, 20u, 60u}) {
      const auto layout = folded_layout(whole_of(shown), {room, room, 3});
      ASSERT_TRUE(layout->folded()) << kernel;
      expect_partners(*layout);
      EXPECT_LE(layout->columns(), room) << kernel;
      std::uint64_t elements = 0;
      for (const FoldColumn& column : layout->folded()->columns) elements += column.elements;
      EXPECT_LE(elements, layout->tree().leaves());
    }
  }
}

/// Threads that update the output one by one have a result each; those that are not drawn are counted.
TEST(TreeFold, CountsResultsThatAreNotDrawn) {
  const Shown shown = emulated("atomic_per_element", 1024, 1024);
  const auto whole = whole_of(shown);
  ASSERT_EQ(whole->results().size(), 1024u) << "a block's elements";
  const auto layout = folded_layout(whole, {20, 20, 0});
  EXPECT_LE(layout->results().size(), 20u);
  EXPECT_EQ(layout->result_count(), whole->results().size());
}

/// Above the opened subtree a row has one sum, whose line to its partner is alone, and as bright as any other.
TEST(TreeFold, LinesToPartnersAreNotFaint) {
  const Palette& colors = palette(Theme::dark);
  for (const char* kernel : {"interleaved_shared", "coarsened"}) {
    Shown shown = emulated(kernel, 1 << 14, 1024);
    shown.state.position = steps_of(shown.run);
    for (const double opened : {0.0, 3.0, 70.0, 262.0, 1030.0}) {
      shown.state.tree.opened = opened;
      const Scene scene = tree_scene(shown, {1280, 460});
      std::size_t shallow = 0;
      for (const Line& line : scene.lines) {
        const float across = std::abs(line.x1 - line.x0), down = std::abs(line.y1 - line.y0);
        if (down == 0 || across < 8 * down) continue;
        ++shallow;
        EXPECT_NE(line.color, mix(colors.edge, colors.background, 0.75f)) << kernel << " at " << opened;
      }
      EXPECT_GT(shallow, 2u) << kernel << " at " << opened;
    }
  }
}

// Of a thousand steps of one thread a line each would be an area.
TEST(TreeFold, DrawsSomeOfTheStepsInWhichOneThreadTakesWhatTheOthersLeft) {
  Shown shown = emulated("two_pass_blocked", 1 << 20, 1024);
  for (const SceneSize size : {SceneSize{1000, 500}, SceneSize{234, 120}})
    for (const std::uint32_t position : {0u, 40u, 500u}) {
      shown.state.position = position;
      const Scene scene = tree_scene(shown, size);
      EXPECT_LT(scene.lines.size(), 200u);
      EXPECT_GT(scene.lines.size(), 8u);
    }
}

// What one thread takes alone and what other threads hand it are met in different parts of the picture.
TEST(TreeFold, KeepsWhatAThreadTakesAloneApartFromTheOthersSums) {
  for (const unsigned coarse : {2u, 4u, 16u, 64u})
    for (const std::uint32_t room : {6u, 8u, 12u}) {
      const auto layout = folded_layout(whole_of(emulated("coarsened", 1 << 20, 256, coarse)), {room, room, 0});
      const std::uint32_t threads_elements = 2 * coarse;
      std::uint64_t own = 0, others = 0;
      for (const FoldColumn& column : layout->folded()->columns) {
        const auto leaves = static_cast<std::size_t>(std::count_if(
            column.nodes.begin(), column.nodes.end(), [&](std::uint32_t node) { return layout->is_leaf(node); }));
        EXPECT_TRUE(leaves == 0 || leaves == column.nodes.size()) << coarse << " in " << room;
        EXPECT_TRUE(leaves == 0 || others == 0) << "the others' sums come last: " << coarse << " in " << room;
        (leaves > 0 ? own : others) += column.elements;
      }
      EXPECT_EQ(own, threads_elements) << room;
      EXPECT_EQ(others, 255u * threads_elements) << room;
      EXPECT_LE(layout->columns(), room) << coarse;
    }
}

/// Of "2,044×", "28 more" or, rounded, "8.2k×".
double number_in(std::string words) {
  std::erase(words, ',');
  return std::stod(words) * (words.find('k') != std::string::npos ? 1000 : 1);
}

// Four variants beside each other: none of what is folded is without its number, and nodes are of one size.
TEST(TreeFold, NumbersAllThatIsFoldedInANarrowPicture) {
  for (const unsigned coarse : {1u, 4u, 16u}) {
    Shown shown = emulated("coarsened", 1 << 20, 256, coarse);
    shown.state.position = steps_of(shown.run);
    for (const SceneSize size :
         {SceneSize{302, 500, 1.6f}, SceneSize{302, 560, 1.6f}, SceneSize{618, 560, 2.24f}}) {
      const Scene scene = tree_scene(shown, size);
      double elements = 0;
      for (const Text& text : scene.texts)
        if (text.text.ends_with("×") || text.text.ends_with("more")) elements += number_in(text.text);
      const double folded = 512.0 * coarse - 4;
      EXPECT_NEAR(elements, folded, 0.03 * folded) << coarse << " in " << size.width;
      std::vector<float> widths;
      for (const Quad& quad : scene.overlays)
        if (quad.color == palette(Theme::dark).active && quad.rect.w > 1.5f * quad.rect.h)
          widths.push_back(quad.rect.w);
      for (const float width : widths) EXPECT_EQ(width, widths.front()) << coarse;
    }
  }
}

// What is folded is counted in one way in a picture: not "11k×" beside "10,912×", nor "128×" beside "256 more".
TEST(TreeFold, CountsAllThatIsFoldedInTheSameWords) {
  for (const Shown& shown :
       {emulated("two_pass_blocked", 1 << 22, 1024, 1, 128), emulated("interleaved_global", 1 << 20, 256),
        emulated("two_pass_shared_tree", 1 << 20, 256, 1, 128)})
    for (const float width : {302.0f, 420.0f, 618.0f, 1200.0f}) {
      const Scene scene = tree_scene(shown, {width, 300});
      const auto some = [&](const std::string& end, bool grouped) {
        return std::any_of(scene.texts.begin(), scene.texts.end(), [&](const Text& text) {
          return text.text.ends_with(end) && (!grouped || text.text.find(',') != std::string::npos);
        });
      };
      EXPECT_FALSE(some("×", true) && some("k×", false)) << shown.run.request.kernel << " in " << width;
      EXPECT_FALSE(some("×", false) && some(" more", false)) << shown.run.request.kernel << " in " << width;
    }
}

// A low picture has its heads beside the elements: the first step keeps its number below them.
TEST(TreeFold, NumbersTheFirstStepOfALowPicture) {
  Shown shown = emulated("interleaved_shared", 1 << 20, 256);
  shown.state.position = steps_of(shown.run);
  const Scene scene = tree_scene(shown, {636, 160});
  const auto ones = std::count_if(scene.texts.begin(), scene.texts.end(),
                                  [](const Text& text) { return text.text == "1" && text.align == Align::right; });
  EXPECT_EQ(ones, 2) << "step 1 with stride 1";
}

// Numbers of elements that are wider than their columns reach over those beside them, which are dots then, and
// stand apart.
TEST(TreeFold, NumbersSomeElementsWhereNotAllHaveRoom) {
  const Scene scene = tree_scene(emulated("single_pass_last_block", 1 << 20, 256, 1, 128), {1584, 560, 1.2f});
  std::vector<Rect> numbers;
  for (const Text& text : scene.texts)
    if (text.text.find(',') != std::string::npos && text.face == FontFace::mono && text.y < 120)
      numbers.push_back(bounds(text));
  ASSERT_GE(numbers.size(), 6u);
  for (std::size_t i = 1; i < numbers.size(); ++i) EXPECT_GE(numbers[i].x - numbers[i - 1].right(), 6.0f) << i;
}

// Beside each other trees say alike how far apart elements are, also those of many rows, and where numbers are
// long.
TEST(TreeFold, SaysHowFarApartTheFirstElementsAreInEveryNarrowPicture) {
  const auto says = [](const Shown& shown, const char* distance) {
    const Scene scene = tree_scene(shown, {234, 127});
    const auto has = [&](const char* words) {
      return std::any_of(scene.texts.begin(), scene.texts.end(), [&](const Text& t) { return t.text == words; });
    };
    return has("0") && has(distance);
  };
  for (const unsigned coarse : {1u, 4u, 16u, 64u})
    EXPECT_TRUE(says(emulated("coarsened", 1 << 20, 256, coarse), "256")) << coarse;
  EXPECT_TRUE(says(emulated("two_pass_blocked", 1 << 20, 256, 1, 128), "1"));
  EXPECT_TRUE(says(emulated("two_pass_interleaved", 1 << 20, 256, 1, 128), "2^15"));
  EXPECT_TRUE(says(emulated("two_pass_shared_tree", 1 << 22, 1024, 1, 128), "2^17"));
}

// Where one number is too long for its column, the others have theirs: squares tell nothing.
TEST(TreeFold, NumbersEveryElementThatHasRoom) {
  const Scene scene = tree_scene(emulated("coarsened", 1 << 22, 256, 4), {394, 200});
  for (const char* number : {"0", "256", "512", "768"})
    EXPECT_TRUE(std::any_of(scene.texts.begin(), scene.texts.end(), [&](const Text& text) {
      return text.text == number && text.align == Align::center && text.face == FontFace::mono;
    })) << number;
}

// "0" and "32768" stood so near that they read as one number; and numbers of elements under the word "elements"
// read as their values.
TEST(TreeFold, NumbersOfElementsStandApartAndAreCalledSo) {
  for (const char* kernel : {"two_pass_interleaved", "atomic_per_thread", "convergent_shared", "coarsened"}) {
    Shown shown = emulated(kernel, 1 << 20, 256);
    shown.state.position = steps_of(shown.run);
    for (float width = 220; width < 1300; width += 9) {
      const Scene scene = tree_scene(shown, {width, 0.35f * width + 80});
      std::vector<Rect> numbers;
      std::string word;
      for (const Text& text : scene.texts) {
        const bool number = text.text.find_first_not_of("0123456789") == std::string::npos;
        if (number && text.align == Align::center && text.face == FontFace::mono) numbers.push_back(bounds(text));
        if (text.text == "elements" || text.text == "index") word = text.text;
      }
      std::sort(numbers.begin(), numbers.end(), [](const Rect& a, const Rect& b) { return a.x < b.x; });
      bool of_elements = false;
      for (std::size_t i = 1; i < numbers.size(); ++i) {
        if (numbers[i].y != numbers[i - 1].y) continue;
        of_elements = true;
        EXPECT_GE(numbers[i].x - numbers[i - 1].right(), 2.4f) << kernel << " in " << width;
      }
      if (of_elements && !word.empty()) {
        EXPECT_EQ(word, "index") << kernel << " in " << width;
      }
    }
  }
}

// Of launches that differ in how long a thread works alone, all trees have values or none has.
TEST(TreeFold, HasValuesBesideEachOtherInAllOrInNone) {
  std::vector<Shown> variants;
  for (const unsigned coarse : {1u, 4u, 16u, 64u}) {
    variants.push_back(emulated("coarsened", 1 << 20, 256, coarse));
    variants.back().state.position = steps_of(variants.back().run) - 1;
  }
  bool none = false, all = false;
  for (float height = 150; height <= 400; height += 10) {
    std::vector<bool> valued;
    for (const Shown& shown : variants) {
      const Scene scene = tree_scene(shown, {480, height});
      valued.push_back(std::any_of(scene.overlays.begin(), scene.overlays.end(), [](const Quad& quad) {
        const Palette& colors = palette(Theme::dark);
        return quad.rect.w > 1.5f * quad.rect.h &&
               (quad.color == colors.active || quad.color == colors.divergent_active);
      }));
      EXPECT_EQ(valued.back(), valued.front()) << shown.run.request.coarse_factor << " at " << height;
    }
    (valued.front() ? all : none) = true;
  }
  EXPECT_TRUE(none && all) << "low ones have none, high ones have";
}

TEST(TreeFold, HasMostOfANarrowPicture) {
  Shown shown = emulated("coarsened", 1 << 20, 256, 4);
  for (const SceneSize size : {SceneSize{302, 240, 1.6f}, SceneSize{234, 120}}) {
    const Scene scene = tree_scene(shown, size);
    float left = size.width, right = 0;
    for (const Line& line : scene.lines)
      left = std::min({left, line.x0, line.x1}), right = std::max({right, line.x0, line.x1});
    EXPECT_GT(right - left, 0.4f * size.width);
    EXPECT_LT(left, 0.48f * size.width);
  }
}

}  // namespace
}  // namespace lanescope::testing
