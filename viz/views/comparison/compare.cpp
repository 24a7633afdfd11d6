// The comparison: why the variants differ in one sentence, and what each costs, one column per variant, also as a
// multiple of the least among variants that do the same work.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "viz/kit/choices.h"
#include "viz/kit/number_table.h"
#include "viz/text/characters.h"
#include "viz/views/comparison/compared_rows.h"
#include "viz/views/comparison/compared_words.h"
#include "viz/views/shared/same_work.h"
#include "viz/views/shared/times.h"
#include "viz/views/shared/variant_name.h"
#include "viz/views/view.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

// In units: a column, heights of the table, the table of one variant and its rows.
constexpr float kNarrowestValue = 52, kLeastTable = 38, kUsualTable = 100, kTotalsWidth = 360, kNearestRows = 14;

std::string what_is_marked(const std::vector<std::shared_ptr<const Run>>& runs) {
  std::size_t pairs = 0, alike = 0;
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      if (!runs[i] || !runs[k]) continue;
      ++pairs;
      alike += same_result(*runs[i], *runs[k]);
    }
  if (alike == pairs) return tr("the same work: green is the least of a row, orange how many times as much");
  if (alike > 0) return tr("not all do the same work: green is the least among those that do");
  return tr("they do not do the same work, so none is marked as the least");
}

Compared compared(const ViewInput& input) {
  Compared variants;
  const bool faster = !fastest_factor(input).words.empty();
  for (const auto& run : input.variants)
    variants.push_back({run.get(), run ? shown_time(input, *run) : std::nullopt, faster});
  return variants;
}

NumberTable compare_table(const ViewInput& input) {
  NumberTable table;
  const auto& runs = input.variants;
  const TableHeads heads = heads_of(runs);
  table.columns.push_back({.name = heads.first, .tip = "", .is_number = false, .need = 9});
  for (std::size_t variant = 0; variant < runs.size(); ++variant) {
    table.columns.push_back({.name = heads.columns[variant],
                             .tip = "",
                             .need = runs[variant].get() == &input.run ? 9 : 8 - static_cast<int>(variant),
                             .tone = Tone::normal,
                             .stretches = runs.size() > 1 ? kNarrowestValue : 0,
                             .kept = true,
                             .brief = runs.size() > 1 ? letter_of(variant) : ""});
    table.columns.push_back({.name = "",
                             .tip = tr("The value as a multiple of the least among variants that do the same "
                                       "work."),
                             .is_number = false,
                             .need = 1,
                             .joined = true});
  }
  const Compared variants = compared(input);
  for (const ComparedGroup& group : sorted_groups(variants))
    for (const ComparedRow& row : group) table.rows.push_back(row.drawn());
  return table;
}

constexpr std::size_t column_of(std::size_t variant) {
  return 1 + 2 * variant;
}

/// The letters of variants whose columns have no room: "C, D"; empty where all have.
std::string without_room(const Painter& painter, const NumberTable& table, std::size_t variants) {
  const std::vector<std::size_t> columns = columns_without_room(painter, table);
  std::string letters;
  for (std::size_t variant = 0; variant < variants; ++variant)
    if (std::find(columns.begin(), columns.end(), column_of(variant)) != columns.end())
      letters += (letters.empty() ? "" : ", ") + letter_of(variant);
  return letters;
}

/// All of an answer, and what is left of it without its last sentence, without its last two ..
std::vector<std::string> beginnings_of(const std::string& answer) {
  std::vector<std::string> beginnings{answer};
  for (const std::string_view end : {". ", "。"})
    for (std::size_t at = answer.rfind(end); at != std::string::npos && at > 0; at = answer.rfind(end, at - 1))
      if (const std::string words = answer.substr(0, at + end.find_last_not_of(' ') + 1); words != answer)
        beginnings.push_back(words);
  return beginnings;
}

/// Above the table: the answer, and quieter what else there is to say. In a picture that is not high enough for the
/// answer and a row, the answer alone, as much of it as has room: it says more than a number.
void draw_why(Painter& painter, const WhyTheyDiffer& why) {
  const auto draw = [&](const std::string& words, FontFace face, float size, Color color, float least_table) {
    if (words.empty()) return false;
    const float line = std::round(1.4f * size);
    const auto lines = broken_lines(words, painter.content.w,
                                    [&](const std::string& part) { return painter.width_of(part, face, size); });
    const float height = line * static_cast<float>(lines.size()) + 2 * painter.unit;
    if (painter.content.h - height < least_table * painter.unit) return false;
    for (std::size_t i = 0; i < lines.size(); ++i)
      painter.text(painter.content.x, painter.content.y + line * (static_cast<float>(i) + 0.5f), lines[i], face,
                   size, Align::left, color);
    painter.content.y += height;
    painter.content.h -= height;
    return true;
  };
  const auto answer = [&](const std::string& words, float size, float least_table) {
    return draw(words, FontFace::sans_bold, size, painter.colors.text, least_table);
  };
  if (answer(why.answer, painter.body, kLeastTable)) {
    draw(why.rest, FontFace::sans, painter.small, painter.colors.muted, kUsualTable);
    return;
  }
  for (const std::string& words : beginnings_of(why.answer))
    for (const float size : {painter.body, painter.small})
      if (answer(words, size, 0)) return;
}

