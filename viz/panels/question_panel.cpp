// Above the pictures of a preset: its question, and its remark with times of a GPU.
#include <algorithm>
#include <cfloat>
#include <string>

#include "engine/request/catalogue.h"
#include "viz/panels/panels.h"
#include "viz/text/characters.h"
#include "viz/views/shared/preset_words.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

constexpr float kPadding = 8, kIndent = 12, kLineGap = 2;
constexpr float kButtonHeight = 24, kButtonGap = 4;

float wrapped_height(ImFont* font, const std::string& text, float width) {
  return text.empty() ? 0 : font->CalcTextSizeA(font->FontSize, FLT_MAX, width, text.c_str()).y;
}

void draw_wrapped(ImFont* font, ImU32 color, ImVec2 at, const std::string& text, float width) {
  ImGui::GetWindowDrawList()->AddText(font, font->FontSize, at, color, text.c_str(), nullptr, width);
}

/// The line below the question: the hint, or the remark with times of a GPU. On the stage it is in the tip alone.
std::string remark_of(const Preset& preset, const Model& model) {
  return preset.hint.empty() ? remark_of(preset, model.surroundings().sweeps()) : tr(preset.hint);
}
bool is_remark_shown(const Model& model) {
  return !model.view().projector;
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

std::string back_words(const Model& model) {
  return model.view().projector ? tr("Reset") : tr("Back to its launch");
}

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
  float width = text_width_of(ui.fonts.body, back_words(model));
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

/// How wide the lines of a question are, and where its buttons begin.
struct QuestionRoom {
  float lines = 0;
  float buttons_down = 0;  ///< how far below the others'
};

/// Beside the buttons. Where there may only be one and the question is a line shorter over all of the width, it has
/// that if its last line ends before the button.
QuestionRoom question_room(const Model& model, const Ui& ui, const Preset& preset, float width) {
  const float whole = width - ui.px(kIndent), beside = whole - buttons_width(model, ui, preset);
  const std::string question = tr(preset.question);
  const float high = wrapped_height(ui.fonts.bold, question, whole);
  if (buttons_of(model, preset) > 0 || is_remark_shown(model) ||
      high >= wrapped_height(ui.fonts.bold, question, beside))
    return {beside, 0};
  const auto lines =
      broken_lines(question, whole, [&](const std::string& part) { return text_width_of(ui.fonts.bold, part); });
  return text_width_of(ui.fonts.bold, lines.back()) <= beside
             ? QuestionRoom{whole, high - ui.fonts.bold->FontSize + ui.px(kPadding) - ui.px(2)}
             : QuestionRoom{beside, 0};
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
  if (asked.changed && buttons.add(back_words(model), "question/back",
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

void choose_question(const Model& model, PanelState& state) {
  const std::vector<RunRequest>& requests = model.view().variants.requests;
  AskedQuestion& asked = state.question;
  if (state.lesson.shown())
    asked = {};
  else if (const Preset* preset = preset_of(requests))
    asked = {preset, false};
  else if (asked.preset && has_kernels_of(*asked.preset, requests))
    asked.changed = true;
  else
    asked = {};
}

float question_height(const Model& model, const Ui& ui, const AskedQuestion& asked, float width) {
  const Preset* preset = asked.preset;
  if (!preset) return 0;
  const float room = question_room(model, ui, *preset, width).lines;
  const float question = wrapped_height(ui.fonts.bold, tr(preset->question), room);
  const float remark = is_remark_shown(model) ? wrapped_height(ui.fonts.small, remark_of(*preset, model), room) : 0;
  const float buttons = buttons_of(model, *preset) * ui.px(kButtonHeight + kButtonGap) - ui.px(kPadding);
  return ui.px(kPadding) + std::max(buttons, question + (remark > 0 ? ui.px(kLineGap) + remark : 0));
}

void question_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect) {
  const Preset* preset = state.question.preset;
  if (!preset || rect.h <= 0) return;
  begin_panel(ui, "question", rect, {.padding = 0, .filled = false});
  const std::string question = tr(preset->question), remark = remark_of(*preset, model);
  const float x = rect.x + ui.px(kIndent), y = rect.y + ui.px(kPadding),
              buttons = buttons_width(model, ui, *preset);
  const auto [room, down] = question_room(model, ui, *preset, rect.w);
  const float below = y + wrapped_height(ui.fonts.bold, question, room) + ui.px(kLineGap);
  ImGui::GetWindowDrawList()->AddRectFilled({rect.x, y}, {rect.x + ui.px(3), rect.y + rect.h}, ui.colors.accent,
                                            ui.px(1));
  draw_wrapped(ui.fonts.bold, ui.colors.text, {x, y}, question, room);
  if (!remark.empty() && is_remark_shown(model))
    draw_wrapped(ui.fonts.small, ui.colors.dim, {x, below}, remark, room);
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::InvisibleButton("question", {rect.w - buttons, rect.h});
  ui.mark("question");
  ui.explain(is_remark_shown(model) ? "" : remark);
  question_buttons(model, ui, state,
                   {rect.right() - buttons + ui.px(8), rect.y + ui.px(2) + down, buttons - ui.px(8),
                    rect.h - down + (down > 0 ? ui.px(kButtonGap) - ui.px(2) : 0)});
  end_panel(ui);
}

}  // namespace lanescope
