// Networks of scans that are larger than their picture: which elements have a column, and what is said of the
// others.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "support.h"
#include "viz/views/elements/element_cells.h"
#include "viz/views/elements/network_columns.h"

namespace lanescope::testing {
namespace {

constexpr std::uint64_t kSection = 1024;

NetworkWay longest_way(const Shown& shown) {
  return element_cells(shown.run)->ways().front();
}

Scene network_of(Shown shown, std::uint32_t position, SceneSize size, bool moving = false) {
  shown.state.position = position;
  shown.state.moving = moving;
  return picture(*find_view("elements"), shown, {}, size);
}

// The last element takes the value half the section away, that one takes the value a quarter away, and so on.
TEST(NetworkWays, OfKoggeStoneHalveTheDistance) {
  const Shown shown = emulated("scan_kogge_stone", kSection, 1024);
  EXPECT_EQ(longest_way(shown), (NetworkWay{1023, 511, 255, 127, 63, 31, 15, 7, 3, 1, 0}));
}

// Up to the middle and down again: one element longer than either half.
TEST(NetworkWays, OfBrentKungGoThroughBothTrees) {
  const Shown shown = emulated("scan_brent_kung", kSection, 512);
  EXPECT_EQ(longest_way(shown),
            (NetworkWay{1022, 1021, 1019, 1015, 1007, 991, 959, 895, 767, 511, 255, 127, 63, 31, 15, 7, 3, 1, 0}));
}

/// Whose numbers they are is said above them, and hides none.
TEST(NetworkHeads, NumberEveryElementThatHasRoom) {
  RunRequest request = testing::usual_request("radix_sort_digit", 16, 16);
  request.launch = 4;
  Shown shown = testing::emulated(request);
  const auto height_of = [](const Scene& scene, const std::string& words) {  // the highest of them
    float y = scene.height;
    for (const Text& text : scene.texts)
      if (text.text == words) y = std::min(y, text.y);
    return y;
  };
  for (const SceneSize size : {SceneSize{640, 200}, SceneSize{900, 700}}) {
    const Scene scene = network_of(shown, 0, size);
    EXPECT_EQ(height_of(scene, "2"), height_of(scene, "0")) << "the name of the array hides the first numbers";
  }
  const Scene high = network_of(shown, 0, {900, 700});
  EXPECT_LT(height_of(high, "shared memory"), height_of(high, "0"));
}

// Small numbers had room at every column and large ones at every second or third: "8 9 10 12 14".
TEST(NetworkHeads, AreEvenlyFarApart) {
  for (const char* kernel : {"scan_kogge_stone", "scan_brent_kung", "scan_coarsened"})
    for (float width = 300; width < 1300; width += 37) {
      const Scene scene = network_of(emulated(kernel, 64, 32), 3, {width, 420});
      std::vector<long> numbers;  // in the line of heads, the highest
      float top = scene.height;
      for (const Text& text : scene.texts)
        if (text.text == "0" && text.align == Align::left) top = std::min(top, text.y);
      for (const Text& text : scene.texts) {
        if (text.y != top) continue;
        if (text.text == "…") break;  // those behind stand alone
        if (text.text.find_first_not_of("0123456789") == std::string::npos) numbers.push_back(std::stol(text.text));
      }
      for (std::size_t i = 2; i < numbers.size(); ++i)
        EXPECT_EQ(numbers[i] - numbers[i - 1], numbers[1] - numbers[0]) << kernel << " in " << width;
    }
}

TEST(NetworkColumns, AreAllElementsOnceAndFit) {
  const TouchedElements span{ArrayId::shared, 0, kSection};
  const std::vector<NetworkWay> ways{{1023, 511, 255, 127, 63, 31, 15, 7, 3, 1, 0}, {1022, 510, 254}};
  for (const float room : {250.0f, 400.0f, 900.0f}) {
    const auto columns = folded_columns(span, ways, room, {.element = 14, .folded = 26});
    ASSERT_FALSE(columns.empty()) << room;
    float width = 0;
    std::uint64_t next = span.first;
    for (const NetworkColumn& column : columns) {
      EXPECT_EQ(column.first, next);
      next = column.end;
      width += column.is_folded() ? 26.0f : 14.0f;
    }
    EXPECT_EQ(next, span.end);
    EXPECT_LE(width, room);
    const NetworkWay& way = room < 330 ? ways[1] : ways[0];
    for (const std::uint64_t element : way)
      EXPECT_FALSE(columns[column_of(columns, element)].is_folded()) << element;
  }
  EXPECT_TRUE(folded_columns(span, ways, 60, {.element = 14, .folded = 26}).empty());
}

/// Nodes of a row, and the elements that its folded columns count.
std::uint64_t elements_of_row(const Scene& scene, std::uint32_t step) {
  std::uint64_t nodes = 0, folded = 0;
  for (const Pick& pick : scene.picks) nodes += pick.focus.step == step && pick.focus.lane;
  for (const Pick& pick : scene.picks) {
    if (pick.focus.step != step || pick.focus.lane || pick.tip.empty()) continue;
    const std::size_t count = pick.tip.find("own. ");
    EXPECT_NE(count, std::string::npos) << pick.tip;
    if (count != std::string::npos) folded += std::stoull(pick.tip.substr(count + 5));
  }
  return nodes + folded;
}

TEST(Network, CountsWhatItDoesNotDraw) {
  const Shown shown = emulated("scan_kogge_stone", kSection, 1024);
  const Scene scene = network_of(shown, steps_of(shown.run), {1200, 500, 1});
  for (std::uint32_t round = 0; round < 10; ++round)
    EXPECT_EQ(elements_of_row(scene, round + 1), kSection - (1u << round)) << round;
}

// Rows of the same number would be a column of words that say nothing.
TEST(Network, SaysACountWhereItBeginsAndWhereTheStepIs) {
  const Shown shown = emulated("scan_kogge_stone", kSection, 256);
  VariantView state;
  state.position = 4;
  const Scene scene = network_of({shown.run, state}, 4, {600, 500, 1});
  std::map<float, std::vector<std::string>> by_column;
  for (const Text& text : scene.texts)
    if (text.text.ends_with("×")) by_column[text.x].push_back(text.text);
  ASSERT_FALSE(by_column.empty());
  for (const auto& [x, words] : by_column) EXPECT_LE(words.size(), 4u) << words.front();
}

// In each round a node's two operands arrive at it, from a column or from a folded one.
TEST(Network, EachNodeHasBothItsOperands) {
  const Shown shown = emulated("scan_kogge_stone", kSection, 1024);
  for (std::uint32_t round = 0; round < 10; ++round) {
    const std::uint32_t step = round + 1;
    const Scene scene = network_of(shown, step + 1, {1200, 500, 1}, true);
    const auto nodes = std::count_if(scene.picks.begin(), scene.picks.end(),
                                     [&](const Pick& pick) { return pick.focus.step == step && pick.focus.lane; });
    EXPECT_GT(nodes, 0) << round;
    EXPECT_EQ(scene.moving_quads.size(), 2 * static_cast<std::size_t>(nodes)) << round;
  }
}

// 23 rows in a picture that has room for a few: the current one is always among them.
TEST(Network, KeepsTheCurrentRowInSight) {
  const Shown shown = emulated("scan_brent_kung", kSection, 512);
  const SceneSize low{700, 130, 1};
  for (std::uint32_t position = 2; position <= steps_of(shown.run); ++position) {
    const Scene scene = network_of(shown, position, low);
    EXPECT_GT(elements_of_row(scene, position - 1), 0u) << position;
    for (const Line& line : scene.lines) {
      EXPECT_GE(std::min(line.y0, line.y1), 0) << position;
      EXPECT_LE(std::max(line.y0, line.y1), low.height) << position;
    }
  }
}

// Kogge-Stone's last round: 16 lines that are nearly level, so near to each other that at full width they would be
// an area.
TEST(Network, LinesOfARoundStayLines) {
  const Shown kogge = emulated("scan_kogge_stone", 32, 32), brent = emulated("scan_brent_kung", 32, 16);
  const auto slanted = [](const Scene& scene, float least_run) {
    std::vector<Line> lines;
    for (const Line& line : scene.lines)
      if (std::abs(line.x1 - line.x0) > least_run && line.y0 != line.y1) lines.push_back(line);
    return lines;
  };
  const SceneSize size{620, 240, 1};
  const std::vector<Line> near = slanted(network_of(kogge, 6, size), 200);  // 16 columns away
  ASSERT_EQ(near.size(), 16u);
  for (const Line& line : near) EXPECT_LE(line.width, 0.75f);
  const auto bright =
      std::count_if(near.begin(), near.end(), [&](const Line& line) { return line.color == near.front().color; });
  EXPECT_LE(bright, 8) << "the others are faint";
  EXPECT_GE(bright, 2);
  const std::vector<Line> alone = slanted(network_of(brent, 8, size), 200);
  ASSERT_FALSE(alone.empty());
  for (const Line& line : alone) EXPECT_GE(line.width, 1) << "nothing is near";
}

}  // namespace
}  // namespace lanescope::testing
