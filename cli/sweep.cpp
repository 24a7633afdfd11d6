// lanescope sweep KERNEL...: every combination of N, blockDim, COARSE_FACTOR and gridDim. Times on a GPU, counts on
// the emulator.
#include "engine/bench/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/subcommand.h"
#include "cli/watched_run.h"
#include "cli/words/launch_lists.h"
#include "cli/words/metric_text.h"
#include "cli/words/run_json.h"
#include "cli/words/run_text.h"
#include "cli/words/say.h"
#include "cli/words/table.h"
#include "engine/base/date.h"
#include "engine/base/whole_file.h"
#include "engine/bench/bench_report.h"
#include "engine/check/settled_run.h"
#include "engine/request/catalogue.h"
#include "engine/request/parse.h"
#include "engine/session.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

struct SweepCommandOptions {
  std::vector<std::string> kernels;
  LaunchLists launch;
  std::string path;
  bool json = false, csv = false;
};

std::vector<SweepPoint> points_of(const SweepCommandOptions& options, Detail detail) {
  std::vector<std::string> kernels = options.kernels;
  if (kernels.empty())
    for (const auto& info : reductions())
      if (!info.on_host) kernels.emplace_back(info.id);
  return options.launch.points(kernels, detail);
}

OrderedJson timing_json(const SweepPoint& point) {
  const Timing& timing = *point.timing;
  OrderedJson json = {{"time_us", timing.time_us},
                      {"method", name_of(timing.method)},
                      {"min_us", timing.min_us},
                      {"max_us", timing.max_us},
                      {"bandwidth_gbps", timing.bandwidth_gbps}};
  if (const auto gflops = shown_gflops(point.launch, timing)) json["gflops"] = *gflops;
  return json;
}

const Timing* timing_of(const SweepPoint& point) {
  return point.timing ? &*point.timing : point.recorded ? &point.recorded->timing : nullptr;
}

OrderedJson point_json(const SweepPoint& point) {
  const bool planned = point.launch.n > 0;
  OrderedJson json = {{"kernel", point.request.kernel},
                      {"n", point.request.n},
                      {"block_dim", block_dim_of(point)},
                      {"coarse_factor", point.request.coarse_factor}};
  json["grid_dim"] = planned ? OrderedJson(point.launch.grid_dim) : OrderedJson(nullptr);
  if (point.launch.tile_width > 0) json["tile_width"] = point.launch.tile_width;
  json["skipped"] = point.skipped.empty() ? OrderedJson(nullptr) : OrderedJson(point.skipped);
  json["timing"] = point.timing ? timing_json(point) : OrderedJson(nullptr);
  json["recorded"] = recorded_json(point.recorded);
  if (point.recorded)
    if (const auto gflops = shown_gflops(point.launch, point.recorded->timing))
      json["recorded"]["gflops"] = *gflops;
  json["totals"] = point.totals ? totals_json(*point.totals) : OrderedJson(nullptr);
  return json;
}

OrderedJson sweep_json(const std::vector<SweepPoint>& points, const Provenance& from, bool cancelled) {
  OrderedJson json = {
      {"kind", name_of(from.kind)}, {"device", from.device},  {"driver", from.driver},         {"date", from.date},
      {"command", from.command},    {"cancelled", cancelled}, {"points", OrderedJson::array()}};
  for (const auto& point : points) json["points"].push_back(point_json(point));
  return json;
}

