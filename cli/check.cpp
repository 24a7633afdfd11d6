// lanescope check FILE.cu: what a kernel does wrong, looked for at every access. Exit code 1 if that is anything.
#include <fmt/format.h>

#include <iostream>

#include "cli/subcommand.h"
#include "cli/watched_run.h"
#include "cli/words/launch_options.h"
#include "cli/words/run_json.h"
#include "cli/words/run_text.h"
#include "engine/base/foreign_text.h"
#include "engine/check/listed_kernel.h"
#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

struct CheckOptions {
  std::string kernel;
  LaunchOptions launch;
  bool json = false;
};

std::string findings_text(const RunRequest& request, const std::vector<Finding>& findings) {
  std::string text = fmt::format("{}: {}\n", printable(request.kernel),
                                 findings.empty() ? "no finding" : count_with_noun(findings.size(), "finding"));
  for (const Finding& finding : findings)
    text += fmt::format("  {}: {}\n", name_of(finding.kind), finding.sentence.text());
  return text;
}

/// With the plain CUDA of a kernel of this program, its findings name lines of that.
Run checked_run(RunRequest request) {
  request.own.checks = true;
  if (kernel_info(request.kernel).own) return run_watched(request);
  Progress progress;
  return run_watched(listed_request(request, nullptr, progress));
}

RunRequest checked_request(const CheckOptions& options, const CommandContext& context) {
  return options.launch.is_program()
             ? options.launch.program_request(options.kernel, Detail::none, context.program_words)
             : options.launch.request(options.kernel, Detail::none);
}

int act_on_check(const CheckOptions& options, const CommandContext& context) {
  const RunRequest request = checked_request(options, context);
  const Run run = checked_run(request);
  if (options.json) {
    OrderedJson list = OrderedJson::array();
    for (const Finding& finding : run.findings) list.push_back(finding_json(finding));
    print_json(list);
  } else {
    std::cout << findings_text(run.request, run.findings);
  }
  return run.findings.empty() ? 0 : 1;
}

}  // namespace

Subcommand add_check(Arguments& program) {
  auto options = std::make_shared<CheckOptions>();
  Arguments command = program.add_subcommand(
      "check", "What a kernel does wrong: races, reads of what nobody wrote, indices out of bounds, barriers");
  command.add_option("KERNEL", options->kernel, "FILE.cu, FILE.cu:KERNEL, or id of a kernel, see list");
  options->launch.add_to(command);
  options->launch.add_main(command);
  options->launch.add_fault(command);
  command.add_flag("--json", options->json, "as JSON: a list of findings");
  return {command, [options](const CommandContext& context) { return act_on_check(*options, context); }};
}

}  // namespace lanescope
