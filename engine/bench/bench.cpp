#include "engine/bench/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/base/number_text.h"
#include "engine/request/catalogue.h"
#include "engine/this_machine.h"
#include "engine/workload/workload.h"

namespace lanescope {

namespace {

constexpr std::uint64_t kFirstProbe = 1 << 14;
constexpr std::uint64_t kProbeFactor = 16;
/// By how much an estimate from a smaller N may be too high, because it also scales the constant time of a launch.
constexpr double kEstimateSlack = 8;

double input_bytes(const Input& input) {
  return std::visit([](const auto& array) { return static_cast<double>(array.size() * sizeof(array[0])); }, input);
}

std::string time_text(double time_us) {
  return time_us < 1e6 ? fmt::format("{:.0f} ms", time_us / 1e3) : fmt::format("{:.0f} s", time_us / 1e6);
}

/// Why the request cannot be captured into a graph; empty if it can.
std::string why_not_in_graph(const RunRequest& request) {
  if (kernel_info(request.kernel).on_host) return "a loop on the host, which no GPU runs";
  if (const auto refused = refusal(request)) return refused->text();
  return "";
}

/// One size: the input is made once, and goes to the GPU once.
class SizeBench {
 public:
  SizeBench(RunRequest shared, const BenchEffort& effort, Progress& progress)
      : effort_(effort),
        input_(make_input(shared, progress)),
        reference_(reference_result(input_, shared.op, progress)),
        n_(shared.n),
        bench_(input_, progress) {}

  BenchRow read_limit() {
    const ReadLimit limit = bench_.read_limit(effort_);
    BenchRow row = new_row(kReadLimitRow);
    row.shape =
        fmt::format("grid {} x block {}, {} x 16 bytes", grouped(limit.grid_dim), limit.block_dim, limit.loads);
    row.times = limit.times;
    return row;
  }

  BenchRow measure(const RunRequest& request) {
    BenchRow row = new_row(request.kernel);
    row.skipped = why_not_in_graph(request);
    if (!row.timed()) return row;
    const LaunchConfig launch = launch_config(request);
    row.shape = kernel_info(request.kernel).is_library ? "its own" : shape_text(launch);
    const auto trial =
        try_affordable([&](const RunRequest& smaller) { return bench_.try_once(smaller, launch_config(smaller)); },
                       request, row.skipped);
    if (!trial) return row;
    row.result = judge(trial->result, request, launch, reference_);
    row.wrong = !row.result.correct;
    if (row.wrong) {
      row.skipped = wrong_text(row.result);
      return row;
    }
    row.times = bench_.time(request, launch, trial->time_us, effort_);
    return row;
  }

 private:
  BenchRow new_row(const std::string& kernel) const {
    BenchRow row;
    row.kernel = kernel;
    row.n = n_;
    row.bytes = input_bytes(input_);
    return row;
  }

  BenchEffort effort_;
  Input input_;
  Reference reference_;
  std::uint64_t n_;
  CudaBench bench_;
};

/// Runs `work` and returns the reason if it fails; throws if the GPU cannot be used any more.
template <class Work>
std::string reason_of_failure(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    if (!backend_status().cuda_available) throw;
    return error.what();
  }
  return "";
}

RunRequest at_size(RunRequest request, std::uint64_t n) {
  const OwnShape own = own_shape(request);
  request.n = n;
  choose_again(request, own);
  choose_launch_shape(request);
  request.detail = Detail::none;
  return request;
}

}  // namespace

std::string wrong_text(const Result& result) {
  return fmt::format("WRONG: its result is {}, and the reference {}", result.value, result.reference);
}

std::string shape_text(const LaunchConfig& launch) {
  std::string text = fmt::format("grid {} x block {}", grouped(launch.grid_dim), launch.block_dim);
  if (launch.coarse_factor != 1) text += fmt::format(", COARSE_FACTOR {}", launch.coarse_factor);
  return text;
}

double estimated_seconds(const BenchPlan& plan) {
  // Seen on an H200: few rows need their whole budget, because the replays are enough before; the read limit tries
  // its shapes first; an element is made, summed in double and copied in 3 ns.
  const double row = plan.effort.budget_us * (plan.effort.wants_warm ? 2 : 1) * 0.4e-6;
  double seconds = 1;
  for (const std::uint64_t n : plan.sizes)
    seconds += row * static_cast<double>(plan.requests.size()) + 0.5 + 3e-9 * static_cast<double>(n);
  return seconds;
}

