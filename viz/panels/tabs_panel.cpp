// The tabs above the lower view: one is open, for all variants.
#include <algorithm>
#include <string>

#include "viz/panels/panels.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

constexpr float kEnlargeWidth = 72, kArrowWidth = 24;

float tab_width(const Ui& ui, const View& view) {
  return text_width_of(ui.fonts.bold, tr(view.title)) + ui.px(20);
}

bool tab(const Ui& ui, const View& view, bool open, float height) {
  ImFont* font = open ? ui.fonts.bold : ui.fonts.body;
  const float width = tab_width(ui, view);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(view.id, {width, height});
  const bool hovered = ImGui::IsItemHovered();
  ui.mark(std::string("tab/") + view.id);
  ui.explain(std::string(tr(view.description)) + "\n" +
             (open ? tr("Click to hide it (V) and give its room to the pictures.") : tr("Click to open it.")));
  auto* draw = ImGui::GetWindowDrawList();
  const ImU32 color = open || hovered ? ui.colors.text : ui.colors.dim;
  draw->AddText(font, font->FontSize,
                {std::floor(at.x + (width - text_width_of(font, tr(view.title))) / 2),
                 std::floor(at.y + (height - font->FontSize) / 2)},
                color, tr(view.title));
  if (open)
    draw->AddRectFilled({at.x + ui.px(8), at.y + height - ui.px(3)},
                        {at.x + width - ui.px(8), at.y + height - ui.px(1)}, ui.colors.accent, ui.px(1));
  return clicked;
}

/// The visible tabs: all of them, or as many as fit between two arrows, including the open one.
struct TabRange {
  std::size_t first, end;
};
TabRange tabs_in_sight(const Ui& ui, const std::vector<const View*>& tabs, std::size_t open, float room) {
  const auto width_of = [&](std::size_t first, std::size_t end) {
    float width = 0;
    for (std::size_t i = first; i < end; ++i) width += tab_width(ui, *tabs[i]);
    return width;
  };
  TabRange range{0, tabs.size()};
  if (width_of(range.first, range.end) <= room) return range;
  room -= 2 * ui.px(kArrowWidth);
  while (range.first < open && width_of(range.first, open + 1) > room) ++range.first;
  range.end = open + 1;
  while (range.end < tabs.size() && width_of(range.first, range.end + 1) <= room) ++range.end;
  return range;
}

/// An arrow to the next view that is not visible.
void arrow(const Ui& ui, const char* label, const char* mark, const View& view, const Rect& rect) {
  ImGui::SetCursorScreenPos({rect.x, rect.y + (rect.h - ui.px(28)) / 2});
  if (flat_button(ui, label, rect.w - ui.px(4))) ui.send(OpenPanel{view.id});
  ui.mark(mark);
  ui.explain(tr("More views; Tab goes through all of them."));
}

}  // namespace

void tabs_panel(const Model& model, const Ui& ui, const Rect& rect) {
  if (rect.w <= 0) return;
  begin_panel(ui, "tabs", rect, {.padding = 0, .filled = false});
  const View& open = open_view(model.view());
  const float right = rect.right() - ui.px(kEnlargeWidth + 8);
  const auto tabs = tabs_of(workload_of(model.view()));
  const auto index = static_cast<std::size_t>(std::find(tabs.begin(), tabs.end(), &open) - tabs.begin());
  const TabRange range = tabs_in_sight(ui, tabs, index, right - rect.x);
  const float side = ui.px(kArrowWidth);
  const bool more_before = range.first > 0, more_after = range.end < tabs.size();
  if (more_before) arrow(ui, "<", "tabs_before", *tabs[range.first - 1], {rect.x, rect.y, side, rect.h});
  ImGui::SetCursorScreenPos({rect.x + (more_before ? side : 0), rect.y});
  for (std::size_t i = range.first; i < range.end; ++i) {
    if (i > range.first) ImGui::SameLine(0, 0);
    const bool is_open = tabs[i] == &open && !model.view().folded;
    if (!tab(ui, *tabs[i], is_open, rect.h)) continue;
    if (is_open)
      ui.send(FoldPanel{true});
    else
      ui.send(OpenPanel{tabs[i]->id});
  }
  if (more_after) arrow(ui, ">", "tabs_after", *tabs[range.end], {right - side, rect.y, side, rect.h});
  ImGui::SetCursorScreenPos({rect.right() - ui.px(kEnlargeWidth), rect.y + (rect.h - ui.px(28)) / 2});
  ImGui::PushFont(ui.fonts.small);
  if (flat_button(ui, tr("Enlarge"), ui.px(kEnlargeWidth))) ui.send(Enlarge{open.id});
  ImGui::PopFont();
  ui.mark("enlarge");
  ui.explain(tr("This view alone, as large as the window (Enter); Esc goes back. 1 and 2 enlarge tree and warps."));
  end_panel(ui);
}

}  // namespace lanescope
