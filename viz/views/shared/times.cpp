#include "viz/views/shared/times.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/bench/bench.h"
#include "engine/recorded/recorded_limit.h"
#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

std::optional<TimingRow> found_in(const std::vector<RecordedSweep>& sweeps, const std::string& kernel,
                                  const LaunchConfig& launch, Op op, ElementType type) {
  const auto found = recorded_timing(sweeps, kernel, launch, op, type);
  if (!found) return std::nullopt;
  return TimingRow{kernel, launch, found->timing, found->provenance, op, type};
}

LaunchConfig whole_array(std::uint64_t n) {
  return {.n = n, .grid_dim = 0};
}

bool same_place(const Provenance& a, const Provenance& b) {
  return a.kind == b.kind && a.device == b.device;
}

bool same_launch(const LaunchConfig& a, const LaunchConfig& b) {
  return a.n == b.n && (a.grid_dim == 0 || b.grid_dim == 0 || a == b);
}

TimedRun of_variant(const ViewInput& input, std::size_t variant) {
  const Run& run = *input.variants[variant];
  const RunRequest& request = run.request;
  if (const auto row = shown_time(input, run)) return timed_run(input, *row, variant);
  return {request.kernel, first_launch(run), variant, std::nullopt, {}, {}};
}

/// Whether a variant solves the same problem: times of others say nothing of what is on the screen.
bool is_on_screen(const ViewInput& input, const TimingRow& row) {
  return std::any_of(input.variants.begin(), input.variants.end(), [&](const auto& run) {
    return run && problem_of(first_launch(*run)) == problem_of(row.launch) && run->request.op == row.op &&
           run->request.type == row.type;
  });
}

bool is_there(const std::vector<TimedRun>& runs, const std::string& kernel, const LaunchConfig& launch) {
  return std::any_of(runs.begin(), runs.end(), [&](const TimedRun& other) {
    return other.kernel == kernel && same_launch(other.launch, launch);
  });
}

}  // namespace

std::string kernel_title(const std::string& kernel) {
  const KernelInfo& info = kernel_info(kernel);
  return info.own ? info.own->name : tr(std::string(info.title));
}

std::optional<TimingRow> graph_time(const ViewInput& input, const std::string& kernel, const LaunchConfig& launch,
                                    Op op, ElementType type) {
  auto row = found_in(input.sweeps.measured, kernel, launch, op, type);
  return row ? row : found_in(input.surroundings.sweeps(), kernel, launch, op, type);
}

std::optional<TimingRow> shown_time(const ViewInput& input, const Run& run) {
  const RunRequest& request = run.request;
  auto row = found_in(input.sweeps.measured, request.kernel, first_launch(run), request.op, request.type);
  return row ? row : timing_row(run, input.surroundings.sweeps());
}

bool comparable(const TimingRow& a, const TimingRow& b) {
  return comparable(RecordedTiming{a.timing, a.provenance}, RecordedTiming{b.timing, b.provenance});
}

std::optional<double> read_limit_us(const ViewInput& input, const TimingRow& row) {
  if (has_array_result(row.launch.workload)) return std::nullopt;  // it writes, too
  const std::uint64_t bytes = row.launch.n * element_bytes(row.type);
  for (const auto* list : {&input.sweeps.measured, &input.surroundings.read_limits()})
    for (const RecordedSweep& sweep : *list) {
      if (!same_place(sweep.provenance, row.provenance)) continue;
      for (const SweepTime& time : sweep.times)
        if (time.kernel == kReadLimitRow && time.launch.n * element_bytes(sweep.type) == bytes) return time.time_us;
    }
  return std::nullopt;
}

std::optional<double> library_us(const ViewInput& input, const TimingRow& row) {
  if (has_array_result(row.launch.workload)) return std::nullopt;  // the library reduces
  for (const auto* list : {&input.sweeps.measured, &input.surroundings.sweeps()}) {
    const auto library = found_in(*list, kPeer, whole_array(row.launch.n), row.op, row.type);
    if (library && same_place(library->provenance, row.provenance)) return library->timing.time_us;
  }
  return std::nullopt;
}

TimedRun timed_run(const ViewInput& input, TimingRow row, std::optional<std::size_t> variant) {
  TimedRun run{row.kernel, row.launch, variant, row, {}, {}};
  if (row.timing.method != TimeMethod::graph_cold || row.timing.time_us <= 0) return run;  // as those two are
  if (const auto limit = read_limit_us(input, row)) run.of_limit = *limit / row.timing.time_us;
  if (const auto library = library_us(input, row)) run.to_library = *library / row.timing.time_us;
  return run;
}

