// Every step of the block as a row of numbers; the row of the current step is lit, a click goes to its step.
#include <fmt/format.h>
#include <imgui_internal.h>   // SetNextWindowScroll; public in later versions

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "viz/panels/panels.h"

namespace lanescope {
namespace {

constexpr float kMinColumnWidth = 44;

struct Column {
  const char* name;
  const char* meaning;
};

constexpr std::array<Column, 10> kColumns = {{
    {"step", "Steps of the block, in order: one round in which active threads each combine one value."},
    {"phase", "coarsen: each thread sums alone, in a register. tree: through memory. shuffle: between registers of a "
              "warp. combine: the block's result into the output."},
    {"stride", "How far apart the two combined values are, as the kernel counts it."},
    {"threads", "Active threads: those that combine something in this step."},
    {"warps", "Active warps: those with at least one active thread. Each costs a full warp's time."},
    {"divergent", "Warps with some lanes active and some masked off."},
    {"SIMD %", "Active threads out of all lanes of the active warps."},
    {"sectors", "32-byte sectors of global memory that loads of this step touched."},
    {"wavefronts", "Passes through shared memory, loads and stores."},
    {"conflicts", "Passes more than one a request, because lanes wanted different words of one bank."},
}};

/// What is left out first where the panel is narrow; the rest of the picture shows most of it as well.
constexpr std::size_t kLeastNeeded[] = {7, 8, 9, 1, 6};

/// Indices of the columns that fit.
std::vector<std::size_t> columns_that_fit(const Ui& ui, float width) {
  std::vector<std::size_t> shown(kColumns.size());
  std::iota(shown.begin(), shown.end(), 0);
  auto needed = [&] {
    float sum = ui.px(24);
    for (const std::size_t column : shown)
      sum += std::max(ui.px(kMinColumnWidth), text_width_of(ui.fonts.small, kColumns[column].name)) + ui.px(18);
    return sum;
  };
  for (const std::size_t column : kLeastNeeded)
    if (needed() > width) std::erase(shown, column);
  return shown;
}

std::string cell_text(const StepMetrics& step, std::size_t index, std::size_t column) {
  const auto& loads = step.accesses[static_cast<std::size_t>(AccessKind::shared_load)];
  const auto& stores = step.accesses[static_cast<std::size_t>(AccessKind::shared_store)];
  switch (column) {
    case 0: return fmt::format("{}", index + 1);
    case 1: return std::string(name_of(step.phase));
    case 2: return step.phase == Phase::combine ? "–" : fmt::format("{}", step.stride);
    case 3: return fmt::format("{}", step.active_threads);
    case 4: return fmt::format("{}", step.active_warps);
    case 5: return fmt::format("{}", step.divergent_warps);
    case 6: return step.active_warps == 0 ? "–" : fmt::format("{:.1f}", 100 * step.simd_efficiency);
    case 7: return fmt::format("{}", step.accesses[static_cast<std::size_t>(AccessKind::global_load)].transactions);
    case 8: return fmt::format("{}", loads.transactions + stores.transactions);
    case 9: return fmt::format("{}", step.bank_conflicts(AccessKind::shared_load) +
                                         step.bank_conflicts(AccessKind::shared_store));
    default: return {};
  }
}

void cell(const Ui& ui, ImFont* font, ImU32 color, const std::string& text, bool right_aligned) {
  // Two faces on one line share their baseline.
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::round(ui.fonts.mono->Ascent - font->Ascent));
  if (right_aligned) {
    const float x = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    text_right(ui, font, color, x, text);
  } else {
    text_colored(font, color, text);
  }
}

void header_row(const Ui& ui, const std::vector<std::size_t>& shown) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const std::size_t column = shown[i];
    ImGui::TableSetColumnIndex(static_cast<int>(i));
    ImGui::BeginGroup();
    cell(ui, ui.fonts.small, ui.colors.dim, kColumns[column].name, column != 1);
    ImGui::EndGroup();
    ui.explain(kColumns[column].meaning);
  }
}

ImU32 cell_color(const Ui& ui, const StepMetrics& step, std::size_t column) {
  const bool divergence = column == 5 && step.divergent_warps > 0;
  const bool conflict = column == 9 && (step.bank_conflicts(AccessKind::shared_load) > 0 ||
                                        step.bank_conflicts(AccessKind::shared_store) > 0);
  return divergence || conflict ? ui.colors.warn : ui.colors.text;
}

