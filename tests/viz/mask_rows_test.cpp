// Rows of masks under rows of pixels, beside a count over all rows.
#include "viz/render/mask_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace lanescope {
namespace {

/// `steps` rows of two warps, kept as these repeats say.
MaskGrid grid_of(std::uint32_t kept, std::vector<Repeat> repeats, float height, std::uint32_t done, float gap = 0) {
  MaskGrid grid;
  grid.warps = 2;
  grid.rect = {10, 20, 100, height};
  grid.row_gap = gap;
  for (Repeat& repeat : repeats) repeat = {repeat.begin * grid.warps, repeat.rows * grid.warps, repeat.times};
  grid.masks = {std::vector<std::uint32_t>(std::size_t{kept} * grid.warps, 1), Repeats(std::move(repeats))};
  grid.steps = static_cast<std::uint32_t>(grid.masks.size() / grid.warps);
  grid.rows_done = std::min(done, grid.steps);
  return grid;
}

constexpr std::size_t kAll = 1000;  // rows of pixels

using Shares = std::map<std::pair<std::uint32_t, bool>, double>;

Shares counted(const MaskGrid& grid, double middle) {
  Shares shares;
  const double pitch = static_cast<double>(grid.rect.h) / grid.steps;
  for (std::uint32_t row = 0; row < grid.steps; ++row) {
    const double part = std::min((row + 1) * pitch, middle + 0.5) - std::max(row * pitch, middle - 0.5);
    const auto kept = static_cast<std::uint32_t>(grid.masks.repeats().place(row * grid.warps).kept / grid.warps);
    if (part > 1e-9) shares[{kept, row < grid.rows_done}] += part / pitch;
  }
  return shares;
}

TEST(MaskRows, ThinnerThanAPixelAreThoseOfACountOverAllRows) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const std::uint32_t kept = 5 + random() % 8, rows = 1 + random() % 3;
    const std::uint32_t begin = random() % (kept - rows);
    const MaskGrid grid =
        grid_of(kept, {{begin, rows, 40 + random() % 400}}, 7 + static_cast<float>(random() % 20), random() % 500);
    const float offset = static_cast<float>(random() % 100) / 100;
    const auto pixels = shares_of_pixels(grid, offset, kAll);
    for (std::size_t y = 0; y < pixels.size(); ++y) {
      const Shares expected = counted(grid, offset + static_cast<double>(y));
      Shares seen;
      for (const RowShare& one : pixels[y]) seen[{one.kept, one.is_done}] += one.share;
      for (const auto& [row, share] : expected) EXPECT_NEAR(seen[row], share, 2e-3) << round << " " << y;
      for (const auto& [row, share] : seen) EXPECT_TRUE(share < 2e-3 || expected.count(row)) << round << " " << y;
    }
  }
}

TEST(MaskRows, OfManyThatDifferSomeAreLeftOut) {
  const MaskGrid grid = grid_of(10'000, {}, 20, 5'000);
  for (const auto& shares : shares_of_pixels(grid, 0.5f, kAll)) {
    EXPECT_GE(shares.size(), kMostShares / 4);
    EXPECT_LE(shares.size(), kMostShares);
  }
}

TEST(MaskRows, ThickerThanAPixelAreEachARowOfPixels) {
  const MaskGrid grid = grid_of(3, {}, 28, 2, 2);  // three rows of 8 pixels, two gaps of 2
  const auto pixels = shares_of_pixels(grid, 0.5f, kAll);
  ASSERT_EQ(pixels.size(), 28u);
  for (std::size_t y = 0; y < pixels.size(); ++y) {
    if (y % 10 >= 8) {
      EXPECT_TRUE(pixels[y].empty()) << y;
      continue;
    }
    ASSERT_EQ(pixels[y].size(), 1u) << y;
    EXPECT_EQ(pixels[y][0].kept, y / 10);
    EXPECT_EQ(pixels[y][0].is_done, y < 20);
  }
}

/// Two thousand million rows: what a row of pixels costs follows from the rows that are kept.
TEST(MaskRows, OfALoopOfThousandsOfMillionsAreFew) {
  const MaskGrid grid = grid_of(4, {{1, 2, std::uint64_t{1} << 30}}, 300, 0);
  double sum = 0;
  for (const auto& shares : shares_of_pixels(grid, 0.5f, kAll)) {
    EXPECT_LE(shares.size(), 4u);
    for (const RowShare& one : shares) sum += one.share;
  }
  EXPECT_NEAR(sum, static_cast<double>(grid.steps), 1e-4 * static_cast<double>(grid.steps));
}

}  // namespace
}  // namespace lanescope
