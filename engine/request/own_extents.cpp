#include "engine/request/own_extents.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>

namespace lanescope {
namespace {

constexpr std::uint64_t kValues = 4;  // of a pixel

enum class Spans { none, of_two, third };

/// "width" of "params.width".
std::string last_name(const OwnParameter& one) {
  return one.name.substr(one.name.rfind('.') + 1);
}

std::string small_name(const OwnParameter& one) {
  std::string name = last_name(one);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char sign) { return std::tolower(sign); });
  return name;
}

/// What the name of a whole number says: one that is multiplied by others, as the width of a picture is.
Spans extent_of(const OwnParameter& one) {
  const std::string name = small_name(one);
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
  return small_name(one) == std::string(1, small);
}

bool has_part(const OwnParameter& one, std::initializer_list<std::string_view> parts) {
  const std::string name = small_name(one);
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

bool has_name(const OwnParameter& one, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), small_name(one)) != names.end();
}

bool is_called_blocks(const OwnParameter& one) {
  return is_whole(one) && has_part(one, {"blocks", "grid"}) &&
         !has_part(one, {"perblock", "per_block", "blocksize", "blockshape", "blockside"});
}

bool is_called_threads(const OwnParameter& one) {
  return is_whole(one) && !is_called_blocks(one) &&
         (has_part(one, {"block", "thread", "tpb"}) || has_name(one, {"thx", "thy", "thz"}));
}

bool is_named_reach(const OwnParameter& one) {
  return has_part(one, {"kernel", "ksize", "filter", "mask", "window", "radius", "stencil", "halo"});
}

/// The largest number whose power is at most `volume`; at least 1.
std::uint64_t whole_root(std::uint64_t volume, unsigned dimensions) {
  const auto power = [&](std::uint64_t side) {
    std::uint64_t product = 1;
    for (unsigned i = 0; i < dimensions && product <= volume; ++i) product *= side;
    return product;
  };
  auto side = static_cast<std::uint64_t>(std::pow(static_cast<double>(volume), 1.0 / dimensions)) + 1;
  while (side > 1 && power(side) > volume) --side;
  return side;
}

}  // namespace

std::vector<OwnParameter> leaves_of(const std::vector<OwnParameter>& parameters) {
  std::vector<OwnParameter> leaves;
  for (const OwnParameter& parameter : parameters) {
    for (const OwnParameter& field : parameter.fields) {
      leaves.push_back(field);
      leaves.back().name = parameter.name + "." + field.name;
    }
    if (parameter.fields.empty()) leaves.push_back(parameter);
  }
  return leaves;
}

bool is_extent(const OwnKernel& kernel, const OwnParameter& parameter) {
  return is_whole(parameter) && (kernel.directions() > 1 || is_called_as_extent(kernel, parameter));
}

bool is_called_small(const OwnParameter& parameter) {
  return has_part(parameter, {"stride", "dilat", "pad", "radius", "shift"});
}

bool is_called_reach(const OwnKernel& kernel, const OwnParameter& parameter) {
  if (!is_whole(parameter) || !is_named_reach(parameter)) return false;
  const std::vector<OwnParameter> all = leaves_of(kernel.parameters);
  return std::any_of(all.begin(), all.end(), [](const auto& one) { return is_whole(one) && !is_named_reach(one); });
}

bool is_called_step(const OwnKernel& kernel, const OwnParameter& parameter) {
  constexpr std::string_view kBegins[] = {"stride", "pad", "dilat"}, kPadded = "padded";
  const std::string name = small_name(parameter);
  const auto begins = [&](std::string_view word) { return name.starts_with(word); };
  if (!is_whole(parameter) || begins(kPadded) || std::none_of(std::begin(kBegins), std::end(kBegins), begins))
    return false;
  const std::vector<OwnParameter> all = leaves_of(kernel.parameters);
  return std::any_of(all.begin(), all.end(), [&](const auto& one) { return is_called_reach(kernel, one); });
}

