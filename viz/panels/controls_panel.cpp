// The column on the left: which kernel, how it is launched, and on what.
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/foreign_text.h"
#include "engine/request/catalogue.h"
#include "viz/panels/panels.h"
#include "viz/panels/variant_head.h"
#include "viz/text/window_text.h"
#include "viz/views/shared/variant_name.h"

namespace lanescope {
namespace {

constexpr float kLowestRow = 20, kHighestRow = 28;
constexpr float kMinRows = 3.5f;      // half a row shows that the list goes on
constexpr float kHighestList = 480;   // where it opens from a row
constexpr float kHighestBelow = 330;  // what is below the list, of a kernel whose launch has the most to choose

std::string lesson_of(const KernelInfo& info) {
  if (info.own)
    return info.own->has_file ? printable(info.own->path) : std::string(tr("A text of your own, in no file yet."));
  return tr_format("{}\n\nLesson: {}\n\nWatch: {}", source_words(info), tr(info.lesson), tr(info.watch));
}

/// What a click on a row asks for: a user's kernel as it was last launched.
Command choice_of(const KernelInfo& info, const RunRequest* own) {
  return own ? Command(ShowOwnKernel{*own}) : Command(SetKernel{std::string(info.id)});
}

std::string title_of(const KernelInfo& info) {
  return info.own ? info.own->name + "  ·  " + without_folder(info.own->file_name) : tr(info.title);
}

/// The end of a row: opens the kernel's text, or takes one that is not shown off the list. Returns its width.
float text_button(const Model& model, const Ui& ui, PanelState& state, const KernelInfo& info, const Rect& row) {
  const std::string id(info.id);
  const bool chosen = id == model.view().request().kernel;
  const auto& requests = model.view().variants.requests;
  const bool shown =
      std::any_of(requests.begin(), requests.end(), [&](const auto& one) { return one.kernel == id; });
  if (chosen ? !info.own && (!info.traced() || !info.entries.empty()) : !info.own || shown) return 0;
  const std::string label = chosen ? tr("Edit") : "";  // else a cross
  const float width = (chosen ? text_width_of(ui.fonts.small, label) : ui.px(8)) + ui.px(12);
  const ImVec2 from{row.right() - width - ui.px(4), row.y + ui.px(1)},
      to{row.right() - ui.px(4), row.bottom() - ui.px(1)};
  ImGui::SetCursorScreenPos(from);
  if (ImGui::InvisibleButton("text_button", {to.x - from.x, to.y - from.y})) {
    if (!chosen)
      ui.send(ForgetOwnKernel{id});
    else if (info.own)
      state.editor.open = state.editor.wants_keyboard = !state.editor.open;
    else
      state.file_requests.push_back({FileRequest::Kind::copy_kernel, "", ""});
  }
  ui.mark((chosen ? "edit/" : "forget/") + id);
  ui.explain(!chosen    ? tr("Takes it off this list; its file stays.")
             : info.own ? tr("Shows or hides its text.")
                        : tr("The plain CUDA of this kernel becomes a text of your own."));
  auto* draw = ImGui::GetWindowDrawList();
  if (ImGui::IsItemHovered()) draw->AddRectFilled(from, to, ui.colors.raised_hovered, ui.px(4));
  draw->AddText(ui.fonts.small, ui.fonts.small->FontSize,
                {from.x + ui.px(6), std::round((from.y + to.y - ui.fonts.small->FontSize) / 2)}, ui.colors.dim,
                label.c_str());
  if (!chosen) draw_cross(ui, {(from.x + to.x) / 2, (from.y + to.y) / 2}, ui.colors.dim);
  return width;
}

/// `own`: of a user's kernel, its launch. Returns whether it was chosen.
bool kernel_row(const Model& model, const Ui& ui, PanelState& state, const KernelInfo& info, const RunRequest* own,
                float height) {
  const std::string id(info.id);
  const bool chosen = id == model.view().request().kernel;
  const Sentence refused = chosen ? Sentence() : refusal_after(model.view(), choice_of(info, own));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, height};
  ImGui::PushID(id.c_str());
  ImGui::BeginDisabled(!refused.empty());
  const bool clicked = ImGui::InvisibleButton("row", size);
  ImGui::SetItemAllowOverlap();
  if (clicked && !chosen) {
    ui.send(choice_of(info, own));
    ui.send(EndEdit{});
  }
  const bool hovered = ImGui::IsItemHovered();
  const ImU32 color = ImGui::GetColorU32(to_vec4(ui.colors.text));
  ImGui::EndDisabled();  // the reason must be legible, so it is not dimmed
  ui.mark("kernel/" + id);
  ui.explain_row(tip_of_choice(lesson_of(info), refused));
  auto* draw = ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  if (chosen || hovered) draw->AddRectFilled(at, end, chosen ? ui.colors.accent_soft : ui.colors.raised, ui.px(4));
  if (chosen) draw->AddRectFilled(at, {at.x + ui.px(3), end.y}, ui.colors.accent, ui.px(1));
  ImFont* font = chosen ? ui.fonts.bold : ui.fonts.body;
  const float button = text_button(model, ui, state, info, {at.x, at.y, size.x, size.y});
  const std::string title = fit_text(font, title_of(info), size.x - button - ui.px(20));
  draw->AddText(font, font->FontSize, {at.x + ui.px(10), at.y + (size.y - font->FontSize) / 2}, color,
                title.c_str());
  ImGui::SetCursorScreenPos({at.x, end.y});
  ImGui::PopID();
  return clicked && !chosen;
}

/// Brings the chosen kernel into view when another one is chosen or the list's height changes, and only then, so
/// that the list stays where the user scrolls it. A row that is in view already, such as one that was clicked,
/// stays under the pointer.
void follow_choice(const std::string& id, std::size_t index, float row) {
  const int key = static_cast<int>(std::hash<std::string>{}(id));
  int* const followed = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("followed"), -1);
  float* const followed_height = ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("followed_height"), 0);
  const float top = ImGui::GetWindowPos().y, height = ImGui::GetWindowHeight(), bottom = top + height;
  const bool hidden = ImGui::GetItemRectMin().y < top || ImGui::GetItemRectMax().y > bottom;
  if ((*followed != key || *followed_height != height) && hidden) {
    // Near the middle, and with a whole row at the top.
    ImGui::SetScrollY(row * std::round(static_cast<float>(index) - (height / row - 1) / 2));
  }
  *followed = key;
  *followed_height = height;
}

