// The field is Dear ImGui's, as high as its text, in a window that scrolls, so that line
// numbers and marks of mistakes stand beside their lines.
#include "viz/panels/editor_text.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "viz/text/window_text.h"

namespace lanescope {
namespace {

constexpr float kPad = 6, kScrollBar = 10;
constexpr int kTabColumns = 4;
constexpr double kTakenAfterSeconds = 0.3;

struct TextSize {
  int lines = 1;
  int columns = 0;  ///< of the longest
};

TextSize size_of(const std::string& text) {
  TextSize size;
  int columns = 0;
  for (const char c : text) {
    if (c == '\n') {
      ++size.lines;
      columns = 0;
    } else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) {
      columns += c == '\t' ? kTabColumns : 1;
    }
    size.columns = std::max(size.columns, columns);
  }
  return size;
}

struct Field {
  EditedText& editor;
  int cursor = -1;
  bool enter = false;  ///< was pressed
};

bool is_pressed_with_ctrl(ImGuiKey key) {
  return ImGui::GetIO().KeyCtrl && ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
}

/// In whole words; Dear ImGui would go letter by letter.
void undo_or_redo(EditHistory& history, ImGuiInputTextCallbackData& data) {
  const bool z = is_pressed_with_ctrl(ImGuiKey_Z), back = z && !ImGui::GetIO().KeyShift;
  const bool again = is_pressed_with_ctrl(ImGuiKey_Y) || (z && !back);
  if (back ? !history.can_undo() : !again || !history.can_redo()) return;
  if (!history.knows({data.Buf, static_cast<std::size_t>(data.BufTextLen)})) return;
  const TextEdit edit = back ? history.undo() : history.redo();
  const int at = static_cast<int>(edit.at);
  data.DeleteChars(at, static_cast<int>(edit.removed.size()));
  data.InsertChars(at, edit.inserted.data(), edit.inserted.data() + edit.inserted.size());
  data.CursorPos = at + static_cast<int>(edit.inserted.size());
  data.ClearSelection();
}

int field_callback(ImGuiInputTextCallbackData* data) {
  auto& field = *static_cast<Field*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    field.editor.text.resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = field.editor.text.data();
  } else {
    undo_or_redo(field.editor.history, *data);
    field.cursor = data->CursorPos;
    const auto cursor = static_cast<std::size_t>(data->CursorPos);
    if (field.enter && cursor > 0 && data->Buf[cursor - 1] == '\n')
      field.editor.indent = indentation_below(
          {data->Buf, cursor - 1}, indentation_unit({data->Buf, static_cast<std::size_t>(data->BufTextLen)}));
  }
  return 0;
}

/// What Enter is followed by, as if it had been typed, so that the cursor goes with it.
void type_indentation(EditedText& editor) {
  auto& typed = ImGui::GetIO().InputQueueCharacters;
  for (std::size_t i = editor.indent.size(); i-- > 0;)
    typed.insert(typed.begin(), static_cast<ImWchar>(editor.indent[i]));
  editor.indent.clear();
}

bool enter_is_pressed() {
  return !ImGui::GetIO().KeyCtrl && (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter)) ||
                                     ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter)));
}

/// Where lines and characters are in the window.
struct Grid {
  ImVec2 origin;  ///< of the window's contents
  float pad, line, advance, gutter;
  float y(unsigned number) const { return origin.y + pad + static_cast<float>(number - 1) * line; }
};

/// Behind the lines of mistakes and of the step that is shown, as wide as the window that is being drawn.
void draw_bands(const Ui& ui, const Grid& grid, const std::vector<SourceProblem>& problems,
                const std::vector<unsigned>& current, int lines) {
  const float left = ImGui::GetWindowPos().x, width = ImGui::GetWindowWidth();
  for (const unsigned line : current) {
    if (line == 0 || line > static_cast<unsigned>(lines)) continue;
    const float y = grid.y(line);
    ImGui::GetWindowDrawList()->AddRectFilled({left, y}, {left + width, y + grid.line}, ui.colors.accent_soft);
    ui.marks["editor/step_line/" + std::to_string(line)] = {left, y, width, grid.line};
  }
  for (const SourceProblem& problem : problems) {
    if (problem.line == 0 || problem.line > static_cast<unsigned>(lines)) continue;
    const float y = grid.y(problem.line);
    ImGui::GetWindowDrawList()->AddRectFilled({left, y}, {left + width, y + grid.line}, ui.colors.bad_soft);
  }
}

