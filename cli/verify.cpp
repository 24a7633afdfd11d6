// lanescope verify [KERNEL...]: whether the GPU and the emulator record the same, over many launches. With
// --recording FILE the GPU is the one that was recorded, so that this machine needs none. With --counters it
// compares hardware counters (verify_counters.h).
#include "engine/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>

#include "cli/subcommand.h"
#include "cli/verify_counters.h"
#include "cli/verify_own.h"
#include "cli/verify_own_counters.h"
#include "cli/verify_sanitizer.h"
#include "cli/watched_run.h"
#include "cli/words/run_json.h"
#include "cli/words/say.h"
#include "cli/words/table.h"
#include "engine/base/error.h"
#include "engine/recording.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/source/own_words.h"
#include "engine/trace/difference.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

struct VerifyOptions {
  std::vector<std::string> kernels;
  std::string recording, output, backend, launch_sanitized;
  bool json = false, csv = false, counters = false, sanitizer = false, few = false, launch_counted = false;
};

/// What was compared, and which GPU it comes from.
struct Report {
  Provenance gpu;
  std::vector<Verification> launches;
};

std::string launch_text(const RunRequest& request) {
  if (facts_of(kernel_info(request.kernel).workload).of_matrices()) {
    const Shape shape = facts_of(kernel_info(request.kernel).workload).shape;
    return fmt::format("{} --n {} --tile {} --coarse {} --type {} --block-index {}", request.kernel,
                       matrix_text(shape, matrices_of(request)), request.tile_width, request.coarse_factor,
                       name_of(request.type), request.block);
  }
  return fmt::format("{} --n {} --block {} --coarse {} --op {} --type {} --block-index {}", request.kernel,
                     request.n, request.block_dim, request.coarse_factor, name_of(request.op),
                     name_of(request.type), request.block);
}

Report verify_here(const VerifyOptions& options) {
  const auto requests = verification_requests(options.kernels);
  const auto status = backend_status();
  if (!status.cuda_available)
    throw Error(ErrorKind::unavailable,
                fmt::format("verify: {} With --recording FILE it compares a recorded GPU.", status.reason.text()));
  ProgressWatch watch("verify");
  Report report{{"cuda", NumberKind::measured, status.device, status.driver, "", ""}, {}};
  for (const auto& request : requests) {
    Progress part;  // its fraction is for one launch; the watch shows how many are done
    report.launches.push_back(verify(request, part));
    watch.progress().set_fraction(static_cast<double>(report.launches.size()) /
                                  static_cast<double>(requests.size()));
    watch.progress().check();
  }
  return report;
}

/// Whether both results were compared with the same reference. Older versions rounded it more than once.
bool same_reference(const Result& recorded, const Result& now) {
  constexpr double kRounded = 1e-12;
  return recorded.reference == now.reference ||
         std::abs(recorded.reference - now.reference) <= kRounded * std::abs(now.reference);
}

/// Compares one recorded run with the emulator's on the same request.
Verification verify_recorded(const Run& recorded) {
  RunRequest request = recorded.request;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  Run emulated = run_watched(request);
  // Files of the first version contain only the first launch.
  emulated.launches.resize(std::min(emulated.launches.size(), recorded.launches.size()));
  Verification launch = compared(recorded, emulated);
  launch.value_is_right &= same_reference(*recorded.result, *emulated.result);
  return launch;
}

Report verify_recording(const VerifyOptions& options) {
  Report report;
  const auto& kernels = options.kernels;
  for (const auto& run : load_recording(options.recording)) {
    const bool named = std::find(kernels.begin(), kernels.end(), run.request.kernel) != kernels.end();
    if (!run.trace || (!kernels.empty() && !named)) continue;
    report.gpu = run.provenance;
    report.launches.push_back(verify_recorded(run));
  }
  if (report.launches.empty())
    throw Error(ErrorKind::usage, fmt::format("--recording {}: it holds no trace{}.", options.recording,
                                              kernels.empty() ? "" : " of these kernels"));
  return report;
}

/// One row per kernel, in the order of the launches.
std::string table_text(const std::vector<Verification>& verifications) {
  struct Row {
    std::uint64_t launches = 0, blocks = 0, histories = 0, requests = 0, same = 0, right = 0;
  };
  std::vector<std::string> order;
  std::map<std::string, Row> rows;
  for (const auto& launch : verifications) {
    if (!rows.contains(launch.request.kernel)) order.push_back(launch.request.kernel);
    Row& row = rows[launch.request.kernel];
    row.launches += 1;
    row.blocks += launch.launch.grid_dim;
    row.histories += launch.histories;
    row.requests += launch.requests;
    row.same += launch.difference.empty();
    row.right += launch.value_is_right;
  }
  Table table({{"kernel", true},
               {"launches"},
               {"blocks"},
               {"histories"},
               {"memory requests"},
               {"same trace"},
               {"right result"}});
  for (const auto& id : order) {
    const Row& row = rows[id];
    table.add({id, grouped(row.launches), grouped(row.blocks), grouped(row.histories), grouped(row.requests),
               grouped(row.same), grouped(row.right)});
  }
  return table.text();
}

