// The source view: the kernel as plain CUDA, with the line of the current step marked, and the cost of each line
// in the margin.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/analysis/metric.h"
#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"
#include "viz/kit/listing.h"
#include "viz/kit/painter.h"
#include "viz/views/shared/captions.h"
#include "viz/views/shared/step_table.h"
#include "viz/views/shared/variant_name.h"
#include "viz/views/view.h"

namespace lanescope {
namespace {

constexpr float kMaxPitch = 18, kMinPitch = 14, kColumnGap = 12;
/// At least this many characters of code stay visible; the margin gets the rest. Where there is no margin, lines
/// that are too long are wrapped: what differs between two kernels often stands at their end.
constexpr float kMinCode = 48;

struct PlacedColumn {
  const Metric* metric = nullptr;
  float right = 0, width = 0;
};

/// The layout: the visible lines, and the columns at the right.
struct Layout {
  std::size_t first = 0, end = 0;  ///< visible lines
  bool fold = false;               ///< a row above them that says what is hidden
  float top = 0, pitch = 0;
  float number_right = 0, code_left = 0, code_right = 0;
  float font = 0;
  std::vector<PlacedColumn> columns;
  bool wraps = false;               ///< lines that are too long go on in the next row
  std::vector<std::size_t> row_of;  ///< of each visible line, counted from the first; wrapped lines have several

  float y(std::size_t line) const {
    return top + pitch * (static_cast<float>(row_of[line - first]) + (fold ? 1.5f : 0.5f));
  }
};

class SourceDrawing {
 public:
  SourceDrawing(Painter& painter, const Run& run, const VariantView& state)
      : painter_(painter),
        run_(run),
        state_(state),
        listed_(listed(run)),
        margin_(metrics_in(&Metric::source_view)) {
    place_columns();
    place_rows();
  }

  void draw() {
    draw_heads();
    if (layout_.fold) draw_fold();
    for (std::size_t i = layout_.first; i < layout_.end; ++i) draw_line(i);
  }

 private:
  bool stands_for(const ListingLine& line, std::optional<std::uint32_t> step) const {
    return step && std::binary_search(line.steps.begin(), line.steps.end(), *step);
  }
  std::optional<std::uint32_t> current_step() const {
    return state_.position == 0 ? std::nullopt : std::optional(state_.position - 1);
  }

  std::size_t first_line() const { return state_.source_head ? 0 : listed_->body; }

  void place_columns() {
    const float unit = painter_.unit;
    std::size_t longest = 0;
    for (std::size_t i = first_line(); i < listed_->lines.size(); ++i)
      longest = std::max(longest, listed_->lines[i].length);
    layout_.number_right =
        painter_.content.x + 10 * unit + painter_.width_of("000", FontFace::mono, painter_.small);
    layout_.code_left = layout_.number_right + 12 * unit;
    const float code_width = static_cast<float>(longest) * painter_.width_of("0", FontFace::mono, painter_.small);
    const float least = std::min(code_width, kMinCode * painter_.width_of("0", FontFace::mono, painter_.small));
    float right = painter_.content.right() - 8 * unit;
    for (const Metric* metric : margin_) {
      const float width = std::max(painter_.width_of(tr(metric->source_view.word), FontFace::sans, painter_.small),
                                   painter_.width_of(widest_number(*metric), FontFace::mono, painter_.small));
      if (right - width - kColumnGap * unit < layout_.code_left + least) break;
      right -= width + kColumnGap * unit;
      layout_.columns.push_back({metric, 0, width});
    }
    layout_.code_right = layout_.columns.empty() ? painter_.content.right() : right;
    float x = painter_.content.right() - 8 * unit;
    for (auto placed = layout_.columns.rbegin(); placed != layout_.columns.rend(); ++placed) {
      placed->right = x;
      x -= placed->width + kColumnGap * unit;
    }
    const float large = static_cast<float>(longest) * painter_.width_of("0", FontFace::mono, painter_.body);
    layout_.font = layout_.code_left + large <= layout_.code_right ? painter_.body : painter_.small;
    layout_.wraps =
        std::any_of(listed_->lines.begin() + static_cast<std::ptrdiff_t>(first_line()), listed_->lines.end(),
                    [&](const ListingLine& line) { return line.length > room_of(line); });
  }

