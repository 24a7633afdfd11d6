#include "engine/counters/counter_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/counters/csv_cells.h"
#include "engine/counters/reason_cell.h"
#include "engine/counters/reasons.h"
#include "engine/request/launch_sequence.h"
#include "engine/workload/workload.h"

namespace lanescope {

namespace {

constexpr const char* kTitle = "# Hardware counters of the native kernels, one row a launch (float32; sums)";
constexpr const char* kLaunchColumns[] = {"kernel",   "combining", "pass",         "n",
                                          "grid_dim", "block_dim", "coarse_factor"};
/// Columns after those; older tables, with square matrices at most, do not have them.
constexpr const char* kShapeColumns[] = {"matrices", "tile_width"};
/// And of kernels with several entries; tables without any have none of them.
constexpr const char* kEntryColumns[] = {"entry", "run_n"};

/// Which cells a row has, and where.
struct Columns {
  bool shape = true, entry = false;

  std::size_t first_entry() const { return std::size(kLaunchColumns) + (shape ? std::size(kShapeColumns) : 0); }
  std::size_t first_value() const { return first_entry() + (entry ? std::size(kEntryColumns) : 0); }
  std::size_t count() const { return first_value() + counter_totals().size() + 2; }
  std::vector<std::string> names() const;
};

/// The # lines with a value, and the field that holds it.
struct HeadLine {
  const char* name;
  std::string CounterTable::*field;
};
constexpr HeadLine kHeadLines[] = {{"gpu", &CounterTable::device}, {"driver", &CounterTable::driver},
                                   {"date", &CounterTable::date},  {"command", &CounterTable::command},
                                   {"ncu", &CounterTable::ncu},    {"compiler", &CounterTable::compiler}};

std::vector<std::string> Columns::names() const {
  std::vector<std::string> names(std::begin(kLaunchColumns), std::end(kLaunchColumns));
  if (shape) names.insert(names.end(), std::begin(kShapeColumns), std::end(kShapeColumns));
  if (entry) names.insert(names.end(), std::begin(kEntryColumns), std::end(kEntryColumns));
  for (const Metric* total : counter_totals()) names.emplace_back(total->name);
  names.insert(names.end(), {"steps", "reason"});
  return names;
}

/// "1:predicated:0 2:ended:0"
std::string sites_text(const std::vector<CompiledSite>& sites) {
  std::string text;
  for (const auto& site : sites)
    text += fmt::format("{}{}:{}:{}", text.empty() ? "" : " ", site.step_line, name_of(site.form), site.divergent);
  return text;
}

/// Rethrows what `read` throws, with the number of the line that caused it.
template <class Read>
auto with_line(const std::string& where, const Read& read) {
  try {
    return read();
  } catch (const Error& error) {
    throw Error(ErrorKind::usage, fmt::format("{}: {}", where, error.what()));
  }
}

/// Reads the cells of one line; errors become a sentence that names the line.
class RowReader {
 public:
  RowReader(std::string where, std::vector<std::string> cells, std::size_t count)
      : where_(std::move(where)), cells_(std::move(cells)) {
    if (cells_.size() != count) refuse(fmt::format("it has {} cells instead of {}", cells_.size(), count));
  }

  const std::string& text(std::size_t cell) const { return cells_[cell]; }

  std::uint64_t number(std::string_view text) const {
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || stop != text.data() + text.size()) refuse(fmt::format("'{}' is no count", text));
    return value;
  }

  unsigned small_number(std::string_view text) const {
    const std::uint64_t value = number(text);
    if (value > std::numeric_limits<unsigned>::max()) refuse(fmt::format("'{}' is too large", text));
    return static_cast<unsigned>(value);
  }

  MatrixSizes matrices(std::string_view text, const CounterRow& row) const {
    if (text.empty()) return {};
    const Shape shape = with_line(where_, [&] { return shape_of(row); });
    std::vector<std::uint64_t> sizes;
    for (std::size_t begin = 0; begin <= text.size();) {
      const auto end = std::min(text.find('x', begin), text.size());
      sizes.push_back(number(text.substr(begin, end - begin)));
      begin = end + 1;
    }
    if (shape == Shape::product && sizes.size() == 3) return {sizes[0], sizes[1], sizes[2]};
    if (shape == Shape::matrix && sizes.size() == 2) return {sizes[0], 0, sizes[1]};
    refuse(fmt::format("'{}' is no size of matrices of {}", text, row.kernel));
  }

