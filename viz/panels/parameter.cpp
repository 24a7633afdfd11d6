#include "viz/panels/parameter.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "viz/text/window_text.h"

namespace lanescope {
namespace {

// Three sizes of matrices fit into a value.
constexpr float kValueWidth = 96, kValueInset = 6, kValueGap = 10;
constexpr float kTrackHeight = 16, kTimesHeight = 14;
constexpr float kTimesRoom = 9;  // between the value's field and the track, whose upper half has the rest

/// What the pointer and the keys do to a track. A place that nothing moved is none.
struct Handling {
  std::optional<double> moved = {};
  bool ended = false;  ///< one edit, for undo
};

double clamped(const Parameter& parameter, double place) {
  return std::clamp(place, static_cast<double>(parameter.first), static_cast<double>(parameter.last));
}

/// From one whole place to the next one up or down.
double next_place(double place, int direction) {
  return direction > 0 ? std::floor(place) + 1 : std::ceil(place) - 1;
}

/// Of the wheel, and of the keys. Where the wheel scrolls, it changes nothing.
int notches() {
  const bool scrolls = ImGui::GetScrollMaxY() > 0;
  if (!scrolls) ImGui::SetItemUsingMouseWheel();
  const float wheel = scrolls ? 0 : ImGui::GetIO().MouseWheel;
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
  return (wheel > 0) - (wheel < 0) + pressed(ImGuiKey_UpArrow) - pressed(ImGuiKey_DownArrow);
}

Handling handle_track(const Parameter& parameter, float x0, float x1) {
  Handling done{.ended = edit_ended()};
  if (ImGui::IsItemActive()) {
    const float t = std::clamp((ImGui::GetIO().MousePos.x - x0) / std::max(1.0f, x1 - x0), 0.0f, 1.0f);
    const double place = parameter.first + t * (parameter.last - parameter.first);
    done.moved = ImGui::GetIO().KeyShift ? place : std::round(place);
  } else if (ImGui::IsItemHovered()) {
    if (const int direction = notches(); direction != 0) {
      done.moved = clamped(parameter, next_place(parameter.place, direction));
      done.ended = true;
    }
  }
  if (done.moved == parameter.place) done.moved.reset();
  return done;
}

/// A thin line of the times, logarithmic; the fastest is a disc.
void draw_times(const Ui& ui, const Parameter& parameter, const Rect& rect) {
  const auto& times = parameter.times.times;
  const auto [least, most] = std::minmax_element(
      times.begin(), times.end(), [](const auto& a, const auto& b) { return a.time_us < b.time_us; });
  const double low = std::log(least->time_us), range = std::max(0.05, std::log(most->time_us) - low);
  const float inset = ui.px(3);
  const auto point = [&](const PlacedTime& time) {
    const double across = (time.place - parameter.first) / std::max(1, parameter.last - parameter.first);
    const double up = (std::log(time.time_us) - low) / range;
    return ImVec2{rect.x + static_cast<float>(across) * rect.w,
                  rect.bottom() - inset - static_cast<float>(up) * (rect.h - 2 * inset)};
  };
  ui.marks[std::string(parameter.id) + "/times"] = rect;
  auto* draw = ImGui::GetWindowDrawList();
  for (std::size_t i = 1; i < times.size(); ++i)
    draw->AddLine(point(times[i - 1]), point(times[i]), ui.colors.dim, std::max(1.0f, ui.px(1.25f)));
  if (parameter.times.best) draw->AddCircleFilled(point(times[*parameter.times.best]), ui.px(3), ui.colors.accent);
}

std::string told(const std::function<std::string()>& limits) {
  const std::string words = limits ? limits() : "";
  return words.empty() ? words : " " + words;
}

void track(const Ui& ui, const Parameter& parameter) {
  const bool timed = parameter.times.times.size() > 1;
  const float width = std::max(ui.px(24), ImGui::GetContentRegionAvail().x);
  const float above = parameter.timed ? ui.px(kTimesRoom) : 0, height = above + ui.px(kTrackHeight);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float radius = ui.px(kHandleRadius), x0 = from.x + radius, x1 = from.x + width - radius;
  ImGui::InvisibleButton(parameter.id, {width, height});
  ui.mark(parameter.id);
  const Handling done = handle_track(parameter, x0, x1);
  const double place = clamped(parameter, done.moved.value_or(parameter.place));
  if (timed) draw_times(ui, parameter, {x0, from.y, x1 - x0, ui.px(kTimesHeight)});
  draw_track(ui, {from.x, from.y + above, width, ui.px(kTrackHeight)}, place,
             {.first = parameter.first, .last = parameter.last});
  if (ImGui::IsItemHovered())
    ui.explain_row(
        parameter.meaning + told(parameter.limits_of_track) + " " +
        tr("Drag it, with Shift to values between; or rest on it and turn the wheel, or press Up or Down.") +
        (parameter.times.words.empty() ? "" : "\n\n" + parameter.times.words));
  if (done.moved) ui.send(parameter.at(*done.moved));
  if (done.ended) ui.send(EndEdit{});
}

/// Shown beside the field, over the pictures, so that no row moves; the next click or a new value removes it.
void show_typing_error(const Ui& ui, const Sentence& error) {
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddRect(from, to, ui.colors.bad, ui.px(4));
  if (ui.marks.contains("tip")) return;
  ImGui::SetNextWindowPos({to.x + ui.px(24), from.y - ui.px(4)});
  show_tooltip(ui, window_text(error));
}

/// A value that is typed becomes the launch's when Enter is pressed, or when the field is left.
void entry(const Ui& ui, TypedValue& typed, const Parameter& parameter) {
  const bool is_typed_in = typed.id == parameter.id;
  const bool given_up = ImGui::IsMouseClicked(ImGuiMouseButton_Left) ||
                        ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false);
  if (is_typed_in && (given_up || typed.value != parameter.value)) typed.error = {};
  // What was refused stays in sight beside the reason.
  std::string shown = parameter.value;
  std::string& text = is_typed_in && (typed.editing || !typed.error.empty()) ? typed.text : shown;
  // Padded from the left, so that all values are right-aligned.
  const float width = ui.px(kValueWidth), side = ui.px(kValueInset);
  const float room = std::floor(width - text_width_of(ui.fonts.mono, text) - side);
  const float pad = is_typed_in && typed.editing ? side : std::max(side, room);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {pad, (ui.px(kRowHeight) - ui.fonts.mono->FontSize) / 2});
  const std::string id = std::string(parameter.id) + "/entry";
  const bool entered = text_field(ui, ("##" + id).c_str(), text, width, parameter.digits);
  ImGui::PopStyleVar();
  ui.mark(id);
  const bool left = ImGui::IsItemDeactivatedAfterEdit(), active = ImGui::IsItemActive();
  if (active && !(is_typed_in && typed.editing)) typed = {parameter.id, shown, true, {}, parameter.value};
  const bool ended = entered || left;
  const auto explain = [&] {
    if (ImGui::IsItemHovered()) ui.explain(parameter.typing + told(parameter.limits));
  };
  if (typed.id != parameter.id) return explain();
  const std::string asked = typed.text;
  if (!active) typed.editing = false;
  if (!typed.error.empty())
    show_typing_error(ui, typed.error);
  else if (!active)
    explain();
  if (!ended || asked == parameter.value) return;
  try {
    ui.send(parameter.typed(asked));
    ui.send(EndEdit{});
    typed = {};
  } catch (const std::exception& error) {
    typed.error = sentence_of(error);
    typed.value = parameter.value;
  }
}

