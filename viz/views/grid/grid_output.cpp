// The output: one address, what it holds before and after, and what it would hold had nobody set it.
#include "viz/views/grid/grid_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "viz/kit/motion.h"
#include "viz/kit/text_width.h"

namespace lanescope {
namespace {

constexpr float kOutputShare = 0.42f;  // of the room's width
constexpr double kOldValue = 7;        // what an earlier run may have left, for the sake of an example

/// Large values without their fraction, rather than with an exponent.
std::string value_words(double value) {
  const bool whole = value == std::floor(value) || std::abs(value) >= 1e5;
  return grouped(whole && std::abs(value) < 1e12 ? fmt::format("{:.0f}", value) : short_number(value, 6));
}

/// What the output holds in the end; dots where nobody has computed it yet.
std::string output_words(const Run& run) {
  return run.result ? value_words(run.result->value) : "...";
}

/// Whether updates add to what is in the output, so that an old value stays in the sum.
bool is_added_to(const GridPicture& picture) {
  return picture.launch().combining == Combining::atomic && picture.run().request.op == Op::sum &&
         picture.run().request.type != ElementType::point3;
}

/// What is written below the output: what it must hold before the launch, where that matters.
std::string output_name(const GridPicture& picture) {
  if (picture.launch().combining != Combining::atomic) return tr("output");
  return picture.run().request.op == Op::sum ? tr("output, set to 0 before") : tr("output, set before");
}

/// What the output holds until the first update: what it was set to, where that is told.
std::string before_words(const GridPicture& picture) {
  return is_added_to(picture) ? "0" : "";
}

}  // namespace

float output_width(const GridPicture& picture, float room) {
  const Painter& painter = picture.painter;
  const float value = painter.width_of(output_words(picture.run()), FontFace::mono, painter.body),
              name = painter.width_of(output_name(picture), FontFace::sans, painter.small),
              inset = 14 * painter.unit;
  const float most = kOutputShare * room, brief = painter.width_of(tr("output"), FontFace::sans, painter.small);
  if (std::max(value, name) + inset <= most) return std::max(value, name) + inset;
  return std::max(std::min(value + inset, most), brief);
}

Rect draw_output(const GridPicture& picture, float x, float y, const Rect& room) {
  Painter& painter = picture.painter;
  const float unit = painter.unit;
  const bool over = picture.is_over();
  const std::string value = over ? output_words(picture.run()) : before_words(picture);
  const Rect rect{std::round(x), std::round(y), output_width(picture, room.w), (kBox + 2) * unit};
  painter.scene.overlays.push_back({.rect = rect, .color = painter.colors.raised, .radius = 4 * unit});
  painter.outline(rect, 1.5f * unit, painter.colors.text, 4 * unit);
  const Appearance result(painter.scene);
  painter.text(rect.x + rect.w / 2, rect.y + rect.h / 2,
               fitted(value, FontFace::mono, painter.body, rect.w - 4 * unit), FontFace::mono, painter.body,
               Align::center, over ? painter.colors.text : painter.colors.muted);
  if (picture.arrives()) result.between(painter.scene, kMeet, 1);
  const bool named = rect.bottom() + 16 * unit <= room.bottom();
  if (named)
    painter.text(rect.x + rect.w / 2, rect.bottom() + 9 * unit,
                 fitting(painter, {output_name(picture), tr("output")}, FontFace::sans, painter.small, rect.w),
                 FontFace::sans, painter.small, Align::center, painter.colors.muted);
  std::string tip = tr("One address of global memory, and what it holds when the run is over.");
  if (picture.run().awaits_result) tip += "\n" + std::string(tr("being computed"));
  if (picture.launch().combining == Combining::atomic)
    tip += "\n" + std::string(tr(
                      "It must hold the operator's identity before the launch: updates add to what is there, so an "
                      "old value would stay in the result."));
  painter.scene.picks.push_back(
      {{rect.x, rect.y, rect.w, rect.h + (named ? 16 * unit : 0)}, {}, {}, tip, "output"});
  return rect;
}

float output_not_set_height(const GridPicture& picture) {
  return is_added_to(picture) ? kBox + 6 : 0;
}

void draw_output_not_set(const GridPicture& picture, const Rect& room, float bottom) {
  if (!is_added_to(picture) || room.y + room.h / 2 > bottom) return;
  Painter& painter = picture.painter;
  const Palette& colors = painter.colors;
  const float unit = painter.unit, gap = 6 * unit;
  const std::string before = value_words(kOldValue), to_come = tr_format("{} + sum", before),
                    sum = picture.run().result ? value_words(picture.run().result->value + kOldValue) : "...",
                    after = picture.is_over() ? sum : to_come;
  const auto width_of = [&](const std::string& words) {
    return painter.width_of(words, FontFace::sans, painter.small);
  };
  const auto box_width = [&](const std::string& value) {
    return std::max(36 * unit, painter.width_of(value, FontFace::mono, painter.small) + 10 * unit);
  };
  const std::string arrow = "→";
  // As wide before the result is there as after it.
  const float last = std::max(box_width(to_come), box_width(sum));
  const float boxes = box_width(before) + last + width_of(arrow) + 2 * gap;
  float x = room.x;
  const auto say = [&](const std::string& words, Color color) {
    painter.text(x, room.y, words, FontFace::sans, painter.small, Align::left, color);
    x += width_of(words) + gap;
  };
  const auto box = [&](const std::string& value, float width) {
    const Rect rect{x, room.y - room.h / 2 + unit, width, room.h - 2 * unit};
    painter.scene.overlays.push_back({.rect = rect, .color = colors.raised, .radius = 4 * unit});
    painter.outline(rect, 1.25f * unit, colors.fault, 4 * unit);
    painter.text(rect.x + rect.w / 2, room.y, value, FontFace::mono, painter.small, Align::center,
                 colors.fault_text);
    x = rect.right() + gap;
  };
  const std::string whole = tr_format("if not set, with a {} from before:", before), brief = tr("if not set:"),
                    too_much = tr_format("{} too much", before);
  const bool ends = boxes + width_of(whole) + width_of(too_much) + 3 * gap <= room.w;
  const std::string name = ends || boxes + width_of(whole) + gap <= room.w ? whole : brief;
  if (boxes + width_of(name) + gap > room.w) return;
  const float from = x;
  say(name, colors.muted);
  box(before, box_width(before));
  say(arrow, colors.muted);
  box(after, last);
  if (ends && picture.is_over()) say(too_much, colors.fault_text);
  painter.scene.picks.push_back(
      {{from, room.y - room.h / 2, x - from, room.h},
       {},
       {},
       tr("Updates add to what is there. Where nobody sets the output to 0 before the launch, what an "
          "earlier run left in it stays in the result."),
       "output_not_set"});
}

}  // namespace lanescope
