// The counters view: totals at source level, what the compiler made of the conditions, and the GPU's counters,
// each number with its kind, and why they differ.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/counters/recorded_counters.h"
#include "engine/request/catalogue.h"
#include "viz/kit/number_table.h"
#include "viz/text/characters.h"
#include "viz/views/counters/counter_rows.h"
#include "viz/views/shared/divergence_words.h"
#include "viz/views/shared/missing.h"
#include "viz/views/shared/step_table.h"
#include "viz/views/shared/times.h"
#include "viz/views/view.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

constexpr std::size_t kOffered = 3;
constexpr std::size_t kDifference = 3;  // of counter_columns()
constexpr float kShareOfStep = 0.65f;   // of the height: what became of the step's condition
constexpr float kLow = 240;             // height of a picture, in units, that needs it for its table
constexpr float kNarrow = 260;          // width of a picture, in units, in which names need what others would take
constexpr float kHalfTable = 360, kWhyFrom = 900, kMinName = 64, kRowHeight = 20, kMinRowHeight = 14;

Known known_of(const ViewInput& input) {
  return {input.run, input.surroundings.counters(input.run.request, input.run.launch)};
}

std::string subtitle(const Known& known) {
  if (known.record)
    return tr_format("recorded: {} · {} · {}", known.record.table->device, known.record.table->date,
                     known.record.table->compiler);
  return tr_format("source level {}", tr(name_of(known.run.provenance.kind)));
}

bool is_low(const Painter& painter) {
  return painter.scene.height < kLow * painter.unit;
}

bool is_narrow(const Painter& painter) {
  return painter.content.w < kNarrow * painter.unit;
}

/// In as many lines as it needs, in a low picture in one, or cut at its end where the picture is low. Takes their
/// height from the content.
void draw_lines(Painter& painter, const std::string& words, FontFace face, float size, Color color) {
  const float width = painter.content.w, line = 16 * painter.unit;
  if (is_low(painter)) {
    const std::string parts = painter.parts_within(words, face, size, width);
    painter.fitted_text(painter.content.x, painter.content.y + line / 2, parts.empty() ? words : parts, face, size,
                        width, color);
    painter.content.y += line;
    painter.content.h = std::max(0.0f, painter.content.h - line);
    return;
  }
  auto lines =
      broken_lines(words, width, [&](const std::string& part) { return painter.width_of(part, face, size); });
  const auto most = static_cast<std::size_t>(std::max(1.0f, std::floor(kShareOfStep * painter.content.h / line)));
  for (; lines.size() > most; lines.pop_back())
    lines[lines.size() - 2] = told_together(lines[lines.size() - 2], lines.back());
  for (const std::string& one : lines) {
    painter.fitted_text(painter.content.x, painter.content.y + line / 2, one, face, size, width, color);
    painter.content.y += line;
    painter.content.h = std::max(0.0f, painter.content.h - line);
  }
}

/// The chosen step, and below it what became of its condition.
void draw_step(Painter& painter, const Run& run, std::uint32_t position) {
  const StepMetrics* step = step_of(run, position);
  const CompiledStep* compiled = step ? run.compiled.at(step->source_line) : nullptr;
  const float width = painter.content.w, top = painter.content.y;
  const bool low = is_low(painter);
  std::vector<std::string> parts{tr("before the first step")};
  if (step) {
    parts.clear();
    if (!(painter.on_stage && is_narrow(painter)))  // what is said above the column is not said again
      parts.push_back(step_name(*history_in_view(run), position - 1));
    parts.push_back(tr_format("{} of {} with a partial mask", step->divergent_warps,
                              counted(run.trace->warps_per_block(), "warp")));
    parts.push_back(tr_format("line {}", step->source_line));
    if (compiled && low) parts.push_back(tr(name_of(compiled->form)));  // else the sentence says so
  }
  std::string first;
  for (const std::string& part : parts) first += (first.empty() ? "" : " · ") + part;
  const std::string sentence = tr(compiled ? compiled->sentence : run.compiled.sentence);
  draw_lines(painter, first, FontFace::sans_bold, low ? painter.small : painter.body, painter.colors.text);
  if (!low) draw_lines(painter, sentence, FontFace::sans, painter.small, painter.colors.muted);
  painter.scene.picks.push_back(
      {{painter.content.x, top, width, painter.content.y - top}, {}, {}, sentence, "step"});
}

