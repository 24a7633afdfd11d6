#include "engine/check/sanitizer_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "engine/base/error.h"
#include "engine/check/fault.h"
#include "engine/check/listed_kernel.h"
#include "engine/counters/csv_cells.h"
#include "engine/request/catalogue.h"
#include "engine/request/parse.h"
#include "engine/session.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

constexpr std::string_view kSanitizerTitle =
    "# compute-sanitizer on the plain CUDA of the kernels, sound and with faults: errors that each tool reported";
constexpr const char* kSanitizedColumns[] = {"kernel", "fault", "n", "block_dim", "coarse_factor"};

// Several blocks, the last of which lacks elements, and so do a warp and a thread of it; and one such block alone.
constexpr std::uint64_t kRaggedN = 1000, kRaggedWidth = 40, kRaggedBlockN = 100;
constexpr unsigned kSanitizedBlock = 64, kSanitizedTile = 8;

struct SanitizerHead {
  const char* name;
  std::string SanitizerTable::*field;
};
constexpr SanitizerHead kSanitizerHeads[] = {{"gpu", &SanitizerTable::device},
                                             {"driver", &SanitizerTable::driver},
                                             {"date", &SanitizerTable::date},
                                             {"command", &SanitizerTable::command},
                                             {"compute-sanitizer", &SanitizerTable::sanitizer}};

/// Why a tool and the emulator differ, for a fault in the kernels whose names begin so.
struct SanitizerReason {
  std::string_view kernels;  ///< empty: in any
  std::string_view fault, tool;
  bool found;  ///< by the emulator, and not by the tool; else the other way round
  std::string_view why;
};
constexpr SanitizerReason kSanitizerReasons[] = {
    {"", "not_preset", "initcheck", true,
     "the output is copied to the GPU with what was left in it, so to the tool it has been written."},
    {"", "branch_barrier", "synccheck", true,
     "on this GPU the tool reports a barrier that parts a warp in some kernels and not in others; what decides is "
     "not "
     "documented."},
    {"", "wrong_mask", "synccheck", true, "the tool looks at barriers and their masks, not at those of shuffles."},
    {"histogram_", "no_barrier", "racecheck", true,
     "the race is between plain stores to bins and atomic updates of them, of which the tool reports none."}};

/// Without the fault.
RunRequest plain_request(const SanitizedLaunch& launch) {
  RunRequest request;
  request.kernel = launch.kernel;
  const KernelInfo& kernel = kernel_info(request.kernel);
  request.type = default_type(kernel.workload);
  request.n = launch.n;
  request.block_dim = launch.block_dim;
  request.coarse_factor = launch.coarse_factor;
  request.detail = Detail::none;
  if (const Shape shape = facts_of(kernel.workload).shape; shape != Shape::vector) {
    request.matrices = parse_matrices("n", std::to_string(launch.n), shape);
    request.tile_width = kSanitizedTile;
  }
  return request;
}

/// The kernel alone, in the shape in which all are launched, or, where it runs as one block, as much as that takes.
SanitizedLaunch launch_of_kernel(const KernelInfo& kernel) {
  const bool is_vector = facts_of(kernel.workload).shape == Shape::vector;
  const std::uint64_t vector_n = kernel.grid == GridRule::one_block ? kRaggedBlockN : kRaggedN;
  return {.kernel = std::string(kernel.id),
          .fault = "",
          .n = is_vector ? vector_n : kRaggedWidth,
          .block_dim = is_vector ? kSanitizedBlock : kSanitizedTile * kSanitizedTile,
          .coarse_factor = kernel.coarsens ? 2u : 1u};
}

/// The tool that looks for mistakes of this kind; none if none does.
std::optional<std::size_t> tool_for(const Finding& finding) {
  const bool in_shared = finding.array == ArrayId::shared;
  switch (finding.kind) {
    case FindingKind::bounds:
    case FindingKind::misaligned:
      return 0;
    case FindingKind::race:
      return in_shared ? std::optional<std::size_t>(1) : std::nullopt;
    case FindingKind::barrier:
    case FindingKind::shuffle:
      return 2;
    case FindingKind::uninitialised:
      return in_shared ? std::nullopt : std::optional<std::size_t>(3);
    case FindingKind::schedule:
    case FindingKind::endless:
    case FindingKind::crash:
      break;
  }
  return std::nullopt;
}

std::uint64_t sanitized_number(const std::string& cell, const std::string& where) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  constexpr std::uint64_t kMostOfTable = 1u << 30;
  if (error != std::errc() || end != cell.data() + cell.size() || value > kMostOfTable)
    throw Error(ErrorKind::usage, fmt::format("{}: '{}' is no whole number up to 2^30.", where, cell));
  return value;
}

std::vector<std::string> sanitized_columns() {
  std::vector<std::string> columns(std::begin(kSanitizedColumns), std::end(kSanitizedColumns));
  columns.insert(columns.end(), kSanitizerTools.begin(), kSanitizerTools.end());
  return columns;
}

