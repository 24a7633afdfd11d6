// The table that `verify --counters` writes: a CSV file with # lines at its head that say where it comes from,
// then one row per launch.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/progress.h"
#include "engine/counters/counter_row.h"
#include "engine/counters/launches.h"
#include "kernels/workloads.h"

namespace lanescope {

struct CounterTable {
  std::string device, driver;  ///< the GPU, and its driver's version
  std::string date, command;
  std::string ncu, compiler;  ///< versions
  std::vector<CounterRow> rows;
};

/// The shape of the problem that the row's kernel solves. Throws Error(usage) if there is no such kernel.
Shape shape_of(const CounterRow& row);

/// "117x100x70", or "117x65" of one matrix; empty where there are none.
std::string matrices_text(const CounterRow& row);

/// How a row's reasons are written: as data (reason_cell.h), or in English, which is for people alone.
enum class ReasonForm : unsigned char { data, english };

/// Sizes of matrices have a column; older tables without it can be read, too.
std::string to_csv(const CounterTable& table, ReasonForm form = ReasonForm::data);

/// Without the rows of an entry that the same run launched before in the same shape: one row for all passes of a
/// sort.
CounterTable without_repeats(const CounterTable& table);

/// Reads what to_csv wrote, with its reasons as data; the emulated values, which it does not contain, are 0. Throws
/// Error(usage) that names `name` and the line.
CounterTable counter_table_from_csv(std::string_view text, const std::string& name);

/// Whether a row and a launch have the same matrices, or none. Rows that do not say so have square ones.
bool has_matrices_of(const CounterRow& row, const LaunchConfig& launch);

/// The launch of a row that was read. Throws Error(usage) if the kernel cannot be launched like that.
CountedLaunch launch_of(const CounterRow& row);

/// Counts every row with this machine's emulator. A row whose difference is not the one that its reason gives is
/// marked as unexplained.
void emulate_rows(CounterTable& table, Progress& progress);

}  // namespace lanescope
