// The comparison: what each variant costs, one column per variant, also as a multiple of the least among variants
// that do the same work.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "engine/analysis/metric.h"
#include "viz/kit/number_table.h"
#include "viz/model/presets.h"
#include "viz/views/shared/divergence_words.h"
#include "viz/views/shared/same_work.h"
#include "viz/views/shared/times.h"
#include "viz/views/view.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

using Value = std::optional<double>;  ///< nothing if it is not known

/// What is compared.
struct Variant {
  const Run* run = nullptr;       ///< null: not finished yet
  std::optional<TimingRow> time;  ///< nothing where no GPU timed it
};
using Compared = std::vector<Variant>;

/// Whether two variants can be compared in a value, so that less is better.
using Comparable = bool (*)(const Variant& one, const Variant& other);

bool same_work(const Variant& one, const Variant& other) {
  return same_work(*one.run, *other.run);
}
bool same_reduction(const Variant& one, const Variant& other) {
  return same_work(one, other) && reduces_in_blocks(*one.run) && reduces_in_blocks(*other.run);
}
/// A step of a wide block does more than one of a narrow block.
bool same_steps(const Variant& one, const Variant& other) {
  return same_reduction(one, other) && one.run->launch.block_dim == other.run->launch.block_dim;
}
bool same_timing(const Variant& one, const Variant& other) {
  return same_work(one, other) && comparable(*one.time, *other.time);
}

/// The comparison for a metric of the grid; null if the smallest value means nothing.
Comparable comparable_of(LeastAmong least_among) {
  switch (least_among) {
    case LeastAmong::same_work:
      return same_work;
    case LeastAmong::same_reduction:
      return same_reduction;
    case LeastAmong::same_steps:
      return same_steps;
    case LeastAmong::none:
      break;
  }
  return nullptr;
}

/// A row. Only rows over the whole grid are judged; what one block does depends on its share of the work.
struct Quantity {
  const char* name;
  const char* tip;
  Comparable comparable;                       ///< null: the smallest value means nothing
  std::function<Value(const Run& run)> value;  ///< from the trace; none: the time
  bool follows = false;                        ///< details the row before it, and stays below that row
};

Value divergent_branches_on_gpu(const Run& run) {
  const auto& counted = run.compiled.divergent_branches;
  return counted ? Value(static_cast<double>(*counted)) : Value();
}

/// The time, then each metric that is compared, of the grid and of one block.
std::vector<Quantity> quantities() {
  std::vector<Quantity> all = {
      {tr_later("time, µs"),
       tr_later("Median time for everything that one result takes: measured on this GPU, or recorded on one."),
       same_timing, nullptr}};
  for (const Metric* metric : metrics_in(&Metric::compare_grid)) {
    const CompareRow& row = metric->compare_grid;
    all.push_back({row.word, tip_of(*metric, &Metric::compare_grid), comparable_of(row.least_among),
                   [metric](const Run& run) { return real_of(metric->of_totals(run.metrics.totals)); },
                   row.follows});
    if (metric->name == kDivergenceMetric)
      all.push_back({kBranchesOnGpu, kBranchesOnGpuTip, nullptr, divergent_branches_on_gpu, true});
  }
  for (const Metric* metric : metrics_in(&Metric::compare_block)) {
    const CompareRow& row = metric->compare_block;
    all.push_back({row.word, tip_of(*metric, &Metric::compare_block), comparable_of(row.least_among),
                   [metric](const Run& run) { return real_of(metric->of_block(run.metrics.block)); }, row.follows});
  }
  return all;
}

std::string value_text(double value) {
  return value == std::floor(value) ? grouped(static_cast<std::uint64_t>(value)) : short_number(value, 4);
}

std::string ratio_text(double ratio) {
  return ratio >= 9.95 ? fmt::format("{}×", grouped(static_cast<std::uint64_t>(std::llround(ratio))))
                       : fmt::format("{:.1f}×", ratio);
}

/// A quantity of all variants.
class Row {
 public:
  Row(Quantity quantity, const Compared& variants) : quantity_(std::move(quantity)), variants_(&variants) {
    for (const Variant& variant : variants) values_.push_back(value_of(variant));
  }

  const Quantity& quantity() const { return quantity_; }
  bool empty() const {
    return std::none_of(values_.begin(), values_.end(), [](const Value& v) { return v.has_value(); });
  }
  bool all_equal() const {
    return std::all_of(values_.begin(), values_.end(), [&](const Value& v) { return v == values_.front(); });
  }

  /// The largest ratio of a value to the least among variants that do the same work, where a least of 0 counts as
  /// 1. 1 if there is nothing to compare.
  double spread() const {
    double spread = 1;
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (const Value least = least_of_comparable(i))
        spread = std::max(spread, *values_[i] / std::max(1.0, *least));
    return spread;
  }

  TableRow drawn() const {
    TableRow row;
    row.cells.push_back({tr(quantity_.name), Tone::dim});
    row.tip = tr(quantity_.tip);
    row.name = std::string("total/") + quantity_.name;
    if (!quantity_.value) add_method(row);
    for (std::size_t variant = 0; variant < values_.size(); ++variant) add_cells(row, variant);
    return row;
  }

 private:
  /// How the times were taken: one word beside the name; the tip says where and when.
  void add_method(TableRow& row) const {
    std::vector<std::optional<TimingRow>> times;
    std::string method, sources;
    for (const Variant& variant : *variants_) {
      times.push_back(variant.time);
      if (!variant.time) continue;
      const std::string word = method_word(variant.time->timing.method);
      method = method.empty() || method == word ? word : tr("several methods");
      sources += "\n" + variant.time->kernel + ": " + source_text(*variant.time, true);
    }
    const std::string common = common_source(times);
    if (!method.empty()) row.cells[0].text += " · " + method;
    row.tip += common.empty() ? sources : "\n" + common;
  }

