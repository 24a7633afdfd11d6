#include "engine/source/twins.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/source/source_text.h"

namespace lanescope {

using namespace source_text;

namespace {

/// A way to compile a function once more: for which mode, under which name, and without which calls.
struct Kind {
  CodeMode mode;
  std::string_view suffix;
  bool (*leaves_out)(std::string_view function);
};

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view one) { return name.starts_with(one); });
}

constexpr Kind kKinds[] = {
    {CodeMode::host, ".host",
     [](std::string_view function) {
       // By an atomic or volatile word it may wait for a kernel.
       return function.starts_with("__sanitizer_cov_") ||
              (function.starts_with("__tsan_") &&
               !starts_with_any(function, {"__tsan_atomic", "__tsan_volatile", "__tsan_unaligned_volatile"}));
     }},
    {CodeMode::stores, ".stores",
     [](std::string_view function) {
       return starts_with_any(function, {"__sanitizer_cov_", "__tsan_func_", "__tsan_read", "__tsan_unaligned_read",
                                         "__tsan_vptr_read"});
     }},
};
constexpr Size kKindCount = std::size(kKinds), kHost = 0, kLane = 1;

/// Lines of a function, from its type to its size.
struct Function {
  Size begin = 0, end = 0;
  bool has_twin[kKindCount] = {};
};
using Functions = std::unordered_map<std::string_view, Function>;
using Aliases = std::unordered_map<std::string_view, std::string_view>;

bool is_name_sign(char sign) {
  return is_word_sign(sign) || sign == '.' || sign == '$';
}

/// The name that begins at `at`.
std::string_view name_at(std::string_view line, Size at) {
  const char* end = std::find_if_not(line.begin() + static_cast<std::ptrdiff_t>(std::min(at, line.size())),
                                     line.end(), is_name_sign);
  return line.substr(std::min(at, line.size()), static_cast<Size>(end - line.begin()) - std::min(at, line.size()));
}

/// What stands behind a directive or an instruction of that name; none where the line is another one.
std::optional<std::string_view> operands(std::string_view line, std::string_view word) {
  if (!line.starts_with('\t') || line.compare(1, word.size(), word) != 0) return std::nullopt;
  const std::string_view rest = line.substr(std::min(line.size(), 1 + word.size()));
  if (rest.empty() || (rest[0] != '\t' && rest[0] != ' ')) return std::nullopt;
  return rest.substr(std::min(rest.find_first_not_of("\t *"), rest.size()));
}

/// The function that a line calls by its name; empty: none.
std::string_view called(std::string_view line) {
  for (const std::string_view word : {"call", "bl"})
    if (const auto rest = operands(line, word))
      return rest->starts_with('%') ? std::string_view() : name_at(*rest, 0);
  return {};
}

void find_functions(const std::vector<std::string_view>& lines, Functions& functions, Aliases& aliases) {
  std::string_view name;
  Size begin = 0;
  for (Size i = 0; i < lines.size(); ++i) {
    if (const auto type = operands(lines[i], ".type"); type && type->ends_with("function")) {
      name = name_at(*type, 0);
      begin = i;
    } else if (const auto size = operands(lines[i], ".size"); size && !name.empty() && name_at(*size, 0) == name) {
      functions[name] = {begin, i + 1};
      name = {};
    } else if (const auto alias = operands(lines[i], ".set")) {
      const std::string_view other = name_at(*alias, 0);
      if (alias->size() > other.size()) aliases[other] = name_at(*alias, other.size() + 1);
    }
  }
}

std::string_view behind_aliases(std::string_view name, const Aliases& aliases) {
  const auto found = aliases.find(name);
  return found == aliases.end() ? name : found->second;
}

/// Functions of the file that a line names, be it to call them or to keep where they are.
template <class F>
void each_named(std::string_view line, const Functions& functions, const Aliases& aliases, F told) {
  for (Size at = 0; at < line.size();) {
    const std::string_view name = name_at(line, at);
    if (name.size() > 1)
      if (const auto found = functions.find(behind_aliases(name, aliases)); found != functions.end())
        told(found->first);
    at += std::max<Size>(1, name.size());
  }
}

/// What calls a kernel for a thread of it (lanescope_host::run<> of engine/source/device/lanescope_host.hpp).
bool calls_kernel(std::string_view function) {
  return function.starts_with("_ZN14lanescope_host3runI");
}

/// To these functions and to all that they name. What calls kernels is named by the host, and none of its.
void give_twins(std::vector<std::string_view> open, Size kind, const std::vector<std::string_view>& lines,
                Functions& functions, const Aliases& aliases) {
  while (!open.empty()) {
    const auto found = functions.find(behind_aliases(open.back(), aliases));
    open.pop_back();
    if (found == functions.end() || found->second.has_twin[kind]) continue;
    if (kind == kHost && calls_kernel(found->first)) continue;
    found->second.has_twin[kind] = true;
    for (Size i = found->second.begin + 1; i < found->second.end; ++i)
      if (lines[i].starts_with('\t') && !lines[i].starts_with("\t."))
        each_named(lines[i], functions, aliases, [&](std::string_view name) { open.push_back(name); });
  }
}

