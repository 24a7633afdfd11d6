// The grid: header on top, transport below, controls on the left, and a column a variant in between; on the stage
// the columns alone, with the transport below them while it is asked for.
#include "viz/panels/layout.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

constexpr float kHeaderHeight = 48;
constexpr float kTransportHeight = 56, kStageTransportHeight = 48;
constexpr float kSentenceHeight = 76, kStageSentenceHeight = 60;
constexpr float kTabsHeight = 32;
constexpr float kResultHeight = 120;  // its button and four rows
constexpr float kRoomyHeight = 800;
constexpr float kActivityRow = 24,
                kAroundActivity = 84;  // of warp activity: a row that is easily seen, and all else
constexpr float kStackedHeight =
    200;  // of the upper picture and activity together: with less they stand side by side;
constexpr float kStackedRows = 400;  // where the upper one is made of rows
constexpr float kHeads = 24;
constexpr float kStrip = 30, kStripOfTwoLines = 52, kPicturesBesideStrip = 190;
constexpr float kStripOfOneLineFrom = 240;  // width of a column; in a narrower one its bar would be a few pixels
constexpr float kGap = 8;
constexpr float kMinControls = 264, kMaxControls = 420;
constexpr float kMinShare = 0.15f, kMaxShare = 0.75f;

// What the panels need, in unscaled pixels: header, left column, and a column a variant; bars, and pictures that
// are more than a strip.
constexpr float kNeededWidth = 800, kNeededBesideTwo = 100, kNeededHeight = 450;
constexpr float kNeededOnStage = 200;  // of a variant's column
constexpr float kMinScale = 0.5f;

float share(float value) {
  return std::clamp(value, kMinShare, kMaxShare);
}

/// Little more than a third of a narrow window at most, so that the pictures keep room.
float controls_width(float wanted, float width, float scale) {
  return std::min(std::clamp(wanted, kMinControls, kMaxControls) * scale, 0.36f * width);
}

Rect whole_pixels(const Rect& rect) {
  if (rect.w <= 0 || rect.h <= 0) return {};
  const float x = std::floor(rect.x), y = std::floor(rect.y);
  return {x, y, std::max(1.0f, std::floor(rect.x + rect.w) - x), std::max(1.0f, std::floor(rect.y + rect.h) - y)};
}

/// The heights of what stands above one another in every column.
struct Rows {
  Rect sentence, heads, top, activity, panel, strip;
};

/// Of the strip below the pictures: in two lines where the window is high or columns are narrow, in one, or none
/// where they would be too low.
float strip_height(float pictures, float scale, bool two_lines) {
  for (const float height : {two_lines ? kStripOfTwoLines * scale : 0, kStrip * scale})
    if (height > 0 && pictures - height - kGap * scale >= kPicturesBesideStrip * scale) return height;
  return 0;
}

Rows rows_of(const Rect& body, float sentence, float tabs, float scale, float roomy, const Splitters& splitters,
             const LayoutContent& content) {
  const float gap = kGap * scale;
  const bool two_lines = roomy >= 1 || body.w < kStripOfOneLineFrom * scale * static_cast<float>(content.variants);
  Rows rows;
  rows.sentence = {body.x, body.y, body.w, sentence};
  const float heads = content.heads && !content.enlarged ? kHeads * scale : 0, below = heads > 0 ? heads + gap : 0;
  rows.heads = {body.x, body.y + sentence, body.w, heads};
  const float top = body.y + sentence + below, height = body.h - sentence - below - gap;
  if (content.enlarged) {
    const float strip = content.strip ? strip_height(height, scale, two_lines) : 0;
    rows.panel = {body.x, top, body.w, height - (strip > 0 ? strip + gap : 0)};
    rows.strip = {body.x, body.bottom() - gap - strip, body.w, strip};
    return rows;
  }
  const float panel =
      content.folded || content.stage ? 0 : std::floor(share(splitters.panel_share) * roomy * height);
  const float whole = height - panel - tabs - (content.stage ? 0 : gap),
              strip = content.strip ? strip_height(whole, scale, two_lines) : 0;
  const float pictures = whole - (strip > 0 ? strip + gap : 0);
  rows.strip = {body.x, top + whole - strip, body.w, strip};
  rows.activity = {body.x, top, body.w, pictures};
  if (content.view_on_top) {
    float upper = std::floor(share(splitters.top_share) * pictures);
    const float needed = (kAroundActivity + kActivityRow * static_cast<float>(content.activity_rows)) * scale;
    const bool dragged = splitters.top_share != Splitters{}.top_share;
    if (content.activity_rows > 0 && !dragged) upper = std::max(upper, std::floor(pictures - gap - needed));
    rows.top = {body.x, top, body.w, upper};
    rows.activity = {body.x, top + upper + gap, body.w, pictures - upper - gap};
  }
  rows.panel = {body.x, top + height - tabs - panel, body.w, panel};
  return rows;
}

}  // namespace

