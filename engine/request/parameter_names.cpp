#include "engine/request/parameter_names.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {
namespace {

/// "width" of "params.width".
std::string last_name(const OwnParameter& one) {
  return one.name.substr(one.name.rfind('.') + 1);
}

std::string small_name(const OwnParameter& one) {
  std::string name = last_name(one);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char sign) { return std::tolower(sign); });
  return name;
}

bool is_letter(const OwnParameter& one, char small) {
  return small_name(one) == std::string(1, small);
}

bool has_m(const OwnKernel& kernel) {
  const std::vector<OwnParameter> all = leaves_of(kernel.parameters);
  return std::any_of(all.begin(), all.end(), [](const OwnParameter& one) { return is_letter(one, 'm'); });
}

bool has_part(const OwnParameter& one, std::initializer_list<std::string_view> parts) {
  const std::string name = small_name(one);
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

bool has_name(const OwnParameter& one, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), small_name(one)) != names.end();
}

bool is_named_reach(const OwnParameter& one) {
  return has_part(one, {"kernel", "ksize", "filter", "mask", "window", "radius", "stencil", "halo"});
}

}  // namespace

bool is_whole_number(const OwnParameter& one) {
  return !one.is_pointer && (one.kind == OwnKind::whole || one.kind == OwnKind::unsigned_whole);
}

bool has_number_called(const OwnKernel& kernel, bool (*is_called)(const OwnParameter&)) {
  const std::vector<OwnParameter> all = leaves_of(kernel.parameters);
  return std::any_of(all.begin(), all.end(),
                     [&](const OwnParameter& one) { return is_whole_number(one) && is_called(one); });
}

Spans extent_of(const OwnParameter& one) {
  const std::string name = small_name(one);
  constexpr std::string_view kParts[] = {"width", "height", "rows", "cols", "columns", "dim", "hidden", "features"},
                             kThird[] = {"depth", "channels"}, kNames[] = {"w", "h", "m", "d", "nx", "ny"};
  const auto has = [&](std::string_view part) { return name.find(part) != std::string::npos; };
  if (name == "nz" || std::any_of(std::begin(kThird), std::end(kThird), has)) return Spans::third;
  const bool is_one = std::any_of(std::begin(kParts), std::end(kParts), has) ||
                      std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
  return is_one ? Spans::of_two : Spans::none;
}

bool is_called_along_z(const OwnKernel& kernel, const OwnParameter& parameter) {
  const std::vector<OwnParameter> all = leaves_of(kernel.parameters);
  const std::string name = small_name(parameter);
  const auto is_there = [&](const std::string& other) {
    return std::any_of(all.begin(), all.end(),
                       [&](const auto& one) { return is_whole_number(one) && small_name(one) == other; });
  };
  for (std::size_t at = name.find('z'); at != std::string::npos; at = name.find('z', at + 1)) {
    std::string in_x = name, in_y = name;
    in_x[at] = 'x';
    in_y[at] = 'y';
    if (is_there(in_x) && is_there(in_y)) return true;
  }
  return false;
}

bool is_called_small(const OwnParameter& parameter) {
  return has_part(parameter, {"stride", "dilat", "pad", "radius", "shift"});
}

namespace {

/// `int n` of `float* image, int m, float* kernel, int n`: the letter that stands behind a filter.
bool stands_behind_filter(const std::vector<OwnParameter>& all, const OwnParameter& parameter) {
  constexpr std::size_t kLetter = 1;
  for (std::size_t i = 1; i < all.size(); ++i)
    if (all[i].name == parameter.name)
      return all[i - 1].is_pointer && small_name(parameter).size() == kLetter &&
             has_part(all[i - 1], {"kernel", "filter", "mask"});
  return false;
}

}  // namespace

bool is_called_reach(const OwnKernel& kernel, const OwnParameter& parameter) {
  const std::vector<OwnParameter> all = leaves_of(kernel.parameters);
  const auto is_one = [&](const OwnParameter& one) {
    return is_named_reach(one) || stands_behind_filter(all, one);
  };
  if (!is_whole_number(parameter) || !is_one(parameter) || is_called_choice(parameter)) return false;
  return std::any_of(all.begin(), all.end(), [&](const auto& one) { return is_whole_number(one) && !is_one(one); });
}

bool is_called_step(const OwnKernel& kernel, const OwnParameter& parameter) {
  constexpr std::string_view kBegins[] = {"stride", "pad", "dilat"}, kPadded = "padded";
  const std::string name = small_name(parameter);
  const auto begins = [&](std::string_view word) { return name.starts_with(word); };
  if (!is_whole_number(parameter) || begins(kPadded) ||
      std::none_of(std::begin(kBegins), std::end(kBegins), begins))
    return false;
  const std::vector<OwnParameter> all = leaves_of(kernel.parameters);
  return std::any_of(all.begin(), all.end(), [&](const auto& one) { return is_called_reach(kernel, one); });
}