/// Over the text, which may be scrolled sideways; the numbers stay.
void draw_gutter(const Ui& ui, const Grid& grid, const std::vector<SourceProblem>& problems,
                 const std::vector<unsigned>& current, int lines) {
  ImGui::SetCursorScreenPos(ImGui::GetWindowPos());
  ImGui::BeginChild("gutter", {grid.gutter, ImGui::GetWindowHeight()}, false,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  draw_bands(ui, grid, problems, current, lines);
  auto* draw = ImGui::GetWindowDrawList();
  const float left = ImGui::GetWindowPos().x;
  for (const SourceProblem& problem : problems)
    if (problem.line > 0 && problem.line <= static_cast<unsigned>(lines))
      draw->AddCircleFilled({left + ui.px(7), grid.y(problem.line) + grid.line / 2}, ui.px(3.5f), ui.colors.bad);
  const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
  ImFont* font = ui.fonts.mono;
  for (int number = 1; number <= lines; ++number) {
    const float y = grid.y(static_cast<unsigned>(number));
    if (y + grid.line < top || y > bottom) continue;
    const std::string digits = std::to_string(number);
    const float x = left + grid.gutter - ui.px(8) - text_width_of(font, digits);
    draw->AddText(font, font->FontSize, {x, y}, ui.colors.faint, digits.c_str());
  }
  ImGui::EndChild();
  ui.mark("editor/gutter");
}

void explain_lines(const Ui& ui, const Grid& grid, const std::vector<SourceProblem>& problems) {
  if (!ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem))
    return;
  const float y = ImGui::GetIO().MousePos.y;
  std::string words;
  Rect line;
  for (const SourceProblem& problem : problems)
    if (problem.line > 0 && y >= grid.y(problem.line) && y < grid.y(problem.line) + grid.line) {
      words += (words.empty() ? "" : "\n") + window_text(problem.sentence);
      line = {ImGui::GetWindowPos().x, grid.y(problem.line), ImGui::GetWindowWidth(), grid.line};
    }
  if (!words.empty() && ui.pointer_still_seconds >= kTipDelaySeconds) show_tooltip(ui, words, line);
}

/// Scrolls as little as brings a line, and with `column` from 0 that too, into the window.
void show_place(const Grid& grid, int line, int column) {
  const float y = grid.y(static_cast<unsigned>(line)) - grid.origin.y, height = ImGui::GetWindowHeight();
  const float scroll = ImGui::GetScrollY(), room = height - ImGui::GetStyle().ScrollbarSize;
  if (y - grid.line < scroll) ImGui::SetScrollY(std::max(0.0f, y - 2 * grid.line));
  if (y + 2 * grid.line > scroll + room) ImGui::SetScrollY(y + 3 * grid.line - room);
  if (column < 0) return;
  const float x = grid.gutter + static_cast<float>(column) * grid.advance, width = ImGui::GetWindowWidth();
  if (x > ImGui::GetScrollX() + width - 4 * grid.advance) ImGui::SetScrollX(x - width / 2);
  // Not below the gutter.
  if (x - grid.gutter - 4 * grid.advance < ImGui::GetScrollX()) ImGui::SetScrollX(std::max(0.0f, x - width / 2));
}

void follow_cursor(const Grid& grid, EditedText& editor, int cursor) {
  if (cursor < 0 || cursor == editor.cursor) return;
  editor.cursor = cursor;
  const auto end = editor.text.begin() + std::min<std::ptrdiff_t>(cursor, std::ssize(editor.text));
  const auto line = static_cast<int>(std::count(editor.text.begin(), end, '\n')) + 1;
  const std::size_t begin = editor.text.substr(0, static_cast<std::size_t>(cursor)).rfind('\n');
  const int column = cursor - (begin == std::string::npos ? 0 : static_cast<int>(begin) + 1);
  show_place(grid, line, column);
}

}  // namespace

std::string indentation_unit(std::string_view text) {
  std::string unit;
  std::string_view above;
  bool is_open = false;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t last = line.find_last_not_of(" \t\r");
    if (last == std::string_view::npos) continue;
    const std::string_view indentation = line.substr(0, line.find_first_not_of(" \t"));
    if (is_open && indentation.size() > above.size() && indentation.starts_with(above)) {
      const std::string_view deeper = indentation.substr(above.size());
      if (unit.empty() || deeper.size() < unit.size()) unit = deeper;
    }
    above = indentation;
    is_open = line[last] == '{';
  }
  return unit;
}

