// The bench's input lies on the GPU several times over, so that the launches of a graph find it cold in turn.
#include "engine/cuda/cuda_bench.h"

#include <algorithm>
#include <deque>
#include <variant>

#include "engine/base/quotient.h"
#include "engine/cuda/check.cuh"
#include "engine/cuda/cuda_backend.h"
#include "engine/cuda/graph_timer.cuh"
#include "engine/cuda/limit_kernels.cuh"
#include "engine/cuda/native_kernel.cuh"
#include "engine/request/catalogue.h"

namespace lanescope {

namespace {

constexpr unsigned kMaxLaunches = 256;
constexpr double kGraphUs = 400;        // of a graph, so that its own start is less than a hundredth
constexpr std::size_t kColdFactor = 4;  // of L2 that all copies of the input exceed, where there are enough
constexpr unsigned kMinReplays = 3, kMaxReplays = 25;

unsigned launches_of(double about_us, std::size_t most) {
  const double wanted = kGraphUs / std::max(about_us, 1.0);
  return static_cast<unsigned>(std::clamp(wanted, 1.0, static_cast<double>(most)));
}

unsigned replays_of(double graph_us, double budget_us) {
  constexpr double kOverheadUs = 500;  // restoring and flushing
  return static_cast<unsigned>(
      std::clamp(budget_us / (graph_us + kOverheadUs), 1.0 * kMinReplays, 1.0 * kMaxReplays));
}

/// What is timed: all that a result takes, or its kernels without the preset before and the host's sum after them.
enum class Part { result, kernels };

/// A kernel over one copy of the input, with an output of its own.
struct OneLaunch {
  OneLaunch(const RunRequest& request, const LaunchConfig& launch, const DeviceInput& input)
      : arrays(request, launch, input), kernel(request, arrays) {}
  void queue(cudaStream_t stream, Part part = Part::result) {
    if (part == Part::result) arrays.preset(stream);
    kernel.queue(stream);
    if (part == Part::result) arrays.combine_on_host(stream);
  }
  DeviceArrays arrays;
  NativeKernel kernel;
};

}  // namespace

struct CudaBench::Bench {
  Bench(const Input& input, Progress& progress);

  std::byte* copy(std::size_t index) const { return copies.data() + index % copy_count * pitch; }
  DeviceInput input_for(const RunRequest& request, std::size_t index);
  GraphTimes time_kernel(const RunRequest& request, const LaunchConfig& launch, double about_us, double budget_us,
                         Cache cache, Part part = Part::result);
  GraphTimes time_read(const ReadLimit& shape, unsigned launches, unsigned replays, Cache cache);
  bool fits_l2() const { return bytes <= timer.l2_bytes(); }

