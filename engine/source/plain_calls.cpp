#include "engine/source/plain_calls.h"

#include <algorithm>
#include <vector>

#include "engine/source/active_code.h"
#include "engine/source/functions_in_text.h"
#include "engine/source/scan.h"
#include "engine/source/source_text.h"

namespace lanescope {

using namespace source_text;

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
      const unsigned line = line_at(code, at);
      if (!first || line < first->line) first = {kernel.name, line};
      break;
    }
  }
  return first;
}

}  // namespace lanescope