  /// Characters of code in a row of the line.
  std::size_t room_of(const ListingLine& line) const {
    const float advance = painter_.width_of("0", FontFace::mono, layout_.font);
    return static_cast<std::size_t>(std::max(1.0f, (code_right(line) - layout_.code_left) / advance));
  }
  std::vector<CodePiece> pieces_of(const ListingLine& line) const {
    return wrapped(line, room_of(line), layout_.wraps && layout_.columns.empty());
  }

  std::string widest_number(const Metric& metric) const {
    std::uint64_t most = 0;
    for (const ListingLine& line : listed_->lines)
      if (line.counts) most = std::max(most, count_of(metric.of_line(*line.counts)));
    return grouped(most);
  }

  void place_rows() {
    const float unit = painter_.unit;
    layout_.fold = listed_->body > 0;
    layout_.top = painter_.content.y + (layout_.columns.empty() ? 0 : 16 * unit);
    const std::size_t from = first_line(), lines = listed_->lines.size() - from, extra = layout_.fold ? 1 : 0;
    const float height = std::max(1.0f, painter_.content.bottom() - layout_.top);
    const float least = std::max(kMinPitch * unit, layout_.font + 2 * unit);
    layout_.pitch = std::clamp(std::floor(height / static_cast<float>(lines + extra)), least, kMaxPitch * unit);
    auto room = static_cast<std::size_t>(height / layout_.pitch);
    layout_.first = from;
    if (lines + extra > room) {
      // The fold's row is dropped first; then only the lines around the current one are shown, or those that the
      // wheel chose.
      const bool chosen = state_.list_first && state_.list_scrolled;
      layout_.fold = layout_.fold && room > 2 && (chosen ? *state_.list_first == 0 : state_.position == 0);
      room -= layout_.fold ? 1 : 0;
      const std::size_t around = current_line() - std::min(current_line() - from, room / 3) - from;
      layout_.first = from + painter_.scrolled(lines - std::min(lines, room), chosen ? *state_.list_first : around);
    }
    if (layout_.wraps) return wrap_rows(room);
    layout_.end = std::min(listed_->lines.size(), layout_.first + room);
    for (std::size_t i = layout_.first; i < layout_.end; ++i) layout_.row_of.push_back(i - layout_.first);
  }

  /// Wrapped lines, the current one among them: in the upper third, unless the wheel chose the first one.
  void wrap_rows(std::size_t room) {
    const auto rows = [&](std::size_t line) { return pieces_of(listed_->lines[line]).size(); };
    const std::size_t from = first_line(), current = current_line();
    std::size_t first = current;
    for (std::size_t above = 0; first > from && above + rows(first - 1) <= room / 3;) above += rows(--first);
    std::size_t to_end = 0;
    for (std::size_t i = first; i < listed_->lines.size(); ++i) to_end += rows(i);
    while (first > from && to_end + rows(first - 1) <= room)
      to_end += rows(--first);  // none is left empty below the last line
    const bool chosen = state_.list_first && state_.list_scrolled;
    std::size_t all = 0;
    for (std::size_t i = from; i < listed_->lines.size(); ++i) all += rows(i);
    if (all + (layout_.fold ? 1 : 0) <= room) {
      layout_.first = from;
    } else {
      layout_.fold = false;
      layout_.first =
          from + painter_.scrolled(listed_->lines.size() - from - 1, chosen ? *state_.list_first : first - from);
    }
    std::size_t used = 0;
    for (layout_.end = layout_.first; layout_.end < listed_->lines.size(); ++layout_.end) {
      const std::size_t more = rows(layout_.end);
      if (used + more > room && used > 0) break;
      layout_.row_of.push_back(used);
      used += more;
    }
  }

  /// The line of the current step; before the first step, the first line of the listing.
  std::size_t current_line() const {
    for (std::size_t i = first_line(); i < listed_->lines.size(); ++i)
      if (stands_for(listed_->lines[i], current_step())) return i;
    return std::max(first_line(), listed_->start);
  }

