#include "engine/bench/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "engine/base/turns.h"
#include "engine/bench/bench.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/source/own_source.h"
#include "engine/workload/workload.h"

namespace lanescope {

namespace {

/// The budget for each time: with many points per curve, each may be less precise than a row of the bench.
constexpr BenchEffort kEffort{.budget_us = 10e3, .wants_warm = false};

template <class T>
std::vector<T> list_or_own(const std::vector<T>& list, T own) {
  return list.empty() ? std::vector<T>{own} : list;
}

bool is_own(const SweepPoint& point) {
  return kernel_info(point.request.kernel).own != nullptr;
}

/// Points of one N share its input, which goes to the GPU once.
class SizeSweep {
 public:
  SizeSweep(const RunRequest& request, Progress& progress)
      : input_(make_input(request, progress)),
        expected_(expected_result(request, launch_config(request), input_, progress)),
        bench_(input_, progress) {}

  void measure(SweepPoint& point) {
    const Turns::Turn turn(gpu_turns());
    const auto trial =
        try_affordable([&](const RunRequest& smaller) { return bench_.try_once(smaller, launch_config(smaller)); },
                       point.request, point.skipped);
    if (!trial) return;
    const Result result = judge(trial->result, point.request, point.launch, expected_);
    point.wrong = !result.correct;
    if (point.wrong) {
      point.skipped = wrong_text(result);
      return;
    }
    const GraphTimes times = bench_.time(point.request, point.launch, trial->time_us, kEffort).cold;
    const double bytes = useful_bytes(point.launch, point.request.type);
    point.timing = Timing{times.median_us, times.min_us,          times.max_us, bytes / times.median_us * 1e-3,
                          times.replays,   TimeMethod::graph_cold};
  }

  SweepTime read_limit(std::uint64_t n) {
    const Turns::Turn turn(gpu_turns());
    const GraphTimes times = bench_.read_limit(kEffort).times.cold;
    return {kReadLimitRow, {.n = n, .grid_dim = 0}, times.median_us, times.min_us, times.max_us, times.replays};
  }

