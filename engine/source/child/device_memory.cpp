#include "engine/source/child/device_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lanescope {
namespace {

constexpr std::uint64_t kReserved = std::uint64_t{16} << 30, kGap = 1 << 16;

/// Of its pages.
void set_protection(KernelMemory::Range range, int protection) {
  const std::uintptr_t begin = range.begin / DeviceMemory::kPage * DeviceMemory::kPage;
  mprotect(reinterpret_cast<void*>(begin), range.end - begin, protection);
}

}  // namespace

bool DeviceMemory::reserve(Ends ends) {
  for (Stretch* stretch : {&device_, &host_}) {
    void* place =
        mmap(nullptr, kReserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) return false;
    madvise(place, kReserved, MADV_HUGEPAGE);  // opening and closing what is large takes long else
    stretch->range = {reinterpret_cast<std::uintptr_t>(place), reinterpret_cast<std::uintptr_t>(place) + kReserved};
    stretch->top = stretch->range.begin + kGap;
  }
  ends_ = ends;
  if (ends_ != Ends::open) mprotect(reinterpret_cast<void*>(host_.range.begin), kReserved, PROT_NONE);
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

/// Not more of them than the system has parts of memory for; behind those it may touch all.
void DeviceMemory::open_of_host(std::uintptr_t begin, std::uint64_t bytes) {
  constexpr std::size_t kMostGuarded = 8192;
  if (ends_ == Ends::open) return;
  if (allocations_.size() < kMostGuarded) return set_protection({begin, begin + bytes}, PROT_READ | PROT_WRITE);
  ends_ = Ends::open;
  set_protection(host_.range, PROT_READ | PROT_WRITE);
  set_guards(opened_ == 0);
}

void* DeviceMemory::allocate(std::uint64_t bytes, Kind kind, unsigned element_bytes) {
  if (bytes > free_bytes()) return nullptr;
  std::uintptr_t begin = room_for(kind == Kind::device ? device_ : host_, bytes);
  if (begin == 0) return nullptr;
  if (kind != Kind::device && ends_ == Ends::exact) {
    const std::uint64_t align =
        std::clamp<std::uint64_t>(bytes & (~bytes + 1), 16, 256);  // as its elements may need
    begin += (kPage - bytes % kPage) % kPage / align * align;
  }
  allocations_[begin] = {.bytes = bytes,
                         .kind = kind,
                         .number = ++made_,
                         .element_bytes = element_bytes != 0 ? element_bytes : Allocation().element_bytes,
                         .is_typed = element_bytes != 0};
  live_bytes_ += bytes;
  if (kind == Kind::device)
    protect();
  else
    open_of_host(begin, bytes);
  return reinterpret_cast<void*>(begin);
}

bool DeviceMemory::free(void* place, bool is_host, unsigned line, bool is_by_reset) {
  const auto found = allocations_.find(reinterpret_cast<std::uintptr_t>(place));
  if (found == allocations_.end() || (found->second.kind == Kind::host) != is_host) return false;
  // Only whole pages, as others cost more than they are worth.
  const std::uintptr_t first = (found->first + kPage - 1) / kPage * kPage, end = found->first + found->second.bytes;
  const std::uintptr_t last = end / kPage * kPage;
  if (last > first) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
  if (found->second.kind != Kind::device && ends_ != Ends::open) set_protection({found->first, end}, PROT_NONE);
  live_bytes_ -= found->second.bytes;
  freed_[found->first] = {found->second, line, is_by_reset};
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
  protect_device();
  set_guards(opened_ == 0);
}

void DeviceMemory::protect_device() const {
  if (device_.top == device_.range.begin + kGap) return;
  const bool opens = opened_ > 0;
  constexpr std::size_t kMostGaps = 256;  // more would take long
  if (opens && allocations_.size() <= kMostGaps) return open_each();
  mprotect(reinterpret_cast<void*>(device_.range.begin), device_.top - device_.range.begin,
           opens ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void DeviceMemory::set_guards(bool are_there) const {
  for (const Guard& one : guards_)
    set_protection(one.range, !are_there ? PROT_READ | PROT_WRITE : one.may_read ? PROT_READ : PROT_NONE);
}

void DeviceMemory::guard(std::vector<Guard> guards) {
  set_guards(false);
  guards_ = std::move(guards);
  if (opened_ == 0) set_guards(true);
}

const DeviceMemory::Guard* DeviceMemory::guard_at(std::uintptr_t address) const {
  for (const Guard& one : guards_)
    if (address / kPage >= one.range.begin / kPage && address / kPage <= (one.range.end - 1) / kPage) return &one;
  return nullptr;
}

void DeviceMemory::open_page(std::uintptr_t address) {
  set_protection({address, address + 1}, PROT_READ | PROT_WRITE);
}

/// But not the gaps between them: the system tells of what goes there.
void DeviceMemory::open_each() const {
  for (const auto& [begin, allocation] : allocations_)
    if (allocation.kind == Kind::device)
      mprotect(reinterpret_cast<void*>(begin), (allocation.bytes + kPage - 1) / kPage * kPage,
               PROT_READ | PROT_WRITE);
}

}  // namespace lanescope
