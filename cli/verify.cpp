// lanescope verify [KERNEL...]: whether the GPU and the emulator record the same, over many launches. With
// --recording FILE the GPU is the one that was recorded, so that this machine needs none. With --counters it
// compares hardware counters (verify_counters.h), with --sanitizer findings (verify_sanitizer.h).
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "cli/subcommand.h"
#include "cli/verify_counters.h"
#include "cli/verify_own.h"
#include "cli/verify_own_counters.h"
#include "cli/verify_sanitizer.h"
#include "cli/verify_traces.h"
#include "engine/base/error.h"
#include "engine/source/own_words.h"

namespace lanescope {
namespace {

struct VerifyOptions {
  std::vector<std::string> kernels;
  std::string recording, output, backend, launch_sanitized;
  bool json = false, csv = false, counters = false, sanitizer = false, few = false, launch_counted = false;

  /// The first of these options that was given; null if none was.
  const char* given(std::initializer_list<std::string_view> names) const {
    const std::pair<const char*, bool> all[] = {{"--csv", csv},
                                                {"--few", few},
                                                {"-o", !output.empty()},
                                                {"--counters", counters},
                                                {"--backend", !backend.empty()}};
    for (const auto& [name, is_given] : all)
      if (is_given && std::find(names.begin(), names.end(), name) != names.end()) return name;
    return nullptr;
  }
};

/// Kernels of files, of one kind and without what only tables of counters have.
int verify_own(const VerifyOptions& options) {
  if (!std::all_of(options.kernels.begin(), options.kernels.end(), names_own_kernel))
    throw Error(
        ErrorKind::usage,
        "verify: kernels of files are compared with the reference, those of the program with a GPU; name one "
        "kind at a time.");
  if (const char* option = options.given({"--csv", "--few", "-o"}))
    throw Error(ErrorKind::usage,
                fmt::format("{}: of kernels of files there is no table of counters to keep.", option));
  if (options.sanitizer)
    throw Error(ErrorKind::usage,
                "--sanitizer: it is for kernels of the program; compute-sanitizer runs no kernels of files here.");
  if (options.launch_counted) return launch_own_counted(options.kernels);
  if (!options.counters) return verify_own_kernels(options.kernels, options.backend, options.json);
  if (options.backend == "emulator")
    throw Error(ErrorKind::usage, "--backend emulator: --counters reads those of a GPU; leave one of the two out.");
  return verify_own_counters(options.kernels, options.json);
}

/// Runs one of the comparisons, or the launches that one of them starts under a tool.
int choose(const VerifyOptions& options, const CommandContext& context) {
  const bool any_own = std::any_of(options.kernels.begin(), options.kernels.end(), names_own_kernel);
  if (any_own && options.recording.empty()) return verify_own(options);
  if (!options.backend.empty())
    throw Error(ErrorKind::usage,
                "--backend: only a FILE.cu is compared with its reference on a back end of choice; kernels of the "
                "program are compared on both.");
  if (!options.launch_sanitized.empty()) return launch_sanitized(options.kernels, options.launch_sanitized);
  if (options.sanitizer) {
    if (const char* option = options.given({"--csv", "--few", "--counters"}))
      throw Error(ErrorKind::usage, fmt::format("{} does not go with --sanitizer.", option));
    return verify_sanitizer(
        {options.kernels, options.recording, options.output, context.command_line, options.json});
  }
  if (options.launch_counted) return launch_counted(options.kernels, options.few);
  if (options.counters)
    return verify_counters({options.kernels, options.recording, options.output, context.command_line, options.json,
                            options.csv, options.few});
  if (const char* option = options.given({"--csv", "--few", "-o"}))
    throw Error(ErrorKind::usage, fmt::format("{} works only with --counters.", option));
  return verify_traces({options.kernels, options.recording, options.json});
}

}  // namespace

Subcommand add_verify(Arguments& program) {
  auto options = std::make_shared<VerifyOptions>();
  Arguments command =
      program.add_subcommand("verify", "Whether GPU and emulator record the same, over many launches");
  command.add_option("KERNEL", options->kernels,
                     "ids of kernels, see list (default all that run on a GPU); or FILE.cu, beside its reference");
  command.add_option("--recording", options->recording,
                     "compare a file that record wrote (with --counters or --sanitizer, a table that -o wrote) "
                     "instead of this machine's GPU");
  command.add_option("--backend", options->backend, "with FILE.cu: emulator or cuda (default emulator)");
  command.add_flag("--counters", options->counters,
                   "compare totals with hardware counters, read by Nsight Compute (ncu)");
  command.add_flag(
      "--sanitizer", options->sanitizer,
      "compare the mistakes that check finds, of kernels sound and with each fault, with compute-sanitizer's");
  command.add_flag("--few", options->few,
                   "with --counters: a few launches of each kernel that coarsens, not every shape");
  command.add_option("-o", options->output, "with --counters or --sanitizer: write the table to this CSV file");
  command.add_flag("--csv", options->csv, "with --counters: the table as CSV");
  command.add_hidden_option("--launch-sanitized", options->launch_sanitized);  // what --sanitizer starts
  command.add_hidden_flag("--launch-counted", options->launch_counted);        // what --counters starts under ncu
  command.add_flag("--json", options->json, "as JSON, one entry per launch");
  return {command, [options](const CommandContext& context) { return choose(*options, context); }};
}

}  // namespace lanescope