bool is_called_begin(const OwnParameter& parameter) {
  if (parameter.is_pointer) return false;
  const std::string name = small_name(parameter);
  const bool is_least = name.starts_with("min") || name.ends_with("min");
  const bool is_place =
      is_whole_number(parameter) && has_name(parameter, {"i", "idx", "index", "iter", "iteration"});
  return has_part(parameter, {"start", "begin"}) ||
         (is_whole_number(parameter) && has_part(parameter, {"offset"})) || is_place ||
         (parameter.kind == OwnKind::real && is_least);
}

bool is_called_bins(const OwnParameter& parameter) {
  return is_whole_number(parameter) &&
         (has_part(parameter, {"bins", "nbin", "_bin", "bin_count", "numbin", "histsize", "hist_size"}) ||
          has_name(parameter, {"levels", "graylevels", "gray_levels"}));
}

bool is_called_half(const OwnParameter& parameter) {
  return is_whole_number(parameter) && has_name(parameter, {"half_size", "halfsize", "half_n", "n_half"});
}

bool is_called_rounds(const OwnParameter& parameter) {
  return is_whole_number(parameter) &&
         (has_part(parameter, {"iterations", "iters", "maxiter", "max_iter", "num_iter", "epoch", "repeat",
                               "timesteps", "time_steps", "generations"}) ||
          has_name(parameter, {"steps", "nsteps", "num_steps", "niter", "loops", "rounds"}));
}

bool is_called_choice(const OwnParameter& parameter) {
  constexpr std::string_view kEnds[] = {"type",   "mode",    "method",  "kind",      "choice",
                                        "option", "variant", "version", "algorithm", "operation"};
  const std::string name = small_name(parameter);
  const auto ends = [&](std::string_view end) { return name.ends_with(end); };
  return is_whole_number(parameter) &&
         (std::any_of(std::begin(kEnds), std::end(kEnds), ends) || has_name(parameter, {"op", "algo", "which"}));
}

bool is_called_transposed(const OwnParameter& parameter) {
  return is_whole_number(parameter) && parameter.bytes == 1 && small_name(parameter).starts_with("trans");
}

bool is_called_beta(const OwnKernel& kernel, const OwnParameter& parameter) {
  const std::vector<OwnParameter> all = leaves_of(kernel.parameters);
  const auto is_real = [](const OwnParameter& one, std::string_view name) {
    return !one.is_pointer && one.kind == OwnKind::real && small_name(one) == name;
  };
  return kernel.is_launcher && is_real(parameter, "beta") &&
         std::any_of(all.begin(), all.end(), [&](const auto& one) { return is_real(one, "alpha"); });
}

bool is_called_sorted(const OwnParameter& parameter) {
  return parameter.is_pointer && has_part(parameter, {"sorted"}) && !has_part(parameter, {"unsorted"});
}

bool is_called_pitch(const OwnParameter& parameter) {
  return is_whole_number(parameter) && last_name(parameter).find("pitch") != std::string::npos;
}

bool is_called_as_extent(const OwnKernel& kernel, const OwnParameter& parameter) {
  const bool is_n_or_k = is_letter(parameter, 'n') || is_letter(parameter, 'k');
  return is_whole_number(parameter) && (extent_of(parameter) != Spans::none || (is_n_or_k && has_m(kernel)));
}

bool is_called_few(const OwnKernel& kernel, const OwnParameter& parameter) {
  return is_whole_number(parameter) && is_letter(parameter, 'k') && !has_m(kernel);
}

bool is_called_blocks(const OwnParameter& one) {
  return is_whole_number(one) && has_part(one, {"blocks", "grid"}) &&
         !has_part(one, {"perblock", "per_block", "blocksize", "blockshape", "blockside"});
}

bool is_called_threads(const OwnParameter& one) {
  return is_whole_number(one) && !is_called_blocks(one) &&
         (has_part(one, {"block", "thread", "tpb"}) || has_name(one, {"thx", "thy", "thz"}));
}

bool is_called_characters(const std::string& name) {
  const OwnParameter called{.name = name};
  return has_part(called,
                  {"text", "str", "letter", "char", "word", "seq", "dna", "pattern", "needle", "haystack"}) &&
         !has_part(called, {"stride", "strip"});
}

bool is_called_block_side(const OwnParameter& one) {
  return is_whole_number(one) && !is_called_blocks(one) && has_part(one, {"tile", "block", "blk"}) &&
         has_part(one, {"size", "width", "dim", "side", "height", "len"});
}

bool is_called_text(const OwnKernel& kernel, const OwnParameter& parameter) {
  return kernel.is_launcher && parameter.is_pointer && parameter.bytes == 1 &&
         has_part(parameter, {"file", "path", "name", "title", "message"});
}

}  // namespace lanescope
