#include "engine/source/child/block_turns.h"

#include <bit>

namespace lanescope {

bool BlockTurns::wait_for(std::uint64_t block) const {
  constexpr int kLooks = 2000;  // before it sleeps: a block before often ends in a few microseconds
  for (int looks = 0;; ++looks) {
    const std::uint64_t now = now_.load(std::memory_order_acquire);
    if (now == block || now == kNobody) return now == block;
    if (looks >= kLooks) now_.wait(now, std::memory_order_acquire);
  }
}

void BlockTurns::pass(std::uint64_t block, ArraySet written) {
  for (; written != 0; written &= written - 1) last_writers_[std::countr_zero(written)] = block + 1;
  now_.store(block + 1, std::memory_order_release);
  now_.notify_all();
}

void BlockTurns::end() {
  now_.store(kNobody, std::memory_order_release);
  now_.notify_all();
}

bool BlockTurns::are_written_since(ArraySet arrays, std::uint64_t since) const {
  for (; arrays != 0; arrays &= arrays - 1)
    if (last_writers_[std::countr_zero(arrays)] > since) return true;
  return false;
}

}  // namespace lanescope
