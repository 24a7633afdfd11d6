#include "engine/counters/ncu_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "engine/base/error.h"
#include "engine/counters/csv_cells.h"

namespace lanescope {

namespace {

constexpr const char* kExecuted = "inst_executed";
constexpr const char* kDivergent = "smsp__branch_targets_threads_divergent";

/// The other metrics that ncu gives for each instruction.
struct InstructionColumn {
  const char* metric;
  std::uint64_t CountedInstruction::*field;
};
constexpr InstructionColumn kInstructionColumns[] = {{kDivergent, &CountedInstruction::divergent},
                                                     {kSectorsMetric, &CountedInstruction::global_sectors},
                                                     {kWavefrontsMetric, &CountedInstruction::shared_wavefronts}};

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::failed, "what ncu printed cannot be read: " + what + ".");
}

/// Whole numbers as ncu writes them, 12,345 or 0x1f; digits only.
std::uint64_t number_of(std::string_view text, const std::string& column) {
  std::string digits;
  std::copy_if(text.begin(), text.end(), std::back_inserter(digits), [](char c) { return c != ','; });
  const bool hexadecimal = digits.starts_with("0x");
  const char* begin = digits.data() + (hexadecimal ? 2 : 0);
  const char* end = digits.data() + digits.size();
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value, hexadecimal ? 16 : 10);
  if (error != std::errc{} || stop != end) refuse(fmt::format("{} is '{}', which is no count", column, text));
  return value;
}

/// "(32, 8, 1)" -> 256
std::uint64_t extent(const std::string& text, const std::string& column) {
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') refuse(fmt::format("{} is '{}'", column, text));
  std::string_view rest = std::string_view(text).substr(1, text.size() - 2);
  std::uint64_t product = 1;
  while (!rest.empty()) {
    const auto comma = std::min(rest.find(','), rest.size());
    auto number = rest.substr(0, comma);
    number.remove_prefix(std::min(number.find_first_not_of(' '), number.size()));
    product *= number_of(number, column);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return product;
}

/// "12 (0x7f0: 8; 0x7f8: 4)" -> {0x7f0: 8, 0x7f8: 4}
std::map<std::uint64_t, std::uint64_t> instances(const std::string& text, const std::string& column) {
  std::map<std::uint64_t, std::uint64_t> values;
  const auto open = text.find('(');
  if (open == std::string::npos) return values;
  if (text.back() != ')') refuse(column + " is cut short");
  std::string_view rest = std::string_view(text).substr(open + 1, text.size() - open - 2);
  while (!rest.empty()) {
    const auto end = rest.find("; ");
    const auto pair = rest.substr(0, end);
    const auto colon = pair.find(": ");
    if (colon == std::string_view::npos) refuse(column + " is cut short");
    values[number_of(pair.substr(0, colon), column)] = number_of(pair.substr(colon + 2), column);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 2);
  }
  return values;
}

/// The error that ncu reports, if any.
void throw_if_refused(const std::vector<std::string_view>& lines) {
  for (const auto line : lines) {
    if (line.find("ERR_NVGPUCTRPERM") != std::string_view::npos)
      throw Error(ErrorKind::unavailable,
                  "ncu is not allowed to read the GPU's counters (ERR_NVGPUCTRPERM): run it as root, or ask the "
                  "machine's administrator to open them to all users.");
  }
  for (const auto line : lines) {
    if (line.starts_with("==ERROR== "))
      throw Error(ErrorKind::failed, fmt::format("ncu says: {}", line.substr(10)));
  }
}

class NcuColumns {
 public:
  explicit NcuColumns(const std::vector<std::string>& names) {
    for (std::size_t i = 0; i < names.size(); ++i) index_[names[i]] = i;
    count_ = names.size();
  }
  std::size_t count() const { return count_; }
  bool has(const std::string& name) const { return index_.count(name) > 0; }
  const std::string& cell(const std::vector<std::string>& cells, const std::string& name) const {
    const auto found = index_.find(name);
    if (found == index_.end()) refuse("the column " + name + " is missing");
    return cells[found->second];
  }

 private:
  std::map<std::string, std::size_t> index_;
  std::size_t count_ = 0;
};

std::vector<CountedInstruction> instructions_of(const NcuColumns& columns, const std::vector<std::string>& cells) {
  const auto counts = instances(columns.cell(cells, kExecuted), kExecuted);
  std::vector<CountedInstruction> instructions;
  for (const auto& [address, count] : counts)
    instructions.push_back({.offset = address - counts.begin()->first, .executed = count});
  for (const auto& [metric, field] : kInstructionColumns) {
    if (!columns.has(metric)) continue;
    const auto values = instances(columns.cell(cells, metric), metric);
    auto instruction = instructions.begin();
    for (auto count = counts.begin(); count != counts.end(); ++count, ++instruction)
      if (const auto value = values.find(count->first); value != values.end())
        (*instruction).*field = value->second;
  }
  return instructions;
}

CountedKernel kernel_of(const NcuColumns& columns, const std::vector<std::string>& cells) {
  CountedKernel kernel;
  kernel.function = columns.cell(cells, "Kernel Name");
  kernel.device = columns.cell(cells, "device__attribute_display_name");
  kernel.grid_dim = extent(columns.cell(cells, "Grid Size"), "Grid Size");
  kernel.block_dim = static_cast<unsigned>(extent(columns.cell(cells, "Block Size"), "Block Size"));
  const auto total = [&](const char* counter) {
    const std::string& text = columns.cell(cells, counter);
    return number_of(std::string_view(text).substr(0, text.find(" (")), counter);
  };
  for (const Metric* metric : counter_totals()) kernel.values[metric->name] = total(metric->counter);
  // Reductions have neither, and older counts of them lack these counters.
  if (columns.has(kMultiplicationsCounter)) kernel.multiplications = total(kMultiplicationsCounter);
  if (columns.has(kFusedCounter)) kernel.fused = total(kFusedCounter);
  kernel.instructions = instructions_of(columns, cells);
  return kernel;
}

}  // namespace

std::string ncu_metrics() {
  std::string metrics = kExecuted;
  for (const auto& column : kInstructionColumns) metrics += std::string(",") + column.metric;
  for (const Metric* metric : counter_totals()) metrics += std::string(",") + metric->counter;
  for (const char* counter : {kMultiplicationsCounter, kFusedCounter}) metrics += std::string(",") + counter;
  return metrics;
}

std::vector<CountedKernel> parse_ncu_csv(std::string_view text) {
  const auto lines = text_lines(text);
  throw_if_refused(lines);
  const auto head = std::find_if(lines.begin(), lines.end(), [](auto line) { return line.starts_with("\"ID\","); });
  if (head == lines.end()) refuse("it holds no table");
  const NcuColumns columns(csv_cells(*head));
  std::vector<CountedKernel> kernels;
  for (auto line = head + 1; line != lines.end(); ++line) {
    // ncu's own messages, or the line of units
    if (!line->starts_with('"') || line->starts_with("\"\",")) continue;
    const auto cells = csv_cells(*line);
    if (cells.size() != columns.count())
      refuse(
          fmt::format("launch {} has {} cells instead of {}", kernels.size() + 1, cells.size(), columns.count()));
    kernels.push_back(kernel_of(columns, cells));
  }
  if (kernels.empty()) refuse("it holds no launch");
  return kernels;
}

}  // namespace lanescope
