#include "viz/panels/lesson_answer.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

namespace lanescope {
namespace {

constexpr unsigned kMembers = 32, kAcross = 8;

bool is_picked(const LessonPlayer& player, std::size_t index) {
  return std::find(player.draft().begin(), player.draft().end(), static_cast<double>(index)) !=
         player.draft().end();
}

/// Whether the mark shows this option, lane, sector or bank as right; false while the answer is awaited.
bool is_right(const LessonPlayer& player, const WorkedOut* worked_out, std::size_t index) {
  if (player.awaits_answer() || !worked_out) return false;
  const auto& values = worked_out->key.values;
  if (player.page().question->kind->answered_by == AnsweredBy::one_option)
    return index < values.size() && values[index] == 1;
  return std::find(values.begin(), values.end(), static_cast<double>(index)) != values.end();
}

/// A choice over the panel's width, with its words wrapped and a sign in front.
void option_row(const Ui& ui, LessonPlayer& player, std::size_t index, const std::string& sign,
                const std::string& text) {
  const float width = ImGui::GetContentRegionAvail().x, indent = ui.px(34), pad = ui.px(6);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImFont* font = ui.fonts.body;
  const std::string words = wrapped(font, text, width - indent - pad);
  const float height = font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, words.c_str()).y + 2 * pad;
  ImGui::PushID(static_cast<int>(index));
  if (ImGui::InvisibleButton("option", {width, height})) player.pick(index);
  ImGui::PopID();
  ui.mark("lesson/option/" + std::to_string(index));
  auto* draw = ImGui::GetWindowDrawList();
  const bool picked = is_picked(player, index), hovered = ImGui::IsItemHovered() && player.awaits_answer();
  const ImVec2 end{at.x + width, at.y + height};
  draw->AddRectFilled(at, end, hovered ? ui.colors.raised_hovered : ui.colors.raised, ui.px(4));
  if (picked) draw->AddRect(at, end, ui.colors.accent, ui.px(4), 0, std::max(2.0f, ui.px(2)));
  draw->AddText(ui.fonts.mono, ui.fonts.mono->FontSize, {at.x + pad + ui.px(2), at.y + pad}, ui.colors.accent,
                sign.c_str());
  draw->AddText(font, font->FontSize, {at.x + indent, at.y + pad}, ui.colors.text, words.c_str());
}

void one_of_options(const Ui& ui, LessonState&, LessonPlayer& player, const WorkedOut* worked_out) {
  const auto& options = player.page().question->options;
  for (std::size_t i = 0; i < options.size(); ++i)
    option_row(ui, player, i, is_right(player, worked_out, i) ? "\xE2\x9C\x93" : std::to_string(i + 1),
               options[i].text);
}

/// Options are clicked from the smallest on; each then shows its place.
void options_in_order(const Ui& ui, LessonState&, LessonPlayer& player, const WorkedOut*) {
  const auto& options = player.page().question->options;
  text_wrapped(ui.fonts.small, ui.colors.dim, tr("Click them in their order, the smallest first."));
  for (std::size_t i = 0; i < options.size(); ++i) {
    const auto place =
        std::find(player.draft().begin(), player.draft().end(), static_cast<double>(i)) - player.draft().begin();
    const bool placed = place < std::ssize(player.draft());
    option_row(ui, player, i, placed ? "#" + std::to_string(place + 1) : std::to_string(i + 1), options[i].text);
  }
}

/// What is typed while the field is about to have the keyboard waits until it does. True: Enter was among it, and
/// the field is taking the text before it now.
bool type_what_was_ahead(LessonState& state) {
  if (state.typed_ahead.empty()) return false;
  auto& typed = ImGui::GetIO().InputQueueCharacters;
  for (const ImWchar character : typed) state.typed_ahead += static_cast<char>(character);
  typed.resize(0);
  if (!state.has_keyboard) return false;
  for (const char character : std::exchange(state.typed_ahead, ""))
    typed.push_back(static_cast<unsigned char>(character));
  return std::exchange(state.entered_ahead, false);
}

/// A field for typing; Enter marks. What was marked stays in it as it was.
void field(const Ui& ui, LessonState& state, LessonPlayer& player, bool digits) {
  if (std::exchange(state.focus_field, false)) ImGui::SetKeyboardFocusHere();
  const bool awaits = player.awaits_answer();
  if (!awaits) state.forget_typed_ahead();
  const bool entered_ahead = type_what_was_ahead(state);
  ImGui::BeginDisabled(!awaits);
  state.entered = text_field(ui, "##answer", state.typed, ui.px(140), digits) || entered_ahead;
  ImGui::EndDisabled();
  state.has_keyboard = ImGui::IsItemActive();
  ui.mark("lesson/field");
  if (awaits && ImGui::IsItemEdited()) player.set_answer(answer_of_text(state.typed));
}

void a_number(const Ui& ui, LessonState& state, LessonPlayer& player, const WorkedOut*) {
  field(ui, state, player, true);
  ImGui::SameLine(0, ui.px(8));
  text_colored(ui.fonts.body, ui.colors.text, player.page().question->unit);
}

/// Picked ones are filled. When it is marked, right ones are framed and wrong picks struck out.
void cell(const Ui& ui, LessonPlayer& player, const WorkedOut* worked_out, unsigned member, ImVec2 at, float side) {
  ImGui::SetCursorScreenPos(at);
  ImGui::PushID(static_cast<int>(member));
  if (ImGui::InvisibleButton("member", {side, side})) player.pick(member);
  ImGui::PopID();
  ui.mark("lesson/member/" + std::to_string(member));
  auto* draw = ImGui::GetWindowDrawList();
  const bool picked = is_picked(player, member);
  const ImVec2 end{at.x + side - ui.px(2), at.y + side - ui.px(2)};
  draw->AddRectFilled(at, end,
                      picked                   ? ui.colors.accent
                      : ImGui::IsItemHovered() ? ui.colors.raised_hovered
                                               : ui.colors.raised,
                      ui.px(3));
  const std::string number = std::to_string(member);
  const float width = text_width_of(ui.fonts.small, number);
  draw->AddText(ui.fonts.small, ui.fonts.small->FontSize,
                {std::round((at.x + end.x - width) / 2), std::round((at.y + end.y - ui.fonts.small->FontSize) / 2)},
                picked ? ui.colors.on_accent : ui.colors.dim, number.c_str());
  if (player.awaits_answer() || !worked_out) return;
  const bool right = is_right(player, worked_out, member);
  const float thick = std::max(2.0f, ui.px(2));
  if (right) draw->AddRect(at, end, ui.colors.text, ui.px(3), 0, thick);
  if (picked && !right) draw->AddLine(at, end, ui.colors.text, thick);
}

/// 32 cells, which are clicked; or their numbers, which are typed.
void some_of_32(const Ui& ui, LessonState& state, LessonPlayer& player, const WorkedOut* worked_out) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float side = std::floor(std::min(ui.px(38), ImGui::GetContentRegionAvail().x / kAcross));
  for (unsigned member = 0; member < kMembers; ++member)
    cell(ui, player, worked_out, member,
         {at.x + side * static_cast<float>(member % kAcross), at.y + side * static_cast<float>(member / kAcross)},
         side);
  ImGui::SetCursorScreenPos({at.x, at.y + side * kMembers / kAcross + ui.px(4)});
  if (!player.awaits_answer())
    return text_wrapped(ui.fonts.small, ui.colors.dim, tr("Framed: right. Struck out: picked, and not right."));
  field(ui, state, player, false);
  ImGui::SameLine(0, ui.px(8));
  text_colored(ui.fonts.small, ui.colors.dim, tr("or type: 0, 4, 8-15"));
}

