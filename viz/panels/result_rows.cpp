// What came out: the result beside its reference, and the totals of the whole grid.
#include <fmt/format.h>

#include <string>

#include "engine/core/number_text.h"
#include "viz/panels/panels.h"

namespace lanescope {
namespace {

std::string number(double value) { return fmt::format("{:.9g}", value); }

void verdict(const Run& run, const Ui& ui) {
  const Result& result = run.result;
  value_row(ui, "result", number(result.value), ui.colors.text, "What the kernel computed.");
  value_row(ui, "reference", number(result.reference), ui.colors.text,
            "The same reduction one element after another: in double for floats, exact for integers.");
  const std::string error = result.relative_error == 0 ? "0" : fmt::format("{:.1e}", result.relative_error);
  const std::string bound = fmt::format(
      "How far the result is from the reference. Rounding can explain up to {:.1e}.", result.error_bound);
  value_row(ui, "relative error", error, ui.colors.text, bound.c_str());
  value_row(ui, "correct", result.correct ? "yes" : "NO", result.correct ? ui.colors.good : ui.colors.bad,
            result.note.empty() ? "The error is within what rounding explains." : result.note.c_str());
  if (!result.note.empty()) text_wrapped(ui.fonts.small, ui.colors.warn, result.note);
}

void memory_rows(const Totals& totals, const Ui& ui) {
  if (!totals.has_accesses) return;
  auto row = [&](const char* label, std::uint64_t value, const char* meaning) {
    value_row(ui, label, grouped(value), ui.colors.text, meaning);
  };
  row("load sectors", totals.of(AccessKind::global_load).transactions,
      "32-byte pieces of global memory that loads touched; fewest when neighbouring lanes read neighbouring words.");
  row("store sectors", totals.of(AccessKind::global_store).transactions,
      "32-byte pieces of global memory that stores touched.");
  row("shared wavefronts",
      totals.of(AccessKind::shared_load).transactions + totals.of(AccessKind::shared_store).transactions,
      "Passes through shared memory, loads and stores; one a request unless banks conflict.");
  row("bank conflicts", totals.bank_conflicts(AccessKind::shared_load) + totals.bank_conflicts(AccessKind::shared_store),
      "Extra passes because lanes of a warp wanted different words of one bank.");
  row("atomics", totals.of(AccessKind::atomic).requests,
      "Atomic updates of the output, one a warp: how the blocks are combined.");
}

}  // namespace

void result_rows(const Model& model, const Ui& ui) {
  if (!model.run()) return;
  const Run& run = *model.run();
  heading(ui, "Result");
  verdict(run, ui);
  if (!run.trace) return;
  const Totals& totals = run.metrics.totals;
  heading(ui, "Whole grid");
  auto row = [&](const char* label, std::uint64_t value, const char* meaning) {
    value_row(ui, label, grouped(value), ui.colors.text, meaning);
  };
  row("blocks", run.launch.grid_dim, "Blocks launched: N divided by the elements of a block, rounded up.");
  row("combine operations", totals.combine_ops, "How often two values were combined, over all lanes of all blocks.");
  row("divergent branches", totals.divergent_branches,
      "Warps that went both ways at a step, summed over steps and blocks.");
  row("barriers", totals.barriers, "__syncthreads() that blocks passed, summed over all blocks.");
  memory_rows(totals, ui);
}

}  // namespace lanescope
