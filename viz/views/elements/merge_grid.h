// Two sorted arrays as the sides of a grid, and their merge as the path through it: what a thread searches for is
// where its diagonal meets the path.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/analysis/merge_path.h"
#include "viz/views/elements/element_network.h"

namespace lanescope {

class MergeGrid {
 public:
  MergeGrid(Painter& painter, const VariantView& state, const ElementCells& cells, const MergePath& path,
            std::uint32_t position, const NetworkWords& words);

  bool fits() const;
  void draw();

 private:
  /// Of one input: elements in sight.
  struct Values {
    std::vector<std::pair<std::uint64_t, std::string>> words;
    float widest = 0;
    bool shown = false;
  };

  float x_of(double a) const { return grid_.x + static_cast<float>(a - a_first_) * column_; }
  float y_of(double b) const { return grid_.y + static_cast<float>(b - b_first_) * row_; }
  std::int32_t current() const { return static_cast<std::int32_t>(position_) - 1; }
  bool is_done(std::int32_t step) const { return position_ > 0 && step <= current(); }
  bool is_first_of_thread(std::size_t index) const;
  void find_range();
  void find_values(ArrayId array, std::uint64_t first, std::uint64_t end, Values& values) const;
  void place_grid(bool values_of_a, bool values_of_b);
  bool values_fit(bool of_a, bool of_b) const;
  void draw_grid();
  void draw_values(ArrayId array, const Values& values);
  void draw_diagonals();
  void draw_probes();
  void draw_path();
  Color color_of(const MergeStep& step) const;

  Painter& painter_;
  const VariantView& state_;
  const ElementCells& cells_;
  const MergePath& path_;
  const std::uint32_t position_;
  const NetworkWords& words_;
  std::uint64_t a_first_ = 0, a_end_ = 0, b_first_ = 0, b_end_ = 0;  ///< corners in sight
  Values a_values_, b_values_;
  Rect grid_;
  float column_ = 0, row_ = 0;  ///< pixels of an element
};

}  // namespace lanescope
