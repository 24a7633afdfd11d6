// Columns are as wide as their contents; if they leave no room for the bars, some are left out, the least needed
// first.
#include "viz/views/timing/time_bars.h"

#include <algorithm>
#include <cmath>

#include "engine/bench/bench.h"
#include "viz/kit/log_axis.h"
#include "viz/kit/text_width.h"

namespace lanescope {
namespace {

/// Beyond this ratio of slowest to fastest a linear axis would hide the fast ones.
constexpr double kLinearUpTo = 40;
constexpr float kColumnGap = 16, kMinBar = 90, kWordsGap = 8;
constexpr float kHeadHeight = 16, kFootHeight = 15, kMinPitch = 16, kTwoLines = 32, kMaxPitch = 40;

constexpr const char* kReadLimitTip = tr_later(
    "The time that just reading the same bytes takes on the same GPU: no kernel that reads all of them can be faster.");
constexpr const char* kLibraryTip =
    tr_later("The time of cub::DeviceReduce over the same array on the same GPU: CUB is NVIDIA's library of such kernels.");

struct Head {
  const char* title;
  const char* tip;
};
constexpr Head kHeads[] = {
    {"µs", tr_later("Microseconds: the median for everything that one result takes.")},
    {"GB/s", tr_later("Input bytes over that time, in 1e9 bytes per second.")},
    {tr_later("% of limit"), tr_later("Percent of the read limit: the time that just reading the same bytes "
                                      "takes on the same GPU, divided by this time.")},
    {tr_later("vs CUB"), tr_later("The time of CUB's cub::DeviceReduce over the same array on the same GPU, over "
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
  const bool two_lines = place.h >= kTwoLines * unit;
  const Color ink = row.lit ? colors.text : colors.muted;
  painter.text(painter.content.x, two_lines ? y - 8 * unit : y, row.letter, FontFace::sans_bold, painter.body,
               Align::left, colors.text);
  painter.fitted_text(c.name_left, two_lines ? y - 8 * unit : y, row.name,
                      row.lit ? FontFace::sans_bold : FontFace::sans, painter.body, c.name_room, ink);
  const float beside =
      two_lines ? 0 : painter.width_of(row.name, FontFace::sans_bold, painter.body) + kWordsGap * unit;
  if (beside < c.name_room)
    painter.text(c.name_left + beside, two_lines ? y + 8 * unit : y,
                 painter.parts_within(row.launch, FontFace::sans, painter.small, c.name_room - beside), FontFace::sans,
                 painter.small, Align::left, colors.muted);
  painter.scene.picks.push_back({place, {}, row.clicks, row.tip, row.name_of_place});
  if (row.time_us <= 0)
    return painter.fitted_text(c.bar_left, y, row.note, FontFace::sans, painter.small,
                               std::min(c.right[kind_column], painter.content.right()) - c.bar_left, colors.muted);
  const float bar_h = std::min(16 * unit, place.h - 4 * unit);
  const Rect bar{c.bar_left, std::round(y - bar_h / 2),
                 std::max(2 * unit, bar_x(c, axis, row.time_us) - c.bar_left), bar_h};
  const Color color = row.lit ? colors.selection : mix(colors.background, colors.selection, 0.5f);
  painter.scene.quads.push_back({.rect = bar, .color = color, .radius = 2 * unit});
  if (row.hatched)
    painter.scene.quads.push_back({.rect = bar,
                                   .color = mix(color, colors.background, 0.4f),
                                   .radius = 2 * unit,
                                   .pattern = Pattern::hatched});
  for (std::size_t i = 0; i < kind_column; ++i)
    if (c.shown[i]) painter.text(c.right[i], y, row.cells[i], FontFace::mono, painter.body, Align::right, ink);
  // In very narrow pictures only the tip says where the time comes from.
  painter.fitted_text(c.left[kind_column], y, row.cells[kind_column + (c.places ? 1 : 0)], FontFace::sans,
                      painter.small, painter.content.right() - c.left[kind_column], colors.muted);
}

void draw_decades(Painter& painter, const Columns& c, const TimeAxis& axis, float top, float bottom) {
  if (!axis.logarithmic()) return;
  for (double time = axis.start(); time <= axis.greatest(); time *= 10)
    painter.scene.quads.push_back({.rect = {std::round(bar_x(c, axis, time)), top, painter.unit, bottom - top},
                                   .color = painter.colors.grid});
}

/// The place of a group: its head, and the rows that fit.
struct GroupPlace {
  float head_y = 0, top = 0, pitch = 0;
  std::size_t rows = 0;
  float foot = 0;  ///< height below the rows, for the axis
  float bars_bottom() const { return top + pitch * static_cast<float>(rows); }
  float bottom() const { return bars_bottom() + foot; }
};

/// As much of the group's name as leaves room for the first mark's label; at least what is before the bars.
std::string head_beside_marks(const Painter& painter, const Columns& c, const BarGroup& group) {
  float end = c.bar_right;
  for (const ReferenceMark& mark : group.marks) {
    if (mark.time_us <= group.axis.start() || mark.time_us > group.axis.greatest()) continue;
    const float width = painter.width_of(mark.name + " " + time_with_unit(mark.time_us), FontFace::sans, painter.small);
    end = std::min(end, std::max(c.bar_left, bar_x(c, group.axis, mark.time_us) - width / 2) - kColumnGap * painter.unit);
  }
  return painter.parts_within(group.name, FontFace::sans, painter.small, end - painter.content.x);
}

/// The group's name, and vertical lines across its bars, labelled beside it if the labels fit.
void draw_head(Painter& painter, const Columns& c, const BarGroup& group, const GroupPlace& place) {
  const TimeAxis& axis = group.axis;
  const std::string name = head_beside_marks(painter, c, group);
  const float width = painter.width_of(name, FontFace::sans, painter.small);
  painter.text(painter.content.x, place.head_y, name, FontFace::sans, painter.small, Align::left, painter.colors.text);
  float taken = std::max(c.bar_left - painter.unit, painter.content.x + width + kColumnGap * painter.unit);
  for (const ReferenceMark& mark : group.marks) {
    if (mark.time_us <= axis.start() || mark.time_us > axis.greatest()) continue;
    const std::string words = mark.name + " " + time_with_unit(mark.time_us);
    const float x = std::round(bar_x(c, axis, mark.time_us)),
                width_of_mark = painter.width_of(words, FontFace::sans, painter.small);
    for (std::size_t i = 0; i < place.rows; ++i)
      if (group.rows[i].time_us > 0)  // a note is not crossed out
        painter.scene.overlays.push_back(
            {.rect = {x, place.top + place.pitch * static_cast<float>(i), 1.5f * painter.unit, place.pitch},
             .color = painter.colors.divergent_active});
    const float left = std::max(taken + painter.unit, x - width_of_mark / 2);
    if (std::abs(left + width_of_mark / 2 - x) > width_of_mark ||
        left + width_of_mark > c.bar_right + 8 * painter.unit)
      continue;
    painter.text(left, place.head_y, words, FontFace::sans, painter.small, Align::left,
                 painter.colors.divergent_active);
    painter.scene.picks.push_back(
        {{left, place.head_y - painter.small / 2, width_of_mark, painter.small}, {}, {}, tr(mark.tip)});
    taken = left + width_of_mark + 8 * painter.unit;
  }
}

/// What the lengths of the bars mean, below them: where an axis is logarithmic, and where several groups have one each.
void draw_foot(Painter& painter, const Columns& c, const TimeAxis& axis, const GroupPlace& place) {
  if (place.foot <= 0) return;
  const float y = place.top + place.pitch * static_cast<float>(place.rows) + place.foot / 2;
  const auto number = [&](double time, float& taken) {
    const std::string words = time > 0 ? time_with_unit(time) : "0";
    const float half = painter.width_of(words, FontFace::sans, painter.small) / 2;
    const float x = std::clamp(bar_x(c, axis, time), c.bar_left + half, std::max(c.bar_left + half, c.bar_right - half));
    if (x - half < taken) return;
    painter.text(x, y, words, FontFace::sans, painter.small, Align::center, painter.colors.muted);
    taken = x + half + 8 * painter.unit;
  };
  float taken = c.bar_left - painter.unit;
  if (axis.logarithmic()) {
    for (double time = axis.start(); time <= axis.greatest(); time *= 10) number(time, taken);
  } else {
    painter.scene.quads.push_back(
        {.rect = {c.bar_left, y - place.foot / 2, c.bar_right - c.bar_left, painter.unit}, .color = painter.colors.grid});
    painter.text(c.bar_left, y, "0", FontFace::sans, painter.small, Align::left, painter.colors.muted);
    taken += 20 * painter.unit;
    number(axis.greatest(), taken);
  }
  const std::string words = axis.logarithmic() ? tr("logarithmic axis") : tr("own axis");
  painter.fitted_text(painter.content.x, y, words, FontFace::sans, painter.small, c.bar_left - painter.content.x,
                      painter.colors.text);
  painter.scene.picks.push_back({{painter.content.x, y - place.foot / 2, c.bar_right - painter.content.x, place.foot},
                                 {},
                                 {},
                                 axis.logarithmic() ? tr("From one line to the next a time is 10 times as long: twice the length "
                                                         "of a bar is far more than twice the time.")
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
  return group.axis.logarithmic() || groups.size() > 1 ? kFootHeight * painter.unit : 0;
}

/// The groups one below the other, each with its head; rows at the end that do not fit are left out.
std::vector<GroupPlace> place_groups(const Painter& painter, const std::vector<BarGroup>& groups, float pitch,
                                     std::size_t lines) {
  std::vector<GroupPlace> places;
  float y = painter.content.y;
  for (const BarGroup& group : groups) {
    const std::size_t rows = std::min(group.rows.size(), lines);
    if (rows == 0) break;
    places.push_back({y + 6 * painter.unit, y + kHeadHeight * painter.unit, pitch, rows, foot_height(painter, groups, group)});
    y = places.back().bottom();
    lines -= rows;
  }
  return places;
}

std::vector<double> microseconds_of(const std::vector<TimedRun>& runs) {
  std::vector<double> times;
  for (const TimedRun& run : runs)
    if (run.row) times.push_back(run.row->timing.time_us);
  return times;
}

/// The rows that are drawn, on an axis for them alone: one for all would be logarithmic for the sake of bars that nobody sees.
BarGroup drawn_part(BarGroup group, std::size_t rows) {
  if (rows >= group.rows.size()) return group;
  group.rows.resize(rows);
  std::vector<double> times;
  for (const BarRow& row : group.rows) times.push_back(row.time_us);
  for (const ReferenceMark& mark : group.marks) times.push_back(mark.time_us);
  group.axis = TimeAxis(times);
  return group;
}

}  // namespace

TimeAxis::TimeAxis(const std::vector<TimedRun>& runs) : TimeAxis(microseconds_of(runs)) {}

TimeAxis::TimeAxis(const std::vector<double>& times_us) {
  double least = 0;
  for (const double time : times_us) {
    if (time <= 0) continue;
    least = least > 0 ? std::min(least, time) : time;
    greatest_ = std::max(greatest_, time);
  }
  if (least > 0 && greatest_ / least > kLinearUpTo) start_ = std::pow(10, std::floor(std::log10(least)));
  // Even the shortest bar has some length.
  if (start_ > 0 && least < 1.25 * start_) start_ /= 10;
}

float TimeAxis::at(double time_us) const {
  if (greatest_ <= 0) return 0;
  if (!logarithmic()) return static_cast<float>(time_us / greatest_);
  return static_cast<float>(std::log(time_us / start_) / std::log(greatest_ / start_));
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

void draw_time_bars(Painter& painter, const std::vector<BarGroup>& groups, bool places) {
  const float unit = painter.unit;
  const std::vector<BarRow> rows = rows_of(groups);
  float room = painter.content.h - kHeadHeight * unit * static_cast<float>(groups.size());
  for (const BarGroup& group : groups) room -= foot_height(painter, groups, group);
  std::size_t most = static_cast<std::size_t>(std::max(1.0f, std::floor(room / (kMinPitch * unit))));
  const bool all = rows.size() <= most;
  if (!all) most = std::max<std::size_t>(1, most - 1);  // the last line says so
  const float lines = static_cast<float>(all ? rows.size() : most + 1);
  const float pitch = std::floor(std::clamp(room / lines, kMinPitch * unit, kMaxPitch * unit));
  const Columns c = place_columns(painter, rows, places, pitch >= kTwoLines * unit);
  auto placed = place_groups(painter, groups, pitch, most);
  draw_column_heads(painter, c, painter.content.y + 6 * unit);
  for (std::size_t g = 0; g < placed.size(); ++g) {
    GroupPlace& place = placed[g];
    const BarGroup group = drawn_part(groups[g], place.rows);
    if (groups.size() == 1 && !group.axis.logarithmic()) place.foot = 0;
    draw_decades(painter, c, group.axis, place.top, place.bars_bottom());
    for (std::size_t i = 0; i < place.rows; ++i)
      draw_row(painter, c, group.axis, group.rows[i],
               {painter.content.x, place.top + pitch * static_cast<float>(i), painter.content.w, pitch});
    draw_head(painter, c, group, place);
    draw_foot(painter, c, group.axis, place);
  }
  if (!all)
    painter.text(c.name_left, placed.back().bottom() + pitch / 2,
                 tr_format("and {} more that do not fit here", rows.size() - most), FontFace::sans, painter.small,
                 Align::left, painter.colors.muted);
}

}  // namespace lanescope
