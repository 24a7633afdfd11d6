#include "viz/views/comparison/compared_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "engine/analysis/metric.h"
#include "viz/model/presets.h"
#include "viz/views/shared/divergence_words.h"
#include "viz/views/shared/same_work.h"
#include "viz/views/shared/times.h"

namespace lanescope {
namespace {

using Value = std::optional<double>;  ///< nothing if it is not known

bool same_work(const ComparedRun& one, const ComparedRun& other) {
  return same_work(*one.run, *other.run);
}
bool same_reduction(const ComparedRun& one, const ComparedRun& other) {
  return same_work(one, other) && reduces_in_blocks(*one.run) && reduces_in_blocks(*other.run);
}
/// A step of a wide block does more than one of a narrow block.
bool same_steps(const ComparedRun& one, const ComparedRun& other) {
  return same_reduction(one, other) && one.run->launch.block_dim == other.run->launch.block_dim;
}
bool same_timing(const ComparedRun& one, const ComparedRun& other) {
  return same_work(one, other) && comparable(*one.time, *other.time);
}

/// Whether two variants can be compared in a value, so that less is better.
using Comparable = bool (*)(const ComparedRun& one, const ComparedRun& other);

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

Value divergent_branches_on_gpu(const Run& run) {
  const auto& counted = run.compiled.divergent_branches;
  return counted ? Value(static_cast<double>(*counted)) : Value();
}

/// The time, then each metric that is compared, of the grid and of one block.
std::vector<ComparedQuantity> quantities(const Compared& variants) {
  std::vector<const Run*> runs;
  for (const ComparedRun& variant : variants) runs.push_back(variant.run);
  std::vector<ComparedQuantity> all = {
      {tr_later("time, µs"),
       tr_later("Median time for everything that one result takes: measured on this GPU, or recorded on one."),
       same_timing, nullptr}};
  for (const Metric* metric : metrics_in(&Metric::compare_grid)) {
    const CompareRow& row = metric->compare_grid;
    all.push_back({row.word, tip_of(*metric, &Metric::compare_grid), comparable_of(row.least_among),
                   [metric](const Run& run) { return real_of(metric->of_totals(run.metrics.totals)); },
                   row.follows, row.because});
    if (metric->name == kDivergenceMetric)
      all.push_back({kBranchesOnGpu, kBranchesOnGpuTip, nullptr, divergent_branches_on_gpu, true, "", branches_words(runs)});
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

std::vector<ComparedGroup> groups_of(const Compared& variants) {
  std::vector<ComparedGroup> groups;
  for (const ComparedQuantity& quantity : quantities(variants)) {
    const ComparedRow row(quantity, variants);
    if (quantity.follows && row.empty()) continue;
    if (!quantity.follows) groups.emplace_back();
    groups.back().push_back(row);
  }
  return groups;
}

/// As sorted_groups() says.
void sort_groups(std::vector<ComparedGroup>& groups, const Compared& variants) {
  std::vector<RunRequest> requests;
  for (const ComparedRun& variant : variants)
    if (variant.run) requests.push_back(variant.run->request);
  const Preset* preset = preset_of(requests);
  const auto told = preset ? preset->rows : std::vector<std::string_view>();
  const auto is_time = [](const ComparedGroup& group) { return !group.front().quantity().value; };
  const auto place = [&](const ComparedGroup& group) {
    const auto found = std::find(told.begin(), told.end(), group.front().quantity().name);
    if (found != told.end()) return static_cast<double>(found - told.begin()) - 1e6;
    if (is_time(group)) return -1e5;
    const bool same = std::all_of(group.begin(), group.end(), [](const ComparedRow& row) { return row.all_equal(); });
    return same ? 1e9 : -std::log(group.front().spread());
  };
  std::stable_sort(groups.begin(), groups.end(),
                   [&](const ComparedGroup& a, const ComparedGroup& b) { return place(a) < place(b); });
  // Without a preset the time is the effect, and the next row is the first that explains it.
  const bool explained = groups.size() > 1 && groups[1].front().spread() > 1;
  if (told.empty() && is_time(groups[0]) && explained) std::swap(groups[0], groups[1]);
}

}  // namespace

ComparedRow::ComparedRow(ComparedQuantity quantity, const Compared& variants)
    : quantity_(std::move(quantity)), variants_(&variants) {
  for (const ComparedRun& variant : variants) values_.push_back(value_of(variant));
}

bool ComparedRow::empty() const {
  return std::none_of(values_.begin(), values_.end(), [](const Value& v) { return v.has_value(); });
}

bool ComparedRow::all_equal() const {
  return std::all_of(values_.begin(), values_.end(), [&](const Value& v) { return v == values_.front(); });
}

double ComparedRow::spread() const {
  double spread = 1;
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (const Value least = least_of_comparable(i))
      spread = std::max(spread, *values_[i] / std::max(1.0, *least));
  return spread;
}

bool ComparedRow::all_comparable() const {
  for (std::size_t i = 0; i < values_.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (!values_[i] || !values_[k] || !quantity_.comparable ||
          !quantity_.comparable((*variants_)[i], (*variants_)[k]))
        return false;
  return values_.size() > 1;
}

std::string ComparedRow::in_words() const {
  std::string words;
  for (std::size_t i = 0; i < values_.size(); ++i)
    words += (i > 0 ? " · " : "") + letter_of(i) + " " + value_text(*values_[i]);
  return words;
}

TableRow ComparedRow::drawn() const {
  TableRow row;
  row.cells.push_back({tr(quantity_.told ? quantity_.told : quantity_.name), Tone::dim});
  row.tip = tr(quantity_.tip);
  row.name = std::string("total/") + quantity_.name;
  if (!quantity_.value) add_method(row);
  for (std::size_t variant = 0; variant < values_.size(); ++variant) add_cells(row, variant);
  return row;
}

/// How the times were taken: one word beside the name; the tip says where and when.
void ComparedRow::add_method(TableRow& row) const {
  std::vector<std::optional<TimingRow>> times;
  std::string method, sources;
  for (const ComparedRun& variant : *variants_) {
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

ComparedRow::Value ComparedRow::value_of(const ComparedRun& variant) const {
  if (!quantity_.value) return variant.time ? Value(variant.time->timing.time_us) : std::nullopt;
  return variant.run && variant.run->trace ? quantity_.value(*variant.run) : std::nullopt;
}

/// The least value among the variant and those that it can be compared with; nothing if all are equal, or if
/// there are none.
ComparedRow::Value ComparedRow::least_of_comparable(std::size_t variant) const {
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
void ComparedRow::add_cells(TableRow& row, std::size_t variant) const {
  const Value& value = values_[variant];
  const Value least = least_of_comparable(variant);
  const bool best = least && *value == *least;
  row.cells.push_back({value ? value_text(*value) : "–", !value ? Tone::dim : best ? Tone::good : Tone::normal,
                       static_cast<float>(share_of_largest(variant))});
  if (best)
    row.cells.push_back({tr("least"), Tone::good});
  else if (least)
    row.cells.push_back({*least > 0 ? ratio_text(*value / *least) : "+" + value_text(*value), Tone::warn});
  else
    row.cells.push_back({why_unmarked(variant), Tone::dim});
}

/// The length of its bar: bars stand beside each other only where they mean something beside each other.
double ComparedRow::share_of_largest(std::size_t variant) const {
  if (!all_comparable()) return 0;
  const double largest = **std::max_element(values_.begin(), values_.end());
  return largest > 0 ? *values_[variant] / largest : 0;
}

std::string ComparedRow::why_unmarked(std::size_t variant) const {
  const bool of_trees = quantity_.comparable == same_reduction || quantity_.comparable == same_steps;
  return of_trees && values_[variant] && !reduces_in_blocks(*(*variants_)[variant].run) ? tr("no tree") : "";
}

std::vector<ComparedGroup> sorted_groups(const Compared& variants) {
  std::vector<ComparedGroup> groups = groups_of(variants);
  sort_groups(groups, variants);
  return groups;
}

}  // namespace lanescope
