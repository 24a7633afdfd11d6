#include "engine/recorded/recorded_resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <tuple>

#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/counters/csv_cells.h"
#include "engine/cuda/cuda_backend.h"
#include "engine/input/decode_each.h"
#include "resource_texts.h"

namespace lanescope {
namespace {

constexpr const char* kTitle = "# What each kernel's machine code needs, as the GPU's driver reports it";
constexpr const char* kColumns[] = {
    "kernel",     "op", "type", "combining", "block_dim", "coarse_factor", "registers", "static_shared_bytes",
    "local_bytes"};
constexpr std::string_view kStoresNames[] = {"atomic", "stores"};

struct HeadLine {
  const char* name;
  std::string ResourceTable::*field;
};
constexpr HeadLine kHeadLines[] = {{"gpu", &ResourceTable::device},
                                   {"driver", &ResourceTable::driver},
                                   {"date", &ResourceTable::date},
                                   {"command", &ResourceTable::command},
                                   {"compiler", &ResourceTable::compiler}};

[[noreturn]] void refuse_row(const std::string& what) {
  throw Error(ErrorKind::usage, what);
}

template <class Number>
Number whole(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) refuse_row(fmt::format("'{}' is no count.", text));
  return number;
}

std::optional<unsigned> whole_or_any(const std::string& text) {
  if (text == "any") return std::nullopt;
  return whole<unsigned>(text);
}

std::string text_or_any(const std::optional<unsigned>& number) {
  return number ? std::to_string(*number) : "any";
}

template <class Enum, std::size_t N>
Enum enumerator(std::string_view text, const std::string_view (&names)[N]) {
  const auto found = std::find(std::begin(names), std::end(names), text);
  if (found == std::end(names)) refuse_row(fmt::format("'{}' is none of {}.", text, fmt::join(names, ", ")));
  return static_cast<Enum>(found - std::begin(names));
}

ResourceRow row_of(const std::vector<std::string>& cells) {
  if (cells.size() != std::size(kColumns))
    refuse_row(fmt::format("it has {} cells instead of {}.", cells.size(), std::size(kColumns)));
  if (cells[0].empty()) refuse_row("its kernel has no name.");
  ResourceRow row;
  row.kernel = cells[0];
  row.op = enumerator<Op>(cells[1], kOpNames);
  row.type = enumerator<ElementType>(cells[2], kTypeNames);
  row.stores = enumerator<int>(cells[3], kStoresNames) != 0;
  row.block_dim = whole_or_any(cells[4]);
  row.coarse_factor = whole_or_any(cells[5]);
  row.resources = {whole<unsigned>(cells[6]), whole<std::uint64_t>(cells[7]), whole<std::uint64_t>(cells[8])};
  return row;
}

bool same_code(const ResourceRow& a, const ResourceRow& b) {
  return a.kernel == b.kernel && a.op == b.op && a.type == b.type && a.stores == b.stores;
}

/// The rows of one piece of source with some columns left open; nothing if these columns matter.
std::optional<std::vector<ResourceRow>> without(const std::vector<ResourceRow>& rows, bool block_dim,
                                                bool coarse_factor) {
  std::vector<ResourceRow> open;
  for (ResourceRow row : rows) {
    if (block_dim) row.block_dim.reset();
    if (coarse_factor) row.coarse_factor.reset();
    const auto found = std::find_if(open.begin(), open.end(), [&](const ResourceRow& other) {
      return other.block_dim == row.block_dim && other.coarse_factor == row.coarse_factor;
    });
    if (found == open.end()) {
      open.push_back(row);
    } else if (!(found->resources == row.resources)) {
      return std::nullopt;
    }
  }
  return open;
}

}  // namespace

std::string to_csv(const ResourceTable& table) {
  std::string text = std::string(kTitle) + '\n';
  for (const auto& head : kHeadLines) text += fmt::format("# {}: {}\n", head.name, table.*head.field);
  text += csv_line({std::begin(kColumns), std::end(kColumns)}) + '\n';
  for (const auto& row : table.rows)
    text +=
        csv_line({row.kernel, std::string(name_of(row.op)), std::string(name_of(row.type)),
                  std::string(kStoresNames[row.stores]), text_or_any(row.block_dim), text_or_any(row.coarse_factor),
                  std::to_string(row.resources.registers), std::to_string(row.resources.static_shared_bytes),
                  std::to_string(row.resources.local_bytes)}) +
        '\n';
  return text;
}

ResourceTable resource_table_from_csv(std::string_view text, const std::string& name) {
  ResourceTable table;
  bool has_columns = false;
  std::size_t number = 0;
  try {
    for (const auto line : text_lines(text)) {
      ++number;
      if (line.starts_with('#')) {
        for (const auto& head : kHeadLines)
          if (const auto start = fmt::format("# {}: ", head.name); line.starts_with(start))
            table.*head.field = printable(line.substr(start.size()));
      } else if (!has_columns) {
        has_columns = csv_cells(line) == std::vector<std::string>(std::begin(kColumns), std::end(kColumns));
        if (!has_columns) refuse_row("these are not the columns of `resources --table`.");
      } else if (!line.empty()) {
        table.rows.push_back(row_of(csv_cells(line)));
      }
    }
  } catch (const Error& error) {
    throw Error(ErrorKind::usage, fmt::format("{}, line {}: {}", name, number, error.what()));
  }
  if (table.device.empty() || table.rows.empty())
    throw Error(ErrorKind::usage, name + ": it holds no table that `resources --table` wrote.");
  return table;
}

std::vector<ResourceRow> merged(const std::vector<ResourceRow>& rows) {
  std::vector<ResourceRow> all;
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    while (end < rows.size() && same_code(rows[begin], rows[end])) ++end;
    const std::vector<ResourceRow> group(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                                         rows.begin() + static_cast<std::ptrdiff_t>(end));
    auto fewest = without(group, true, true);
    if (!fewest) fewest = without(group, true, false);
    if (!fewest) fewest = without(group, false, true);
    const auto& kept = fewest ? *fewest : group;
    all.insert(all.end(), kept.begin(), kept.end());
  }
  return all;
}

const std::vector<ResourceTable>& recorded_resources() {
  static const std::vector<ResourceTable> tables = decode_each(resource_texts::kFiles, resource_table_from_csv);
  return tables;
}

std::optional<RecordedResources> recorded_resources_of(const std::vector<ResourceTable>& tables,
                                                       const RunRequest& request, const LaunchConfig& launch) {
  const bool stores = launch.combining != Combining::atomic;
  std::optional<RecordedResources> found;
  for (const ResourceTable& table : tables)
    for (const ResourceRow& row : table.rows)
      if (row.kernel == launch.entry && row.op == request.op && row.type == request.type && row.stores == stores &&
          row.block_dim.value_or(launch.block_dim) == launch.block_dim &&
          row.coarse_factor.value_or(launch.coarse_factor) == launch.coarse_factor)
        found = {row.resources,
                 {"cuda", NumberKind::recorded, table.device, table.driver, table.date, table.command}};
  return found;
}

}  // namespace lanescope