std::string sweep_csv(const std::vector<SweepPoint>& points, const Provenance& from) {
  const auto counted = metrics_in(&Metric::sweep);
  std::string text = "kernel,n,block_dim,coarse_factor,grid_dim,time_us,method,time_kind,time_device";
  for (const Metric* metric : counted) text += std::string(",") + metric->name;
  text += ",skipped,kind,device,driver,date,command\n";
  for (const auto& point : points) {
    std::string time = ",,,", counts;
    if (point.timing)
      time = fmt::format("{:.6g},{},measured,{}", point.timing->time_us, name_of(point.timing->method),
                         csv_cell(from.device));
    if (point.recorded)
      time = fmt::format("{:.6g},{},recorded,{}", point.recorded->timing.time_us,
                         name_of(point.recorded->timing.method), csv_cell(point.recorded->provenance.device));
    for (const Metric* metric : counted)
      counts += ',' + (point.totals ? plain_number(metric->of_totals(*point.totals)) : "");
    text += fmt::format("{},{},{},{},{},{}{},{},{},{},{},{},{}\n", point.request.kernel, point.request.n,
                        block_dim_of(point), point.request.coarse_factor, point.launch.grid_dim, time, counts,
                        csv_cell(point.skipped), name_of(from.kind), csv_cell(from.device), csv_cell(from.driver),
                        from.date, csv_cell(from.command));
  }
  return text;
}

std::vector<std::string> point_cells(const SweepPoint& point, bool with_gflops) {
  std::vector<std::string> cells = {point.request.kernel, size_text(point.request.n),
                                    std::to_string(block_dim_of(point)),
                                    std::to_string(point.request.coarse_factor)};
  const Timing* timing = timing_of(point);
  cells.push_back(point.launch.grid_dim ? grouped(point.launch.grid_dim) : "-");
  cells.push_back(timing ? fmt::format("{:.2f}", timing->time_us) : "-");
  cells.push_back(timing ? fmt::format("{:.1f}", timing->bandwidth_gbps) : "-");
  if (with_gflops) {
    const auto gflops = timing ? shown_gflops(point.launch, *timing) : std::nullopt;
    cells.push_back(gflops ? fmt::format("{:.1f}", *gflops) : "-");
  }
  for (const Metric* metric : metrics_in(&Metric::sweep))
    cells.push_back(point.totals ? grouped_text(*metric, metric->of_totals(*point.totals)) : "-");
  std::string remark = point.skipped.empty() ? point.done() ? "" : "not done" : "skipped: " + point.skipped;
  if (point.timing && point.timing->method != TimeMethod::graph_cold)
    remark = fmt::format("time: {}", words_of(point.timing->method));
  if (point.recorded)
    remark = fmt::format("time {}; {}", provenance_text(point.recorded->provenance),
                         words_of(point.recorded->timing.method)) +
             (remark.empty() ? "" : "; " + remark);
  cells.push_back(remark);
  return cells;
}

std::string sweep_text(const std::vector<SweepPoint>& points, const Provenance& from) {
  const bool with_gflops = std::any_of(points.begin(), points.end(), [](const SweepPoint& point) {
    const Timing* timing = timing_of(point);
    return timing && shown_gflops(point.launch, *timing);
  });
  std::vector<Table::Column> columns = {{"kernel", true}, {"N"},       {"block"}, {"coarse"},
                                        {"grid"},         {"time us"}, {"GB/s"}};
  if (with_gflops) columns.push_back({"GFLOP/s"});
  for (const Metric* metric : metrics_in(&Metric::sweep)) columns.push_back({metric->sweep.head});
  columns.push_back({"", true});
  Table table(std::move(columns));
  const SweepPoint* best = nullptr;
  for (const auto& point : points) {
    table.add(point_cells(point, with_gflops));
    if (point.timing && (!best || point.timing->bandwidth_gbps > best->timing->bandwidth_gbps)) best = &point;
  }
  const KernelInfo& kernel = kernel_info(points[0].request.kernel);
  const std::string_view judged =
      has_array_result(kernel.workload) ? name_of(kernel.workload) : name_of(points[0].request.op);
  const std::string subject = is_free(kernel) ? "" : fmt::format("{} of ", judged);
  const bool timed = std::any_of(points.begin(), points.end(), [](const auto& point) { return point.timing; });
  std::string text =
      fmt::format("{}{}, {}; {}{}\n\n{}", subject, name_of(points[0].request.type),
                  name_of(points[0].request.input.kind), provenance_text(from),
                  timed ? fmt::format("; times: {}", words_of(TimeMethod::graph_cold)) : "", table.text());
  if (best)
    text += fmt::format("\nbest: {} at N = {}, block {}, COARSE_FACTOR {}: {}\n", best->request.kernel,
                        size_text(best->request.n), block_dim_of(*best), best->request.coarse_factor,
                        timing_text(best->launch, *best->timing));
  return text;
}

