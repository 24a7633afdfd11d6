// The rows of the comparison: what each variant costs, in the order in which it explains the difference.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/run.h"
#include "viz/kit/number_table.h"
#include "viz/views/shared/timing_row.h"

namespace lanescope {

struct ComparedRun {
  const Run* run = nullptr;       ///< null: not finished yet
  std::optional<TimingRow> time;  ///< nothing where no GPU timed it
};
using Compared = std::vector<ComparedRun>;

/// A row's meaning. Only rows over the whole grid are judged; what one block does depends on its share of the work.
struct ComparedQuantity {
  const char* name;
  const char* tip;
  /// Whether two variants can be compared in it, so that less is better; null: the smallest value means nothing.
  bool (*comparable)(const ComparedRun& one, const ComparedRun& other);
  /// From the trace, nothing if it is not known; no function: the time.
  std::function<std::optional<double>(const Run& run)> value;
  bool follows = false;      ///< details the row before it, and stays below that row
  const char* because = "";  ///< why more of it costs more
  const char* told = nullptr;  ///< its name on the screen, where that says more for these runs
};

/// A quantity of all variants, which must live as long.
class ComparedRow {
 public:
  ComparedRow(ComparedQuantity quantity, const Compared& variants);

  const ComparedQuantity& quantity() const { return quantity_; }
  bool empty() const;
  bool all_equal() const;
  /// The largest ratio of a value to the least among variants that do the same work, where a least of 0 counts as
  /// 1. 1 if there is nothing to compare.
  double spread() const;
  /// Whether the differences mean something: among all variants less is better.
  bool all_comparable() const;
  /// "A 97,280 · B 5,120"
  std::string in_words() const;
  /// Its name, then two cells a variant: the value, and its multiple of the least.
  TableRow drawn() const;

 private:
  using Value = std::optional<double>;

  void add_method(TableRow& row) const;
  Value value_of(const ComparedRun& variant) const;
  Value least_of_comparable(std::size_t variant) const;
  void add_cells(TableRow& row, std::size_t variant) const;
  double share_of_largest(std::size_t variant) const;
  std::string why_unmarked(std::size_t variant) const;

  ComparedQuantity quantity_;
  const Compared* variants_;
  std::vector<Value> values_;
};

/// A row, and the rows that detail it.
using ComparedGroup = std::vector<ComparedRow>;

/// First what explains the difference: the preset's rows, else the row that differs most; then the time, and the other rows by
/// how much they differ. Rows that are equal for all variants come last.
std::vector<ComparedGroup> sorted_groups(const Compared& variants);

}  // namespace lanescope
