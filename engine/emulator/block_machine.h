// One block on the SIMT model: its lanes are fibers that run one after another and switch only where they must
// wait: at a barrier, a warp barrier or a shuffle. It keeps the block's record; it knows nothing of what the lanes
// compute.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/function_ref.h"
#include "engine/emulator/fibers.h"
#include "engine/trace/block_values.h"
#include "engine/trace/builder.h"
#include "engine/trace/finding.h"
#include "engine/trace/request_log.h"

namespace lanescope {

class BlockMachine {
 public:
  using LaneBody = FunctionRef<void(unsigned thread)>;

  BlockMachine(unsigned block_dim, unsigned element_bytes);
  // Lanes hold its address.
  BlockMachine(const BlockMachine&) = delete;
  BlockMachine& operator=(const BlockMachine&) = delete;

  /// Runs `body` for every thread of the block. Detail and addresses as in BlockRecord::begin. What the kernel
  /// does wrong ends the block and is then in findings(): the record is that of the steps before. Throws what a
  /// lane threw. After a finding or an exception the machine cannot be used again: its lanes stay where they are,
  /// and are not unwound.
  const BlockRecord& run(std::uint64_t block, Detail detail, bool keep_addresses, const LaneBody& body);

  /// Where the accesses of the blocks that run from now on go, value by value, with Detail::full; null: nowhere.
  void keep_values(std::vector<ValueAccess>* values) { values_ = values; }

  const std::vector<Finding>& findings() const { return findings_; }

  // --- called by lanes ---

  void step(std::uint32_t step, Phase phase, std::uint32_t stride, std::uint32_t line, unsigned thread,
            bool active) {
    step_ = static_cast<std::int32_t>(step);
    if (detail_ == Detail::none) return;
    record_.step(step, phase, stride, line, thread / kWarpSize, std::uint32_t{active} << thread % kWarpSize);
  }

  void access(AccessKind kind, ArrayId array, std::uint64_t offset, unsigned line) {
    if (detail_ != Detail::full) return;
    log_.add({step_, static_cast<std::uint16_t>(line), kind, array}, offset);
  }
  /// Likewise of one element with its value.
  void access(AccessKind kind, ArrayId array, std::uint64_t offset, unsigned line, std::uint64_t element,
              const auto& value) {
    if (detail_ != Detail::full) return;
    log_.add({step_, static_cast<std::uint16_t>(line), kind, array}, offset);
    if (values_) [[unlikely]]
      values_->push_back({running_, step_, kind, array, element, value()});
  }

  /// Returns when every lane of the block (barrier) or of the warp (warp barrier, shuffle) waits likewise.
  [[gnu::always_inline]] void wait_for_block(unsigned thread) {
    warps_[thread / kWarpSize].at_barrier |= 1u << thread % kWarpSize;
    wait(thread);
  }
  [[gnu::always_inline]] void wait_for_warp(unsigned thread) {
    warps_[thread / kWarpSize].at_warp_wait |= 1u << thread % kWarpSize;
    wait(thread);
  }

  /// Memory through which the lanes of a thread's warp exchange values; two halves, used in turn.
  std::byte* exchange(unsigned thread, unsigned half) {
    return exchange_.data() + (thread / kWarpSize * 2 + half) * kExchangeBytes;
  }
  std::byte* shared_memory(std::size_t bytes);

  /// The running lane asks for element `index` of an array of `size`.
  [[noreturn]] void end_out_of_bounds(ArrayId array, std::uint64_t index, std::uint64_t size, unsigned line);

  std::int32_t current_step() const { return step_; }
  unsigned current_thread() const { return running_; }

  static constexpr std::size_t kMaxElementBytes = 32;
  static constexpr std::size_t kExchangeBytes = kMaxElementBytes * kWarpSize;

 private:
  struct Warp {
    std::uint32_t live = 0;  // lanes that exist and have not returned
    std::uint32_t ready = 0;
    std::uint32_t at_barrier = 0;
    std::uint32_t at_warp_wait = 0;
  };

  static unsigned lane_main(void* self, unsigned thread);
  void note_out_of_bounds(ArrayId array, std::uint64_t index, std::uint64_t size, unsigned line);
  [[gnu::always_inline]] void wait(unsigned thread) {
    const std::int32_t step = step_;
    leave(thread);
    step_ = step;
  }

  /// The next lane of the warp that is to run in this epoch, or the scheduler.
  [[gnu::always_inline]] unsigned next_of_warp(unsigned thread) {
    unsigned next = block_dim_;
    if (pending_) {
      const unsigned lane = static_cast<unsigned>(__builtin_ctz(pending_));
      pending_ &= pending_ - 1;
      next = thread / kWarpSize * kWarpSize + lane;
      log_.begin_lane(lane);
      step_ = -1;
    }
    running_ = next;
    return next;
  }
  [[gnu::always_inline]] void leave(unsigned thread) { fibers_.switch_to(thread, next_of_warp(thread)); }
  void run_warp(unsigned warp);
  void find_waiting_lanes(unsigned warp);
  bool release_barrier();

  const unsigned block_dim_;
  Detail detail_ = Detail::none;
  const LaneBody* body_ = nullptr;
  BlockRecord record_;
  RequestLog log_;
  std::vector<Warp> warps_;
  std::vector<std::byte> exchange_;
  std::vector<std::byte> shared_;
  std::vector<Finding> findings_;
  std::vector<ValueAccess>* values_ = nullptr;
  std::uint64_t block_ = 0;
  std::int32_t step_ = -1;     // of the running lane
  unsigned running_ = 0;       // thread whose fiber runs; block_dim_ is the scheduler
  std::uint32_t pending_ = 0;  // lanes of the running warp that are still to come in this epoch
  Fibers fibers_;              // last: lanes go before what they refer to
};

}  // namespace lanescope
