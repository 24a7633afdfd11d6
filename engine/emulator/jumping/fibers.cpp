#include "engine/emulator/jumping/fibers.h"

namespace lanescope {

Fibers::Fibers(unsigned count, Entry entry, void* context, bool guarded, std::size_t stack_bytes)
    : count_(count),
      entry_(entry),
      context_(context),
      stacks_(count, guarded, stack_bytes),
      suspended_(count + 2),
      annotations_(count) {
  for (unsigned index = 0; index < count; ++index) suspended_[index] = new_stack(stacks_.top(index), run_entry);
}

void Fibers::run_entry(void* self) {
  Fibers& fibers = *static_cast<Fibers*>(self);
  const unsigned index = fibers.started_;
  for (;;) {
    unsigned next = fibers.count_;
    // No exception finds its way from one stack to another.
    try {
      next = fibers.entry_(fibers.context_, index);
    } catch (...) {
      fibers.failure_ = std::current_exception();
    }
    fibers.switch_to(index, next);
  }
}

}  // namespace lanescope
