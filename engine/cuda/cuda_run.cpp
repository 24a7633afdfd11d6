// The native build: one result, then times. Between the two events of a repeat lies what makes one result of the
// input and nothing else: the preset of the output, the kernel, its launches on partial sums, or their copy to the
// host and the sum there.
#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/base/statistics.h"
#include "engine/cuda/check.cuh"
#include "engine/cuda/cuda_backend.h"
#include "engine/cuda/device_arrays.cuh"
#include "engine/cuda/device_buffer.cuh"
#include "engine/cuda/native_kernel.cuh"

namespace lanescope {

namespace {

/// Timing must not take longer than this, however slow the kernel is.
constexpr double kTimingBudgetUs = 3e6;
/// Repeats are queued together, so that a launch's latency hides behind the one before; this much between two looks
/// at the user's wish to cancel.
constexpr double kBatchUs = 50e3;
constexpr unsigned kLaunchRepeats = 20;  // of each launch alone, besides the repeats of all together

/// A native kernel between two events.
class TimedKernel {
 public:
  TimedKernel(const RunRequest& request, DeviceArrays& arrays) : arrays_(arrays), kernel_(request, arrays) {}

  void queue(DeviceEvent& start, DeviceEvent& stop) {
    arrays_.restore();
    start.record();
    arrays_.preset();
    kernel_.queue();
    arrays_.combine_on_host();
    stop.record();
  }

  /// The median of each launch, alone between two events; empty where there is one.
  std::vector<double> time_launches(unsigned repeats) {
    const std::size_t count = arrays_.passes().size();
    if (count < 2) return {};
    std::vector<std::vector<double>> times_us(count);
    for (unsigned repeat = 0; repeat < repeats; ++repeat) {
      std::vector<DeviceEvent> events(count + 1);
      arrays_.restore();
      arrays_.preset();
      events[0].record();
      for (std::size_t i = 0; i < count; ++i) {
        kernel_.queue_launch(i);
        events[i + 1].record();
      }
      events.back().wait();
      for (std::size_t i = 0; i < count; ++i) times_us[i].push_back(events[i + 1].us_since(events[i]));
    }
    std::vector<double> medians_us;
    for (auto& times : times_us) medians_us.push_back(median(times));
    return medians_us;
  }

  double run_once() {
    DeviceEvent start, stop;
    queue(start, stop);
    stop.wait();
    return stop.us_since(start);
  }

 private:
  DeviceArrays& arrays_;
  NativeKernel kernel_;
};

std::vector<double> time_repeats(TimedKernel& kernel, unsigned repeats, double estimate_us, Progress& progress) {
  std::vector<DeviceEvent> starts(repeats), stops(repeats);
  std::vector<double> times_us;
  const auto batch = static_cast<unsigned>(std::clamp(kBatchUs / std::max(estimate_us, 1.0), 1.0, 1e6));
  for (unsigned first = 0; first < repeats; first += batch) {
    progress.check();
    const unsigned end = std::min(first + batch, repeats);
    for (unsigned i = first; i < end; ++i) kernel.queue(starts[i], stops[i]);
    stops[end - 1].wait();
    for (unsigned i = first; i < end; ++i) times_us.push_back(stops[i].us_since(starts[i]));
    progress.set_fraction(static_cast<double>(end) / repeats);
  }
  return times_us;
}

CudaTimes times_of(const std::vector<double>& times_us) {
  const Summary all = summary_of(times_us);
  CudaTimes times;
  times.median_us = all.median;
  times.min_us = all.least;
  times.max_us = all.most;
  times.repeats = static_cast<unsigned>(times_us.size());
  return times;
}

}  // namespace

CudaRun cuda_run(const RunRequest& request, const LaunchConfig& launch, const Input& input, Progress& progress) {
  require_gpu();
  if (launch.n == 0) throw Error(ErrorKind::usage, "There is nothing to launch for --n 0.");
  progress.check();
  DeviceArrays arrays(request, launch, input, progress);
  TimedKernel kernel(request, arrays);
  // The first launch also loads the code; the second is what a repeat will take.
  const double first_us = kernel.run_once();
  CudaRun run{arrays.result(), {}};
  if (request.repeats == 0) return run;
  progress.check();
  const double estimate_us = first_us < kTimingBudgetUs ? kernel.run_once() : first_us;
  const double affordable = std::max(1.0, std::floor(kTimingBudgetUs / std::max(estimate_us, 1.0)));
  const auto repeats = static_cast<unsigned>(std::min<double>(request.repeats, affordable));
  run.times = times_of(time_repeats(kernel, repeats, estimate_us, progress));
  run.times->launch_us = kernel.time_launches(std::min(repeats, kLaunchRepeats));
  return run;
}

std::vector<double> cuda_results(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                                 unsigned runs, Progress& progress) {
  require_gpu();
  progress.check();
  DeviceArrays arrays(request, launch, input, progress);
  TimedKernel kernel(request, arrays);
  std::vector<double> values;
  for (unsigned i = 0; i < runs; ++i) {
    progress.check();
    kernel.run_once();
    values.push_back(arrays.result().number);
  }
  return values;
}

}  // namespace lanescope
