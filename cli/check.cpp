// lanescope check FILE.cu: what a kernel does wrong, looked for at every access. Exit code 1 if that is anything.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/program.h"
#include "cli/subcommand.h"
#include "cli/watched_run.h"
#include "cli/words/launch_options.h"
#include "cli/words/run_json.h"
#include "cli/words/run_text.h"
#include "cli/words/say.h"
#include "engine/base/foreign_text.h"
#include "engine/check/fault.h"
#include "engine/check/guessed_workload.h"
#include "engine/check/listed_kernel.h"
#include "engine/check/remark.h"
#include "engine/check/schedules.h"
#include "engine/program_run.h"
#include "engine/request/catalogue.h"
#include "engine/request/parse.h"
#include "engine/source/arguments.h"
#include "engine/source/own_source.h"

namespace lanescope {
namespace {

struct CheckOptions {
  std::string kernel;
  LaunchOptions launch;
  std::string schedules;
  bool json = false;
};

/// The lines that a fault changed, as a diff.
std::string fault_text(const std::string& kernel) {
  const PutFault* put = put_fault(kernel);
  if (!put) return {};
  std::string text = fmt::format("{}: {}\n", put->fault->name, put->fault->about);
  for (const LineEdit& edit : put->edits)
    text += fmt::format("  {}\n- {}\n+ {}\n", edit.line > 0 ? fmt::format("line {}", edit.line) : "the host",
                        printable(edit.before), printable(edit.after));
  return text;
}

std::string findings_text(const Run& run) {
  const RunRequest& request = run.request;
  const std::vector<Finding>& findings = run.findings;
  const std::size_t refused = run.refused_launches.size();
  std::string text = fault_text(request.kernel);
  text += fmt::format("{}: {}{}{}\n", printable(request.kernel),
                      findings.empty() ? "no finding" : count_with_noun(mistakes_of(findings).size(), "finding"),
                      refused > 0 ? ", refused: " + count_with_noun(refused, "call") : "",
                      is_checked_in_part(run) ? ", and the check is partial" : "");
  text += finding_lines(findings) + unjudged_launch_text(request);
  Progress progress;
  const bool is_guess = request.own.is_settled && is_free(kernel_info(request.kernel));
  const auto has = [&](FindingKind kind) {
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& one) { return one.kind == kind; });
  };
  if (is_guess && has(FindingKind::bounds) && follows_its_input(request, progress))
    text += std::string(kFollowsItsInput) + "\n";
  else if (is_guess && std::any_of(findings.begin(), findings.end(), may_move) &&
           finding_that_moves(request, progress))
    text += std::string(kMovesWithItsInput) + "\n";
  else if (is_guess && has(FindingKind::bounds) && shared_index_follows_numbers(request, progress))
    text += std::string(kFollowsItsNumbers) + "\n";
  return text;
}

/// The findings, and what else makes the exit code 1 or the check a partial one.
OrderedJson check_json(const Run& run) {
  OrderedJson list = OrderedJson::array();
  for (const Finding& finding : run.findings) {
    list.push_back(finding_json(finding));
    add_fault(list.back(), run.request.kernel);
  }
  for (const OrderedJson& call : refused_calls_json(run)) list.push_back(call);
  if (is_checked_in_part(run)) list.push_back(checked_part_json(run));
  return list;
}

/// With the plain CUDA of a kernel of this program, its findings name lines of that.
Run checked_run(RunRequest request) {
  request.own.checks = true;
  if (kernel_info(request.kernel).own) return run_watched(request);
  Progress progress;
  return run_watched(listed_request(request, nullptr, progress));
}

/// Whether what was checked is a kernel alone of a file that has a program, too.
bool has_main_beside(const Run& run) {
  const auto& own = kernel_info(run.request.kernel).own;
  return own && !own->is_program && !own->like && own_file_of(own->file_name, own->text).has_main;
}
constexpr const char* kHasMain =
    "The file has a main(), too: with --main all that it launches is checked, with its own sizes.";

int act_on_check(const CheckOptions& options, const CommandContext& context) {
  constexpr SizeRange kSchedules{1, 100'000};
  const auto schedules = options.schedules.empty() ? 0 : parse_size("--schedules", options.schedules, kSchedules);
  const RunRequest asked = options.launch.request_of_any(options.kernel, Detail::none, context.program_words);
  Run run = checked_run(asked);
  if (schedules > 0) {
    ProgressWatch watch("schedules");
    if (auto found = find_wrong_schedule(run, static_cast<unsigned>(schedules), watch.progress()))
      run.findings.push_back(std::move(*found));
  }
  if (options.json) {
    print_json(check_json(run));
  } else {
    std::cout << findings_text(run);
    if (is_program(asked)) std::cout << not_launched_text(run) << checked_part_text(run);
  }
  if (run.findings.empty()) {
    Progress progress;
    if (const Sentence remark = remark_on(run, progress); !remark.empty())
      say(fmt::format("{}: {}", printable(run.request.kernel), remark.text()));
  }
  const bool is_wrong = run.result && !run.result->correct;
  if (is_wrong && run.findings.empty())
    say(fmt::format("{}: the result is wrong: {:.9g}, and it should be {:.9g}.", printable(run.request.kernel),
                    run.result->value, run.result->reference));
  if (has_main_beside(run)) say(kHasMain);
  // One for whose arrays the emulator has no room may end so for that, and one that was stopped did not end.
  const bool says_wrong =
      run.findings.empty() && run.exit_code.value_or(0) != 0 && run.refused_allocations.empty() && !run.stopped;
  if (says_wrong) say(how_it_ended_text(run));
  return run.findings.empty() && !is_wrong && !says_wrong && run.refused_launches.empty() ? 0 : 1;
}

}  // namespace

Subcommand add_check(Arguments& program) {
  auto options = std::make_shared<CheckOptions>();
  Arguments command = program.add_subcommand(
      "check", "What a kernel does wrong: races, reads of what nobody wrote, indices out of bounds, barriers");
  command.add_option(
      "KERNEL", options->kernel,
      "FILE.cu, FILE.cu:KERNEL, FILE.cu:FUNCTION of the host that launches kernels, or id of a kernel, see list");
  options->launch.add_to(command);
  options->launch.add_main(command);
  options->launch.set_free_by_default();
  options->launch.add_fault(command);
  command.add_option(
      "--schedules", options->schedules,
      "also run so many orders of warps and lanes, and look for one with a wrong result: 1 to 100000");
  command.add_flag("--json", options->json,
                   "as JSON: a list of findings; of a check that is partial with an entry of kind partial");
  return {command, [options](const CommandContext& context) { return act_on_check(*options, context); }};
}

}  // namespace lanescope
