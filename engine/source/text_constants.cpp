#include "engine/source/text_constants.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/source/number_expression.h"
#include "engine/source/source_text.h"

namespace lanescope {

using namespace source_text;

namespace {

void define(TextConstants& constants, std::string_view name, std::string_view value) {
  const std::optional<Number> number = number_of(value, [&](const std::string& word) -> std::optional<Number> {
    const auto known = constants.find(word);
    if (known == constants.end()) return std::nullopt;
    return Number{static_cast<double>(known->second)};
  });
  const bool is_whole = number && std::trunc(number->value) == number->value;
  if (is_whole)
    constants.insert_or_assign(std::string(name), static_cast<std::int64_t>(number->value));
  else
    constants.erase(std::string(name));  // of another function, perhaps
}

/// Of `const int a = 1, b = 2`, each.
void define_all(TextConstants& constants, std::string_view statement) {
  if (!has_any_word(statement.substr(0, statement.find('=')), {"const", "constexpr"})) return;
  for (const std::string& part : listed_parts(statement)) {
    const Size equals = part.find('='), end = equals == kNone ? 0 : skip_space_back(part, equals);
    Size begin = end;
    while (begin > 0 && is_word_sign(part[begin - 1])) --begin;
    if (begin < end) define(constants, std::string_view(part).substr(begin, end - begin), part.substr(equals + 1));
  }
}

void define_all_of_line(TextConstants& constants, std::string_view line) {
  while (!line.empty()) {
    const Size end = std::min(line.find(';'), line.size());
    define_all(constants, line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
}

}  // namespace

TextConstants constants_of(std::string_view code) {
  TextConstants constants;
  for (const std::string_view line : lines_of(code)) {
    const auto macro = directive(line, "define");
    if (!macro) {
      define_all_of_line(constants, line);
    } else if (const Size end = macro->find_first_of(" \t("); end != kNone && (*macro)[end] != '(') {
      define(constants, macro->substr(0, end), macro->substr(end));
    }
  }
  return constants;
}

}  // namespace lanescope
