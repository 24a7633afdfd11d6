// Columns are as wide as their contents; if they leave no room for the bars, some are left out, the least needed
// first.
#include "viz/views/timing/time_bars.h"

#include <algorithm>
#include <cmath>

#include "engine/bench/bench.h"
#include "viz/kit/log_axis.h"
#include "viz/kit/number_table.h"
#include "viz/kit/text_width.h"

namespace lanescope {
namespace {

/// Bars of more than so many times the shortest time would leave it too little length: they are cut, and yet longer
/// than all others.
constexpr double kCutFrom = 12, kLongerThanOthers = 1.25;
constexpr float kColumnGap = 16, kMinBar = 90, kWordsGap = 8;
constexpr float kHeadHeight = 16, kFootHeight = 18, kCutGap = 3, kMinPitch = 15, kTwoLines = 32, kMaxPitch = 112;
/// Of a bar: its share of the row, within these heights.
constexpr float kBarShare = 0.4f, kLowestBar = 16, kHighestBar = 40;

constexpr const char* kReadLimitTip = tr_later(
    "The time that just reading the same bytes takes on the same GPU: no kernel that reads all of them can be "
    "faster.");
constexpr const char* kLibraryTip = tr_later(
    "The time of cub::DeviceReduce over the same array on the same GPU: CUB is NVIDIA's library of such kernels.");

struct Head {
  const char* title;
  const char* tip;
};
constexpr Head kHeads[] = {
    {"µs", tr_later("Microseconds: the median for everything that one result takes.")},
    {"GB/s", tr_later("Input bytes over that time, in 1e9 bytes per second.")},
    {tr_later("% of limit"), tr_later("Percent of the read limit: the time that just reading the same bytes "
                                      "takes on the same GPU, divided by this time.")},
    {tr_later("speed, CUB 1×"),
     tr_later("The time of CUB's cub::DeviceReduce over the same array on the same GPU, over "
              "this one: above 1 is faster "
              "than CUB.")},
    {"", tr_later("measured: on this GPU, now. recorded: on the GPU and the day named here.")},
};
enum Column : std::size_t { time_column, gbps_column, limit_column, library_column, kind_column, kColumns };

struct Columns {
  float name_left = 0, name_room = 0, bar_left = 0, bar_right = 0;
  bool shown[kColumns] = {true, true, true, true, true};
  float left[kColumns] = {}, right[kColumns] = {};
  bool places = false;
};

/// The launch is below the kernel's name, or beside it if rows are low.
float name_width(const Painter& painter, const BarRow& row, bool two_lines) {
  const float name = painter.width_of(row.name, FontFace::sans_bold, painter.body),
              words = painter.width_of(row.launch, FontFace::sans, painter.small);
  return two_lines ? std::max(name, words) : name + (words > 0 ? words + kWordsGap * painter.unit : 0);
}

/// All bars, one below the other.
std::vector<BarRow> rows_of(const std::vector<BarGroup>& groups) {
  std::vector<BarRow> rows;
  for (const BarGroup& group : groups) rows.insert(rows.end(), group.rows.begin(), group.rows.end());
  return rows;
}

Columns place_columns(const Painter& painter, const std::vector<BarRow>& rows, bool places, bool two_lines) {
  const float unit = painter.unit, gap = kColumnGap * unit;
  Columns c;
  float name = 0, letter = 0, kind[2] = {0, 0}, width[kColumns] = {};
  for (const BarRow& row : rows) {
    name = std::max(name, name_width(painter, row, two_lines));
    if (!row.letter.empty()) letter = 18 * unit;
    for (std::size_t i = 0; i < kind_column; ++i)
      width[i] = std::max(width[i], painter.width_of(row.cells[i], FontFace::mono, painter.body));
    for (std::size_t i = 0; i < 2; ++i)
      kind[i] = std::max(kind[i], painter.width_of(row.cells[kind_column + i], FontFace::sans, painter.small));
  }
  for (std::size_t i = 0; i < kind_column; ++i)
    width[i] = std::ceil(std::max(width[i], painter.width_of(tr(kHeads[i].title), FontFace::sans, painter.small)));
  name = std::min(std::ceil(name) + unit, painter.content.w * (two_lines ? 0.36f : 0.46f));
  c.name_left = painter.content.x + letter;
  c.name_room = name;
  c.bar_left = c.name_left + name + 12 * unit;
  // What nobody has, as where there is no CUB to compare with, has no column.
  for (const Column column : {limit_column, library_column})
    c.shown[column] = std::any_of(rows.begin(), rows.end(), [&](const BarRow& row) {
      return !row.cells[column].empty() && row.cells[column] != kNoValue;
    });
  const auto bar_room = [&] {
    float room = painter.content.right() - c.bar_left;
    width[kind_column] = std::ceil(kind[c.places ? 1 : 0]);
    for (std::size_t i = 0; i < kColumns; ++i)
      if (c.shown[i]) room -= width[i] + gap;
    return room;
  };
  c.places = places;
  if (bar_room() < 2 * kMinBar * unit) c.places = false;
  for (const Column least : {gbps_column, limit_column, library_column})
    if (bar_room() < kMinBar * unit) c.shown[least] = false;
  c.bar_right = c.bar_left + std::max(8 * unit, bar_room());
  float x = c.bar_right;
  for (std::size_t i = 0; i < kColumns; ++i) {
    if (!c.shown[i]) continue;
    c.left[i] = x + gap;
    x = c.right[i] = c.left[i] + width[i];
  }
  return c;
}

float bar_x(const Columns& c, const TimeAxis& axis, double time_us) {
  return c.bar_left + axis.at(time_us) * (c.bar_right - c.bar_left);
}

void draw_row(Painter& painter, const Columns& c, const TimeAxis& axis, const BarRow& row, const Rect& place) {
  const Palette& colors = painter.colors;
  const float unit = painter.unit, y = std::round(place.y + place.h / 2);
  const bool two_lines = place.h >= kTwoLines * unit && !row.launch.empty();
  const Color ink = row.lit ? colors.text : colors.muted;
  painter.text(painter.content.x, two_lines ? y - 8 * unit : y, row.letter, FontFace::sans_bold, painter.body,
               Align::left, colors.text);
  painter.fitted_text(c.name_left, two_lines ? y - 8 * unit : y, row.name,
                      row.lit ? FontFace::sans_bold : FontFace::sans, painter.body, c.name_room, ink);
  const float beside =
      two_lines ? 0 : painter.width_of(row.name, FontFace::sans_bold, painter.body) + kWordsGap * unit;
  if (beside < c.name_room)
    painter.text(c.name_left + beside, two_lines ? y + 8 * unit : y,
                 painter.parts_within(row.launch, FontFace::sans, painter.small, c.name_room - beside),
                 FontFace::sans, painter.small, Align::left, colors.muted);
  painter.scene.picks.push_back({place, {}, row.clicks, row.tip, row.name_of_place});
  if (row.time_us <= 0)
    return painter.fitted_text(c.bar_left, y, row.note, FontFace::sans, painter.small,
                               std::min(c.right[kind_column], painter.content.right()) - c.bar_left, colors.muted);
  const float bar_h =
      std::min(std::clamp(kBarShare * place.h, kLowestBar * unit, kHighestBar * unit), place.h - 4 * unit);
  const Rect bar{c.bar_left, std::round(y - bar_h / 2),
                 std::max(2 * unit, bar_x(c, axis, row.time_us) - c.bar_left), bar_h};
  const Color color = row.lit ? colors.selection : mix(colors.background, colors.selection, 0.5f);
  painter.scene.quads.push_back({.rect = bar, .color = color, .radius = 2 * unit});
  if (row.hatched)
    painter.scene.quads.push_back({.rect = bar,
                                   .color = mix(color, colors.background, 0.4f),
                                   .radius = 2 * unit,
                                   .pattern = Pattern::hatched});
  if (axis.cuts(row.time_us))
    for (const float from_end : {14.0f, 7.0f})
      painter.scene.quads.push_back(
          {.rect = {bar.right() - from_end * unit, bar.y, kCutGap * unit, bar.h}, .color = colors.background});
  for (std::size_t i = 0; i < kind_column; ++i)
    if (c.shown[i]) painter.text(c.right[i], y, row.cells[i], FontFace::mono, painter.body, Align::right, ink);
  // In very narrow pictures only the tip says where the time comes from.
  painter.fitted_text(c.left[kind_column], y, row.cells[kind_column + (c.places ? 1 : 0)], FontFace::sans,
                      painter.small, painter.content.right() - c.left[kind_column], colors.muted);
}

/// The place of a group: its head, and the rows that fit.
struct GroupPlace {
  float head_y = 0, top = 0, pitch = 0;
  std::size_t rows = 0;
  float foot = 0;  ///< height below the rows, for the axis
  float bars_bottom() const { return top + pitch * static_cast<float>(rows); }
  float bottom() const { return bars_bottom() + foot; }
};

/// A mark's name and time above its line.
struct MarkLabel {
  std::string words;
  float x = 0, left = 0, width = 0;
  const ReferenceMark* mark = nullptr;
};

/// The labels side by side, each as near to its line as the others let it; they may reach a little beyond the bars.
std::vector<MarkLabel> place_labels(const Painter& painter, const Columns& c, const BarGroup& group) {
  const float gap = 8 * painter.unit;
  std::vector<MarkLabel> labels;
  float taken = c.bar_left - gap;
  for (const ReferenceMark& mark : group.marks) {
    if (group.axis.cuts(mark.time_us)) continue;
    MarkLabel label{mark.name + " " + time_with_unit(mark.time_us), std::round(bar_x(c, group.axis, mark.time_us)),
                    0, 0, &mark};
    label.width = painter.width_of(label.words, FontFace::sans, painter.small);
    label.left = std::max(taken + gap, label.x - label.width / 2);
    taken = label.left + label.width;
    labels.push_back(label);
  }
  float end = c.bar_right + gap;
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    label->left = std::min(label->left, end - label->width);
    end = label->left - gap;
  }
  return labels;
}

/// The group's name, as far as the labels of its marks leave room, and those lines across its bars.
void draw_head(Painter& painter, const Columns& c, const BarGroup& group, const GroupPlace& place) {
  const std::vector<MarkLabel> labels = place_labels(painter, c, group);
  const float end = labels.empty() ? c.bar_right : labels.front().left - kColumnGap * painter.unit;
  const bool hatched =
      std::any_of(group.rows.begin(), group.rows.end(), [](const BarRow& row) { return row.hatched; });
  const std::string name = group.name + (hatched ? " · " + std::string(tr("hatched: recorded")) : "");
  painter.text(painter.content.x, place.head_y,
               painter.parts_within(name, FontFace::sans, painter.small, end - painter.content.x), FontFace::sans,
               painter.small, Align::left, painter.colors.text);
  for (const MarkLabel& label : labels) {
    for (std::size_t i = 0; i < place.rows; ++i)
      if (group.rows[i].time_us > 0)  // a note is not crossed out
        painter.scene.overlays.push_back(
            {.rect = {label.x, place.top + place.pitch * static_cast<float>(i), 1.5f * painter.unit, place.pitch},
             .color = painter.colors.divergent_active});
    painter.text(label.left, place.head_y, label.words, FontFace::sans, painter.small, Align::left,
                 painter.colors.warn_text);
    painter.scene.picks.push_back(
        {{label.left, place.head_y - painter.small / 2, label.width, painter.small}, {}, {}, tr(label.mark->tip)});
  }
}

/// What the lengths of the bars mean, below them: where some are cut, and where several groups have an axis each.
void draw_foot(Painter& painter, const Columns& c, const TimeAxis& axis, const GroupPlace& place) {
  if (place.foot <= 0) return;
  const Palette& colors = painter.colors;
  const float top = place.bars_bottom(), y = top + 8 * painter.unit;
  painter.scene.quads.push_back(
      {.rect = {c.bar_left, top, c.bar_right - c.bar_left, painter.unit}, .color = colors.grid});
  const std::string end = time_with_unit(axis.end());
  if (painter.width_of(end + "  0", FontFace::sans, painter.small) <= c.bar_right - c.bar_left)
    painter.text(c.bar_left, y, "0", FontFace::sans, painter.small, Align::left, colors.muted);
  painter.text(c.bar_right, y, end, FontFace::sans, painter.small, Align::right, colors.muted);
  painter.fitted_text(painter.content.x, y, axis.cuts() ? tr("bars with gaps are cut") : tr("an axis of its own"),
                      FontFace::sans, painter.small, c.bar_left - painter.content.x - kWordsGap * painter.unit,
                      colors.muted);
  painter.scene.picks.push_back(
      {{painter.content.x, top, c.bar_right - painter.content.x, place.foot},
       {},
       {},
       axis.cuts() ? tr("Bars begin at 0, so their lengths can be compared; those with gaps near their end are "
                        "longer than the axis.")
                   : tr("Each group of bars has its own axis, so lengths are compared inside a group only.")});
}

void draw_column_heads(Painter& painter, const Columns& c, float y) {
  for (std::size_t i = 0; i < kColumns; ++i) {
    if (!c.shown[i]) continue;
    painter.text(c.right[i], y, tr(kHeads[i].title), FontFace::sans, painter.small, Align::right,
                 painter.colors.muted);
    painter.scene.picks.push_back(
        {{c.left[i], painter.content.y, c.right[i] - c.left[i], kHeadHeight * painter.unit},
         {},
         {},
         tr(kHeads[i].tip),
         {}});
  }
}

float foot_height(const Painter& painter, const std::vector<BarGroup>& groups, const BarGroup& group) {
  return group.axis.cuts() || groups.size() > 1 ? kFootHeight * painter.unit : 0;
}

/// The rows that are drawn, on an axis for them alone: one for all would be as long as bars that nobody sees.
BarGroup drawn_part(const BarGroup& group, std::size_t first, std::size_t rows) {
  if (rows >= group.rows.size()) return group;
  BarGroup part = group;
  const auto begin = group.rows.begin() + static_cast<std::ptrdiff_t>(first);
  part.rows.assign(begin, begin + static_cast<std::ptrdiff_t>(rows));
  std::vector<double> times;
  for (const BarRow& row : part.rows) times.push_back(row.time_us);
  for (const ReferenceMark& mark : part.marks) times.push_back(mark.time_us);
  part.axis = TimeAxis(times);
  return part;
}

/// `count` rows from the `first` of all on, each in its group.
std::vector<BarGroup> drawn_groups(const std::vector<BarGroup>& groups, std::size_t first, std::size_t count) {
  std::vector<BarGroup> drawn;
  for (const BarGroup& group : groups) {
    const std::size_t skipped = std::min(first, group.rows.size());
    const std::size_t rows = std::min(group.rows.size() - skipped, count);
    if (rows > 0) drawn.push_back(drawn_part(group, skipped, rows));
    first -= skipped;
    count -= rows;
  }
  return drawn;
}

/// The groups one below the other, each with its head.
std::vector<GroupPlace> place_groups(const Painter& painter, const std::vector<BarGroup>& groups, float pitch) {
  std::vector<GroupPlace> places;
  float y = painter.content.y;
  for (const BarGroup& group : groups) {
    places.push_back({y + 6 * painter.unit, y + kHeadHeight * painter.unit, pitch, group.rows.size(),
                      foot_height(painter, groups, group)});
    y = places.back().bottom();
  }
  return places;
}

std::vector<double> microseconds_of(const std::vector<TimedRun>& runs) {
  std::vector<double> times;
  for (const TimedRun& run : runs)
    if (run.row) times.push_back(run.row->timing.time_us);
  return times;
}

}  // namespace

