// A point in space, and the one of two that is farther from the origin: an operator that is not arithmetic, for
// the same kernels. The listing of a kernel that reduces points shows this text word for word.
#pragma once

namespace lanescope {

/// 16 bytes, so that one load fetches it. The index is its place in the input: it tells which point won.
struct alignas(16) Point {
  float x, y, z;
  unsigned index;
};

/// The identity: the origin, with an index after all others.
constexpr Point no_point() {
  return Point{0, 0, 0, 0xffffffffu};
}

/// In double a float's square is exact, so the sum is the same with fused multiply-adds and without.
constexpr double squared_distance(const Point& p) {
  return double(p.x) * p.x + double(p.y) * p.y + double(p.z) * p.z;
}

/// Of equally far points the one that comes first in the input, so the order of operations does not matter.
constexpr Point farther(const Point& a, const Point& b) {
  const double da = squared_distance(a), db = squared_distance(b);
  return da > db || (da == db && a.index <= b.index) ? a : b;
}

}  // namespace lanescope
