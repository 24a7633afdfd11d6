// The tabs over the view below: one is open, for all variants.
#include <algorithm>
#include <string>

#include "viz/panels/panels.h"
#include "viz/scene/views.h"

namespace lanescope {
namespace {

constexpr float kEnlargeWidth = 72;

bool tab(const Ui& ui, const View& view, bool open, float height) {
  ImFont* font = open ? ui.fonts.bold : ui.fonts.body;
  const float width = text_width_of(ui.fonts.bold, tr(view.title)) + ui.px(20);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(view.id, {width, height});
  const bool hovered = ImGui::IsItemHovered();
  ui.mark(std::string("tab/") + view.id);
  ui.explain(tr(view.description));
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

}  // namespace

void tabs_panel(const Model& model, const Ui& ui, const Rect& rect) {
  if (rect.w <= 0) return;
  begin_panel(ui, "tabs", rect, {.padding = 0, .filled = false});
  const View& open = open_view(model.view());
  const float right = rect.right() - ui.px(kEnlargeWidth + 8);
  const auto& list = views();
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  for (std::size_t i = kViewsInSight; i < list.size(); ++i) {
    if (i > kViewsInSight) ImGui::SameLine(0, 0);
    const float width = text_width_of(ui.fonts.bold, tr(list[i].title)) + ui.px(20);
    if (ImGui::GetCursorScreenPos().x + width > right) break;  // Tab goes through those that find no room, too
    if (tab(ui, list[i], &list[i] == &open, rect.h)) ui.send(OpenPanel{list[i].id});
  }
  ImGui::SetCursorScreenPos({rect.right() - ui.px(kEnlargeWidth), rect.y + (rect.h - ui.px(28)) / 2});
  ImGui::PushFont(ui.fonts.small);
  if (flat_button(ui, tr("Enlarge"), ui.px(kEnlargeWidth))) ui.send(Enlarge{open.id});
  ImGui::PopFont();
  ui.mark("enlarge");
  ui.explain(tr("This view alone, as large as the window (Enter); Esc goes back. 1 and 2 enlarge tree and warps."));
  end_panel(ui);
}

}  // namespace lanescope
