#include "viz/panels/editor_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/source/arguments.h"
#include "engine/workload/workload.h"
#include "viz/text/language.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostButtons = 8;  // of entries; more are a list

/// A row with a list to choose from, which shows what is chosen; `rows` makes it when it is open.
void list_row(const Ui& ui, const char* label, const char* mark, const std::string& now,
              const std::function<void()>& rows) {
  row_label(ui, label, ui.px(90));
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), ui.px(2)});
  if (ImGui::BeginCombo((std::string("##") + mark).c_str(), now.c_str())) {
    rows();
    ImGui::EndCombo();
  }
  ImGui::PopStyleVar();
  ui.mark(mark);
}

const char* about(const EntryChoice& entry) {
  return entry.label == entry.name ? tr_later("Runs this kernel alone.")
         : entry.name.empty()      ? tr_later("Runs the program, with all that it launches.")
                                   : tr_later("Calls this function, with all that it launches.");
}

/// Which entry was clicked.
std::optional<std::size_t> entry_clicked(const Ui& ui, const std::vector<EntryChoice>& entries, int selected) {
  if (entries.size() < 2) return std::nullopt;
  std::optional<std::size_t> clicked;
  if (entries.size() > kMostButtons) {
    const std::string now = selected < 0 ? "" : entries[static_cast<std::size_t>(selected)].label;
    list_row(ui, tr("runs"), "entry", now, [&] {
      for (std::size_t i = 0; i < entries.size(); ++i) {
        const bool is_it = static_cast<int>(i) == selected;
        if (ImGui::Selectable(entries[i].label.c_str(), is_it) && !is_it) clicked = i;
        ui.mark(fmt::format("entry/{}", i));
        ui.explain(tr(about(entries[i])));
      }
    });
    return clicked;
  }
  std::vector<Segment> choices;
  for (const EntryChoice& entry : entries) choices.push_back({entry.label, about(entry), {}});
  if (const auto index = segmented(ui, "entry", choices, selected, {.height = kRowHeight}))
    clicked = static_cast<std::size_t>(*index);
  return clicked;
}

/// What may run of the text, where that are several.
void entry_row(const Model& model, const Ui& ui, EditorState& editor) {
  const OwnSource source = own_source_of(shown_own_kernel(model));
  const OwnFile& file = editor.file();
  const std::vector<EntryChoice> entries = entries_of(file);
  int selected = -1;
  const std::string plain = source.kernel.substr(0, source.kernel.find('<'));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool launches = entries[i].label != entries[i].name;
    if (entries[i].name == plain && launches == source.is_program()) selected = static_cast<int>(i);
  }
  if (const auto clicked = entry_clicked(ui, entries, selected)) {
    OwnFile same = file;
    same.name = source.name;
    same.path = source.path;
    same.text = source.text;
    edit_own_source(model, ui, source_in(same, entries[*clicked].name));
  }
  if (selected < 0 || source.is_program() || !file.kernels[static_cast<std::size_t>(selected)].ends_with('<'))
    return;
  if (editor.instance.empty() || !editor.instance.starts_with(plain)) editor.instance = source.kernel;
  row_label(ui, tr("template"), ui.px(90));
  if (text_field(ui, "##template", editor.instance, ImGui::GetContentRegionAvail().x)) {
    OwnSource other = source;
    other.kernel = editor.instance;
    edit_own_source(model, ui, std::move(other));
  }
  ui.mark("editor/template");
  ui.explain(tr("The kernel with its template arguments, as in name<256>; Enter runs it."));
}

