// lanescope compare KERNEL KERNEL...: one row per kernel. Also what the program does if no window can open.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "cli/start_options.h"
#include "cli/subcommand.h"
#include "cli/watched_run.h"
#include "cli/window_port.h"
#include "cli/words/launch_options.h"
#include "cli/words/run_json.h"
#include "cli/words/run_text.h"
#include "cli/words/say.h"
#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"

namespace lanescope {
namespace {

struct CompareOptions {
  std::vector<std::string> kernels;
  std::string preset;
  LaunchOptions launch;
  bool json = false;
};

/// The fields of `run`, and those of `trace` that fit into one row.
OrderedJson row_json(const Run& run) {
  OrderedJson json = run_json(run);
  const BlockMetrics* block = run.trace ? &run.metrics.block : nullptr;
  json["steps"] = block ? OrderedJson(block->steps.size()) : OrderedJson(nullptr);
  json.update(block_metrics_json(block));
  json["totals"] = run.trace ? totals_json(run.metrics.totals) : OrderedJson(nullptr);
  if (run.trace && run.launches.size() > 1) json["all_launches"] = totals_json(totals_of_all(run));
  return json;
}

bool all_correct(const std::vector<Run>& runs) {
  return std::all_of(runs.begin(), runs.end(), [](const Run& run) { return !run.result || run.result->correct; });
}

std::string explained_comparison(const std::vector<Run>& runs) {
  const auto same =
      std::find_if(runs.begin(), runs.end(), [](const Run& run) { return run.provenance.backend != "host"; });
  const Run& shown = same == runs.end() ? runs.front() : *same;
  std::string text = fmt::format("{}; {}\n\n{}\nsteps and barriers: of block {}; the others: of the whole grid\n",
                                 input_text(shown.request), provenance_text(shown.provenance),
                                 comparison_text(runs), shown.metrics.block.index);
  for (const Run& run : runs)
    if (run.launches.size() > 1) text += fmt::format("{}{}\n", run.request.kernel, looked_at_text(run));
  for (const Run& run : runs) text += unjudged_launch_text(run.request);
  for (const Run& run : runs)
    if (run.timing && kernel_info(run.request.kernel).own)
      text += fmt::format(
          "{}: its time is that of the kernel alone; a kernel of the program is timed with all that its result "
          "takes\n",
          printable(run.request.kernel));
  return text;
}

/// Beside a user's kernel all rows are emulated, unless a GPU is asked for; there a user's kernel has a result and
/// a time alone, as a library has.
void keep_to_one_machine(std::vector<RunRequest>& requests) {
  const auto is_own = [](const RunRequest& request) { return kernel_info(request.kernel).own != nullptr; };
  if (std::none_of(requests.begin(), requests.end(), is_own)) return;
  for (RunRequest& request : requests) {
    if (request.backend == BackendChoice::automatic) request.backend = BackendChoice::emulator;
    if (request.backend == BackendChoice::cuda && is_own(request)) request.detail = Detail::none;
  }
}

/// The named kernels with the same launch options, or those of a preset with the preset's launches.
std::vector<RunRequest> requests_of(const CompareOptions& options) {
  if (!options.preset.empty()) {
    if (!options.kernels.empty())
      throw Error(ErrorKind::usage, "--preset brings its own kernels; leave KERNEL out, or the preset.");
    auto requests = named_preset(options.preset).variants.requests;
    std::string note;
    options.launch.choose_launch(requests, note);
    if (!note.empty()) say(note);
    return requests;
  }
  if (options.kernels.empty())
    throw Error(ErrorKind::usage, "KERNEL is missing; name one kernel or more (see lanescope list).");
  std::string note;
  auto requests = options.launch.requests(options.kernels, Detail::full, note);
  options.launch.choose_launch(requests, note);
  if (!note.empty()) say(note);
  keep_to_one_machine(requests);
  return requests;
}

int do_compare(const CompareOptions& options) {
  const auto requests = requests_of(options);
  std::vector<Run> runs;
  for (const auto& request : requests) runs.push_back(run_watched(request));
  if (options.json) {
    auto rows = OrderedJson::array();
    for (const auto& run : runs) rows.push_back(row_json(run));
    print_json(rows);
  } else {
    std::cout << explained_comparison(runs);
  }
  return all_correct(runs) ? 0 : 1;
}

}  // namespace

Subcommand add_compare(Arguments& program) {
  auto options = std::make_shared<CompareOptions>();
  Arguments command = program.add_subcommand("compare", "Several kernels on one input: one row per kernel");
  command.add_option("KERNEL", options->kernels, "ids of kernels, see list");
  command.add_option("--preset", options->preset, "a comparison by its name, instead of kernels; see list");
  options->launch.add_to(command);
  options->launch.add_repeat(command);
  options->launch.add_launch(command);
  command.add_flag("--json", options->json, "as JSON");
  return {command, [options](const CommandContext&) { return do_compare(*options); }};
}

int open_or_draw_window(const CommandContext& context, const StartOptions& start) {
  auto session = start.session();
  auto lesson = start.opened_lesson();
  const std::string own = start.own_file();
  if (context.port.has_display()) return context.port.open(std::move(session), std::move(lesson), own);
  if (!own.empty())
    throw Error(
        ErrorKind::unavailable,
        fmt::format("there is no display to open a window on; `lanescope run {}` runs it.", printable(own)));
  constexpr const char* kPicture = "lanescope.png";
  const bool draws = context.port.can_draw();
  say(draws ? "there is no display to open a window on; here is the ladder on the default input."
            : "this build has no window; here is the ladder on the default input.");
  std::vector<Run> runs;
  for (const auto& kernel : reductions()) {
    RunRequest request;
    request.kernel = kernel.id;
    request.detail = kernel.traced() ? Detail::full : Detail::none;
    if (refusal_here(request)) continue;  // kernels of one block or one thread cannot take the default N
    runs.push_back(run_watched(request));
  }
  std::cout << explained_comparison(runs);
  if (draws) {
    Model model(ViewState{});
    if (session) model.open(std::move(*session));
    model.finish_run();
    model.handle(StepTo{model.frames()});
    context.port.draw_window(model, 1600, 900, kPicture);
    say(std::string("the window as a picture: ") + kPicture);
  }
  return all_correct(runs) ? 0 : 1;
}

}  // namespace lanescope