std::string indentation_below(std::string_view above, std::string_view unit) {
  const std::size_t newline = above.rfind('\n');
  const std::string_view line = above.substr(newline == std::string_view::npos ? 0 : newline + 1);
  const std::size_t words = std::min(line.find_first_not_of(" \t"), line.size());
  std::string indentation(line.substr(0, words));
  const std::size_t last = line.find_last_not_of(" \t");
  if (last == std::string_view::npos || line[last] != '{') return indentation;
  if (unit.empty()) unit = indentation.starts_with('\t') ? "\t" : "  ";
  return indentation.append(unit);
}

void EditedText::replace(std::string with) {
  if (with == text) return;
  text = std::move(with);
  history.start(text);
  ++generation_;
}

bool EditedText::take(double now, bool at_once) {
  if (!typed_at_ || (!at_once && now - *typed_at_ < kTakenAfterSeconds)) return false;
  typed_at_.reset();
  return true;
}

void editor_text(const Ui& ui, EditedText& editor, const std::vector<SourceProblem>& problems, float height,
                 const std::vector<unsigned>& current) {
  const TextSize size = size_of(editor.text);
  ImGui::PushFont(ui.fonts.mono);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleColor(ImGuiCol_ChildBg, to_vec4(ui.colors.window));
  // Wide enough to be seen and held: lines are longer than the panel is wide.
  ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, ui.px(kScrollBar));
  ImGui::PushStyleColor(ImGuiCol_ScrollbarGrab, to_vec4(ui.colors.faint));
  ImGui::BeginChild("text", {0, height}, false, ImGuiWindowFlags_HorizontalScrollbar);
  if (std::exchange(editor.from_start, false)) {
    ImGui::SetScrollX(0);
    ImGui::SetScrollY(0);
  }
  ImFont* font = ui.fonts.mono;
  Grid grid{ImGui::GetCursorScreenPos(), ui.px(kPad), ImGui::GetFontSize(), text_width_of(font, "0"), 0};
  grid.gutter = text_width_of(font, std::to_string(std::max(99, size.lines))) + ui.px(22);
  draw_bands(ui, grid, problems, current, size.lines);
  const float wide = static_cast<float>(size.columns + 4) * grid.advance + 2 * grid.pad;
  const float high = static_cast<float>(size.lines + 2) * grid.line + 2 * grid.pad;
  const ImVec2 room{std::max(wide, ImGui::GetWindowWidth() - grid.gutter - ui.px(12)),
                    std::max(high, ImGui::GetWindowHeight() - ui.px(2))};
  ImGui::SetCursorScreenPos({grid.origin.x + grid.gutter, grid.origin.y});
  ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
  ImGui::PushStyleColor(ImGuiCol_Text, ui.colors.text);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(2), grid.pad});
  ImGui::PushID(static_cast<int>(editor.generation()));
  Field field{.editor = editor, .enter = enter_is_pressed()};
  type_indentation(editor);
  // Dear ImGui takes Escape for a wish to have the text as it was when the field was clicked.
  std::optional<std::string> kept;
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) kept = editor.text;
  const auto flags = ImGuiInputTextFlags_AllowTabInput | ImGuiInputTextFlags_CallbackResize |
                     ImGuiInputTextFlags_CallbackAlways | ImGuiInputTextFlags_NoUndoRedo;
  if (std::exchange(editor.wants_keyboard, false)) ImGui::SetKeyboardFocusHere();
  const bool changed = ImGui::InputTextMultiline("##source", editor.text.data(), editor.text.capacity() + 1, room,
                                                 flags, field_callback, &field);
  ui.takes_text(false);
  if (kept) editor.text = std::move(*kept);
  if (changed) {
    editor.typed(ImGui::GetTime());
    editor.history.note(editor.text, static_cast<std::size_t>(std::max(0, field.cursor)), ImGui::GetTime());
  }
  ImGui::PopID();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  follow_cursor(grid, editor, field.cursor);
  if (editor.go_to) show_place(grid, static_cast<int>(*editor.go_to), -1);
  editor.go_to.reset();
  draw_gutter(ui, grid, problems, current, size.lines);
  explain_lines(ui, grid, problems);
  ImGui::EndChild();
  ui.mark("editor/text");
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(2);
  ImGui::PopFont();
}

}  // namespace lanescope
