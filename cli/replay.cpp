// lanescope replay FILE [KERNEL...]: what a recording holds.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/subcommand.h"
#include "cli/words/run_json.h"
#include "cli/words/run_text.h"
#include "cli/words/table.h"
#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/base/whole_file.h"
#include "engine/emulator/emulator.h"
#include "engine/input/input.h"
#include "engine/recorded/recorded_sweep.h"
#include "engine/recording.h"
#include "engine/request/catalogue.h"
#include "engine/request/parse.h"
#include "engine/session.h"

namespace lanescope {
namespace {

struct ReplayOptions {
  std::string path;
  std::vector<std::string> kernels;
  bool json = false, additions = false;
};

/// The runs of the kernels that were named, or all of them.
std::vector<Run> chosen(std::vector<Run> runs, const ReplayOptions& options) {
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

/// The order of additions follows from launch and input, so it is not in the file: the emulator computes it again.
void add_trees(std::vector<Run>& runs) {
  for (auto& run : runs) {
    Progress progress;
    run = with_trees(std::move(run), progress);
  }
}

OrderedJson recording_json(const std::vector<Run>& runs, const std::string& path) {
  const auto& from = runs[0].provenance;
  OrderedJson json = {{"file", path},      {"device", from.device},   {"driver", from.driver},
                      {"date", from.date}, {"command", from.command}, {"runs", OrderedJson::array()}};
  for (const auto& run : runs) {
    auto& object = json["runs"].emplace_back(run_json(run));
    if (!run.trace) continue;
    object["block"] = block_json(run);
    if (run.tree) object["block"].update(additions_json(run));
    object["totals"] = totals_json(run.metrics.totals);
  }
  return json;
}

std::string recording_text(const std::vector<Run>& runs, const std::string& path) {
  const auto& from = runs[0].provenance;
  std::string text = fmt::format("{}: {}, {}{}\nby {}\n\n{}", printable(path), count_with_noun(runs.size(), "run"),
                                 provenance_text(from), from.driver.empty() ? "" : ", driver " + from.driver,
                                 from.command, comparison_text(runs));
  for (const auto& run : runs) {
    text += fmt::format("\n{}: {}{}; {}\n", run.request.kernel, launch_text(run), looked_at_text(run),
                        provenance_text(run.provenance));
    if (run.timing)
      text += fmt::format("{:.2f} us ({}; median of {}; {:.2f} to {:.2f}), {:.1f} GB/s\n", run.timing->time_us,
                          words_of(run.timing->method), run.timing->repeats, run.timing->min_us, run.timing->max_us,
                          run.timing->bandwidth_gbps);
    if (run.trace) text += block_text(run);
    if (run.tree) text += '\n' + additions_text(run);
  }
  return text;
}

bool is_wanted(const SweepTime& time, const ReplayOptions& options) {
  const auto& names = options.kernels;
  return names.empty() || std::find(names.begin(), names.end(), time.kernel) != names.end();
}

int show_sweep(const RecordedSweep& sweep, const ReplayOptions& options) {
  const auto& from = sweep.provenance;
  Table table({{"kernel", true},
               {"N"},
               {"block"},
               {"coarse"},
               {"grid"},
               {"combine", true},
               {"time us"},
               {"least"},
               {"most"}});
  OrderedJson json = {{"file", options.path},
                      {"kind", name_of(from.kind)},
                      {"device", from.device},
                      {"driver", from.driver},
                      {"date", from.date},
                      {"command", from.command},
                      {"method", name_of(TimeMethod::graph_cold)},
                      {"op", name_of(sweep.op)},
                      {"type", name_of(sweep.type)},
                      {"times", OrderedJson::array()}};
  for (const auto& time : sweep.times) {
    if (!is_wanted(time, options)) continue;
    const auto& launch = time.launch;
    const Shape shape = facts_of(kernel_info(time.kernel).workload).shape;
    table.add({time.kernel, launch.tile_width > 0 ? matrix_text(shape, launch.matrices) : size_text(launch.n),
               std::to_string(launch.block_dim), std::to_string(launch.coarse_factor), grouped(launch.grid_dim),
               std::string(name_of(launch.combining)), fmt::format("{:.2f}", time.time_us),
               fmt::format("{:.2f}", time.min_us), fmt::format("{:.2f}", time.max_us)});
    json["times"].push_back({{"kernel", time.kernel},
                             {"n", launch.n},
                             {"block_dim", launch.block_dim},
                             {"coarse_factor", launch.coarse_factor},
                             {"grid_dim", launch.grid_dim},
                             {"combining", name_of(launch.combining)},
                             {"time_us", time.time_us},
                             {"min_us", time.min_us},
                             {"max_us", time.max_us},
                             {"repeats", time.repeats}});
    if (launch.tile_width > 0) {
      json["times"].back()["matrices"] = listed(shape, launch.matrices);
      json["times"].back()["tile_width"] = launch.tile_width;
    }
  }
  if (options.json) {
    print_json(json);
  } else {
    std::cout << fmt::format("{}: {} of {}, {}, driver {}\nby {}\n\n{}", printable(options.path), name_of(sweep.op),
                             name_of(sweep.type), provenance_text(from), from.driver, from.command, table.text());
  }
  return 0;
}

int do_replay(const ReplayOptions& options) {
  if (options.path.empty())
    throw Error(ErrorKind::usage,
                "FILE is missing; name a recording, for example recordings/h200_ladder.lanescope.");
  const std::string bytes = read_whole_file(options.path);
  if (bytes.starts_with(kSweepFormat.magic)) return show_sweep(decode_sweep(bytes, options.path), options);
  auto runs = chosen(decode_recording(bytes, options.path), options);
  if (options.additions) add_trees(runs);
  if (runs.empty()) throw Error(ErrorKind::usage, options.path + ": the recording holds no runs.");
  if (options.json) {
    print_json(recording_json(runs, options.path));
  } else {
    std::cout << recording_text(runs, options.path);
  }
  return 0;
}

}  // namespace

Subcommand add_replay(Arguments& program) {
  auto options = std::make_shared<ReplayOptions>();
  Arguments command = program.add_subcommand("replay", "What a recording holds: device, date, times, traces");
  command.add_option("FILE", options->path, "a file that record wrote");
  command.add_option("KERNEL", options->kernels, "only these kernels");
  command.add_flag("--additions", options->additions, "also list every addition of each block, in order");
  command.add_flag("--json", options->json, "as JSON");
  return {command, [options](const CommandContext&) { return do_replay(*options); }};
}

}  // namespace lanescope
