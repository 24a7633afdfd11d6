#include "engine/emulator/fibers.h"

#include <cstdint>

namespace lanescope {

namespace {

// Lanes touch the top few hundred bytes of their stack. Stacks at a power-of-two distance would all put those
// bytes into the same few sets of the cache, so neighbours are staggered by an odd number of cache lines.
constexpr std::size_t kStackBytes = 32 * 1024;
constexpr std::size_t kStaggerBytes = 5 * 64;
constexpr std::size_t kStackDistance = kStackBytes + kStaggerBytes;

}  // namespace

Fibers::Fibers(unsigned count, std::function<void(unsigned)> entry)
    : entry_(std::move(entry)),
      slab_(new std::byte[(count + 1) * kStackDistance]),  // not zeroed: untouched pages cost nothing
      suspended_(count + 2) {
  const auto misaligned = reinterpret_cast<std::uintptr_t>(slab_.get()) % 64;
  std::byte* const first = slab_.get() + (64 - misaligned);
  for (unsigned index = 0; index < count; ++index) {
    suspended_[index] =
        boost::context::detail::make_fcontext(first + index * kStackDistance + kStackBytes, kStackBytes, run_entry);
  }
}

void Fibers::run_entry(boost::context::detail::transfer_t transfer) {
  Fibers& fibers = *static_cast<Switch*>(transfer.data)->fibers;
  const unsigned index = fibers.started_;
  note_origin(transfer);
  fibers.entry_(index);
}

}  // namespace lanescope