TimeAxis::TimeAxis(const std::vector<TimedRun>& runs) : TimeAxis(microseconds_of(runs)) {}

TimeAxis::TimeAxis(const std::vector<double>& times_us) {
  double least = 0, greatest = 0;
  for (const double time : times_us) {
    if (time <= 0) continue;
    least = least > 0 ? std::min(least, time) : time;
    greatest = std::max(greatest, time);
  }
  cuts_ = greatest > kCutFrom * least;
  for (const double time : times_us)
    if (!cuts_ || time <= kCutFrom * least) end_ = std::max(end_, time);
  if (cuts_) end_ *= kLongerThanOthers;
}

float TimeAxis::at(double time_us) const {
  return end_ > 0 ? static_cast<float>(std::min(time_us / end_, 1.0)) : 0;
}

std::vector<ReferenceMark> reference_marks(const ViewInput& input, const std::vector<TimedRun>& runs) {
  const TimingRow* first = nullptr;
  for (const TimedRun& run : runs) {
    if (!run.row) continue;
    if (run.row->timing.method != TimeMethod::graph_cold) return {};
    if (!first) first = &*run.row;
    const Provenance &a = first->provenance, &b = run.row->provenance;
    if (a.kind != b.kind || a.device != b.device || first->launch.n != run.row->launch.n ||
        first->type != run.row->type || first->op != run.row->op)
      return {};
  }
  std::vector<ReferenceMark> marks;
  if (!first) return marks;
  if (const auto limit = read_limit_us(input, *first)) marks.push_back({tr("read limit"), *limit, kReadLimitTip});
  if (const auto library = library_us(input, *first)) marks.push_back({"CUB", *library, kLibraryTip});
  std::sort(marks.begin(), marks.end(), [](const auto& a, const auto& b) { return a.time_us < b.time_us; });
  return marks;
}