  void draw_heads() {
    const float y = painter_.content.y + 6 * painter_.unit;
    for (const PlacedColumn& placed : layout_.columns) {
      painter_.text(placed.right, y, tr(placed.metric->source_view.word), FontFace::sans, painter_.small,
                    Align::right, painter_.colors.faint);
      painter_.scene.picks.push_back(
          {{placed.right - placed.width, painter_.content.y, placed.width, 14 * painter_.unit},
           {},
           {},
           tr(tip_of(*placed.metric, &Metric::source_view)),
           {}});
    }
  }

  void draw_fold() {
    const std::string words = state_.source_head
                                  ? tr("hide what is above the kernel")
                                  : tr_format("{} above the kernel ...", counted(listed_->body, "line"));
    const float y = layout_.top + layout_.pitch / 2;
    painter_.fitted_text(layout_.code_left, y, words, FontFace::sans, painter_.small,
                         layout_.code_right - layout_.code_left, painter_.colors.selection);
    painter_.scene.picks.push_back({{painter_.content.x, layout_.top, painter_.content.w, layout_.pitch},
                                    {},
                                    {SetSourceHead{!state_.source_head}},
                                    tr("The head of the file, and helpers that the listing needs to compile."),
                                    "fold"});
  }

  void draw_line(std::size_t index) {
    const ListingLine& line = listed_->lines[index];
    const float y = layout_.y(index), unit = painter_.unit;
    const std::size_t rows = pieces_of(line).size();
    const Rect place{painter_.content.x, y - layout_.pitch / 2, painter_.content.w,
                     layout_.pitch * static_cast<float>(rows)};
    const bool current = stands_for(line, current_step());
    if (current) painter_.scene.quads.push_back({.rect = place, .color = painter_.colors.current_band});
    if (current && index == current_line())
      painter_.scene.quads.push_back(
          {.rect = {place.x, place.y, 3 * unit, place.h}, .color = painter_.colors.text, .radius = 1.5f * unit});
    if (!line.mistakes.empty()) draw_mistake(place);
    if (stands_for(line, state_.hover.step)) light(place, painter_.colors.hover, unit);
    if (stands_for(line, state_.selection.step)) light(place, painter_.colors.selection, 2 * unit);
    if (line.file_line > 0)
      painter_.text(layout_.number_right, y, std::to_string(line.file_line), FontFace::mono, painter_.small,
                    Align::right, current ? painter_.colors.text : painter_.colors.faint);
    draw_code(line, y);
    draw_counts(line, y);
    Pick pick{.rect = place, .focus = {}, .tip = tip_of_line(line), .name = fmt::format("line/{}", line.file_line)};
    if (const auto next = step_from(line, state_.position)) {
      pick.focus.step = current ? current_step() : next;
      pick.chooses = Focus{.step = next, .warp = {}, .lane = {}, .node = {}};
    }
    painter_.scene.picks.push_back(std::move(pick));
  }

  /// What was found here is told by the tip.
  void draw_mistake(const Rect& place) {
    Color soft = painter_.colors.fault;
    soft.a = 60;
    painter_.scene.quads.push_back({.rect = place, .color = soft});
    const float radius = 4 * painter_.unit;
    painter_.scene.quads.push_back({.rect = {layout_.number_right + 6 * painter_.unit - radius,
                                             place.y + place.h / 2 - radius, 2 * radius, 2 * radius},
                                    .color = painter_.colors.fault,
                                    .radius = radius});
  }

  /// Bars at both ends of the line: an outline would overlap its neighbours.
  void light(const Rect& place, Color color, float width) {
    painter_.scene.overlays.push_back(
        {.rect = {place.x + 4 * painter_.unit, place.y, width, place.h}, .color = color});
    painter_.scene.overlays.push_back({.rect = {place.right() - width, place.y, width, place.h}, .color = color});
  }

  /// Where a line's code must end: before its first number in the margin.
  float code_right(const ListingLine& line) const {
    if (!line.counts) return painter_.content.right();
    for (const PlacedColumn& placed : layout_.columns)
      if (const std::uint64_t value = count_of(placed.metric->of_line(*line.counts)); value > 0)
        return placed.right - painter_.width_of(grouped(value), FontFace::mono, painter_.small) -
               kColumnGap * painter_.unit;
    return painter_.content.right();
  }