  template <class Enum, std::size_t N>
  Enum enumerator(std::string_view text, const std::string_view (&names)[N]) const {
    const auto found = std::find(std::begin(names), std::end(names), text);
    if (found == std::end(names)) refuse(fmt::format("'{}' is none of {}", text, fmt::join(names, ", ")));
    return static_cast<Enum>(found - std::begin(names));
  }

  std::vector<CompiledSite> sites(std::string_view text) const {
    std::vector<CompiledSite> sites;
    while (!text.empty()) {
      const auto end = std::min(text.find(' '), text.size());
      const auto one = text.substr(0, end);
      const auto first = one.find(':'), last = one.rfind(':');
      if (first == last) refuse(fmt::format("'{}' is no step", one));
      sites.push_back({static_cast<unsigned>(number(one.substr(0, first))),
                       enumerator<BranchForm>(one.substr(first + 1, last - first - 1), kBranchFormNames),
                       number(one.substr(last + 1))});
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return sites;
  }

  std::vector<CounterReason> reasons(const std::string& cell) const {
    return with_line(where_, [&] { return reasons_of_cell(cell); });
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ErrorKind::usage, fmt::format("{}: {}.", where_, what));
  }

  std::string where_;
  std::vector<std::string> cells_;
};

/// A line that ends inside a quote is an error of the file here.
std::vector<std::string> cells_of(std::string_view line, const std::string& where) {
  return with_line(where, [&] { return csv_cells(line); });
}

CounterRow row_from(const RowReader& reader, const Columns& columns) {
  CounterRow row;
  row.kernel = reader.text(0);
  row.combining = reader.enumerator<Combining>(reader.text(1), kCombiningNames);
  row.pass = reader.small_number(reader.text(2));
  row.n = reader.number(reader.text(3));
  row.grid_dim = reader.number(reader.text(4));
  row.block_dim = reader.small_number(reader.text(5));
  row.coarse_factor = reader.small_number(reader.text(6));
  if (columns.shape) {
    row.matrices = reader.matrices(reader.text(7), row);
    if (!reader.text(8).empty()) row.tile_width = reader.small_number(reader.text(8));
  }
  if (columns.entry && !reader.text(columns.first_entry()).empty()) {
    row.entry = reader.text(columns.first_entry());
    row.run_n = reader.number(reader.text(columns.first_entry() + 1));
  }
  std::size_t cell = columns.first_value();
  for (const Metric* total : counter_totals()) row.counted[total->name] = reader.number(reader.text(cell++));
  row.sites = reader.sites(reader.text(cell++));
  row.reasons = reader.reasons(reader.text(cell));
  return row;
}

void read_head_line(std::string_view line, CounterTable& table) {
  for (const auto& head : kHeadLines) {
    const std::string start = fmt::format("# {}: ", head.name);
    if (line.starts_with(start)) table.*head.field = printable(line.substr(start.size()));
  }
}

}  // namespace

Shape shape_of(const CounterRow& row) {
  return facts_of(kernel_info(row.kernel).workload).shape;
}

std::string matrices_text(const CounterRow& row) {
  return row.matrices == MatrixSizes{} ? "" : matrix_text(shape_of(row), row.matrices);
}

std::string to_csv(const CounterTable& table, ReasonForm form) {
  std::string text = std::string(kTitle) + '\n';
  for (const auto& head : kHeadLines) text += fmt::format("# {}: {}\n", head.name, table.*head.field);
  for (const Metric* total : counter_totals()) text += fmt::format("# {} = {}\n", total->name, total->counter);
  const bool has_entries =
      std::any_of(table.rows.begin(), table.rows.end(), [](const CounterRow& row) { return !row.entry.empty(); });
  text += csv_line(Columns{.entry = has_entries}.names()) + '\n';
  for (const auto& row : table.rows) {
    std::vector<std::string> cells = {row.kernel,
                                      std::string(name_of(row.combining)),
                                      std::to_string(row.pass),
                                      std::to_string(row.n),
                                      std::to_string(row.grid_dim),
                                      std::to_string(row.block_dim),
                                      std::to_string(row.coarse_factor),
                                      matrices_text(row),
                                      row.tile_width > 0 ? std::to_string(row.tile_width) : ""};
    if (has_entries) {
      cells.push_back(row.entry);
      cells.push_back(row.entry.empty() ? "" : std::to_string(row.run_n));
    }
    for (const Metric* total : counter_totals()) cells.push_back(std::to_string(row.counted[total->name]));
    cells.push_back(sites_text(row.sites));
    cells.push_back(form == ReasonForm::data ? reason_cell(row.reasons) : reason_text(row));
    text += csv_line(cells) + '\n';
  }
  return text;
}

