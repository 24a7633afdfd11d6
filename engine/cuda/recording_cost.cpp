// What recording costs: the masks of all blocks, beside the native launch. Nothing of it is shown as a kernel's
// time.
#include <algorithm>
#include <chrono>

#include "engine/base/statistics.h"
#include "engine/cuda/block_order.cuh"
#include "engine/cuda/cuda_backend.h"
#include "engine/cuda/cuda_bench.h"
#include "engine/cuda/device_arrays.cuh"
#include "engine/cuda/entries.cuh"
#include "engine/gpu_log/gpu_log.h"

namespace lanescope {

namespace {

constexpr std::uint64_t kChunkBytes = 1u << 30;
constexpr unsigned kRepeats = 5;

/// The recording kernel over the whole grid, where its masks need it in several launches.
class MaskRecording {
 public:
  MaskRecording(const RunRequest& request, const LaunchConfig& launch, const Trace& trace, DeviceArrays& arrays)
      : launch_(launch),
        type_(request.type),
        arrays_(arrays),
        entry_(recording_entries(request.type, launch).record_steps),
        op_(request.op),
        order_(launch) {
    for (const auto& history : trace.histories)
      tables_.max_steps = std::max<unsigned>(tables_.max_steps, static_cast<unsigned>(history.steps()));
    const std::uint64_t warps = trace.warps_per_block();
    const std::uint64_t per_block = tables_.max_steps * (sizeof(LoggedStep) + warps * sizeof(std::uint32_t)) + 4;
    chunk_ = std::clamp<std::uint64_t>(kChunkBytes / per_block, 1, launch.grid_dim);
    steps_ = DeviceBuffer<LoggedStep>(chunk_ * tables_.max_steps);
    masks_ = DeviceBuffer<std::uint32_t>(chunk_ * tables_.max_steps * warps);
    barriers_ = DeviceBuffer<std::uint32_t>(chunk_);
    tables_.grid_dim = static_cast<unsigned>(launch.grid_dim);
    tables_.stores = launch.combining != Combining::atomic;
    tables_.steps = steps_.data();
    tables_.masks = masks_.data();
    tables_.barriers = barriers_.data();
    order_.fill(tables_);
  }

  double time_us() {
    DeviceEvent start, stop;
    arrays_.restore();
    start.record();
    arrays_.preset();  // as the native time holds it
    order_.begin_grid();
    for (std::uint64_t first = 0, blocks = 0; first < launch_.grid_dim; first += blocks) {
      blocks = std::min(chunk_, launch_.grid_dim - first);
      order_.begin_launch();
      tables_.first_block = static_cast<unsigned>(first);
      KernelArguments kernel_arguments = arguments_of(arrays_.passes()[0]);
      void* arguments[] = {&kernel_arguments, &op_, &tables_};
      launch_row(entry_, launch_, type_, blocks, arguments);
    }
    stop.record();
    stop.wait();
    return stop.us_since(start);
  }

 private:
  const LaunchConfig& launch_;
  const ElementType type_;
  DeviceArrays& arrays_;
  const void* entry_;
  Op op_;
  BlockOrder order_;
  RecordingTables tables_;
  std::uint64_t chunk_ = 1;
  DeviceBuffer<LoggedStep> steps_;
  DeviceBuffer<std::uint32_t> masks_, barriers_;
};

}  // namespace

RecordingCost cuda_recording_cost(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                                  Progress& progress) {
  RunRequest masks = request;
  masks.detail = Detail::masks;
  RecordingCost cost;
  cost.native_us = cuda_run(masks, launch, input, progress).times.value().median_us;
  const auto started = std::chrono::steady_clock::now();
  const Trace trace = cuda_record(masks, launch, input, progress).front().trace;
  cost.whole_us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - started).count();
  DeviceArrays arrays(masks, launch, input, progress);
  MaskRecording recording(masks, launch, trace, arrays);
  recording.time_us();  // loads the code
  std::vector<double> times_us;
  for (unsigned i = 0; i < kRepeats; ++i) {
    progress.check();
    times_us.push_back(recording.time_us());
  }
  cost.recording_us = median(times_us);
  return cost;
}

}  // namespace lanescope