/// The pointer's stroke since the last frame, as the heights of the bars that it went over: 0 to 1 in `draft`.
void draw_heights(Answer& draft, ImVec2 at, float column, float high) {
  const ImVec2 now = ImGui::GetIO().MousePos, delta = ImGui::GetIO().MouseDelta;
  const bool pressed = ImGui::IsItemActivated();  // it may have moved far before
  const ImVec2 before = pressed ? now : ImVec2{now.x - delta.x, now.y - delta.y};
  const auto bar_at = [&](float x) {
    return std::clamp(static_cast<int>((x - at.x) / column), 0, static_cast<int>(draft.size()) - 1);
  };
  const int first = bar_at(std::min(before.x, now.x)), last = bar_at(std::max(before.x, now.x));
  for (int i = first; i <= last; ++i) {
    const float middle = std::clamp(at.x + column * (static_cast<float>(i) + 0.5f), std::min(before.x, now.x),
                                    std::max(before.x, now.x));
    const float y =
        delta.x == 0 || pressed ? now.y : before.y + (middle - before.x) / (now.x - before.x) * (now.y - before.y);
    draft[static_cast<std::size_t>(i)] = std::clamp(1.0 - double(y - at.y) / double(high), 0.0, 1.0);
  }
}

/// A bar for each factor, up to where the pointer draws. Lines are the recorded ones, the highest at the top.
void heights(const Ui& ui, LessonState&, LessonPlayer& player, const WorkedOut* worked_out) {
  const auto& factors = player.page().question->factors;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, high = ui.px(130),
              column = std::floor(width / static_cast<float>(factors.size()));
  auto* draw = ImGui::GetWindowDrawList();
  ImGui::InvisibleButton("heights", {column * static_cast<float>(factors.size()), high});
  if (ImGui::IsItemActive() && player.awaits_answer()) {
    Answer draft = player.draft();
    draw_heights(draft, at, column, high);
    player.set_answer(std::move(draft));
  }
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const ImVec2 from{at.x + column * static_cast<float>(i), at.y};
    ui.marks["lesson/height/" + std::to_string(i)] = {from.x, from.y, column - ui.px(4), high};
    const ImVec2 end{from.x + column - ui.px(4), at.y + high};
    draw->AddRectFilled(from, end, ui.colors.raised, ui.px(3));
    const float top = end.y - high * static_cast<float>(i < player.draft().size() ? player.draft()[i] : 0);
    draw->AddRectFilled({from.x, std::min(top, end.y - ui.px(2))}, end, ui.colors.accent, ui.px(3));
    if (worked_out && !player.awaits_answer() && i < worked_out->key.values.size()) {
      const auto& values = worked_out->key.values;
      const double most = *std::max_element(values.begin(), values.end());
      const float line = end.y - high * static_cast<float>(values[i] / std::max(most, 1e-12));
      draw->AddLine({from.x, line}, {end.x, line}, ui.colors.text, std::max(2.0f, ui.px(3)));
    }
    const std::string factor = std::to_string(factors[i]);
    draw->AddText(ui.fonts.small, ui.fonts.small->FontSize, {from.x + ui.px(4), end.y + ui.px(2)}, ui.colors.dim,
                  factor.c_str());
  }
  ImGui::SetCursorScreenPos({at.x, at.y + high + ui.fonts.small->FontSize + ui.px(6)});
  if (player.awaits_answer())
    text_wrapped(ui.fonts.small, ui.colors.dim, tr("Draw it: press, and move across the bars."));
}