 private:
  Input input_;
  Expected expected_;
  CudaBench bench_;
};

/// A user's kernel has a process of its own, so its input is not that of the others, and its launches are single
/// ones.
void measure_own(SweepPoint& point, Progress& progress) {
  RunRequest request = point.request;
  request.detail = Detail::none;
  request.backend = BackendChoice::cuda;
  Progress part;  // its fraction is for one launch
  compile_if_needed(request.kernel, part);
  const Run run = lanescope::run(request, part);
  progress.check();
  point.wrong = run.result && !run.result->correct;
  if (point.wrong)
    point.skipped = wrong_text(*run.result);
  else
    point.timing = run.timing;
}

/// `read_limits`: where they are added; null if they are not wanted.
void sweep_on_gpu(std::vector<SweepPoint>& points, Progress& progress,
                  std::vector<SweepTime>* read_limits = nullptr) {
  std::map<Problem, std::vector<SweepPoint*>> of_problem;
  std::size_t all = 0, done = 0;
  for (auto& point : points) all += point.skipped.empty();
  const auto note_done = [&] { progress.set_fraction(static_cast<double>(++done) / static_cast<double>(all)); };
  for (auto& point : points) {
    if (!point.skipped.empty()) continue;
    if (!is_own(point)) {
      of_problem[problem_of(point.launch)].push_back(&point);
      continue;
    }
    measure_own(point, progress);
    note_done();
  }
  for (const auto& [problem, same] : of_problem) {
    const RunRequest& first = same.front()->request;
    SizeSweep sweep = [&] {
      const Turns::Turn turn(gpu_turns());
      return SizeSweep(first, progress);
    }();
    for (SweepPoint* point : same) {
      sweep.measure(*point);
      note_done();
    }
    // An array of N elements is what a reduction reads; other workloads have several arrays.
    if (read_limits && !has_array_result(problem.workload)) read_limits->push_back(sweep.read_limit(first.n));
  }
}

void sweep_on_emulator(std::vector<SweepPoint>& points, Progress& progress) {
  for (auto& point : points) {
    RunRequest request = point.request;
    // Launches that only a GPU can run may have been recorded on one.
    if (kernel_info(request.kernel).is_library && !backend_status().cuda_available)
      point.recorded = recorded_timing(recorded_sweeps(), request.kernel, {.n = request.n, .grid_dim = 0},
                                       request.op, request.type);
    if (!point.skipped.empty()) continue;
    request.detail = Detail::full;
    const Run run = lanescope::run(request, progress);
    point.recorded = run.recorded;
    point.wrong = run.result && !run.result->correct;
    if (point.wrong) {
      point.skipped = wrong_text(*run.result);
    } else {
      point.totals = run.metrics.totals;
    }
  }
}

}  // namespace

namespace {

/// blockDim and TILE_WIDTH: a kernel has one of the two.
std::vector<std::pair<unsigned, unsigned>> block_shapes(const RunRequest& base, const SweepLists& lists) {
  std::vector<std::pair<unsigned, unsigned>> shapes;
  for (const auto block_dim : list_or_own(lists.block_dim, base.block_dim))
    for (const auto tile_width : list_or_own(lists.tile_width, base.tile_width))
      shapes.emplace_back(block_dim, tile_width);
  return shapes;
}

}  // namespace

std::vector<SweepPoint> sweep_points(const std::vector<RunRequest>& requests, const SweepLists& lists) {
  std::vector<SweepPoint> points;
  for (const auto& base : requests) {
    const auto first = points.size();
    std::vector<std::optional<std::uint64_t>> grids(lists.grid_dim.begin(), lists.grid_dim.end());
    for (const auto n : list_or_own(lists.n, base.n))
      for (const auto grid_dim : list_or_own(grids, base.grid_dim))
        for (const auto& [block_dim, tile_width] : block_shapes(base, lists))
          for (const auto coarse_factor : list_or_own(lists.coarse_factor, base.coarse_factor)) {
            SweepPoint point{
                .request = base, .launch = {}, .skipped = {}, .timing = {}, .recorded = {}, .totals = {}};
            point.request.n = n;
            point.request.grid_dim = grid_dim;
            point.request.block_dim = block_dim;
            point.request.tile_width = tile_width;
            point.request.coarse_factor = coarse_factor;
            if (lists.block_dim.empty()) choose_launch_shape(point.request);
            choose_grid(point.request);
            const auto same = [&](const SweepPoint& other) {
              return other.skipped.empty() && other.launch == point.launch;
            };
            if (n == 0) {
              point.skipped = "there is nothing to launch for N = 0";
            } else if (kernel_info(base.kernel).on_host) {
              point.skipped = "a loop on the host: it has no launch";
            } else if (const auto refused = refusal_here(point.request)) {
              point.skipped = refused->text();
            } else {
              point.launch = launch_config(point.request);
              if (std::any_of(points.begin() + static_cast<std::ptrdiff_t>(first), points.end(), same))
                point.skipped = "the same launch as above";
            }
            points.push_back(std::move(point));
          }
  }
  return points;
}

double estimated_seconds(const std::vector<SweepPoint>& points) {
  double seconds = 1;
  std::map<std::uint64_t, int> sizes;
  for (const auto& point : points) {
    if (!point.skipped.empty()) continue;
    seconds += 1.2 * kEffort.budget_us * 1e-6;
    if (++sizes[point.request.n] == 1) seconds += 0.2 + 3e-9 * static_cast<double>(point.request.n);
  }
  return seconds;
}

bool sweeps_on_gpu(const std::vector<SweepPoint>& points) {
  if (points.empty() || points[0].request.backend == BackendChoice::emulator) return false;
  const BackendStatus here = backend_status();
  if (points[0].request.backend == BackendChoice::cuda && !here.cuda_available)
    throw Error(ErrorKind::unavailable, Sentence("--backend cuda: {}", here.reason));
  return here.cuda_available;
}

bool run_sweep(std::vector<SweepPoint>& points, Progress& progress) {
  try {
    sweeps_on_gpu(points) ? sweep_on_gpu(points, progress) : sweep_on_emulator(points, progress);
  } catch (const Cancelled&) {
    return false;
  }
  return true;
}

RecordedSweep measured_sweep(std::vector<SweepPoint> points, Progress& progress) {
  const BackendStatus here = backend_status();
  if (!here.cuda_available) throw Error(ErrorKind::unavailable, here.reason);
  std::vector<SweepTime> read_limits;
  try {
    sweep_on_gpu(points, progress, &read_limits);
  } catch (const Cancelled&) {  // keeps what was finished
  }
  RecordedSweep sweep = recording_of(points, {"cuda", NumberKind::measured, here.device, here.driver, "", ""});
  sweep.times.insert(sweep.times.end(), read_limits.begin(), read_limits.end());
  return sweep;
}

RecordedSweep recording_of(const std::vector<SweepPoint>& points, const Provenance& provenance) {
  RecordedSweep sweep;
  sweep.provenance = provenance;
  if (!points.empty()) {
    sweep.op = points[0].request.op;
    sweep.type = points[0].request.type;
  }
  for (const auto& point : points)
    if (point.timing)
      sweep.times.push_back({point.request.kernel, point.launch, point.timing->time_us, point.timing->min_us,
                             point.timing->max_us, point.timing->repeats});
  return sweep;
}

}  // namespace lanescope
