// The comparison: what each variant costs, a column a variant, and how many times the least that is.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "viz/scene/number_table.h"
#include "viz/scene/times.h"
#include "viz/scene/views.h"

namespace lanescope {
namespace {

using Value = std::optional<double>;  ///< nothing where it is not known

/// Whether less is better; of the others it means nothing which is least.
enum class Judged { less, no };

struct Quantity {
  const char* name;
  const char* tip;
  Judged judged;
  Value (*value)(const Run& run);
};

const Totals& of(const Run& run) {
  return run.metrics.totals;
}

Value count(std::uint64_t value) {
  return static_cast<double>(value);
}

Value accesses(const Run& run, std::uint64_t (*value)(const Totals& totals)) {
  return of(run).has_accesses ? count(value(of(run))) : Value();
}

std::uint64_t divergent_warp_steps(const BlockMetrics& block) {
  std::uint64_t sum = 0;
  for (const StepMetrics& step : block.steps) sum += step.phase == Phase::combine ? 0 : step.divergent_warps;
  return sum;
}

/// What the view tells by shown_time(), which looks at more than the run.
Value time_us(const Run&) {
  return std::nullopt;
}

/// The times of all variants, judged where their methods are one.
struct Times {
  std::vector<Value> values;
  std::string method, source;  ///< in a word, where all have one; in words
  bool comparable = true;      ///< by ratios
};
Times times_of(const ViewInput& input) {
  Times times;
  std::vector<std::optional<TimingRow>> rows;
  const TimingRow* first = nullptr;
  for (const auto& run : input.variants) {
    const auto& row = rows.emplace_back(run ? shown_time(input.sweeps, *run) : std::nullopt);
    times.values.push_back(row ? Value(row->timing.time_us) : Value());
  }
  for (const auto& row : rows) {
    if (!row) continue;
    if (!first) first = &*row;
    times.comparable = times.comparable && comparable(*first, *row);
    times.source += (times.source.empty() ? "" : "\n") + row->kernel + ": " + source_text(*row, true);
  }
  if (first) times.method = times.comparable ? method_word(first->timing.method) : tr("several methods");
  if (const std::string common = common_source(rows); !common.empty()) times.source = common;
  return times;
}

constexpr Quantity kQuantities[] = {
    {tr_later("time, µs"),
     tr_later("Median of all that one result takes: measured on this GPU, or recorded on one."), Judged::less,
     time_us},
    {tr_later("steps of the block"),
     tr_later("Rounds in which active threads each combine one value; without the final combine."), Judged::less,
     [](const Run& run) { return count(run.metrics.block.counted_steps()); }},
    {tr_later("under-utilized steps"), tr_later("Steps of the block in which not every thread is active."),
     Judged::less, [](const Run& run) { return count(run.metrics.block.underutilized_steps); }},
    {tr_later("barriers of the block"), tr_later("__syncthreads() that the block passes."), Judged::less,
     [](const Run& run) { return count(run.metrics.block.barriers); }},
    {tr_later("divergent warp-steps"),
     tr_later("Of the block: warps with some lanes active and some masked off, summed over its steps."),
     Judged::less, [](const Run& run) { return count(divergent_warp_steps(run.metrics.block)); }},
    {tr_later("blocks"), tr_later("Blocks launched. Fewer do more each; with too few of them SMs stay idle."),
     Judged::no, [](const Run& run) { return count(run.launch.grid_dim); }},
    {tr_later("combine operations"), tr_later("Over the grid: how often two values were combined."), Judged::no,
     [](const Run& run) { return count(of(run).combine_ops); }},
    {tr_later("divergent branches"),
     tr_later("Over the grid: divergent warp-steps of all blocks, at source level."), Judged::less,
     [](const Run& run) { return count(of(run).divergent_branches); }},
    {tr_later("barriers"), tr_later("Over the grid: __syncthreads() that blocks passed."), Judged::less,
     [](const Run& run) { return count(of(run).barriers); }},
    {tr_later("global load sectors"),
     tr_later("Over the grid: 32-byte pieces of global memory that loads touched."), Judged::less,
     [](const Run& run) {
       return accesses(run, [](const Totals& t) { return t.of(AccessKind::global_load).transactions; });
     }},
    {tr_later("global store sectors"),
     tr_later("Over the grid: 32-byte pieces of global memory that stores touched."), Judged::less,
     [](const Run& run) {
       return accesses(run, [](const Totals& t) { return t.of(AccessKind::global_store).transactions; });
     }},
    {tr_later("shared wavefronts"), tr_later("Over the grid: passes through shared memory, loads and stores."),
     Judged::less,
     [](const Run& run) {
       return accesses(run, [](const Totals& t) {
         return t.of(AccessKind::shared_load).transactions + t.of(AccessKind::shared_store).transactions;
       });
     }},
    {tr_later("bank conflicts"), tr_later("Over the grid: passes more than one a request."), Judged::less,
     [](const Run& run) {
       return accesses(run, [](const Totals& t) {
         return t.bank_conflicts(AccessKind::shared_load) + t.bank_conflicts(AccessKind::shared_store);
       });
     }},
    {tr_later("atomic requests"), tr_later("Over the grid: atomic updates of the output, one a warp."),
     Judged::less,
     [](const Run& run) {
       return accesses(run, [](const Totals& t) { return t.of(AccessKind::atomic).requests; });
     }},
};

std::string value_text(double value) {
  return value == std::floor(value) ? grouped(static_cast<std::uint64_t>(value)) : short_number(value, 4);
}

std::string ratio_text(double ratio) {
  return ratio >= 9.95 ? fmt::format("{}×", grouped(static_cast<std::uint64_t>(std::llround(ratio))))
                       : fmt::format("{:.1f}×", ratio);
}

/// The value and how many times the least of all variants that is; the least ones say so by colour and by a ratio
/// of 1.
void add_cells(TableRow& row, const Quantity& quantity, const std::vector<Value>& values, std::size_t variant) {
  const Value& value = values[variant];
  if (!value) {
    row.cells.insert(row.cells.end(), {{"–", Tone::dim}, {"", Tone::dim}});
    return;
  }
  Value least;
  bool differ = false;
  for (const Value& other : values) {
    if (!other) continue;
    differ = differ || *other != *value;
    least = std::min(least.value_or(*other), *other);
  }
  const bool judged = quantity.judged == Judged::less && differ, best = judged && *value == *least;
  std::string ratio;
  if (judged && !best) ratio = *least > 0 ? ratio_text(*value / *least) : "+" + value_text(*value);
  row.cells.push_back({value_text(*value), best ? Tone::good : Tone::normal});
  row.cells.push_back({best ? tr("least") : ratio, best ? Tone::good : Tone::warn});
}

bool all_equal(const std::vector<Value>& values) {
  return std::all_of(values.begin(), values.end(), [&](const Value& value) { return value == values.front(); });
}

std::string column_name(const Run* run, std::size_t variant, std::size_t count) {
  const std::string kernel = run ? run->request.kernel : tr("running");
  return count > 1 ? letter_of(variant) + " " + kernel : kernel;
}

}  // namespace

NumberTable compare_table(const ViewInput& input) {
  NumberTable table;
  const auto& runs = input.variants;
  table.columns.push_back({.name = "", .tip = "", .is_number = false, .need = 9});
  for (std::size_t variant = 0; variant < runs.size(); ++variant) {
    table.columns.push_back({.name = column_name(runs[variant].get(), variant, runs.size()),
                             .tip = "",
                             .need = 8,
                             .tone = Tone::normal});
    table.columns.push_back({.name = "",
                             .tip = tr("How many times the least of all variants."),
                             .is_number = false,
                             .need = 1,
                             .joined = true});
  }
  // What differs comes first; what is the same for all is there to be seen as such.
  std::vector<TableRow> same;
  const Times times = times_of(input);
  for (Quantity quantity : kQuantities) {
    TableRow row;
    row.cells.push_back({tr(quantity.name), Tone::dim});
    row.tip = tr(quantity.tip);
    row.name = std::string("total/") + quantity.name;
    std::vector<Value> values;
    for (const auto& run : runs) values.push_back(run && run->trace ? quantity.value(*run) : Value());
    if (quantity.value == time_us) {
      values = times.values;
      if (!times.method.empty()) row.cells[0].text += " · " + times.method;
      if (!times.source.empty()) row.tip += "\n" + times.source;
      if (!times.comparable) quantity.judged = Judged::no;
    }
    for (std::size_t variant = 0; variant < runs.size(); ++variant) add_cells(row, quantity, values, variant);
    (all_equal(values) ? same : table.rows).push_back(std::move(row));
  }
  table.rows.insert(table.rows.end(), same.begin(), same.end());
  return table;
}

Scene compare_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  painter.header(input.variants.size() > 1 ? tr("Comparison") : tr("Totals"),
                 input.variants.size() > 1 ? tr("what differs, and by how many times the least")
                                           : tr("of the block, and of the whole grid"),
                 {});
  draw_table(painter, compare_table(input), input.state);
  return std::move(painter.scene);
}

}  // namespace lanescope