/// Returns whether the pointer is over the row.
bool step_row(const Model& model, const Ui& ui, const std::vector<std::size_t>& shown, std::uint32_t index) {
  const ViewState& view = model.view();
  const StepMetrics& step = model.run()->metrics.block.steps[index];
  ImGui::TableNextRow();
  if (index + 1 == view.position) {
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, ui.colors.accent_soft);
  } else if (view.hover.step == index || view.selection.step == index) {
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, ui.colors.raised);
  }
  ImGui::TableSetColumnIndex(0);
  ImGui::PushID(static_cast<int>(index));
  ImGui::PushStyleColor(ImGuiCol_HeaderHovered, 0);
  ImGui::PushStyleColor(ImGuiCol_HeaderActive, 0);
  const float x = ImGui::GetCursorPosX();
  if (ImGui::Selectable("##row", false, ImGuiSelectableFlags_SpanAllColumns)) ui.send(StepTo{index + 1});
  const bool hovered = ImGui::IsItemHovered();
  if (const auto* compiled = model.run()->compiled.at(step.source_line); compiled && step.divergent_warps > 0)
    ui.explain(compiled->sentence);
  ui.mark(fmt::format("row/{}", index));
  ImGui::PopStyleColor(2);
  ImGui::SameLine();
  ImGui::SetCursorPosX(x);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const std::size_t column = shown[i];
    ImGui::TableSetColumnIndex(static_cast<int>(i));
    cell(ui, column == 1 ? ui.fonts.small : ui.fonts.mono, cell_color(ui, step, column),
         cell_text(step, index, column), column != 1);
  }
  ImGui::PopID();
  return hovered;
}

/// Keeps the current row in view, without fighting the user's own scrolling. Before the table begins, so that the
/// frame of a step is complete: scrolling from inside would show only in the next one.
void follow_position(const Model& model, PanelState& state) {
  const std::uint32_t position = model.view().position;
  if (position == state.table_position || state.table_row_height <= 0) return;
  state.table_position = position;
  const float row = state.table_row_height, y = static_cast<float>(position) * row;
  float scroll = state.table_scroll;
  scroll = std::max(scroll, y + 2 * row - state.table_height);
  scroll = std::clamp(std::min(scroll, y - 2 * row), 0.0f, state.table_max_scroll);
  if (scroll != state.table_scroll) ImGui::SetNextWindowScroll({-1, scroll});
}

void rows(const Model& model, const Ui& ui, const std::vector<std::size_t>& shown, PanelState& state) {
  const auto steps = static_cast<int>(model.steps());
  std::optional<std::uint32_t> hovered;
  ImGuiListClipper clipper;
  clipper.Begin(steps);
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      if (step_row(model, ui, shown, static_cast<std::uint32_t>(i))) hovered = static_cast<std::uint32_t>(i);
  state.table_row_height = clipper.ItemsHeight;
  state.table_scroll = ImGui::GetScrollY();
  state.table_max_scroll = ImGui::GetScrollMaxY();
  state.table_height = ImGui::GetWindowHeight();
  Focus under;
  under.step = hovered;
  if (!(under == state.table_hover)) ui.send(Hover{under});
  state.table_hover = under;
}

std::string block_summary(const Run& run) {
  const BlockMetrics& block = run.metrics.block;
  return fmt::format("block {} of {}   {} steps: {} full, {} under-utilized   {} barrier{}", block.index,
                     run.launch.grid_dim, block.counted_steps(), block.fully_utilized_steps, block.underutilized_steps,
                     block.barriers, block.barriers == 1 ? "" : "s");
}

}  // namespace

void step_table_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect) {
  begin_panel(ui, "table", rect, {.padding = 8, .rounded = true});
  if (!model.run() || model.steps() == 0) {
    show_emptiness(ui, "No steps", "A block that runs fills this table, a row a step.");
    return end_panel(ui, {.rounded = true});
  }
  const float footer = ui.fonts.small->FontSize + ui.px(10);
  const auto flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_PadOuterX;
  const auto shown = columns_that_fit(ui, ImGui::GetContentRegionAvail().x);
  follow_position(model, state);
  if (ImGui::BeginTable("steps", static_cast<int>(shown.size()), flags,
                        {0, ImGui::GetContentRegionAvail().y - footer})) {
    for (const std::size_t column : shown)
      ImGui::TableSetupColumn(kColumns[column].name, 0, column == 0 || column == 4 ? 0.8f : 1.0f);
    ImGui::TableSetupScrollFreeze(0, 1);
    header_row(ui, shown);
    rows(model, ui, shown, state);
    ImGui::EndTable();
  }
  ImGui::Dummy({1, ui.px(1)});
  text_colored(ui.fonts.small, ui.colors.dim,
               fit_text(ui.fonts.small, block_summary(*model.run()), ImGui::GetContentRegionAvail().x));
  ui.explain("A step is fully utilized when every thread of the block is active in it. The final combine counts as "
             "neither. Barriers are __syncthreads().");
  end_panel(ui, {.rounded = true});
}

}  // namespace lanescope
