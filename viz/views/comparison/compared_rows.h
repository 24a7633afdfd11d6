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
  const Run* run = nullptr;            ///< null: not finished yet
  std::optional<TimingRow> time;       ///< nothing where no GPU timed it
  bool a_faster_one_is_known = false;  ///< a launch that is not among these, and differs in its factor alone
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
  bool follows = false;                             ///< details the row before it, and stays below that row
  const char* because = "";                         ///< why more of it costs more
  bool (*used_by)(const Totals& totals) = nullptr;  ///< others are not compared in it; null: all are
  bool traffic = false;                             ///< of global memory
  bool saved_by_factor = false;                     ///< by a larger COARSE_FACTOR
  const char* told = nullptr;                       ///< its name on the screen, where that says more for these runs
  /// Why there is none of it in a run; empty where that needs no reason.
  std::string (*why_nothing)(const Run& run) = nullptr;
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
  /// The variants with the least and the most of it; only where all are comparable.
  std::size_t least() const;
  std::size_t most() const;
  double ratio(std::size_t variant) const;  ///< to the least
  bool all_known() const;
  std::size_t tied_with_least() const;  ///< how many are no worse than the least, which is one of them
  double value(std::size_t variant) const { return *values_[variant]; }
  /// Its name, then two cells a variant: the value, and its multiple of the least.
  TableRow drawn() const;

 private:
  using Value = std::optional<double>;

  void add_method(TableRow& row) const;
  Value value_of(const ComparedRun& variant) const;
  bool is_compared(std::size_t one, std::size_t other) const;
  bool is_used_by(std::size_t variant) const;
  /// Times differ from one measurement to the next: those so near each other are no better and no worse.
  bool ties(double value, double least) const;
  Value least_of_comparable(std::size_t variant) const;
  TableCell mark(std::size_t variant) const;
  void add_cells(TableRow& row, std::size_t variant) const;
  double share_of_largest(std::size_t variant) const;
  /// Whether the row is about trees in blocks, and the variant has none.
  bool has_no_tree(std::size_t variant) const;
  std::string why_unmarked(std::size_t variant) const;

  ComparedQuantity quantity_;
  const Compared* variants_;
  std::vector<Value> values_;
};

/// A row, and the rows that detail it.
using ComparedGroup = std::vector<ComparedRow>;

/// As the table of metrics lists them, after the time. Details that nobody has are left out.
std::vector<ComparedGroup> groups_of(const Compared& variants);

/// First what explains the difference: the preset's rows, else traffic of global memory where that differs, else
/// the row that differs most; then the time, and the other rows by how much they differ. Rows that are equal for
/// all variants come last. The time comes before the preset's rows where the variant that has least of these is not
/// the fastest.
std::vector<ComparedGroup> sorted_groups(const Compared& variants);

}  // namespace lanescope