void draw_time_bars(Painter& painter, const std::vector<BarGroup>& groups, bool places,
                    std::optional<std::uint32_t> scrolled_to) {
  const float unit = painter.unit;
  const std::vector<BarRow> rows = rows_of(groups);
  const float room = painter.content.h;
  const auto height_beside_rows = [&](const std::vector<BarGroup>& drawn) {
    float height = kHeadHeight * unit * static_cast<float>(drawn.size());
    for (const BarGroup& group : drawn) height += foot_height(painter, drawn, group);
    return height;
  };
  const auto most_beside = [&](float taken) {
    return static_cast<std::size_t>(std::max(1.0f, std::floor((room - taken) / (kMinPitch * unit))));
  };
  std::vector<BarGroup> drawn = groups;
  std::size_t first = 0, lines = rows.size();
  if (const std::size_t most = most_beside(height_beside_rows(groups)); rows.size() > most) {
    // A line says that there are more.
    const auto but_one = [](std::size_t count) { return std::max<std::size_t>(1, count - 1); };
    const std::size_t shown = but_one(most);
    first = painter.scrolled(rows.size() - shown, scrolled_to.value_or(0));
    drawn = drawn_groups(groups, first, shown);
    // Where the rows that are cut are not drawn, the axis needs no words, and another row may have their place.
    if (const std::size_t more = but_one(most_beside(height_beside_rows(drawn))); more > shown) {
      auto with_more = drawn_groups(groups, first, more);
      if (height_beside_rows(with_more) <= height_beside_rows(drawn)) drawn = std::move(with_more);
    }
    lines = rows_of(drawn).size() + 1;
  }
  const float pitch = std::floor(std::clamp((room - height_beside_rows(drawn)) / static_cast<float>(lines),
                                            kMinPitch * unit, kMaxPitch * unit));
  const std::size_t shown = rows_of(drawn).size();
  const bool all = shown == rows.size();
  const Columns c = place_columns(painter, rows, places, pitch >= kTwoLines * unit);
  const auto placed = place_groups(painter, drawn, pitch);
  draw_column_heads(painter, c, painter.content.y + 6 * unit);
  for (std::size_t g = 0; g < placed.size(); ++g) {
    const GroupPlace& place = placed[g];
    for (std::size_t i = 0; i < place.rows; ++i)
      draw_row(painter, c, drawn[g].axis, drawn[g].rows[i],
               {painter.content.x, place.top + pitch * static_cast<float>(i), painter.content.w, pitch});
    draw_head(painter, c, drawn[g], place);
    draw_foot(painter, c, drawn[g].axis, place);
  }
  if (all) return;
  painter.text(c.name_left, placed.back().bottom() + pitch / 2,
               tr_format("{} to {} of {}: the wheel shows the others", first + 1, first + shown, rows.size()),
               FontFace::sans, painter.small, Align::left, painter.colors.muted);
  draw_scroll_mark(painter, placed.front().top, placed.back().bottom() - placed.front().top, first, shown,
                   rows.size());
}

}  // namespace lanescope
