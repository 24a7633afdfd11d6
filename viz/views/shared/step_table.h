// The steps of a block as a narrow table at the left of a picture: number, phase, stride. Every view has the same
// columns, so that stacked views line up.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/run.h"
#include "viz/kit/painter.h"

namespace lanescope {

/// One step's row on a picture.
struct StepRow {
  std::uint32_t step = 0;
  float y = 0;  ///< middle
  float height = 0;
};

class StepTable {
 public:
  /// Of the block in view.
  StepTable(const Painter& painter, const Run& run);
  StepTable(const Painter& painter, const Run& run, const History& history);

  float right() const { return right_; }              ///< where the picture proper begins
  float head_right() const { return stride_right_; }  ///< and where its heads end
  void draw_header(Painter& painter, float y) const;
  /// Labels as many rows as have room, the current one always. `position`: steps done.
  void draw_rows(Painter& painter, const std::vector<StepRow>& rows, std::uint32_t position) const;
  /// A word in place of the table's cells, for a row that is not a step; none in a narrow picture.
  void draw_word(Painter& painter, float y, const std::string& word, Color color) const;

 private:
  /// Its head, and what its numbers are.
  struct Column {
    const char *head, *tip;
  };
  static const Column kStride, kRange, kLine;

  /// What stands beside a row: its stride or range; the line, where rows are lines of a user's kernel.
  std::optional<std::uint32_t> number_of(std::size_t row) const;
  const Column& column_of(std::size_t row) const;
  struct Rows {
    std::size_t first, end;
  };
  /// Those in a row that are of this one's phase; a step stands alone.
  Rows rows_of_phase(std::size_t row) const;
  /// "load", or of several in a row "load 2/4".
  std::string phase_word(std::size_t row) const;

  const LaunchConfig& launch_;
  const History& history_;
  const Column* column_ = nullptr;  ///< of the numbers; null where no row has one
  float number_right_ = 0, phase_left_ = 0, stride_right_ = 0, right_ = 0;
  bool phases_ = false, strides_ = true, words_ = true;
};

/// The history of the block in view; null where the run has no trace of it.
const History* history_in_view(const Run& run);

/// "step 4 of 11"; for rows that are not steps, the name of their phase.
std::string step_name(const History& history, std::uint32_t row);
/// What a row's number of elements is: how far apart two values are that meet, the range that is searched, or
/// nothing that could be told of all kernels.
enum class Distance { none, stride, range };
Distance distance_of(const LaunchConfig& launch, Phase phase, std::uint32_t number);
/// "stride 8", "range 4,096", or nothing.
std::string distance_words(const Run& run, const History& history, std::uint32_t row);
/// The same behind " · ".
std::string stride_words(const Run& run, const History& history, std::uint32_t row);

/// Rows whose labels fit above one another: always the same ones, from the top, so that labels do not jump from
/// step to step; `current` takes the place of those that it would touch. `height` is a label's: that of its
/// letters, which digits do not fill. `has_number`: of rows that share a label's place one with a number comes
/// first.
std::vector<bool> rows_with_room(const std::vector<StepRow>& rows, std::uint32_t current, float height,
                                 const std::function<bool(std::uint32_t step)>& has_number = nullptr);

/// The band behind the current row, and the mark at its left end.
void draw_current_band(Painter& painter, float y, float height);

}  // namespace lanescope