CounterTable without_repeats(const CounterTable& table) {
  CounterTable fewer = table;
  fewer.rows.clear();
  for (const CounterRow& row : table.rows) {
    const bool repeats = std::any_of(fewer.rows.begin(), fewer.rows.end(), [&](const CounterRow& other) {
      return !row.entry.empty() && row.kernel == other.kernel && row.entry == other.entry &&
             row.run_n == other.run_n && row.n == other.n && row.block_dim == other.block_dim &&
             row.coarse_factor == other.coarse_factor;
    });
    if (!repeats) fewer.rows.push_back(row);
  }
  return fewer;
}

CounterTable counter_table_from_csv(std::string_view text, const std::string& name) {
  CounterTable table;
  std::optional<Columns> columns;
  std::size_t number = 0;
  for (const auto line : text_lines(text)) {
    const std::string where = fmt::format("{}, line {}", name, ++number);
    if (line.empty()) continue;
    if (line.front() == '#') {
      read_head_line(line, table);
    } else if (!columns) {
      const auto names = cells_of(line, where);
      for (const Columns& known : {Columns{}, Columns{.shape = false}, Columns{.entry = true}})
        if (names == known.names()) columns = known;
      if (!columns) throw Error(ErrorKind::usage, where + ": these are not the columns of `verify --counters`.");
    } else {
      table.rows.push_back(row_from(RowReader(where, cells_of(line, where), columns->count()), *columns));
    }
  }
  if (table.rows.empty())
    throw Error(ErrorKind::usage, name + ": it holds no launch that `verify --counters` wrote.");
  return table;
}

bool has_matrices_of(const CounterRow& row, const LaunchConfig& launch) {
  if (row.matrices != MatrixSizes{}) return row.matrices == launch.matrices;
  return is_square(facts_of(launch.workload).shape, launch.matrices);
}

CountedLaunch launch_of(const CounterRow& row) {
  const KernelInfo& kernel = kernel_info(row.kernel);
  CountedLaunch counted;
  RunRequest& request = counted.request;
  request.kernel = row.kernel;
  request.type = default_type(kernel.workload);
  request.n = row.entry.empty() ? row.n : row.run_n;
  request.block_dim = row.block_dim;
  const Shape shape = facts_of(kernel.workload).shape;
  const bool has_shape = row.tile_width > 0;
  if (shape != Shape::vector) {
    // A table without the sizes is of square matrices.
    request.tile_width = has_shape ? row.tile_width : static_cast<unsigned>(std::lround(std::sqrt(row.block_dim)));
    if (has_shape && !is_square(shape, row.matrices)) request.matrices = row.matrices;
  }
  request.coarse_factor = row.coarse_factor;
  if (row.entry.empty() && row.combining != kernel.combining) request.combining = row.combining;
  if (kernel.grid == GridRule::chosen) request.grid_dim = row.grid_dim;
  counted.pass = row.pass;
  counted.launch = launch_config(request);
  if (!row.entry.empty()) {
    const auto launches = launches_from(kernel, counted.launch);
    if (row.pass >= launches.size() || launches[row.pass].entry != row.entry)
      throw Error(ErrorKind::usage, fmt::format("{} has no launch {} of {}.", row.kernel, row.pass + 1, row.entry));
    counted.launch = launches[row.pass];
  }
  const bool same_shape = counted.launch.matrices == row.matrices && counted.launch.tile_width == row.tile_width;
  const bool without_shape = !has_shape && row.matrices == MatrixSizes{};
  if (counted.launch.grid_dim != row.grid_dim || counted.launch.block_dim != row.block_dim ||
      counted.launch.n != row.n || (!same_shape && !without_shape))
    throw Error(ErrorKind::usage, fmt::format("{} with {} elements cannot have a launch of {} x {}.", row.kernel,
                                              row.n, row.grid_dim, row.block_dim));
  return counted;
}

void emulate_rows(CounterTable& table, Progress& progress) {
  LaunchEmulator emulator;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    CounterRow& row = table.rows[i];
    row.emulated = emulator.emulate(launch_of(row), progress).values;
    row.unexplained = !has_reasons(row);
    progress.set_fraction(static_cast<double>(i + 1) / static_cast<double>(table.rows.size()));
    progress.check();
  }
}

}  // namespace lanescope
