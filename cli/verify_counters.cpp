#include "cli/verify_counters.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>

#include "cli/build_words.h"
#include "cli/watched_run.h"
#include "cli/words/run_json.h"
#include "cli/words/say.h"
#include "cli/words/table.h"
#include "engine/base/date.h"
#include "engine/base/whole_file.h"
#include "engine/counters/comparison.h"
#include "engine/counters/counter_table.h"
#include "engine/counters/ncu_csv.h"
#include "engine/counters/ncu_process.h"
#include "engine/counters/reasons.h"
#include "engine/session.h"
#include "engine/workload/matrices.h"

namespace lanescope {
namespace {

/// Adds to ncu's failure that there is no GPU, if so.
NcuOutput run_under_ncu(const std::vector<std::string>& arguments) {
  try {
    return run_ncu(arguments);
  } catch (const Error& error) {
    const auto& gpu = backend_status();
    if (gpu.cuda_available) throw;
    throw Error(ErrorKind::unavailable, fmt::format("{} Also, {}", error.what(), gpu.reason.text()));
  }
}

CounterTable count_here(const CounterOptions& options) {
  const auto requests = counted_requests(options.kernels, options.few);
  const std::string program = own_path();
  std::vector<std::string> child = {program, "verify", "--launch-counted"};
  if (options.few) child.emplace_back("--few");
  child.insert(child.end(), options.kernels.begin(), options.kernels.end());
  const NcuOutput ncu = run_under_ncu(child);
  ProgressWatch watch("verify --counters");
  const auto counted = parse_ncu_csv(ncu.csv);
  CounterTable table;
  table.device = counted[0].device;
  table.driver = backend_status().driver;
  table.date = iso_time().substr(0, 10);
  table.command = options.command_line;
  table.ncu = ncu.version;
  table.compiler = kCudaCompiler;
  table.rows = compare_counters(counted_launches(requests), counted, machine_code_of(program), watch.progress());
  return table;
}

CounterTable read_recording(const CounterOptions& options) {
  std::ifstream file(options.recording, std::ios::binary);
  if (!file)
    throw Error(ErrorKind::usage, fmt::format("--recording {}: the file cannot be read.", options.recording));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  CounterTable table = counter_table_from_csv(text, options.recording);
  const auto& kernels = options.kernels;
  if (!kernels.empty())
    std::erase_if(table.rows, [&](const CounterRow& row) {
      return std::find(kernels.begin(), kernels.end(), row.kernel) == kernels.end();
    });
  if (table.rows.empty())
    throw Error(ErrorKind::usage,
                fmt::format("--recording {}: it holds no launch of these kernels.", options.recording));
  ProgressWatch watch("verify --counters");
  emulate_rows(table, watch.progress());
  return table;
}

std::string row_text(const CounterRow& row) {
  const bool tiles = row.tile_width > 0;
  return fmt::format("{} --n {} --{} {} --coarse {} (grid {}{})", row.kernel,
                     tiles ? matrices_text(row) : std::to_string(row.n), tiles ? "tile" : "block",
                     tiles ? row.tile_width : row.block_dim, row.coarse_factor, row.grid_dim,
                     row.pass > 0 ? fmt::format(", launch {}", row.pass + 1) : "");
}

/// One row per kernel: how many totals were compared, and with which result.
struct KernelSummary {
  std::string kernel;
  std::uint64_t launches = 0, totals = 0, equal = 0, explained = 0, unexplained = 0;
  const CounterRow* example = nullptr;  ///< the first launch that differs
};

std::vector<KernelSummary> summaries(const std::vector<CounterRow>& rows) {
  std::vector<KernelSummary> all;
  for (const auto& row : rows) {
    auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.kernel == row.kernel; });
    if (found == all.end()) {
      all.push_back({.kernel = row.kernel});
      found = all.end() - 1;
    }
    std::uint64_t equal = 0;
    for (const Metric* total : counter_totals()) equal += row.counted[total->name] == row.emulated[total->name];
    found->launches += 1;
    found->totals += counter_totals().size();
    found->equal += equal;
    (row.unexplained ? found->unexplained : found->explained) += counter_totals().size() - equal;
    if (!row.equal() && (!found->example || (row.unexplained && !found->example->unexplained)))
      found->example = &row;
  }
  return all;
}

