#include "engine/emulator/fibers.h"

namespace lanescope {

Fibers::Fibers(unsigned count, std::function<void(unsigned)> entry, bool guarded, std::size_t stack_bytes)
    : entry_(std::move(entry)), stacks_(count, guarded, stack_bytes), suspended_(count + 2), annotations_(count) {
  for (unsigned index = 0; index < count; ++index)
    suspended_[index] = boost::context::detail::make_fcontext(stacks_.top(index), stacks_.bytes(), run_entry);
}

void Fibers::run_entry(boost::context::detail::transfer_t transfer) {
  Fibers& fibers = *static_cast<Switch*>(transfer.data)->fibers;
  const unsigned index = fibers.started_;
  note_origin(transfer);
  fibers.entry_(index);
}

}  // namespace lanescope
