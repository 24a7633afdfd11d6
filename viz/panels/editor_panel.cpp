// Beside the pictures: the text of the active variant's kernel, if a user brought it; what it is run as, and what
// is wrong with it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <sstream>
#include <string>

#include "engine/base/foreign_text.h"
#include "engine/base/number_text.h"
#include "engine/request/parse.h"
#include "engine/source/own_notes.h"
#include "engine/trace/finding.h"
#include "engine/workload/workload.h"
#include "viz/kit/listing.h"
#include "viz/panels/editor_rows.h"
#include "viz/panels/editor_text.h"
#include "viz/panels/panels.h"
#include "viz/panels/variant_head.h"
#include "viz/text/window_text.h"
#include "viz/views/shared/asked_in_vain.h"
#include "viz/views/shared/own_verdict.h"

namespace lanescope {
namespace {

constexpr float kPanelWidth = 600, kMostForText = 0.36f, kNeededBeside = 700, kNeededWithLesson = 400,
                kNarrowest = 240, kListShare = 0.3f;

/// What is wrong with the text that runs: errors of the compiler, else what was found while it ran, and what it
/// asked for in vain.
std::vector<SourceProblem> problems_of(const Model& model) {
  const std::size_t variant = model.active();
  if (!model.problems(variant).empty()) return model.problems(variant);
  std::vector<SourceProblem> problems;
  if (!model.error(variant).empty()) problems.push_back({0, model.error(variant)});
  const auto run = model.run();
  if (!run || run->request.kernel != model.view().request().kernel) return problems;
  for (const Mistake& mistake : mistakes_of(run->findings)) {
    std::set<unsigned> lines;
    for (const Finding& place : mistake.places) {
      if (place.lines.empty() && lines.insert(0).second) problems.push_back({0, mistake.sentence()});
      for (const unsigned line : place.lines)
        if (lines.insert(line).second) problems.push_back({line, mistake.sentence()});
    }
  }
  for (SourceProblem& problem : asked_in_vain(*run)) problems.push_back(std::move(problem));
  return problems;
}

/// Of the text that is shown, those that stand for the step done last.
std::vector<unsigned> lines_of_step(const Model& model) {
  const auto run = model.run();
  const std::uint32_t position = model.view_of(model.active()).position;
  if (!run || run->request.kernel != model.view().request().kernel || position == 0) return {};
  const auto kernel = listed(*run);
  std::vector<unsigned> lines;
  for (const ListingLine& line : kernel->lines)
    if (std::binary_search(line.steps.begin(), line.steps.end(), position - 1)) lines.push_back(line.file_line);
  return lines;
}

/// Each sentence once, at its first line.
std::vector<SourceProblem> listed_once(std::vector<SourceProblem> problems) {
  std::vector<SourceProblem> once;
  for (SourceProblem& problem : problems)
    if (once.empty() || !(once.back().sentence.text() == problem.sentence.text()))
      once.push_back(std::move(problem));
  return once;
}

bool is_saved(const Model& model, const EditorState& editor) {
  const OwnKernel& own = *shown_own_kernel(model).own;
  const std::string* const disk = own.has_file ? model.text_on_disk(own.path) : nullptr;
  return disk && *disk == editor.text;
}

bool small_button(const Ui& ui, const char* label, const char* mark, const char* explanation) {
  const float width = text_width_of(ui.fonts.body, label) + ui.px(16);
  const bool clicked = flat_button(ui, label, width);
  ui.mark(std::string("editor/") + mark);
  ui.explain(explanation);
  return clicked;
}

/// Far from Save, and asked: what is typed here may be in no other place. The first click brings what keeps it
/// under the pointer.
void load_button(const Model& model, const Ui& ui, EditorState& editor, const std::string& disk) {
  const auto width = [&](const char* label) { return text_width_of(ui.fonts.body, label) + ui.px(16); };
  const float gap = ui.px(6), place = std::max(width(tr("Load")), width(tr("Keep")));
  ImGui::SameLine(0, gap);
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  if (editor.asks_load) {
    ImGui::SameLine(right - place - gap - width(tr("Replace this text")));
    if (small_button(ui, tr("Replace this text"), "replace",
                     tr("Takes the text that the file has on the disk; Ctrl+Z brings this one back."))) {
      edit_own_source(model, ui, with_text(own_source_of(shown_own_kernel(model)), disk));
      editor.asks_load = false;
    }
  }
  ImGui::SameLine(right - place);
  const bool asks = editor.asks_load;
  if (small_button(ui, asks ? tr("Keep") : tr("Load"), asks ? "keep" : "load",
                   asks ? tr("The text stays as it is here.")
                        : tr("The file on the disk has another text. Asks before it replaces this one.")))
    editor.asks_load = !asks;
}

void file_buttons(const Model& model, const Ui& ui, PanelState& state) {
  EditorState& editor = state.editor;
  const OwnKernel& own = *shown_own_kernel(model).own;
  const std::string* const disk = own.has_file ? model.text_on_disk(own.path) : nullptr;
  if (!own.has_file) {
    if (editor.path.empty()) editor.path = own.file_name;
    const float save = text_width_of(ui.fonts.body, tr("Save")) + ui.px(16 + 6);
    text_field(ui, "##path", editor.path, ImGui::GetContentRegionAvail().x - save);
    ui.mark("editor/path");
    ui.explain(tr("The file to save to: a name in the current folder, or a path."));
    ImGui::SameLine(0, ui.px(6));
  }
  if (small_button(ui, tr("Save"), "save", tr("Writes the text into its file (Ctrl+S).")))
    state.file_requests.push_back(*save_of_text(model, editor));
  if (!disk || *disk == editor.text) {
    editor.asks_load = false;
    return;
  }
  load_button(model, ui, editor, *disk);
}

void head(const Model& model, const Ui& ui, PanelState& state) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x, cross = ui.px(28);
  std::string name = tr("Own kernel");
  if (state.editor.asked)
    name = state.editor.asked->name;
  else if (state.editor.has_text())
    name = shown_own_kernel(model).own->file_name + (is_saved(model, state.editor) ? "" : " *");
  text_colored(ui.fonts.title, ui.colors.text, fit_text(ui.fonts.title, name, right - at.x - cross - ui.px(8)));
  if (state.editor.has_text() && !state.editor.asked) {
    const OwnKernel& own = *shown_own_kernel(model).own;
    ui.explain(own.has_file ? printable(own.path) : std::string(tr("This text is in no file yet.")));
  }
  ImGui::SetCursorScreenPos({right - cross, at.y});
  if (flat_button(ui, "##close", cross)) {
    state.editor.open = false;
    state.editor.asked.reset();
  }
  const ImVec2 first = ImGui::GetItemRectMin(), last = ImGui::GetItemRectMax();
  draw_cross(ui, {(first.x + last.x) / 2, (first.y + last.y) / 2}, ui.colors.text);
  ui.mark("editor/close");
  ui.explain(tr("Close the text; the kernel stays. Edit, in its row of the list, opens it again."));
}

/// Which of a file's kernels is meant, or what launches them, as a button each.
void kernel_question(const Ui& ui, PanelState& state) {
  const OwnFile& file = *state.editor.asked;
  text_wrapped(ui.fonts.body, ui.colors.text,
               file.has_main ? tr("Which of its kernels is to run, or its main(), with all that this launches?")
               : file.launchers.empty()
                   ? tr("Which of its kernels is to run?")
                   : tr("Which of its kernels is to run, or a function of the host, with all that this launches?"));
  ImGui::BeginChild("kernels", {0, 0});
  const float width = ImGui::GetContentRegionAvail().x;
  for (const EntryChoice& entry : entries_of(file)) {
    if (flat_button(ui, entry.label.c_str(), width))
      state.file_requests.push_back({FileRequest::Kind::choose_kernel, entry.name, ""});
    ui.mark("editor/kernel/" + entry.label);
  }
  ImGui::EndChild();
}

void problem_row(const Ui& ui, EditorState& editor, const SourceProblem& problem, std::size_t index) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, column = ui.px(52);
  const std::string words = wrapped(ui.fonts.body, window_text(problem.sentence), width - column);
  const float height = ui.fonts.body->CalcTextSizeA(ui.fonts.body->FontSize, 1e9f, 0, words.c_str()).y + ui.px(4);
  ImGui::PushID(static_cast<int>(index));
  if (ImGui::InvisibleButton("problem", {std::max(1.0f, width), height}) && problem.line > 0)
    editor.go_to = problem.line;
  ui.mark("editor/problem/" + std::to_string(index));
  auto* draw = ImGui::GetWindowDrawList();
  if (problem.line > 0 && ImGui::IsItemHovered())
    draw->AddRectFilled(at, {at.x + width, at.y + height}, ui.colors.raised, ui.px(4));
  if (problem.line > 0)
    draw->AddText(ui.fonts.mono, ui.fonts.mono->FontSize, {at.x + ui.px(4), at.y + ui.px(2)}, ui.colors.bad,
                  std::to_string(problem.line).c_str());
  draw->AddText(ui.fonts.body, ui.fonts.body->FontSize, {at.x + column, at.y + ui.px(2)}, ui.colors.text,
                words.c_str());
  ImGui::PopID();
}

