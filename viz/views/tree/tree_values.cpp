#include "viz/views/tree/tree_values.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

namespace lanescope {
namespace {

constexpr std::size_t kRemembered = 8;
constexpr double kDecades = 3;

}  // namespace

std::shared_ptr<const TreeRounding> rounding_of(const std::shared_ptr<const CombineTree>& tree, ElementType type) {
  thread_local std::deque<std::pair<std::weak_ptr<const CombineTree>, std::shared_ptr<const TreeRounding>>>
      remembered;
  for (const auto& [key, rounding] : remembered)
    if (key.lock() == tree) return rounding;
  remembered.emplace_front(tree, std::make_shared<const TreeRounding>(tree_rounding(*tree, type)));
  if (remembered.size() > kRemembered) remembered.pop_back();
  return remembered.front().second;
}

float share_of_largest(const TreeRounding& rounding, double error) {
  if (error <= 0 || rounding.largest <= 0) return 0;
  return static_cast<float>(std::clamp(1 + std::log10(error / rounding.largest) / kDecades, 0.05, 1.0));
}

Color rounding_color(const TreeRounding& rounding, double error, const Palette& colors) {
  return mix(colors.edge, colors.fault, share_of_largest(rounding, error));
}

}  // namespace lanescope
