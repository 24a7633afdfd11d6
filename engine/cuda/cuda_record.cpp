// The recording build, launch after launch, in three passes over each grid: where and when blocks run (native
// pace), how much there is to record, and the record itself. Input and output are restored before each.
#include <algorithm>
#include <limits>
#include <vector>

#include "engine/base/quotient.h"
#include "engine/cuda/block_order.cuh"
#include "engine/cuda/check.cuh"
#include "engine/cuda/cuda_backend.h"
#include "engine/cuda/device_arrays.cuh"
#include "engine/cuda/device_buffer.cuh"
#include "engine/cuda/entries.cuh"
#include "engine/gpu_log/log_reader.h"
#include "engine/machine/memory.h"
#include "engine/request/launch_sequence.h"
#include "engine/workload/workload.h"

namespace lanescope {

namespace {

/// Accesses of the whole grid are recorded where their log stays within this; else those of one block.
constexpr std::uint64_t kLogBudgetBytes = 256u << 20;
/// Steps are recorded so many bytes of blocks at a time.
constexpr std::uint64_t kStepChunkBytes = 256u << 20;

/// The buffers of a launch as the launches before left them; nothing for the first one.
class Snapshot {
 public:
  Snapshot(const DeviceArrays& arrays, const Pass& pass) : arrays_(arrays), pass_(pass) {
    if (&pass == &arrays.passes().front()) return;
    for (const unsigned number : pass.buffers) {
      const auto& buffer = arrays.buffer(number);
      auto& copy = copies_.emplace_back(buffer.bytes());
      if (buffer.bytes() > 0)
        check(cudaMemcpy(copy.data(), buffer.data(), buffer.bytes(), cudaMemcpyDeviceToDevice),
              "keeping its arrays");
    }
  }

  void restore() const {
    for (std::size_t i = 0; i < copies_.size(); ++i) {
      const auto& buffer = arrays_.buffer(pass_.buffers[i]);
      if (buffer.bytes() > 0)
        check(cudaMemcpy(buffer.data(), copies_[i].data(), buffer.bytes(), cudaMemcpyDeviceToDevice),
              "restoring its arrays");
    }
  }

 private:
  const DeviceArrays& arrays_;
  const Pass& pass_;
  std::vector<DeviceBuffer<std::byte>> copies_;
};

class Recorder {
 public:
  /// Of one pass of `arrays`, whose kept block is request.block.
  Recorder(const RunRequest& request, const Pass& pass, DeviceArrays& arrays, Progress& progress)
      : request_(request),
        pass_(pass),
        launch_(pass.launch),
        before_(arrays, pass),
        progress_(progress),
        entries_(recording_entries(request.type, launch_)),
        record_entry_(request.detail == Detail::full ? entries_.record : entries_.record_steps),
        order_(launch_),
        arrays_(arrays),
        op_(request.op) {
    if (!record_entry_) throw Error(ErrorKind::usage, "Kernel '" + request.kernel + "' does not run on a GPU.");
  }

  Trace run() {
    const BlockPlacement placement = place();
    advance(0.1);
    size();
    advance(0.2);
    Trace trace = record();
    trace.placement = placement;
    return trace;
  }

 private:
  void advance(double fraction) {
    progress_.check();
    progress_.set_fraction(fraction);
  }

  /// The placement is taken in the shape of the native launch.
  void launch(const void* entry, std::uint64_t grid_dim, void* tables) {
    KernelArguments kernel_arguments = arguments_of(pass_);
    void* arguments[] = {&kernel_arguments, &op_, tables};
    if (entry == entries_.place) {
      launch_grid(entry, launch_, request_.type, arguments);
    } else {
      launch_row(entry, launch_, request_.type, grid_dim, arguments);
    }
    check(cudaDeviceSynchronize(), "recording the kernel");
  }

  /// All arrays as they are before the launch, which may destroy them. An output is preset for the first launch.
  void restore() {
    arrays_.restore();
    before_.restore();
    if (&pass_ == &arrays_.passes().front()) arrays_.preset();
  }

  bool stores() const { return launch_.combining != Combining::atomic; }

  BlockPlacement place();
  void size();
  Trace record();
  RecordingTables tables();
  StepChunk record_chunk(RecordingTables tables, std::uint64_t blocks);

