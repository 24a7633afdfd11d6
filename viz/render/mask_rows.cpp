#include "viz/render/mask_rows.h"

#include <algorithm>
#include <cmath>

#include "engine/base/quotient.h"
#include "engine/trace/repeats.h"

namespace lanescope {
namespace {

/// Rows from `from` to `to`, which may begin and end in the middle of one.
struct RowRange {
  double from = 0, to = 0;

  bool empty() const { return to <= from; }
  std::uint64_t first() const { return static_cast<std::uint64_t>(from); }
  std::uint64_t end() const { return static_cast<std::uint64_t>(std::ceil(to)); }
  double part_of(std::uint64_t row) const {
    const auto begin = static_cast<double>(row);
    return std::min(to, begin + 1) - std::max(from, begin);
  }
};

struct KeptRange {
  std::uint64_t first = 0, end = 0;
};

/// Those that the rows of a range are kept as: with both ends in one repeat, perhaps all of it.
KeptRange kept_of(const Repeats& repeats, const RowRange& range) {
  KeptRange kept{repeats.place(range.first()).kept, repeats.place(range.end() - 1).kept + 1};
  for (const Repeat& repeat : repeats.list()) {
    if (repeat.has(kept.first)) kept.first = repeat.begin;
    if (repeat.has(kept.end - 1)) kept.end = repeat.end();
  }
  return kept;
}

/// Each row that is kept, as often as it comes.
void add_all(std::vector<RowShare>& shares, const Repeats& repeats, const RowRange& range, KeptRange kept,
             bool done) {
  const std::uint64_t first = repeats.place(range.first()).kept, last = repeats.place(range.end() - 1).kept;
  for (std::uint64_t row = kept.first; row < kept.end; ++row) {
    auto share =
        static_cast<double>(repeats.times_among(row, range.end()) - repeats.times_among(row, range.first()));
    if (row == first) share -= range.from - static_cast<double>(range.first());
    if (row == last) share -= static_cast<double>(range.end()) - range.to;
    if (share > 0) shares.push_back({static_cast<std::uint32_t>(row), done, static_cast<float>(share)});
  }
}

/// Some of the rows, an odd number apart, as rows that differ mostly alternate.
void add_some(std::vector<RowShare>& shares, const Repeats& repeats, const RowRange& range, std::size_t most,
              bool done) {
  const std::uint64_t every = quotient_up(range.end() - range.first(), most) | 1;
  for (std::uint64_t row = range.first(); row < range.end(); row += every)
    shares.push_back(
        {static_cast<std::uint32_t>(repeats.place(row).kept), done, static_cast<float>(range.part_of(row))});
}

void add(std::vector<RowShare>& shares, const Repeats& repeats, const RowRange& range, bool done) {
  constexpr std::size_t kMost = kMostShares / 2;  // as many are done, and not
  if (range.empty()) return;
  const KeptRange kept = kept_of(repeats, range);
  if (kept.end - kept.first <= kMost)
    add_all(shares, repeats, range, kept, done);
  else
    add_some(shares, repeats, range, kMost, done);
}

}  // namespace

std::vector<std::vector<RowShare>> shares_of_pixels(const MaskGrid& grid, float first, std::size_t most) {
  constexpr float kThin = 0.999f;  // of a pixel
  const Rect cell = grid.cell(0, 0);
  const float pitch = cell.h + grid.row_gap;
  std::vector<Repeat> list = grid.masks.repeats().list();
  for (Repeat& repeat : list) repeat = {repeat.begin / grid.warps, repeat.rows / grid.warps, repeat.times};
  const Repeats repeats(std::move(list));
  std::vector<std::vector<RowShare>> pixels;
  for (float middle = first; middle < grid.rect.h && pixels.size() < most; middle += 1) {
    std::vector<RowShare>& shares = pixels.emplace_back();
    if (pitch >= kThin) {
      const auto row = std::min(static_cast<std::uint32_t>(middle / pitch), grid.steps - 1);
      if (middle - static_cast<float>(row) * pitch <= cell.h)
        shares.push_back({static_cast<std::uint32_t>(repeats.place(row).kept), row < grid.rows_done, 1});
      continue;
    }
    const double from = std::max(0.0, (static_cast<double>(middle) - 0.5) / pitch);
    const double to = std::min((static_cast<double>(middle) + 0.5) / pitch, static_cast<double>(grid.steps));
    const double done = std::clamp(static_cast<double>(grid.rows_done), from, std::max(from, to));
    add(shares, repeats, {from, done}, true);
    add(shares, repeats, {done, to}, false);
  }
  return pixels;
}

}  // namespace lanescope