std::vector<TimedRun> timed_runs(const ViewInput& input) {
  std::vector<TimedRun> runs;
  for (std::size_t variant = 0; variant < input.variants.size(); ++variant)
    if (input.variants[variant]) runs.push_back(of_variant(input, variant));
  const std::size_t own = runs.size();
  for (std::size_t i = 0; i < own; ++i) {
    const RunRequest& request = input.variants[*runs[i].variant]->request;
    if (has_array_result(runs[i].launch.workload)) continue;
    const LaunchConfig launch = whole_array(request.n);
    const auto library = graph_time(input, kPeer, launch, request.op, request.type);
    const bool there = std::any_of(runs.begin(), runs.end(), [&](const TimedRun& other) {
      return other.kernel == kPeer && same_launch(other.launch, launch) && other.row->op == request.op &&
             other.row->type == request.type;
    });
    if (library && !there) runs.push_back(timed_run(input, *library, std::nullopt));
  }
  for (auto row = input.timings.rbegin(); row != input.timings.rend(); ++row)
    if (is_on_screen(input, *row) && !is_there(runs, row->kernel, row->launch))
      runs.push_back(timed_run(input, *row, std::nullopt));
  return runs;
}

std::string time_text(double time_us) {
  return time_us >= 1000 ? grouped(static_cast<std::uint64_t>(std::llround(time_us))) : short_number(time_us, 3);
}

std::string kind_text(const Provenance& provenance, bool with_place) {
  std::string words = tr(name_of(provenance.kind));
  if (!with_place) return words;
  if (!provenance.device.empty()) words = tr_format("{} on {}", words, provenance.device);
  if (!provenance.date.empty()) words += tr(", ") + provenance.date.substr(0, 10);
  return words;
}

std::string kind_parts(const Provenance& provenance) {
  std::string words = kind_text(provenance, false);
  if (!provenance.device.empty()) words += " · " + provenance.device;
  if (!provenance.date.empty()) words += tr(", ") + provenance.date.substr(0, 10);
  return words;
}

std::string method_word(TimeMethod method) {
  constexpr const char* kWords[] = {tr_later("single launch"), tr_later("graph"), tr_later("graph, warm"),
                                    tr_later("clocks")};
  static_assert(std::size(kWords) == std::size(kTimeMethodNames));
  return tr(kWords[static_cast<int>(method)]);
}

std::string source_text(const TimingRow& row, bool with_place) {
  const TimeMethod method = row.timing.method;
  return kind_text(row.provenance, with_place) + " · " + (with_place ? tr(words_of(method)) : method_word(method));
}

std::string common_source(const std::vector<std::optional<TimingRow>>& rows) {
  std::string common;
  for (const auto& row : rows) {
    if (!row) continue;
    const std::string words = source_text(*row, true);
    if (!common.empty() && words != common) return "";
    common = words;
  }
  return common;
}

std::string common_kind_parts(const std::vector<std::optional<TimingRow>>& rows) {
  std::string common;
  for (const auto& row : rows) {
    if (!row) continue;
    const std::string words = kind_parts(row->provenance);
    if (!common.empty() && words != common) return "";
    common = words;
  }
  return common;
}

std::string block_dim_words(unsigned block_dim) {
  return "blockDim " + grouped(block_dim);
}

std::string coarse_factor_words(unsigned coarse_factor) {
  return fmt::format("COARSE_FACTOR {}", coarse_factor);
}

std::string grid_dim_words(std::uint64_t grid_dim) {
  return "gridDim " + grouped(grid_dim);
}

std::string shape_words(const LaunchConfig& launch, const std::string& kernel) {
  if (launch.grid_dim == 0) return "";
  std::string words = block_dim_words(launch.block_dim);
  if (kernel_info(kernel).coarsens || launch.coarse_factor > 1)
    words += " · " + coarse_factor_words(launch.coarse_factor);
  const bool chosen = launch.elements_per_block == 0 && !has_array_result(launch.workload);
  if (chosen && launch.grid_dim > 1) words += " · " + grid_dim_words(launch.grid_dim);
  return words;
}

std::string launch_words(const LaunchConfig& launch, const std::string& kernel) {
  const std::string shape = shape_words(launch, kernel);
  return "N " + grouped(launch.n) + (shape.empty() ? "" : " · " + shape);
}

}  // namespace lanescope
