// A kernel as it is recorded on the GPU: the same source as the native build, but the block notes who is active at
// every step, and array elements note every access. Twin of engine/emulator/lane.h, down to the order of accesses.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/cuda/chain.cuh"
#include "engine/cuda/point_shuffle.cuh"
#include "engine/gpu_log/gpu_log.h"
#include "kernels/vocabulary.h"

namespace lanescope {

/// What one thread notes while it runs: the steps, and its accesses where the recording asks for them.
template <bool kNotesAccesses>
class ThreadRecorder {
 public:
  __device__ explicit ThreadRecorder(const RecordingTables& tables)
      : tables_(tables),
        row_(row_of(tables)),
        block_(tables.first_block + row_),
        live_lanes_(blockDim.x < kWarpSize ? blockDim.x : kWarpSize),
        noted_steps_(threadIdx.x == 0 ? tables.max_steps : 0),
        steps_at_(tables.steps + std::uint64_t{row_} * tables.max_steps) {
    const unsigned warps = (blockDim.x + kWarpSize - 1) / kWarpSize, warp = threadIdx.x / kWarpSize;
    masks_at_ = tables.masks + (std::uint64_t{row_} * warps + warp) * tables.max_steps + lane();
    if constexpr (!kNotesAccesses) return;
    const std::uint64_t logged = block_ - tables_.first_logged_block;  // wraps round where it is before the first
    if (logged >= tables_.logged_blocks) return;
    slot_ = logged * blockDim.x + threadIdx.x;
    if (!tables_.log) return;
    log_ = tables_.log + tables_.log_begin[slot_];
    log_size_ = tables_.log_begin[slot_ + 1] - tables_.log_begin[slot_];
  }

  __device__ unsigned block() const { return block_; }
  __device__ unsigned grid() const { return tables_.grid_dim; }
  __device__ bool stores() const { return tables_.stores; }
  __device__ unsigned tile_width() const { return tables_.tile_width; }
  __device__ unsigned grid_columns() const { return tables_.grid_columns; }

  /// All live lanes of a warp come here together. The warp's masks are held, a lane a step, until every lane has
  /// one: a store at each step would take longer than the kernel. What the step is, the block's first thread notes.
  __device__ void step(Phase phase, std::uint32_t stride, bool active, unsigned line) {
    const std::uint32_t mask = __ballot_sync(live_lanes(blockDim.x), active);
    if (lane() == held_masks_) mask_ = mask;
    if (steps_ < noted_steps_) steps_at_[steps_] = logged_step(stride, line, phase);
    ++steps_;
    if (++held_masks_ == live_lanes_) write_masks();
  }

  __device__ void skip_steps(unsigned count) {
    if (count == 0) return;
    write_masks();
    steps_ += count;
    masks_at_ += count;
  }

  __device__ void barrier() {
    ++barriers_;
    ++epoch_;
  }
  /// At a shuffle or a warp barrier.
  __device__ void warp_wait() { ++epoch_; }

  __device__ void access(AccessKind kind, ArrayId array, std::uint64_t offset, unsigned line) {
    if constexpr (!kNotesAccesses) return;
    if (accesses_ < log_size_) {
      LoggedAccess& logged = log_[accesses_];
      logged.offset = offset;
      logged.step = static_cast<std::int32_t>(steps_) - 1;
      logged.epoch = epoch_;
      logged.source_line = line;
      logged.kind = static_cast<std::uint16_t>(kind);
      logged.array = static_cast<std::uint16_t>(array);
    }
    ++accesses_;
  }

  /// What this block has stored can be read by the last one. For one thread.
  __device__ void leave() {
    __threadfence();
    atomicAdd(tables_.blocks_left, 1u);
  }
  /// Until `blocks` have left.
  __device__ void wait_for_blocks(unsigned blocks) const {
    while (*static_cast<volatile unsigned*>(tables_.blocks_left) < blocks) {
    }
    __threadfence();
  }

  /// The thread has returned.
  __device__ void finish() {
    write_masks();
    if (tables_.barriers && threadIdx.x == 0) tables_.barriers[row_] = barriers_;
    if (!tables_.sizes) return;
    if (slot_ != kNoSlot && tables_.access_counts) tables_.access_counts[slot_] = accesses_;
    if (threadIdx.x % kWarpSize == 0) atomicMax(&tables_.sizes->steps, steps_);
    unsigned long long warp_accesses = accesses_;
    for (unsigned offset = (blockDim.x < kWarpSize ? blockDim.x : kWarpSize) / 2; offset >= 1; offset /= 2) {
      warp_accesses += __shfl_down_sync(live_lanes(blockDim.x), warp_accesses, offset);
    }
    if (threadIdx.x % kWarpSize == 0) atomicAdd(&tables_.sizes->accesses, warp_accesses);
  }