/// What the result is judged as.
void judging_row(const Model& model, const Ui& ui) {
  const OwnSource source = own_source_of(shown_own_kernel(model));
  const std::string now = source.workload ? tr(name_of(*source.workload)) : tr("nothing");
  list_row(ui, tr("judged as"), "editor/judged", now, [&] {
    const auto names = workload_names();
    for (int i = -1; i < static_cast<int>(names.size()); ++i) {
      const auto workload = i < 0 ? std::nullopt : std::optional(static_cast<Workload>(i));
      const std::string name = i < 0 ? std::string(tr("nothing")) : tr(names[static_cast<std::size_t>(i)]);
      if (ImGui::Selectable(name.c_str(), workload == source.workload) && workload != source.workload) {
        OwnSource other = source;
        other.workload = workload;
        edit_own_source(model, ui, std::move(other));
      }
      ui.mark(std::string("editor/judged/") + (i < 0 ? "free" : std::string(names[static_cast<std::size_t>(i)])));
    }
  });
  ui.explain(tr(
      "What the kernel is meant to compute: its arrays and its reference follow from that. Of nothing, all arrays "
      "have N elements, and no result is judged."));
}

/// What main() is called with, or the kernel or function.
std::vector<std::string> called_with(const RunRequest& request, bool has_arguments) {
  if (!has_arguments) return request.own.words;
  if (!request.own.arguments.empty()) return request.own.arguments;
  try {
    return argument_words(request);
  } catch (const Error&) {  // which is told where it is launched
    return {};
  }
}

void arguments_row(const Model& model, const Ui& ui, EditorState& editor) {
  const RunRequest& request = model.view().request();
  const bool has_arguments = shown_own_kernel(model).own->has_arguments();
  const char between = has_arguments ? ',' : ' ';
  row_label(ui, tr("arguments"), ui.px(90));
  if (!editor.types_arguments)
    editor.arguments = fmt::format("{}", fmt::join(called_with(request, has_arguments), std::string(1, between)));
  const bool entered = text_field(ui, "##arguments", editor.arguments, ImGui::GetContentRegionAvail().x);
  editor.types_arguments = ImGui::IsItemActive();
  ui.mark("editor/arguments");
  ui.explain(has_arguments
                 ? tr("What the kernel is called with, a word for each parameter with commas between: in, "
                      "in2, out, inout, n "
                      "or a number; in:4096 is an array of so many elements. Enter runs it; an empty line "
                      "leaves it to the rule.")
                 : tr("What main() is called with, behind the program's name; Enter runs it."));
  if (!entered) return;
  OwnLaunch own = request.own;
  std::vector<std::string>& words = has_arguments ? own.arguments : own.words;
  words.clear();
  std::istringstream stream(editor.arguments);
  for (std::string word; std::getline(stream, word, between);)
    if (!word.empty()) words.push_back(word);
  ui.send(SetOwnLaunch{own});
  ui.send(EndEdit{});
}

/// Code that came with a session, and has not run.
void permission(const Model& model, const Ui& ui) {
  if (!model.view().must_ask(model.view().request().kernel)) return;
  text_wrapped(
      ui.fonts.bold, ui.colors.warn,
      tr("This code came with the session. It has not run; it would run confined, without files or network."));
  if (flat_button(ui, tr("Run it"), ui.px(120), true)) ui.send(AllowOwnKernels{});
  ui.mark("editor/allow");
}

}  // namespace

std::vector<EntryChoice> entries_of(const OwnFile& file) {
  std::vector<EntryChoice> entries;
  for (const std::string& kernel : file.kernels) {
    const std::string name = kernel.substr(0, kernel.find('<'));
    entries.push_back({name, name});
  }
  for (const std::string& launcher : file.launchers) entries.push_back({launcher + "()", launcher});
  if (file.has_main) entries.push_back({"main()", ""});
  return entries;
}

const KernelInfo& shown_own_kernel(const Model& model) {
  return kernel_info(model.view().request().kernel);
}

void edit_own_source(const Model& model, const Ui& ui, OwnSource source) {
  ui.send(EditOwnKernel{model.active(), std::move(source)});
  ui.send(EndEdit{});
}

void editor_rows(const Model& model, const Ui& ui, EditorState& editor) {
  entry_row(model, ui, editor);
  if (!shown_own_kernel(model).own->is_program) judging_row(model, ui);
  arguments_row(model, ui, editor);
  permission(model, ui);
}

}  // namespace lanescope
