// Above the pictures of a preset: its question, and its remark with times of a GPU. Of other launches: what their
// kernel teaches.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "engine/request/catalogue.h"
#include "viz/panels/idea_panel.h"
#include "viz/panels/panels.h"
#include "viz/text/characters.h"
#include "viz/views/shared/preset_words.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

constexpr float kIndent = 12, kBetween = 12, kButtonHeight = 24, kButtonGap = 4;

/// What to look at, and how: playing waits at the preset's key step.
std::string look_of(const Preset& preset) {
  if (preset.look.empty()) return tr("Space plays and stops, the arrow keys take a step.");
  return told_together(tr(preset.look),
                       preset.key_step.shows ? tr("Space plays to where it is seen.") : tr("Space plays."));
}

/// Of times of a GPU. On the stage it is in the tip alone.
std::string remark_of(const Preset& preset, const Model& model) {
  return remark_of(preset, model.surroundings().sweeps());
}

/// Whether the question still fits: to its kernels, or to all but one of three or more, where that one is none of a
/// user's. What stands beside them is no matter.
bool has_kernels_of(const Preset& preset, const std::vector<RunRequest>& requests) {
  const auto& own = preset.variants.requests;
  std::size_t same = 0;
  for (std::size_t i = 0; i < std::min(own.size(), requests.size()); ++i) {
    if (kernel_info(requests[i].kernel).own) return false;
    same += own[i].kernel == requests[i].kernel;
  }
  return same == own.size() || (own.size() > 2 && same + 1 == own.size());
}

constexpr const char* kBackWords = tr_later("Reset");

/// What goes on from a preset stands beside it; on the stage the keys of presets do.
bool has_next(const Model& model, const Preset& preset) {
  return !preset.next.empty() && !model.view().projector;
}

/// On the stage, which has no tabs, the view that answers is a key away, for when the class has thought.
bool has_answer(const Model& model, const Preset& preset) {
  return model.view().projector && !preset.folded;
}

/// What Enter does there: the open view, or back to the pictures.
std::string answer_words(const Model& model, bool is_open) {
  const ViewState& view = model.view();
  return is_open ? tr("Enter: the pictures")
                 : tr_format("Enter: {}", tr(title_of(open_view(view), view.variants.requests)));
}

/// Of what stands to the right of the question. The same whether the launch was changed or not, so that no line
/// moves.
float buttons_width(const Model& model, const Ui& ui, const Preset& preset) {
  float width = text_width_of(ui.fonts.body, tr(kBackWords));
  const auto has_room_for = [&](const std::string& words) {
    width = std::max(width, text_width_of(ui.fonts.body, words));
  };
  if (has_next(model, preset)) has_room_for(tr(preset.next_words));
  if (has_answer(model, preset))
    for (const bool is_open : {false, true}) has_room_for(answer_words(model, is_open));
  return width + ui.px(24);
}

/// How many of them stand below each other, at most.
float buttons_of(const Model& model, const Preset& preset) {
  return has_next(model, preset) ? 2 : has_answer(model, preset) ? 1 : 0;
}

/// A question's lines, what stands after it in small letters, and where its buttons begin.
struct QuestionText {
  std::vector<std::string> lines, small;
  std::string goes_on;     ///< small letters in the question's last line
  float buttons_down = 0;  ///< how far below the others'
};

/// The question beside its buttons. Where there may only be one and the question is a line shorter over all of the
/// width, it has that if its last line ends before the button.
QuestionText question_lines(const Model& model, const Ui& ui, const Preset& preset, float whole, float beside) {
  ImFont* bold = ui.fonts.bold;
  QuestionText text{.lines = lines_in(bold, tr(preset.question), beside), .small = {}, .goes_on = {}};
  if (buttons_of(model, preset) > 0 || !model.view().projector) return text;
  auto wide = lines_in(bold, tr(preset.question), whole);
  if (wide.size() >= text.lines.size() || text_width_of(bold, wide.back()) > beside) return text;
  text.lines = std::move(wide);
  text.buttons_down = bold->FontSize * static_cast<float>(text.lines.size() - 1) + ui.px(kAbovePadding) - ui.px(2);
  return text;
}

/// In small letters what to look at, and the remark. On the stage they take no third line from the pictures, and
/// what has no room is in the tip.
QuestionText question_text(const Model& model, const Ui& ui, const Preset& preset, float width) {
  constexpr std::size_t kMostOnStage = 2;
  const float whole = width - ui.px(kIndent), beside = whole - buttons_width(model, ui, preset);
  QuestionText text = question_lines(model, ui, preset, whole, beside);
  const std::string look = look_of(preset), remark = model.view().projector ? "" : remark_of(preset, model);
  const float left = beside - text_width_of(ui.fonts.bold, text.lines.back()) - ui.px(kBetween);
  if (text_width_of(ui.fonts.small, look) <= left) text.goes_on = look;
  const std::string below = text.goes_on.empty() ? told_together(look, remark) : remark;
  if (!below.empty()) text.small = lines_in(ui.fonts.small, below, beside);
  if (model.view().projector && text.lines.size() + text.small.size() > kMostOnStage) text.small.clear();
  return text;
}

/// One below the other, from the upper end on.
struct QuestionButtons {
  const Ui& ui;
  Rect room;
  float height;

  bool add(const std::string& words, const char* mark, const std::string& tip, bool lit) {
    ImGui::SetCursorScreenPos({room.x, room.y});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
    ImGui::PushStyleColor(ImGuiCol_Button, lit ? ui.colors.accent : ui.colors.raised);
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, lit ? ui.colors.accent : ui.colors.raised_hovered);
    ImGui::PushStyleColor(ImGuiCol_Text, lit ? ui.colors.on_accent : ui.colors.text);
    const bool clicked = ImGui::Button(words.c_str(), {room.w, height});
    ImGui::PopStyleColor(3);
    ImGui::PopStyleVar();
    ui.mark(mark);
    ui.explain(tip);
    room.y += height + ui.px(kButtonGap);
    return clicked;
  }
};

