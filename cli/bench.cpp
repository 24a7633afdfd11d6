// lanescope bench: every kernel beside CUB and the measured read limit, on a GPU.
#include "engine/bench/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "cli/subcommand.h"
#include "cli/watched_run.h"
#include "cli/words/launch_options.h"
#include "cli/words/metric_text.h"
#include "cli/words/run_json.h"
#include "cli/words/run_text.h"
#include "cli/words/say.h"
#include "cli/words/table.h"
#include "engine/base/date.h"
#include "engine/base/whole_file.h"
#include "engine/bench/bench_report.h"
#include "engine/request/catalogue.h"
#include "engine/request/parse.h"
#include "engine/session.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

constexpr const char* kDefaultSizes = "2^10:2^30:x4";
constexpr std::uint64_t kMaxN = std::uint64_t{1} << 36;

struct BenchOptions {
  std::vector<std::string> kernels;
  LaunchOptions launch;
  std::string sizes, path;
  bool recording_cost = false, json = false, csv = false;
};

std::string share_text(const std::optional<double>& share) {
  return share ? percent(*share) : "-";
}
std::string factor_text(double factor) {
  return std::isfinite(factor) ? fmt::format("{:.3f}", factor) : "-";
}

std::vector<std::string> row_cells(const BenchRow& row) {
  if (!row.timed()) return {row.kernel, "-", "-", "-", "-", "-", "-", "-", "-", "-", row.skipped};
  const auto& times = row.times;
  return {row.kernel,
          fmt::format("{:.2f}", times.cold.median_us),
          fmt::format("{:.1f}", gbps(row, times.cold)),
          share_text(row.of_read_limit),
          ratio_text(row.to_cub),
          times.warm ? fmt::format("{:.2f}", times.warm->median_us) : "-",
          times.warm ? fmt::format("{:.1f}", gbps(row, *times.warm)) : "-",
          share_text(row.of_read_limit_warm),
          ratio_text(row.to_cub_warm),
          times.kernel_alone ? fmt::format("{:.2f}", times.kernel_alone->median_us) : "-",
          row.shape};
}

std::string size_table(const BenchReport& report, std::uint64_t n) {
  Table table({{"N = " + size_text(n), true},
               {"cold us"},
               {"GB/s"},
               {"of limit"},
               {"cub/this"},
               {"warm us"},
               {"GB/s"},
               {"of limit"},
               {"cub/this"},
               {"kernel alone, cold"},
               {"launch, or why not", true}});
  for (const auto& row : report.rows)
    if (row.n == n) table.add(row_cells(row));
  return table.text();
}

std::string summary_table(const BenchReport& report) {
  Table table({{"CUB's time over the kernel's", true},
               {"mean to 2^22, cold"},
               {"warm"},
               {"least"},
               {"at N"},
               {"of limit at largest N"}});
  for (const auto& summary : summaries(report.rows))
    table.add({summary.kernel, factor_text(summary.small_mean), factor_text(summary.small_mean_warm),
               factor_text(summary.least), size_text(summary.least_at), percent(summary.largest_of_read_limit)});
  return table.text();
}

std::string compute_text(const BenchReport& report) {
  Table table({{"independent multiply-adds", true}, {"GFLOP/s"}, {"us"}, {"launch", true}});
  for (const auto& limit : report.compute_limits)
    table.add({std::string(name_of(limit.type)), fmt::format("{:.0f}", limit.gflops()),
               fmt::format("{:.2f}", limit.times.median_us),
               fmt::format("grid {} x block {}, {} chains per thread", grouped(limit.grid_dim), limit.block_dim,
                           limit.chains)});
  return table.text();
}

std::string report_text(const BenchReport& report) {
  const auto& from = report.provenance;
  std::string text = fmt::format("{} of {}; {}, driver {}\n{}\n", name_of(report.request.op),
                                 name_of(report.request.type), provenance_text(from), from.driver, bench_method());
  std::uint64_t shown = 0;
  for (const auto& row : report.rows) {
    if (row.n == shown) continue;
    shown = row.n;
    text += '\n' + size_table(report, shown);
  }
  text += '\n' + summary_table(report) + '\n' + compute_text(report);
  if (report.cancelled) text += "\nCancelled: this is what was done by then.\n";
  return text;
}

void require_gpu() {
  if (!backend_status().cuda_available)
    throw Error(ErrorKind::unavailable, "bench: times need an NVIDIA GPU: " + backend_status().reason.text());
}

std::vector<std::string> kernels_of(const BenchOptions& options) {
  if (!options.kernels.empty()) return options.kernels;
  std::vector<std::string> ids;
  for (const auto& info : reductions()) ids.emplace_back(info.id);
  return ids;
}

std::vector<RunRequest> timed_requests(const BenchOptions& options, Detail detail) {
  std::string note;
  auto requests = options.launch.requests(kernels_of(options), detail, note);
  if (!note.empty()) say(note);
  for (auto& request : requests) {
    if (has_array_result(kernel_info(request.kernel).workload))
      throw Error(
          ErrorKind::usage,
          fmt::format(
              "KERNEL '{}': it is not a reduction, so there is no CUB function to compare it with; lanescope "
              "sweep times it.",
              request.kernel));
    if (kernel_info(request.kernel).traced()) request.backend = BackendChoice::cuda;
    options.launch.free_shape(request);
  }
  return requests;
}

