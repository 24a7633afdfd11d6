#include "engine/source/host_use.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "device_texts.h"
#include "engine/source/active_code.h"
#include "engine/source/functions_in_text.h"
#include "engine/source/host_variables.h"
#include "engine/source/scan.h"
#include "engine/source/source_text.h"
#include "engine/source/tokens.h"

namespace lanescope {

using namespace source_text;

namespace {

/// Whether a word of it may be a macro that marks a function.
bool may_have_a_macro(std::string_view head) {
  constexpr Size kShortest = 2;
  Tokens tokens(head, 0);
  for (std::string_view one = tokens.next(); !one.empty(); one = tokens.next())
    if (one.size() >= kShortest && is_in_capitals(one)) return true;
  return false;
}

bool is_of_language(std::string_view word) {
  constexpr std::string_view kWords[] = {"if",     "for",      "while",    "switch",   "return", "catch", "sizeof",
                                         "int",    "float",    "double",   "bool",     "char",   "long",  "short",
                                         "signed", "unsigned", "decltype", "noexcept", "alignof"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

/// Names of the C library that files call in kernels, and that CUDA has not.
bool is_of_library(std::string_view name) {
  constexpr std::string_view kNames[] = {
      "rand",   "srand",  "random",  "drand48", "exit",   "fprintf", "sprintf", "snprintf",     "scanf", "puts",
      "strlen", "strcmp", "strncmp", "strcpy",  "strcat", "atoi",    "atof",    "gettimeofday", "sleep", "usleep",
      "qsort",  "getenv", "system",  "fopen",   "fclose", "fflush",  "calloc",  "realloc",      "time"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// CUDA has a function of that name, too, so an overload of the host's need not be meant.
bool is_of_cuda(const std::string& name) {
  static const std::vector<std::string> codes = [] {
    std::vector<std::string> all;
    for (const auto& file : device_texts::kFiles)
      if (!std::string_view(file.path).ends_with("/lanescope_course.hpp")) all.push_back(code_of(file.text));
    return all;
  }();
  return std::any_of(codes.begin(), codes.end(), [&](const std::string& code) { return has_word(code, name); });
}

/// Where branches of #if begin and end, but those that keep a header from being read twice.
class Branches {
 public:
  explicit Branches(std::string_view code) {
    Size depth = 0, at = 0;
    std::string guard;
    std::vector<bool> is_branch;
    for (const std::string_view line : lines_of(code)) {
      if (!guard.empty() && directive(line, "define") && !is_branch.empty() &&
          directive(line, "define")->starts_with(guard) && is_branch.back()) {
        is_branch.back() = false;
        --depth;
      }
      guard.clear();
      const auto unless = directive(line, "ifndef");
      if (unless || directive(line, "if") || directive(line, "ifdef")) {
        is_branch.push_back(true);
        ++depth;
        if (unless) guard = trimmed(*unless);
      } else if (directive(line, "endif") && !is_branch.empty()) {
        depth -= is_branch.back();
        is_branch.pop_back();
      }
      if (depths_.empty() || depths_.rbegin()->second != depth) depths_[at] = depth;
      at += line.size() + 1;
    }
  }
  bool has(Size at) const {
    const auto after = depths_.upper_bound(at);
    return after != depths_.begin() && std::prev(after)->second > 0;
  }

 private:
  std::map<Size, Size> depths_;  // from a place on
};

/// The functions of a text that only the host has, as far as nobody can take them for something else.
class HostFunctions {
 public:
  explicit HostFunctions(const std::string& whole) {
    const std::string code = code_of(whole);
    marks_ = device_words(code);
    code_ = without_directives(code);
    for (const std::string_view line : lines_of(code))
      if (const auto macro = directive(line, "define")) others_.emplace(macro->substr(0, end_of_word(*macro, 0)));
    const Branches branches(code);
    for (const TextFunction& function : functions_in(whole)) {
      const bool is_hosts = !function.is_for_device && !function.is_qualified && !may_have_a_macro(function.head) &&
                            !branches.has(function.begin);
      (is_hosts ? hosts_ : others_).insert(function.name);
    }
  }

  bool has(const std::string& name) const {
    return hosts_.contains(name) && !others_.contains(name) && !is_of_language(name) && !is_marked(name);
  }
  bool lacks(const std::string& name) const {
    return !hosts_.contains(name) && !others_.contains(name) && !is_marked(name);
  }

 private:
  /// Where it is declared, also in a class; or by CUDA.
  bool is_marked(const std::string& name) const {
    const auto known = marked_.find(name);
    if (known != marked_.end()) return known->second;
    bool is_marked = hosts_.contains(name) && is_of_cuda(name);
    for (Size at = find_word(code_, name); at != kNone && !is_marked; at = find_word(code_, name, at + 1)) {
      const Size begin = at == 0 ? 0 : code_.find_last_of(";{}", at - 1) + 1;
      is_marked = has_any_word(std::string_view(code_).substr(begin, at - begin), marks_);
    }
    return marked_[name] = is_marked;
  }

  std::string code_;
  std::vector<std::string> marks_;
  std::set<std::string> hosts_, others_;
  mutable std::map<std::string, bool> marked_;
};

bool is_unevaluated(std::string_view text, Size at) {
  const std::string_view before = text.substr(0, skip_space_back(text, at));
  for (const char* word : {"decltype(", "sizeof(", "noexcept("})
    if (before.ends_with(word)) return true;
  return false;
}

/// Whether all that stands there of a name are calls: it is no variable, and nobody declares it.
bool is_only_called(std::string_view text, const std::string& name) {
  for (Size at = find_word(text, name); at != kNone; at = find_word(text, name, at + 1)) {
    const Size next = text.find_first_not_of(" \t\r\n", at + name.size());
    if (next == kNone || text[next] != '(' || !is_called_at(text, at) || is_unevaluated(text, at)) return false;
    const Size begin = text.find_last_of(";{}", at) + 1, before = skip_space_back(text, at);
    const std::string_view statement = text.substr(begin, at - begin);
    const bool is_in_parentheses =
        std::count(statement.begin(), statement.end(), '(') > std::count(statement.begin(), statement.end(), ')');
    if (text[before - 1] == ',' && !is_in_parentheses) return false;  // of `Op a(1), name(2);`
  }
  return true;
}

/// Whether all that stands there of a name are elements of it.
bool is_only_indexed(std::string_view text, const std::string& name) {
  for (Size at = find_word(text, name); at != kNone; at = find_word(text, name, at + 1)) {
    const Size before = skip_space_back(text, at), next = text.find_first_not_of(" \t\r\n", at + name.size());
    if (before == 0 || next == kNone || text[next] != '[') return false;
    const bool is_behind_return = text.substr(0, before).ends_with("return");
    if (is_word_sign(text[before - 1]) && !is_behind_return) return false;
    if (std::string_view("*&.>:,").find(text[before - 1]) != kNone) return false;
  }
  return true;
}

/// The first name before such a sign, in the body of a function of threads, of which `is_use` says so.
using IsUse = std::function<bool(std::string_view body, const std::string& name)>;
std::optional<HostUse> first_use(std::string_view source, char sign, const IsUse& is_use) {
  const std::string active = active_code_of(source), code = without_directives(active);
  const Branches branches(active);
  for (const TextFunction& caller : functions_in(active)) {
    if (!is_of_threads(caller) || caller.is_qualified || branches.has(caller.begin)) continue;
    const Size size = std::min(caller.end, code.size()) - caller.open;
    if (active.substr(caller.open, size) != code.substr(caller.open, size)) continue;  // it has directives
    const std::string_view body = std::string_view(code).substr(caller.open, size);
    for (Size at = body.find(sign); at != kNone; at = body.find(sign, at + 1)) {
      const Size end = skip_space_back(body, at);
      const Size begin = begin_of_word(body, end);
      const std::string name(body.substr(begin, end - begin));
      if (name.empty() || name == caller.name || has_word(caller.head, name) || !is_use(body, name)) continue;
      return HostUse{name, caller.name, line_at(code, caller.open + begin)};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<HostUse> host_call_in(std::string_view source, std::string_view headers) {
  const HostFunctions known(std::string(headers) + "\n" + std::string(source));
  auto use = first_use(source, '(', [&](std::string_view body, const std::string& name) {
    return (known.has(name) || (is_of_library(name) && known.lacks(name))) && is_only_called(body, name);
  });
  if (use) use->is_of_library = !known.has(use->name);
  return use;
}

std::optional<HostUse> host_array_use_in(std::string_view source, std::string_view headers) {
  const std::set<std::string> arrays = host_arrays(std::string(headers) + "\n" + std::string(source));
  if (arrays.empty()) return std::nullopt;
  return first_use(source, '[', [&](std::string_view body, const std::string& name) {
    return arrays.contains(name) && is_only_indexed(body, name);
  });
}

}  // namespace lanescope