  Value value_of(const Variant& variant) const {
    if (!quantity_.value) return variant.time ? Value(variant.time->timing.time_us) : std::nullopt;
    return variant.run && variant.run->trace ? quantity_.value(*variant.run) : std::nullopt;
  }

  /// The least value among the variant and those that it can be compared with; nothing if all are equal, or if
  /// there are none.
  Value least_of_comparable(std::size_t variant) const {
    if (!quantity_.comparable || !values_[variant]) return std::nullopt;
    double least = *values_[variant];
    bool differ = false;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (!values_[i] || i == variant || !quantity_.comparable((*variants_)[variant], (*variants_)[i])) continue;
      differ = differ || *values_[i] != *values_[variant];
      least = std::min(least, *values_[i]);
    }
    return differ ? Value(least) : std::nullopt;
  }

  /// The value, and its multiple of the least; the least ones are marked by word and colour.
  void add_cells(TableRow& row, std::size_t variant) const {
    const Value& value = values_[variant];
    const Value least = least_of_comparable(variant);
    const bool best = least && *value == *least;
    row.cells.push_back({value ? value_text(*value) : "–", !value ? Tone::dim : best ? Tone::good : Tone::normal});
    if (best)
      row.cells.push_back({tr("least"), Tone::good});
    else if (least)
      row.cells.push_back({*least > 0 ? ratio_text(*value / *least) : "+" + value_text(*value), Tone::warn});
    else
      row.cells.push_back({why_unmarked(variant), Tone::dim});
  }

  std::string why_unmarked(std::size_t variant) const {
    const bool of_trees = quantity_.comparable == same_reduction || quantity_.comparable == same_steps;
    return of_trees && values_[variant] && !reduces_in_blocks(*(*variants_)[variant].run) ? tr("no tree") : "";
  }

  Quantity quantity_;
  const Compared* variants_;
  std::vector<Value> values_;
};

/// A row, and the rows that detail it.
using Group = std::vector<Row>;

std::vector<Group> groups_of(const Compared& variants) {
  std::vector<Group> groups;
  for (const Quantity& quantity : quantities()) {
    const Row row(quantity, variants);
    if (quantity.follows && row.empty()) continue;
    if (!quantity.follows) groups.emplace_back();
    groups.back().push_back(row);
  }
  return groups;
}

/// First what explains the difference: the preset's rows, else the row that differs most; then the time, and the
/// other rows by how much they differ. Rows that are equal for all variants come last.
void sort_groups(std::vector<Group>& groups, const Compared& variants) {
  std::vector<RunRequest> requests;
  for (const Variant& variant : variants)
    if (variant.run) requests.push_back(variant.run->request);
  const Preset* preset = preset_of(requests);
  const auto told = preset ? preset->rows : std::vector<std::string_view>();
  const auto is_time = [](const Group& group) { return !group.front().quantity().value; };
  const auto place = [&](const Group& group) {
    const auto found = std::find(told.begin(), told.end(), group.front().quantity().name);
    if (found != told.end()) return static_cast<double>(found - told.begin()) - 1e6;
    if (is_time(group)) return -1e5;
    const bool same = std::all_of(group.begin(), group.end(), [](const Row& row) { return row.all_equal(); });
    return same ? 1e9 : -std::log(group.front().spread());
  };
  std::stable_sort(groups.begin(), groups.end(),
                   [&](const Group& a, const Group& b) { return place(a) < place(b); });
  // Without a preset the time is the effect, and the next row is the first that explains it.
  const bool explained = groups.size() > 1 && groups[1].front().spread() > 1;
  if (told.empty() && is_time(groups[0]) && explained) std::swap(groups[0], groups[1]);
}

std::string column_name(const Run* run, std::size_t variant, std::size_t count) {
  const std::string kernel = run ? run->request.kernel : tr("running");
  return count > 1 ? letter_of(variant) + " " + kernel : kernel;
}

std::string what_is_marked(const std::vector<std::shared_ptr<const Run>>& runs) {
  std::size_t pairs = 0, alike = 0;
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      if (!runs[i] || !runs[k]) continue;
      ++pairs;
      alike += same_work(*runs[i], *runs[k]);
    }
  if (alike == pairs) return tr("the same work: what differs, also as a multiple of the least");
  if (alike > 0) return tr("not all do the same work: the least is marked among those that do");
  return tr("they do not do the same work, so none is marked as the least");
}

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
                             .tip = tr("The value as a multiple of the least among variants that do the same "
                                       "work."),
                             .is_number = false,
                             .need = 1,
                             .joined = true});
  }
  Compared variants;
  for (const auto& run : runs) variants.push_back({run.get(), run ? shown_time(input, *run) : std::nullopt});
  std::vector<Group> groups = groups_of(variants);
  sort_groups(groups, variants);
  for (const Group& group : groups)
    for (const Row& row : group) table.rows.push_back(row.drawn());
  return table;
}

Scene compare_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  painter.header(
      input.variants.size() > 1 ? tr("Comparison") : tr("Totals"),
      input.variants.size() > 1 ? what_is_marked(input.variants) : tr("of the block, and of the whole grid"), {});
  draw_table(painter, compare_table(input), input.state);
  return std::move(painter.scene);
}

}  // namespace

View comparison_view() {
  return {.id = "comparison",
          .title = tr_later("Compare"),
          .description = tr_later("What each variant costs, also as a multiple of the least."),
          .example = "--preset divergence",
          .scope = Scope::all,
          .build = compare_scene,
          .table = compare_table};
}

}  // namespace lanescope