  const RunRequest& request_;
  const Pass& pass_;
  const LaunchConfig& launch_;
  const Snapshot before_;
  Progress& progress_;
  const RecordingEntries entries_;
  const void* record_entry_;
  BlockOrder order_;
  DeviceArrays& arrays_;
  Op op_;
  RecordingSizes sizes_{};
  AccessLog log_;
};

BlockPlacement Recorder::place() {
  DeviceBuffer<LoggedPlacement> buffer(launch_.grid_dim);
  buffer.clear();  // the padding too, which the download reads
  PlacementTable table{buffer.data(), stores()};
  // The first launch of an entry waits for its code to be loaded, and blocks for cold caches.
  for (int launches = 0; launches < 2; ++launches) {
    restore();
    launch(entries_.place, launch_.grid_dim, &table);
  }
  BlockPlacement placement;
  std::uint64_t first_ns = std::numeric_limits<std::uint64_t>::max();
  const auto logged = buffer.download();
  for (const auto& block : logged) first_ns = std::min(first_ns, block.start_ns);
  for (const auto& block : logged) {
    placement.sm_ids.push_back(block.sm_id);
    placement.start_ns.push_back(block.start_ns - first_ns);
    placement.end_ns.push_back(block.end_ns - first_ns);
  }
  return placement;
}

/// Finds out how many steps and accesses there are, and whose accesses are recorded.
void Recorder::size() {
  const bool wants_accesses = request_.detail == Detail::full;
  const std::uint64_t most_accesses = kLogBudgetBytes / sizeof(LoggedAccess);
  // A thread without accesses is as good as unheard of, so more threads than accesses cannot be logged.
  log_.whole_grid = wants_accesses && launch_.grid_dim * launch_.block_dim <= most_accesses;
  log_.first_block = log_.whole_grid ? 0 : request_.block;
  log_.blocks = log_.whole_grid ? launch_.grid_dim : wants_accesses ? 1 : 0;

  DeviceBuffer<RecordingSizes> sizes(1);
  DeviceBuffer<std::uint32_t> counts(log_.blocks * launch_.block_dim);
  sizes.clear();
  counts.clear();
  RecordingTables tables = this->tables();
  tables.sizes = sizes.data();
  tables.access_counts = counts.data();
  restore();
  order_.begin_grid();
  order_.begin_launch();
  launch(record_entry_, launch_.grid_dim, &tables);
  sizes_ = sizes.download()[0];

  auto per_thread = counts.download();
  if (log_.whole_grid && sizes_.accesses > most_accesses) {
    const auto first = per_thread.begin() + static_cast<std::ptrdiff_t>(request_.block * launch_.block_dim);
    per_thread = {first, first + launch_.block_dim};
    log_.whole_grid = false;
    log_.first_block = request_.block;
    log_.blocks = 1;
  }
  log_.begin.assign(1, 0);
  for (const auto count : per_thread) log_.begin.push_back(log_.begin.back() + count);
}

/// What both ways to record have in common.
RecordingTables Recorder::tables() {
  RecordingTables tables;
  tables.grid_dim = static_cast<unsigned>(launch_.grid_dim);
  tables.stores = stores();
  tables.tile_width = launch_.tile_width;
  tables.grid_columns = static_cast<unsigned>(launch_.grid_columns());
  order_.fill(tables);
  tables.first_logged_block = log_.first_block;
  tables.logged_blocks = log_.blocks;
  return tables;
}

Trace Recorder::record() {
  DeviceBuffer<LoggedAccess> log(log_.begin.back());
  DeviceBuffer<std::uint32_t> log_begin(log_.begin.size());
  log_begin.upload(log_.begin.data());
  RecordingTables tables = this->tables();
  tables.max_steps = sizes_.steps;
  tables.log = log.data();
  tables.log_begin = log_begin.data();

  const std::uint64_t warps = quotient_up(launch_.block_dim, kWarpSize);
  const std::uint64_t block_bytes = sizes_.steps * (sizeof(LoggedStep) + warps * sizeof(std::uint32_t)) + 4;
  require_memory(static_cast<double>(block_bytes) * static_cast<double>(launch_.grid_dim), launch_.n,
                 Sentence("a trace"));
  const std::uint64_t chunk_blocks = std::clamp<std::uint64_t>(kStepChunkBytes / block_bytes, 1, launch_.grid_dim);
  std::vector<StepChunk> chunks;
  restore();
  order_.begin_grid();
  for (std::uint64_t first = 0, blocks; first < launch_.grid_dim; first += blocks) {
    blocks = std::min(chunk_blocks, launch_.grid_dim - first);
    tables.first_block = static_cast<unsigned>(first);
    chunks.push_back(record_chunk(tables, blocks));
    advance(0.2 + 0.4 * static_cast<double>(first + blocks) / static_cast<double>(launch_.grid_dim));
  }
  log_.accesses = log.download();

  LogReader reader(launch_, sizes_.steps, element_bytes(request_.type), log_, request_.block);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    reader.read(chunks[i]);
    chunks[i] = {};
    advance(0.6 + 0.4 * static_cast<double>(i + 1) / static_cast<double>(chunks.size()));
  }
  return reader.finish();
}

StepChunk Recorder::record_chunk(RecordingTables tables, std::uint64_t blocks) {
  const std::uint64_t warps = quotient_up(launch_.block_dim, kWarpSize);
  DeviceBuffer<LoggedStep> steps(blocks * tables.max_steps);
  DeviceBuffer<std::uint32_t> masks(blocks * tables.max_steps * warps);
  DeviceBuffer<std::uint32_t> barriers(blocks);
  steps.clear();
  masks.clear();
  barriers.clear();
  tables.steps = steps.data();
  tables.masks = masks.data();
  tables.barriers = barriers.data();
  order_.begin_launch();
  launch(record_entry_, blocks, &tables);
  return {tables.first_block, blocks, steps.download(), masks.download(), barriers.download()};
}

/// What a launch of a reduction reads that an earlier one stored.
Input stored_for(const Pass& pass, ElementType type) {
  return with_type(type, [&]<class T>(TypeTag<T>) -> Input {
    std::vector<T> values(pass.launch.n);
    check(cudaMemcpy(values.data(), pass.inputs[0], values.size() * sizeof(T), cudaMemcpyDeviceToHost),
          "fetching partial sums");
    return values;
  });
}

}  // namespace

std::vector<TracedLaunch> cuda_record(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                                      Progress& progress) {
  require_gpu();
  if (launch.grid_dim == 0) throw Error(ErrorKind::usage, "There is nothing to launch for --n 0.");
  progress.check();
  DeviceArrays arrays(request, launch, input, progress);
  std::vector<TracedLaunch> launches;
  for (const Pass& pass : arrays.passes()) {
    const bool has_tree = !has_array_result(launch.workload);
    RunRequest own = request;
    own.block = kept_block(request, launches.size() + 1, pass.launch);
    TracedLaunch& traced = launches.emplace_back();
    traced.launch = pass.launch;
    if (has_tree && launches.size() > 1) traced.input = stored_for(pass, request.type);
    traced.trace = Recorder(own, pass, arrays, progress).run();
  }
  return launches;
}

}  // namespace lanescope