std::string ids_of(const KernelGroup& group) {
  std::string ids;
  for (const KernelInfo& info : group.kernels) ids.append(ids.empty() ? "" : ", ").append(info.id);
  return ids;
}

void group_row(const Ui& ui, const KernelGroup& group, bool chosen, float width) {
  const std::string title = tr(group.title);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ui.px(44);
  ImGui::PushID(title.c_str());
  if (ImGui::InvisibleButton("group", {width, height})) {
    if (!chosen) ui.send(SetKernel{std::string(group.kernels.front().id)});
    ui.send(EndEdit{});
    ImGui::CloseCurrentPopup();
  }
  ui.mark("group/" + std::string(group.title));
  auto* draw = ImGui::GetWindowDrawList();
  const bool hovered = ImGui::IsItemHovered();
  if (hovered || chosen)
    draw->AddRectFilled(at, {at.x + width, at.y + height},
                        hovered ? ui.colors.raised_hovered : ui.colors.accent_soft, ui.px(4));
  draw->AddText(ui.fonts.bold, ui.fonts.bold->FontSize, {at.x + ui.px(10), at.y + ui.px(5)}, ui.colors.text,
                title.c_str());
  const std::string ids = fit_text(ui.fonts.small, ids_of(group), width - ui.px(20));
  draw->AddText(ui.fonts.small, ui.fonts.small->FontSize, {at.x + ui.px(10), at.y + ui.px(25)}, ui.colors.dim,
                ids.c_str());
  ImGui::PopID();
}