int measure_recording_cost(const BenchOptions& options, const std::string& command_line) {
  auto requests = timed_requests(options, Detail::masks);
  const auto sizes = parse_size_list("--sizes", options.sizes.empty() ? "2^20" : options.sizes, {1, kMaxN});
  std::vector<OrderedJson> json_rows;
  Table table({{"kernel", true},
               {"N"},
               {"native us"},
               {"recording us"},
               {"ratio"},
               {"total us"},
               {"ratio"},
               {"launch, or why not", true}});
  ProgressWatch watch("recording cost");
  for (const auto n : sizes) {
    for (auto& request : requests) request.n = n;
    for (const auto& row : run_recording_cost(requests, watch.progress())) {
      const auto& cost = row.cost;
      const bool done = row.skipped.empty();
      const double ratio = cost.recording_us / cost.native_us, whole = cost.whole_us / cost.native_us;
      json_rows.push_back(
          {{"kernel", row.kernel}, {"n", n}, {"skipped", done ? OrderedJson(nullptr) : OrderedJson(row.skipped)}});
      if (done)
        json_rows.back().update({{"native_us", cost.native_us},
                                 {"recording_us", cost.recording_us},
                                 {"ratio", ratio},
                                 {"whole_us", cost.whole_us},
                                 {"whole_ratio", whole}});
      table.add(done ? std::vector<std::string>{row.kernel, size_text(n), fmt::format("{:.2f}", cost.native_us),
                                                fmt::format("{:.1f}", cost.recording_us),
                                                fmt::format("{:.1f}", ratio), fmt::format("{:.0f}", cost.whole_us),
                                                fmt::format("{:.0f}", whole), row.shape}
                     : std::vector<std::string>{row.kernel, size_text(n), "-", "-", "-", "-", "-", row.skipped});
    }
  }
  const auto& here = backend_status();
  const OrderedJson json = {{"kind", "measured"}, {"device", here.device},   {"driver", here.driver},
                            {"date", iso_time()}, {"command", command_line}, {"rows", json_rows}};
  if (options.json) {
    print_json(json);
  } else {
    std::cout << fmt::format(
        "Recording the masks of all blocks, measured on {}, driver {}, {}: the recording kernel "
        "alone, and everything (input to the GPU, sizes, masks back, trace)\n\n{}",
        here.device, here.driver, iso_time(), table.text());
  }
  return 0;
}

/// CSV if the name ends in .csv, else JSON.
void write_report(const BenchReport& report, const std::string& path) {
  write_whole_file(path, path.ends_with(".csv") ? bench_csv(report) : bench_json(report).dump(1) + '\n');
  say("written: " + path);
}

int do_bench(const BenchOptions& options, const CommandContext& context) {
  if (options.json && options.csv)
    throw Error(ErrorKind::usage, "--csv and --json exclude each other; choose one of them.");
  const bool named = options.path.empty() || options.path.ends_with(".csv") || options.path.ends_with(".json");
  if (!named) throw Error(ErrorKind::usage, fmt::format("-o is '{}'; it must end in .json or .csv.", options.path));
  BenchPlan plan;
  plan.sizes = parse_size_list("--sizes", options.sizes.empty() ? kDefaultSizes : options.sizes, {1, kMaxN});
  plan.requests = timed_requests(options, Detail::none);
  plan.effort.wants_kernel_alone = true;
  require_gpu();
  if (options.recording_cost) return measure_recording_cost(options, context.command_line);
  say(fmt::format("{}, {}, about {:.0f} s", count_with_noun(plan.sizes.size(), "size"),
                  count_with_noun(plan.requests.size(), "kernel"), estimated_seconds(plan)));
  ProgressWatch watch("bench");
  std::uint64_t size = 0;
  auto report = run_bench(plan, watch.progress(), [&](const BenchRow& row) {
    if (row.n != size) say("N = " + size_text(row.n));
    size = row.n;
  });
  report.provenance.date = iso_time();
  report.provenance.command = context.command_line;
  if (options.json) {
    print_json(bench_json(report));
  } else {
    std::cout << (options.csv ? bench_csv(report) : report_text(report));
  }
  if (!options.path.empty()) write_report(report, options.path);
  const auto wrong = [](const BenchRow& row) { return row.wrong; };
  return report.cancelled || std::any_of(report.rows.begin(), report.rows.end(), wrong) ? 1 : 0;
}

}  // namespace

Subcommand add_bench(Arguments& program) {
  auto options = std::make_shared<BenchOptions>();
  Arguments command = program.add_subcommand("bench", "Every kernel beside CUB and the measured read limit (GPU)");
  command.add_option("KERNEL", options->kernels, "only these kernels (default all)");
  command.add_option("--sizes", options->sizes, "sizes of the array: 2^20, 1K,1M or 2^10:2^30:x4 (the default)");
  options->launch.add_shape(command);
  options->launch.add_data(command);
  command.add_flag("--recording-cost", options->recording_cost,
                   "measure instead what recording the masks of all blocks costs");
  command.add_option("-o,--output", options->path, "also write a file: FILE.json or FILE.csv");
  command.add_flag("--json", options->json, "as JSON");
  command.add_flag("--csv", options->csv, "as CSV");
  return {command, [options](const CommandContext& context) { return do_bench(*options, context); }};
}

}  // namespace lanescope
