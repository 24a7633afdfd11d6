#include "engine/source/child/device_heap.h"

#include <sys/mman.h>

#include <algorithm>
#include <iterator>

namespace lanescope {
namespace {

constexpr std::uint64_t kHeapBytes = std::uint64_t{1} << 30, kAlignment = 16;

}  // namespace

bool DeviceHeap::reserve() {
  void* place =
      mmap(nullptr, kHeapBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) return false;
  begin_ = top_ = reinterpret_cast<std::uintptr_t>(place);
  end_ = begin_ + kHeapBytes;
  return true;
}

bool DeviceHeap::limit(std::uint64_t bytes) {
  if (bytes > end_ - begin_) return false;
  limit_ = bytes;
  return true;
}

void* DeviceHeap::allocate(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes == 0 || bytes > limit_ - std::min(limit_, live_)) return nullptr;
  // A gap behind each piece, so that the next element is not another's.
  const std::uint64_t size = (bytes + 2 * kAlignment - 1) / kAlignment * kAlignment;
  std::uintptr_t begin = top_;
  if (std::vector<std::uintptr_t>& same = free_[size]; !same.empty()) {
    begin = same.back();
    same.pop_back();
  } else if (size > end_ - top_) {
    return nullptr;
  } else {
    top_ += size;
  }
  given_[begin] = bytes;
  live_ += bytes;
  return reinterpret_cast<void*>(begin);
}

bool DeviceHeap::free(void* place) {
  const std::lock_guard lock(mutex_);
  const auto found = given_.find(reinterpret_cast<std::uintptr_t>(place));
  if (found == given_.end()) return false;
  free_[(found->second + 2 * kAlignment - 1) / kAlignment * kAlignment].push_back(found->first);
  live_ -= found->second;
  given_.erase(found);
  return true;
}

bool DeviceHeap::has(std::uintptr_t address, unsigned bytes) const {
  const std::lock_guard lock(mutex_);
  auto after = given_.upper_bound(address);
  if (after == given_.begin()) return false;
  --after;
  return address - after->first + bytes <= after->second;
}

std::uint64_t DeviceHeap::piece_before(std::uintptr_t address, std::uintptr_t& begin) const {
  const std::lock_guard lock(mutex_);
  const auto after = given_.upper_bound(address);
  if (!holds(address) || after == given_.begin()) return 0;
  begin = std::prev(after)->first;
  return std::prev(after)->second;
}

DeviceHeap& device_heap() {
  static DeviceHeap heap;
  return heap;
}

}  // namespace lanescope