bool is_called_begin(const OwnParameter& parameter) {
  if (parameter.is_pointer) return false;
  const std::string name = small_name(parameter);
  const bool is_least = name.starts_with("min") || name.ends_with("min");
  const bool is_place = is_whole(parameter) && has_name(parameter, {"i", "idx", "index", "iter", "iteration"});
  return has_part(parameter, {"start", "begin"}) || (is_whole(parameter) && has_part(parameter, {"offset"})) ||
         is_place || (parameter.kind == OwnKind::real && is_least);
}

bool is_called_rounds(const OwnParameter& parameter) {
  return is_whole(parameter) &&
         (has_part(parameter, {"iterations", "iters", "maxiter", "max_iter", "num_iter", "epoch", "repeat",
                               "timesteps", "time_steps", "generations"}) ||
          has_name(parameter, {"steps", "nsteps", "num_steps", "niter", "loops", "rounds"}));
}

bool is_called_sorted(const OwnParameter& parameter) {
  return parameter.is_pointer && has_part(parameter, {"sorted"}) && !has_part(parameter, {"unsorted"});
}

bool is_called_pitch(const OwnParameter& parameter) {
  return is_whole(parameter) && last_name(parameter).find("pitch") != std::string::npos;
}

bool is_called_as_extent(const OwnKernel& kernel, const OwnParameter& parameter) {
  const std::vector<OwnParameter> all = leaves_of(kernel.parameters);
  const auto is_m = [](const OwnParameter& one) { return is_letter(one, 'm'); };
  return is_whole(parameter) && (extent_of(parameter) != Spans::none ||
                                 (is_letter(parameter, 'n') && std::any_of(all.begin(), all.end(), is_m)));
}

namespace {

/// It has a number of its own beside sizes.
bool is_no_size(const OwnKernel& kernel, const OwnParameter& one) {
  return is_called_reach(kernel, one) || is_called_step(kernel, one) || is_called_begin(one) ||
         is_called_rounds(one) || launch_size_called(kernel, one, 1) > 0;
}

}  // namespace

std::uint64_t launch_size_called(const OwnKernel& kernel, const OwnParameter& parameter, std::uint64_t n) {
  constexpr std::uint64_t kThreads = 256, kSide = 16;
  if (!kernel.is_launcher) return 0;
  const bool in_a_row = std::count_if(kernel.parameters.begin(), kernel.parameters.end(), is_called_threads) <= 1 &&
                        kernel.text.find("threadIdx.y") == std::string::npos;
  if (is_called_threads(parameter)) return in_a_row ? kThreads : kSide;
  if (!is_called_blocks(parameter)) return 0;
  return std::max<std::uint64_t>(1, in_a_row ? n / kThreads : whole_root(n / kValues, 2) / kSide);
}

bool is_called_text(const OwnKernel& kernel, const OwnParameter& parameter) {
  return kernel.is_launcher && parameter.is_pointer && parameter.bytes == 1 &&
         has_part(parameter, {"file", "path", "name", "title", "text", "str", "message"});
}

unsigned count_of_sizes(const OwnKernel& kernel) {
  const std::vector<OwnParameter> all = leaves_of(kernel.parameters);
  return static_cast<unsigned>(std::count_if(
      all.begin(), all.end(), [&](const auto& one) { return is_whole(one) && !is_no_size(kernel, one); }));
}

std::uint64_t side_of_extents(const OwnKernel& kernel, std::uint64_t n) {
  unsigned count = 0, dimensions = std::max(2u, kernel.directions());
  for (const OwnParameter& one : leaves_of(kernel.parameters)) {
    if (!is_extent(kernel, one) || is_no_size(kernel, one)) continue;
    ++count;
    if (extent_of(one) == Spans::third) dimensions = 3;
  }
  const bool are_some = count > 1 || (count == 1 && kernel.directions() > 1);
  return are_some ? whole_root(n / kValues, dimensions) : 0;
}

std::uint64_t side_of_all(const OwnKernel& kernel, std::uint64_t n) {
  return whole_root(n / kValues, std::max({2u, kernel.directions(), count_of_sizes(kernel)}));
}

std::uint64_t threads_in_a_direction(const OwnKernel& kernel, std::uint64_t n) {
  const std::uint64_t side = side_of_extents(kernel, n);
  return side > 0 ? side : whole_root(n, kernel.directions());
}

}  // namespace lanescope
