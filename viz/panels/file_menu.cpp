// Files and sessions by name, recent sessions, and exports of what is shown.
#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

#include "engine/base/foreign_text.h"
#include "viz/model/session_file.h"
#include "viz/panels/panels.h"

namespace lanescope {
namespace {

constexpr float kWidth = 440, kButton = 64;

void ask_for(PanelState& state, FileRequest wanted) {
  state.file_requests.push_back(std::move(wanted));
  ImGui::CloseCurrentPopup();
}

void sessions(const Ui& ui, PanelState& state) {
  text_colored(ui.fonts.small, ui.colors.dim, tr("Open a .cu file, a recording or a session; save a session"));
  const float button = ui.px(kButton), gap = ui.px(6);
  const bool entered = text_field(ui, "##session", state.file_path, ui.px(kWidth) - 2 * (button + gap));
  ui.mark("session_path");
  ui.explain(tr("A path. Open takes sessions, recordings and .cu files; Save writes a session."));
  ImGui::SameLine(0, gap);
  if (flat_button(ui, tr("Open"), button) || entered)
    ask_for(state, {FileRequest::Kind::open, state.file_path, ""});
  ui.mark("open_session");
  ImGui::SameLine(0, gap);
  if (flat_button(ui, tr("Save"), button)) ask_for(state, {FileRequest::Kind::save_session, state.file_path, ""});
  ui.mark("save_session");
}

/// Of the page; the desktop says how to get one.
void links(const Ui& ui, PanelState& state) {
  if (!state.has_links) {
    text_colored(ui.fonts.small, ui.colors.dim, tr("This window also runs in a browser, as one page"));
    ui.mark("in_a_browser");
    ui.explain(
        tr("The page is built from Lanescope's source, whose README says how. It opens by a double click, also on "
           "Windows and "
           "macOS, and makes links that hold a session."));
    return;
  }
  if (flat_button(ui, tr("Copy link"), ui.px(160))) ask_for(state, {FileRequest::Kind::copy_link, "", ""});
  ui.mark("copy_link");
  ui.explain(tr("A link that holds this session: whoever opens it sees this step."));
  ImGui::SameLine(0, ui.px(6));
  const bool has_address = !state.source_address.empty();
  if (flat_button(ui, tr("Lanescope's source"), ui.px(160)) && has_address)
    ask_for(state, {FileRequest::Kind::open_source, "", ""});
  ui.mark("source_address");
  ui.explain(has_address
                 ? state.source_address
                 : tr("Whoever built this page named no address of its source. It is free software under the MIT "
                      "licence: look for the project Lanescope, whose ./web.sh builds this page."));
}

void recent(const Ui& ui, PanelState& state) {
  if (state.recent_files.empty()) return;
  text_colored(ui.fonts.small, ui.colors.dim, tr("Recent"));
  for (std::size_t i = 0; i < state.recent_files.size(); ++i) {
    const std::string path = state.recent_files[i];
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("recent", {ui.px(kWidth), ui.px(kRowHeight)})) {
      if (path.ends_with(kSessionEnding)) state.file_path = path;
      ask_for(state, {FileRequest::Kind::open, path, ""});
    }
    ui.mark("recent/" + std::to_string(i));
    auto* draw = ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered())
      draw->AddRectFilled(at, {at.x + ui.px(kWidth), at.y + ui.px(kRowHeight)}, ui.colors.raised_hovered, ui.px(4));
    draw->AddText(ui.fonts.body, ui.fonts.body->FontSize, {at.x + ui.px(8), std::round(at.y + ui.px(3))},
                  ui.colors.text, fit_text(ui.fonts.body, printable(path), ui.px(kWidth - 16)).c_str());
    ImGui::PopID();
  }
}

void lessons(const Ui& ui, PanelState& state) {
  if (flat_button(ui, tr("Lessons"), ui.px(160))) {
    state.lesson.show_list();
    ImGui::CloseCurrentPopup();
  }
  ui.mark("lessons");
  ui.explain(tr("Questions before the pictures answer them (F2)"));
}

void own_kernels(const Ui& ui, PanelState& state) {
  text_colored(ui.fonts.small, ui.colors.dim, tr("A kernel of your own, as a text beside the pictures"));
  ui.mark("own_kernels");
  const std::tuple<const char*, const char*, const char*, FileRequest::Kind> texts[] = {
      {tr("Copy and edit"), "copy_kernel", tr("The plain CUDA of this kernel becomes a text of your own."),
       FileRequest::Kind::copy_kernel},
      {tr("New kernel"), "new_kernel", tr("A short kernel to begin with, as a text of your own."),
       FileRequest::Kind::new_kernel}};
  for (const auto& [label, mark, explanation, kind] : texts) {
    if (flat_button(ui, label, ui.px(160))) ask_for(state, {kind, "", ""});
    ui.mark(mark);
    ui.explain(explanation);
    if (kind != FileRequest::Kind::new_kernel) ImGui::SameLine(0, ui.px(6));
  }
}

void export_row(const Model& model, const Ui& ui, PanelState& state, const View& view) {
  const float column = ui.px(200), button = ui.px(48);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(view.id);
  ImGui::SetCursorScreenPos({at.x, at.y + ui.px(6)});
  text_colored(ui.fonts.body, ui.colors.text, tr(title_of(view, model.view().variants.requests)));
  ImGui::SetCursorScreenPos({at.x + column, at.y});
  const std::pair<const char*, const char*> formats[] = {{"PNG", ".png"}, {"SVG", ".svg"}, {"CSV", ".csv"}};
  for (std::size_t i = 0; i < (view.table ? 3u : 2u); ++i) {
    const auto& [label, ending] = formats[i];
    if (i > 0) ImGui::SameLine(0, ui.px(6));
    if (flat_button(ui, label, button)) ask_for(state, {FileRequest::Kind::export_view, ending, view.id});
    ui.mark(std::string("export/") + view.id + ending);
  }
  ImGui::PopID();
}

void exports(const Model& model, const Ui& ui, PanelState& state) {
  text_colored(ui.fonts.small, ui.colors.dim, tr("Export what is on the screen, into the current folder"));
  if (const View* top = view_on_top(workload_of(model.view()))) export_row(model, ui, state, *top);
  export_row(model, ui, state, view_in_the_middle());
  const View& open = open_view(model.view());
  if (open.place == Place::tab) export_row(model, ui, state, open);
  if (flat_button(ui, tr("The window as PNG"), ui.px(160)))
    ask_for(state, {FileRequest::Kind::export_window, ".png", ""});
  ui.mark("export/window");
}

}  // namespace

void file_menu(const Model& model, const Ui& ui, PanelState& state) {
  if (state.files_open) open_menu(state, "files_menu");
  state.files_open = false;
  ImGui::SetNextWindowPos({ImGui::GetItemRectMax().x, ImGui::GetItemRectMax().y + ui.px(4)}, ImGuiCond_Always,
                          {1, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(12), ui.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui.px(6)});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, std::max(1.0f, ui.px(1)));  // buttons have a menu's own colour
  if (ImGui::BeginPopup("files_menu")) {
    if (ui.close_menus) ImGui::CloseCurrentPopup();
    // Each group under words of its own, so that none is read as another one's title.
    sessions(ui, state);
    recent(ui, state);
    ImGui::Separator();
    own_kernels(ui, state);
    ImGui::Separator();
    exports(model, ui, state);
    ImGui::Separator();
    lessons(ui, state);
    links(ui, state);
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(3);
}

}  // namespace lanescope