/// Below what was drawn: what was recorded.
void recorded(const Ui& ui, const LessonPlayer& player, const WorkedOut& worked_out) {
  text_wrapped(ui.fonts.small, ui.colors.dim, tr("Bars: your curve. Lines and numbers: the recorded one."));
  const Question& question = *player.page().question;
  const std::string unit = question.unit.empty() ? "" : " " + question.unit;
  for (std::size_t i = 0; i < question.factors.size() && i < worked_out.key.values.size(); ++i)
    value_row(ui, "COARSE_FACTOR " + std::to_string(question.factors[i]),
              lesson_number(worked_out.key.values[i]) + unit, ui.colors.text, "");
}

using Widgets = void (*)(const Ui&, LessonState&, LessonPlayer&, const WorkedOut*);
/// In the order of AnsweredBy.
constexpr Widgets kWidgets[] = {one_of_options, a_number, some_of_32, options_in_order, heights};

bool has_field(const Question& question) {
  const AnsweredBy way = question.kind->answered_by;
  return way == AnsweredBy::number || way == AnsweredBy::set_of_32;
}

bool pressed(ImGuiKey key) {
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false);
}

}  // namespace

Answer answer_of_text(const std::string& text) {
  Answer answer;
  const char* at = text.c_str();
  while (*at != 0) {
    char* end = nullptr;
    const double from = std::strtod(at, &end);
    if (end == at) {
      if (*at != ' ' && *at != ',') return {std::numeric_limits<double>::quiet_NaN()};
      ++at;
      continue;
    }
    at = end;
    double to = from;
    if (*at == '-' && at[1] != 0) {
      to = std::strtod(at + 1, &end);
      at = end;
    }
    constexpr double kMost = 64;  // of a range: more is no list of lanes
    if (!(to - from <= kMost)) return {std::numeric_limits<double>::quiet_NaN()};
    for (double member = from; member <= to; ++member) answer.push_back(member);
  }
  return answer;
}

void take_digit(LessonState& state, LessonPlayer& player, unsigned digit) {
  if (!player.awaits_answer()) return;
  const Question& question = *player.page().question;
  if (has_field(question)) {
    state.focus_field = state.typed_ahead.empty();
    state.typed_ahead += static_cast<char>('0' + digit);
  } else if (digit > 0 && digit <= std::max(question.options.size(), question.factors.size())) {
    player.pick(digit - 1);
  }
}

void answer_widgets(const Ui& ui, LessonState& state, LessonPlayer& player, const WorkedOut* worked_out) {
  const AnsweredBy way = player.page().question->kind->answered_by;
  kWidgets[static_cast<std::size_t>(way)](ui, state, player, worked_out);
  if (!player.awaits_answer() && way == AnsweredBy::heights && worked_out) recorded(ui, player, *worked_out);
}

void answer_button(const Ui& ui, LessonState& state, LessonPlayer& player, const WorkedOut* worked_out,
                   float width) {
  const bool awaits = player.awaits_answer();
  ImGui::BeginDisabled(!awaits);
  const bool clicked = flat_button(ui, tr("Answer"), width, awaits);
  ImGui::EndDisabled();
  if (!awaits) return;
  ui.mark("lesson/answer");
  ui.explain(tr("Marks the answer (Enter); Backspace takes back a click"));
  const bool typing = ImGui::GetIO().WantTextInput;
  if (!typing && pressed(ImGuiKey_Backspace)) player.undo();
  const bool entered =
      pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeyPadEnter) || std::exchange(state.entered, false);
  const bool typed = has_field(*player.page().question);
  if ((clicked || entered) && !state.typed_ahead.empty()) {
    state.entered_ahead = true;
    state.focus_field = !state.has_keyboard;  // Enter takes it away
  } else if (clicked || entered) {
    // Where nothing was typed or clicked yet, or no number was, Enter leads into the field.
    if (!typed || !player.draft().empty() || typing) player.hand_in();
    state.focus_field = typed;
  }
  if (!player.is_handed_in() || !worked_out) return;
  player.mark(*worked_out);
  if (player.awaits_answer()) return;
  state.scroll = PageScroll::to_mark;
  state.focus_field = false;
}

}  // namespace lanescope