 private:
  static constexpr std::uint64_t kNoSlot = ~std::uint64_t{0};

  __device__ static unsigned lane() { return threadIdx.x % kWarpSize; }

  __device__ void write_masks() {
    if (lane() < held_masks_ && steps_ <= tables_.max_steps) *masks_at_ = mask_;
    masks_at_ += held_masks_;
    held_masks_ = 0;
  }

  /// Blocks that wait for others are numbered as they begin, so that the ones that they wait for always run.
  __device__ static unsigned row_of(const RecordingTables& tables) {
    if (!tables.blocks_begun) return blockIdx.x;
    if (threadIdx.x == 0) tables.places[blockIdx.x] = atomicAdd(tables.blocks_begun, 1u);
    __syncthreads();
    return tables.places[blockIdx.x];
  }

  const RecordingTables& tables_;
  const unsigned row_;  // in the tables
  const unsigned block_;
  const unsigned live_lanes_;     // of this warp
  const unsigned noted_steps_;    // by this thread
  LoggedStep* const steps_at_;    // of this block
  std::uint32_t* masks_at_;       // where this lane's mask goes
  std::uint64_t slot_ = kNoSlot;  // of this thread in the log, if its block is logged
  LoggedAccess* log_ = nullptr;
  unsigned log_size_ = 0;
  unsigned steps_ = 0;
  unsigned held_masks_ = 0;  // of the last steps, not yet written: the first by lane 0, and so on
  std::uint32_t mask_ = 0;   // the one that this lane holds
  unsigned accesses_ = 0;
  unsigned barriers_ = 0;
  std::uint16_t epoch_ = 0;  // waits so far, for the block or the warp
};

/// An index that knows the source line that it was written in.
struct RecordedIndex {
  template <class Integer>
  requires std::is_integral_v<Integer> __device__ RecordedIndex(Integer index,
                                                                unsigned source_line = __builtin_LINE())
      : value(static_cast<std::uint64_t>(index)), line(source_line) {}
  std::uint64_t value;
  unsigned line;
};

template <class T, class Recorder>
struct RecordedArray {
  using Value = T;
  T* data;
  Recorder* recorder;
  ArrayId id;

  /// An element that is loaded where it is read and stored where it is assigned.
  struct Element {
    const RecordedArray& array;
    RecordedIndex index;

    __device__ operator T() const {
      array.note(id_is_shared() ? AccessKind::shared_load : AccessKind::global_load, index);
      return array.data[index.value];
    }
    __device__ T operator=(T value) const {
      array.note(id_is_shared() ? AccessKind::shared_store : AccessKind::global_store, index);
      array.data[index.value] = value;
      return value;
    }
    __device__ T operator=(const Element& other) const { return *this = static_cast<T>(other); }

   private:
    __device__ bool id_is_shared() const { return array.id == ArrayId::shared; }
  };
  __device__ Element operator[](RecordedIndex index) const { return {*this, index}; }

  /// One access of 16 bytes.
  __device__ Vector<T> vector(RecordedIndex index) const {
    recorder->access(AccessKind::global_load, ArrayId::input_vectors, index.value * kVectorBytes, index.line);
    return lanescope::load_vector(data, index.value);
  }

 private:
  __device__ void note(AccessKind kind, const RecordedIndex& index) const {
    recorder->access(kind, id, index.value * sizeof(T), index.line);
  }
};

template <class T, class Recorder>
__device__ Vector<T> load_vector(const RecordedArray<T, Recorder>& array, RecordedIndex index) {
  return array.vector(index);
}

template <class Recorder>
class RecordingCta {
  template <class T>
  using RecordedArray = lanescope::RecordedArray<T, Recorder>;

 public:
  __device__ explicit RecordingCta(Recorder& recorder) : recorder_(recorder) {}

  __device__ unsigned thread() const { return threadIdx.x; }
  __device__ unsigned block() const { return recorder_.block(); }
  __device__ unsigned size() const { return blockDim.x; }
  __device__ unsigned grid() const { return recorder_.grid(); }

  __device__ unsigned thread_x() const { return threadIdx.x % recorder_.tile_width(); }
  __device__ unsigned thread_y() const { return threadIdx.x / recorder_.tile_width(); }
  __device__ unsigned block_x() const { return block() % recorder_.grid_columns(); }
  __device__ unsigned block_y() const { return block() / recorder_.grid_columns(); }
  __device__ unsigned size_x() const { return recorder_.tile_width(); }

  __device__ void sync() const {
    recorder_.barrier();
    __syncthreads();
  }
  __device__ void sync_warp() const {
    recorder_.warp_wait();
    __syncwarp();
  }

