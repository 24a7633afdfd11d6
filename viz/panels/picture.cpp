// Painting on change, picking, and the empty state.
#include "viz/panels/picture.h"

#include <algorithm>
#include <cmath>

#include "viz/scene/views.h"

namespace lanescope {
namespace {

/// The view without what no picture shows, so that it compares equal while nothing visible changes.
ViewState visible_part(const ViewState& view) {
  ViewState visible = view;
  visible.request = {};
  visible.playing = false;
  visible.speed = 1;
  return visible;
}

void repaint_if_changed(const Model& model, ScenePainter& painter, Picture& picture, SceneSize size,
                        const PictureSource& source) {
  ViewState visible = visible_part(model.view());
  if (picture.painted && picture.run == model.run() && picture.view == visible &&
      picture.revision == source.revision && picture.size == size)
    return;
  picture.scene = source.build(*model.run(), model.view(), size);
  picture.texture = painter.paint(source.slot, picture.scene);
  picture.run = model.run();
  picture.view = std::move(visible);
  picture.revision = source.revision;
  picture.size = size;
  picture.painted = true;
}

/// Hover is told when it changes; leaving the picture ends only a hover that came from it.
void tell_hover(const Ui& ui, Picture& picture, const Focus& under) {
  if (under == picture.sent_hover) return;
  picture.sent_hover = under;
  ui.send(Hover{under});
}

}  // namespace

bool show_picture(const Model& model, const Ui& ui, ScenePainter& painter, Picture& picture,
                  const PictureSource& source) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float width = std::floor(room.x), height = std::floor(room.y);
  if (width < 8 || height < 8) return false;
  // Builders enlarge by themselves in projector mode; what remains is the scale of the display.
  const float display_scale = model.view().projector ? ui.scale / kProjectorScale : ui.scale;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  repaint_if_changed(model, painter, picture, {width, height, display_scale}, source);
  ui.pictures.push_back({picture.texture, {at.x, at.y, width, height}});
  ImGui::InvisibleButton(source.name, {width, height});
  ui.mark(source.name);
  const bool hovered = ImGui::IsItemHovered();
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const Focus under = hovered ? pick(picture.scene, pointer.x - at.x, pointer.y - at.y) : Focus{};
  tell_hover(ui, picture, under);
  if (hovered && !under.empty() && !ImGui::IsMouseDown(ImGuiMouseButton_Left))
    show_tooltip(ui, focus_sentence(*model.run(), under));
  const bool dragged = ImGui::GetIO().MouseDragMaxDistanceSqr[0] > ui.px(4) * ui.px(4);
  if (hovered && ImGui::IsItemDeactivated() && !dragged) {
    ui.send(Select{under == model.view().selection ? Focus{} : under});
    if (under.step) ui.send(StepTo{*under.step + 1});
  }
  return hovered;
}

void show_emptiness(const Ui& ui, const std::string& title, const std::string& what_to_do) {
  const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
  const float middle = at.x + room.x / 2;
  auto line = [&](ImFont* font, ImU32 color, const std::string& text, float y) {
    const std::string fitted = fit_text(font, text, room.x);
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize,
                                        {std::floor(middle - text_width_of(font, fitted) / 2), std::floor(y)}, color,
                                        fitted.c_str());
  };
  const float y = at.y + room.y / 2;
  line(ui.fonts.bold, ui.colors.text, title, y - ui.px(22));
  line(ui.fonts.body, ui.colors.dim, what_to_do, y + ui.px(2));
}

}  // namespace lanescope
