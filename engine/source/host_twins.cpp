#include "engine/source/host_twins.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/source/source_text.h"

namespace lanescope {

using namespace source_text;

namespace {

/// Lines of a function, from its type to its size.
struct Function {
  Size begin = 0, end = 0;
  bool has_twin = false;
};
using Functions = std::unordered_map<std::string_view, Function>;
using Aliases = std::unordered_map<std::string_view, std::string_view>;

bool is_name_sign(char sign) {
  return is_word_sign(sign) || sign == '.' || sign == '$';
}

/// The name that begins at `at`.
std::string_view name_at(std::string_view line, Size at) {
  const char* end = std::find_if_not(line.begin() + static_cast<std::ptrdiff_t>(std::min(at, line.size())), line.end(), is_name_sign);
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
    if (const auto rest = operands(line, word)) return rest->starts_with('%') ? std::string_view() : name_at(*rest, 0);
  return {};
}

/// Whether a function of the sanitizers only looks on.
bool only_watches(std::string_view function) {
  return function.starts_with("__sanitizer_cov_") || (function.starts_with("__tsan_") && !function.starts_with("__tsan_atomic"));
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

void give_twins(const std::vector<std::string_view>& lines, Functions& functions, const Aliases& aliases) {
  std::vector<std::string_view> open = {"main"};
  while (!open.empty()) {
    const auto found = functions.find(behind_aliases(open.back(), aliases));
    open.pop_back();
    if (found == functions.end() || found->second.has_twin) continue;
    found->second.has_twin = true;
    for (Size i = found->second.begin; i < found->second.end; ++i)
      if (const std::string_view name = called(lines[i]); !name.empty()) open.push_back(name);
  }
}

/// A line with the labels of its function named as the twin's.
void add_with_labels(std::string& text, std::string_view line, const std::unordered_set<std::string_view>& labels) {
  Size from = 0;
  for (Size at = line.find(".L"); at != kNone; at = line.find(".L", at)) {
    const std::string_view label = name_at(line, at);
    at += label.size();
    if (!labels.contains(label)) continue;
    text.append(line.substr(from, at - from)).append(kTwin);
    from = at;
  }
  text.append(line.substr(from)).push_back('\n');
}

void add_twin(std::string& text, std::string_view name, const Function& function, const std::vector<std::string_view>& lines,
              const Functions& functions, const Aliases& aliases) {
  std::unordered_set<std::string_view> labels;
  for (Size i = function.begin; i < function.end; ++i)
    if (lines[i].starts_with(".L") && lines[i].ends_with(':')) labels.insert(lines[i].substr(0, lines[i].size() - 1));
  const std::string twin = std::string(name) + std::string(kTwin);
  if (name == "main") text += "\t.globl\t" + twin + "\n";
  for (Size i = function.begin; i < function.end; ++i) {
    const std::string_view line = lines[i], function_called = called(line);
    if (only_watches(function_called) || operands(line, ".file") || operands(line, ".globl") || operands(line, ".weak")) continue;
    if (i == function.begin) {
      text += "\t.type\t" + twin + ", @function\n";
    } else if (line.size() == name.size() + 1 && line.starts_with(name) && line.back() == ':') {
      text += twin + ":\n";
    } else if (i + 1 == function.end) {
      text += "\t.size\t" + twin + ", .-" + twin + "\n";
    } else if (const auto found = functions.find(behind_aliases(function_called, aliases)); found != functions.end()) {
      text.append(line.substr(0, 1 + line.substr(1).find_first_of("\t "))).append("\t").append(found->first).append(kTwin).push_back('\n');
    } else {
      add_with_labels(text, line, labels);
    }
  }
}

}  // namespace

std::string with_host_twins(std::string_view assembly) {
  const std::vector<std::string_view> lines = lines_of(assembly);
  Functions functions;
  Aliases aliases;
  find_functions(lines, functions, aliases);
  give_twins(lines, functions, aliases);
  std::unordered_map<Size, std::string_view> ends;
  for (const auto& [name, function] : functions)
    if (function.has_twin) ends[function.end] = name;
  std::string text;
  text.reserve(assembly.size() * 2);
  for (Size i = 0; i < lines.size(); ++i) {
    text.append(lines[i]).push_back('\n');
    if (const auto found = ends.find(i + 1); found != ends.end())
      add_twin(text, found->second, functions.at(found->second), lines, functions, aliases);
  }
  return text;
}

}  // namespace lanescope
