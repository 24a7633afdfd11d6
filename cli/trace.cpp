// lanescope trace KERNEL: the steps of one block, and the totals of the grid. The result is left out unless it is
// asked for, because a trace alone takes no longer for a larger N.
#include <fmt/format.h>

#include <iostream>

#include "cli/subcommand.h"
#include "cli/watched_run.h"
#include "cli/words/launch_options.h"
#include "cli/words/roofline_words.h"
#include "cli/words/run_json.h"
#include "cli/words/run_text.h"
#include "engine/analysis/metric.h"
#include "engine/base/error.h"

namespace lanescope {
namespace {

struct TraceOptions {
  std::string kernel;
  LaunchOptions launch;
  bool json = false, csv = false, additions = false, result = false;
};

/// The steps as a table for other programs: the fields of the JSON, masks with blanks between.
std::string steps_csv(const Run& run) {
  const OrderedJson steps = block_json(run)["steps"];
  std::string out = "index,phase,stride,source_line";
  for (const Metric* metric : metrics_in(&Metric::in_step)) out += std::string(",") + metric->name;
  out += ",masks\n";
  for (const auto& step : steps) {
    std::string line;
    for (const auto& [name, value] : step.items()) {
      if (!line.empty()) line += ',';
      if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) line += (i ? " " : "") + value[i].get<std::string>();
      } else if (!value.is_null()) {
        line += value.is_string() ? value.get<std::string>() : value.dump();
      }
    }
    out += line + '\n';
  }
  return out;
}

/// Of a kernel that names no phases nobody knows how much it computes.
bool knows_operations(const Run& run) {
  return run.metrics.totals.knows_operations;
}

int act(const TraceOptions& options) {
  if (options.json && options.csv)
    throw Error(ErrorKind::usage, "--csv and --json exclude each other; choose one of them.");
  if (options.additions && options.csv)
    throw Error(ErrorKind::usage, "--csv holds only the steps; use --additions with --json, or by itself.");
  require_trace(options.kernel);
  std::vector<RunRequest> requests = {options.launch.request(options.kernel, Detail::full)};
  std::string note;
  options.launch.choose_launch(requests, note);
  // Additions may begin with what other blocks store.
  Run run = options.result || options.additions ? run_watched(requests.front()) : traces_watched(requests.front());
  if (!options.result) run.result.reset();
  if (options.json) {
    OrderedJson json = trace_json(run);
    json["roofline"] = knows_operations(run) ? roofline_json(run) : OrderedJson(nullptr);
    if (const OrderedJson additions = options.additions ? additions_json(run) : OrderedJson(); !additions.is_null())
      json["block"].update(additions);
    print_json(json);
  } else if (options.csv) {
    std::cout << steps_csv(run);
  } else {
    std::cout << fmt::format("{}: {}{}; {}\n", run.request.kernel, launch_text(run), looked_at_text(run),
                             provenance_text(run.provenance))
              << block_text(run) << '\n'
              << (options.additions ? additions_text(run) + '\n' : "") << totals_text(run) << '\n'
              << (knows_operations(run) ? roofline_text(run) + '\n' : "") << compiled_text(run)
              << printed_text(run);
  }
  return run.result && !run.result->correct ? 1 : 0;
}

}  // namespace

Subcommand add_trace(Arguments& program) {
  auto options = std::make_shared<TraceOptions>();
  Arguments command =
      program.add_subcommand("trace", "Who was active at each step of one block, and totals of the grid");
  command.add_option("KERNEL", options->kernel, "id of a kernel, see list");
  options->launch.add_to(command);
  options->launch.add_block_index(command);
  options->launch.add_launch(command);
  command.add_flag("--json", options->json, "as JSON");
  command.add_flag("--result", options->result, "also compute the result, its reference and its error");
  command.add_flag("--additions", options->additions, "also list every addition of the block, in order");
  command.add_flag("--csv", options->csv, "the steps as CSV");
  return {command, [options](const CommandContext&) { return act(*options); }};
}

}  // namespace lanescope
