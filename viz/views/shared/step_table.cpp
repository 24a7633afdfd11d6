// Columns of the step table: their widths are computed once for all rows, so nothing moves while stepping.
#include "viz/views/shared/step_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "engine/workload/workload.h"

namespace lanescope {

const History* history_in_view(const Run& run) {
  if (!run.trace || run.request.block >= run.trace->history_of_block.size()) return nullptr;
  return &run.trace->history(run.request.block);
}

std::string step_name(const History& history, std::uint32_t row) {
  if (!is_step(history.phases[row])) return tr(name_of(history.phases[row]));
  std::string words =
      tr_format("step {} of {}", grouped(history.counted_steps(row + 1)), grouped(history.counted_steps()));
  if (history.phases[row] == Phase::line) words += tr(", ") + tr_format("line {}", history.source_lines[row]);
  return words;
}

Distance distance_of(const LaunchConfig& launch, Phase phase, std::uint32_t number) {
  if (!has_stride(phase) || number == 0) return Distance::none;
  if (phase == Phase::search) return number > 1 ? Distance::range : Distance::none;
  // Scans exchange values over a distance. Elsewhere it is a pitch or an index.
  const bool scans = has_array_result(launch.workload) && facts_of(launch.workload).shape == Shape::vector;
  return phase != Phase::exchange || scans ? Distance::stride : Distance::none;
}

std::string distance_words(const Run& run, const History& history, std::uint32_t row) {
  const std::uint32_t number = history.strides[row];
  switch (distance_of(run.launch, history.phases[row], number)) {
    case Distance::stride:
      return tr_format("stride {}", grouped(number));
    case Distance::range:
      return tr_format("range {}", grouped(number));
    case Distance::none:
      break;
  }
  return "";
}

std::string stride_words(const Run& run, const History& history, std::uint32_t row) {
  const std::string words = distance_words(run, history, row);
  return words.empty() ? words : " · " + words;
}

std::vector<bool> rows_with_room(const std::vector<StepRow>& rows, std::uint32_t current, float height,
                                 const std::function<bool(std::uint32_t step)>& has_number) {
  std::vector<bool> shown(rows.size(), false);
  // Where some between two have no room, another one fits there: the current row takes the place of one at most,
  // and the others stay.
  float last = -1e9f;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].y - last < (i > 0 && shown[i - 1] ? height : 2 * height)) continue;
    // Of rows that share the place of one label, one with a number: the same word again and again tells no row.
    const auto numbered_follows = [&] {
      for (std::size_t k = i + 1; k < rows.size() && rows[k].y - rows[i].y < height; ++k)
        if (has_number(rows[k].step)) return true;
      return false;
    };
    if (i > 0 && has_number && !has_number(rows[i].step) && numbered_follows()) continue;
    shown[i] = true;
    last = rows[i].y;
  }
  const auto lit = std::find_if(rows.begin(), rows.end(), [&](const StepRow& r) { return r.step == current; });
  if (lit == rows.end()) return shown;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (std::abs(rows[i].y - lit->y) < height) shown[i] = false;
  shown[static_cast<std::size_t>(lit - rows.begin())] = true;
  return shown;
}

namespace {

/// Width of a picture, in units, from which a row that is no step has words, and from which there are strides: else
/// the table would take half of it.
constexpr float kWide = 440, kWithStrides = 220;

/// Where all steps are of one phase, its name tells nothing.
bool several_phases(const History& history) {
  std::optional<Phase> first;
  for (const Phase phase : history.phases.kept()) {
    if (!is_step(phase)) continue;
    if (first && phase != *first) return true;
    first = phase;
  }
  return false;
}

}  // namespace

StepTable::StepTable(const Painter& painter, const Run& run) : StepTable(painter, run, *history_in_view(run)) {}

std::optional<std::uint32_t> StepTable::number_of(std::size_t row) const {
  if (history_.phases[row] == Phase::line) return history_.source_lines[row];
  if (distance_of(launch_, history_.phases[row], history_.strides[row]) == Distance::none) return std::nullopt;
  return history_.strides[row];
}

const StepTable::Column StepTable::kStride{
    tr_later("stride"), tr_later("How far apart the two combined values are, as the kernel counts it.")};
const StepTable::Column StepTable::kRange{tr_later("range"),
                                          tr_later("How many places a binary search still has before it.")};
const StepTable::Column StepTable::kLine{tr_later("line"), tr_later("The line of the kernel's text.")};

const StepTable::Column& StepTable::column_of(std::size_t row) const {
  switch (history_.phases[row]) {
    case Phase::line:
      return kLine;
    case Phase::search:
      return kRange;
    default:
      return kStride;
  }
}

