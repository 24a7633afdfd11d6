#include "engine/source/child/readable_memory.h"

#include <fcntl.h>
#include <unistd.h>

namespace lanescope {
namespace {

int pipe_ends[2] = {-1, -1};

}  // namespace

void prepare_to_ask_for_memory() {
  if (pipe2(pipe_ends, O_NONBLOCK | O_CLOEXEC) != 0) pipe_ends[1] = -1;
}

/// A byte of it goes into a pipe that nobody reads: full after some thousand questions, more than there are
/// findings.
bool has_memory_at(std::uintptr_t address) {
  return pipe_ends[1] >= 0 && write(pipe_ends[1], reinterpret_cast<const void*>(address), 1) == 1;
}

}  // namespace lanescope
