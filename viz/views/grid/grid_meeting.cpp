// How the blocks' results become one: a queue of atomic updates at one address, or partial sums that another
// launch, the last block or the host combines.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "viz/kit/text_width.h"
#include "viz/views/grid/grid_output.h"
#include "viz/views/grid/grid_stage.h"
#include "viz/views/shared/same_work.h"

namespace lanescope {
namespace {

// In units.
constexpr float kLargestBox = 26, kLeastBox = 4, kWord = 16, kMeetingGap = 40, kLeastGap = 10, kStage = 60;
// Moments of a block's last step: its result is in the queue or stored, all are combined.
constexpr float kStored = 0.35f, kCombined = 0.6f;

struct MeetingPoint {
  float x = 0, y = 0;
};

bool one_result(const GridPicture& picture) {
  return picture.launch().grid_dim == 1 && atomic_updates(picture.trace()) <= 1;
}

bool is_queue(const GridPicture& picture) {
  return picture.launch().combining == Combining::atomic && !one_result(picture);
}

void line(const GridPicture& picture, float x0, float y0, float x1, float y1, bool own) {
  const Palette& colors = picture.colors();
  picture.painter.scene.lines.push_back({x0, y0, x1, y1, (own ? 2.0f : 1.25f) * picture.unit(),
                                         own ? colors.selection : mix(colors.background, colors.edge, 0.7f)});
}

bool is_own(const GridPicture& picture, const GridColumn& column) {
  return column.block == picture.block_in_view() && picture.launch().grid_dim > 1;
}

/// A result on its way, between two moments of the block's last step: from where it rests or begins to where it
/// rests, or into the output.
enum class Goal { stop, output };
void result_travels(const GridPicture& picture, MeetingPoint from, MeetingPoint to, float begin, float end,
                    Goal goal = Goal::stop) {
  if (!picture.arrives()) return;
  const float side = 8 * picture.unit();
  const auto at = [&](MeetingPoint point, float alpha) {
    return Quad{.rect = {point.x - side / 2, point.y - side / 2, side, side},
                .color = with_alpha(picture.colors().text, alpha),
                .radius = side / 2};
  };
  picture.painter.scene.moving_quads.push_back(
      {at(from, begin > 0 ? 0.0f : 1.0f), at(to, goal == Goal::output ? 1.0f : 0.35f), begin, end});
}

// ---- A queue.

/// Updates of the longest queue among the variants that do the same work, so that theirs have one scale.
std::uint64_t longest_queue(const GridPicture& picture) {
  std::uint64_t longest = atomic_updates(picture.trace());
  for (const auto& other : picture.input.variants)
    if (other && other->trace && same_work(*other, picture.run()) && other->launch.combining == Combining::atomic)
      longest = std::max(longest, atomic_updates(*other->trace));
  return longest;
}

/// "one a block".
std::string each_words(const GridPicture& picture, std::uint64_t updates) {
  const LaunchConfig& launch = picture.launch();
  const std::uint64_t of_block = atomic_updates(picture.trace(), 0);
  if (updates_once_a_block(picture.trace())) return tr("one a block");
  if (updates == launch.n) return tr("one an element");
  if (of_block == launch.block_dim) return tr("one a thread");
  return tr_format("{} a block", grouped(of_block));
}

/// How long the queue would be if blocks, threads or elements each updated the output once: those that it is not.
std::string other_queues(const GridPicture& picture, std::uint64_t updates) {
  const LaunchConfig& launch = picture.launch();
  const std::uint64_t threads = launch.grid_dim * launch.block_dim;
  std::string words;
  const auto add = [&](std::uint64_t count, const std::string& told) {
    if (count != updates) words += (words.empty() ? "" : " · ") + told;
  };
  add(launch.grid_dim, tr_format("one a block would be {}", grouped(launch.grid_dim)));
  if (threads < launch.n) add(threads, tr_format("one a thread would be {}", grouped(threads)));
  add(launch.n, tr_format("one an element would be {}", grouped(launch.n)));
  return words;
}

/// The longest of these, which is the lesson: without any tree.
std::string queue_of_elements(const GridPicture& picture, std::uint64_t updates) {
  const std::uint64_t n = picture.launch().n;
  return n == updates ? "" : tr_format("one an element would be {}", grouped(n));
}

std::string queue_tip(const GridPicture& picture, std::uint64_t updates) {
  return tr_format(
             "{} of one address: the memory takes them one after another, in whatever order blocks get there, and "
             "the "
             "last one waits for all others.",
             counted(updates, "atomic update")) +
         "\n" +
         (updates_once_a_block(picture.trace())
              ? tr("Each block first makes one value of its elements, so the queue is only as long as the grid.")
              : tr("If each block first made one value of its elements, the queue would be only as long as the "
                   "grid.")) +
         "\n" + other_queues(picture, updates);
}

/// A box an update where they have room, with the number of its block; else a bar. Returns its right end.
float draw_boxes(const GridPicture& picture, const Rect& place, std::uint64_t updates) {
  Painter& painter = picture.painter;
  const float unit = painter.unit;
  const auto longest = static_cast<double>(longest_queue(picture));
  const auto box = static_cast<float>(std::min<double>(kLargestBox * unit, place.w / longest));
  const Color fill = mix(painter.colors.background, painter.colors.edge, 0.45f);
  if (box < kLeastBox * unit) {
    const float length = std::max(3 * unit, static_cast<float>(place.w * (static_cast<double>(updates) / longest)));
    painter.scene.quads.push_back({.rect = {place.x, place.y, length, place.h}, .color = fill});
    return place.x + length;
  }
  const float widest =
      painter.width_of(std::to_string(picture.launch().grid_dim - 1), FontFace::mono, painter.small);
  float x = place.x;
  std::uint64_t left = updates;
  for (std::uint64_t block = 0; block < picture.launch().grid_dim && left > 0; ++block) {
    const bool own = block == picture.block_in_view() && picture.launch().grid_dim > 1;
    const std::string name = std::to_string(block);  // in every box, or in none
    for (std::uint64_t i = atomic_updates(picture.trace(), block); i > 0 && left > 0; --i, --left, x += box) {
      const Rect rect{x, place.y, box - unit, place.h};
      painter.scene.quads.push_back({.rect = rect, .color = own ? painter.colors.selection : fill});
      if (widest + 4 * unit <= box)
        painter.text(rect.x + rect.w / 2, rect.y + rect.h / 2, name, FontFace::mono, painter.small, Align::center,
                     own ? painter.colors.background : painter.colors.text);
    }
  }
  return x;
}

/// Updates of the blocks before this one: in the order of blocks they come first.
std::uint64_t updates_before(const GridPicture& picture, std::uint64_t block, std::uint64_t updates) {
  const std::uint64_t each = atomic_updates(picture.trace(), 0);
  return std::min(each * block, updates);
}

void draw_queue(const GridPicture& picture, const std::vector<GridColumn>& columns, float top, const Rect& room) {
  Painter& painter = picture.painter;
  const float unit = painter.unit;
  const std::uint64_t updates = atomic_updates(picture.trace());
  const Rect output = draw_output(picture, room.x, room.y, room);
  const Rect place{output.right() + 26 * unit, output.y + unit, room.right() - output.right() - 26 * unit,
                   kBox * unit};
  const float end = draw_boxes(picture, place, updates), y = output.y + output.h / 2;
  line(picture, place.x - 4 * unit, y, output.right() + 4 * unit, y, false);
  painter.text(output.right() + 13 * unit, y - 1 * unit, "←", FontFace::sans, painter.body, Align::center,
               painter.colors.text);
  for (const GridColumn& column : columns) {
    if (!column.block) continue;
    const std::uint64_t count = atomic_updates(picture.trace(), *column.block);
    if (count == 0) continue;
    const double before = static_cast<double>(updates_before(picture, *column.block, updates));
    const double at = (before + 0.5 * static_cast<double>(count)) / static_cast<double>(updates);
    const float x = place.x + (end - place.x) * static_cast<float>(std::min(at, 1.0));
    line(picture, column.middle(), top, x, place.y, is_own(picture, column));
    // Into the queue together, out of it one after another.
    result_travels(picture, {column.middle(), top}, {x, place.y}, 0, kStored);
    const float turn = (kMeet - kStored) / static_cast<float>(updates);
    const float begin = kStored + turn * static_cast<float>(before);
    result_travels(picture, {x, place.y}, {output.x + output.w / 2, y}, begin,
                   std::min(begin + turn * static_cast<float>(count), kMeet), Goal::output);
  }
  painter.scene.picks.push_back({{place.x, place.y, std::max(end - place.x, 8 * unit), place.h},
                                 {},
                                 {},
                                 queue_tip(picture, updates),
                                 "queue"});
  const float words_y = place.bottom() + 10 * unit;
  const std::string count = counted(updates, "atomic update"), each = each_words(picture, updates);
  painter.scene.picks.push_back(
      {{place.x, place.bottom(), place.w, 2 * kWord * unit}, {}, {}, queue_tip(picture, updates), "queue_words"});
  const auto say = [&](const std::vector<std::string>& texts, FontFace face, float size, float at, Color color) {
    const std::string said = fitting(painter, texts, face, size, place.w);
    painter.text(place.x, at, said, face, size, Align::left, color);
    return said;
  };
  const std::string said =
      say({tr_format("{} of one address, one after another: {}", count, each), tr_format("{}: {}", count, each),
           count, tr_format("{} atomics", grouped(updates)), grouped(updates)},
          FontFace::sans_bold, painter.body, words_y, painter.colors.text);
  if (words_y + 1.4f * kWord * unit <= room.bottom() + unit)
    say(said == grouped(updates)  // what it is the number of
            ? std::vector<std::string>{tr("atomic updates"), tr("atomics"), ""}
            : std::vector<std::string>{other_queues(picture, updates), queue_of_elements(picture, updates), ""},
        FontFace::sans, painter.small, words_y + kWord * unit, painter.colors.muted);
  const float unset_y = words_y + 2.4f * kWord * unit;
  draw_output_not_set(picture, {room.x, unset_y, room.w, kBox * unit}, room.bottom());
}

// ---- Partial sums.

/// With so many digits that all have room, and never fewer than those before the point.
std::vector<std::string> words_of_sums(const GridPicture& picture, const std::vector<GridColumn>& columns) {
  constexpr double kLongestWhole = 1e4;  // from here on fewer digits than before the point would be a power of ten
  std::vector<std::string> words;
  look_that_fits(4, 2, [&](const ValueLook& look) {
    words.clear();
    bool all_fit = true;
    for (const GridColumn& column : columns) {
      const auto value = column.block ? partial_sum(picture.run(), *column.block) : std::nullopt;
      words.push_back(!column.block ? "…"
                      : value ? plain_value(std::abs(*value) < kLongestWhole ? *value : std::round(*value), look)
                              : tr_format("sum {}", grouped(*column.block)));
      all_fit &= picture.painter.width_of(words.back(), FontFace::mono, picture.painter.small) <= column.w;
    }
    return all_fit;
  });
  return words;
}

void draw_partial_sums(const GridPicture& picture, const std::vector<GridColumn>& columns, float top, float y) {
  Painter& painter = picture.painter;
  const float unit = painter.unit;
  const Color fill = mix(painter.colors.background, painter.colors.edge, 0.3f);
  const std::vector<std::string> words = words_of_sums(picture, columns);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const GridColumn& column = columns[i];
    const Rect cell{column.x, y, column.w, kBox * unit};
    painter.scene.quads.push_back({.rect = {cell.x + unit / 2, cell.y, cell.w - unit, cell.h}, .color = fill});
    if (column.block) {
      line(picture, column.middle(), top, column.middle(), y, is_own(picture, column));
      result_travels(picture, {column.middle(), top}, {column.middle(), cell.y}, 0, kStored);
    }
    painter.text(column.middle(), y + cell.h / 2, fitted(words[i], FontFace::mono, painter.small, cell.w),
                 FontFace::mono, painter.small, Align::center, painter.colors.text);
  }
  painter.scene.picks.push_back(
      {{columns.front().x, y, columns.back().x + columns.back().w - columns.front().x, kBox * unit},
       {},
       {},
       tr_format("Each block stores its result in its own place: {} and no queue. They are not yet one value.",
                 counted(picture.launch().grid_dim, "partial sum")),
       "partial_sums"});
}

void draw_stage(const GridPicture& picture, const std::vector<GridColumn>& columns, float top, const Rect& room) {
  Painter& painter = picture.painter;
  const float unit = painter.unit;
  draw_partial_sums(picture, columns, top, room.y);
  const SecondStage stage = second_stage_of(picture);
  const float gap =
      std::max(kLeastGap * unit, std::min(kMeetingGap * unit, room.h - (kBox + kStage + kWord + 2) * unit));
  const float low = room.y + kBox * unit + gap, width = std::min(120 * unit, 0.3f * room.w);
  const float height = std::clamp(room.bottom() - low - (kWord + 4) * unit, 8 * unit, kStage * unit);
  const float furthest = room.right() - output_width(picture, room.w) - 30 * unit - width;
  const Rect funnel{std::min(room.x + room.w / 2 - width / 2, furthest), low, width, height};
  const float middle = funnel.x + width / 2;
  for (const GridColumn& column : columns)
    if (column.block) {
      line(picture, column.middle(), room.y + kBox * unit, middle, low - 2 * unit, is_own(picture, column));
      result_travels(picture, {column.middle(), room.y + kBox * unit}, {middle, low}, kStored, kCombined);
    }
  if (stage.active.empty())
    painter.outline(funnel, 1.5f * unit, painter.colors.edge, 4 * unit);
  else
    draw_steps(picture, stage.active, stage.threads, funnel, false);
  // The words stand under both; in a low picture they are left to the tip.
  const float words_y =
      std::min(std::max(funnel.bottom(), low + (kBox + 16) * unit) + 10 * unit, room.bottom() - 6 * unit);
  const Rect output =
      draw_output(picture, funnel.right() + 30 * unit, low, {room.x, room.y, room.w, words_y - 9 * unit - room.y});
  result_travels(picture, {funnel.right(), output.y + output.h / 2}, {output.x, output.y + output.h / 2}, kCombined,
                 kMeet, Goal::output);
  line(picture, funnel.right() + 4 * unit, output.y + output.h / 2, output.x - 4 * unit, output.y + output.h / 2,
       false);
  painter.text((funnel.right() + output.x) / 2, output.y + output.h / 2 - unit, "→", FontFace::sans, painter.body,
               Align::center, painter.colors.text);
  const std::string words = fitting(painter, stage.words, FontFace::sans_bold, painter.body, room.w);
  const float words_w = painter.width_of(words, FontFace::sans_bold, painter.body);
  if (words_y - 9 * unit >= std::max(output.bottom(), funnel.bottom()))
    painter.text(std::max(room.x, std::min(middle - words_w / 2, room.right() - words_w)), words_y, words,
                 FontFace::sans_bold, painter.body, Align::left, painter.colors.text);
  Commands clicks;
  if (stage.launch > 0) clicks.push_back(SetLaunch{stage.launch});
  painter.scene.picks.push_back({funnel, {}, clicks, stage.tip, "stage"});
}

}  // namespace

