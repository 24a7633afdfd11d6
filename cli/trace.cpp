// lanescope trace KERNEL: the steps of one block, and the totals of the grid. The result is left out unless it is
// asked for, because a trace alone takes no longer for a larger N.
#include <fmt/format.h>

#include <iostream>

#include "cli/program.h"
#include "cli/subcommand.h"
#include "cli/watched_run.h"
#include "cli/words/launch_options.h"
#include "cli/words/roofline_words.h"
#include "cli/words/run_json.h"
#include "cli/words/run_text.h"
#include "cli/words/say.h"
#include "engine/analysis/metric.h"
#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/program_run.h"
#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

struct TraceOptions {
  std::string kernel;
  LaunchOptions launch;
  bool json = false, csv = false, additions = false, result = false;
};

/// Of a kernel that names no phases nobody knows how much it computes.
bool knows_operations(const Run& run) {
  return run.metrics.totals.knows_operations;
}

/// A GPU does not record what a user's kernel does.
void keep_trace_emulated(RunRequest& request) {
  if (!kernel_info(request.kernel).own || request.backend != BackendChoice::cuda) return;
  request.backend = BackendChoice::emulator;
  say(fmt::format(
      "--backend cuda: the trace of an own kernel is emulated; `lanescope run {} --backend cuda` has its result "
      "and time.",
      printable(request.kernel)));
}

int do_trace(const TraceOptions& options, const CommandContext& context) {
  if (options.json && options.csv)
    throw Error(ErrorKind::usage, "--csv and --json exclude each other; choose one of them.");
  if (options.additions && options.csv)
    throw Error(ErrorKind::usage, "--csv holds only the steps; use --additions with --json, or by itself.");
  require_trace(options.kernel);
  std::vector<RunRequest> requests = {
      options.launch.request_of_any(options.kernel, Detail::full, context.program_words)};
  if (is_program(requests.front()))
    return show_program_launch(requests.front(), options.csv    ? ProgramForm::csv
                                                 : options.json ? ProgramForm::json
                                                                : ProgramForm::text);
  std::string note;
  options.launch.choose_launch(requests, note);
  keep_trace_emulated(requests.front());
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
              << unjudged_launch_text(run.request) << block_text(run) << '\n'
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
  command.add_option(
      "KERNEL", options->kernel,
      "id of a kernel, see list; FILE.cu, FILE.cu:KERNEL, or FILE.cu:FUNCTION of the host that launches kernels");
  options->launch.add_to(command);
  options->launch.add_block_index(command);
  options->launch.add_launch(command);
  options->launch.add_main(command);
  options->launch.add_fault(command);
  command.add_flag("--json", options->json, "as JSON");
  command.add_flag("--result", options->result, "also compute the result, its reference and its error");
  command.add_flag("--additions", options->additions, "also list every addition of the block, in order");
  command.add_flag("--csv", options->csv, "the steps as CSV");
  return {command, [options](const CommandContext& context) { return do_trace(*options, context); }};
}

}  // namespace lanescope
