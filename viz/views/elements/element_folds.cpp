// Columns of a network that stand for many elements: in each row how many of them are read or written.
#include <algorithm>

#include "viz/views/elements/element_network.h"

namespace lanescope {

void ElementNetwork::count_in_fold(const ElementUse& use, std::int32_t step, std::size_t row) {
  const std::size_t column = column_of_use(use);
  auto found = std::find_if(folds_.rbegin(), folds_.rend(),
                            [&](const Fold& fold) { return fold.column == column && fold.row == row; });
  if (found == folds_.rend()) {
    folds_.push_back({.column = column, .row = row, .thread = use.thread, .step = step});
    found = folds_.rbegin();
  }
  ++found->uses;
  // A round of several steps is lit by the one that is now.
  if (step == current() || !is_done(found->step)) found->thread = use.thread, found->step = step;
  found->hovered |= is_of_focus(state_.hover, use.thread);
  found->selected |= is_of_focus(state_.selection, use.thread);
}

/// Numbers of elements look unlike values: they have no frame, and a sign behind them.
void ElementNetwork::draw_folds() {
  const Palette& colors = painter_.colors;
  const float unit = painter_.unit, w = width_of_fold(), h = std::min(16 * unit, pitch_ - unit);
  const auto between = [&](const NetworkColumn& column) {
    return tr_format("Elements {} to {}, which have no columns of their own.", column.first, column.end - 1);
  };
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!columns_[i].is_folded()) continue;
    const Rect band{middle_[i] - w / 2, painter_.content.y, w, painter_.content.h};
    painter_.scene.quads.push_back(
        {.rect = band, .color = mix(colors.background, colors.grid, 0.4f), .radius = 4 * unit});
    painter_.scene.picks.push_back({{band.x, band.y, w, heads_}, {}, {}, between(columns_[i])});
  }
  // A count that goes on from row to row is said in the first of them, and where the step is.
  const auto goes_on = [&](const Fold& fold) {
    return std::any_of(folds_.begin(), folds_.end(), [&](const Fold& above) {
      return above.column == fold.column && above.row + 1 == fold.row && above.uses == fold.uses;
    });
  };
  for (const Fold& fold : folds_) {
    const float y = y_of_row(fold.row);
    const Rect rect{middle_[fold.column] - w / 2, y - h / 2, w, h};
    const bool now = fold.step == current() && position_ > 0;
    if (now) painter_.scene.overlays.push_back({.rect = rect, .color = color_of(fold.thread, fold.step)});
    if (now || !goes_on(fold))
      painter_.text(middle_[fold.column], y, grouped(fold.uses) + "×", FontFace::sans, painter_.small,
                    Align::center,
                    now                  ? colors.background
                    : is_done(fold.step) ? colors.muted
                                         : colors.faint);
    if (fold.hovered) painter_.outline(rect, 1.5f * unit, colors.hover);
    if (fold.selected) painter_.outline(rect, 1.5f * unit, colors.selection);
    const auto step = fold.step < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(fold.step));
    painter_.scene.picks.push_back(
        {{rect.x, y - pitch_ / 2, w, pitch_},
         {.step = step, .warp = {}, .lane = {}, .node = {}},
         {},
         between(columns_[fold.column]) + " " +
             tr_format("{} of them are read or written in this row.", grouped(fold.uses))});
  }
}

}  // namespace lanescope
