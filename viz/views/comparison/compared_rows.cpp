#include "viz/views/comparison/compared_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "engine/analysis/metric.h"
#include "viz/views/shared/divergence_words.h"
#include "viz/views/shared/same_work.h"
#include "viz/views/shared/times.h"

namespace lanescope {
namespace {

using Value = std::optional<double>;  ///< nothing if it is not known

/// What is wrong has not done the work, however little it took.
bool is_right(const Run& run) {
  return run.findings.empty() && (!run.result || run.result->correct);
}
bool same_work(const ComparedRun& one, const ComparedRun& other) {
  return same_result(*one.run, *other.run) && is_right(*one.run) && is_right(*other.run);
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

/// The time, then each metric that is compared, of the grids of all launches and of one block.
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
                   [metric](const Run& run) { return real_of(metric->of_totals(totals_of_all(run))); }, row.follows,
                   row.because, row.used_by, row.traffic, row.saved_by_factor});
    if (metric->name == kDivergenceMetric)
      all.push_back({.name = kBranchesOnGpu,
                     .tip = kBranchesOnGpuTip,
                     .comparable = nullptr,
                     .value = divergent_branches_on_gpu,
                     .follows = true,
                     .told = branches_words(runs),
                     .why_nothing = is_compiled_away(runs) ? nullptr : why_no_branch});
  }
  for (const Metric* metric : metrics_in(&Metric::compare_block)) {
    const CompareRow& row = metric->compare_block;
    all.push_back({row.word, tip_of(*metric, &Metric::compare_block), comparable_of(row.least_among),
                   [metric](const Run& run) { return real_of(metric->of_block(run.metrics.block)); }, row.follows});
  }
  return all;
}

std::string compared_value(double value) {
  return value == std::floor(value) ? grouped(static_cast<std::uint64_t>(value)) : short_number(value, 4);
}

/// With as many digits as it takes not to be 1, which would be no difference.
std::string ratio_text(double ratio) {
  if (ratio >= 9.95) return fmt::format("{}×", grouped(static_cast<std::uint64_t>(std::llround(ratio))));
  int digits = 1;
  while (digits < 6 && ratio < 1 + 0.5 * std::pow(10, -digits)) ++digits;
  return fmt::format("{:.{}f}×", ratio, digits);
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
    if (const Value least = least_of_comparable(i); least && !ties(*values_[i], *least))
      spread = std::max(spread, *values_[i] / std::max(1.0, *least));
  return spread;
}

bool ComparedRow::all_known() const {
  return std::all_of(values_.begin(), values_.end(), [](const Value& v) { return v.has_value(); });
}

bool ComparedRow::all_comparable() const {
  for (std::size_t i = 0; i < values_.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (!is_compared(i, k)) return false;
  return values_.size() > 1;
}

bool ComparedRow::is_used_by(std::size_t variant) const {
  const Run* run = (*variants_)[variant].run;
  return !quantity_.used_by || (run && quantity_.used_by(totals_of_all(*run)));
}

bool ComparedRow::is_compared(std::size_t one, std::size_t other) const {
  return values_[one] && values_[other] && quantity_.comparable && is_used_by(one) && is_used_by(other) &&
         quantity_.comparable((*variants_)[one], (*variants_)[other]);
}

bool ComparedRow::ties(double value, double least) const {
  return !quantity_.value && value <= kTimesApart * least;
}

std::size_t ComparedRow::least() const {
  return static_cast<std::size_t>(std::min_element(values_.begin(), values_.end()) - values_.begin());
}

std::size_t ComparedRow::most() const {
  return static_cast<std::size_t>(std::max_element(values_.begin(), values_.end()) - values_.begin());
}

std::size_t ComparedRow::tied_with_least() const {
  return static_cast<std::size_t>(std::count_if(values_.begin(), values_.end(), [&](const Value& v) {
    return v && (*v == *values_[least()] || ties(*v, *values_[least()]));
  }));
}

double ComparedRow::ratio(std::size_t variant) const {
  return *values_[variant] / std::max(*values_[least()], 1e-9);
}

std::string ComparedRow::in_words() const {
  std::string words;
  for (std::size_t i = 0; i < values_.size(); ++i)
    words += (i > 0 ? " · " : "") + letter_of(i) + " " + compared_value(*values_[i]);
  return words;
}

TableRow ComparedRow::drawn() const {
  TableRow row;
  row.cells.push_back({tr(quantity_.told ? quantity_.told : quantity_.name), Tone::dim});
  row.tip = tr(quantity_.tip);
  row.name = std::string("total/") + quantity_.name;
  if (!quantity_.value) add_method(row);
  bool some_without_tree = false;
  for (std::size_t i = 0; i < values_.size(); ++i) some_without_tree = some_without_tree || has_no_tree(i);
  if (some_without_tree)
    row.tip +=
        "\n" + std::string(
                   tr("Where every thread or element updates the output, blocks do not reduce: what they do not do "
                      "is not compared."));
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
  if (!values_[variant]) return std::nullopt;
  double least = *values_[variant];
  bool differ = false;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (i == variant || !is_compared(variant, i)) continue;
    differ = differ || *values_[i] != *values_[variant];
    least = std::min(least, *values_[i]);
  }
  return differ ? Value(least) : std::nullopt;
}

/// The value, and its multiple of the least; the least ones are marked by word and colour.
void ComparedRow::add_cells(TableRow& row, std::size_t variant) const {
  const Value& value = values_[variant];
  const TableCell marked = mark(variant);
  row.cells.push_back({value ? compared_value(*value) : "–",
                       !value                      ? Tone::dim
                       : marked.tone == Tone::good ? Tone::good
                                                   : Tone::normal,
                       static_cast<float>(share_of_largest(variant))});
  row.cells.push_back(marked);
}

TableCell ComparedRow::mark(std::size_t variant) const {
  const Value& value = values_[variant];
  const Value least = least_of_comparable(variant);
  if (!least) return {why_unmarked(variant), Tone::dim};
  const auto tied = [&](std::size_t other) {
    return other != variant && is_compared(variant, other) && ties(*values_[other], *least);
  };
  bool shared = false;
  for (std::size_t other = 0; other < values_.size(); ++other) shared = shared || tied(other);
  if (ties(*value, *least) && shared) return {tr("within 5%"), Tone::dim};
  if (*value > *least) return {*least > 0 ? ratio_text(*value / *least) : "+" + compared_value(*value), Tone::warn};
  if (!quantity_.value && (*variants_)[variant].a_faster_one_is_known) return {tr("least of these"), Tone::dim};
  return {tr("least"), Tone::good};
}

/// The length of its bar: bars stand beside each other only where they mean something beside each other.
double ComparedRow::share_of_largest(std::size_t variant) const {
  if (!all_comparable()) return 0;
  const double largest = **std::max_element(values_.begin(), values_.end());
  return largest > 0 ? *values_[variant] / largest : 0;
}

bool ComparedRow::has_no_tree(std::size_t variant) const {
  const bool of_trees = quantity_.comparable == same_reduction || quantity_.comparable == same_steps;
  return of_trees && values_[variant] && !reduces_in_blocks(*(*variants_)[variant].run);
}

std::string ComparedRow::why_unmarked(std::size_t variant) const {
  if (has_no_tree(variant)) return tr("without a tree");
  const Run* run = (*variants_)[variant].run;
  if (quantity_.why_nothing && run && values_[variant]) return quantity_.why_nothing(*run);
  return values_[variant] && *values_[variant] == 0 && !is_used_by(variant) ? tr("not used") : "";
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

}  // namespace lanescope
