#include "engine/source/host_variables.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "engine/source/active_code.h"
#include "engine/source/functions_in_text.h"
#include "engine/source/source_text.h"

namespace lanescope {

using namespace source_text;

namespace {

/// What stands outside of all braces but those of namespaces, statement by statement.
std::vector<std::string> outer_statements(std::string_view source) {
  const std::string code = without_directives(active_code_of(source));
  std::vector<std::string> statements(1);
  for (Size i = 0; i < code.size(); ++i) {
    std::string& statement = statements.back();
    const bool opens_scope =
        code[i] == '{' && (has_word(statement, "namespace") ||
                           (has_word(statement, "extern") && !statement.empty() && statement.find('(') == kNone));
    if (opens_scope || code[i] == '}') {
      statement.clear();
    } else if (code[i] == ';') {
      statements.emplace_back();
    } else if (code[i] == '{') {
      i = close_of(code, i);
      // A function ends with its brace; a list of values, or a class, with what follows.
      if (statement.find('(') != kNone && statement.find('=') == kNone) statement.clear();
    } else {
      statement += code[i];
    }
  }
  return statements;
}

bool may_be_marked(std::string_view statement) {
  if (has_any_word(statement, {"__device__", "__constant__", "__managed__", "__shared__", "constexpr", "extern",
                               "using", "typedef", "template", "texture", "surface", "friend", "static_assert"}))
    return true;
  bool is_macro = false;
  for (Size begin = 0; begin < statement.size() && !is_macro;) {
    Size end = begin;
    while (end < statement.size() && is_word_sign(statement[end])) ++end;
    const std::string_view word = statement.substr(begin, end - begin);
    // Not the name itself, which something follows: a size, a value or another name.
    const Size next = statement.find_first_not_of(" \t\r\n*&", end);
    is_macro = word.size() > 2 && std::isupper(static_cast<unsigned char>(word[0])) &&
               std::none_of(word.begin(), word.end(), [](unsigned char sign) { return std::islower(sign); }) &&
               next != kNone && is_word_sign(statement[next]);
    begin = std::max(end, begin + 1);
  }
  return is_macro;
}

/// The names that a statement declares, each before its brackets, value or comma.
std::vector<std::string> declared_in(std::string_view statement) {
  std::vector<std::string> names;
  for (const std::string& part : listed_parts(statement)) {
    const Size end = skip_space_back(part, std::min(part.find_first_of("[=("), part.size()));
    Size begin = end;
    while (begin > 0 && is_word_sign(part[begin - 1])) --begin;
    if (begin < end) names.push_back(part.substr(begin, end - begin));
  }
  return names;
}

}  // namespace

namespace {

/// Of the variables that statements declare for which `which` holds, those that no other declares.
template <class F>
std::set<std::string> declared_only_in(std::string_view source, F which) {
  std::set<std::string> names, others;
  for (const std::string& statement : outer_statements(source))
    for (const std::string& name : declared_in(statement)) (which(statement) ? names : others).insert(name);
  for (const std::string& name : others) names.erase(name);
  return names;
}

/// Whether all that stands there of a name are elements of it.
bool is_only_indexed(std::string_view text, const std::string& name) {
  for (Size at = find_word(text, name); at != kNone; at = find_word(text, name, at + 1)) {
    const Size before = skip_space_back(text, at), next = text.find_first_not_of(" \t\r\n", at + name.size());
    const bool is_declared = before > 0 && (is_word_sign(text[before - 1]) || text[before - 1] == '*') &&
                             !text.substr(0, before).ends_with("return");
    const bool is_member = before > 0 && (text[before - 1] == '.' || text[before - 1] == '>');
    if (next == kNone || text[next] != '[' || is_declared || is_member) return false;
  }
  return true;
}

}  // namespace

std::set<std::string> host_variables(std::string_view source) {
  return declared_only_in(source, [](const std::string& statement) { return !may_be_marked(statement); });
}

std::optional<HostArrayUse> host_array_use_in(std::string_view source, std::string_view headers) {
  const std::set<std::string> arrays =
      declared_only_in(std::string(headers) + "\n" + std::string(source), [](const std::string& statement) {
        return !may_be_marked(statement) && has_word(statement, "const") && statement.find('[') != kNone &&
               statement.find('*') == kNone;
      });
  const std::string code = without_directives(active_code_of(source));
  for (const TextFunction& caller : functions_in(active_code_of(source))) {
    if (!is_of_threads(caller)) continue;
    const std::string_view body =
        std::string_view(code).substr(caller.open, std::min(caller.end, code.size()) - caller.open);
    for (const std::string& array : arrays) {
      const Size at = find_word(body, array);
      if (at == kNone || has_word(parameters_in(caller), array) || !is_only_indexed(body, array)) continue;
      const auto end = code.begin() + static_cast<std::ptrdiff_t>(caller.open + at);
      return HostArrayUse{array, caller.name, static_cast<unsigned>(1 + std::count(code.begin(), end, '\n'))};
    }
  }
  return std::nullopt;
}

}  // namespace lanescope
