// The recording build, run on the host: what it records of a kernel is what the emulator says of it. The same is
// shown on a GPU by `lanescope verify`; this needs none.
#include <gtest/gtest.h>

#include <algorithm>

#include "host_cuda.h"
// After the words that they are written in.
#include "engine/cuda/device_ops.cuh"
#include "engine/cuda/recording_cta.cuh"
#include "engine/emulator/emulator.h"
#include "engine/gpu_log/log_reader.h"
#include "engine/request/catalogue.h"
#include "engine/trace/difference.h"
#include "kernels/ladder.h"

namespace lanescope {

alignas(16) unsigned char shared_memory[1 << 16];

namespace {

/// One launch, as engine/cuda/cuda_record.cu does it: sizes first, then the record.
template <class Kernel, class T, class Recorder = ThreadRecorder<true>>
class HostRecorder {
 public:
  HostRecorder(const RunRequest& request, const LaunchConfig& launch, const std::vector<T>& input)
      : request_(request), launch_(launch), pristine_(input) {}

  Trace record(std::uint64_t first_logged, std::uint64_t logged_blocks) {
    AccessLog log;
    log.first_block = first_logged;
    log.blocks = logged_blocks;
    log.whole_grid = logged_blocks == launch_.grid_dim;

    RecordingSizes sizes{};
    std::vector<std::uint32_t> counts(logged_blocks * launch_.block_dim);
    RecordingTables tables;
    tables.grid_dim = static_cast<unsigned>(launch_.grid_dim);
    tables.first_logged_block = first_logged;
    tables.logged_blocks = logged_blocks;
    tables.stores = launch_.combining != Combining::atomic;
    tables.sizes = &sizes;
    tables.access_counts = counts.data();
    launch(tables);

    log.begin.assign(1, 0);
    for (const auto count : counts) log.begin.push_back(log.begin.back() + count);
    log.accesses.resize(log.begin.back());
    const unsigned warps = (launch_.block_dim + kWarpSize - 1) / kWarpSize;
    StepChunk chunk{0, launch_.grid_dim, {}, {}, {}};
    chunk.steps.resize(launch_.grid_dim * sizes.steps);
    chunk.masks.resize(chunk.steps.size() * warps);
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

    LogReader reader(launch_, sizes.steps, sizeof(T), log, request_.block);
    reader.read(chunk);
    return reader.finish();
  }

  /// Of the first launch, its partial sums combined.
  T value() const {
    if (launch_.combining == Combining::last_block) return output_[0];
    T value = identity_of<T>(request_.op);
    for (const T partial : output_) value = apply_op(request_.op, value, partial);
    return value;
  }

 private:
  void launch(RecordingTables tables) {
    unsigned blocks_left = 0;
    tables.blocks_left = &blocks_left;
    std::vector<T> input = pristine_;
    const bool stores = launch_.combining != Combining::atomic;
    output_.assign(stores ? launch_.grid_dim : 1, identity_of<T>(request_.op));
    host_cuda::launch(static_cast<unsigned>(launch_.grid_dim), launch_.block_dim, [&] {
      Recorder recorder(tables);
      Kernel{}(RecordingCta(recorder), RecordedArray<T, Recorder>{input.data(), &recorder, ArrayId::input},
               RecordedArray<T, Recorder>{output_.data(), &recorder, ArrayId::output}, launch_.n,
               launch_.coarse_factor, AnyOp<T>{request_.op});
      recorder.finish();
    });
  }

