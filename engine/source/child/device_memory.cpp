#include "engine/source/child/device_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <iterator>

namespace lanescope {
namespace {

constexpr std::uint64_t kReserved = std::uint64_t{16} << 30, kGap = 1 << 16;
constexpr std::uint64_t kPage = 4096;

}  // namespace

bool DeviceMemory::reserve() {
  for (Stretch* stretch : {&device_, &host_}) {
    void* place =
        mmap(nullptr, kReserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) return false;
    madvise(place, kReserved, MADV_HUGEPAGE);  // opening and closing what is large takes long else
    stretch->range = {reinterpret_cast<std::uintptr_t>(place), reinterpret_cast<std::uintptr_t>(place) + kReserved};
    stretch->top = stretch->range.begin + kGap;
  }
  return true;
}

/// Addresses of its own for each allocation, so that one that was freed is known; where there are no more, those of
/// what was freed. 0: there is no room.
std::uintptr_t DeviceMemory::room_for(Stretch& stretch, std::uint64_t bytes) {
  const auto end_of = [](std::uintptr_t begin, std::uint64_t size) {
    return (begin + size + 2 * kGap - 1) / kGap * kGap;
  };
  std::uintptr_t begin = stretch.top;
  if (bytes + 2 * kGap <= stretch.range.end - begin) {
    stretch.top = end_of(begin, bytes);
    return begin;
  }
  begin = stretch.range.begin + kGap;
  for (auto next = allocations_.lower_bound(begin);
       next != allocations_.end() && next->first < stretch.range.end && end_of(begin, bytes) > next->first; ++next)
    begin = end_of(next->first, next->second.bytes);
  if (end_of(begin, bytes) > stretch.range.end) return 0;
  freed_.erase(freed_.lower_bound(begin), freed_.lower_bound(end_of(begin, bytes)));
  stretch.top = std::max(stretch.top, end_of(begin, bytes));
  return begin;
}

void* DeviceMemory::allocate(std::uint64_t bytes, Kind kind) {
  if (bytes > free_bytes()) return nullptr;
  const std::uintptr_t begin = room_for(kind == Kind::device ? device_ : host_, bytes);
  if (begin == 0) return nullptr;
  allocations_[begin] = {bytes, kind, ++made_};
  live_bytes_ += bytes;
  if (kind == Kind::device) protect();
  return reinterpret_cast<void*>(begin);
}

bool DeviceMemory::free(void* place, bool is_host, unsigned line) {
  const auto found = allocations_.find(reinterpret_cast<std::uintptr_t>(place));
  if (found == allocations_.end() || (found->second.kind == Kind::host) != is_host) return false;
  const std::uint64_t pages = found->second.bytes / kPage * kPage;
  if (pages > 0) madvise(place, pages, MADV_DONTNEED);
  live_bytes_ -= found->second.bytes;
  freed_[found->first] = {found->second, line};
  if (freed_.size() > kMostFreed) freed_.erase(freed_.begin());  // most addresses go up
  allocations_.erase(found);
  return true;
}

bool DeviceMemory::add_registered(std::uintptr_t begin, std::uint64_t bytes) {
  const auto after = registered_.lower_bound(begin);
  if (is_registered(begin) || (after != registered_.end() && after->first - begin < bytes)) return false;
  registered_[begin] = bytes;
  return true;
}

bool DeviceMemory::is_registered(std::uintptr_t address) const {
  const auto after = registered_.upper_bound(address);
  return after != registered_.begin() && address - std::prev(after)->first < std::prev(after)->second;
}

DeviceMemory::Allocation* DeviceMemory::find(std::uintptr_t address, std::uintptr_t* begin) {
  auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return nullptr;
  --after;
  if (address - after->first >= std::max<std::uint64_t>(1, after->second.bytes)) return nullptr;
  if (begin) *begin = after->first;
  return &after->second;
}

bool DeviceMemory::may_copy(const void* place, std::uint64_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  std::uintptr_t begin = 0;
  if (const Allocation* allocation = find(address, &begin)) return bytes <= allocation->bytes - (address - begin);
  return address >= kPage && !device_.range.holds(address) && !host_.range.holds(address);
}

void DeviceMemory::protect() {
  if (device_.top == device_.range.begin + kGap) return;
  const bool opens = opened_ > 0;
  constexpr std::size_t kMostGaps = 256;  // more would take long
  if (opens && allocations_.size() <= kMostGaps) return open_each();
  mprotect(reinterpret_cast<void*>(device_.range.begin), device_.top - device_.range.begin,
           opens ? PROT_READ | PROT_WRITE : PROT_NONE);
}

/// But not the gaps between them: the system tells of what goes there.
void DeviceMemory::open_each() const {
  for (const auto& [begin, allocation] : allocations_)
    if (allocation.kind == Kind::device)
      mprotect(reinterpret_cast<void*>(begin), (allocation.bytes + kPage - 1) / kPage * kPage,
               PROT_READ | PROT_WRITE);
}

}  // namespace lanescope
