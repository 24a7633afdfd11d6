#include "engine/source/child/host_heap.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>

namespace lanescope {
namespace {

constexpr std::uint64_t kMarkBytes = 64;
constexpr unsigned char kMark = 0xd7;

/// Of a block and what is behind it: seven times as much, as who forgets sizeof(double) needs.
std::uint64_t bytes_with_room(std::uint64_t bytes) {
  constexpr std::uint64_t kTimes = 8, kLargest = 16 << 20, kAlignment = 16;
  const std::uint64_t all = kMarkBytes + bytes * (bytes <= kLargest ? kTimes : 1);
  return (all + kAlignment - 1) / kAlignment * kAlignment;
}

bool is_marked(std::uintptr_t begin, const HostHeap::Block& block) {
  const auto* mark = reinterpret_cast<const unsigned char*>(begin + block.bytes);
  return std::all_of(mark, mark + kMarkBytes, [](unsigned char byte) { return byte == kMark; });
}

/// Memory of a process that is at its end: nothing is given back.
class MemoryApart {
 public:
  void begin() {
    if (next_ != 0) return;
    void* place = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) return;
    begin_ = reinterpret_cast<std::uintptr_t>(place);
    next_ = begin_;
  }
  bool is_there() const { return next_ != 0; }
  void* allocate(std::uint64_t bytes) {
    constexpr std::uint64_t kAlignment = 16;
    const std::uint64_t size = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    const std::uintptr_t place = next_.fetch_add(size);
    return size <= kBytes && place + size <= begin_ + kBytes ? reinterpret_cast<void*>(place) : nullptr;
  }

 private:
  static constexpr std::uint64_t kBytes = std::uint64_t{4} << 30;
  std::uintptr_t begin_ = 0;
  std::atomic<std::uintptr_t> next_{0};
} memory_apart;

/// What the program's code has got, the C++ library may free.
HostHeap* heap_of_host = nullptr;

}  // namespace

bool HostHeap::reserve() {
  constexpr std::uint64_t kBytes = std::uint64_t{32} << 30;
  void* place = mmap(nullptr, kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) return false;
  heap_of_host = this;
  begin_ = top_ = opened_ = reinterpret_cast<std::uintptr_t>(place);
  end_ = top_ + kBytes;
  return true;
}

bool HostHeap::open_to(std::uintptr_t end) {
  constexpr std::uint64_t kAtATime = 1 << 20;
  if (end <= opened_) return true;
  const std::uint64_t more = std::min((end - opened_ + kAtATime - 1) / kAtATime * kAtATime, end_ - opened_);
  if (mprotect(reinterpret_cast<void*>(opened_), more, PROT_READ | PROT_WRITE) != 0) return false;
  opened_ += more;
  return true;
}

void* HostHeap::allocate(Block block) try {
  constexpr std::size_t kMostBlocks = 1 << 14;  // nodes of a large tree take eight times the memory
  static const std::uint64_t most = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                                    static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) / 4 * 3;
  if (block.bytes > most - std::min(most, live_bytes_)) return nullptr;
  if (block.bytes > end_ - top_ || blocks_.size() >= kMostBlocks) return std::malloc(block.bytes);
  const std::uint64_t size = bytes_with_room(block.bytes);
  std::uintptr_t begin = top_;
  if (std::vector<std::uintptr_t>& same = free_[size]; !same.empty()) {
    begin = same.back();
    blocks_[begin] = block;
    same.pop_back();
  } else if (size > end_ - top_ || !open_to(top_ + size)) {
    return std::malloc(block.bytes);
  } else {
    blocks_[begin] = block;
    top_ += size;
  }
  live_bytes_ += block.bytes;
  std::memset(reinterpret_cast<void*>(begin + block.bytes), kMark, kMarkBytes);
  return reinterpret_cast<void*>(begin);
} catch (const std::bad_alloc&) {
  return nullptr;
}

const HostHeap::Block* HostHeap::at(const void* place) const {
  if (!has(place)) return nullptr;
  const auto found = blocks_.find(reinterpret_cast<std::uintptr_t>(place));
  return found == blocks_.end() ? nullptr : &found->second;
}

void HostHeap::free(void* place) {
  constexpr std::uint64_t kLarge = 1 << 16, kPage = 4096;
  const auto found = blocks_.find(reinterpret_cast<std::uintptr_t>(place));
  const auto [begin, block] = *found;
  if (!was_spoiled_ && !is_marked(begin, block)) was_spoiled_ = block;
  const std::uint64_t size = bytes_with_room(block.bytes);
  const std::uintptr_t first = (begin + kPage - 1) / kPage * kPage, last = (begin + size) / kPage * kPage;
  if (size >= kLarge) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
  live_bytes_ -= block.bytes;
  blocks_.erase(found);
  free_[size].push_back(begin);
}

const HostHeap::Block* HostHeap::find(std::uintptr_t address, std::uintptr_t& begin) const {
  const auto after = blocks_.upper_bound(address);
  if (after == blocks_.begin()) return nullptr;
  const auto& [place, block] = *std::prev(after);
  begin = place;
  return address - place < block.bytes ? &block : nullptr;
}

std::optional<HostHeap::Block> HostHeap::spoiled() const {
  if (was_spoiled_) return was_spoiled_;
  const auto found = std::find_if(blocks_.begin(), blocks_.end(),
                                  [](const auto& one) { return !is_marked(one.first, one.second); });
  return found == blocks_.end() ? std::nullopt : std::optional(found->second);
}

void allocate_apart() {
  memory_apart.begin();
}

bool is_allocated_apart() {
  return memory_apart.is_there();
}

}  // namespace lanescope

// Those of this process, and of the C++ library that it has.
void* operator new(std::size_t bytes) {
  using lanescope::memory_apart;
  void* place = memory_apart.is_there() ? memory_apart.allocate(bytes) : std::malloc(bytes > 0 ? bytes : 1);
  if (!place) throw std::bad_alloc();
  return place;
}
void* operator new[](std::size_t bytes) {
  return operator new(bytes);
}
__attribute__((noinline)) void operator delete(void* place) noexcept {
  if (lanescope::heap_of_host && lanescope::heap_of_host->at(place)) return lanescope::heap_of_host->free(place);
  if (!lanescope::memory_apart.is_there()) std::free(place);
}
void operator delete[](void* place) noexcept {
  operator delete(place);
}
void operator delete(void* place, std::size_t) noexcept {
  operator delete(place);
}
void operator delete[](void* place, std::size_t) noexcept {
  operator delete(place);
}
