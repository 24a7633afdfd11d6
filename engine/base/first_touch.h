// Large arrays whose pages are first touched on all cores. A plain vector touches them page by page on one core,
// which for 32 GiB takes longer than all that follows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/progress.h"

namespace lanescope {

/// Asks the system for the pages from `begin` to `begin + bytes` now. Only a hint: without it the system gives
/// each page when it is first touched.
void touch_pages(void* begin, std::size_t bytes, Progress& progress);

/// `n` zeros. Throws Cancelled.
template <class T>
std::vector<T> large_vector(std::uint64_t n, Progress& progress) {
  std::vector<T> elements;
  elements.reserve(n);
  touch_pages(elements.data(), n * sizeof(T), progress);
  // In pieces, so that a cancelled run ends soon.
  constexpr std::uint64_t kPiece = 1 << 24;
  while (elements.size() < n) {
    progress.check();
    elements.resize(std::min<std::uint64_t>(n, elements.size() + kPiece));
  }
  return elements;
}

}  // namespace lanescope
