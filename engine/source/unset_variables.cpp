#include "engine/source/unset_variables.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <utility>

#include "engine/base/foreign_text.h"
#include "engine/source/functions_in_text.h"
#include "engine/source/scan.h"
#include "engine/source/source_folder.h"
#include "engine/source/source_text.h"

namespace lanescope {
namespace {

struct Lines {
  unsigned first = 0, last = 0;
  std::size_t begin = 0, end = 0;  ///< in the text
};

/// Of the functions that threads of the kernel, or of the program, may run.
std::vector<Lines> lines_of_threads(const OwnKernel& kernel) {
  std::vector<Lines> lines;
  for (const TextFunction& one : functions_in(kernel.text)) {
    const bool is_kernel = one.head.find("__global__") != std::string::npos;
    const bool may_run = kernel.is_program || !is_kernel || one.name == plain_name(kernel.name);
    if (is_of_threads(one) && may_run)
      lines.push_back({source_text::line_at(kernel.text, one.begin),
                       source_text::line_at(kernel.text, std::min(one.end, kernel.text.size())), one.begin,
                       std::min(one.end, kernel.text.size())});
  }
  return lines;
}

/// What the compiler says of a use, in a line of its output. A function of a header that became part of the user's
/// may have it.
enum class Told { nothing, unset, perhaps };
Told told_of_use(std::string_view line) {
  const bool is_warning = line.find("warning: '") != line.npos;
  return !is_warning                                             ? Told::nothing
         : line.find("' is used uninitialized") != line.npos     ? Told::unset
         : line.find("' may be used uninitialized") != line.npos ? Told::perhaps
                                                                 : Told::nothing;
}

/// The name in `note: 'sum' was declared here`; empty: it is another note.
std::string name_declared(const std::string& line) {
  constexpr std::string_view kNote = "note: '";
  const std::size_t at = line.find(kNote), begin = at + kNote.size(), end = line.rfind("' ");
  const bool is_declaration =
      at != std::string::npos && end != std::string::npos && end > begin && line.ends_with("declared here");
  return is_declaration ? printable(line.substr(begin, end - begin)) : "";
}

/// Whether this holds of a place of the name, and of the first one behind it that is no space.
template <class Condition>
bool holds_of_any(std::string_view code, const std::string& name, const Condition& condition) {
  using namespace source_text;
  for (Size at = find_word(code, name); at != kNone; at = find_word(code, name, at + 1))
    if (condition(at, std::min(code.find_first_not_of(" \t\n", at + name.size()), code.size() - 1))) return true;
  return false;
}

/// Whether a statement makes its new value of the one before, as `sum += x` and `m = max(m, x)` do. What a thread
/// sets in one branch and uses in another, as a value that a shuffle brings to all, the compiler cannot tell from a
/// mistake.
bool grows(std::string_view code, const std::string& name) {
  constexpr std::string_view kSigns = "+-*/|&^";
  return holds_of_any(code, name, [&](std::size_t, std::size_t next) {
    if (next + 1 >= code.size()) return false;
    const bool is_doubled = (code[next] == '+' || code[next] == '-') && code[next + 1] == code[next];
    if (is_doubled || (kSigns.find(code[next]) != kSigns.npos && code[next + 1] == '=')) return true;
    if (code[next] != '=' || code[next + 1] == '=') return false;
    const std::string_view value = code.substr(next, std::min(code.find(';', next), code.size()) - next);
    return source_text::has_word(value, name) && value.find("shfl") == value.npos;
  });
}

/// Whether nothing sets it, nor has its address.
bool is_never_set(std::string_view code, const std::string& name) {
  return !holds_of_any(code, name, [&](std::size_t at, std::size_t next) {
    const bool is_assigned = code[next] == '=' && next + 1 < code.size() && code[next + 1] != '=';
    const bool is_part = code[next] == '[' || code[next] == '.';
    return is_assigned || is_part || (at > 0 && code[at - 1] == '&');
  });
}

}  // namespace

std::vector<UnsetVariable> unset_variables_in(const std::string& output, const OwnKernel& kernel) {
  if (output.find("used uninitialized") == output.npos) return {};
  const std::string file = line_name(kernel.path) + ":";
  const std::vector<Lines> functions = lines_of_threads(kernel);
  std::vector<UnsetVariable> variables;
  std::istringstream lines(output);
  const std::string code = code_of(kernel.text);
  Told told = Told::nothing;  // by the line before
  for (std::string line; std::getline(lines, line);) {
    const Told before = std::exchange(told, told_of_use(line));
    const std::string name = before != Told::nothing && line.starts_with(file) ? name_declared(line) : "";
    if (name.empty()) continue;
    const auto number = static_cast<unsigned>(std::strtoul(&line[file.size()], nullptr, 10));
    const auto here = std::find_if(functions.begin(), functions.end(),
                                   [&](const Lines& one) { return number >= one.first && number <= one.last; });
    if (here == functions.end()) continue;
    const std::string_view body = std::string_view(code).substr(here->begin, here->end - here->begin);
    const bool is_known = std::any_of(variables.begin(), variables.end(), [&](const UnsetVariable& one) {
      return one.name == name && one.line == number;
    });
    const bool is_sure = before == Told::unset || grows(body, name) || is_never_set(body, name);
    if (is_sure && !is_known) variables.push_back({number, name});
  }
  return variables;
}

}  // namespace lanescope