/// The nearest counted launches are offered.
Missing missing_counters(const ViewInput& input) {
  const Run& run = input.run;
  if (!run.trace) return {tr("This one has no trace: there is nothing to compare with a GPU's counters."), {}};
  if (run.metrics.block.steps.empty()) return {tr("No block was launched: there is nothing to count."), {}};
  if (known_of(input).record) return {};
  Missing missing{tr("The GPU's counters were not read in this launch."), {}};
  for (const RecordedRow& near : input.surroundings.counters_near(run.request, run.launch, kOffered)) {
    Choice offer = launch_offer(run.request, launch_of(*near.row).request);
    offer.word = tr_format("Show {}", offer.word);
    offer.tip = tr_format("Run this launch: its counters were read on {}.", near.table->device);
    offer.name = fmt::format("launch/{}", missing.offers.size());
    missing.offers.push_back(std::move(offer));
  }
  return missing;
}

/// The first offer, in fewer words where these have no room, with the reason as its tip: the table says that there
/// is nothing to compare with.
void draw_missing_in_a_line(Painter& painter, const Missing& missing) {
  if (missing.offers.empty()) return;
  Choice offer = missing.offers.front();
  if (choices_width(painter, {offer}) > painter.content.w) offer.word = tr("Show a counted launch");
  offer.tip = told_together(missing.why, offer.tip);
  if (choices_width(painter, {offer}) > painter.content.w) return;
  const float line = 20 * painter.unit;
  draw_choices(painter, painter.content.x, painter.content.y + line / 2, {offer});
  painter.content.y += line;
  painter.content.h = std::max(0.0f, painter.content.h - line);
}

/// A narrow picture of a launch that was not counted has no column for counters: what is known of one, the sentence
/// of the step says.
void leave_out_counters(NumberTable& table) {
  table.columns.resize(2);
  for (TableRow& row : table.rows) row.cells.resize(2);
}

/// "shared_load_requests" as "_requests" below "shared_load", which stands above all of its counts: for tables in
/// which the whole names would be cut.
void name_in_parts(NumberTable& table) {
  std::vector<TableRow> rows;
  std::string above;
  for (TableRow& row : table.rows) {
    std::string& name = row.cells.front().text;
    const std::size_t last = name.rfind('_');
    const bool of_three = last != std::string::npos && name.find('_') != last;
    const std::string first = of_three ? name.substr(0, last) : "";
    if (of_three) {
      if (first != above) {
        TableRow heading;
        heading.cells.resize(row.cells.size());
        heading.cells.front() = {first, Tone::dim};
        heading.heading = true;
        rows.push_back(std::move(heading));
      }
      name = "   " + name.substr(last);
    }
    above = first;
    rows.push_back(std::move(row));
  }
  table.rows = std::move(rows);
}

/// Names of counters, and kinds, make room for reasons that would be cut: tips have those, too.
void keep_reasons_whole(const Painter& painter, NumberTable& table) {
  NumberTable with_reasons = table;
  with_reasons.columns.back().stretches = 0;
  const std::vector<std::size_t> out = columns_without_room(painter, with_reasons);
  const bool needed = std::any_of(out.begin(), out.end(), [&](std::size_t column) {
    return table.columns[column].need >= table.columns.back().need;
  });
  if (!needed) table = std::move(with_reasons);
}

/// A heading over nothing is left out with its column.
void leave_out_empty_columns(NumberTable& table) {
  for (std::size_t column = table.columns.size(); column-- > 1;) {
    const bool empty = std::all_of(table.rows.begin(), table.rows.end(), [&](const TableRow& row) {
      return column >= row.cells.size() || row.cells[column].text.empty();
    });
    if (!empty) continue;
    table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(column));
    for (TableRow& row : table.rows)
      if (column < row.cells.size()) row.cells.erase(row.cells.begin() + static_cast<std::ptrdiff_t>(column));
  }
}