std::vector<std::uint64_t> probe_sizes(std::uint64_t n) {
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t size = kFirstProbe; size < n; size *= kProbeFactor) sizes.push_back(size);
  sizes.push_back(n);
  return sizes;
}

std::optional<Trial> try_affordable(const std::function<Trial(const RunRequest&)>& launch,
                                    const RunRequest& request, std::string& skipped) {
  // The places of arrays depend on N, so each size needs its own input.
  const bool has_arrays = has_array_result(kernel_info(request.kernel).workload);
  const auto sizes = has_arrays ? std::vector{request.n} : probe_sizes(request.n);
  Trial trial;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const RunRequest smaller = at_size(request, sizes[i]);
    launch(smaller);  // loads the code, which can take a second and is not the kernel's time
    trial = launch(smaller);
    const bool last = i + 1 == sizes.size();
    const double next_us =
        last ? trial.time_us : trial.time_us * static_cast<double>(sizes[i + 1]) / static_cast<double>(sizes[i]);
    if (next_us <= kSlowestUs * (last ? 1 : kEstimateSlack)) continue;
    const double all_us = trial.time_us * static_cast<double>(request.n) / static_cast<double>(sizes[i]);
    skipped = fmt::format("too slow: about {} for one result, from {} at N = {}; the bench stops at {}",
                          time_text(all_us), time_text(trial.time_us), sizes[i], time_text(kSlowestUs));
    return std::nullopt;
  }
  return trial;
}

BenchReport run_bench(const BenchPlan& plan, Progress& progress,
                      const std::function<void(const BenchRow&)>& row_done) {
  BenchReport report;
  report.provenance = {"cuda", NumberKind::measured, backend_status().device, backend_status().driver, "", ""};
  if (!plan.requests.empty()) report.request = plan.requests[0];
  try {
    for (const ElementType type : kComputeTypes)
      reason_of_failure([&] { report.compute_limits.push_back(cuda_compute_limit(type, plan.effort, progress)); });
    for (std::size_t s = 0; s < plan.sizes.size(); ++s) {
      std::optional<SizeBench> bench;
      const auto add = [&](const std::string& kernel, const auto& measure) {
        BenchRow row;
        const std::string failure = reason_of_failure([&] {
          if (!bench) bench.emplace(at_size(report.request, plan.sizes[s]), plan.effort, progress);
          row = measure();
        });
        row.kernel = kernel;
        row.n = plan.sizes[s];
        if (!failure.empty()) row.skipped = failure;
        row_done(row);
        report.rows.push_back(std::move(row));
      };
      add(kReadLimitRow, [&] { return bench->read_limit(); });
      for (std::size_t i = 0; i < plan.requests.size(); ++i) {
        add(plan.requests[i].kernel, [&] { return bench->measure(at_size(plan.requests[i], plan.sizes[s])); });
        progress.set_fraction(
            (static_cast<double>(s) + static_cast<double>(i + 1) / static_cast<double>(plan.requests.size())) /
            static_cast<double>(plan.sizes.size()));
      }
    }
  } catch (const Cancelled&) {
    report.cancelled = true;
  }
  add_ratios(report.rows);
  return report;
}

std::vector<RecordingCostRow> run_recording_cost(const std::vector<RunRequest>& requests, Progress& progress) {
  std::vector<RecordingCostRow> rows;
  std::optional<Input> input;
  for (const auto& wanted : requests) {
    RunRequest request = wanted;
    choose_launch_shape(request);
    request.detail = Detail::masks;
    auto& row = rows.emplace_back();
    row.kernel = request.kernel;
    if (!kernel_info(request.kernel).traced()) row.skipped = "not traced";
    if (const auto refused = refusal(request); refused && row.skipped.empty()) row.skipped = refused->text();
    if (!row.skipped.empty()) continue;
    if (!input) input = make_input(request, progress);
    const LaunchConfig launch = launch_config(request);
    row.shape = shape_text(launch);
    row.cost = cuda_recording_cost(request, launch, *input, progress);
  }
  return rows;
}

}  // namespace lanescope
