#include "engine/source/child/kernel_memory.h"

#include <algorithm>
#include <cstdlib>

#include "engine/source/own_words.h"
#include "engine/source/shared_layout.h"

namespace lanescope {

void KernelMemory::set_shared(std::uintptr_t begin, const KernelJob& job) {
  shared_.clear();
  guards_.clear();
  without_bytes_.clear();
  known_ = {};
  for (const JobShared& one : job.shared) {
    const Range range{begin + one.place, begin + one.place + one.bytes};
    if (is_guard(one.name))
      guards_.push_back(range);
    else
      (one.bytes > 0 ? shared_ : without_bytes_)
          .push_back({range, short_name(one.name), one.offset, one.element_bytes, one.points});
  }
}

std::string KernelMemory::without_bytes(std::uintptr_t address) const {
  for (const Named& one : without_bytes_)
    if (address - one.range.begin < kLargestDynamicShared) return one.name;
  return {};
}

void KernelMemory::set_library(Range library, Range constants, std::uintptr_t base, const KernelJob& job) {
  library_ = library;
  constants_ = constants;
  variables_.clear();
  constant_variables_.clear();
  for (const JobVariable& one : job.variables) {
    const Range range{base + one.place, base + one.place + one.bytes};
    (constants_.holds(range.begin) ? constant_variables_ : variables_)
        .push_back({range, short_name(one.name), 0, 0, one.points, one.is_hosts});
  }
  std::sort(variables_.begin(), variables_.end(),
            [](const Named& a, const Named& b) { return a.range.begin < b.range.begin; });
  // Each begins where a GPU would place it, as far as requests can tell.
  constexpr std::uint64_t kAlignment = 256, kWidestAccess = 16;
  std::uint64_t end = 0;
  for (Named& variable : variables_) {
    variable.offset = end + variable.range.begin % kWidestAccess;
    end = (variable.offset + variable.range.end - variable.range.begin + kAlignment - 1) / kAlignment * kAlignment;
  }
}

MemoryPlace KernelMemory::find_place(std::uintptr_t address, unsigned bytes) const {
  const auto found = [&](const Known& one) {
    known_[next_known_++ % known_.size()] = one;
    return MemoryPlace{one.kind, one.id, address - one.origin, one.bit};
  };
  for (const Named& shared : shared_)
    if (shared.range.holds(address, bytes))
      return found({shared.range, shared.range.begin - shared.offset, MemoryPlace::Kind::shared, ArrayId::shared,
                    static_cast<std::uint8_t>(ArrayId::shared)});
  for (const Array& array : arrays_)
    if (array.range.holds(address, bytes))
      return found({array.range, array.origin, MemoryPlace::Kind::array, array.job.id, array.bit});
  if (device_heap().holds(address))
    return device_heap().has(address, bytes) ? MemoryPlace{MemoryPlace::Kind::array, ArrayId::file_variable,
                                                           address - device_heap().begin() + kHeapOffset}
                                             : MemoryPlace{};
  for (const Range& guard : guards_)
    if (guard.holds(address)) return {MemoryPlace::Kind::local, {}, 0};
  if (parameters_.holds(address, bytes)) return {MemoryPlace::Kind::local, {}, 0};
  if (constants_.holds(address)) return {MemoryPlace::Kind::constant, {}, 0};
  return library_.holds(address) ? place_in_library(address, bytes) : MemoryPlace{};
}

MemoryPlace KernelMemory::place_in_library(std::uintptr_t address, unsigned bytes) const {
  auto after = std::upper_bound(variables_.begin(), variables_.end(), address,
                                [](std::uintptr_t at, const Named& one) { return at < one.range.begin; });
  if (after == variables_.begin()) return {MemoryPlace::Kind::unnamed, {}, 0};
  --after;
  if (!after->range.holds(address, bytes)) return {MemoryPlace::Kind::unnamed, {}, 0};
  if (after->is_hosts) return {MemoryPlace::Kind::of_host, {}, 0};
  return {MemoryPlace::Kind::array, ArrayId::file_variable, address - after->range.begin + after->offset};
}

KernelMemory::Nearest KernelMemory::beside(const Range& range, const std::string& name, ArrayId id,
                                           unsigned element_bytes, std::uintptr_t address, unsigned bytes) {
  // Then it is the first element that is not there.
  const bool goes_on_outside = range.holds(address) && address + bytes > range.end;
  const auto from_begin = static_cast<std::int64_t>(address - range.begin);
  const auto behind = static_cast<std::int64_t>(address - range.end);
  const auto width = static_cast<std::int64_t>(element_bytes);
  return {.name = name,
          .id = id,
          .index = goes_on_outside   ? static_cast<std::int64_t>((range.end - range.begin) / element_bytes)
                   : from_begin >= 0 ? from_begin / width
                                     : -((width - 1 - from_begin) / width),
          .elements = (range.end - range.begin) / element_bytes,
          .bytes = range.end - range.begin,
          .found = true,
          .distance = range.holds(address) ? -1 : std::min(std::abs(from_begin), std::abs(behind))};
}

KernelMemory::Nearest KernelMemory::nearest_to(std::uintptr_t address, unsigned bytes) const {
  constexpr std::int64_t kNear = 1 << 20;  // bytes
  const auto width_of = [&](unsigned element_bytes) { return element_bytes != 0 ? element_bytes : bytes; };
  for (const Freed& one : freed_)
    if (one.line > 0 && one.range.holds(address)) {
      Nearest freed =
          beside(one.range, one.name, ArrayId::second_output, width_of(one.element_bytes), address, bytes);
      freed.freed_in = one.line;
      return freed;
    }
  Nearest nearest{.distance = kNear};
  const auto consider = [&](const Range& range, const std::string& name, ArrayId id, unsigned element_bytes) {
    Nearest one = beside(range, name, id, width_of(element_bytes), address, bytes);
    if (one.distance < nearest.distance) nearest = std::move(one);
  };
  for (const Array& array : arrays_) consider(array.range, array.job.name, array.job.id, array.job.element_bytes);
  for (const Named& one : shared_) consider(one.range, one.name, ArrayId::shared, one.element_bytes);
  for (const auto* named : {&variables_, &constant_variables_})
    for (const Named& one : *named) consider(one.range, one.name, ArrayId::file_variable, one.element_bytes);
  if (std::uintptr_t begin = 0; const std::uint64_t size = device_heap().piece_before(address, begin))
    consider({begin, begin + size}, kOfMalloc, ArrayId::file_variable, 0);
  return nearest;
}

KernelMemory::Nearest KernelMemory::array_named(const std::string& name, std::uintptr_t address,
                                                unsigned bytes) const {
  Nearest found;
  unsigned count = 0;
  const auto consider = [&](const Range& range, const std::string& known, ArrayId id, unsigned element_bytes) {
    if (known != name) return;
    ++count;
    found = beside(range, known, id, element_bytes != 0 ? element_bytes : bytes, address, bytes);
  };
  for (const Array& array : arrays_)
    if (array.is_argument) consider(array.range, array.job.name, array.job.id, array.job.element_bytes);
  for (const Named& one : shared_)
    if (!one.points) consider(one.range, one.name, ArrayId::shared, one.element_bytes);
  for (const auto* named : {&variables_, &constant_variables_})
    for (const Named& one : *named)
      if (!one.points) consider(one.range, one.name, ArrayId::file_variable, one.element_bytes);
  return count == 1 ? found : Nearest();
}

}  // namespace lanescope
