// Sums over the whole grid, beside those of the kernel that ran before: what a better kernel saves.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "engine/core/catalogue.h"
#include "engine/core/number_text.h"
#include "viz/panels/panels.h"
#include "viz/scene/views.h"

namespace lanescope {
namespace {

constexpr float kRoomForTwo = 400, kLabelWidth = 170, kMinValueWidth = 84, kMaxValueWidth = 190;

using Value = std::optional<std::uint64_t>;   ///< nothing where it is not known

struct Row {
  const char* name;
  const char* meaning;
  Value (*value)(const Run& run);
  bool needs_accesses;
};

/// The hardware's divergent branches; the run's own words explain them.
constexpr const char* kAsCompiled = "compiled";

const Totals& of(const Run& run) { return run.metrics.totals; }

constexpr Row kRows[] = {
    {"blocks", "Blocks launched: N divided by the elements of a block, rounded up.",
     [](const Run& run) -> Value { return run.launch.grid_dim; }, false},
    {"combine operations", "How often two values were combined, over all lanes of all blocks.",
     [](const Run& run) -> Value { return of(run).combine_ops; }, false},
    {"divergent branches", "Warps that went both ways at a step, summed over steps and blocks.",
     [](const Run& run) -> Value { return of(run).divergent_branches; }, false},
    {kAsCompiled, "", [](const Run& run) -> Value { return run.compiled.divergent_branches; }, false},
    {"barriers", "__syncthreads() that blocks passed, summed over all blocks.",
     [](const Run& run) -> Value { return of(run).barriers; }, false},
    {"global load sectors",
     "32-byte pieces of global memory that loads touched; fewest when neighbouring lanes read neighbouring words.",
     [](const Run& run) -> Value { return of(run).of(AccessKind::global_load).transactions; }, true},
    {"global store sectors", "32-byte pieces of global memory that stores touched.",
     [](const Run& run) -> Value { return of(run).of(AccessKind::global_store).transactions; }, true},
    {"shared wavefronts", "Passes through shared memory, loads and stores; one a request unless banks conflict.",
     [](const Run& run) -> Value {
       return of(run).of(AccessKind::shared_load).transactions + of(run).of(AccessKind::shared_store).transactions;
     },
     true},
    {"bank conflicts", "Extra passes because lanes of a warp wanted different words of one bank.",
     [](const Run& run) -> Value {
       return of(run).bank_conflicts(AccessKind::shared_load) + of(run).bank_conflicts(AccessKind::shared_store);
     },
     true},
    {"atomics", "Atomic updates of the output, one a warp: how the blocks are combined.",
     [](const Run& run) -> Value { return of(run).of(AccessKind::atomic).requests; }, true},
};

std::string label_of(const Run& run, const Row& row) {
  if (row.name != kAsCompiled || !run.compiled.divergent_branches) return row.name;
  return fmt::format("{}, {}", row.name, name_of(run.compiled.kind));
}

/// Only what reduced the same array in blocks of the same size can be compared.
bool comparable(const RunRequest& a, const RunRequest& b) {
  return a.n == b.n && a.op == b.op && a.type == b.type && a.input == b.input && a.block_dim == b.block_dim;
}

/// The newest run of another kernel on the same array; null where there was none.
const Run* run_before(const Model& model) {
  const auto& runs = model.finished_runs();
  for (auto run = runs.rbegin(); run != runs.rend(); ++run)
    if ((*run)->request.kernel != model.run()->request.kernel && comparable((*run)->request, model.run()->request) &&
        kernel_info((*run)->request.kernel).traced())
      return run->get();
  return nullptr;
}

void value_cell(const Ui& ui, const Run& run, const Row& row, ImU32 color) {
  const auto value = !row.needs_accesses || of(run).has_accesses ? row.value(run) : std::nullopt;
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  text_right(ui, ui.fonts.mono, color, right, value ? grouped(*value) : "–");
}

void header_cell(const Ui& ui, const Run& run, ImU32 color) {
  const float room = ImGui::GetContentRegionAvail().x, right = ImGui::GetCursorScreenPos().x + room;
  ImGui::BeginGroup();
  text_right(ui, ui.fonts.small, color, right, fit_text(ui.fonts.small, kernel_info(run.request.kernel).title, room));
  ImGui::EndGroup();
  ui.explain(fmt::format("{}: blockDim {}, COARSE_FACTOR {}", kernel_info(run.request.kernel).title,
                         run.request.block_dim, run.request.coarse_factor));
}

}  // namespace

void totals_table(const Model& model, const Ui& ui) {
  const Run& run = *model.run();
  if (!run.trace) return show_emptiness(ui, "No lanes, no totals", "");
  const float room = ImGui::GetContentRegionAvail().x;
  const Run* before = room > ui.px(kRoomForTwo) ? run_before(model) : nullptr;
  const auto flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_PadOuterX;
  if (!ImGui::BeginTable("totals", before ? 3 : 2, flags)) return;
  const float width = std::clamp((room - ui.px(kLabelWidth)) / (before ? 2 : 1), ui.px(kMinValueWidth),
                                 ui.px(kMaxValueWidth));
  ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
  for (int i = 0; i < (before ? 2 : 1); ++i)
    ImGui::TableSetupColumn(i == 0 ? "this" : "before", ImGuiTableColumnFlags_WidthFixed, width);
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  ImGui::TableSetColumnIndex(1);
  header_cell(ui, run, ui.colors.text);
  if (before) {
    ImGui::TableSetColumnIndex(2);
    header_cell(ui, *before, ui.colors.dim);
  }
  for (const Row& row : kRows) {
    ImGui::TableNextRow();
    ImGui::TableSetColumnIndex(0);
    const float label = ImGui::GetContentRegionAvail().x;
    text_colored(ui.fonts.small, ui.colors.dim, fit_text(ui.fonts.small, label_of(run, row), label));
    ui.explain(row.name == kAsCompiled ? compiled_words(run) : row.meaning);
    ui.mark(fmt::format("total/{}", row.name));
    ImGui::TableSetColumnIndex(1);
    value_cell(ui, run, row, ui.colors.text);
    if (!before) continue;
    ImGui::TableSetColumnIndex(2);
    value_cell(ui, *before, row, ui.colors.dim);
  }
  ImGui::EndTable();
}

}  // namespace lanescope
