#include "engine/source/plain_calls.h"

#include <algorithm>
#include <vector>

#include "engine/source/active_code.h"
#include "engine/source/functions_in_text.h"
#include "engine/source/scan.h"
#include "engine/source/source_text.h"

namespace lanescope {

using namespace source_text;

namespace {

/// No name of a member, no address, and no declaration: before the name nothing stands that would make it one.
bool is_called_at(std::string_view code, Size at) {
  const Size before = skip_space_back(code, at);
  if (before == 0) return false;
  const std::string_view statement = code.substr(0, at).substr(std::min(code.find_last_of(";{}", at - 1) + 1, at));
  if (has_word(statement, "__global__")) return false;
  const char sign = code[before - 1];
  if (std::string_view(".>:~&*<").find(sign) != std::string_view::npos) return false;
  if (!is_word_sign(sign)) return true;
  Size begin = before;
  while (begin > 0 && is_word_sign(code[begin - 1])) --begin;
  const std::string_view word = code.substr(begin, before - begin);
  return word == "return" || word == "else" || word == "do";
}

}  // namespace

std::optional<PlainCall> plain_call_in(std::string_view source, std::string_view headers) {
  const std::string whole = std::string(headers) + "\n" + std::string(source);
  std::vector<std::string> others;
  for (const TextFunction& function : functions_in(whole))
    if (!has_word(function.head, "__global__")) others.push_back(function.name);
  const std::string code = without_directives(active_code_of(source));
  std::optional<PlainCall> first;
  for (const ScannedKernel& kernel : scan_kernels(whole)) {
    if (std::find(others.begin(), others.end(), kernel.name) != others.end()) continue;
    for (Size at = find_word(code, kernel.name); at != kNone; at = find_word(code, kernel.name, at + 1)) {
      const Size open = code.find_first_not_of(" \t\r\n", at + kernel.name.size());
      if (open == kNone || code[open] != '(' || !is_called_at(code, at)) continue;
      const auto line =
          static_cast<unsigned>(1 + std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
      if (!first || line < first->line) first = {kernel.name, line};
      break;
    }
  }
  return first;
}

}  // namespace lanescope