float meeting_height(const GridPicture& picture) {
  if (is_queue(picture)) return kBox + 2 * kWord + 6 + output_not_set_height(picture);
  return one_result(picture) ? kBox + kWord + 4 + output_not_set_height(picture)
                             : kBox + kMeetingGap + kStage + kWord + 4;
}

void draw_meeting(const GridPicture& picture, const std::vector<GridColumn>& columns, float top, const Rect& room) {
  if (is_queue(picture)) return draw_queue(picture, columns, top, room);
  if (!one_result(picture)) return draw_stage(picture, columns, top, room);
  const float middle = columns.front().middle(), unit = picture.unit();
  line(picture, middle, top, middle, room.y, false);
  result_travels(picture, {middle, top}, {middle, room.y}, 0, kMeet, Goal::output);
  const Rect output = draw_output(picture, middle - output_width(picture, room.w) / 2, room.y, room);
  const float left = output.right() + 10 * unit;
  const std::string words = tr("one block: nothing is left to combine");
  if (picture.painter.width_of(words, FontFace::sans, picture.painter.body) <= room.right() - left)
    picture.painter.text(left, output.y + output.h / 2, words, FontFace::sans, picture.painter.body, Align::left,
                         picture.colors().muted);
  draw_output_not_set(picture, {room.x, output.bottom() + 1.8f * kWord * unit, room.w, kBox * unit}, room.bottom());
}

}  // namespace lanescope