  /// Every row of a line.
  void draw_code(const ListingLine& line, float y) {
    const float advance = painter_.width_of("0", FontFace::mono, layout_.font);
    for (const CodePiece& piece : pieces_of(line)) {
      std::size_t at = 0;
      for (const TokenSpan& span : line.spans) {
        const std::size_t begin = std::max(at, piece.begin), end = std::min(at + span.text.size(), piece.end);
        if (begin < end) {
          const std::string part = span.text.substr(begin - at, end - begin);
          const std::size_t blank = std::min(part.find_first_not_of(' '), part.size());
          painter_.text(
              layout_.code_left + advance * static_cast<float>(piece.indent + begin - piece.begin + blank), y,
              part.substr(blank), FontFace::mono, layout_.font, Align::left, color_of(span.token, painter_.colors));
        }
        at += span.text.size();
      }
      y += layout_.pitch;
    }
  }

  void draw_counts(const ListingLine& line, float y) {
    if (!line.counts) return;
    for (const PlacedColumn& placed : layout_.columns) {
      const std::uint64_t value = count_of(placed.metric->of_line(*line.counts));
      if (value == 0) continue;
      painter_.text(placed.right, y, grouped(value), FontFace::mono, painter_.small, Align::right,
                    placed.metric->source_view.costs ? painter_.colors.warn_text : painter_.colors.muted);
    }
  }

  /// What was found in the line, and what it costs.
  std::string tip_of_line(const ListingLine& line) const {
    std::string words;
    for (const Sentence& mistake : line.mistakes) words += (words.empty() ? "" : "\n") + tr(mistake);
    for (const std::string& part : {barrier_words(line), costs_of(line)})
      if (!part.empty()) words += (words.empty() ? "" : "\n\n") + part;
    return words;
  }

  /// What a barrier is for, and why a line that only works in registers has none.
  std::string barrier_words(const ListingLine& line) const {
    std::string code;
    for (const TokenSpan& span : line.spans) code += span.text;
    if (code.find("__syncthreads()") != std::string::npos)
      return tr(
          "Every warp of the block waits here for the last one, so that none reads what another has not written "
          "yet.");
    const History* history = history_in_view(run_);
    if (!history || has_array_result(run_.launch.workload)) return "";
    const bool own = std::any_of(line.steps.begin(), line.steps.end(), [&](std::uint32_t step) {
      return step < history->steps() && history->phases[step] == Phase::own;
    });
    return own ? why_registers_need_no_barrier() : "";
  }

  std::string costs_of(const ListingLine& line) const {
    std::string words;
    if (!line.counts) return words;
    for (const Metric* metric : margin_)
      if (const std::uint64_t value = count_of(metric->of_line(*line.counts)); value > 0)
        words += (words.empty() ? "" : " · ") + counted(value, metric->source_view.noun);
    if (words.empty()) return words;
    words = tr_format("Line {}, in block {}: {}.", line.file_line, grouped(run_.request.block), words);
    const CompiledStep* compiled = run_.compiled.at(line.counts->line);
    return compiled ? words + "\n" + tr(compiled->sentence) : words;
  }

  Painter& painter_;
  const Run& run_;
  const VariantView& state_;
  std::shared_ptr<const ListedKernel> listed_;
  std::vector<const Metric*> margin_;  ///< the metrics counted beside the code
  Layout layout_;
};

Scene source_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  const KernelInfo& kernel = entry_info(input.run.launch.entry);
  const bool has_listing = input.run.trace || kernel.own;
  const std::string words = kernel.own    ? without_folder(kernel.own->file_name)
                            : has_listing ? tr_format("{} as plain CUDA", kernel.file)
                                          : "";
  painter.header(tr("Source"), words, {});
  if (!has_listing)
    painter.empty_state(kernel.is_library ? tr("Library code: not shown here.")
                                          : tr_format("A loop on the host, in {}: no CUDA to show.", kernel.file));
  else
    SourceDrawing(painter, input.run, input.state).draw();
  return std::move(painter.scene);
}

}  // namespace

View source_view() {
  return {
      .id = "source",
      .title = tr_later("Source"),
      .description = tr_later("The kernel as plain CUDA: the line of the current step, and what each line cost."),
      .example = "convergent_shared --n 2048 --block 1024 --step 9",
      .build = source_scene,
      .needs_trace = false};
}

}  // namespace lanescope
