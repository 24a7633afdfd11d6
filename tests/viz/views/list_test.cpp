// Lists that are longer than their picture: what the wheel scrolls to, and code that is cut only where it must be.
#include <gtest/gtest.h>

#include <algorithm>

#include "support.h"
#include "viz/kit/listing.h"

namespace lanescope::testing {
namespace {

std::vector<std::string> listed_words(const Scene& scene) {
  std::vector<std::string> words;
  for (const Text& text : scene.texts) words.push_back(text.text);
  return words;
}

bool list_says(const Scene& scene, const std::string& words) {
  const auto all = listed_words(scene);
  return std::find(all.begin(), all.end(), words) != all.end();
}

TEST(Lists, TheWheelReachesEveryRowOfTheComparison) {
  Shown shown = emulated("convergent_shared", 4096, 256);
  const View& view = *find_view("comparison");
  const auto run = std::make_shared<const lanescope::Run>(shown.run);
  const NumberTable table =
      view.table({*run, shown.state, {900, 150}, {run}, {}, nothing_measured(), surroundings_here()});
  const ListPart part = picture(view, shown, {}, {900, 150}).list;
  ASSERT_TRUE(part.scrolls());
  EXPECT_EQ(part.first, 0u);
  for (const TableRow& row : table.rows) {
    bool seen = false;
    for (std::uint32_t first = 0; first <= part.last_first; ++first) {
      shown.state.list_first = first;
      const Scene scene = picture(view, shown, {}, {900, 150});
      EXPECT_EQ(scene.list.first, first);
      seen |= list_says(scene, row.cells[0].text);
    }
    EXPECT_TRUE(seen) << row.cells[0].text;
  }
  shown.state.list_first = part.last_first + 100;
  EXPECT_EQ(picture(view, shown, {}, {900, 150}).list.first, part.last_first);
}

TEST(Lists, WhatAllFitsDoesNotScroll) {
  const Shown shown = emulated("convergent_shared", 4096, 256);
  for (const char* id : {"comparison", "source", "price"})
    EXPECT_FALSE(picture(*find_view(id), shown, {}, {1600, 1400}).list.scrolls()) << id;
}

TEST(Lists, TheTableOfStepsGoesWithTheSteps) {
  Shown shown = emulated("convergent_shared", 1 << 14, 1024);
  shown.state.list_first = 3;
  for (std::uint32_t position = 0; position <= steps_of(shown.run); ++position) {
    shown.state.position = position;
    EXPECT_FALSE(picture(*find_view("steps"), shown, {}, {900, 120}).list.scrolls());
  }
}

TEST(Lists, TheListingStaysWhereTheWheelLeftItUntilTheNextStep) {
  Shown shown = emulated("vectorized", 4096, 64);
  const View& view = *find_view("source");
  shown.state.position = 1;
  const Scene before = picture(view, shown, {}, {900, 200});
  ASSERT_TRUE(before.list.scrolls());
  for (const std::uint32_t first : {0u, before.list.last_first}) {
    shown.state.list_first = first;
    shown.state.list_scrolled = true;
    EXPECT_EQ(picture(view, shown, {}, {900, 200}).list.first, first);
    shown.state.list_scrolled = false;
    EXPECT_EQ(picture(view, shown, {}, {900, 200}).list.first, before.list.first) << "it follows the step again";
  }
}

// A kernel in which no values meet has no strides, and no column of dashes for them.
TEST(Tables, OfStepsHaveNoColumnOfDashes) {
  const auto says = [](const Shown& shown, const char* words) {
    const Scene scene = picture(*find_view("steps"), shown, {}, {900, 420});
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const Text& text) { return text.text == words; });
  };
  EXPECT_TRUE(says(emulated("segmented", 1 << 12, 64), "stride"));
  EXPECT_FALSE(says(emulated("vector_add", 1 << 12, 64, 4), "stride"));
  EXPECT_TRUE(says(emulated("vector_add", 1 << 12, 64, 4), "phase"));
}

// Of two variants one has few rows, which stand further apart: the heads of both stand on one line.
TEST(Tables, HaveTheirHeadsOnOneLineBesideEachOther) {
  const auto head = [](unsigned factor) {
    const Scene scene = picture(*find_view("steps"), emulated("coarsened", 1 << 20, 256, factor), {}, {600, 420});
    return std::find_if(scene.texts.begin(), scene.texts.end(),
                        [](const Text& text) { return text.text == "step"; })
        ->y;
  };
  EXPECT_EQ(head(1), head(16));
}

}  // namespace
// A group's tabs stand together, for every workload.
TEST(Tabs, StandInTheirGroups) {
  for (const KernelGroup& group : kernel_groups()) {
    std::vector<ViewGroup> order;
    for (const View* tab : tabs_of(group.kernels.front().workload))
      if (order.empty() || order.back() != tab->group) order.push_back(tab->group);
    EXPECT_EQ(order, (std::vector<ViewGroup>{ViewGroup::events, ViewGroup::costs, ViewGroup::reasons}))
        << group.title;
  }
}

}  // namespace lanescope::testing
