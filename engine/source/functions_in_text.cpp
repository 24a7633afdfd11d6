#include "engine/source/functions_in_text.h"

#include <algorithm>
#include <iterator>

#include "engine/source/scan.h"
#include "engine/source/source_text.h"

namespace lanescope {

using namespace source_text;

namespace {

/// Words that make a function one of the device, too.
std::vector<std::string> words_of_functions(const std::string& code) {
  std::vector<std::string> words = device_words(code);
  words.insert(words.end(), {"constexpr", "operator"});
  return words;
}

/// Without alignas(16) and the like, which make a struct no function, and without what a template is of.
std::string without_attributes(std::string_view head) {
  std::string words(head);
  for (const char* attribute : {"alignas", "__align__", "__attribute__", "__declspec", "__launch_bounds__",
                                "__cluster_dims__", "__maxnreg__"})
    for (Size at = words.find(attribute); at != kNone; at = words.find(attribute, at))
      words.erase(at, end_of_parentheses(words, at) - at);
  // What stands between the brackets of a template, such as the default of an argument.
  for (Size at = find_word(words, "template"); at != kNone; at = find_word(words, "template", at + 1)) {
    const Size open = words.find_first_not_of(" \t\n", at + std::string_view("template").size());
    if (open != kNone && words[open] == '<') words.erase(open, end_of_angles(words, open) - open);
  }
  return words;
}

/// What stands before a brace at the outermost level begins a function if it has parentheses and no `=`.
bool begins_function(std::string_view with_attributes) {
  const std::string head = without_attributes(with_attributes);
  if (head.find('(') == kNone) return false;
  for (const char* word : {"struct", "class", "union", "enum"})
    if (has_word(head.substr(0, head.find('(')), word) && head.find(')') == kNone) return false;
  return head.substr(0, head.find('(')).find('=') == kNone;
}

/// "reduce" of "static float reduce(int n)", as words without attributes.
void take_name(TextFunction& function, std::string_view words) {
  const Size end = skip_space_back(words, std::min(words.find('('), words.size()));
  const Size begin = begin_of_word(words, end);
  function.name = words.substr(begin, end - begin);
  const Size before = skip_space_back(words, begin);
  function.is_qualified = before > 0 && words[before - 1] == ':';
}

}  // namespace

std::vector<std::string> device_words(const std::string& code) {
  constexpr std::string_view kMarks[] = {"__global__", "__device__", "__constant__", "__managed__"};
  std::vector<std::string> words(std::begin(kMarks), std::end(kMarks));
  for (const std::string_view line : lines_of(code)) {
    const auto rest = directive(line, "define");
    if (!rest) continue;
    const Size end = end_of_word(*rest, 0);
    const std::string_view stands_for = rest->substr(end);
    if (std::any_of(std::begin(kMarks), std::end(kMarks),
                    [&](std::string_view mark) { return stands_for.find(mark) != kNone; }))
      words.emplace_back(rest->substr(0, end));
  }
  return words;
}

bool is_called_at(std::string_view code, Size at) {
  const Size before = skip_space_back(code, at);
  if (before == 0) return false;
  const std::string_view statement = code.substr(0, at).substr(std::min(code.find_last_of(";{}", at - 1) + 1, at));
  if (has_word(statement, "__global__")) return false;
  const char sign = code[before - 1];
  if (std::string_view(".>:~&*<").find(sign) != std::string_view::npos) return false;
  if (!is_word_sign(sign)) return true;
  const Size begin = begin_of_word(code, before);
  const std::string_view word = code.substr(begin, before - begin);
  return word == "return" || word == "else" || word == "do";
}

std::vector<TextFunction> functions_in(std::string_view source) {
  const std::string whole = code_of(source), code = without_directives(whole);
  const std::vector<std::string> words_of_device = words_of_functions(whole);
  std::vector<TextFunction> functions;
  Size begin = 0;  // of the declaration
  for (Size i = 0; i < code.size(); ++i) {
    if (code[i] == ';' || code[i] == '}') begin = i + 1;
    if (code[i] != '{') continue;
    const std::string_view head = std::string_view(code).substr(begin, i - begin);
    const bool opens_scope = has_word(head, "namespace") || (has_word(head, "extern") && head.find('(') == kNone);
    if (opens_scope) {
      begin = i + 1;
      continue;
    }
    const Size end = close_of(code, i);
    if (begins_function(head)) {
      TextFunction& function = functions.emplace_back();
      function.head = head;
      take_name(function, without_attributes(head));
      function.begin = begin + head.find_first_not_of(" \t\n");
      function.open = i;
      function.end = end;
      function.is_for_device = has_any_word(head, words_of_device);
    }
    i = end;
    begin = end + 1;
  }
  return functions;
}

bool is_of_threads(const TextFunction& function) {
  return has_word(function.head, "__global__") ||
         (has_word(function.head, "__device__") && !has_word(function.head, "__host__"));
}

std::string parameters_in(const TextFunction& function) {
  const std::string words = without_attributes(function.head);
  const Size open = words.find('(');
  return open == kNone ? "" : words.substr(open + 1, end_of_parentheses(words, open) - open - 2);
}

std::vector<std::string> defined_functions(std::string_view source) {
  std::vector<std::string> names;
  for (TextFunction& function : functions_in(source))
    if (!function.name.empty()) names.push_back(std::move(function.name));
  return names;
}

}  // namespace lanescope
