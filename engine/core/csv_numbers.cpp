#include "engine/core/csv_numbers.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "engine/core/error.h"

namespace lanescope {
namespace {

constexpr std::string_view kBlanks = " \t\r";

struct Place {
  const std::string& path;
  std::size_t line;
};

[[noreturn]] void refuse(const Place& place, std::size_t column, std::string_view reason) {
  throw Error(ErrorKind::usage,
              fmt::format("--input {}, line {}, column {}: {}", place.path, place.line, column, reason));
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

void read_number(std::string_view field, const Place& place, std::size_t column, std::int32_t& out) {
  const auto digits = field.starts_with('+') ? field.substr(1) : field;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  if (error == std::errc() && end == digits.data() + digits.size() &&
      (digits.size() == field.size() || *digits.data() != '-'))
    return;
  refuse(place, column,
         fmt::format("'{}' is no int32; allowed are whole numbers from -2147483648 to 2147483647.", shown(field)));
}

void parse_decimal(const char* text, char** end, float& out) {
  out = std::strtof(text, end);
}
void parse_decimal(const char* text, char** end, double& out) {
  out = std::strtod(text, end);
}

template <class Float>
void read_number(std::string_view field, const Place& place, std::size_t column, Float& out) {
  const std::string text(field);  // strtof wants its end marked
  char* end = nullptr;
  if (looks_like_number(field)) parse_decimal(text.c_str(), &end, out);
  if (end != text.c_str() + text.size())
    refuse(place, column,
           fmt::format("'{}' is no number; allowed are decimals as in 12, -0.5 or 1e-3.", shown(field)));
  if (!std::isfinite(out)) {
    refuse(place, column,
           fmt::format("'{}' is beyond the range of {}.", shown(field),
                       std::is_same_v<Float, float> ? "float32" : "float64"));
  }
}

/// Whether no field of the line is a number: then it names the columns.
bool is_header(std::string_view line) {
  for (std::size_t begin = 0; begin < line.size();) {
    const auto end = std::min(line.find_first_of(",; \t\r", begin), line.size());
    if (looks_like_number(line.substr(begin, end - begin))) return false;
    begin = end + 1;
  }
  return true;
}

template <class T>
void parse_line(std::string_view line, const Place& place, std::vector<T>& out) {
  // Some countries write 1,5;2,5 for two numbers. Guessing could give wrong sums, so such a line is refused.
  const auto comma = line.find(','), semicolon = line.find(';');
  if (comma != std::string_view::npos && semicolon != std::string_view::npos)
    refuse(place, std::max(comma, semicolon) + 1,
           "the line mixes ',' and ';'; allowed is one of them, with '.' as "
           "the decimal point.");
  bool expected = false;  // a separator asks for another number
  for (std::size_t at = 0;;) {
    at = std::min(line.find_first_not_of(kBlanks, at), line.size());
    if (at == line.size()) {
      if (expected) refuse(place, at + 1, "a number is missing after the last separator.");
      return;
    }
    const auto end = std::min(line.find_first_of(",; \t\r", at), line.size());
    if (end == at) refuse(place, at + 1, fmt::format("a number is missing before '{}'.", line[at]));
    read_number(line.substr(at, end - at), place, at + 1, out.emplace_back());
    at = std::min(line.find_first_not_of(kBlanks, end), line.size());
    expected = at < line.size() && (line[at] == ',' || line[at] == ';');
    if (expected) ++at;
  }
}

}  // namespace

template <class T>
std::vector<T> parse_csv(std::string_view text, const std::string& path) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::vector<T> numbers;
  bool header = false, started = false;
  for (std::size_t line_number = 1; !text.empty(); ++line_number) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto first = line.find_first_not_of(kBlanks);
    if (first == std::string_view::npos || line[first] == '#') continue;
    if (!started && is_header(line)) {
      header = started = true;
      continue;
    }
    started = true;
    parse_line(line, {path, line_number}, numbers);
  }
  if (header && numbers.empty())
    throw Error(ErrorKind::usage, fmt::format("--input {}: it holds no numbers.", path));
  return numbers;
}

template std::vector<float> parse_csv(std::string_view, const std::string&);
template std::vector<double> parse_csv(std::string_view, const std::string&);
template std::vector<std::int32_t> parse_csv(std::string_view, const std::string&);

}  // namespace lanescope