  const RunRequest& request_;
  const LaunchConfig& launch_;
  const std::vector<T>& pristine_;
  std::vector<T> output_;
};

struct Case {
  unsigned block_dim;
  unsigned coarse_factor;
  std::uint64_t n;
};

RunRequest request_of(std::string_view kernel, const Case& launch) {
  RunRequest request;
  request.kernel = kernel;
  request.type = ElementType::int32;
  request.block_dim = launch.block_dim;
  request.coarse_factor = launch.coarse_factor;
  request.n = launch.n;
  request.detail = Detail::full;
  return request;
}

constexpr Case kCases[] = {{8, 1, 33}, {32, 1, 64}, {64, 1, 300}, {1, 1, 3}, {16, 3, 200}};

template <class Visit>
void for_each_launch(Visit&& visit) {
  for_each_kernel(DeviceKernels{}, [&]<class Kernel>(Kernel) {
    for (const Case& launch : kCases) {
      RunRequest request = request_of(Kernel::facts.id, launch);
      if (refusal(request)) continue;
      request.block = launch_config(request).grid_dim - 1;
      SCOPED_TRACE(request.kernel + ", blockDim " + std::to_string(launch.block_dim) + ", N " +
                   std::to_string(launch.n));
      visit(Kernel{}, request);
    }
  });
}

TEST(Recording, SaysWhatTheEmulatorSays) {
  for_each_launch([]<class Kernel>(Kernel, const RunRequest& request) {
    Progress progress;
    const LaunchConfig launch = launch_config(request);
    const Input input = make_input(request, progress);
    HostRecorder<Kernel, std::int32_t> recorder(request, launch, std::get<0>(input));
    const Trace recorded = recorder.record(0, launch.grid_dim);
    const EmulatedRun emulated = emulate(request, launch, input, progress);
    EXPECT_EQ(
        first_difference({recorded, "the recording"}, {emulated.launches[0].trace, "the emulator"}).value_or(""),
        "");
    EXPECT_EQ(recorder.value(), emulated.result.number);
  });
}

TEST(Recording, KeepsTheAddressesOfOneBlockWhereTheRestDoesNotFit) {
  for_each_launch([]<class Kernel>(Kernel, RunRequest request) {
    Progress progress;
    const LaunchConfig launch = launch_config(request);
    if (launch.grid_dim == 1) return;
    const Input input = make_input(request, progress);
    HostRecorder<Kernel, std::int32_t> recorder(request, launch, std::get<0>(input));
    const Trace recorded = recorder.record(request.block, 1);
    const Trace emulated = emulate(request, launch, input, progress).launches[0].trace;
    ASSERT_EQ(recorded.addresses.size(), 1u);
    EXPECT_EQ(recorded.addresses[0], emulated.addresses[0]);
    for (const auto& history : recorded.histories) EXPECT_FALSE(history.has_accesses());
  });
}

TEST(Recording, SaysTheSameStepsWhereItNotesNoAccesses) {
  for_each_launch([]<class Kernel>(Kernel, RunRequest request) {
    Progress progress;
    request.detail = Detail::masks;
    const LaunchConfig launch = launch_config(request);
    const Input input = make_input(request, progress);
    HostRecorder<Kernel, std::int32_t, ThreadRecorder<false>> recorder(request, launch, std::get<0>(input));
    const Trace recorded = recorder.record(0, 0);
    const EmulatedRun emulated = emulate(request, launch, input, progress);
    EXPECT_EQ(
        first_difference({recorded, "the recording"}, {emulated.launches[0].trace, "the emulator"}).value_or(""),
        "");
  });
}

template <class T>
void combines_every_operator(ElementType type) {
  for (const Op op : {Op::sum, Op::product, Op::min, Op::max}) {
    Progress progress;
    RunRequest request = request_of("segmented", {32, 1, 100});
    request.type = type;
    request.op = op;
    request.input.kind = InputKind::normal;
    const LaunchConfig launch = launch_config(request);
    const Input input = make_input(request, progress);
    HostRecorder<Segmented, T> recorder(request, launch, std::get<std::vector<T>>(input));
    recorder.record(0, launch.grid_dim);
    const double emulated = emulate(request, launch, input, progress).result.number;
    EXPECT_NEAR(recorder.value(), emulated, 1e-5 * std::max(1.0, std::abs(emulated))) << name_of(op);
  }
}

TEST(Recording, CombinesEveryOperator) {
  combines_every_operator<float>(ElementType::float32);
  combines_every_operator<double>(ElementType::float64);
}

template <class Kernel>
void records_points_like_the_emulator(const char* kernel) {
  Progress progress;
  RunRequest request = request_of(kernel, {64, 1, 300});
  request.type = ElementType::point3;
  request.op = Op::farthest;
  const LaunchConfig launch = launch_config(request);
  const Input input = make_input(request, progress);
  HostRecorder<Kernel, Point> recorder(request, launch, std::get<std::vector<Point>>(input));
  const Trace recorded = recorder.record(0, launch.grid_dim);
  const EmulatedRun emulated = emulate(request, launch, input, progress);
  EXPECT_EQ(
      first_difference({recorded, "the recording"}, {emulated.launches[0].trace, "the emulator"}).value_or(""), "");
  EXPECT_EQ(recorder.value().index, emulated.result.point->index);
}

TEST(Recording, MovesPointsThroughSharedMemoryAndShuffles) {
  records_points_like_the_emulator<ConvergentShared>("convergent_shared");
  records_points_like_the_emulator<WarpShuffle>("warp_shuffle");
}

}  // namespace
}  // namespace lanescope