OrderedJson json_of(const Verification& launch) {
  OrderedJson json;
  json["kernel"] = launch.request.kernel;
  json["n"] = launch.request.n;
  json["block_dim"] = launch.request.block_dim;
  json["coarse_factor"] = launch.request.coarse_factor;
  json["op"] = name_of(launch.request.op);
  json["type"] = name_of(launch.request.type);
  if (launch.launch.tile_width > 0) {
    json["matrices"] = listed(facts_of(launch.launch.workload).shape, launch.launch.matrices);
    json["tile_width"] = launch.launch.tile_width;
  }
  json["block_index"] = launch.request.block;
  json["grid_dim"] = launch.launch.grid_dim;
  json["histories"] = launch.histories;
  json["requests"] = launch.requests;
  json["value"] = launch.value;
  json["emulated_value"] = launch.emulated_value;
  json["reference"] = launch.reference;
  json["value_is_right"] = launch.value_is_right;
  json["same_trace"] = launch.difference.empty();
  json["difference"] = launch.difference.empty() ? OrderedJson(nullptr) : OrderedJson(launch.difference);
  return json;
}

void report_failure(const Verification& launch) {
  if (!launch.difference.empty()) {
    say(fmt::format("{}: {}", launch_text(launch.request), launch.difference));
  }
  if (!launch.value_is_right) {
    say(fmt::format("{}: the GPU's result {} is wrong; the reference is {}.", launch_text(launch.request),
                    launch.value, launch.reference));
  }
}

std::string device_text(const Provenance& gpu) {
  std::string text = fmt::format("{} ({}", gpu.device, name_of(gpu.kind));
  if (!gpu.date.empty()) text += " " + gpu.date;
  if (!gpu.driver.empty()) text += ", driver " + gpu.driver;
  return text + ")";
}

int do_verify(const VerifyOptions& options) {
  const Report report = options.recording.empty() ? verify_here(options) : verify_recording(options);
  const auto& [gpu, launches] = report;
  std::size_t failed = 0;
  auto rows = OrderedJson::array();
  for (const auto& launch : launches) {
    if (!launch.passed()) report_failure(launch);
    failed += !launch.passed();
    rows.push_back(json_of(launch));
  }
  if (options.json) {
    print_json({{"device", gpu.device},
                {"driver", gpu.driver},
                {"kind", name_of(gpu.kind)},
                {"date", gpu.date},
                {"passed", failed == 0},
                {"launches", rows}});
  } else {
    std::cout << fmt::format("{} beside the emulator\n\n{}\n{}\n", device_text(gpu), table_text(launches),
                             launches.size() == 1 ? (failed ? "The launch differs." : "The launch agrees.")
                             : failed ? fmt::format("{} of {} launches differ.", failed, launches.size())
                                      : fmt::format("All {} launches agree.", launches.size()));
  }
  return failed ? 1 : 0;
}

/// Kernels of files, of one kind and without what only tables of counters have.
int verify_own(const VerifyOptions& options) {
  if (!std::all_of(options.kernels.begin(), options.kernels.end(), names_own_kernel))
    throw Error(
        ErrorKind::usage,
        "verify: kernels of files are compared with the reference, those of the program with a GPU; name one "
        "kind at a time.");
  if (options.csv || options.few || !options.output.empty())
    throw Error(ErrorKind::usage, fmt::format("{}: of kernels of files there is no table of counters to keep.",
                                              options.csv   ? "--csv"
                                              : options.few ? "--few"
                                                            : "-o"));
  if (options.sanitizer)
    throw Error(ErrorKind::usage,
                "--sanitizer: it is for kernels of the program; compute-sanitizer runs no kernels of files here.");
  if (options.launch_counted) return launch_own_counted(options.kernels);
  if (!options.counters) return verify_own_kernels(options.kernels, options.backend, options.json);
  if (options.backend == "emulator")
    throw Error(ErrorKind::usage, "--backend emulator: --counters reads those of a GPU; leave one of the two out.");
  return verify_own_counters(options.kernels, options.json);
}

/// Runs one of the two comparisons, or the launches that ncu counts.
int choose(const VerifyOptions& options, const CommandContext& context) {
  const bool any_own = std::any_of(options.kernels.begin(), options.kernels.end(), names_own_kernel);
  if (any_own && options.recording.empty()) return verify_own(options);
  if (!options.backend.empty())
    throw Error(ErrorKind::usage,
                "--backend: only a FILE.cu is compared with its reference on a back end of choice; kernels of the "
                "program are compared on both.");
  if (!options.launch_sanitized.empty()) return launch_sanitized(options.kernels, options.launch_sanitized);
  if (options.sanitizer) {
    if (options.csv || options.few || options.counters)
      throw Error(ErrorKind::usage, fmt::format("{} does not go with --sanitizer.", options.csv   ? "--csv"
                                                                                    : options.few ? "--few"
                                                                                                  : "--counters"));
    return verify_sanitizer(
        {options.kernels, options.recording, options.output, context.command_line, options.json});
  }
  if (options.launch_counted) return launch_counted(options.kernels, options.few);
  if (options.counters)
    return verify_counters({options.kernels, options.recording, options.output, context.command_line, options.json,
                            options.csv, options.few});
  if (options.csv || options.few || !options.output.empty())
    throw Error(ErrorKind::usage, fmt::format("{} works only with --counters.", options.csv   ? "--csv"
                                                                                : options.few ? "--few"
                                                                                              : "-o"));
  return do_verify(options);
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
