// lanescope replay FILE [KERNEL...]: what a recording holds.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/command.h"
#include "cli/run_json.h"
#include "cli/run_text.h"
#include "engine/core/error.h"
#include "engine/recording.h"

namespace lanescope {
namespace {

struct Options {
  std::string path;
  std::vector<std::string> kernels;
  bool json = false;
};

/// The runs of the kernels that were named, or all of them.
std::vector<Run> chosen(std::vector<Run> runs, const Options& options) {
  std::vector<std::string> held;
  for (const auto& run : runs)
    if (std::find(held.begin(), held.end(), run.request.kernel) == held.end()) held.push_back(run.request.kernel);
  for (const auto& kernel : options.kernels)
    if (std::find(held.begin(), held.end(), kernel) == held.end())
      throw Error(ErrorKind::usage, fmt::format("KERNEL '{}': {} does not hold it; it holds {}.", kernel,
                                                options.path, fmt::join(held, ", ")));
  if (!options.kernels.empty())
    std::erase_if(runs, [&](const Run& run) {
      return std::find(options.kernels.begin(), options.kernels.end(), run.request.kernel) == options.kernels.end();
    });
  return runs;
}

OrderedJson recording_json(const std::vector<Run>& runs, const std::string& path) {
  const auto& from = runs[0].provenance;
  OrderedJson json = {{"file", path},      {"device", from.device},   {"driver", from.driver},
                      {"date", from.date}, {"command", from.command}, {"runs", OrderedJson::array()}};
  for (const auto& run : runs) {
    auto& object = json["runs"].emplace_back(run_json(run));
    if (!run.trace) continue;
    object["block"] = block_json(run);
    object["totals"] = totals_json(run.metrics.totals);
  }
  return json;
}

std::string recording_text(const std::vector<Run>& runs, const std::string& path) {
  const auto& from = runs[0].provenance;
  std::string text =
      fmt::format("{}: {} runs, {}{}\nby {}\n\n{}", path, runs.size(), provenance_text(from),
                  from.driver.empty() ? "" : ", driver " + from.driver, from.command, comparison_text(runs));
  for (const auto& run : runs) {
    text += fmt::format("\n{}: {}; {}\n", run.request.kernel, launch_text(run), provenance_text(run.provenance));
    if (run.timing)
      text += fmt::format("{:.2f} us (median of {}; {:.2f} to {:.2f}), {:.1f} GB/s\n", run.timing->time_us,
                          run.timing->repeats, run.timing->min_us, run.timing->max_us, run.timing->bandwidth_gbps);
    if (run.trace) text += block_text(run);
  }
  return text;
}

int act(const Options& options) {
  if (options.path.empty())
    throw Error(ErrorKind::usage, "FILE is missing; name a recording, as in recordings/h200.lanescope.");
  const auto runs = chosen(load_recording(options.path), options);
  if (runs.empty()) throw Error(ErrorKind::usage, options.path + ": the recording holds no runs.");
  if (options.json) {
    print_json(recording_json(runs, options.path));
  } else {
    std::cout << recording_text(runs, options.path);
  }
  return 0;
}

}  // namespace

Command add_replay(CLI::App& parent) {
  auto options = std::make_shared<Options>();
  auto* app = parent.add_subcommand("replay", "What a recording holds: device, date, times, traces");
  app->add_option("FILE", options->path, "a file that record wrote");
  app->add_option("KERNEL", options->kernels, "only these kernels");
  app->add_flag("--json", options->json, "as JSON");
  return {app, [options](const CommandContext&) { return act(*options); }};
}

}  // namespace lanescope
