#include "engine/source/owning_classes.h"

#include <algorithm>
#include <set>
#include <string>

#include "engine/source/scan.h"
#include "engine/source/source_text.h"

namespace lanescope {

using namespace source_text;

namespace {

std::string word_at(std::string_view code, Size at) {
  const Size end = end_of_word(code, at);
  return std::string(code.substr(at, end - at));
}

Size behind_spaces(std::string_view code, Size at) {
  return std::min(code.find_first_not_of(" \t\r\n", at), code.size());
}

/// Those with a destructor of their own.
std::set<std::string> classes_that_free(std::string_view code) {
  std::set<std::string> names;
  for (Size at = code.find('~'); at != kNone; at = code.find('~', at + 1)) {
    const Size begin = behind_spaces(code, at + 1);
    const std::string name = word_at(code, begin);
    const Size open = behind_spaces(code, begin + name.size());
    if (name.empty() || open == code.size() || code[open] != '(') continue;
    const Size behind = behind_spaces(code, end_of_parentheses(code, open));
    if (behind < code.size() && (code[behind] == '{' || code[behind] == ';' || word_at(code, behind) == "noexcept"))
      names.insert(name);
  }
  return names;
}

/// `Name(const Name&`, `Name(Name&&`.
bool has_constructor_of_itself(std::string_view code, const std::string& name) {
  for (Size at = find_word(code, name); at != kNone; at = find_word(code, name, at + 1)) {
    const Size open = behind_spaces(code, at + name.size());
    if (open == code.size() || code[open] != '(') continue;
    Size first = behind_spaces(code, open + 1);
    if (word_at(code, first) == "const") first = behind_spaces(code, first + 5);
    if (word_at(code, first) != name) continue;
    const Size sign = behind_spaces(code, first + name.size());
    if (sign < code.size() && code[sign] == '&') return true;
  }
  return false;
}

/// `Name make(int n) {`, also of a class, `Name Other::make() const {`.
bool is_returned(std::string_view code, const std::string& name) {
  for (Size at = find_word(code, name); at != kNone; at = find_word(code, name, at + 1)) {
    Size next = behind_spaces(code, at + name.size());
    if (next < code.size() && code[next] == '<')
      next = behind_spaces(code, std::min(code.find('>', next), code.size() - 1) + 1);
    const Size begin = next;
    if (next == code.size() || !is_word_sign(code[next])) continue;  // of `void Name::run() {`
    while (next < code.size() && (is_word_sign(code[next]) || code[next] == ':')) ++next;
    const Size open = behind_spaces(code, next);
    if (next == begin || open == code.size() || code[open] != '(') continue;
    Size behind = behind_spaces(code, end_of_parentheses(code, open));
    for (const std::string_view word : {"const", "noexcept", "override"})
      if (word_at(code, behind) == word) behind = behind_spaces(code, behind + word.size());
    if (behind < code.size() && code[behind] == '{') return true;
  }
  return false;
}

}  // namespace

bool returns_owning_class(std::string_view source) {
  const std::string code = without_directives(code_of(source));
  const std::set<std::string> names = classes_that_free(code);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return !has_constructor_of_itself(code, name) && is_returned(code, name);
  });
}

}  // namespace lanescope
