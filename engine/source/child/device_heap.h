// What malloc() and new in a kernel give: a stretch of global memory that no array has. Outside of what was given
// out nothing may be accessed.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace lanescope {

class DeviceHeap {
 public:
  /// While the process may still do so; without it there is no memory.
  bool reserve();
  /// From now on it gives out no more than this at a time; false where it has less.
  bool limit(std::uint64_t bytes);
  /// Null where there is no more.
  void* allocate(std::uint64_t bytes);
  /// False for what it never gave out.
  bool free(void* place);

  /// Whether the stretch has this address.
  bool holds(std::uintptr_t address) const { return address - begin_ < end_ - begin_; }
  /// Whether all these bytes are of one piece that was given out.
  bool has(std::uintptr_t address, unsigned bytes) const;
  /// The bytes of the piece that begins last before this address; 0: there is none, or the address is no place of
  /// the heap.
  std::uint64_t piece_before(std::uintptr_t address, std::uintptr_t& begin) const;
  std::uintptr_t begin() const { return begin_; }

 private:
  std::uintptr_t begin_ = 0, end_ = 0, top_ = 0;
  std::uint64_t limit_ = 8 << 20, live_ = 0;  // bytes, as they were asked for; the limit is CUDA's
  mutable std::mutex mutex_;                  // blocks that run ahead look what there is
  std::map<std::uintptr_t, std::uint64_t> given_;
  std::map<std::uint64_t, std::vector<std::uintptr_t>> free_;  // by size
};

/// That of this process.
DeviceHeap& device_heap();

}  // namespace lanescope
