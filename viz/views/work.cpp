// Work and parallelism: the textbook's formulas beside what the trace counts, with a tick if they agree, and how
// many threads each step can use.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "engine/analysis/work_table.h"
#include "engine/request/catalogue.h"
#include "viz/kit/number_table.h"
#include "viz/text/characters.h"
#include "viz/views/shared/step_table.h"
#include "viz/views/view.h"

namespace lanescope {
namespace {

constexpr float kWorkTableWidth = 400, kDemandWidth = 200, kNarrow = 300, kMinName = 48, kMinWhy = 160,
                kRowHeight = 20, kMinRowHeight = 16, kWhyFrom = 725;
constexpr const char* kNoCount = "–";
constexpr float kShareOfReasons = 0.35f;                     // of the height, at most
constexpr float kMostDemand = 320, kLeastDemandBelow = 120;  // heights of the demand, beside the table or below it
constexpr std::size_t kPredicted = 2, kCounted = 3, kDifference = 4;  // among the columns

std::string number(double value) {
  if (value == std::floor(value)) return grouped(static_cast<std::uint64_t>(value));
  const double tenths = std::round(value * 10) / 10;
  const std::string whole = grouped(static_cast<std::uint64_t>(tenths));
  return fmt::format("{}.{}", whole, std::llround((tenths - std::floor(tenths)) * 10));
}

TableCell agreement_cell(const WorkRow& row) {
  if (row.agreement == Agreement::equal) return {"✓", Tone::good};
  if (!row.counted) return {"", Tone::dim};
  const double difference = *row.counted - row.predicted;
  // Where a closed form of the kernel says by how much, it is another formula and no fault.
  return {(difference < 0 ? "−" : "+") + number(std::abs(difference)),
          row.agreement == Agreement::unexplained ? Tone::warn : Tone::normal};
}

TableRow row_of(const WorkRow& row, const Sentence& title) {
  TableRow cells;
  cells.cells = {{tr(row.name), Tone::dim},
                 {row.formula},
                 {number(row.predicted)},
                 {row.counted ? number(*row.counted) : kNoCount, row.counted ? Tone::normal : Tone::dim},
                 agreement_cell(row),
                 {tr(row.why), Tone::dim}};
  cells.tip = row.formula + (row.why.empty() ? "" : "\n" + tr(row.why));
  cells.name = "row/" + title.text() + "/" + row.name.text();
  return cells;
}

TableRow heading_of(const WorkSection& section) {
  TableRow heading;
  heading.cells = {{tr(section.title)}, {section.letters, Tone::dim}, {}, {}, {}, {}};
  heading.heading = true;
  heading.tip = section.letters + "\n" + tr(section.meaning);
  return heading;
}

std::vector<TableColumn> columns() {
  return {{.name = "", .tip = "", .is_number = false, .need = 9, .tone = Tone::normal},
          {.name = tr("formula"),
           .tip = tr("As the textbook writes it; the letters are explained above each part."),
           .is_number = false,
           .need = 3},
          // Without what was predicted a tick would be one of nothing, so the marks go first.
          {.name = tr("predicted"), .tip = tr("What the formula gives for this launch."), .need = 8},
          {.name = tr("counted"), .tip = tr("What the trace counts."), .need = 8},
          {.name = "",
           .tip = tr("A tick if they are equal, otherwise how much more or less was counted."),
           .is_number = false,
           .need = 6,
           .joined = true},
          {.name = "", .tip = tr("Why the two differ."), .is_number = false, .need = 1, .stretches = kMinWhy}};
}

/// "barriers, 1 less"
std::string difference_of(const WorkRow& row) {
  const double more = *row.counted - row.predicted;
  return more < 0 ? tr_format("{}, {} less", tr(row.name), number(-more))
                  : tr_format("{}, {} more", tr(row.name), number(more));
}

/// Why formulas and what was counted differ, a line for each reason: below the table, where that has no room for
/// it.
std::vector<std::string> reasons_of(const std::vector<WorkSection>& sections) {
  std::vector<std::pair<std::string, std::string>> reasons;  // what differs, and why
  for (const WorkSection& section : sections)
    for (const WorkRow& row : section.rows) {
      if (!row.counted || row.agreement == Agreement::equal || row.why.empty()) continue;
      const std::string difference = difference_of(row), why = tr(row.why);
      const auto same =
          std::find_if(reasons.begin(), reasons.end(), [&](const auto& one) { return one.second == why; });
      if (same == reasons.end())
        reasons.emplace_back(difference, why);
      else if (same->first.find(difference) == std::string::npos)
        same->first += tr("; ") + difference;
    }
  std::vector<std::string> words;
  for (const auto& [differences, why] : reasons) words.push_back(tr_format("{}: {}", differences, why));
  return words;
}

/// The sections of a part of the picture, one below the other. The first heading is on the line of the column
/// names.
NumberTable part_of(const std::vector<WorkSection>& sections, float width) {
  const bool narrow = width < kNarrow;
  NumberTable table{.columns = columns(), .rows = {}};
  table.columns[0].name = tr(sections.front().title);
  if (width < kWhyFrom) table.columns.pop_back();  // told below the table
  table.columns[1].name = sections.front().letters;
  table.columns[0].tip = table.columns[1].tip = tr(sections.front().meaning);
  for (const WorkSection& section : sections) {
    if (&section != &sections.front()) table.rows.push_back(heading_of(section));
    for (const WorkRow& row : section.rows) {
      table.rows.push_back(row_of(row, section.title));
      auto& cells = table.rows.back().cells;
      TableCell& difference = cells[kDifference];
      if (narrow && difference.text != "✓" && !difference.text.empty()) difference.text = "≠";
    }
  }
  return table;
}

float reason_pitch(const Painter& painter) {
  return std::round(1.35f * painter.small);
}

/// As many as have room, each whole: half a sentence says nothing.
std::vector<std::string> reason_lines(const Painter& painter, const std::vector<std::string>& reasons,
                                      const Rect& room) {
  const auto most = static_cast<std::size_t>(kShareOfReasons * room.h / reason_pitch(painter));
  std::vector<std::string> lines;
  for (const std::string& reason : reasons) {
    const auto more = broken_lines(reason, room.w, [&](const std::string& words) {
      return painter.width_of(words, FontFace::sans, painter.small);
    });
    if (lines.size() + more.size() > most) break;
    lines.insert(lines.end(), more.begin(), more.end());
  }
  return lines;
}

/// Where there is room for what was counted alone, a row that has no count would say nothing, nor would a heading
/// without rows.
void keep_counted(NumberTable& table) {
  std::vector<TableRow> kept;
  for (TableRow& row : table.rows) {
    if (!row.heading && row.cells[kCounted].text == kNoCount) continue;
    if (row.heading && !kept.empty() && kept.back().heading) kept.pop_back();
    kept.push_back(std::move(row));
  }
  if (!kept.empty() && kept.back().heading) kept.pop_back();
  table.rows = std::move(kept);
}

/// Of the painter's content.
NumberTable whole_table_of(const Painter& painter, const std::vector<WorkSection>& sections) {
  const float width = painter.content.w;
  NumberTable table = part_of(sections, width / painter.unit);
  if (width < kNarrow * painter.unit) keep_names(painter, table, {0, kCounted}, kMinName);
  return table;
}

/// The sections of each variant, those of the one that is drawn first.
using Parts = std::vector<std::vector<WorkSection>>;

/// A column for which one variant has no room is in none.
NumberTable table_beside_others(const Painter& painter, const Parts& parts) {
  std::set<std::size_t, std::greater<>> out;
  for (const std::vector<WorkSection>& sections : parts)
    for (const std::size_t column : columns_without_room(painter, whole_table_of(painter, sections)))
      out.insert(column);
  NumberTable table = whole_table_of(painter, parts.front());
  if (out.contains(kPredicted)) keep_counted(table);
  for (const std::size_t column : out) {
    const auto at = static_cast<std::ptrdiff_t>(column);
    table.columns.erase(table.columns.begin() + at);
    for (TableRow& row : table.rows) row.cells.erase(row.cells.begin() + at);
  }
  return table;
}

/// At the bottom of the room, below as many lines as another variant has. Returns the height that is left above.
float draw_reasons(Painter& painter, const Parts& parts, const Rect& room) {
  if (room.w >= kWhyFrom * painter.unit) return room.h;  // each row has its own
  std::size_t most = 0;
  for (const std::vector<WorkSection>& sections : parts)
    most = std::max(most, reason_lines(painter, reasons_of(sections), room).size());
  const float line = reason_pitch(painter), height = line * static_cast<float>(most);
  float y = room.bottom() - height + line / 2;
  for (const std::string& words : reason_lines(painter, reasons_of(parts.front()), room)) {
    painter.text(room.x, y, words, FontFace::sans, painter.small, Align::left, painter.colors.text);
    y += line;
  }
  return room.h - height;
}

/// Rows are closer together if that makes all of them visible, those of another variant, too: each stands beside
/// its like.
void draw_part(Painter& painter, const Parts& parts, const VariantView& state, Rect room) {
  room.h = draw_reasons(painter, parts, room);
  const Rect whole = std::exchange(painter.content, room);
  NumberTable table = table_beside_others(painter, parts);
  std::size_t rows = table.rows.size();
  for (std::size_t other = 1; other < parts.size(); ++other) {
    Parts first = parts;
    std::swap(first.front(), first[other]);
    rows = std::max(rows, table_beside_others(painter, first).rows.size());
  }
  const float each = room.h / painter.unit / static_cast<float>(rows + 1);
  table.row_height = std::clamp(std::floor(each), kMinRowHeight, kRowHeight);
  table.rows_beside = rows;
  draw_table(painter, table, state);
  painter.content = whole;
}

constexpr float kHairPitch = 0.05f;  // pixels

/// One bar per step, as high as its number of active threads: the demand for parallelism, which is far from even.
void draw_demand(Painter& painter, const Run& run, std::uint32_t position, Rect room) {
  const float unit = painter.unit;
  const auto& steps = run.metrics.block.steps;
  std::vector<std::uint32_t> shown;  // loads and commits work on nothing
  for (std::uint32_t i = 0; i < steps.size(); ++i)
    if (is_step(steps[i].phase)) shown.push_back(i);
  const std::size_t count = shown.size();
  const std::string title = tr("active threads, step by step");
  painter.fitted_text(room.x, room.y + 10 * unit, title, FontFace::sans, painter.small, room.w,
                      painter.colors.muted);
  if (count == 0) return;
  std::uint32_t peak = 1;
  for (const std::uint32_t i : shown) peak = std::max(peak, steps[i].active_threads);
  const float top = room.y + 24 * unit, bottom = room.bottom() - 18 * unit,
              pitch = std::min(room.w / static_cast<float>(count), 40 * unit);
  if (bottom - top < 16 * unit) return;
  const float width = std::max(1.0f, pitch - (pitch >= 4 * unit ? std::max(1.0f, 0.2f * pitch) : 0));
  float labelled = room.x, last_x = room.x - 1;
  const StepMetrics* last = nullptr;
  for (std::size_t i = 0; i < count; ++i) {
    const StepMetrics& step = steps[shown[i]];
    const bool is_edge = shown[i] + 1 == position || shown[i] == position;
    const bool is_alike = last && last->active_threads == step.active_threads &&
                          (last->divergent_warps > 0) == (step.divergent_warps > 0);
    // Of thousands of alike steps under a pixel one bar is enough.
    if (pitch < kHairPitch && is_alike && !is_edge && room.x + pitch * static_cast<float>(i) - last_x < 1) continue;
    last = &step;
    last_x = room.x + pitch * static_cast<float>(i);
    const float height =
        std::max(unit, (bottom - top) * static_cast<float>(step.active_threads) / static_cast<float>(peak));
    const float x = room.x + pitch * static_cast<float>(i);
    const bool done = shown[i] < position, current = shown[i] + 1 == position;
    if (current)
      painter.scene.quads.push_back(
          {.rect = {x - (pitch - width) / 2, top, pitch, bottom - top}, .color = painter.colors.current_band});
    const Color color = step.divergent_warps > 0 ? painter.colors.divergent_active : painter.colors.active;
    painter.scene.quads.push_back({.rect = {x, bottom - height, width, height},
                                   .color = done ? color : mix(painter.colors.background, color, 0.4f)});
    if (x + width / 2 >= labelled) {
      const std::string label = std::to_string(step.active_threads);
      // The first and the last one are not left out for being wider than their bars.
      const float words = painter.width_of(label, FontFace::mono, painter.small), least = room.x + words / 2,
                  middle = std::clamp(x + width / 2, least, std::max(least, room.right() - words / 2));
      if (middle - words / 2 >= labelled) {
        painter.text(middle, bottom + 10 * unit, label, FontFace::mono, painter.small, Align::center,
                     current ? painter.colors.text : painter.colors.muted);
        labelled = middle + words / 2 + 5 * unit;
      }
    }
    painter.scene.picks.push_back(
        {{x, top, pitch, bottom - top}, {.step = shown[i], .warp = {}, .lane = {}, .node = {}}});
  }
}

/// The most that a variant has.
std::size_t rows_of(const Parts& parts) {
  std::size_t most = 0;
  for (const std::vector<WorkSection>& sections : parts) {
    std::size_t rows = 0;
    for (const WorkSection& section : sections) rows += 1 + section.rows.size();
    most = std::max(most, rows);
  }
  return most;
}

std::vector<WorkSection> sections_of(const Run& run) {
  if (!run.trace) return {};
  return work_sections(kernel_info(run.request.kernel), *run.trace, run.metrics);
}

/// One below the other if the height allows it; else the block at the left and the rest beside it.
void draw_sections(Painter& painter, Parts parts, const VariantView& state, Rect room) {
  const float unit = painter.unit, gap = 16 * unit;
  const bool tall = static_cast<float>(rows_of(parts)) * kMinRowHeight * unit <= room.h;
  if (tall || parts.front().size() < 2 || room.w < 2 * kWorkTableWidth * unit + gap)
    return draw_part(painter, parts, state, room);
  const float half = (room.w - gap) / 2;
  Parts rest;
  for (std::vector<WorkSection>& sections : parts) {
    if (sections.size() > 1) rest.emplace_back(sections.begin() + 1, sections.end());
    sections.resize(1);
  }
  draw_part(painter, parts, state, {room.x, room.y, half, room.h});
  draw_part(painter, rest, state, {room.x + half + gap, room.y, half, room.h});
}

Parts parts_of(const ViewInput& input) {
  Parts parts{sections_of(input.run)};
  for (const auto& other : input.variants)
    if (other && other.get() != &input.run)
      if (auto sections = sections_of(*other); !sections.empty()) parts.push_back(std::move(sections));
  return parts;
}

NumberTable work_table(const ViewInput& input) {
  NumberTable table{.columns = columns(), .rows = {}};
  table.columns.insert(table.columns.begin(), {.name = tr("of"), .tip = "", .is_number = false});
  table.columns[1].name = tr("quantity");
  table.columns[5].name = tr("difference");
  table.columns[6].name = tr("why");
  for (const WorkSection& section : sections_of(input.run))
    for (const WorkRow& row : section.rows) {
      table.rows.push_back(row_of(row, section.title));
      table.rows.back().cells.insert(table.rows.back().cells.begin(), {tr(section.title)});
    }
  return table;
}

Scene work_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  const Parts parts = parts_of(input);
  const auto& sections = parts.front();
  const float unit = painter.unit;
  painter.header(tr("Work"), sections.empty() ? "" : tr("predicted by formula, and counted in the trace"), {});
  if (sections.empty()) {
    painter.empty_state(
        input.run.trace
            ? tr("There is nothing to reduce: N is 0.")
            : tr("N − 1 operations in N − 1 steps, one after another: this loop has no trace to count."));
    return std::move(painter.scene);
  }
  Rect room = painter.content;
  const bool has_steps = history_in_view(input.run)->counted_steps() > 0;
  const float below = room.h - kMinRowHeight * unit * static_cast<float>(rows_of(parts) + 1);
  if (has_steps && room.w >= (kWorkTableWidth + kDemandWidth + 24) * unit) {
    const float width = std::clamp(0.24f * room.w, kDemandWidth * unit, 360 * unit);
    room.w -= width + 24 * unit;
    draw_demand(painter, input.run, input.state.position,
                {room.right() + 24 * unit, room.y, width, std::min(room.h, kMostDemand * unit)});
  } else if (has_steps && below >= kLeastDemandBelow * unit) {
    const float height = std::clamp(0.3f * room.h, kLeastDemandBelow * unit, std::min(below, kMostDemand * unit));
    room.h -= height;
    draw_demand(painter, input.run, input.state.position,
                {room.x, room.bottom() + 8 * unit, room.w, height - 8 * unit});
  }
  draw_sections(painter, parts, input.state, room);
  return std::move(painter.scene);
}

}  // namespace

View work_view() {
  return {.id = "work",
          .title = tr_later("Work"),
          .description =
              tr_later("Operations, steps and parallelism: the textbook's formulas beside what was counted."),
          .example = "--preset coarsening_figure",
          .build = work_scene,
          .table = work_table,
          .group = ViewGroup::reasons,
          .fits = fits::has_tree,
          .looks_at_others = true};
}

}  // namespace lanescope
