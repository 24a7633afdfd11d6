#include "cli/verify_sanitizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/watched_run.h"
#include "cli/words/run_json.h"
#include "cli/words/table.h"
#include "engine/base/date.h"
#include "engine/base/whole_file.h"
#include "engine/check/sanitizer_run.h"
#include "engine/check/sanitizer_table.h"
#include "engine/counters/ncu_process.h"
#include "engine/request/parse.h"
#include "engine/session.h"

namespace lanescope {
namespace {

/// A row beside what the emulator finds today.
struct ComparedRow {
  SanitizedRow row;
  std::array<bool, kSanitizerToolCount> found{};

  bool differs(std::size_t tool) const { return row.told[tool] && (*row.told[tool] > 0) != found[tool]; }
  std::string_view reason(std::size_t tool) const { return reason_of_difference(row.launch, tool, found[tool]); }
  bool is_explained() const {
    for (std::size_t tool = 0; tool < kSanitizerToolCount; ++tool)
      if (differs(tool) && reason(tool).empty()) return false;
    return true;
  }
};

SanitizerTable sanitize_here(const SanitizerOptions& options) {
  if (const BackendStatus& here = backend_status(); !here.cuda_available)
    throw Error(ErrorKind::unavailable, fmt::format("verify --sanitizer: {}", here.reason.text()));
  SanitizerTable table;
  table.device = backend_status().device;
  table.driver = backend_status().driver;
  table.date = iso_time().substr(0, 10);
  table.command = options.command_line;
  table.sanitizer = sanitizer_version();
  std::vector<std::string> words = {own_path(), "verify"};
  words.insert(words.end(), options.kernels.begin(), options.kernels.end());
  words.emplace_back("--launch-sanitized");
  ProgressWatch watch("verify --sanitizer");
  table.rows = sanitized_rows(sanitized_launches(options.kernels), words, watch.progress());
  return table;
}

SanitizerTable read_sanitizer_table(const SanitizerOptions& options) {
  SanitizerTable table = sanitizer_table_from_csv(read_whole_file(options.recording), options.recording);
  const auto& kernels = options.kernels;
  if (!kernels.empty())
    std::erase_if(table.rows, [&](const SanitizedRow& row) {
      return std::find(kernels.begin(), kernels.end(), row.launch.kernel) == kernels.end();
    });
  if (table.rows.empty())
    throw Error(ErrorKind::usage,
                fmt::format("--recording {}: it holds no launch of these kernels.", options.recording));
  return table;
}

std::string told_and_found(const ComparedRow& row, std::size_t tool) {
  if (!row.row.told[tool]) return "not asked";
  const unsigned told = *row.row.told[tool];
  if (told == 0) return row.found[tool] ? "emulator alone" : "";
  return row.found[tool] ? fmt::format("both ({})", told) : fmt::format("GPU alone ({})", told);
}

std::string sanitizer_text(const SanitizerTable& table, const std::vector<ComparedRow>& rows) {
  Table text({{"kernel", true},
              {"fault", true},
              {"memcheck", true},
              {"racecheck", true},
              {"synccheck", true},
              {"initcheck", true}});
  std::vector<std::string> reasons;
  std::size_t unexplained = 0;
  for (const ComparedRow& row : rows) {
    const std::string& fault = row.row.launch.fault;
    text.add({row.row.launch.kernel, fault.empty() ? "none" : fault, told_and_found(row, 0), told_and_found(row, 1),
              told_and_found(row, 2), told_and_found(row, 3)});
    unexplained += !row.is_explained();
    for (std::size_t tool = 0; tool < kSanitizerToolCount; ++tool) {
      if (!row.differs(tool)) continue;
      const std::string_view why = row.reason(tool);
      const std::string line = fmt::format("{}, {}: {}\n", fault.empty() ? "no fault" : fault,
                                           kSanitizerTools[tool], why.empty() ? "no reason is known." : why);
      if (std::find(reasons.begin(), reasons.end(), line) == reasons.end()) reasons.push_back(line);
    }
  }
  std::string end;
  for (const std::string& reason : reasons) end += reason;
  return fmt::format(
      "{} (compute-sanitizer {}, {}) beside the emulator\n\n{}\n{}{}\n", table.device, table.sanitizer, table.date,
      text.text(), end,
      unexplained ? fmt::format("{} of {} launches differ, and nothing explains it.", unexplained, rows.size())
                  : fmt::format("All {} launches agree or show why.", rows.size()));
}

OrderedJson sanitizer_json(const ComparedRow& row) {
  const SanitizedLaunch& launch = row.row.launch;
  OrderedJson json = {{"kernel", launch.kernel},
                      {"fault", launch.fault.empty() ? OrderedJson(nullptr) : OrderedJson(launch.fault)},
                      {"n", launch.n},
                      {"block_dim", launch.block_dim},
                      {"coarse_factor", launch.coarse_factor},
                      {"explained", row.is_explained()}};
  for (std::size_t tool = 0; tool < kSanitizerToolCount; ++tool)
    json[std::string(kSanitizerTools[tool])] = {
        {"reported", row.row.told[tool] ? OrderedJson(*row.row.told[tool]) : OrderedJson(nullptr)},
        {"found", row.found[tool]},
        {"reason", row.differs(tool) ? OrderedJson(row.reason(tool)) : OrderedJson(nullptr)}};
  return json;
}

}  // namespace

int verify_sanitizer(const SanitizerOptions& options) {
  const SanitizerTable table = options.recording.empty() ? sanitize_here(options) : read_sanitizer_table(options);
  if (!options.output.empty()) write_whole_file(options.output, to_csv(table));
  std::vector<ComparedRow> rows;
  ProgressWatch watch("verify --sanitizer");
  for (const SanitizedRow& row : table.rows) {
    Progress part;  // its fraction is for one launch
    rows.push_back({row, emulated_verdict(row.launch, part)});
    watch.progress().check();
  }
  const bool passed =
      std::all_of(rows.begin(), rows.end(), [](const ComparedRow& row) { return row.is_explained(); });
  if (options.json) {
    OrderedJson launches = OrderedJson::array();
    for (const ComparedRow& row : rows) launches.push_back(sanitizer_json(row));
    print_json({{"device", table.device},
                {"driver", table.driver},
                {"kind", name_of(options.recording.empty() ? NumberKind::measured : NumberKind::recorded)},
                {"date", table.date},
                {"compute_sanitizer", table.sanitizer},
                {"passed", passed},
                {"launches", launches}});
  } else {
    std::cout << sanitizer_text(table, rows);
  }
  return passed ? 0 : 1;
}

int launch_sanitized(const std::vector<std::string>& kernels, const std::string& index) {
  const auto launches = sanitized_launches(kernels);
  const auto at = parse_size("--launch-sanitized", index, {.min = 0, .max = launches.size() - 1});
  Progress progress;
  RunRequest request = request_of(launches[at], progress);
  request.backend = BackendChoice::cuda;
  request.repeats = 0;
  try {
    run(request, progress);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::unavailable) throw;
  }
  return 0;
}

}  // namespace lanescope