/// How the text that runs does, in a few words.
std::pair<std::string, ImU32> state_words(const Model& model, const Ui& ui) {
  const std::size_t variant = model.active();
  if (model.status().running && !model.up_to_date()) return {tr("Compiling and running ..."), ui.colors.dim};
  if (!model.problems(variant).empty()) return {tr("The compiler refuses it"), ui.colors.bad};
  if (!model.error(variant).empty()) return {tr("It did not run"), ui.colors.bad};
  const auto run = model.run();
  if (!run) return {"", ui.colors.dim};
  // Which ones, the list says.
  if (run->request.kernel == model.view().request().kernel) {
    if (!run->findings.empty()) return {tr("Mistakes that were found"), ui.colors.bad};
    if (!run->refused_launches.empty()) return {tr("It asked for something that is refused"), ui.colors.bad};
  }
  const OwnVerdict verdict = own_verdict(*run);
  switch (verdict.tone) {
    case OwnVerdict::Tone::mistake:
      return {verdict.words, ui.colors.bad};
    case OwnVerdict::Tone::doubtful:
      return {verdict.words, ui.colors.warn};
    case OwnVerdict::Tone::right:
      return {verdict.words, ui.colors.good};
    default:
      return {verdict.words, ui.colors.text};
  }
}

/// Those that are in sight: there may be a hundred thousand.
/// One that has no room is whole in its tip.
void printed_lines(const Ui& ui, const std::vector<std::string>& lines) {
  const float room = ImGui::GetContentRegionAvail().x;
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(lines.size()));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const std::string& line = lines[static_cast<std::size_t>(i)];
      const std::string shown = fit_text(ui.fonts.mono, line, room);
      text_colored(ui.fonts.mono, ui.colors.text, shown);
      if (shown != line) ui.explain(line);
    }
}

