#include "engine/request/parse.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <optional>

#include "engine/base/error.h"
#include "engine/request/catalogue.h"
#include "engine/workload/matrices.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t kMaxSizes = 10'000;  // of a list: a typing error must not become a day's work

std::optional<std::uint64_t> digits(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> product(std::uint64_t a, std::uint64_t b) {
  if (a != 0 && b > kLargest / a) return std::nullopt;
  return a * b;
}

std::optional<std::uint64_t> power(std::uint64_t base, std::uint64_t exponent) {
  if (base <= 1) return exponent == 0 ? 1 : base;
  std::optional<std::uint64_t> value = 1;
  for (std::uint64_t i = 0; i < exponent && value; ++i) value = product(*value, base);
  return value;
}

std::optional<std::uint64_t> size_of(std::string_view text) {
  if (const auto caret = text.find('^'); caret != std::string_view::npos) {
    const auto base = digits(text.substr(0, caret)), exponent = digits(text.substr(caret + 1));
    return base && exponent ? power(*base, *exponent) : std::nullopt;
  }
  constexpr std::string_view kUnits = "kKmMgG";
  const auto unit = text.empty() ? std::string_view::npos : kUnits.find(text.back());
  if (unit == std::string_view::npos) return digits(text);
  const auto count = digits(text.substr(0, text.size() - 1));
  return count ? product(*count, std::uint64_t{1} << (10 * (unit / 2 + 1))) : std::nullopt;
}

Sentence allowed(SizeRange range) {
  if (range.max == kLargest) return Sentence("a whole number from {} up, such as 1000, 2^20 or 1M", range.min);
  if (range.power_of_two) return Sentence("a power of two from {} to {}", range.min, range.max);
  return Sentence("a whole number from {} to {}", range.min, range.max);
}

/// Appends `first`, and what follows it up to `last`: times `factor`, then plus `addend`.
void append_range(std::string_view option, std::string_view text, std::vector<std::uint64_t>& sizes,
                  std::uint64_t last, std::uint64_t factor, std::uint64_t addend) {
  for (std::uint64_t size = sizes.back();;) {
    const auto multiple = product(size, factor);
    if (!multiple || *multiple > kLargest - addend) return;
    size = *multiple + addend;
    if (size > last) return;
    if (sizes.size() >= kMaxSizes)
      throw Error(ErrorKind::usage,
                  fmt::format("{} is '{}', which is more than {} values.", option, text, kMaxSizes));
    sizes.push_back(size);
  }
}

void append_item(std::string_view option, std::string_view item, SizeRange range,
                 std::vector<std::uint64_t>& sizes) {
  const auto colon = item.find(':');
  sizes.push_back(parse_size(option, item.substr(0, colon), range));
  if (colon == std::string_view::npos) return;
  const auto second = item.find(':', colon + 1);
  const auto last = parse_size(option, item.substr(colon + 1, second - colon - 1), range);
  const auto step = second == std::string_view::npos ? std::string_view("x2") : item.substr(second + 1);
  const auto by = step.empty() ? std::nullopt : digits(step.substr(1));
  const bool times = by && step[0] == 'x' && *by >= 2 && sizes.back() > 0, plus = by && step[0] == '+' && *by >= 1;
  if ((!times && !plus) || last < sizes.back())
    throw Error(ErrorKind::usage,
                fmt::format("{} has the range '{}'; it must be FIRST:LAST:xFACTOR with FIRST of at "
                            "least 1 and FACTOR of at least 2, or FIRST:LAST:+STEP, with FIRST no "
                            "greater than LAST.",
                            option, item));
  append_range(option, item, sizes, last, times ? *by : 1, times ? 0 : *by);
}

}  // namespace

std::uint64_t parse_size(std::string_view option, std::string_view text, SizeRange range) {
  const auto size = size_of(text);
  if (!size || *size < range.min || *size > range.max || (range.power_of_two && !std::has_single_bit(*size)))
    throw Error(ErrorKind::usage, Sentence("{} is '{}'; it must be {}.", option, text, allowed(range)));
  return *size;
}

std::vector<std::uint64_t> parse_size_list(std::string_view option, std::string_view text, SizeRange range) {
  std::vector<std::uint64_t> sizes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find(',', begin), text.size());
    append_item(option, text.substr(begin, end - begin), range, sizes);
    begin = end + 1;
  }
  return sizes;
}

MatrixSizes parse_matrices(std::string_view option, std::string_view text, Shape shape) {
  if (text.find('x') == std::string_view::npos) return square_matrices(shape, parse_size(option, text));
  std::vector<std::uint64_t> sizes;
  try {
    for (std::size_t begin = 0; begin <= text.size();) {
      const auto end = std::min(text.find('x', begin), text.size());
      sizes.push_back(parse_size(option, text.substr(begin, end - begin)));
      begin = end + 1;
    }
  } catch (const Error&) {
    sizes.clear();
  }
  if (shape == Shape::product && sizes.size() == 3) return {sizes[0], sizes[1], sizes[2]};
  if (shape == Shape::matrix && sizes.size() == 2) return {sizes[0], 0, sizes[1]};
  throw Error(
      ErrorKind::usage,
      Sentence("{} is '{}'; it must be {}.", option, text,
               shape == Shape::product ? Sentence("the width of square matrices, or MxKxN, as in 64x100x32")
                                       : Sentence("the width of a square matrix, or ROWSxCOLUMNS, as in 64x100")));
}

PictureSize parse_picture_size(std::string_view option, std::string_view text) {
  constexpr std::uint64_t kSmallest = 64, kBiggest = 8192;
  const auto cross = text.find('x');
  const auto side = [&](std::string_view part) {
    const auto pixels = digits(part);
    return pixels && *pixels >= kSmallest && *pixels <= kBiggest ? static_cast<int>(*pixels) : 0;
  };
  if (cross != std::string_view::npos)
    if (const PictureSize size{side(text.substr(0, cross)), side(text.substr(cross + 1))};
        size.width && size.height)
      return size;
  throw Error(ErrorKind::usage, fmt::format("{} is '{}'; it must be WIDTHxHEIGHT with sides from {} to {} pixels, "
                                            "as in 1600x900.",
                                            option, text, kSmallest, kBiggest));
}

std::string size_text(std::uint64_t size) {
  const bool power_of_two = size != 0 && (size & (size - 1)) == 0;
  if (!power_of_two || size < 1024) return std::to_string(size);
  int exponent = 0;
  while (size >>= 1) ++exponent;
  return fmt::format("2^{}", exponent);
}

std::string size_text(const RunRequest& request) {
  if (!request.matrices) return size_text(request.n);
  return matrix_text(facts_of(kernel_info(request.kernel).workload).shape, *request.matrices);
}

}  // namespace lanescope
