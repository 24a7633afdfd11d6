// lanescope run KERNEL: the result beside the reference, and on a GPU the time.
#include <fmt/format.h>

#include <iostream>
#include <optional>

#include "cli/program.h"
#include "cli/subcommand.h"
#include "cli/watched_run.h"
#include "cli/words/launch_options.h"
#include "cli/words/run_json.h"
#include "cli/words/run_text.h"
#include "cli/words/table.h"
#include "engine/base/foreign_text.h"
#include "engine/base/number_text.h"
#include "engine/program_run.h"
#include "engine/request/catalogue.h"
#include "engine/request/parse.h"
#include "engine/session.h"

namespace lanescope {
namespace {

struct RunOptions {
  std::string kernel;
  LaunchOptions launch;
  std::string spread;
  bool json = false;
};

/// In the order of Judgement.
constexpr const char* kJudgementWords[] = {"correct", "correct", "unproven", "no digit right", "WRONG"};

/// "4.2e-08 (correct; rounding explains up to 1.0e-05: 87 additions in a row)", relative to the reference.
std::string judged_error_text(const Result& result) {
  const auto [error, bound] = distinct_texts(result.relative_error, result.error_bound);
  std::string judgement = kJudgementWords[static_cast<int>(judgement_of(result))];
  if (result.error_bound > 0) judgement += fmt::format("; rounding explains up to {}", bound);
  if (result.addition_depth > 0) {
    judgement += fmt::format(": {} addition{} in a row", grouped(static_cast<std::uint64_t>(result.addition_depth)),
                             result.addition_depth == 1 ? "" : "s");
  }
  return fmt::format("{} ({})", result.relative_error == 0 ? "exact" : error, judgement);
}

std::string spread_text(const Run& run, const Spread& spread) {
  if (run.provenance.backend != "cuda") return "none: here the order is fixed, and every run gives the same bits";
  if (spread.distinct == 1) return fmt::format("none: {} runs gave the same result", spread.runs);
  return fmt::format("{} different results in {} runs, from {} to {}", spread.distinct, spread.runs,
                     value_text(spread.min, run.request.type), value_text(spread.max, run.request.type));
}

std::string time_text(const Run& run) {
  const Timing& timing = *run.timing;
  return fmt::format("{:.2f} us ({}{}; median of {}; {:.2f} to {:.2f})", timing.time_us, words_of(timing.method),
                     kernel_info(run.request.kernel).own ? ", the kernel alone" : "", timing.repeats, timing.min_us,
                     timing.max_us);
}

std::string run_text(const Run& run, const std::optional<Spread>& spread) {
  const Result& result = *run.result;
  Table table({{run.request.kernel, true}, {launch_text(run), true}});
  table.add({"result", value_text(result.value, run.request.type)});
  if (const auto& p = result.point) {
    table.add({"point", fmt::format("({}, {}, {}), element {}", p->x, p->y, p->z, grouped(p->index))});
  }
  table.add({"reference", run.request.type == ElementType::float32
                              ? fmt::format("{:.10g}", result.reference)
                              : value_text(result.reference, run.request.type)});
  if (result.mean) table.add({"mean", fmt::format("{:.9g} (result / N)", *result.mean)});
  table.add({"error", judged_error_text(result)});
  if (spread) table.add({"spread", spread_text(run, *spread)});
  if (run.timing) {
    table.add({"time", time_text(run)});
    table.add({"bandwidth", fmt::format("{:.1f} GB/s", run.timing->bandwidth_gbps)});
    if (const auto gflops = shown_gflops(run.launch, *run.timing))
      table.add({"arithmetic", fmt::format("{:.1f} GFLOP/s", *gflops)});
  }
  if (run.recorded) {
    const auto& recorded = *run.recorded;
    table.add(
        {"recorded time", fmt::format("{} ({}; {})", timing_text(run.launch, recorded.timing),
                                      provenance_text(recorded.provenance), words_of(recorded.timing.method))});
  }
  table.add({"numbers", provenance_text(run.provenance)});
  return table.text();
}

/// What a user's kernel does may be right, and not what its result was judged as; or checks say what is wrong.
std::string judged_as_text(const Run& run) {
  const KernelInfo& kernel = kernel_info(run.request.kernel);
  if (!kernel.own || run.result->correct) return "";
  return fmt::format(
      "It was judged as {}; --as says what a kernel computes, and --as free judges nothing. 'lanescope "
      "check {}' looks for races and the like.\n",
      name_of(kernel.workload), printable(run.request.kernel));
}

/// Of a kernel of which nobody says what it computes.
int show_unjudged(const Run& run, bool json) {
  if (json)
    print_json(run.provenance.backend == "cuda" ? run_json(run) : trace_json(run));  // a GPU has no counts of it
  else
    std::cout << fmt::format("{}: {}; nothing is judged (--as free); {}\n", printable(run.request.kernel),
                             launch_text(run), provenance_text(run.provenance))
              << unjudged_launch_text(run.request) << (run.timing ? "time: " + time_text(run) + "\n" : "")
              << printed_text(run);
  return 0;
}

int do_run(const RunOptions& options, const CommandContext& context) {
  const RunRequest request = options.launch.request_of_any(options.kernel, Detail::none, context.program_words);
  if (is_program(request)) return show_program(request, options.json);
  constexpr SizeRange kSpreadRuns{2, 100'000};
  const auto spread_runs = options.spread.empty() ? 0 : parse_size("--spread", options.spread, kSpreadRuns);
  const Run run = run_watched(request);
  if (!run.result) return show_unjudged(run, options.json);
  std::optional<Spread> spread;
  if (spread_runs > 0) {
    ProgressWatch watch("spread");
    spread = spread_of(run, static_cast<unsigned>(spread_runs), watch.progress());
  }
  if (options.json) {
    OrderedJson json = run_json(run);
    if (spread) json["spread"] = spread_json(*spread);
    print_json(json);
  } else {
    std::cout << run_text(run, spread) << judged_as_text(run) << printed_text(run);
  }
  return run.result->correct ? 0 : 1;
}

}  // namespace

Subcommand add_run(Arguments& program) {
  auto options = std::make_shared<RunOptions>();
  Arguments command =
      program.add_subcommand("run", "One kernel: result, reference, error; on a GPU also time and GB/s");
  command.add_option(
      "KERNEL", options->kernel,
      "id of a kernel, see list; FILE.cu, FILE.cu:KERNEL, or FILE.cu:FUNCTION of the host that launches kernels");
  options->launch.add_to(command);
  options->launch.add_repeat(command);
  options->launch.add_main(command);
  options->launch.add_fault(command);
  command.add_option("--spread", options->spread,
                     "compare the results of this many more runs on a GPU: 2 to 100000 (default none)");
  command.add_flag("--json", options->json, "as JSON");
  return {command, [options](const CommandContext& context) { return do_run(*options, context); }};
}

}  // namespace lanescope
