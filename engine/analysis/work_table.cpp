#include "engine/analysis/work_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/analysis/work_reasons.h"
#include "engine/base/number_text.h"

namespace lanescope {
namespace {

bool same(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

/// One kernel's launch, and the block in view.
struct Subject {
  const KernelInfo& kernel;
  const Trace& trace;
  const Metrics& metrics;
  BlockShape shape = kernel.block_shape;
  std::uint64_t block = metrics.block.index;

  const LaunchConfig& launch() const { return trace.launch; }
  bool ragged() const { return is_ragged(kernel, launch(), block); }
};

/// A row that compares the textbook's number with the counted one. `own`: this kernel's number by its own closed
/// form.
WorkRow compared(const Subject& subject, WorkQuantity quantity, std::string formula, double predicted,
                 double counted, std::optional<double> own) {
  WorkRow row{name_of(quantity), std::move(formula), predicted, counted, Agreement::equal, {}};
  if (same(predicted, counted)) return row;
  if (own && same(*own, counted))
    row.agreement = Agreement::explained;
  else
    row.agreement = subject.ragged() ? Agreement::ragged : Agreement::unexplained;
  row.why = row.agreement == Agreement::explained
                ? reason_of(quantity, subject.kernel, subject.launch(), subject.block)
            : row.agreement == Agreement::ragged ? ragged_reason(subject.kernel, subject.launch(), subject.block)
                                                 : Sentence("None of these formulas explains it.");
  return row;
}

/// For a row that no closed form explains, in a grid whose last block lacks elements.
void mark_as_ragged(WorkRow& row) {
  row.agreement = Agreement::ragged;
  row.why = ragged_grid_reason();
}

WorkRow only_predicted(Sentence name, std::string formula, double predicted, Sentence why = {}) {
  return {std::move(name), std::move(formula), predicted, std::nullopt, Agreement::predicted, std::move(why)};
}

double per_step(const BlockWork& work) {
  return work.steps == 0 ? 0 : static_cast<double>(work.operations) / static_cast<double>(work.steps);
}

/// How the textbook writes its formulas for a block of this shape.
struct FormulaTexts {
  Sentence letters;
  const char *steps, *full, *under, *operations, *average, *peak, *barriers;
};

FormulaTexts texts_of(const Subject& subject) {
  if (subject.shape == BlockShape::serial)
    return {Sentence("N elements, one thread"), "N − 1", "N − 1", "0", "N − 1", "1", "1", "0"};
  if (subject.shape == BlockShape::strided && subject.kernel.tail != BlockTail::none)
    return {Sentence("B threads, K elements each"),
            "K + log2 B",
            "K",
            "log2 B",
            "K B − 1",
            "(K B − 1) / (K + log2 B)",
            "B",
            "log2 B"};
  if (subject.shape == BlockShape::strided)
    return {Sentence("B threads, K elements each"), "K", "K", "0", "(K − 1) B", "(K − 1) B / K", "B", "0"};
  if (subject.launch().coarse_factor > 1)
    return {Sentence("C N elements, 2 C per thread"),
            "2 (C − 1) + log2 N",
            "2 C − 1",
            "log2 N − 1",
            "C N − 1",
            "(C N − 1) / (2 (C − 1) + log2 N)",
            "N / 2",
            "log2 N"};
  return {Sentence("N elements"), "log2 N", "1", "log2 N − 1", "N − 1", "(N − 1) / log2 N", "N / 2", "log2 N"};
}

std::string letter_values(const Subject& subject) {
  const LaunchConfig& launch = subject.launch();
  if (subject.shape == BlockShape::strided)
    return fmt::format("B = {}, K = {}", grouped(launch.block_dim), grouped(rounds_of_thread(launch)));
  const std::string n = "N = " + grouped(room_of_block(subject.kernel, launch) / launch.coarse_factor);
  return launch.coarse_factor > 1 ? fmt::format("C = {}, {}", launch.coarse_factor, n) : n;
}

WorkSection block_section(const Subject& subject) {
  const BlockWork textbook = textbook_work(subject.kernel, subject.launch()),
                  counted = counted_work(subject.metrics.block);
  const auto own = kernel_work(subject.kernel, subject.launch(), subject.block);
  const FormulaTexts texts = texts_of(subject);
  WorkSection section{Sentence("block {}", grouped(subject.block)), letter_values(subject), texts.letters, {}};
  const auto row = [&](WorkQuantity quantity, const char* formula, auto value) {
    section.rows.push_back(compared(subject, quantity, formula, static_cast<double>(value(textbook)),
                                    static_cast<double>(value(counted)),
                                    own ? std::optional<double>(static_cast<double>(value(*own))) : std::nullopt));
  };
  row(WorkQuantity::steps, texts.steps, [](const BlockWork& work) { return work.steps; });
  row(WorkQuantity::full_steps, texts.full, [](const BlockWork& work) { return work.full_steps; });
  row(WorkQuantity::underutilized_steps, texts.under,
      [](const BlockWork& work) { return work.steps - work.full_steps; });
  row(WorkQuantity::barriers, texts.barriers, [](const BlockWork& work) { return work.barriers; });
  row(WorkQuantity::operations, texts.operations, [](const BlockWork& work) { return work.operations; });
  row(WorkQuantity::average, texts.average, per_step);
  row(WorkQuantity::peak, texts.peak, [](const BlockWork& work) { return work.peak; });
  return section;
}

/// Results that blocks or threads pass on, counted in the trace.
std::uint64_t results_of(const Trace& trace) {
  const std::vector<SharingBlocks> blocks = trace.sharing_blocks();
  std::uint64_t results = 0;
  for (std::size_t i = 0; i < trace.histories.size(); ++i) {
    const History& history = trace.histories[i];
    std::uint64_t sum = 0;
    const Repeating<StepMetrics> steps = all_step_metrics(trace, history);
    for (std::size_t row = 0; row < steps.kept().size(); ++row)
      if (steps.kept()[row].phase == Phase::commit)
        sum += steps.repeats().times(row) * steps.kept()[row].active_threads;
    results += blocks[i].count * sum;
  }
  return results;
}

/// The most threads of the grid in one step, if all blocks took their steps together.
std::uint64_t grid_peak(const Trace& trace) {
  const std::vector<SharingBlocks> blocks = trace.sharing_blocks();
  std::vector<std::uint64_t> active;
  for (std::size_t i = 0; i < trace.histories.size(); ++i) {
    const History& history = trace.histories[i];
    if (active.size() < history.steps()) active.resize(history.steps());
    const Repeating<StepMetrics> steps = all_step_metrics(trace, history);
    for (std::size_t step = 0; step < steps.size(); ++step)
      if (is_step(steps[step].phase)) active[step] += blocks[i].count * steps[step].active_threads;
  }
  return active.empty() ? 0 : *std::max_element(active.begin(), active.end());
}

/// The work of all blocks of this kernel: all but the last are alike.
std::optional<double> grid_operations(const Subject& subject) {
  const LaunchConfig& launch = subject.launch();
  if (subject.shape == BlockShape::none) return 0;
  const auto first = kernel_work(subject.kernel, launch, 0),
             last = kernel_work(subject.kernel, launch, launch.grid_dim - 1);
  if (!first || !last) return std::nullopt;
  return static_cast<double>(launch.grid_dim - 1) * static_cast<double>(first->operations) +
         static_cast<double>(last->operations);
}

/// Operations in the blocks, and those that combine their results: one fewer than results.
WorkRow operations_row(const Subject& subject) {
  const double n = static_cast<double>(subject.launch().n);
  const bool inside = subject.launch().combining == Combining::last_block;
  const double combining = inside ? 0 : static_cast<double>(results_of(subject.trace)) - 1;
  auto own = grid_operations(subject);
  if (own) *own += combining;
  const auto counted = static_cast<double>(subject.metrics.totals.combine_ops) + combining;
  WorkRow row = compared(subject, WorkQuantity::operations, "N − 1", n - 1, counted, own);
  const bool ragged = subject.launch().n % room_of_block(subject.kernel, subject.launch()) != 0;
  if (row.agreement == Agreement::unexplained && ragged) mark_as_ragged(row);
  if (row.agreement == Agreement::explained && row.why.empty()) row.why = ragged_grid_reason();
  if (row.agreement == Agreement::equal && combining > 0)
    row.why = Sentence("{} in the blocks, {} to combine their results.",
                       grouped(subject.metrics.totals.combine_ops), grouped(static_cast<std::uint64_t>(combining)));
  return row;
}

WorkSection array_section(const Subject& subject) {
  const LaunchConfig& launch = subject.launch();
  WorkSection section{Sentence("whole array"), "N = " + grouped(launch.n), Sentence("N elements"), {}};
  if (subject.kernel.vectorized)
    section.rows.push_back(
        only_predicted(name_of(WorkQuantity::operations), "N − 1", static_cast<double>(launch.n - 1)));
  else
    section.rows.push_back(operations_row(subject));
  section.rows.push_back(only_predicted(Sentence("steps of one tree"), "log2 N", tree_rounds(launch.n),
                                        Sentence("Blocks end earlier, and combine their results.")));
  section.rows.push_back(
      only_predicted(name_of(WorkQuantity::average), "(N − 1) / log2 N", average_parallelism(launch.n)));
  const double half = static_cast<double>(launch.n / 2);
  if (subject.shape == BlockShape::none) {
    section.rows.push_back(only_predicted(name_of(WorkQuantity::peak), "N / 2", half));
  } else {
    const auto own = kernel_work(subject.kernel, launch, launch.grid_dim - 1);
    const bool ragged = is_ragged(subject.kernel, launch, launch.grid_dim - 1);
    WorkRow row =
        compared(subject, WorkQuantity::peak, "N / 2", half, static_cast<double>(grid_peak(subject.trace)),
                 own && !ragged ? std::optional(static_cast<double>(own->peak * launch.grid_dim)) : std::nullopt);
    const bool coarsened = launch.coarse_factor > 1;
    if (row.agreement == Agreement::unexplained && ragged) {
      mark_as_ragged(row);
      if (coarsened) row.why = Sentence("{} {}", reason_of(WorkQuantity::peak, subject.kernel, launch, 0), row.why);
    }
    section.rows.push_back(std::move(row));
  }
  return section;
}

/// The same elements in `factor` uncoarsened blocks of n, one after the other.
std::vector<WorkRow> serialized_rows(std::uint64_t factor, std::uint64_t n, const char* letter) {
  const auto times = [&](std::uint64_t value) { return static_cast<double>(factor * value); };
  const std::uint32_t rounds = tree_rounds(n);
  return {only_predicted(name_of(WorkQuantity::steps), fmt::format("{} log2 N", letter),
                         static_cast<double>(serialized_steps(factor, n))),
          only_predicted(name_of(WorkQuantity::full_steps), letter, times(1)),
          only_predicted(name_of(WorkQuantity::underutilized_steps), fmt::format("{} (log2 N − 1)", letter),
                         times(rounds - 1)),
          only_predicted(name_of(WorkQuantity::barriers), fmt::format("{} log2 N", letter), times(rounds))};
}

/// The blocks of a small grid, counted one after the other, and the one block that could take all their elements.
WorkSection grid_section(const Subject& subject) {
  const LaunchConfig& launch = subject.launch();
  const std::uint64_t blocks = launch.grid_dim, n = room_of_block(subject.kernel, launch);
  WorkSection section{Sentence("blocks one after another"),
                      fmt::format("G = {}, N = {}", grouped(blocks), grouped(n)),
                      Sentence("G blocks of N elements, one after the other"), serialized_rows(blocks, n, "G")};
  BlockWork sum;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const BlockWork work = counted_work(block_metrics(subject.trace, block));
    sum.steps += work.steps;
    sum.full_steps += work.full_steps;
    sum.barriers += work.barriers;
  }
  const auto own = kernel_work(subject.kernel, launch, 0);
  const bool ragged = is_ragged(subject.kernel, launch, blocks - 1);
  const auto count = [&](std::size_t row, WorkQuantity quantity, std::uint64_t counted, std::uint64_t one) {
    WorkRow& at = section.rows[row];
    at = compared(subject, quantity, at.formula, at.predicted, static_cast<double>(counted),
                  ragged ? std::nullopt : std::optional(static_cast<double>(blocks * one)));
    if (at.agreement == Agreement::unexplained && ragged) mark_as_ragged(at);
  };
  if (!own) return section;
  count(0, WorkQuantity::steps, sum.steps, own->steps);
  count(1, WorkQuantity::full_steps, sum.full_steps, own->full_steps);
  count(2, WorkQuantity::underutilized_steps, sum.steps - sum.full_steps, own->steps - own->full_steps);
  count(3, WorkQuantity::barriers, sum.barriers, own->barriers);
  section.rows.push_back(only_predicted(Sentence("coarsened: steps"), "2 (G − 1) + log2 N",
                                        static_cast<double>(coarsened_steps(blocks, n)),
                                        Sentence("One block with COARSE_FACTOR G would take as many.")));
  return section;
}

WorkSection coarsening_section(const Subject& subject) {
  const std::uint64_t factor = subject.launch().coarse_factor,
                      n = room_of_block(subject.kernel, subject.launch()) / factor;
  return {Sentence("uncoarsened, serialised"), fmt::format("C = {}, N = {}", factor, grouped(n)),
          Sentence("C blocks of N elements, one after the other"), serialized_rows(factor, n, "C")};
}

}  // namespace

BlockWork counted_work(const BlockMetrics& block) {
  BlockWork work{block.counted_steps(), block.fully_utilized_steps, 0, 0, block.barriers};
  for (std::size_t row = 0; row < block.steps.kept().size(); ++row) {
    const StepMetrics& step = block.steps.kept()[row];
    if (!is_step(step.phase)) continue;
    work.operations += block.steps.repeats().times(row) * step.active_threads;
    work.peak = std::max<std::uint64_t>(work.peak, step.active_threads);
  }
  return work;
}

std::vector<WorkSection> work_sections(const KernelInfo& kernel, const Trace& trace, const Metrics& metrics) {
  std::vector<WorkSection> sections;
  const LaunchConfig& launch = trace.launch;
  if (launch.grid_dim == 0 || launch.n == 0) return sections;
  const Subject subject{.kernel = kernel, .trace = trace, .metrics = metrics};
  const bool could_be_one = subject.shape == BlockShape::first_addition && launch.coarse_factor == 1 &&
                            launch.grid_dim > 1 && launch.grid_dim <= kMaxCoarseFactor;
  if (could_be_one) sections.push_back(grid_section(subject));
  if (subject.shape != BlockShape::none) sections.push_back(block_section(subject));
  if (launch.coarse_factor > 1) sections.push_back(coarsening_section(subject));
  sections.push_back(array_section(subject));
  return sections;
}

}  // namespace lanescope