void draw_rows(Painter& painter, std::vector<TableRow> rows, const VariantView& state, Rect room, bool with_why,
               float row_height, bool counted) {
  NumberTable table{.columns = counter_columns(), .rows = std::move(rows)};
  if (!with_why) {
    table.columns.resize(4);
    for (TableRow& row : table.rows) row.cells.resize(4);
    if (!counted && is_narrow(painter)) leave_out_counters(table);
  }
  // Its head is wider than most numbers, and stands over no empty column.
  const bool differs = std::any_of(table.rows.begin(), table.rows.end(), [](const TableRow& row) {
    return row.cells.size() > kDifference && !row.cells[kDifference].text.empty();
  });
  if (table.columns.size() > kDifference && (!differs || room.w < kHalfTable * painter.unit))
    table.columns[kDifference].name.clear();
  table.row_height = row_height;
  const Rect whole = std::exchange(painter.content, room);
  if (with_why) leave_out_empty_columns(table);
  if (table.columns.size() == 2)
    keep_names(painter, table, {0, 1}, kMinName);
  else if (with_why)
    keep_reasons_whole(painter, table);
  else
    table.columns[0].stretches = kMinName;
  if (cuts_names(painter, table)) name_in_parts(table);
  draw_table(painter, table, state);
  painter.content = whole;
}

/// One table if all rows fit below each other, else two side by side.
void draw_totals(Painter& painter, const Known& known, const VariantView& state) {
  const float unit = painter.unit, gap = 16 * unit;
  std::vector<TableRow> rows = step_rows(known, state.position);
  for (TableRow& row : rows) {
    row.cells.back() = {};  // the sentence above the table has said why
    if (is_narrow(painter))
      row.cells.front().text = tr_format("masks, line {}", step_of(known.run, state.position)->source_line);
  }
  for (TableRow& row : total_rows(known, false)) rows.push_back(std::move(row));
  const Rect room = painter.content;
  const auto height = [&](std::size_t count) {
    return std::clamp(std::floor(room.h / unit / static_cast<float>(count + 1)), kMinRowHeight, kRowHeight);
  };
  const bool tall = static_cast<float>(rows.size() + 1) * kMinRowHeight * unit <= room.h;
  const bool counted = bool(known.record);
  if (tall || room.w < 2 * kHalfTable * unit + gap)
    return draw_rows(painter, rows, state, room, tall && room.w >= kWhyFrom * unit, height(rows.size()), counted);
  const auto middle = rows.begin() + static_cast<std::ptrdiff_t>((rows.size() + 1) / 2);
  const float half = (room.w - gap) / 2, each = height((rows.size() + 1) / 2);
  draw_rows(painter, {middle, rows.end()}, state, {room.x + half + gap, room.y, half, room.h}, false, each,
            counted);
  draw_rows(painter, {rows.begin(), middle}, state, {room.x, room.y, half, room.h}, false, each, counted);
}

NumberTable counters_table(const ViewInput& input) {
  NumberTable table{.columns = counter_columns(), .rows = {}};
  if (!input.run.trace) return table;
  const Known known = known_of(input);
  table.rows = step_rows(known, input.state.position);
  for (TableRow& row : total_rows(known, true)) table.rows.push_back(std::move(row));
  return table;
}

Scene counters_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  const Run& run = input.run;
  Missing missing = missing_counters(input);
  if (is_narrow(painter) && missing.offers.size() > 1) missing.offers.resize(1);  // as many lines in each column
  if (!run.trace || run.metrics.block.steps.empty()) {
    painter.header(tr("Counters"), "", {});
    draw_missing(painter, missing);
    return std::move(painter.scene);
  }
  const Known known = known_of(input);
  const bool no_reasons = painter.content.w < kWhyFrom * painter.unit;
  painter.header(tr("Counters"), subtitle(known) + (no_reasons ? tr(" · point at a row for the reason") : ""), {});
  draw_step(painter, run, input.state.position);
  if (missing && (is_low(painter) || is_narrow(painter)))
    draw_missing_in_a_line(painter, missing);
  else if (missing)
    draw_missing_above(painter, missing);
  draw_totals(painter, known, input.state);
  return std::move(painter.scene);
}

}  // namespace

View counters_view() {
  return {.id = "counters",
          .title = tr_later("Counters"),
          .description = tr_later("The counts from the source beside the GPU's own counters, and why they "
                                  "differ."),
          .example = "interleaved_shared --n 2^20 --block 256 --step 6",
          .build = counters_scene,
          .table = counters_table,
          .missing = missing_counters,
          .group = ViewGroup::reasons,
          .former_id = "truth"};
}

}  // namespace lanescope