/// Where every thread has an element, a missing check of the index does no harm that could be found.
void another_n(const Model& model, const Ui& ui) {
  const auto run = model.run();
  if (!run || run->request.kernel != model.view().request().kernel || shown_own_kernel(model).own->is_program)
    return;
  if (facts_of(run->launch.workload).shape != Shape::vector) return;
  const std::uint64_t n = run->request.n;
  if (n < 2 || run->launch.block_dim == 0 || n % run->launch.block_dim != 0) return;
  text_wrapped(ui.fonts.small, ui.colors.dim,
               tr("N is a multiple of blockDim; a missing check of the index shows at one that is not."));
  if (small_button(ui, tr_format("N = {}", grouped(n - 1)).c_str(), "another_n",
                   tr("Runs it with one element less, so that the last block has a thread without one."))) {
    ui.send(SetN{n - 1});
    ui.send(EndEdit{});
  }
}

void problem_list(const Model& model, const Ui& ui, EditorState& editor,
                  const std::vector<SourceProblem>& problems) {
  const auto listed = listed_once(problems);
  const auto [words, color] = state_words(model, ui);
  text_wrapped(ui.fonts.bold, color, words);
  ui.mark("editor/state");
  if (listed.empty()) another_n(model, ui);
  for (const Sentence& note : notes_of(*shown_own_kernel(model).own))
    text_wrapped(ui.fonts.small, ui.colors.dim, window_text(note));
  ImGui::BeginChild("problems", {0, 0});
  for (std::size_t i = 0; i < listed.size(); ++i) problem_row(ui, editor, listed[i], i);
  const auto run = model.run();
  if (run && run->request.kernel == model.view().request().kernel && !run->printed.empty()) {
    text_colored(ui.fonts.small, ui.colors.dim, tr("It printed"));
    printed_lines(ui, run->printed);
    if (run->lost_lines > 0)
      text_colored(ui.fonts.small, ui.colors.dim,
                   tr_format("Further lines, which are left out: {}", run->lost_lines));
  }
  ImGui::EndChild();
}

}  // namespace

