// lanescope run KERNEL: the result beside the reference, and on a GPU the time.
#include <fmt/format.h>

#include <iostream>

#include "cli/command.h"
#include "cli/launch_options.h"
#include "cli/run_json.h"
#include "cli/run_text.h"
#include "cli/table.h"
#include "cli/watched_run.h"

namespace lanescope {
namespace {

struct Options {
  std::string kernel;
  LaunchOptions launch;
  bool json = false;
};

std::string run_text(const Run& run) {
  const bool whole = run.request.type == ElementType::int32;
  Table table({{run.request.kernel, true}, {launch_text(run), true}});
  table.add({"result", value_text(run.result.value, whole)});
  table.add(
      {"reference", whole ? value_text(run.result.reference, true) : fmt::format("{:.10g}", run.result.reference)});
  std::string judgement = run.result.correct ? "correct" : "WRONG";
  if (run.result.error_bound > 0)
    judgement += fmt::format("; rounding explains up to {:.1e}", run.result.error_bound);
  table.add({"error", fmt::format("{} ({})", error_text(run.result.relative_error), judgement)});
  if (run.timing) {
    table.add({"time", fmt::format("{:.2f} us (median of {}; {:.2f} to {:.2f})", run.timing->time_us,
                                   run.timing->repeats, run.timing->min_us, run.timing->max_us)});
    table.add({"bandwidth", fmt::format("{:.1f} GB/s", run.timing->bandwidth_gbps)});
  }
  if (run.recorded) {
    const auto& recorded = *run.recorded;
    table.add({"recorded time", fmt::format("{:.2f} us, {:.1f} GB/s ({})", recorded.timing.time_us,
                                            recorded.timing.bandwidth_gbps, provenance_text(recorded.provenance))});
  }
  table.add({"numbers", provenance_text(run.provenance)});
  return table.text();
}

int act(const Options& options) {
  const Run run = run_watched(options.launch.request(options.kernel, Detail::none));
  if (options.json) {
    print_json(run_json(run));
  } else {
    std::cout << run_text(run);
  }
  return run.result.correct ? 0 : 1;
}

}  // namespace

Command add_run(CLI::App& parent) {
  auto options = std::make_shared<Options>();
  auto* app = parent.add_subcommand("run", "One kernel: result, reference, error; on a GPU time and GB/s");
  app->add_option("KERNEL", options->kernel, "id of a kernel, see list");
  options->launch.add_to(*app);
  options->launch.add_repeat(*app);
  app->add_flag("--json", options->json, "as JSON");
  return {app, [options](const CommandContext&) { return act(*options); }};
}

}  // namespace lanescope