/// A button that opens a list, over the full width but for what is `beside` it; returns whether it was clicked.
bool list_button(const Ui& ui, const char* id, const std::string& title, float beside = 0) {
  const float width = ImGui::GetContentRegionAvail().x - beside, height = ui.px(kRowHeight);
  const ImVec2 at = ImGui::GetCursorScreenPos(), end{at.x + width, at.y + height};
  const bool clicked = ImGui::InvisibleButton(id, {width, height});
  ui.mark(id);
  auto* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(at, end, ImGui::IsItemHovered() ? ui.colors.raised_hovered : ui.colors.raised, ui.px(4));
  draw->AddText(ui.fonts.bold, ui.fonts.bold->FontSize,
                {at.x + ui.px(10), std::round(at.y + (height - ui.fonts.bold->FontSize) / 2)}, ui.colors.text,
                fit_text(ui.fonts.bold, title, width - ui.px(36)).c_str());
  const ImVec2 tip{end.x - ui.px(14), at.y + height / 2 + ui.px(3)};
  draw->AddTriangleFilled({tip.x - ui.px(5), tip.y - ui.px(6)}, {tip.x + ui.px(5), tip.y - ui.px(6)}, tip,
                          ui.colors.dim);
  return clicked;
}

/// The kind of problem.
void group_choice(const Model& model, const Ui& ui, float beside) {
  const KernelGroup& current = group_of(kernel_info(model.view().request().kernel));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (list_button(ui, "groups", tr(current.title), beside)) ImGui::OpenPopup("groups");
  const ImVec2 end = ImGui::GetItemRectMax();
  ui.explain(tr("What is computed: the kernels below solve this problem, each in its own way."));
  ImGui::SetNextWindowPos({at.x, end.y + ui.px(4)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(8), ui.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui.px(2)});
  if (ImGui::BeginPopup("groups")) {
    if (ui.close_menus) ImGui::CloseCurrentPopup();
    for (const KernelGroup& group : kernel_groups()) group_row(ui, group, &group == &current, ui.px(420));
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
}

/// The list below `place`, in a window of its own.
void kernels_popup(const Model& model, const Ui& ui, PanelState& state, const char* id, const Rect& place) {
  const float room = ImGui::GetIO().DisplaySize.y - place.bottom() - ui.px(10);
  ImGui::SetNextWindowPos({place.x, place.bottom() + ui.px(2)});
  ImGui::SetNextWindowSize({place.w, std::min(ui.px(kHighestList), room)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(8), ui.px(8)});
  if (ImGui::BeginPopup(id, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoScrollbar)) {
    if (kernel_list(model, ui, state, 0) || ui.close_menus) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

/// Opens the whole list over the launch, where a low window shows a part of it.
void all_kernels_button(const Model& model, const Ui& ui, PanelState& state, const std::string& words,
                        const Rect& place) {
  const ImVec2 after = ImGui::GetCursorPos();
  ImGui::SetCursorScreenPos({place.x, place.y});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  if (ImGui::Button(words.c_str(), {place.w, place.h})) ImGui::OpenPopup("all_kernels");
  ImGui::PopStyleVar();
  ui.mark("all_kernels");
  ui.explain(tr("The whole list of kernels, over the launch."));
  const float left = ImGui::GetWindowPos().x + ImGui::GetStyle().WindowPadding.x;
  kernels_popup(model, ui, state, "all_kernels", {left, place.y, place.right() - left, place.h});
  ImGui::SetCursorPos(after);
}

/// What the names of sources are short for.
struct ShortName {
  const char* name;
  const char* meaning;
};
constexpr ShortName kSources[] = {
    {"PMPP",
     tr_later(
         "PMPP 4e: the book Programming Massively Parallel Processors by Hwu, Kirk and El Hajj, fourth edition.")},
    {"Teaching Kit", tr_later("Teaching Kit: the slides of NVIDIA's Accelerated Computing Teaching Kit.")}};

}  // namespace

std::string source_words(const KernelInfo& info) {
  std::string words = tr(info.source);
  for (const auto& [name, meaning] : kSources)
    if (info.source.find(name) != std::string_view::npos) words += "\n" + std::string(tr(meaning));
  return words;
}

bool kernel_list(const Model& model, const Ui& ui, PanelState& state, float below) {
  const bool has_button = below > 0 && state.kernels_hidden;
  const std::string all = tr_format("All {}", group_of(kernel_info(model.view().request().kernel)).kernels.size());
  const float button = text_width_of(ui.fonts.body, all) + ui.px(20);
  const ImVec2 top = ImGui::GetCursorScreenPos();
  const float right = top.x + ImGui::GetContentRegionAvail().x;
  group_choice(model, ui, has_button ? button + ui.px(6) : 0);
  const auto kernels = group_of(kernel_info(model.view().request().kernel)).kernels;
  std::vector<const RunRequest*> own;
  for (const RunRequest& request : model.own_kernels())
    if (same_group(request, model.view().request())) own.push_back(&request);
  const auto rows = static_cast<float>(kernels.size() + own.size());
  const float left = ImGui::GetWindowHeight() - ImGui::GetCursorPosY() - ui.px(kColumnPadding) - below;
  const float room = std::max(left, ui.px(kMinRows * kLowestRow));
  // In a low window the sliders stay visible: rows move closer together, and then the list scrolls. They are as
  // high for every kernel, so that a row that is clicked stays under the pointer.
  const float least_room = left + below - ui.px(kHighestBelow);
  const float height = std::clamp(std::floor(least_room / rows), ui.px(kLowestRow), ui.px(kHighestRow));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (below > 0) state.kernels_hidden = height * rows > room + 1;
  ImGui::BeginChild("kernels", {0, std::min(room, height * rows)});
  std::size_t index = 0;
  bool chosen = false;
  const auto row = [&](const KernelInfo& info, const RunRequest* launched) {
    chosen = kernel_row(model, ui, state, info, launched, height) || chosen;
    if (info.id == model.view().request().kernel) follow_choice(std::string(info.id), index, height);
    ++index;
  };
  for (const RunRequest* request : own) row(kernel_info(request->kernel), request);
  for (const auto& info : kernels) row(info, nullptr);
  ImGui::EndChild();
  ui.mark("kernels");
  ImGui::PopStyleVar();
  // After the list, so that rows over it are the ones that are found by their names.
  if (has_button) all_kernels_button(model, ui, state, all, {right - button, top.y, button, ui.px(kRowHeight)});
  return chosen;
}

void kernel_row_of_launch(const Model& model, const Ui& ui, PanelState& state) {
  row_label(ui, tr("kernel"), choices_column(ui));
  if (list_button(ui, "kernel_of_launch", title_of(kernel_info(model.view().request().kernel))))
    ImGui::OpenPopup("kernels_of_launch");
  ui.explain(tr("Another kernel in this variant; the list also has the other kinds of problems."));
  const ImVec2 from = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
  kernels_popup(model, ui, state, "kernels_of_launch", {from.x, from.y, size.x, size.y});
}

void controls_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect) {
  begin_panel(ui, "controls", rect, {.scrolls = true, .padding = kColumnPadding});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui.px(kRowGap)});
  kernel_list(model, ui, state, state.below_kernels);
  const float list_end = ImGui::GetCursorPosY();
  launch_sliders(model, ui, state);
  const KernelInfo& kernel = kernel_info(model.view().request().kernel);
  if (!kernel.own || !kernel.own->is_program) {
    ImGui::Dummy({0, ui.px(kGroupGap)});
    element_choices(model, ui);
    data_choices(model, ui);
  }
  state.below_kernels = ImGui::GetCursorPosY() - list_end;
  ImGui::PopStyleVar();
  end_panel(ui);
}

}  // namespace lanescope
