// The grid: header on top, transport below, controls on the left, and pictures over tables in between.
#include "viz/panels/layout.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

constexpr float kHeaderHeight = 48;
constexpr float kTransportHeight = 56;
constexpr float kSentenceHeight = 76;
constexpr float kResultHeight = 120;   // its button and four rows
constexpr float kRoomyHeight = 800;
constexpr float kGap = 8;
constexpr float kMinControls = 264, kMaxControls = 420;
constexpr float kMinShare = 0.15f, kMaxShare = 0.75f;

float share(float value) { return std::clamp(value, kMinShare, kMaxShare); }

/// Little more than a third of a narrow window at most, so that the pictures keep room.
float controls_width(float wanted, float width, float scale) {
  return std::min(std::clamp(wanted, kMinControls, kMaxControls) * scale, 0.36f * width);
}

Rect whole_pixels(const Rect& rect) {
  const float x = std::floor(rect.x), y = std::floor(rect.y);
  return {x, y, std::max(1.0f, std::floor(rect.x + rect.w) - x), std::max(1.0f, std::floor(rect.y + rect.h) - y)};
}

}  // namespace

Layout make_layout(float width, float height, float scale, const Splitters& splitters) {
  const float gap = kGap * scale;
  // A window too low for its bars gives half of its height to what is between them.
  const float bars = (kHeaderHeight + kTransportHeight + kSentenceHeight) * scale;
  const float squeeze = std::min(1.0f, 0.5f * height / bars);
  const float header = kHeaderHeight * scale * squeeze;
  const float transport = kTransportHeight * scale * squeeze;
  const float sentence = kSentenceHeight * scale * squeeze;
  const float left = controls_width(splitters.controls_width, width, scale);

  Layout layout;
  layout.header = {0, 0, width, header};
  layout.transport = {0, height - transport, width, transport};
  const float column = height - header - transport;
  const float result = std::min(kResultHeight * scale, column / 2);
  layout.controls = {0, header, left, column - result};
  layout.result = {0, header + column - result, left, result};
  const float x = left + gap, right = width - gap - x;
  layout.sentence = {x, header, right, sentence};
  const float body = height - header - transport - sentence - gap;
  // A low window, or one in projector mode, needs its height for the pictures: the tables can be scrolled.
  const float roomy = std::clamp(height / scale / kRoomyHeight, 0.65f, 1.0f);
  const float table = std::floor(share(splitters.table_share) * roomy * body);
  const float pictures = body - table - 2 * gap;
  const float tree = std::floor(share(splitters.tree_share) * pictures);
  const float top = header + sentence;
  layout.tree = {x, top, right, tree};
  layout.activity = {x, top + tree + gap, right, pictures - tree};
  const float row = top + pictures + 2 * gap;
  const float numbers = std::floor(share(splitters.numbers_share) * right);
  layout.table = {x, row, right - numbers - gap, table};
  layout.numbers = {x + right - numbers, row, numbers, table};

  layout.controls_splitter = {left, header, gap, column};
  layout.tree_splitter = {x, top + tree, right, gap};
  layout.table_splitter = {x, row - gap, right, gap};
  layout.numbers_splitter = {layout.numbers.x - gap, row, gap, table};
  for (Rect* rect : {&layout.header, &layout.controls, &layout.result, &layout.sentence, &layout.tree, &layout.activity, &layout.table,
                     &layout.numbers, &layout.transport})
    *rect = whole_pixels(*rect);
  return layout;
}

Splitters drag_splitter(const Splitters& splitters, SplitterId id, float x, float y, float width, float height,
                        float scale) {
  const Layout now = make_layout(width, height, scale, splitters);
  const float pictures_top = now.tree.y, body_end = now.transport.y - kGap * scale;
  Splitters moved = splitters;
  switch (id) {
    case SplitterId::controls:
      moved.controls_width = std::clamp(x / scale, kMinControls, kMaxControls);
      break;
    case SplitterId::tree:
      moved.tree_share = share((y - pictures_top) / (now.tree.h + now.activity.h));
      break;
    case SplitterId::table:
      moved.table_share = share((body_end - y) / (body_end - pictures_top));
      break;
    case SplitterId::numbers:
      moved.numbers_share = share((now.numbers.x + now.numbers.w - x) / now.sentence.w);
      break;
  }
  return moved;
}

}  // namespace lanescope
