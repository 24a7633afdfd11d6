#include "engine/input/csv_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>

#include "engine/base/error.h"

namespace lanescope {
namespace {

constexpr std::string_view kBlanks = " \t\r";

struct Place {
  const std::string& path;
  std::size_t line;
};

[[noreturn]] void refuse_at(const Place& place, std::size_t column, const Sentence& reason) {
  throw Error(ErrorKind::usage,
              Sentence("--input {}, line {}, column {}: {}", place.path, place.line, column, reason));
}

/// A field as a message shows it.
std::string shown(std::string_view field) {
  constexpr std::size_t kLongest = 40;
  std::string text(field.substr(0, kLongest));
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 32) c = '?';
  return field.size() > kLongest ? text + "..." : text;
}

bool looks_like_number(std::string_view field) {
  return field.find_first_of("0123456789") != std::string_view::npos &&
         field.find_first_not_of("0123456789+-.eE") == std::string_view::npos;
}

char small(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Whether a field is `word`, ignoring case.
bool is_word(std::string_view field, std::string_view word) {
  return std::equal(field.begin(), field.end(), word.begin(), word.end(),
                    [](char a, char b) { return small(a) == b; });
}

/// 1 for infinity, -1 for negative infinity, 0 for any other field.
int infinity_sign(std::string_view field) {
  const int sign = field.starts_with('-') ? -1 : 1;
  if (field.starts_with('-') || field.starts_with('+')) field.remove_prefix(1);
  return is_word(field, "inf") || is_word(field, "infinity") ? sign : 0;
}

void read_number(std::string_view field, const Place& place, std::size_t column, Infinities, std::int32_t& out) {
  const auto digits = field.starts_with('+') ? field.substr(1) : field;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  if (error == std::errc() && end == digits.data() + digits.size() &&
      (digits.size() == field.size() || *digits.data() != '-'))
    return;
  refuse_at(
      place, column,
      Sentence("'{}' is not an int32; it must be a whole number from -2147483648 to 2147483647.", shown(field)));
}

void parse_decimal(const char* text, char** end, float& out) {
  out = std::strtof(text, end);
}
void parse_decimal(const char* text, char** end, double& out) {
  out = std::strtod(text, end);
}

template <class Float>
void read_number(std::string_view field, const Place& place, std::size_t column, Infinities infinities,
                 Float& out) {
  if (const int sign = infinity_sign(field); sign != 0) {
    if (infinities == Infinities::refused)
      refuse_at(place, column, Sentence("'{}': {}", shown(field), Sentence(kInfinityRefusal)));
    out = static_cast<Float>(sign) * std::numeric_limits<Float>::infinity();
    return;
  }
  const std::string text(field);  // strtof needs a terminated string
  char* end = nullptr;
  if (looks_like_number(field)) parse_decimal(text.c_str(), &end, out);
  if (end != text.c_str() + text.size())
    refuse_at(place, column, Sentence("'{}' is not a number; write it as 12, -0.5 or 1e-3.", shown(field)));
  if (!std::isfinite(out)) {
    refuse_at(place, column,
              Sentence("'{}' is beyond the range of {}.", shown(field),
                       std::is_same_v<Float, float> ? "float32" : "float64"));
  }
}

/// How programs write a missing value, or NaN.
bool means_no_number(std::string_view field) {
  constexpr std::string_view kWords[] = {"nan", "na", "n/a", "null", "none", "inf", "infinity"};
  return std::any_of(std::begin(kWords), std::end(kWords), [&](auto word) { return is_word(field, word); });
}

bool is_name(std::string_view field) {
  constexpr std::string_view kQuotes = "\"'";
  while (!field.empty() && kQuotes.find(field.front()) != std::string_view::npos) field.remove_prefix(1);
  while (!field.empty() && kQuotes.find(field.back()) != std::string_view::npos) field.remove_suffix(1);
  return !field.empty() && std::string_view("0123456789+-.").find(field.front()) == std::string_view::npos &&
         !means_no_number(field);
}

bool is_header(std::string_view line) {
  bool has_names = false;
  for (std::size_t begin = 0; begin < line.size();) {
    const auto end = std::min(line.find_first_of(",; \t\r", begin), line.size());
    const auto field = line.substr(begin, end - begin);
    if (!field.empty() && !is_name(field)) return false;
    has_names |= !field.empty();
    begin = end + 1;
  }
  return has_names;
}

/// The text without the byte order mark that some programs put first.
std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  return text;
}

/// Takes the first line off `text`.
std::string_view take_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// Nothing, or a remark.
bool is_skipped(std::string_view line) {
  const auto first = line.find_first_not_of(kBlanks);
  return first == std::string_view::npos || line[first] == '#';
}

template <class T>
void parse_line(std::string_view line, const Place& place, Infinities infinities, std::vector<T>& out) {
  // In some countries 1,5;2,5 are two numbers. A wrong guess would give wrong sums, so such a line is refused.
  const auto comma = line.find(','), semicolon = line.find(';');
  if (comma != std::string_view::npos && semicolon != std::string_view::npos)
    refuse_at(place, std::max(comma, semicolon) + 1,
              Sentence("the line mixes ',' and ';'; allowed is one of them, with '.' as the decimal point."));
  bool expected = false;  // a separator must be followed by another number
  for (std::size_t at = 0;;) {
    at = std::min(line.find_first_not_of(kBlanks, at), line.size());
    if (at == line.size()) {
      if (expected) refuse_at(place, at + 1, Sentence("a number is missing after the last separator."));
      return;
    }
    const auto end = std::min(line.find_first_of(",; \t\r", at), line.size());
    if (end == at) refuse_at(place, at + 1, Sentence("a number is missing before '{}'.", line.substr(at, 1)));
    read_number(line.substr(at, end - at), place, at + 1, infinities, out.emplace_back());
    at = std::min(line.find_first_not_of(kBlanks, end), line.size());
    expected = at < line.size() && (line[at] == ',' || line[at] == ';');
    if (expected) ++at;
  }
}

}  // namespace

std::optional<CsvHeader> csv_header(std::string_view text) {
  text = without_mark(text.substr(0, kHeaderBytes));
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = take_line(text);
    if (is_skipped(line)) continue;
    if (!is_header(line)) return std::nullopt;
    const auto first = line.find_first_not_of(kBlanks);
    return CsvHeader{number, line.substr(first, line.find_last_not_of(kBlanks) + 1 - first)};
  }
  return std::nullopt;
}

template <class T>
std::vector<T> parse_csv(std::string_view text, const std::string& path, Infinities infinities) {
  const auto header = csv_header(text);
  text = without_mark(text);
  std::vector<T> numbers;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = take_line(text);
    if (is_skipped(line) || (header && number == header->line)) continue;
    parse_line(line, {path, number}, infinities, numbers);
  }
  if (header && numbers.empty())
    throw Error(ErrorKind::usage, Sentence("--input {}: {}", path, Sentence("it contains no numbers.")));
  return numbers;
}

template std::vector<float> parse_csv(std::string_view, const std::string&, Infinities);
template std::vector<double> parse_csv(std::string_view, const std::string&, Infinities);
template std::vector<std::int32_t> parse_csv(std::string_view, const std::string&, Infinities);

}  // namespace lanescope