float scale_with_room(float wanted, float width, float height, std::size_t variants, bool stage) {
  const auto columns = static_cast<float>(variants);
  const float needed =
      stage ? kNeededOnStage * columns : kNeededWidth + kNeededBesideTwo * std::max(0.0f, columns - 2);
  const float most = std::min(width / needed, height / kNeededHeight);
  if (wanted <= most) return wanted;
  // In eighths, so that dragging the window's edge does not make a new font at every pixel.
  return std::max(kMinScale, std::floor(8 * most) / 8);
}

Layout make_layout(float width, float height, float scale, const Splitters& splitters,
                   const LayoutContent& content) {
  const float gap = kGap * scale;
  // A window too low for its bars gives half of its height to what is between them.
  const float bars = (kHeaderHeight + kTransportHeight + kSentenceHeight + kTabsHeight) * scale;
  const float squeeze = std::min(1.0f, 0.5f * height / bars);
  const float transport = (content.stage ? kStageTransportHeight : kTransportHeight) * scale * squeeze;
  const float header = content.stage ? 0 : kHeaderHeight * scale * squeeze;
  const float below = (content.stage && !content.transport ? 0 : transport) + content.foot;
  const float sentence = (content.stage ? kStageSentenceHeight : kSentenceHeight) * scale * squeeze +
                         std::clamp(content.message, 0.0f, height / 6);
  const float tabs = content.stage ? 0 : kTabsHeight * scale * squeeze;
  const bool alone = content.enlarged || content.stage;
  const float left = alone ? 0 : controls_width(splitters.controls_width, width, scale);

  Layout layout;
  layout.header = {0, 0, width, header};
  layout.transport = {0, height - transport, width, transport};
  const float column = height - header - below;
  if (!alone) {
    const float result = std::min(kResultHeight * scale, column / 2);
    layout.controls = {0, header, left, column - result};
    layout.result = {0, header + column - result, left, result};
    layout.controls_splitter = {left, header, gap, column};
  }
  // A low window, or one in projector mode, needs its height for the pictures.
  const float roomy = std::clamp(height / scale / kRoomyHeight, 0.75f, 1.0f);
  const float notice = std::min(content.notice, column / 4), question = std::min(content.question, column / 4);
  const float above = notice + question;
  const Rect body{left + gap, header + above, width - gap - (left + gap), column - above};
  layout.notice = {body.x, header, body.w, notice};
  layout.question = {body.x, header + notice, body.w, question};
  Rows rows = rows_of(body, sentence, tabs, scale, roomy, splitters, content);
  // Two rows of pictures would be too low to see anything; a single variant is wide enough to have them in one.
  const bool side_by_side =
      !alone && content.view_on_top && content.variants == 1 &&
      rows.activity.bottom() - rows.top.y < (content.rows_on_top ? kStackedRows : kStackedHeight) * scale;
  if (side_by_side) {
    rows = rows_of(body, sentence, tabs, scale, 1, splitters, content);
    rows.top.h = rows.activity.h = rows.activity.bottom() - rows.top.y;
    rows.activity.y = rows.top.y;
    rows.top.w = rows.activity.w = (body.w - gap) / 2;
    rows.activity.x = rows.top.right() + gap;
  }
  layout.panel = rows.panel;
  if (!alone) {
    // Below the view that they open: there they are whether one is open or not, so that no click finds another
    // thing.
    layout.tabs = {body.x, rows.panel.bottom(), body.w, tabs};
    if (content.view_on_top && !side_by_side) layout.top_splitter = {body.x, rows.top.bottom(), body.w, gap};
    if (!content.folded)
      layout.panel_splitter = {body.x, std::max(rows.activity.bottom(), rows.strip.bottom()), body.w, gap};
  }
  layout.heads = rows.heads;
  const auto count = static_cast<float>(std::max<std::size_t>(1, content.variants));
  const float pitch = (body.w + gap) / count;
  for (float i = 0; i < count; ++i) {
    const auto part = [&](const Rect& row) {
      return whole_pixels({row.x + i * pitch, row.y, row.w == body.w ? pitch - gap : row.w, row.h});
    };
    layout.columns.push_back(
        {part(rows.sentence), part(rows.top), part(rows.activity), part(rows.panel), part(rows.strip)});
  }
  for (Rect* rect : {&layout.header, &layout.controls, &layout.result, &layout.tabs, &layout.panel,
                     &layout.transport, &layout.notice, &layout.question, &layout.heads})
    *rect = whole_pixels(*rect);
  return layout;
}

Splitters drag_splitter(const Splitters& splitters, SplitterId id, float x, float y, const Layout& now,
                        float scale) {
  const Layout::Column& column = now.columns.front();
  Splitters moved = splitters;
  switch (id) {
    case SplitterId::controls:
      moved.controls_width = std::clamp(x / scale, kMinControls, kMaxControls);
      break;
    case SplitterId::top:
      moved.top_share = share((y - column.top.y) / (column.top.h + column.activity.h));
      break;
    case SplitterId::panel: {
      // The share that the panel has now comes from the share that was asked for: keep their ratio.
      const float end = column.panel.bottom(), height = now.panel.h > 0 ? now.panel.h : 1;
      const float wanted = end - y - kGap * scale;
      moved.panel_share = share(share(splitters.panel_share) * wanted / height);
      break;
    }
  }
  return moved;
}

}  // namespace lanescope
