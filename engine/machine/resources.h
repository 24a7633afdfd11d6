// What the compiler gave a kernel, as the driver reports it for the native build.
#pragma once

#include <cstdint>

namespace lanescope {

struct KernelResources {
  unsigned registers = 0;                 ///< of a thread
  std::uint64_t static_shared_bytes = 0;  ///< of a block; what a launch asks for comes on top
  std::uint64_t local_bytes = 0;          ///< of a thread: what did not fit into registers, mostly spills

  bool operator==(const KernelResources&) const = default;
};

}  // namespace lanescope