/// What one launch alone cannot tell another one beside it does.
std::vector<Choice> offer_of_another(const RunRequest& request) {
  ViewState alone;
  alone.variants.requests = {request};
  const std::string other = kernel_to_add(alone);
  if (other == request.kernel) return {};
  return {{.word = tr_format("Compare with {}", kernel_title(other)),
           .clicks = {AddVariant{other}, EndEdit{}},
           .tip = tr("Beside another launch, one sentence says here what sets the two apart."),
           .name = "set_beside"}};
}

/// Of one variant, whose few columns leave most of a wide picture free: rows that have no room below each other go
/// on beside them.
void draw_totals(Painter& painter, const NumberTable& table, const VariantView& state) {
  const Rect whole = painter.content;
  const float gap = 24 * painter.unit;
  const auto fit = std::max<std::size_t>(
      1, static_cast<std::size_t>(whole.h / (table.row_height * painter.unit)) - 1);  // below the heads
  const auto room = static_cast<std::size_t>((whole.w + gap) / (kTotalsWidth * painter.unit + gap));
  const std::size_t parts =
      std::clamp<std::size_t>((table.rows.size() + fit - 1) / fit, 1, std::max<std::size_t>(room, 1));
  const std::size_t each = (table.rows.size() + parts - 1) / parts;
  const float width = (whole.w - gap * static_cast<float>(parts - 1)) / static_cast<float>(parts);
  // Rows nearer to each other rather than some out of sight.
  const float even = std::floor(whole.h / painter.unit / static_cast<float>(each + 1));
  const float row_height = std::clamp(even, std::min(kNearestRows, table.row_height), table.row_height);
  for (std::size_t part = parts; part-- > 0;) {  // the first one last: where not all fit, the wheel is its
    NumberTable rows = table;
    rows.row_height = row_height;
    const auto at = [&](std::size_t row) {
      return table.rows.begin() + static_cast<std::ptrdiff_t>(std::min(row, table.rows.size()));
    };
    rows.rows.assign(at(part * each), at((part + 1) * each));
    TableRow nothing;  // so that rows line up
    nothing.cells.resize(table.columns.size());
    if (part > 0) rows.rows.resize(each, nothing);
    painter.content = {whole.x + (width + gap) * static_cast<float>(part), whole.y, width, whole.h};
    draw_table(painter, rows, state);
  }
  painter.content = whole;
}

Scene compare_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  const bool several = input.variants.size() > 1;
  std::string marked =
      several ? what_is_marked(input.variants) : std::string(tr("of the block, and of the whole grid"));
  const Compared variants = compared(input);
  std::vector<std::optional<TimingRow>> times;
  for (const ComparedRun& variant : variants) times.push_back(variant.time);
  const std::string source = common_kind_parts(times);
  const WhyTheyDiffer why = why_they_differ(input, variants, sorted_groups(variants));
  // The sentence below names it, too, but not where its time is from.
  const auto [fastest, fastest_from] = fastest_factor(input, source);
  if (!fastest.empty() && !(why.names_fastest_factor && fastest_from.empty()))
    marked = tr_format("the same work · {}", fastest_from.empty() ? fastest : fastest + tr(", ") + fastest_from);
  const bool launches = std::any_of(input.variants.begin(), input.variants.end(),
                                    [](const auto& run) { return run && run->launches.size() > 1; });
  if (launches) marked = tr("all launches") + (" · " + marked);
  if (!source.empty()) marked = tr_format("times {}", source) + " · " + marked;
  const NumberTable table = compare_table(input);
  if (const std::string letters = without_room(painter, table, input.variants.size()); !letters.empty())
    marked = tr_format("no room for {}", letters) + " · " + marked;
  if (several)
    painter.header(tr("Comparison"), marked, {});
  else
    header_with_choices(painter, tr("Totals"), tr("Totals"), marked, {}, offer_of_another(input.run.request));
  const float whole = painter.content.h;
  draw_why(painter, why);
  const bool answered_alone = painter.content.h < std::min(whole, kLeastTable * painter.unit);
  if (answered_alone) return std::move(painter.scene);
  several ? draw_table(painter, table, input.state) : draw_totals(painter, table, input.state);
  return std::move(painter.scene);
}

}  // namespace

View comparison_view() {
  return {.id = "comparison",
          .title = tr_later("Compare"),
          .description = tr_later("What each variant costs, also as a multiple of the least."),
          .example = "--preset divergence",
          .scope = Scope::all,
          .build = compare_scene,
          .table = compare_table,
          .group = ViewGroup::reasons};
}

}  // namespace lanescope