/// Those whose places are kept in data, such as tables of virtual functions.
std::vector<std::string_view> named_in_data(const std::vector<std::string_view>& lines, const Functions& functions,
                                            const Aliases& aliases) {
  std::vector<std::string_view> named;
  for (const std::string_view line : lines)
    for (const std::string_view word : {".quad", ".xword"})
      if (const auto value = operands(line, word))
        each_named(*value, functions, aliases, [&](std::string_view name) { named.push_back(name); });
  return named;
}

/// A line with the labels of its function named as the twin's.
void add_with_labels(std::string& text, std::string_view line, const std::unordered_set<std::string_view>& labels,
                     std::string_view suffix) {
  Size from = 0;
  for (Size at = line.find(".L"); at != kNone; at = line.find(".L", at)) {
    const std::string_view label = name_at(line, at);
    at += label.size();
    if (!labels.contains(label)) continue;
    text.append(line.substr(from, at - from)).append(suffix);
    from = at;
  }
  text.append(line.substr(from)).push_back('\n');
}

void add_twin(std::string& text, std::string_view name, const Function& function, const Kind& kind,
              const std::vector<std::string_view>& lines, const Functions& functions, const Aliases& aliases) {
  std::unordered_set<std::string_view> labels;
  for (Size i = function.begin; i < function.end; ++i)
    if (lines[i].starts_with(".L") && lines[i].ends_with(':'))
      labels.insert(lines[i].substr(0, lines[i].size() - 1));
  const Size index = static_cast<Size>(&kind - kKinds);
  const std::string twin = std::string(name).append(kind.suffix);
  for (Size i = function.begin; i < function.end; ++i) {
    const std::string_view line = lines[i], function_called = called(line);
    if (kind.leaves_out(function_called) || operands(line, ".file") || operands(line, ".globl") ||
        operands(line, ".weak"))
      continue;
    const auto found = functions.find(behind_aliases(function_called, aliases));
    if (i == function.begin) {
      text += "\t.type\t" + twin + ", @function\n";
    } else if (line.size() == name.size() + 1 && line.starts_with(name) && line.back() == ':') {
      text += twin + ":\n";
    } else if (i + 1 == function.end) {
      text += "\t.size\t" + twin + ", .-" + twin + "\n";
    } else if (found != functions.end() && found->second.has_twin[index]) {
      text.append(line.substr(0, 1 + line.substr(1).find_first_of("\t ")))
          .append("\t")
          .append(found->first)
          .append(kind.suffix)
          .push_back('\n');
    } else {
      add_with_labels(text, line, labels, kind.suffix);
    }
  }
}

/// Where a function is entered. Only registers are used that are free there.
void add_choice(std::string& text, std::string_view name, const Function& function) {
#if defined(__x86_64__)
  text += "\tmovq\tlanescope_mode@gottpoff(%rip), %r11\n";
#else
  text +=
      "\tadrp\tx16, :gottprel:lanescope_mode\n\tldr\tx16, [x16, :gottprel_lo12:lanescope_mode]\n"
      "\tmrs\tx17, tpidr_el0\n\tldr\tw16, [x17, x16]\n";
#endif
  for (const Kind& kind : kKinds) {
    if (!function.has_twin[&kind - kKinds]) continue;
    const std::string mode = std::to_string(static_cast<unsigned>(kind.mode));
#if defined(__x86_64__)
    text += "\tcmpl\t$" + mode + ", %fs:(%r11)\n\tje\t";
#else
    text += "\tcmp\tw16, " + mode + "\n\tb.eq\t";
#endif
    text.append(name).append(kind.suffix).push_back('\n');
  }
}

}  // namespace

std::string with_twins(std::string_view assembly) {
  const std::vector<std::string_view> lines = lines_of(assembly);
  Functions functions;
  Aliases aliases;
  find_functions(lines, functions, aliases);
  std::vector<std::string_view> roots = named_in_data(lines, functions, aliases), kernels = roots;
  roots.push_back("main");
  for (const auto& [name, function] : functions)
    if (calls_kernel(name)) kernels.push_back(name);
  give_twins(std::move(roots), kHost, lines, functions, aliases);
  give_twins(std::move(kernels), kLane, lines, functions, aliases);
  std::unordered_map<Size, std::string_view> starts, ends;  // of functions with twins, by line
  for (const auto& [name, function] : functions)
    if (std::find(std::begin(function.has_twin), std::end(function.has_twin), true) !=
        std::end(function.has_twin)) {
      ends[function.end] = name;
      for (Size i = function.begin; i < function.end; ++i)
        if (lines[i].starts_with("\t.cfi_startproc")) {
          starts[i] = name;
          break;
        }
    }
  std::string text;
  text.reserve(assembly.size() * 2);
  for (Size i = 0; i < lines.size(); ++i) {
    text.append(lines[i]).push_back('\n');
    if (const auto found = starts.find(i); found != starts.end())
      add_choice(text, found->second, functions.at(found->second));
    if (const auto found = ends.find(i + 1); found != ends.end())
      for (const Kind& kind : kKinds)
        if (functions.at(found->second).has_twin[&kind - kKinds])
          add_twin(text, found->second, functions.at(found->second), kind, lines, functions, aliases);
  }
  return text;
}

}  // namespace lanescope
