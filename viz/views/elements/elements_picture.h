// The elements view while it is drawn: arrays as rows of cells, or as matrices side by side, and what moves between
// them in the current step; two sorted arrays as the sides of a grid; or, where threads exchange values through
// shared memory round after round, all rounds below one another.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "viz/kit/painter.h"
#include "viz/views/elements/element_cells.h"
#include "viz/views/elements/element_network.h"
#include "viz/views/shared/step_table.h"
#include "viz/views/view.h"

namespace lanescope {

class ElementsPicture {
 public:
  ElementsPicture(const ViewInput& input, const ElementCells& cells);
  Scene draw();

 private:
  /// Where the elements of one array stand: in a row, or in `columns` columns.
  struct Place {
    std::size_t array = 0;
    Rect rect;                 ///< all its cells
    std::uint64_t first = 0;   ///< the element at its left end (of a matrix: of the upper left corner)
    std::uint64_t across = 1;  ///< elements side by side
    std::uint64_t down = 1;
    std::uint64_t stride = 0;              ///< elements from one row of the matrix to the next; 0: it is no matrix
    bool values = false, threads = false;  ///< stand in all cells, as there is room in each
    bool digits = false;                   ///< of keys, in place of the threads: what the pass sorts by
    float queue_pitch = 0;  ///< of the marks of those that wait for an element; 0: as high as they like
    double most = 0;  ///< of elements that are counted in, and whose numbers have no room: they are bars, this one
                      ///< the highest

    Rect cell(std::uint64_t element) const;
    bool contains(std::uint64_t element) const;
  };

  // elements.cpp
  void header();
  std::string step_in_view() const;
  std::string part_in_view() const;
  std::string where() const;
  std::string additions() const;
  /// Whether several threads update one element in this step.
  bool takes_turns() const;
  Color working_color(std::uint32_t thread, std::int32_t step) const;
  Color cell_color(std::size_t array, std::uint64_t element) const;
  std::string cell_tip(std::size_t array, std::uint64_t element) const;
  std::string threads_text(std::size_t array, std::uint64_t element) const;
  bool holds_keys(std::size_t array) const;
  std::string digit_text(double key) const;
  bool in_focus(std::size_t array, std::uint64_t element, const Focus& focus) const;
  Focus focus_on(std::size_t array, std::uint64_t element) const;
  std::string array_name(std::size_t array) const;
  std::int32_t current() const { return static_cast<std::int32_t>(position_) - 1; }
  float unit() const { return painter_.unit; }

  // elements_rows.cpp
  float names_width() const;
  std::vector<Place> rows() const;
  void draw_rows();
  void draw_place(const Place& place);
  void draw_cell(const Place& place, std::uint64_t element, const Rect& cell);
  void draw_merged(const Place& place);
  void choose_labels(Place& place) const;
  std::size_t turns_at(std::size_t array, std::uint64_t element) const;
  std::size_t most_turns(std::size_t array) const;
  float queue_pitch_in(std::size_t array, float room) const;
  double most_counted(std::size_t array) const;
  void draw_queue(const Place& place, std::uint64_t element, const Rect& cell);
  std::uint32_t shown_warp() const;
  void draw_labels(const Place& place, std::uint64_t element, const Rect& cell);
  void draw_moves(const std::vector<Place>& places);
  bool is_written_from_registers(ArrayId array) const;
  void say_what_comes_from_registers(const std::vector<Place>& places);
  bool moves_are_crowded() const;
  std::vector<ElementMove> shown_moves() const;
  bool is_halo(const Place& place, std::uint64_t element) const;

  // elements_sheets.cpp
  bool is_matrix() const;
  std::vector<Place> sheets() const;
  float element_side(const std::vector<Place>& places, bool turns, float gap) const;
  float sheet_gap(const std::vector<Place>& places) const;
  void place_sheets(std::vector<Place>& places) const;
  void draw_sheets();

  NetworkWords words() const;
  bool drawn_as_network();
  bool drawn_as_merge();

  const Run& run_;
  const VariantView& state_;
  const ElementCells& cells_;
  const History& history_;
  std::uint32_t position_ = 0;
  Painter painter_;
  const bool lanes_wait_;  ///< in any step of any variant
  bool one_warp_ = false;  ///< lines are those of one warp alone, and its elements are brighter than the others
};

}  // namespace lanescope
