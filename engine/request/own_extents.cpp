#include "engine/request/own_extents.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>

namespace lanescope {
namespace {

enum class Spans { none, of_two, third };

/// What the name of a whole number says: one that is multiplied by others, as the width of a picture is.
Spans extent_of(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char sign) { return std::tolower(sign); });
  constexpr std::string_view kParts[] = {"width", "height", "rows", "cols", "columns"},
                             kThird[] = {"depth", "channels"}, kNames[] = {"w", "h", "m", "k", "nx", "ny"};
  const auto has = [&](std::string_view part) { return name.find(part) != std::string::npos; };
  if (name == "nz" || std::any_of(std::begin(kThird), std::end(kThird), has)) return Spans::third;
  const bool is_one = std::any_of(std::begin(kParts), std::end(kParts), has) ||
                      std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
  return is_one ? Spans::of_two : Spans::none;
}

bool is_whole(const OwnParameter& one) {
  return !one.is_pointer && (one.kind == OwnKind::whole || one.kind == OwnKind::unsigned_whole);
}

bool is_letter(const OwnParameter& one, char small) {
  return one.name.size() == 1 && std::tolower(static_cast<unsigned char>(one.name[0])) == small;
}

/// The largest number whose power is at most `volume`; at least 1.
std::uint64_t whole_root(std::uint64_t volume, unsigned dimensions) {
  const auto power = [&](std::uint64_t side) { return dimensions == 3 ? side * side * side : side * side; };
  auto side = static_cast<std::uint64_t>(std::pow(static_cast<double>(volume), 1.0 / dimensions)) + 1;
  while (side > 1 && power(side) > volume) --side;
  return side;
}

}  // namespace

bool is_extent(const OwnKernel& kernel, const OwnParameter& parameter) {
  const auto is_m = [](const OwnParameter& one) { return is_letter(one, 'm'); };
  return is_whole(parameter) &&
         (kernel.directions > 1 || extent_of(parameter.name) != Spans::none ||
          (is_letter(parameter, 'n') && std::any_of(kernel.parameters.begin(), kernel.parameters.end(), is_m)));
}

std::uint64_t side_of_extents(const OwnKernel& kernel, std::uint64_t n) {
  constexpr std::uint64_t kValues = 4;  // of a pixel
  unsigned count = 0, dimensions = std::max(2u, kernel.directions);
  for (const OwnParameter& one : kernel.parameters) {
    if (!is_extent(kernel, one)) continue;
    ++count;
    if (extent_of(one.name) == Spans::third) dimensions = 3;
  }
  const bool are_some = count > 1 || (count == 1 && kernel.directions > 1);
  return are_some ? whole_root(n / kValues, dimensions) : 0;
}

std::uint64_t threads_in_a_direction(const OwnKernel& kernel, std::uint64_t n) {
  const std::uint64_t side = side_of_extents(kernel, n);
  return side > 0 ? side : whole_root(n, kernel.directions);
}

}  // namespace lanescope
