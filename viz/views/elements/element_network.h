// Rounds through shared memory below one another, as a scan's network is drawn: a node where a thread writes, lines
// from what it read, and what nobody writes goes straight down. Where not all elements have a column, neighbours
// are folded into one: there it is written how many of them are read or written. Where not all rows fit, those
// around the current one are drawn.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "viz/kit/painter.h"
#include "viz/views/elements/element_cells.h"
#include "viz/views/elements/network_columns.h"
#include "viz/views/shared/step_table.h"

namespace lanescope {

/// Of an element that was touched before the current step.
inline Color done_color(const Palette& colors) {
  return mix(colors.active, colors.background, 0.72f);
}

/// What the network asks of the picture that it is part of.
struct NetworkWords {
  std::function<std::string(std::size_t array)> array_name;
  std::function<std::string(std::size_t array, std::uint64_t element)> tip;
  std::function<Color(std::uint32_t thread, std::int32_t step)> working_color;
};

class ElementNetwork {
 public:
  ElementNetwork(Painter& painter, const Run& run, const VariantView& state, const ElementCells& cells,
                 std::uint32_t position, const NetworkWords& words);

  bool fits() const;
  void draw();

 private:
  /// A thread's register in a round in which it works alone, and what it adds there.
  struct Register {
    std::size_t round = 0;
    std::vector<const KeptAddition*> additions;  ///< in order of steps

    const KeptAddition& first() const { return *additions.front(); }
  };

  /// What is read or written of a folded column in one row.
  struct Fold {
    std::size_t column = 0, row = 0;
    std::uint32_t thread = 0;  ///< one of those that do it
    std::int32_t step = 0;
    std::uint64_t uses = 0;
    bool hovered = false, selected = false;
  };

  // element_network.cpp
  const TouchedElements& shared_span() const { return cells_.arrays()[shared_]; }
  void place_rows();
  void place_columns();
  void spread_columns();
  /// That of an element of shared memory, or the one below or above which an element of another array stands.
  std::size_t column_of_use(const ElementUse& use) const;
  bool is_folded(const ElementUse& use) const { return folded_ > 0 && columns_[column_of_use(use)].is_folded(); }
  float x_of(const ElementUse& use) const;
  std::size_t rows() const {
    return rounds_.size() + cells_.arrays().size() - 1 + rows_of_registers(rounds_.size());
  }
  std::size_t row_of_round(std::size_t round) const { return shared_ + round + rows_of_registers(round); }
  std::size_t row_of_array(std::size_t array) const;
  /// How many there are above a round.
  std::size_t rows_of_registers(std::size_t round) const;
  std::size_t current_row() const;
  bool in_sight(std::size_t row) const { return row >= first_row_ && row < end_row_; }
  float y_of_row(std::size_t row) const {
    return top_ + (static_cast<float>(row) - static_cast<float>(first_row_)) * pitch_;
  }
  std::size_t array_of(const ElementUse& use) const { return *cells_.index_of(use.array); }
  bool is_shared(const ElementUse& use) const { return use.array == ArrayId::shared; }
  std::int32_t current() const { return static_cast<std::int32_t>(position_) - 1; }
  bool is_done(std::int32_t step) const { return position_ > 0 && step <= current(); }
  Color color_of(std::uint32_t thread, std::int32_t step) const;
  bool is_of_focus(const Focus& focus, std::uint32_t thread) const;
  void draw_labels();
  struct Head {
    float left = 0;
    std::string words;
  };
  std::vector<Head> column_heads() const;
  void draw_heads();
  void draw_idle_elements();
  void draw_round(std::size_t round);
  void draw_arrays();
  std::uint64_t spacing_of(const std::vector<ElementMove>& moves) const;
  void keep_apart(Line& line, std::uint64_t spacing, std::uint64_t element) const;
  void line(const ElementMove& move, std::int32_t step, std::size_t from, std::size_t to,
            std::uint64_t spacing = 0);
  /// What of a line is in sight, with a value of that color that moves along it while its step is under way.
  void connect(const Line& line, const Color* moving);
  void node(const ElementUse& use, std::int32_t step, std::size_t row);

  // element_folds.cpp
  float width_of_fold() const { return folded_ - 4 * painter_.unit; }
  void count_in_fold(const ElementUse& use, std::int32_t step, std::size_t row);
  void draw_folds();

  // element_registers.cpp
  void find_registers();
  void draw_registers();
  void draw_register(const Register& one, float y);
  std::optional<double> value_in(const Register& one) const;
  Rect place_of(const Register& one, float y) const;
  std::string register_tip(const Register& one) const;
  void register_line(float x0, float y0, float x1, float y1, std::uint32_t thread, std::int32_t step);

  Painter& painter_;
  const VariantView& state_;
  const ElementCells& cells_;
  const std::vector<NetworkRound>& rounds_;
  const std::uint32_t position_;
  const NetworkWords& words_;
  const StepTable table_;
  std::vector<Register> registers_;  ///< by round, and in each by thread
  std::vector<bool> above_;          ///< of each round: whether a row of registers is above it
  std::size_t shared_ = 0;           ///< its place among the arrays: inputs stand above the rounds, outputs below
  float pill_ = 0;                   ///< width of a node with its value; 0: values do not fit beside each other
  float left_ = 0, width_ = 0, top_ = 0, pitch_ = 0;
  float heads_ = 0;                          ///< height of the line above the rows
  std::size_t first_row_ = 0, end_row_ = 0;  ///< in sight
  std::vector<NetworkColumn> columns_;
  std::vector<float> middle_;      ///< of each column
  float column_ = 0, folded_ = 0;  ///< widths of columns: of an element, of several (0: there are none)
  std::vector<Fold> folds_;
};

}  // namespace lanescope
