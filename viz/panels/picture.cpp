// Painting on change, picking, and the empty state.
#include "viz/panels/picture.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "viz/kit/motion.h"
#include "viz/views/shared/sentences.h"
#include "viz/views/shown_view.h"

namespace lanescope {
namespace {

/// Builders and painters may throw any exception; here it becomes a BrokenPicture with its variant.
template <class Make>
void or_broken(std::size_t variant, const Make& make) {
  try {
    make();
  } catch (const std::bad_alloc&) {
    throw BrokenPicture(variant, Sentence("There is too little memory for its picture."));
  } catch (const std::exception& error) {
    throw BrokenPicture(variant, sentence_of(error));
  }
}

/// Of a picture that is painted already, only what moves is painted again.
void repaint_if_moved(ScenePainter& painter, Picture& picture, float moment, std::size_t variant) {
  if (picture.painted && (picture.moment == moment || !picture.scene.moves())) return;
  or_broken(variant, [&] {
    picture.texture = picture.scene.moves() ? painter.paint(picture.slot, at_moment(picture.scene, moment))
                                            : painter.paint(picture.slot, picture.scene);
  });
  picture.moment = moment;
  picture.painted = true;
}

void repaint_if_changed(const Model& model, ScenePainter& painter, Picture& picture, SceneSize size,
                        const View& view, std::size_t variant, Head head) {
  VariantView shown = model.view_of(variant);
  shown.head = head;
  const auto moment = static_cast<float>(model.moment(variant));
  // Beside the variant's own, which stands first, those that its picture depends on.
  std::vector runs{model.run(variant)};
  if (view.scope == Scope::all || view.looks_at_others)
    for (auto& run : model.runs()) runs.push_back(std::move(run));
  if (picture.painted && picture.runs == runs && picture.view == shown && picture.revision == model.runs_shown() &&
      picture.size == size)
    return repaint_if_moved(painter, picture, moment, variant);
  or_broken(variant, [&] { picture.scene = build_moving_view(view, model, variant, size, head); });
  picture.painted = false;
  repaint_if_moved(painter, picture, moment, variant);
  picture.named.clear();
  for (const Pick& place : picture.scene.picks)
    if (!place.name.empty()) picture.named.push_back(&place);
  picture.runs = std::move(runs);
  picture.view = std::move(shown);
  picture.revision = model.runs_shown();
  picture.size = size;
}

/// Sends the hover when it changes; leaving the picture ends only a hover that came from it.
void send_hover(const Ui& ui, Picture& picture, const Focus& under) {
  if (under == picture.sent_hover) return;
  picture.sent_hover = under;
  ui.send(Hover{under});
}

/// The tooltip of the place under the pointer: its own words, then the meaning of its focus.
std::string words_under(const Run& run, const Pick* place, const Focus& focus) {
  std::string words = place ? place->tip : "";
  const std::string meaning = focus_sentence(run, focus);
  if (!words.empty() && !meaning.empty()) words += "\n\n";
  return words + meaning;
}

/// Of a place: beside it. Of a lane: beside its warp at that step, and where it can be beside all warps and steps.
void show_words(const Ui& ui, const std::string& words, const Scene& scene, const Pick* place, float x, float y,
                ImVec2 at) {
  const auto moved = [&](const Rect& rect) { return Rect{at.x + rect.x, at.y + rect.y, rect.w, rect.h}; };
  if (place) return show_tooltip(ui, words, moved(place->rect));
  for (const MaskGrid& grid : scene.mask_grids)
    if (const Focus focus = grid.pick(x, y); focus.step && focus.warp)
      return show_tooltip_of_part(ui, words, moved(grid.cell(*focus.step, *focus.warp - grid.first_warp)),
                                  moved(grid.rect));
  show_tooltip(ui, words, moved({x, y, 0, 0}));
}

void click(const Model& model, const Ui& ui, const Pick* place, const Focus& focus, std::size_t variant) {
  const bool chooses = place && place->chooses;
  ui.send(Activate{variant});
  if (place) {
    for (const Command& command : place->clicks) ui.send(command);
    if (!place->clicks.empty() && !chooses) return;
  }
  Focus chosen = chooses ? *place->chooses : focus;
  chosen.variant = chosen.empty() ? 0 : variant;
  ui.send(Select{chosen == model.view().selection ? Focus{} : chosen});
  if (chosen.step) ui.send(StepTo{model.lock_step().frames(variant, *chosen.step + 1)});
}

}  // namespace

std::string mark_of(const View& view, std::size_t variant) {
  return variant == 0 ? view.id : view.id + ("/" + letter_of(variant));
}

Picture& Pictures::of(const View& view, std::size_t variant) {
  auto found = pictures_.find({view.id, variant});
  if (found == pictures_.end()) {
    const unsigned slot = free_slot();
    found = pictures_.try_emplace({view.id, variant}).first;
    found->second.slot = slot;
  }
  found->second.shown = true;
  return found->second;
}

void Pictures::forget_unshown(const Ui& ui, ScenePainter& painter) {
  for (auto entry = pictures_.begin(); entry != pictures_.end();) {
    Picture& picture = entry->second;
    if (std::exchange(picture.shown, false)) {
      ++entry;
      continue;
    }
    if (!picture.sent_hover.empty()) ui.send(Hover{});
    painter.release(picture.slot);
    entry = pictures_.erase(entry);
  }
}

unsigned Pictures::free_slot() const {
  unsigned slot = 0;
  const auto is_taken = [&](const auto& entry) { return entry.second.slot == slot; };
  while (std::any_of(pictures_.begin(), pictures_.end(), is_taken)) ++slot;
  return slot;
}

float Pictures::growth(const Model& model, const View& view, SceneSize size) {
  ViewOptions options = model.view();
  options.tree = {};
  options.sweep.camera = {};
  options.global_request = options.shared_request = 0;
  auto runs = model.runs();
  if (growth_.view != &view || growth_.runs != runs || !(growth_.options == options) || !(growth_.size == size))
    growth_ = {&view, std::move(runs), options, size, enlarged_growth(view, model, size)};
  return growth_.growth;
}

SceneSize size_in(const Model& model, const Ui& ui, const Rect& panel) {
  // Builders apply projector mode themselves; only the scale of the display remains.
  return {std::floor(panel.w), std::floor(panel.h), model.view().projector ? ui.scale / kProjectorScale : ui.scale};
}

bool show_picture(const Model& model, const Ui& ui, ScenePainter& painter, Picture& picture, const View& view,
                  std::size_t variant, SceneSize size, Head head) {
  const float width = size.width, height = size.height;
  if (width < 8 || height < 8) return false;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  repaint_if_changed(model, painter, picture, size, view, variant, head);
  ui.pictures.push_back({picture.slot, picture.texture, {at.x, at.y, width, height}});
  const std::string name = mark_of(view, variant);
  ImGui::InvisibleButton(name.c_str(), {width, height});
  ui.mark(name);
  for (const Pick* place : picture.named) {
    const Rect& rect = place->rect;
    ui.marks[name + "/" + place->name] = {at.x + rect.x, at.y + rect.y, rect.w, rect.h};
  }
  const bool hovered = ImGui::IsItemHovered();
  const float x = ImGui::GetIO().MousePos.x - at.x, y = ImGui::GetIO().MousePos.y - at.y;
  const Pick* place = hovered ? place_under(picture.scene, x, y) : nullptr;
  Focus under = hovered ? pick(picture.scene, x, y) : Focus{};
  if (!under.empty()) under.variant = variant;
  send_hover(ui, picture, under);
  if (hovered && ui.pointer_still_seconds >= kTipDelaySeconds && !ImGui::IsMouseDown(ImGuiMouseButton_Left))
    if (const std::string words = words_under(*model.run(variant), place, under); !words.empty())
      show_words(ui, words, picture.scene, place, x, y, at);
  const bool dragged = ImGui::GetIO().MouseDragMaxDistanceSqr[0] > ui.px(4) * ui.px(4);
  if (hovered && ImGui::IsItemDeactivated() && !dragged) click(model, ui, place, under, variant);
  return hovered;
}

void show_emptiness(const Ui& ui, const std::string& title, const std::string& what_to_do) {
  constexpr float kTwoLines = 48;  // unscaled; a strip has room for one
  const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
  const float middle = at.x + room.x / 2;
  auto line = [&](ImFont* font, ImU32 color, const std::string& text, float y) {
    const std::string fitted = fit_text(font, text, room.x);
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize,
                                        {std::floor(middle - text_width_of(font, fitted) / 2), std::floor(y)},
                                        color, fitted.c_str());
  };
  const float y = at.y + room.y / 2;
  if (room.y < ui.px(kTwoLines))
    return line(ui.fonts.small, ui.colors.text, title, y - ui.fonts.small->FontSize / 2);
  line(ui.fonts.bold, ui.colors.text, title, y - ui.px(22));
  line(ui.fonts.body, ui.colors.dim, what_to_do, y + ui.px(2));
}

}  // namespace lanescope