SanitizedRow sanitized_row(const std::vector<std::string>& cells, const std::string& where) {
  const auto columns = sanitized_columns();
  if (cells.size() != columns.size())
    throw Error(ErrorKind::usage, fmt::format("{}: {} cells instead of {}.", where, cells.size(), columns.size()));
  SanitizedRow row;
  row.launch = {.kernel = cells[0],
                .fault = cells[1],
                .n = sanitized_number(cells[2], where),
                .block_dim = static_cast<unsigned>(sanitized_number(cells[3], where)),
                .coarse_factor = static_cast<unsigned>(sanitized_number(cells[4], where))};
  for (std::size_t tool = 0; tool < kSanitizerToolCount; ++tool)
    if (const std::string& cell = cells[std::size(kSanitizedColumns) + tool]; !cell.empty())
      row.told[tool] = static_cast<unsigned>(sanitized_number(cell, where));
  return row;
}

}  // namespace

std::vector<SanitizedLaunch> sanitized_launches(const std::vector<std::string>& kernels) {
  for (const std::string& kernel : kernels) kernel_info(kernel);  // refuses what is none
  std::vector<SanitizedLaunch> launches;
  for (const KernelInfo& kernel : all_kernels()) {
    const bool named = std::find(kernels.begin(), kernels.end(), kernel.id) != kernels.end();
    if (!kernels.empty() && !named) continue;
    const SanitizedLaunch sound = launch_of_kernel(kernel);
    if (!named && !has_plain_cuda(plain_request(sound))) continue;
    launches.push_back(sound);
    for (const Fault* fault : applicable_faults(plain_request(sound))) {
      launches.push_back(sound);
      launches.back().fault = fault->name;
    }
  }
  return launches;
}

bool is_asked(const SanitizedLaunch& launch, std::size_t tool) {
  return launch.fault.empty() || !fault_named(launch.fault).may_hang || kSanitizerTools[tool] == "synccheck";
}

RunRequest request_of(const SanitizedLaunch& launch, Progress& progress) {
  const RunRequest plain = plain_request(launch);
  if (const auto refused = refusal(plain)) throw Error(ErrorKind::usage, refused->sentence);
  return listed_request(plain, launch.fault.empty() ? nullptr : &fault_named(launch.fault), progress);
}

std::array<bool, kSanitizerToolCount> emulated_verdict(const SanitizedLaunch& launch, Progress& progress) {
  RunRequest request = request_of(launch, progress);
  request.own.checks = true;
  std::array<bool, kSanitizerToolCount> found{};
  for (const Finding& finding : run(request, progress).findings)
    if (const auto tool = tool_for(finding)) found[*tool] = true;
  return found;
}

std::string_view reason_of_difference(const SanitizedLaunch& launch, std::size_t tool, bool found) {
  for (const SanitizerReason& reason : kSanitizerReasons)
    if (launch.kernel.starts_with(reason.kernels) && reason.fault == launch.fault &&
        reason.tool == kSanitizerTools[tool] && reason.found == found)
      return reason.why;
  return {};
}

std::string to_csv(const SanitizerTable& table) {
  std::string text = std::string(kSanitizerTitle) + '\n';
  for (const SanitizerHead& head : kSanitizerHeads) text += fmt::format("# {}: {}\n", head.name, table.*head.field);
  text += csv_line(sanitized_columns()) + '\n';
  for (const SanitizedRow& row : table.rows) {
    std::vector<std::string> cells = {row.launch.kernel, row.launch.fault, std::to_string(row.launch.n),
                                      std::to_string(row.launch.block_dim),
                                      std::to_string(row.launch.coarse_factor)};
    for (const auto& count : row.told) cells.push_back(count ? std::to_string(*count) : "");
    text += csv_line(cells) + '\n';
  }
  return text;
}

SanitizerTable sanitizer_table_from_csv(std::string_view text, const std::string& name) {
  SanitizerTable table;
  bool has_columns = false;
  std::size_t number = 0;
  for (const std::string_view line : text_lines(text)) {
    const std::string where = fmt::format("{}, line {}", name, ++number);
    if (line.empty()) continue;
    if (line.front() == '#') {
      for (const SanitizerHead& head : kSanitizerHeads)
        if (const std::string begin = fmt::format("# {}: ", head.name); line.starts_with(begin))
          table.*head.field = line.substr(begin.size());
    } else if (!has_columns) {
      has_columns = csv_cells(line) == sanitized_columns();
      if (!has_columns)
        throw Error(ErrorKind::usage, where + ": these are not the columns of `verify --sanitizer`.");
    } else {
      table.rows.push_back(sanitized_row(csv_cells(line), where));
    }
  }
  if (table.rows.empty())
    throw Error(ErrorKind::usage, name + ": it holds no launch that `verify --sanitizer` wrote.");
  return table;
}

}  // namespace lanescope