std::optional<FileRequest> save_of_text(const Model& model, const EditorState& editor) {
  if (!editor.open || !editor.has_text() || editor.asked) return std::nullopt;
  const OwnKernel& own = *shown_own_kernel(model).own;
  return FileRequest{FileRequest::Kind::save_source,
                     own.has_file          ? own.path
                     : editor.path.empty() ? own.file_name
                                           : editor.path,
                     ""};
}

float editor_width(const Ui& ui, const PanelState& state, float window_width) {
  if (!state.editor.open || state.lesson.is_writing() || (state.lesson.shown() && !state.lesson.has_task()))
    return 0;
  const float lesson = lesson_width(ui, state, window_width);
  const float left = window_width - lesson - ui.px(lesson > 0 ? kNeededWithLesson : kNeededBeside);
  return std::floor(std::max(ui.px(kNarrowest), std::min({ui.px(kPanelWidth), kMostForText * window_width, left})));
}

void editor_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect) {
  EditorState& editor = state.editor;
  editor.follow(model);
  if (auto edited = editor.take_edit(model, ImGui::GetTime())) {
    ui.send(std::move(*edited));
    ui.send(EndEdit{});
  }
  if (rect.w <= 0) return;
  begin_panel(ui, "editor", rect, {.padding = kColumnPadding});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui.px(6)});
  ImGui::GetWindowDrawList()->AddLine({rect.x, rect.y}, {rect.x, rect.bottom()}, ui.colors.border);
  head(model, ui, state);
  if (editor.asked) {
    kernel_question(ui, state);
  } else if (!editor.has_text()) {
    text_wrapped(ui.fonts.body, ui.colors.dim,
                 tr("Open a .cu file, or drop one on the window. Or copy the kernel that is shown and change it."));
    if (small_button(ui, tr("Copy and edit"), "copy",
                     tr("The plain CUDA of this kernel becomes a text of your own.")))
      state.file_requests.push_back({FileRequest::Kind::copy_kernel, "", ""});
  } else {
    file_buttons(model, ui, state);
    editor_rows(model, ui, editor);
    const auto problems = problems_of(model);
    const float left = ImGui::GetContentRegionAvail().y;
    if (auto lines = lines_of_step(model); lines != editor.step_lines) {
      if (!lines.empty()) editor.go_to = lines.front();
      editor.step_lines = std::move(lines);
    }
    editor_text(ui, editor, problems, std::floor(left * (1 - kListShare)), editor.step_lines);
    problem_list(model, ui, editor, problems);
  }
  ImGui::PopStyleVar();
  end_panel(ui);
}

}  // namespace lanescope