void write_recording(const std::vector<SweepPoint>& points, const Provenance& from, const std::string& path) {
  const RecordedSweep sweep = recording_of(points, from);
  const std::string text = encode_sweep(sweep);
  decode_sweep(text, path);  // checks that it can be read again before it is written
  write_whole_file(path, text);
  say(fmt::format("{}: {} on {}", path, count_with_noun(sweep.times.size(), "time"), from.device));
}

Provenance provenance_of(bool on_gpu, const std::string& command_line) {
  const auto& here = backend_status();
  if (on_gpu) return {"cuda", NumberKind::measured, here.device, here.driver, iso_time(), command_line};
  return {"emulator", NumberKind::emulated, "CPU emulator", "", iso_time(), command_line};
}

/// Each is called and launched as `run` does it. Returns false if it was cancelled.
bool settle_own_kernels(std::vector<SweepPoint>& points, Progress& progress) {
  try {
    for (SweepPoint& point : points) {
      if (!point.skipped.empty() || !kernel_info(point.request.kernel).own) continue;
      point.request = with_settled_arguments(point.request, progress);
      point.launch = launch_config(point.request);
    }
  } catch (const Cancelled&) {
    return false;
  }
  return true;
}

int do_sweep(const SweepCommandOptions& options, const CommandContext& context) {
  if (options.json && options.csv)
    throw Error(ErrorKind::usage, "--csv and --json exclude each other; choose one of them.");
  const bool gpu = backend_status().cuda_available;
  auto points = points_of(options, gpu ? Detail::none : Detail::full);
  const bool on_gpu = sweeps_on_gpu(points);
  if (!options.path.empty() && !on_gpu)
    throw Error(ErrorKind::unavailable, "-o: a recorded sweep holds times, and times need an NVIDIA GPU.");
  if (!options.path.empty() && !options.path.ends_with(".sweep"))
    throw Error(ErrorKind::usage, fmt::format("-o is '{}'; it must be a name that ends in .sweep.", options.path));
  const auto from = provenance_of(on_gpu, context.command_line);
  if (on_gpu)
    say(fmt::format("{}, about {:.0f} s", count_with_noun(points.size(), "combination"),
                    estimated_seconds(points)));
  ProgressWatch watch("sweep");
  const bool finished = settle_own_kernels(points, watch.progress()) && run_sweep(points, watch.progress());
  if (options.json) {
    print_json(sweep_json(points, from, !finished));
  } else {
    std::cout << (options.csv ? sweep_csv(points, from) : sweep_text(points, from));
  }
  if (!finished) say("The sweep was cancelled; this is what was done by then.");
  if (!options.path.empty()) write_recording(points, from, options.path);
  const auto wrong = [](const SweepPoint& point) { return point.wrong; };
  return !finished || std::any_of(points.begin(), points.end(), wrong) ? 1 : 0;
}

}  // namespace

Subcommand add_sweep(Arguments& program) {
  auto options = std::make_shared<SweepCommandOptions>();
  Arguments command =
      program.add_subcommand("sweep", "Kernels at every combination of N, blockDim and COARSE_FACTOR");
  command.add_option("KERNEL", options->kernels, "ids of kernels, see list (default all)");
  options->launch.add_to(command);
  command.add_option("-o,--output", options->path, "keep the times (GPU): FILE.sweep");
  command.add_flag("--json", options->json, "as JSON");
  command.add_flag("--csv", options->csv, "as CSV");
  return {command, [options](const CommandContext& context) { return do_sweep(*options, context); }};
}

}  // namespace lanescope
