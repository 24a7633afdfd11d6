// The bar below: play, step, scrub, speed. Icons are drawn, not taken from a font.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "viz/panels/panels.h"
#include "viz/views/shared/step_table.h"

namespace lanescope {
namespace {

constexpr float kSpeedsWidth = 184, kMotionWidth = 64;
constexpr float kButtonsWidth = 212;  // four of 36, one of 52, and the gaps between them
constexpr float kLeastScrub = 40, kScrubGap = 12;

using DrawIcon = std::function<void(ImDrawList&, ImVec2 center, float r, ImU32 color)>;

void triangle(ImDrawList& draw, ImVec2 c, float r, float direction, ImU32 color) {
  draw.AddTriangleFilled({c.x - 0.6f * r * direction, c.y - r}, {c.x + 0.9f * r * direction, c.y},
                         {c.x - 0.6f * r * direction, c.y + r}, color);
}

void bar(ImDrawList& draw, float x, float y, float r, ImU32 color) {
  draw.AddRectFilled({x - 0.18f * r, y - r}, {x + 0.18f * r, y + r}, color);
}

bool icon_button(const Ui& ui, const char* id, float width, bool primary, const char* meaning,
                 const DrawIcon& icon) {
  const float height = ui.px(36);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(id, {width, height});
  const bool hovered = ImGui::IsItemHovered();
  ui.mark(id);
  ui.explain(meaning);
  auto* draw = ImGui::GetWindowDrawList();
  // With the style's alpha, which is lower where widgets are disabled.
  const ImU32 back = primary ? ui.colors.accent : hovered ? ui.colors.raised_hovered : ui.colors.raised;
  draw->AddRectFilled(at, {at.x + width, at.y + height}, ImGui::GetColorU32(back), ui.px(4));
  icon(*draw, {at.x + width / 2, at.y + height / 2}, ui.px(7),
       ImGui::GetColorU32(primary ? ui.colors.on_accent : ui.colors.text));
  return clicked;
}

void buttons(const Model& model, const Ui& ui) {
  const float width = ui.px(36), gap = ui.px(4);
  const bool playing = model.view().playing;
  if (icon_button(ui, "first", width, false, tr("Before the first step (Home)"),
                  [](auto& draw, ImVec2 c, float r, ImU32 color) {
                    triangle(draw, {c.x + 0.25f * r, c.y}, r, -1, color);
                    bar(draw, c.x - 0.85f * r, c.y, r, color);
                  }))
    ui.send(StepTo{0});
  ImGui::SameLine(0, gap);
  if (icon_button(ui, "back", width, false, tr("One step back (Left)"),
                  [](auto& draw, ImVec2 c, float r, ImU32 color) { triangle(draw, c, r, -1, color); })) {
    ui.send(SetPlaying{false});
    ui.send(StepBy{-1});
  }
  ImGui::SameLine(0, gap);
  if (icon_button(ui, "play", ui.px(52), true, playing ? tr("Pause (Space)") : tr("Play (Space)"),
                  [playing](auto& draw, ImVec2 c, float r, ImU32 color) {
                    if (!playing) return triangle(draw, c, r, 1, color);
                    bar(draw, c.x - 0.5f * r, c.y, r, color);
                    bar(draw, c.x + 0.5f * r, c.y, r, color);
                  }))
    ui.send(SetPlaying{!playing});
  ImGui::SameLine(0, gap);
  if (icon_button(ui, "forward", width, false, tr("One step forward (Right)"),
                  [](auto& draw, ImVec2 c, float r, ImU32 color) { triangle(draw, c, r, 1, color); })) {
    ui.send(SetPlaying{false});
    ui.send(StepBy{1});
  }
  ImGui::SameLine(0, gap);
  if (icon_button(ui, "last", width, false, tr("After the last step (End)"),
                  [](auto& draw, ImVec2 c, float r, ImU32 color) {
                    triangle(draw, {c.x - 0.25f * r, c.y}, r, 1, color);
                    bar(draw, c.x + 0.85f * r, c.y, r, color);
                  }))
    ui.send(StepTo{model.frames()});
}

void speeds(const Model& model, const Ui& ui) {
  std::vector<Segment> choices;
  int selected = 1;
  for (const double speed : kSpeeds) {
    if (speed == model.view().speed) selected = static_cast<int>(choices.size());
    choices.push_back(
        {fmt::format("{:g}×", speed), tr_format("{:g} steps a second (+ and - change it)", 2 * speed), {}});
  }
  if (const auto clicked = segmented(ui, "speed", choices, selected, {.width = ui.px(kSpeedsWidth)}))
    ui.send(SetSpeed{kSpeeds[*clicked]});
}

void motion_switch(const Model& model, const Ui& ui) {
  const bool on = model.view().motion;
  if (flat_button(ui, tr("Motion"), ui.px(kMotionWidth), on)) ui.send(SetMotion{!on});
  ui.mark("motion");
  ui.explain(tr("Values travel to their owners when a step is taken (M). Off: they are there at once."));
}

/// "5 / 11" steps; the name of the phase where the row is none. Of several variants the frames of their lock step,
/// in which loads and commits count, too.
std::string position_text(const Model& model) {
  const std::uint32_t position = std::min(model.view().position, model.frames());
  if (model.count() > 1) return tr_format("frame {} / {}", grouped(position), grouped(model.frames()));
  const History* history = model.run() ? history_in_view(*model.run()) : nullptr;
  if (!history) return fmt::format("{} / 0", grouped(position));
  if (position > 0 && position <= history->steps() && !is_step(history->phases[position - 1]))
    return tr(name_of(history->phases[position - 1]));
  return fmt::format("{} / {}", grouped(history->counted_steps(std::min<std::size_t>(position, history->steps()))),
                     grouped(history->counted_steps()));
}

/// Room for the longest that position_text() says: it stays where it is while one steps, and off the slider.
float count_room(const Model& model, const Ui& ui) {
  constexpr float kLeast = 136;
  const std::string last = grouped(model.frames());
  const std::string longest =
      model.count() > 1 ? tr_format("frame {} / {}", last, last) : fmt::format("{} / {}", last, last);
  return std::max(ui.px(kLeast), text_width_of(ui.fonts.mono, longest) + ui.px(8));
}

/// In how many parts a step can be scrubbed: one where nothing moves, or where steps are too narrow.
int parts_of_step(const Model& model, float width) {
  constexpr int kParts = 8;
  constexpr float kLeastPart = 3;  // pixels
  const auto steps = static_cast<float>(std::max(1u, model.frames()));
  return model.view().motion && width / steps >= kLeastPart * kParts ? kParts : 1;
}

int parts_done(const Model& model, int parts) {
  const ViewState& view = model.view();
  const double under_way = view.position > 0 ? 1 - view.moment : 0;
  return static_cast<int>(std::lround((view.position - under_way) * parts));
}

/// Near to the end of a step, to all of it.
StepTo step_to_part(int part, int parts) {
  const int steps = part / parts, rest = part % parts;
  if (4 * rest <= parts) return {static_cast<std::uint32_t>(steps)};
  const auto position = static_cast<std::uint32_t>(steps + 1);
  return 4 * (parts - rest) <= parts ? StepTo{position} : StepTo{position, static_cast<double>(rest) / parts};
}

}  // namespace

void transport_panel(const Model& model, const Ui& ui, const PanelState& state, const Rect& rect) {
  // How many steps and launches there are may be what the lesson asks.
  const bool covered = state.lesson.covers_pictures(model.view().request());
  begin_panel(ui, "transport", rect, {.padding = 0});
  ImGui::GetWindowDrawList()->AddLine({rect.x, rect.y}, {rect.x + rect.w, rect.y}, ui.colors.border);
  const float pad = ui.px(16), middle = rect.y + rect.h / 2;
  const float count_width = count_room(model, ui), buttons_end = ui.px(16 + kButtonsWidth + 20);
  // Beside lessons, and beside launches in large letters, there may be no room for all of it.
  const float launches = covered ? 0 : least_launch_strip(model, ui);
  float left = rect.w - 2 * pad - buttons_end - count_width - launches - ui.px(kLeastScrub);
  const float speed_width = left >= ui.px(kSpeedsWidth) ? ui.px(kSpeedsWidth) : 0;
  left -= speed_width;
  const float motion_width = left >= ui.px(kMotionWidth + 8) ? ui.px(kMotionWidth + 8) : 0;
  ImGui::SetCursorScreenPos({rect.x + pad, middle - ui.px(18)});
  ImGui::BeginDisabled(covered);
  buttons(model, ui);
  ImGui::EndDisabled();
  ImGui::SameLine(0, ui.px(20));
  const float right = rect.x + rect.w - pad;
  const float slider_end = right - speed_width - motion_width - count_width - ui.px(16);
  float x = ImGui::GetCursorScreenPos().x;
  if (!covered) x += launch_strip(model, ui, x, middle, slider_end - x);

  ImGui::SetCursorScreenPos({x, middle - ui.px(kRowHeight / 2)});
  const auto steps = covered ? 0 : static_cast<int>(model.frames());
  const int parts = covered ? 1 : parts_of_step(model, std::max(ui.px(24), slider_end - x - ui.px(kScrubGap)));
  const auto key_step = covered ? std::nullopt : model.key_step();
  const auto notch = key_step ? std::optional(static_cast<int>(*key_step) * parts) : std::nullopt;
  const auto moved = track_slider(ui, "scrub", covered ? 0 : parts_done(model, parts),
                                  {.first = 0,
                                   .last = std::max(1, steps) * parts,
                                   .disabled = steps == 0,
                                   .width = std::max(ui.px(24), slider_end - x - ui.px(kScrubGap)),
                                   .notch = notch});
  ui.mark("scrub");
  ui.explain(covered ? tr("The pictures come with the answer.")
                     : told_together(tr("Drag to any step, or into the middle of one."),
                                     notch ? tr("The mark: where the question's point is seen.") : ""));
  if (moved) ui.send(step_to_part(*moved, parts));

  ImGui::SetCursorScreenPos({slider_end, std::round(middle - ui.fonts.mono->FontSize / 2)});
  text_right(ui, ui.fonts.mono, ui.colors.text, slider_end + count_width, covered ? "?" : position_text(model));
  ui.mark("step_count");
  ImGui::SetCursorScreenPos({right - speed_width - motion_width, middle - ui.px(14)});
  if (motion_width > 0) motion_switch(model, ui);
  ImGui::SetCursorScreenPos({right - speed_width, middle - ui.px(13)});
  if (speed_width > 0) speeds(model, ui);
  end_panel(ui);
}

}  // namespace lanescope
