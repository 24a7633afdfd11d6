// The recording build of kernels whose result is an array, run on the host beside the emulator, as
// recording_test.cpp does for reductions.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "host_cuda.h"
// After the words that they are written in.
#include "engine/cuda/recording_cta.cuh"
#include "engine/emulator/emulator.h"
#include "engine/gpu_log/log_reader.h"
#include "engine/request/catalogue.h"
#include "engine/request/launch_sequence.h"
#include "engine/trace/difference.h"
#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"
#include "kernels/call.h"

namespace lanescope {
namespace {

using Recorder = ThreadRecorder<true>;

/// A launch by its entry, on arrays that are given.
template <class T>
using Arrays = std::function<RecordedArray<T, Recorder>(unsigned i, Recorder& recorder)>;

template <class T>
void call_entry(const LaunchConfig& launch, Recorder& recorder, const Arrays<T>& inputs, const Arrays<T>& outputs) {
  bool called = false;
  for_each_entry([&]<class Kernel>(Kernel) {
    if constexpr (runs_on<Kernel, T>() && !facts_of(Kernel::facts.workload).reduces) {
      if (called || launch.entry != Kernel::facts.id) return;
      called = true;
      call_kernel<Kernel>(
          RecordingCta(recorder), [&](unsigned i) { return inputs(i, recorder); },
          [&](unsigned i) { return outputs(i, recorder); }, sizes_of(launch), nullptr);
    }
  });
}

/// All launches of a run, everything logged: of each sizes first, then the record.
template <class T>
class HostRecorder {
 public:
  HostRecorder(const LaunchPlan& plan, std::vector<T> input) {
    for (const std::uint64_t elements : plan.buffers) buffers_.emplace_back(elements);
    buffers_[kInputBuffer] = std::move(input);
  }

  Trace record(const PlannedLaunch& planned, std::uint64_t kept_block) {
    const LaunchConfig& config = planned.launch;
    const std::vector<std::vector<T>> before = buffers_;
    RecordingSizes sizes{};
    std::vector<std::uint32_t> counts(config.grid_dim * config.block_dim);
    RecordingTables tables;
    tables.grid_dim = static_cast<unsigned>(config.grid_dim);
    tables.tile_width = config.tile_width;
    tables.grid_columns = static_cast<unsigned>(config.grid_columns());
    tables.logged_blocks = config.grid_dim;
    tables.sizes = &sizes;
    tables.access_counts = counts.data();
    launch(planned, tables);

    AccessLog log;
    log.blocks = config.grid_dim;
    log.whole_grid = true;
    log.begin.assign(1, 0);
    for (const auto count : counts) log.begin.push_back(log.begin.back() + count);
    log.accesses.resize(log.begin.back());
    StepChunk chunk{0, config.grid_dim, {}, {}, {}};
    chunk.steps.resize(config.grid_dim * sizes.steps);
    chunk.masks.resize(chunk.steps.size() * ((config.block_dim + kWarpSize - 1) / kWarpSize));
    chunk.barriers.resize(config.grid_dim);
    tables.sizes = nullptr;
    tables.access_counts = nullptr;
    tables.max_steps = sizes.steps;
    tables.steps = chunk.steps.data();
    tables.masks = chunk.masks.data();
    tables.barriers = chunk.barriers.data();
    tables.log = log.accesses.data();
    tables.log_begin = log.begin.data();
    buffers_ = before;
    launch(planned, tables);
    LogReader reader(config, sizes.steps, sizeof(T), log, kept_block);
    reader.read(chunk);
    return reader.finish();
  }

  const std::vector<T>& output() const { return buffers_[kResultBuffer]; }

 private:
  void launch(const PlannedLaunch& planned, const RecordingTables& tables) {
    const auto arrays = [&](const std::vector<ArrayPlace>& places, ArrayId (*id)(unsigned)) -> Arrays<T> {
      return [this, &places, id](unsigned i, Recorder& recorder) {
        return RecordedArray<T, Recorder>{buffers_[places[i].buffer].data() + places[i].begin, &recorder, id(i)};
      };
    };
    host_cuda::launch(static_cast<unsigned>(planned.launch.grid_dim), planned.launch.block_dim, [&] {
      Recorder recorder(tables);
      call_entry<T>(planned.launch, recorder, arrays(planned.inputs, input_array),
                    arrays(planned.outputs, output_array));
      recorder.finish();
    });
  }

  std::vector<std::vector<T>> buffers_;
};

TEST(ArrayRecording, SaysWhatTheEmulatorSays) {
  for_each_kernel(ArrayKernels{}, []<class Kernel>(Kernel) {
    for (const unsigned coarse_factor : {1u, 3u}) {
      RunRequest request;
      using T = std::conditional_t<runs_on<Kernel, float>(), float, std::int32_t>;
      request.kernel = Kernel::facts.id;
      request.type = default_type(Kernel::facts.workload);
      request.coarse_factor = coarse_factor;
      request.block_dim = 64;
      request.tile_width = 8;
      // A thread of the host for each of the launch's; of matrices, N is the width.
      request.n = facts_of(Kernel::facts.workload).of_matrices() ? 19 : HasEntries<Kernel> ? 70 : 300;
      if (Kernel::facts.workload == Workload::matrix_product) {
        request.n = 11;
        request.matrices = {11, 13, 30};
      }
      request.detail = Detail::full;
      if (refusal(request)) {
        EXPECT_GT(coarse_factor, 1u) << request.kernel << " is left out";
        continue;
      }
      const LaunchConfig launch = launch_config(request);
      request.block = launch.grid_dim - 1;
      SCOPED_TRACE(request.kernel + " COARSE_FACTOR " + std::to_string(coarse_factor));
      Progress progress;
      const Input input = make_input(request, progress);
      const LaunchPlan plan = plan_of(kernel_info(request.kernel), launch, sizeof(T));
      HostRecorder<T> recorder(plan, std::get<std::vector<T>>(input));
      const EmulatedRun emulated = emulate(request, launch, input, progress);
      ASSERT_EQ(emulated.launches.size(), plan.launches.size());
      for (std::size_t i = 0; i < plan.launches.size(); ++i) {
        const Trace recorded =
            recorder.record(plan.launches[i], kept_block(request, i + 1, plan.launches[i].launch));
        EXPECT_EQ(first_difference({recorded, "the recording"}, {emulated.launches[i].trace, "the emulator"})
                      .value_or(""),
                  "")
            << "launch " << i + 1;
      }
      EXPECT_EQ(recorder.output(), std::get<std::vector<T>>(*emulated.result.array));
    }
  });
}

}  // namespace
}  // namespace lanescope
