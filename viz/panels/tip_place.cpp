#include "viz/panels/tip_place.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace lanescope {
namespace {

// Unscaled.
constexpr float kTipGap = 6, kTipMargin = 4;  // to what is explained, and to the window's edge
constexpr float kTipReach = 160;              // from the pointer to the tip
constexpr float kTipArrow = 20;               // height of the arrow, and its width

/// Inside the window, if it is no larger.
float kept_inside(float at, float size, float window, float margin) {
  return std::max(margin, std::min(at, window - size - margin));
}

bool is_inside(const Rect& rect, const Tip& tip) {
  return rect.x >= 0 && rect.y >= 0 && rect.right() <= tip.window_width && rect.bottom() <= tip.window_height;
}

bool is_near(const Rect& rect, const Tip& tip) {
  const float dx = std::max({0.0f, rect.x - tip.pointer_x, tip.pointer_x - rect.right()});
  const float dy = std::max({0.0f, rect.y - tip.pointer_y, tip.pointer_y - rect.bottom()});
  return std::hypot(dx, dy) <= kTipReach * tip.scale;
}

std::optional<Rect> beside(const Tip& tip, const Rect& explained) {
  const float gap = kTipGap * tip.scale, margin = kTipMargin * tip.scale;
  // Of what is wide, at the part where the pointer is.
  const float x =
      kept_inside(std::max(explained.x, tip.pointer_x - tip.width / 2), tip.width, tip.window_width, margin);
  const float y =
      kept_inside(std::max(explained.y, tip.pointer_y - tip.height / 2), tip.height, tip.window_height, margin);
  if (tip.of_row)
    for (const float left : {explained.right() + gap, explained.x - gap - tip.width}) {
      const Rect place{std::round(left),
                       std::round(kept_inside(explained.y, tip.height, tip.window_height, margin)), tip.width,
                       tip.height};
      if (is_inside(place, tip)) return place;
    }
  for (const auto& [left, top] : {std::pair{x, explained.bottom() + gap},
                                  {x, explained.y - gap - tip.height},
                                  {explained.right() + gap, y},
                                  {explained.x - gap - tip.width, y}}) {
    const Rect place{std::round(left), std::round(top), tip.width, tip.height};
    if (is_inside(place, tip) && is_near(place, tip)) return place;
  }
  return std::nullopt;
}

}  // namespace

Rect place_of_tip(const Tip& tip, const Rect& explained) {
  if (tip.whole.w > 0)
    if (const auto place = beside(tip, tip.whole)) return *place;
  if (const auto place = beside(tip, explained)) return *place;
  const float arrow = kTipArrow * tip.scale;
  if (const auto place = beside(tip, {tip.pointer_x, tip.pointer_y, arrow, arrow})) return *place;
  return {kept_inside(tip.pointer_x, tip.width, tip.window_width, 0),
          kept_inside(tip.pointer_y + arrow, tip.height, tip.window_height, 0), tip.width, tip.height};
}

}  // namespace lanescope