void question_buttons(const Model& model, const Ui& ui, PanelState& state, const Rect& room) {
  const AskedQuestion& asked = state.question;
  const auto show = [&](const Preset& preset) {
    for (const Command& command : commands_of(preset)) ui.send(command);
  };
  QuestionButtons buttons{ui, room, std::min(ui.px(kButtonHeight), room.h - ui.px(kButtonGap))};
  if (asked.changed && buttons.add(tr(kBackWords), "question/back",
                                   tr("The launch below is another one than the question's. This shows its "
                                      "launches again; Ctrl+Z comes back."),
                                   false))
    show(*asked.preset);
  if (asked.changed) return;
  if (has_answer(model, *asked.preset)) {
    const std::string& open = open_view(model.view()).id;
    const bool is_open = model.view().enlarged == open;
    if (buttons.add(answer_words(model, is_open), "question/answer",
                    is_open ? tr("The pictures of all variants again") : tr("The view that answers the question"),
                    !is_open))
      ui.send(Enlarge{is_open ? "" : open});
  }
  if (!has_next(model, *asked.preset)) return;
  const Preset& next = *find_preset(asked.preset->next);
  const bool played = model.frames() > 0 && model.view().position >= model.frames();
  if (buttons.add(tr(asked.preset->next_words), "question/next",
                  tr(next.title) + ("\n" + std::string(tr(next.question))), played))
    show(next);
  if (buttons.add(tr("Lessons"), "question/lessons",
                  tr("The course: it asks what a kernel will do before it shows it (F2)"), false))
    state.lesson.show_list();
}

}  // namespace

bool question_leads_back(const Model& model, const AskedQuestion& asked) {
  return asked.preset && !asked.changed && has_answer(model, *asked.preset) &&
         model.view().enlarged == open_view(model.view()).id;
}

void choose_question(const Model& model, PanelState& state) {
  const std::vector<RunRequest>& requests = model.view().variants.requests;
  AskedQuestion& asked = state.question;
  if (state.lesson.shown())
    asked = {.is_silent = true};
  else if (const Preset* preset = preset_of(requests))
    asked = {preset, false};
  else if (asked.preset && has_kernels_of(*asked.preset, requests))
    asked.changed = true;
  else
    asked = {};
}

float question_height(const Model& model, const Ui& ui, const AskedQuestion& asked, float width) {
  const Preset* preset = asked.preset;
  if (!preset) return asked.is_silent ? 0 : idea_height(model, ui, width);
  const QuestionText text = question_text(model, ui, *preset, width);
  const float question = ui.fonts.bold->FontSize * static_cast<float>(text.lines.size()),
              small = ui.fonts.small->FontSize * static_cast<float>(text.small.size());
  const float buttons = buttons_of(model, *preset) * ui.px(kButtonHeight + kButtonGap) - ui.px(kAbovePadding);
  return ui.px(kAbovePadding) + std::max(buttons, question + (small > 0 ? ui.px(kAboveLineGap) + small : 0));
}

void draw_question(const Ui& ui, const QuestionText& text, float x, float y) {
  const auto& fonts = ui.fonts;
  const float below = draw_lines(fonts.bold, ui.colors.text, {x, y}, text.lines);
  draw_lines(fonts.small, ui.colors.dim, {x, below + ui.px(kAboveLineGap)}, text.small);
  // On the base line of the larger letters.
  const ImVec2 beside{x + text_width_of(fonts.bold, text.lines.back()) + ui.px(kBetween),
                      std::round(below - fonts.bold->FontSize + fonts.bold->Ascent - fonts.small->Ascent)};
  if (!text.goes_on.empty()) draw_lines(fonts.small, ui.colors.dim, beside, {text.goes_on});
}

void question_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect) {
  const Preset* preset = state.question.preset;
  if (rect.h <= 0) return;
  if (!preset) return idea_panel(model, ui, rect);
  begin_panel(ui, "question", rect, {.padding = 0, .filled = false});
  const float y = rect.y + ui.px(kAbovePadding), buttons = buttons_width(model, ui, *preset);
  const QuestionText text = question_text(model, ui, *preset, rect.w);
  ImGui::GetWindowDrawList()->AddRectFilled({rect.x, y}, {rect.x + ui.px(3), rect.y + rect.h}, ui.colors.accent,
                                            ui.px(1));
  draw_question(ui, text, rect.x + ui.px(kIndent), y);
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::InvisibleButton("question", {rect.w - buttons, rect.h});
  ui.mark("question");
  const std::string remark = model.view().projector ? remark_of(*preset, model) : "";
  ui.explain(text.small.empty() && text.goes_on.empty() ? look_of(*preset) + (remark.empty() ? "" : "\n\n" + remark)
                                                        : remark);
  const float down = text.buttons_down;
  // On the line of the question, where what is below them has room.
  const float needed = buttons_of(model, *preset) * ui.px(kButtonHeight + kButtonGap),
              lower = down > 0 ? ui.px(2) : std::clamp(rect.h - needed, ui.px(2), ui.px(kAbovePadding));
  question_buttons(model, ui, state,
                   {rect.right() - buttons + ui.px(8), rect.y + lower + down, buttons - ui.px(8),
                    rect.h - down - lower + (down > 0 ? ui.px(kButtonGap) : ui.px(2))});
  end_panel(ui);
}

}  // namespace lanescope
