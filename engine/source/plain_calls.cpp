#include "engine/source/plain_calls.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
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

unsigned line_of(std::string_view code, Size at) {
  return static_cast<unsigned>(1 + std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
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
      const unsigned line = line_of(code, at);
      if (!first || line < first->line) first = {kernel.name, line};
      break;
    }
  }
  return first;
}

namespace {

/// Whether a word in capitals is in it, as a macro is that may mark a function.
bool may_have_a_macro(std::string_view head) {
  constexpr Size kShortest = 3;
  for (Size begin = 0; begin < head.size();) {
    Size end = begin;
    while (end < head.size() && is_word_sign(head[end])) ++end;
    const std::string_view word = head.substr(begin, end - begin);
    if (word.size() >= kShortest && std::isupper(static_cast<unsigned char>(word[0])) &&
        std::none_of(word.begin(), word.end(), [](unsigned char sign) { return std::islower(sign); }))
      return true;
    begin = std::max(end, begin + 1);
  }
  return false;
}

/// The functions of a text that only the host has, as far as nobody can take them for something else.
class HostFunctions {
 public:
  explicit HostFunctions(std::string_view whole) : code_(code_of(whole)) {
    for (const TextFunction& function : functions_in(whole)) {
      const bool is_hosts = !function.is_for_device && !function.is_qualified && !may_have_a_macro(function.head);
      (is_hosts ? hosts_ : others_).insert(function.name);
    }
  }

  /// Names of the C library that files call in kernels, and that CUDA has not.
  static bool is_of_library(std::string_view name) {
    constexpr std::string_view kNames[] = {
        "rand",   "srand",  "random",  "drand48", "exit",   "fprintf", "sprintf", "snprintf",     "scanf", "puts",
        "strlen", "strcmp", "strncmp", "strcpy",  "strcat", "atoi",    "atof",    "gettimeofday", "sleep", "usleep",
        "qsort",  "getenv", "system",  "fopen",   "fclose", "fflush",  "calloc",  "realloc",      "time"};
    return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
  }

  bool has(const std::string& name) const {
    return hosts_.contains(name) && !others_.contains(name) && is_plain(name);
  }
  bool lacks(const std::string& name) const {
    return !hosts_.contains(name) && !others_.contains(name) && is_plain(name);
  }

 private:
  /// No macro, and no function that is marked where it is declared.
  bool is_plain(const std::string& name) const {
    const auto known = plain_.find(name);
    if (known != plain_.end()) return known->second;
    bool is_plain = true;
    for (Size at = find_word(code_, name); at != kNone && is_plain; at = find_word(code_, name, at + 1)) {
      const Size begin = at == 0 ? 0 : code_.find_last_of(";{}", at - 1) + 1;
      const std::string_view before = std::string_view(code_).substr(begin, at - begin);
      is_plain = before.find("define") == kNone && before.find("__device__") == kNone;
    }
    return plain_[name] = is_plain;
  }

  std::string code_;
  std::set<std::string> hosts_, others_;
  mutable std::map<std::string, bool> plain_;
};

/// Whether all that stands there of a name are calls: it is no variable.
bool is_only_called(std::string_view text, const std::string& name) {
  for (Size at = find_word(text, name); at != kNone; at = find_word(text, name, at + 1)) {
    const Size next = text.find_first_not_of(" \t\r\n", at + name.size());
    if (next == kNone || text[next] != '(' || !is_called_at(text, at)) return false;
  }
  return true;
}

}  // namespace

std::optional<HostCall> host_call_in(std::string_view source, std::string_view headers) {
  const std::string code = without_directives(active_code_of(source));
  const HostFunctions known(std::string(headers) + "\n" + std::string(source));
  for (const TextFunction& caller : functions_in(active_code_of(source))) {
    const std::string_view body =
        std::string_view(code).substr(caller.open, std::min(caller.end, code.size()) - caller.open);
    if (!is_of_threads(caller) ||
        source.substr(caller.begin, caller.end - caller.begin).find("__CUDA_ARCH__") != kNone)
      continue;
    for (Size open = body.find('('); open != kNone; open = body.find('(', open + 1)) {
      const Size end = skip_space_back(body, open);
      Size begin = end;
      while (begin > 0 && is_word_sign(body[begin - 1])) --begin;
      const std::string name(body.substr(begin, end - begin));
      const bool is_of_library = HostFunctions::is_of_library(name) && known.lacks(name);
      if (name.empty() || !is_called_at(body, begin) || !(is_of_library || known.has(name))) continue;
      if (has_word(parameters_in(caller), name) || !is_only_called(body, name)) continue;
      return HostCall{name, caller.name, line_of(code, caller.open + begin), is_of_library};
    }
  }
  return std::nullopt;
}

}  // namespace lanescope