StepTable::StepTable(const Painter& painter, const Run& run, const History& history)
    : launch_(run.launch), history_(history) {
  const auto mono = [&](std::uint64_t number) {
    return painter.width_of(grouped(number), FontFace::mono, painter.small);
  };
  const auto sans = [&](std::string_view word) {
    return painter.width_of(std::string(word), FontFace::sans, painter.small);
  };
  std::uint32_t widest_stride = 0;
  const bool narrow = painter.scene.width < kWide * painter.unit;
  strides_ = painter.scene.width >= kWithStrides * painter.unit;
  words_ = !narrow;
  float widest_phase = narrow ? 0 : std::max(sans(tr("elements")), sans(tr("thread")));
  phases_ = !narrow && several_phases(history);
  std::size_t measured = 0;  // rows before this one
  for (std::size_t kept = 0; kept < history_.kept_steps(); ++kept) {
    const std::size_t step = history_.repeats().row_of(kept);
    if (const auto number = number_of(step)) {
      widest_stride = std::max(widest_stride, *number);
      column_ = &column_of(step);
    }
    if (step < measured || (!phases_ && is_step(history_.phases[step]))) continue;
    measured = rows_of_phase(step).end;
    widest_phase = std::max(widest_phase, sans(phase_word(measured - 1)));
  }
  const float unit = painter.unit;
  number_right_ = painter.margin() + 4 * unit + std::max(mono(history_.counted_steps()), sans(tr("step")));
  if (!strides_) {  // words stand in place of the numbers
    phase_left_ = painter.margin() + 4 * unit;
    stride_right_ = number_right_;
    right_ = std::round(std::max(number_right_, phase_left_ + widest_phase) + 8 * unit);
    return;
  }
  phase_left_ = number_right_ + 8 * unit;
  const float stride_left = phases_ ? phase_left_ + widest_phase + 8 * unit : number_right_ + 8 * unit;
  stride_right_ = stride_left + std::max(mono(widest_stride), sans(tr(column_ ? column_->head : kStride.head)));
  // A word such as "commit" or "elements" replaces phase and stride.
  const float gap = narrow ? 8 : 12;
  right_ = std::round(
      std::max(stride_right_ + (phases_ || narrow ? gap : 30) * unit, phase_left_ + widest_phase + gap * unit));
}

StepTable::Rows StepTable::rows_of_phase(std::size_t row) const {
  const Phase phase = history_.phases[row];
  Rows rows{row, row + 1};
  if (is_step(phase)) return rows;
  while (rows.first > 0 && history_.phases[rows.first - 1] == phase) --rows.first;
  while (rows.end < history_.steps() && history_.phases[rows.end] == phase) ++rows.end;
  return rows;
}

std::string StepTable::phase_word(std::size_t row) const {
  const std::string name = tr(name_of(history_.phases[row]));
  const auto [first, end] = rows_of_phase(row);
  // With how many there are: a number alone would read like a stride, under whose head it may stand.
  return end - first == 1 ? name : fmt::format("{} {}/{}", name, row - first + 1, end - first);
}

void StepTable::draw_header(Painter& painter, float y) const {
  const auto head = [&](float x, const std::string& word, Align align) {
    painter.text(x, y, word, FontFace::sans, painter.small, align, painter.colors.faint);
  };
  const float top = y - painter.small / 2 - 2 * painter.unit, height = painter.small + 4 * painter.unit;
  if (history_.counted_steps() > 0) {
    head(number_right_, tr("step"), Align::right);
    painter.scene.picks.push_back(
        {{painter.margin(), top, number_right_ - painter.margin(), height},
         {},
         {},
         tr("Steps of the block, in order: rounds of work. Loads and commits have rows, and are no steps.")});
  }
  if (column_ && strides_)
    painter.scene.picks.push_back(
        {{number_right_ + 4 * painter.unit, top, stride_right_ - number_right_, height}, {}, {}, tr(column_->tip)});
  if (phases_) head(phase_left_, tr("phase"), Align::left);
  if (strides_ && column_) head(stride_right_, tr(column_->head), Align::right);
}

void StepTable::draw_rows(Painter& painter, const std::vector<StepRow>& rows, std::uint32_t position) const {
  const auto shown = rows_with_room(rows, position - 1, painter.small,
                                    [&](std::uint32_t step) { return is_step(history_.phases[step]); });
  std::optional<Phase> before;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!shown[i]) continue;
    const auto& row = rows[i];
    const bool current = row.step + 1 == position, future = row.step >= position;
    const Color color = current ? painter.colors.text : future ? painter.colors.faint : painter.colors.muted;
    const FontFace words = current ? FontFace::sans_bold : FontFace::sans;
    const Phase phase = history_.phases[row.step];
    if (is_step(phase))
      painter.text(number_right_, row.y, grouped(history_.counted_steps(row.step + 1)), FontFace::mono,
                   painter.small, Align::right, color);
    // Said once, where it begins.
    const bool begins = phases_ && phase != before;
    before = phase;
    if (begins || !is_step(phase))
      painter.text(phase_left_, row.y, phase_word(row.step), words, painter.small, Align::left, color);
    if (const auto number = number_of(row.step); strides_ && number)
      painter.text(stride_right_, row.y, grouped(*number), FontFace::mono, painter.small, Align::right, color);
  }
}

void StepTable::draw_word(Painter& painter, float y, const std::string& word, Color color) const {
  if (words_) painter.text(phase_left_, y, word, FontFace::sans, painter.small, Align::left, color);
}

void draw_current_band(Painter& painter, float y, float height) {
  const float edge = painter.margin() - 4 * painter.unit;
  const Rect band{edge, y - height / 2, painter.scene.width - 2 * edge, height};
  painter.scene.quads.push_back({.rect = band, .color = painter.colors.current_band, .radius = 3 * painter.unit});
  painter.scene.quads.push_back({.rect = {edge, band.y, 3 * painter.unit, height},
                                 .color = painter.colors.text,
                                 .radius = 1.5f * painter.unit});
}

}  // namespace lanescope