  __device__ bool step(Phase phase, std::uint32_t stride, bool active = true,
                       unsigned line = __builtin_LINE()) const {
    recorder_.step(phase, stride, active, line);
    return active;
  }

  __device__ void skip_steps(unsigned count) const { recorder_.skip_steps(count); }

  template <class T>
  __device__ RecordedArray<T> shared(unsigned) const {
    extern __shared__ __align__(16) unsigned char shared_memory[];
    return {reinterpret_cast<T*>(shared_memory), &recorder_, ArrayId::shared};
  }

  template <class T>
  __device__ T shuffle_down(unsigned lanes, T value, unsigned offset, unsigned width) const {
    recorder_.warp_wait();
    if constexpr (std::is_same_v<T, Point>) {
      return lanescope::shuffle_down(lanes, value, offset, width);
    } else {
      return __shfl_down_sync(lanes, value, offset, width);
    }
  }

  template <class T>
  __device__ void combine(auto op, const RecordedArray<T>& output, const auto& operand,
                          unsigned line = __builtin_LINE()) const {
    const T value = operand;
    if (recorder_.stores()) {
      recorder_.access(AccessKind::global_store, output.id, std::uint64_t{block()} * sizeof(T), line);
      output.data[block()] = value;
    } else {
      recorder_.access(AccessKind::atomic, output.id, 0, line);
      op.combine(output.data, value);
    }
  }

  template <class T>
  __device__ void atomic_add(const RecordedArray<T>& array, RecordedIndex index, const auto& operand) const {
    const T value = operand;
    recorder_.access(array.id == ArrayId::shared ? AccessKind::shared_atomic : AccessKind::atomic, array.id,
                     index.value * sizeof(T), index.line);
    atomicAdd(&array.data[index.value], value);
  }

  template <class T>
  __device__ T reduce_warp(auto op, T value, unsigned lanes, unsigned width,
                           unsigned line = __builtin_LINE()) const {
    for (unsigned offset = width / 2; offset >= 1; offset /= 2) {
      step(Phase::shuffle, offset, true, line);
      value = op(value, shuffle_down(lanes, value, offset, width));
    }
    return value;
  }

  template <class T>
  __device__ void publish(const RecordedArray<T>& output, T value, unsigned line = __builtin_LINE()) const {
    hand_over<T>(AccessKind::global_store, block(), line);
    output.data[block()] = value;
    recorder_.leave();
  }

  /// Of the last block, and noted as if the value were there at once.
  template <class T>
  __device__ T collect(const RecordedArray<T>& output, unsigned block, unsigned line = __builtin_LINE()) const {
    hand_over<T>(AccessKind::global_load, block, line);
    hand_over<T>(AccessKind::global_store, block, line);
    recorder_.wait_for_blocks(grid() - 1);
    return output.data[block];
  }

  __device__ unsigned place_in_chain(unsigned line = __builtin_LINE()) const {
    if (threadIdx.x == 0) recorder_.access(AccessKind::shared_store, ArrayId::chain_place, 0, line);
    sync();
    recorder_.access(AccessKind::shared_load, ArrayId::chain_place, 0, line);
    return block();
  }
  template <class T>
  __device__ void pass_on(const RecordedArray<T>& sums, unsigned place, const std::type_identity_t<T>& sum,
                          unsigned line = __builtin_LINE()) const {
    hand_over<T>(AccessKind::global_store, place, line);
    ::pass_on<T>(sums.data, place, sum);
  }
  /// Noted as if the sum were there at once: how often it looks depends on when the blocks run.
  template <class T>
  __device__ T wait_for(const RecordedArray<T>& sums, unsigned place, unsigned line = __builtin_LINE()) const {
    hand_over<T>(AccessKind::global_load, place, line);
    hand_over<T>(AccessKind::global_store, place, line);
    return ::wait_for(sums.data, place);
  }

  /// The last block of the grid, which waits for all others.
  __device__ bool is_last_block() const {
    const bool last = block() + 1 == grid();
    if (thread() == 0) {
      recorder_.leave();
      if (last) recorder_.wait_for_blocks(grid());
    }
    sync();
    return last;
  }

 private:
  template <class T>
  __device__ void hand_over(AccessKind kind, std::uint64_t block, unsigned line) const {
    constexpr unsigned kParcels = parcels_of(sizeof(T));
    constexpr unsigned kBytes = access_bytes(ArrayId::handed_over, sizeof(T));
    for (unsigned i = 0; i < kParcels; ++i)
      recorder_.access(kind, ArrayId::handed_over, (block * kParcels + i) * kBytes, line);
  }

  Recorder& recorder_;
};

static_assert(
    BlockOfThreads<RecordingCta<ThreadRecorder<true>>, RecordedArray<int, ThreadRecorder<true>>, AnyOperator<int>>);

}  // namespace lanescope