  Progress& progress;
  GraphTimer timer;
  std::size_t bytes = 0, pitch = 0, copy_count = 1;
  DeviceBuffer<std::byte> copies;
  DeviceBuffer<std::byte> pristine;  // made for the first kernel that destroys its input
};

CudaBench::Bench::Bench(const Input& input, Progress& given_progress)
    : progress(given_progress), timer(given_progress) {
  const void* values = nullptr;
  std::visit(
      [&](const auto& array) {
        values = array.data();
        bytes = array.size() * sizeof(array[0]);
      },
      input);
  constexpr std::size_t kAlignment = 256;
  pitch = std::max(quotient_up(bytes, kAlignment) * kAlignment, kAlignment);
  copy_count = std::clamp<std::size_t>(quotient_up(kColdFactor * timer.l2_bytes(), pitch), 1, kMaxLaunches);
  copies = DeviceBuffer<std::byte>(copy_count * pitch);
  check(cudaMemcpy(copies.data(), values, bytes, cudaMemcpyHostToDevice), "copying the input to the GPU");
  for (std::size_t i = 1; i < copy_count; ++i)
    check(cudaMemcpy(copy(i), copies.data(), bytes, cudaMemcpyDeviceToDevice), "copying the input on the GPU");
}

DeviceInput CudaBench::Bench::input_for(const RunRequest& request, std::size_t index) {
  if (!kernel_info(request.kernel).destroys_input) return {copy(index), nullptr};
  if (!pristine.data()) {
    pristine = DeviceBuffer<std::byte>(std::max<std::size_t>(bytes, 1));
    check(cudaMemcpy(pristine.data(), copies.data(), bytes, cudaMemcpyDeviceToDevice),
          "copying the input on the GPU");
  }
  return {copy(index), pristine.data()};
}

GraphTimes CudaBench::Bench::time_kernel(const RunRequest& request, const LaunchConfig& launch, double about_us,
                                         double budget_us, Cache cache, Part part) {
  // A copy that a launch destroys serves once a graph.
  const bool destroys = kernel_info(request.kernel).destroys_input;
  const unsigned count = launches_of(about_us, destroys ? copy_count : kMaxLaunches);
  std::deque<OneLaunch> launches;
  for (unsigned i = 0; i < count; ++i)
    launches.emplace_back(request, launch, input_for(request, cache == Cache::cold ? i : 0));
  const auto restore = [&] {
    for (auto& one : launches) one.arrays.restore();
  };
  const auto times = timer.time(
      count, replays_of(count * about_us, budget_us), cache,
      [&](unsigned i, cudaStream_t stream) { launches[i].queue(stream, part); }, restore);
  if (destroys) restore();
  return times;
}

GraphTimes CudaBench::Bench::time_read(const ReadLimit& shape, unsigned launches, unsigned replays, Cache cache) {
  return timer.time(
      launches, replays, cache,
      [&](unsigned i, cudaStream_t stream) {
        launch_read(reinterpret_cast<const uint4*>(copy(cache == Cache::cold ? i : 0)), bytes / sizeof(uint4),
                    nullptr, shape.grid_dim, shape.block_dim, shape.loads, stream);
      },
      [] {});
}

CudaBench::CudaBench(const Input& input, Progress& progress) {
  require_gpu();
  bench_ = std::make_unique<Bench>(input, progress);
}

CudaBench::~CudaBench() = default;

Trial CudaBench::try_once(const RunRequest& request, const LaunchConfig& launch) {
  bench_->progress.check();
  OneLaunch one(request, launch, bench_->input_for(request, 0));
  DeviceEvent start, stop;
  one.arrays.restore();
  start.record();
  one.queue(nullptr);
  stop.record();
  stop.wait();
  const Trial trial{one.arrays.result(), stop.us_since(start)};
  if (kernel_info(request.kernel).destroys_input) one.arrays.restore();
  return trial;
}

BenchTimes CudaBench::time(const RunRequest& request, const LaunchConfig& launch, double about_us,
                           const BenchEffort& effort) {
  BenchTimes times;
  times.cold = bench_->time_kernel(request, launch, about_us, effort.budget_us, Cache::cold);
  if (effort.wants_warm && bench_->fits_l2() && !kernel_info(request.kernel).destroys_input)
    times.warm = bench_->time_kernel(request, launch, about_us, effort.budget_us, Cache::warm);
  if (effort.wants_kernel_alone &&
      OneLaunch(request, launch, bench_->input_for(request, 0)).arrays.has_other_parts())
    times.kernel_alone =
        bench_->time_kernel(request, launch, about_us, effort.budget_us, Cache::cold, Part::kernels);
  return times;
}

ReadLimit CudaBench::read_limit(const BenchEffort& effort) {
  const std::size_t words = std::max<std::size_t>(bench_->bytes / sizeof(uint4), 1);
  const auto sms = static_cast<std::uint64_t>(std::max(cuda_device().sm_count, 1));
  ReadLimit best;
  constexpr unsigned kQuickReplays = 3;
  for (const unsigned block_dim : {64u, 128u, 256u, 512u, 1024u}) {
    for (const unsigned loads : {1u, 4u, 8u}) {
      const std::uint64_t whole = quotient_up(words, block_dim * loads);
      for (const std::uint64_t grid_dim : {whole, sms, 2 * sms, 4 * sms, 8 * sms}) {
        if (grid_dim > whole || (grid_dim == whole && whole > 0x7fffffff)) continue;
        ReadLimit shape{{}, block_dim, loads, grid_dim};
        shape.times.cold =
            bench_->time_read(shape, launches_of(best.times.cold.median_us, 64), kQuickReplays, Cache::cold);
        if (best.grid_dim == 0 || shape.times.cold.median_us < best.times.cold.median_us) best = shape;
      }
    }
  }
  const unsigned launches = launches_of(best.times.cold.median_us, kMaxLaunches);
  const unsigned replays = replays_of(launches * best.times.cold.median_us, effort.budget_us);
  best.times.cold = bench_->time_read(best, launches, replays, Cache::cold);
  if (effort.wants_warm && bench_->fits_l2())
    best.times.warm = bench_->time_read(best, launches, replays, Cache::warm);
  return best;
}

}  // namespace lanescope
