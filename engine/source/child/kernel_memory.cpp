#include "engine/source/child/kernel_memory.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>

namespace lanescope {

std::string short_name(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;
  int status = 0;
  char* words = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string name = status == 0 && words ? words : symbol;
  std::free(words);
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

void KernelMemory::set_shared(std::uintptr_t begin, const KernelJob& job) {
  shared_.clear();
  for (const JobShared& one : job.shared)
    shared_.push_back({{begin + one.place, begin + one.place + one.bytes}, short_name(one.name), one.offset});
}

KernelMemory::Nearest KernelMemory::nearest_to(std::uintptr_t address, unsigned bytes) const {
  constexpr std::int64_t kNear = 1 << 20;  // bytes
  Nearest nearest;
  std::int64_t least = kNear;
  const auto consider = [&](const Range& range, const std::string& name, ArrayId id, unsigned element_bytes) {
    const auto from_begin = static_cast<std::int64_t>(address - range.begin);
    const auto behind = static_cast<std::int64_t>(address - range.end);
    const std::int64_t distance = std::min(std::abs(from_begin), std::abs(behind));
    if (distance >= least) return;
    least = distance;
    const auto width = static_cast<std::int64_t>(element_bytes);
    nearest = {name, id, from_begin >= 0 ? from_begin / width : -((width - 1 - from_begin) / width),
               (range.end - range.begin) / element_bytes, true};
  };
  for (const Array& array : arrays_) consider(array.range, array.job.name, array.job.id, array.job.element_bytes);
  for (const Shared& shared : shared_) consider(shared.range, shared.name, ArrayId::shared, bytes);
  return nearest;
}

}  // namespace lanescope
