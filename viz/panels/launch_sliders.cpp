// N, blockDim, COARSE_FACTOR, the grid, how its blocks are combined, and the block that is drawn.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdio>

#include "engine/core/catalogue.h"
#include "engine/core/parse.h"
#include "viz/panels/panels.h"

namespace lanescope {
namespace {

// The slider ends where an emulated run still takes seconds; larger N can be typed.
constexpr int kLargestSliderLog2N = 26;
constexpr int kLargestSliderLog2Grid = 16;

// Rows that have label and widget on one line.
constexpr float kCompactLabel = 60, kCompactValue = 64;

int log2_floor(std::uint64_t value) { return value == 0 ? 0 : static_cast<int>(std::bit_width(value)) - 1; }

/// A label, and on the same line its value at the right edge.
void label_and_value(const Ui& ui, const char* label, std::string_view value, bool disabled) {
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  text_colored(ui.fonts.body, disabled ? ui.colors.faint : ui.colors.text, label);
  ImGui::SameLine(0, 0);
  text_right(ui, ui.fonts.mono, disabled ? ui.colors.faint : ui.colors.text, right, value);
}

void type_n(const Ui& ui, PanelState& state) {
  try {
    ui.send(SetN{parse_size("N", state.n_text)});
    ui.send(EndEdit{});
    state.n_error.clear();
  } catch (const std::exception& error) {
    state.n_error = error.what();
  }
}

int keep_text(ImGuiInputTextCallbackData* data) {
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    auto* text = static_cast<std::string*>(data->UserData);
    text->resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = text->data();
  }
  return 0;
}

void n_entry(const Model& model, const Ui& ui, PanelState& state) {
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x, width = ui.px(120);
  ImGui::AlignTextToFramePadding();
  text_colored(ui.fonts.body, ui.colors.text, "N");
  ui.explain("How many elements are reduced. Type 1000, 2^20 or 1M; Enter runs it.");
  ImGui::SameLine(0, 0);
  ImGui::SetCursorScreenPos({right - width, ImGui::GetCursorScreenPos().y});
  ImGui::SetNextItemWidth(width);
  if (!state.n_editing) state.n_text = size_text(model.view().request.n);
  ImGui::PushFont(ui.fonts.mono);
  const auto flags = ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll |
                     ImGuiInputTextFlags_CallbackResize;
  const bool entered =
      ImGui::InputText("##n", state.n_text.data(), state.n_text.capacity() + 1, flags, keep_text, &state.n_text);
  ImGui::PopFont();
  ui.mark("n_entry");
  ui.explain("How many elements are reduced. Type 1000, 2^20 or 1M; Enter runs it.");
  const bool left = ImGui::IsItemDeactivatedAfterEdit();
  state.n_editing = ImGui::IsItemActive();
  if (entered || left) type_n(ui, state);
  if (!state.n_error.empty()) text_wrapped(ui.fonts.small, ui.colors.bad, state.n_error);
}

/// Slider position 0 is N = 0, position k is N = 2^(k-1).
void n_slider(const Model& model, const Ui& ui, PanelState& state) {
  const std::uint64_t n = model.view().request.n;
  const int position = n == 0 ? 0 : std::min(log2_floor(n), kLargestSliderLog2N) + 1;
  const auto moved = track_slider(ui, "n_slider", position, {.first = 0, .last = kLargestSliderLog2N + 1});
  ui.mark("n_slider");
  ui.explain("Powers of two from 1 to 2^26, and 0 at the left end. Other sizes can be typed above.");
  if (moved) {
    state.n_error.clear();
    ui.send(SetN{*moved == 0 ? 0 : std::uint64_t{1} << (*moved - 1)});
  }
  if (edit_ended()) ui.send(EndEdit{});
}

/// Why there is no launch to choose; null where there is.
const char* no_launch(const KernelInfo& info) {
  if (info.on_host) return "A loop on the host has no threads to launch.";
  return info.is_library ? "The library chooses its own launch." : nullptr;
}

void block_dim_slider(const Model& model, const Ui& ui) {
  const auto& request = model.view().request;
  const char* const refused = no_launch(kernel_info(request.kernel));
  label_and_value(ui, "blockDim", fmt::format("{}", request.block_dim), refused != nullptr);
  const int last = log2_floor(kMaxBlockDim);
  const auto moved = track_slider(ui, "block_dim", log2_floor(request.block_dim), {.first = 0, .last = last, .disabled = refused != nullptr});
  ui.mark("block_dim");
  ui.explain(refused ? refused : "Threads a block: 1 to 1024, in powers of two. Every 32 of them form a warp, and a warp that has any "
             "thread active costs as much as a full one.");
  if (moved) ui.send(SetBlockDim{1u << *moved});
  if (edit_ended()) ui.send(EndEdit{});
}

void coarse_factor_slider(const Model& model, const Ui& ui) {
  const auto& request = model.view().request;
  const KernelInfo& info = kernel_info(request.kernel);
  std::string refused = info.coarsens ? std::string() : refusal_after(model.view(), SetCoarseFactor{2});
  if (const char* const reason = no_launch(info)) refused = reason;
  label_and_value(ui, "COARSE_FACTOR", fmt::format("{}", request.coarse_factor), !info.coarsens);
  const auto moved = track_slider(ui, "coarse_factor", static_cast<int>(request.coarse_factor),
                                  {.first = 1, .last = kMaxCoarseFactor, .disabled = !info.coarsens});
  ui.mark("coarse_factor");
  ui.explain(refused.empty() ? "Each thread first sums this many pairs of elements alone, in a register: fewer blocks, "
                               "fewer barriers, fewer half-empty steps; too much leaves SMs without work."
                             : refused);
  if (moved) ui.send(SetCoarseFactor{static_cast<unsigned>(*moved)});
  if (edit_ended()) ui.send(EndEdit{});
}

/// Position 0 is the kernel's own number of blocks, position k is 2^(k-1).
void grid_dim_row(const Model& model, const Ui& ui) {
  const RunRequest& request = model.view().request;
  const KernelInfo& info = kernel_info(request.kernel);
  const std::uint64_t blocks = model.run() ? model.run()->launch.grid_dim : 0;
  const char* const none = no_launch(info);
  const bool chosen = info.grid == GridRule::chosen && !none;
  std::string words = "Blocks of the grid. The left end is the kernel's own choice: enough for N, but no more than 128; "
                      "threads take elements until none is left.";
  if (none) words = none;
  else if (!chosen) words = refusal_after(model.view(), SetGridDim{blocks + 1});
  const std::string value = none ? "" : fmt::format("{}", chosen ? request.grid_dim.value_or(blocks) : blocks);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  const float slider = at.x + ui.px(kCompactLabel), end = right - ui.px(kCompactValue);
  text_colored(ui.fonts.body, chosen ? ui.colors.text : ui.colors.faint, "gridDim");
  ImGui::SameLine(0, 0);
  text_right(ui, ui.fonts.mono, chosen ? ui.colors.text : ui.colors.faint, right, value);
  ImGui::SetCursorScreenPos({slider, at.y});
  const int position = request.grid_dim ? std::min(log2_floor(*request.grid_dim), kLargestSliderLog2Grid) + 1 : 0;
  ImGui::BeginChild("grid_dim", {std::max(ui.px(24), end - slider), ui.px(20)}, false, ImGuiWindowFlags_NoScrollbar);
  const auto moved = track_slider(ui, "grid_dim", chosen ? position : 0,
                                  {.first = 0, .last = kLargestSliderLog2Grid + 1, .disabled = !chosen});
  ui.mark("grid_dim");
  ui.explain(words);
  const bool ended = edit_ended();
  ImGui::EndChild();
  if (moved) {
    ui.send(SetGridDim{*moved == 0 ? std::nullopt : std::optional<std::uint64_t>(std::uint64_t{1} << (*moved - 1))});
  }
  if (ended) ui.send(EndEdit{});
}

constexpr const char* kCombiningMeanings[] = {
    "each block updates the output, preset to the identity, by an atomic operation",
    "each block stores a partial sum, and the kernel is launched again on those until one is left",
    "each block stores a partial sum, and the host combines them",
    "each block stores a partial sum, and the block that finishes last reduces them: one launch"};
constexpr const char* kCombiningLabels[] = {"atomic", "again", "host", "last"};

void combining_row(const Model& model, const Ui& ui) {
  const RunRequest& request = model.view().request;
  const KernelInfo& info = kernel_info(request.kernel);
  const char* const none = no_launch(info);
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < std::size(kCombiningNames); ++i) {
    const Command command = SetCombining{static_cast<Combining>(i)};
    choices.push_back({kCombiningLabels[i], fmt::format("{}: {}", kCombiningNames[i], kCombiningMeanings[i]),
                       none ? none : refusal_after(model.view(), command)});
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({at.x, at.y + ui.px(5)});
  text_colored(ui.fonts.small, none ? ui.colors.faint : ui.colors.dim, "combine");
  ImGui::SetCursorScreenPos({at.x + ui.px(kCompactLabel), at.y});
  const int selected = none ? -1 : static_cast<int>(request.combining.value_or(info.combining));
  if (const auto clicked = segmented(ui, "combine", choices, selected)) {
    ui.send(SetCombining{static_cast<Combining>(*clicked)});
    ui.send(EndEdit{});
  }
}

void block_row(const Model& model, const Ui& ui) {
  const std::uint64_t blocks = model.run() ? model.run()->launch.grid_dim : 0;
  const std::uint64_t block = model.view().request.block;
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  ImGui::AlignTextToFramePadding();
  text_colored(ui.fonts.small, ui.colors.dim, "block drawn");
  ImGui::SameLine(0, 0);
  const float button = ui.px(24), gap = ui.px(2);
  const std::string text = blocks ? fmt::format("{} of {}", block, blocks) : "none";
  const float y = ImGui::GetCursorScreenPos().y;
  ImGui::SetCursorScreenPos({right - 2 * button - gap - ui.px(8) - text_width_of(ui.fonts.mono, text), y});
  text_colored(ui.fonts.mono, ui.colors.text, text);
  ImGui::PushButtonRepeat(true);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
  ImGui::SetCursorScreenPos({right - 2 * button - gap, y});
  ImGui::BeginDisabled(block == 0);
  if (ImGui::Button("<##block", {button, 0})) ui.send(SetBlock{block - 1});
  ImGui::EndDisabled();
  ui.mark("block_before");
  ui.explain("Draw the block before. All pictures show one block; the totals are of the whole grid.");
  ImGui::SetCursorScreenPos({right - button, y});
  ImGui::BeginDisabled(block + 1 >= blocks);
  if (ImGui::Button(">##block", {button, 0})) ui.send(SetBlock{ImGui::GetIO().KeyShift ? blocks - 1 : block + 1});
  ImGui::EndDisabled();
  ui.mark("block_after");
  ui.explain("Draw the next block; with Shift the last one, which is ragged where N is no multiple.");
  ImGui::PopStyleVar();
  ImGui::PopButtonRepeat();
}

}  // namespace

void launch_sliders(const Model& model, const Ui& ui, PanelState& state) {
  heading(ui, "Launch");
  n_entry(model, ui, state);
  n_slider(model, ui, state);
  block_dim_slider(model, ui);
  coarse_factor_slider(model, ui);
  grid_dim_row(model, ui);
  combining_row(model, ui);
  block_row(model, ui);
}

}  // namespace lanescope