std::string counters_text(const CounterTable& table) {
  const auto all = summaries(table.rows);
  Table text({{"kernel", true}, {"launches"}, {"totals"}, {"equal"}, {"explained"}, {"unexplained"}});
  std::string examples;
  for (const auto& one : all) {
    text.add({one.kernel, grouped(one.launches), grouped(one.totals), grouped(one.equal), grouped(one.explained),
              grouped(one.unexplained)});
    if (one.example) examples += fmt::format("{}\n  {}.\n", row_text(*one.example), reason_text(*one.example));
  }
  return fmt::format(
      "{} (driver {}, {}, {}, ncu {}) beside the emulator\n\n{}\n"
      "The first launch of each kernel where they differ:\n\n{}",
      table.device, table.driver, table.compiler, table.date, table.ncu, text.text(),
      examples.empty() ? "none\n" : examples);
}

OrderedJson counters_json(const CounterRow& row) {
  OrderedJson json = {{"kernel", row.kernel},
                      {"combining", name_of(row.combining)},
                      {"pass", row.pass},
                      {"n", row.n},
                      {"grid_dim", row.grid_dim},
                      {"block_dim", row.block_dim},
                      {"coarse_factor", row.coarse_factor}};
  if (row.tile_width > 0) {
    json["matrices"] = listed(shape_of(row), row.matrices);
    json["tile_width"] = row.tile_width;
  }
  for (const Metric* total : counter_totals())
    json["totals"][total->name] = {{"counted", row.counted[total->name]}, {"emulated", row.emulated[total->name]}};
  json["steps"] = OrderedJson::array();
  for (const auto& site : row.sites)
    json["steps"].push_back(
        {{"step_line", site.step_line}, {"form", name_of(site.form)}, {"divergent_branches", site.divergent}});
  json["equal"] = row.equal();
  json["explained"] = row.equal() || !row.unexplained;
  json["reason"] = row.reasons.empty() ? OrderedJson(nullptr) : OrderedJson(reason_text(row));
  return json;
}

OrderedJson counters_json(const CounterTable& table, NumberKind kind, std::size_t unexplained) {
  OrderedJson json = {{"device", table.device},    {"driver", table.driver},     {"kind", name_of(kind)},
                      {"date", table.date},        {"compiler", table.compiler}, {"ncu", table.ncu},
                      {"passed", unexplained == 0}};
  json["launches"] = OrderedJson::array();
  for (const auto& row : table.rows) json["launches"].push_back(counters_json(row));
  return json;
}

}  // namespace

int launch_counted(const std::vector<std::string>& kernels, bool few) {
  const auto requests = counted_requests(kernels, few);
  ProgressWatch watch("counting");
  std::size_t done = 0;
  for (const auto& request : requests) {
    Progress part;
    if (!run(request, part).result->correct)
      throw Error(ErrorKind::failed, fmt::format("the result of {} --n {} --block {} is wrong.", request.kernel,
                                                 request.n, request.block_dim));
    watch.progress().set_fraction(static_cast<double>(++done) / static_cast<double>(requests.size()));
    watch.progress().check();
  }
  return 0;
}

int verify_counters(const CounterOptions& options) {
  if (options.json && options.csv)
    throw Error(ErrorKind::usage, "--csv and --json exclude each other; choose one of them.");
  const bool counts = options.recording.empty();
  const CounterTable table = counts ? count_here(options) : read_recording(options);
  if (!options.output.empty()) write_whole_file(options.output, to_csv(without_repeats(table)));
  std::size_t unexplained = 0;
  for (const auto& row : table.rows) {
    unexplained += row.unexplained;
    if (row.unexplained) say(fmt::format("{}: {}.", row_text(row), reason_text(row)));
  }
  if (options.json) {
    print_json(counters_json(table, counts ? NumberKind::measured : NumberKind::recorded, unexplained));
  } else if (options.csv) {
    std::cout << to_csv(table, ReasonForm::english);
  } else {
    std::cout << counters_text(table) << '\n'
              << (unexplained
                      ? fmt::format("{} of {} launches differ without a reason.\n", unexplained, table.rows.size())
                      : fmt::format("All {} launches agree, or show why they differ.\n", table.rows.size()));
  }
  return unexplained ? 1 : 0;
}

}  // namespace lanescope
