// The recording build of kernels whose result is an array, run on the host beside the emulator, as
// recording_test.cpp does for reductions.
#include <gtest/gtest.h>

#include <algorithm>

#include "host_cuda.h"
// After the words that they are written in.
#include "engine/request/catalogue.h"
#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"
#include "engine/cuda/recording_cta.cuh"
#include "engine/emulator/emulator.h"
#include "engine/gpu_log/log_reader.h"
#include "engine/trace/difference.h"
#include "kernels/call.h"

namespace lanescope {
namespace {

/// One launch, everything logged: sizes first, then the record.
template <class Kernel, class T>
class HostRecorder {
 public:
  HostRecorder(const LaunchConfig& launch, std::vector<T> input)
      : launch_(launch), arrays_(arrays_of(launch, sizeof(T))), input_(std::move(input)), output_(arrays_.output) {}

  Trace record(std::uint64_t kept_block) {
    RecordingSizes sizes{};
    std::vector<std::uint32_t> counts(launch_.grid_dim * launch_.block_dim);
    RecordingTables tables;
    tables.grid_dim = static_cast<unsigned>(launch_.grid_dim);
    tables.tile_width = launch_.tile_width;
    tables.grid_columns = static_cast<unsigned>(launch_.grid_columns());
    tables.logged_blocks = launch_.grid_dim;
    tables.sizes = &sizes;
    tables.access_counts = counts.data();
    launch(tables);

    AccessLog log;
    log.blocks = launch_.grid_dim;
    log.whole_grid = true;
    log.begin.assign(1, 0);
    for (const auto count : counts) log.begin.push_back(log.begin.back() + count);
    log.accesses.resize(log.begin.back());
    StepChunk chunk{0, launch_.grid_dim, {}, {}, {}};
    chunk.steps.resize(launch_.grid_dim * sizes.steps);
    chunk.masks.resize(chunk.steps.size() * ((launch_.block_dim + kWarpSize - 1) / kWarpSize));
    chunk.barriers.resize(launch_.grid_dim);
    tables.sizes = nullptr;
    tables.access_counts = nullptr;
    tables.max_steps = sizes.steps;
    tables.steps = chunk.steps.data();
    tables.masks = chunk.masks.data();
    tables.barriers = chunk.barriers.data();
    tables.log = log.accesses.data();
    tables.log_begin = log.begin.data();
    launch(tables);
    LogReader reader(launch_, sizes.steps, sizeof(T), log, kept_block);
    reader.read(chunk);
    return reader.finish();
  }

  const std::vector<T>& output() const { return output_; }

 private:
  void launch(const RecordingTables& tables) {
    if (facts_of(launch_.workload).updates_output) std::fill(output_.begin(), output_.end(), T{0});
    host_cuda::launch(static_cast<unsigned>(launch_.grid_dim), launch_.block_dim, [&] {
      ThreadRecorder recorder(tables);
      const auto input = [&](unsigned i) {
        return RecordedArray<T>{input_.data() + arrays_.inputs[i].begin, &recorder, input_array(i)};
      };
      call_kernel<Kernel>(RecordingCta(recorder), input,
                          RecordedArray<T>{output_.data(), &recorder, ArrayId::output},
                          sizes_of(launch_), nullptr);
      recorder.finish();
    });
  }

  const LaunchConfig launch_;
  const ArrayLayout arrays_;
  std::vector<T> input_, output_;
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
      request.n = facts_of(Kernel::facts.workload).of_matrices() ? 19 : 300;
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
      HostRecorder<Kernel, T> recorder(launch, std::get<std::vector<T>>(input));
      const Trace recorded = recorder.record(request.block);
      const EmulatedRun emulated = emulate(request, launch, input, progress);
      EXPECT_EQ(
          first_difference({recorded, "the recording"}, {emulated.launches[0].trace, "the emulator"}).value_or(""),
          "");
      EXPECT_EQ(recorder.output(), std::get<std::vector<T>>(*emulated.result.array));
    }
  });
}

}  // namespace
}  // namespace lanescope
