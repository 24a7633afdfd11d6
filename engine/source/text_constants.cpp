#include "engine/source/text_constants.h"

#include <algorithm>
#include <cmath>
#include <functional>
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

/// What is told of each definition: its name, and the expression.
using ToldDefinition = std::function<void(std::string_view name, std::string_view value)>;

/// Of `const int a = 1, b = 2`, each.
void tell_all(std::string_view statement, const ToldDefinition& tell) {
  if (!has_any_word(statement.substr(0, statement.find('=')), {"const", "constexpr"})) return;
  for (const std::string& part : listed_parts(statement)) {
    const Size equals = part.find('='), end = equals == kNone ? 0 : skip_space_back(part, equals);
    const Size begin = begin_of_word(part, end);
    if (begin < end) tell(std::string_view(part).substr(begin, end - begin), part.substr(equals + 1));
  }
}

void tell_all_of_line(std::string_view line, const ToldDefinition& tell) {
  while (!line.empty()) {
    const Size end = std::min(line.find(';'), line.size());
    tell_all(line.substr(0, end), tell);
    line.remove_prefix(std::min(end + 1, line.size()));
  }
}

void tell_definitions(std::string_view code, const ToldDefinition& tell) {
  for (const std::string_view line : lines_of(code)) {
    const auto macro = directive(line, "define");
    if (!macro) {
      tell_all_of_line(line, tell);
    } else if (const Size end = macro->find_first_of(" \t("); end != kNone && (*macro)[end] != '(') {
      tell(macro->substr(0, end), macro->substr(end));
    }
  }
}

}  // namespace

TextConstants constants_of(std::string_view code) {
  TextConstants constants;
  tell_definitions(code, [&](auto name, auto value) { define(constants, name, value); });
  return constants;
}

TextDefinitions definitions_in(std::string_view code) {
  TextDefinitions definitions;
  tell_definitions(
      code, [&](auto name, auto value) { definitions.insert_or_assign(std::string(name), std::string(value)); });
  return definitions;
}

}  // namespace lanescope