void whole_parameter(const Ui& ui, PanelState& state, const Parameter& parameter) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  row_label(ui, parameter.label, 0, false, parameter.meaning);
  ImGui::SetCursorScreenPos({right - ui.px(kValueWidth), at.y});
  entry(ui, state.typed, parameter);
  ImGui::SetCursorScreenPos({at.x, at.y + ui.px(kRowHeight)});
  track(ui, parameter);
}

/// What a refused parameter's name and value take, with a gap between them.
float refused_width(const Ui& ui, const Parameter& parameter) {
  return text_width_of(ui.fonts.small, parameter.label) + ui.px(kValueGap + kValueInset) +
         text_width_of(ui.fonts.mono, parameter.value);
}

/// Its name and its value, in `width` pixels.
void refused_parameter(const Ui& ui, const Parameter& parameter, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton(parameter.id, {width, ui.px(kRowHeight)});
  ui.mark(parameter.id);
  ui.explain(parameter.refusal);
  const auto draw = [&](ImFont* font, float x, const std::string& text) {
    const float y = std::round(at.y + (ui.px(kRowHeight) - font->FontSize) / 2);
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize, {std::floor(x), y}, ui.colors.faint, text.c_str());
  };
  draw(ui.fonts.small, at.x, parameter.label);
  draw(ui.fonts.mono, at.x + width - ui.px(kValueInset) - text_width_of(ui.fonts.mono, parameter.value),
       parameter.value);
}

}  // namespace

void draw_parameters(const Ui& ui, PanelState& state, std::span<const Parameter> parameters) {
  std::vector<const Parameter*> refused;
  for (const Parameter& parameter : parameters) {
    if (parameter.refusal.empty())
      whole_parameter(ui, state, parameter);
    else
      refused.push_back(&parameter);
  }
  // Two in a row, where they have room: halves, or the left one as much more as it needs.
  ImVec2 at = ImGui::GetCursorScreenPos();
  const float whole = ImGui::GetContentRegionAvail().x, gap = ui.px(16), half = std::floor((whole - gap) / 2);
  for (std::size_t i = 0; i < refused.size();) {
    const float left = std::max(half, refused_width(ui, *refused[i]));
    const float right = i + 1 < refused.size() ? std::min(half, whole - gap - left) : 0;
    const bool pair = i + 1 < refused.size() && refused_width(ui, *refused[i + 1]) <= right;
    ImGui::SetCursorScreenPos(at);
    refused_parameter(ui, *refused[i], pair || i + 1 == refused.size() ? std::min(left, whole) : whole);
    if (pair) {
      ImGui::SetCursorScreenPos({at.x + left + gap, at.y});
      refused_parameter(ui, *refused[i + 1], right);
    }
    i += pair ? 2 : 1;
    at.y += ui.px(kRowHeight + kRowGap);
  }
}

}  // namespace lanescope
