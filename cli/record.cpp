// lanescope record KERNEL... -o FILE: runs kernels with full detail, and writes a recording.
#include <fmt/format.h>

#include <iostream>

#include "cli/start_options.h"
#include "cli/subcommand.h"
#include "cli/watched_run.h"
#include "cli/words/launch_options.h"
#include "cli/words/run_json.h"
#include "cli/words/run_text.h"
#include "cli/words/say.h"
#include "engine/base/date.h"
#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/recording.h"
#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

struct RecordOptions {
  std::vector<std::string> kernels;
  LaunchOptions launch;
  std::string preset, path;
  bool json = false;
};

std::vector<std::string> traced_kernels() {
  std::vector<std::string> ids;
  for (const auto& info : reductions())
    if (info.traced()) ids.emplace_back(info.id);
  return ids;
}

/// The launches of a preset, on the requested back end.
std::vector<RunRequest> requests_of_preset(const RecordOptions& options) {
  if (!options.kernels.empty())
    throw Error(ErrorKind::usage, "--preset names its own kernels; give either the preset or kernels.");
  std::vector<RunRequest> requests = named_preset(options.preset).variants.requests;
  for (RunRequest& request : requests) {
    const RunRequest asked = options.launch.request(request.kernel, Detail::full);
    request.backend = asked.backend;
    request.repeats = asked.repeats;
  }
  return requests;
}

std::vector<RunRequest> recorded_requests(const RecordOptions& options, std::string& note) {
  if (!options.preset.empty()) return requests_of_preset(options);
  if (options.kernels.empty()) return options.launch.possible_requests(traced_kernels(), Detail::full, note);
  return options.launch.requests(options.kernels, Detail::full, note);
}

int do_record(const RecordOptions& options, const CommandContext& context) {
  if (options.path.empty())
    throw Error(ErrorKind::usage, "-o is missing; name the file to write, for example -o h200.lanescope.");
  for (const auto& kernel : options.kernels) require_trace(kernel);
  std::string note;
  const auto requests = recorded_requests(options, note);
  if (!note.empty()) say(note);
  std::vector<Run> runs;
  bool correct = true;
  for (const auto& request : requests) {
    auto& run = runs.emplace_back(run_watched(request));
    run.provenance.date = iso_time();
    run.provenance.command = context.command_line;
    correct &= run.result->correct;
    if (!run.result->correct)
      say(fmt::format("{}: its result {} is wrong; the reference is {}.", request.kernel, run.result->value,
                      run.result->reference));
  }
  save_recording(options.path, runs);
  if (options.json) {
    print_json({{"file", options.path},
                {"runs", runs.size()},
                {"device", runs[0].provenance.device},
                {"correct", correct}});
  } else {
    std::cout << fmt::format("{}: {} on {}\n", printable(options.path), count_with_noun(runs.size(), "run"),
                             runs[0].provenance.device);
  }
  return correct ? 0 : 1;
}

}  // namespace

Subcommand add_record(Arguments& program) {
  auto options = std::make_shared<RecordOptions>();
  Arguments command =
      program.add_subcommand("record", "Run kernels (all by default) and keep everything in a file");
  command.add_option("KERNEL", options->kernels,
                     "ids of kernels, see list (default every reduction that has a trace)");
  command.add_option("--preset", options->preset, "the launches of a comparison, by its name; see list");
  options->launch.add_to(command);
  options->launch.add_repeat(command);
  options->launch.add_block_index(command);
  command.add_option("-o,--output", options->path, "the file to write");
  command.add_flag("--json", options->json, "as JSON");
  return {command, [options](const CommandContext& context) { return do_record(*options, context); }};
}

}  // namespace lanescope
