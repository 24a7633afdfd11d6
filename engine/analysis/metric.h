// A metric: what it is called, what it means, how it is counted, and which lists and views show it. The table of
// all of them is metric_table.cpp; code that writes, draws or compares metrics iterates over it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/analysis/line_counts.h"
#include "engine/analysis/metrics.h"

namespace lanescope {

/// A count, a difference of counts, or a ratio. Nothing where it was not recorded or has no formula.
using MetricValue = std::optional<std::variant<std::uint64_t, std::int64_t, double>>;

// Where a metric is shown. Each place has an order: a list is sorted by it, and metrics of the same order keep the
// order of the table. Order 0: not shown there. Words and tips on the screen are in English, marked by pattern()
// so that they are translated; an empty tip stands for the metric's meaning.

/// A field of the JSON, named as the metric.
struct JsonField {
  int order = 0;
};

/// A line of the totals that `trace` prints.
struct TotalsLine {
  int order = 0;
  const char* label = "";
  /// Words that name metrics in braces: "{barriers} barriers". Empty: the value alone.
  const char* form = "";
  const char* reduction_label = nullptr;  ///< label for reductions; null: the same, empty: not shown for them
};

/// A column of the steps that `trace` prints.
struct StepsTextColumn {
  int order = 0;
  const char* head = "";
  const char* in_brackets = "";  ///< name of a metric shown behind it if that is not 0
};

/// A column of `compare`.
struct CompareTextColumn {
  int order = 0;
  const char* head = "";
  const char* form = "";  ///< as that of TotalsLine
  bool of_block = false;  ///< of the block in view, rather than of the whole grid
};

/// A column of `sweep`; its CSV has the metric's name.
struct SweepColumn {
  int order = 0;
  const char* head = "";
};

/// A column of the view Steps.
struct StepsColumn {
  int order = 0;
  const char* word = "";
  const char* tip = "";
  int need = 0;        ///< columns of the least need are left out first
  bool costs = false;  ///< costs time without doing work: marked where it is not 0
};

/// A column of the margin of the view Source. The last columns are left out first.
struct SourceColumn {
  int order = 0;
  const char* word = "";
  const char* tip = "";
  const char* noun = "";  ///< what one of them is called: "3 sectors"
  bool costs = false;     ///< costs time without doing work: in colour
};

/// Among which launches the smallest value is the best one.
enum class LeastAmong : unsigned char {
  none,            ///< the smallest value means nothing
  same_work,       ///< one problem on one input
  same_reduction,  ///< likewise, by trees of blocks
  same_steps       ///< likewise, in blocks of the same width
};

/// A row of the view Compare.
struct CompareRow {
  int order = 0;
  const char* word = "";
  const char* tip = "";
  LeastAmong least_among = LeastAmong::none;
  bool follows = false;                             ///< details the row before it, and stays below that row
  const char* because = "";                         ///< a sentence: why more of it costs more
  bool (*used_by)(const Totals& totals) = nullptr;  ///< a launch that uses none of it is not compared; null: all do
  bool traffic = false;                             ///< of global memory: what most kernels wait for
  bool saved_by_factor = false;                     ///< less of it where a thread adds more elements alone
};

/// An item of `price`, and a row of the view Price.
struct PriceItem {
  int order = 0;
  const char* word = "";
  const char* tip = "";
  const char* name = "";  ///< in JSON and CSV; empty: the metric's
  bool of_block = false;  ///< of the block in view, rather than of the whole grid
  bool judged = true;     ///< less is better
};

struct Metric {
  const char* name;     ///< in JSON and CSV
  const char* unit;     ///< of the count; 1 for a ratio of like things
  const char* meaning;  ///< one sentence
  /// Nsight Compute's counter of the same meaning, for the native build; empty where there is none.
  const char* counter = "";

  // How it is counted. Null where it has no meaning.
  MetricValue (*of_totals)(const Totals& totals) = nullptr;
  MetricValue (*of_block)(const BlockMetrics& block) = nullptr;
  MetricValue (*of_step)(const StepMetrics& step) = nullptr;
  MetricValue (*of_line)(const LineCounts& line) = nullptr;
  /// Whether the metric is listed for these totals; null: always.
  bool (*applies_to)(const Totals& totals) = nullptr;

  JsonField in_totals = {}, in_block = {}, in_step = {};
  TotalsLine totals_text = {};
  StepsTextColumn steps_text = {};
  CompareTextColumn compare_text = {};
  SweepColumn sweep = {};
  StepsColumn steps_view = {};
  SourceColumn source_view = {};
  CompareRow compare_grid = {}, compare_block = {};  ///< rows of the whole grid come before those of one block
  PriceItem price = {};

  std::string_view price_name() const { return *price.name ? price.name : name; }
};

/// All metrics. The totals in the JSON and the columns of recorded counters have this order.
std::span<const Metric> metrics();

/// Throws std::out_of_range where there is no metric of that name.
const Metric& metric_named(std::string_view name);

/// The metrics shown in a place, in its order: metrics_in(&Metric::price).
template <class Place>
std::vector<const Metric*> metrics_in(Place Metric::*place) {
  std::vector<const Metric*> found;
  for (const Metric& metric : metrics())
    if ((metric.*place).order > 0) found.push_back(&metric);
  std::stable_sort(found.begin(), found.end(),
                   [place](const Metric* a, const Metric* b) { return (a->*place).order < (b->*place).order; });
  return found;
}

/// What a tip says: its own words, or the metric's meaning.
template <class Place>
const char* tip_of(const Metric& metric, Place Metric::*place) {
  return *(metric.*place).tip ? (metric.*place).tip : metric.meaning;
}

/// A count as a whole number; a ratio is cut off at the decimal point. 0 if there is none.
std::uint64_t count_of(const MetricValue& value);
/// The same, but nothing if there is none, and negative for a negative difference.
std::optional<std::int64_t> whole_of(const MetricValue& value);
std::optional<double> real_of(const MetricValue& value);

}  // namespace lanescope
