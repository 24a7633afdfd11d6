// Where the threads of a block stand across a picture of its steps, and what is counted at the right of them. Tree
// and warp activity share it, so that a lane is right below its partial sums.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "viz/kit/painter.h"

namespace lanescope {

/// Of one step, over all warps that the columns stand for.
struct RowCounts {
  std::uint64_t active_threads = 0, active_warps = 0, divergent_warps = 0;
  double simd_efficiency = 0;  ///< active threads / lanes of the active warps, 0 to 1
};

struct CountColumn {
  std::string head;
  float left = 0, right = 0;
  bool bar = false;  ///< of the efficiency, instead of a number
  std::string (*cell)(const RowCounts&) = nullptr;
  std::string tip = {};
};

/// At the right end of a picture of `warps` warps; fewer of them, or none, where lanes need the width. `most`: the
/// largest numbers that they must hold.
std::vector<CountColumn> count_columns(const Painter& painter, const RowCounts& most, std::uint32_t warps);
/// Where these leave off, and the lanes may go.
float left_of(const Painter& painter, const std::vector<CountColumn>& columns);
/// Of a block alone, whatever its steps are.
float right_of_lanes(const Painter& painter, std::uint32_t threads, std::uint32_t warps);

/// Lanes side by side, warps a little apart.
struct LaneColumns {
  std::uint32_t warps = 1, lanes = 1;  ///< lanes that have a thread
  float left = 0;
  float lane = 1;       ///< from one lane to the next
  float idle_lane = 0;  ///< the same of those without a thread, which stand behind the others
  float warp_gap = 0;   ///< with these
  float lane_gap = 0;

  float cell_width() const { return lane * static_cast<float>(lanes) - lane_gap; }
  float width() const { return (cell_width() + warp_gap) * static_cast<float>(warps) - warp_gap; }
};

/// A lane without a thread, in units: narrow, so that threads keep the width; or as wide as the others.
inline constexpr float kNoIdleLanes = 0, kNarrowIdleLanes = 4, kWideIdleLanes = 128;

/// Whole pixels wherever that costs little, so that cells are crisp and equal. `idle`: how wide a lane without a
/// thread may be.
LaneColumns lane_columns(const Painter& painter, float left, float right, std::uint32_t warps, std::uint32_t lanes,
                         float idle);

/// Of numbers at the left edges of 32 columns: `every` or a multiple of it, so that the second one is clear of the
/// first one's words.
inline unsigned clear_of_words(const Painter& painter, const std::string& words, float pitch, unsigned every) {
  const float room = painter.width_of(words, FontFace::sans, painter.small) + 5 * painter.unit;
  while (every < 32 && static_cast<float>(every) * pitch < room) every *= 2;
  return every;
}

/// Numbers above columns, of which the i-th has the number `first + i`.
struct Ruler {
  std::uint32_t count = 1, first = 0;
  float left = 0;         ///< where they may begin
  std::string word = {};  ///< what they are of: on each number where that fits, else on the first one
};
struct NumberAbove {
  std::uint32_t index = 0;  ///< of its column
  float x = 0;              ///< its left end
  std::string words;
};
/// All, or every second, fourth ...; `place(i)` is the i-th column.
template <class Place>
std::vector<NumberAbove> numbers_above(const Painter& painter, const Ruler& ruler, Place place) {
  const auto width = [&](const std::string& t) { return painter.width_of(t, FontFace::sans, painter.small); };
  const float pitch = ruler.count > 1 ? place(1).x - place(0).x : place(0).w;
  const std::string last = std::to_string(ruler.first + ruler.count - 1);
  const bool words_fit = !ruler.word.empty() && width(ruler.word + last) + 8 * painter.unit <= pitch;
  const float first_width = width(ruler.word + std::to_string(ruler.first));
  // The first one has its word at its left, where there is room; else it begins with its column.
  const auto first_left = [&] {
    const Rect cell = place(0);
    const float x = cell.x + (cell.w + width(std::to_string(ruler.first))) / 2 - first_width;
    return x < ruler.left ? std::max(cell.x, ruler.left) : x;
  };
  const auto clear_of_first = [&](std::uint32_t i) {
    const Rect cell = place(i);
    return cell.x + (cell.w - width(std::to_string(i))) / 2 >= first_left() + first_width + 5 * painter.unit;
  };
  std::uint32_t every = 1;
  while (every < ruler.count && static_cast<float>(every) * pitch < width(last) + 6 * painter.unit) every *= 2;
  // No number is left out beside the first one's word: that would look like a hole.
  if (!ruler.word.empty() && !words_fit && ruler.first == 0)
    while (every < ruler.count && !clear_of_first(every)) every *= 2;
  std::vector<NumberAbove> numbers;
  float free_from = ruler.left;
  for (std::uint32_t i = (every - ruler.first % every) % every; i < ruler.count; i += every) {
    const std::string number = std::to_string(ruler.first + i);
    const bool worded = words_fit || i == 0;
    const Rect cell = place(i);
    const float w = width(worded ? ruler.word + number : number);
    float x = cell.x + (cell.w - w) / 2;
    if (i == 0 && !words_fit && !ruler.word.empty()) x = first_left();
    if (i == 0) x = std::max(x, free_from);
    if (x < free_from || x + w > painter.content.right()) continue;
    numbers.push_back({i, x, worded ? ruler.word + number : number});
    free_from = x + w + 5 * painter.unit;
  }
  return numbers;
}

}  // namespace lanescope
