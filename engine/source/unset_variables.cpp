#include "engine/source/unset_variables.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "engine/base/foreign_text.h"
#include "engine/source/functions_in_text.h"
#include "engine/source/scan.h"
#include "engine/source/source_folder.h"
#include "engine/source/source_text.h"

namespace lanescope {
namespace {

struct Lines {
  unsigned first = 0, last = 0;
};

/// Of the functions that threads of the kernel, or of the program, may run.
std::vector<Lines> lines_of_threads(const OwnKernel& kernel) {
  std::vector<Lines> lines;
  for (const TextFunction& one : functions_in(kernel.text)) {
    const bool is_kernel = one.head.find("__global__") != std::string::npos;
    const bool may_run = kernel.is_program || !is_kernel || one.name == plain_name(kernel.name);
    if (is_of_threads(one) && may_run)
      lines.push_back({source_text::line_at(kernel.text, one.begin),
                       source_text::line_at(kernel.text, std::min(one.end, kernel.text.size()))});
  }
  return lines;
}

/// The name in `file:3:5: warning: 'sum' may be used uninitialized`; empty: it is another line.
std::string unset_name(const std::string& line) {
  constexpr std::string_view kWarning = "warning: '";
  const std::size_t at = line.find(kWarning), begin = at + kWarning.size();
  if (at == std::string::npos) return {};
  for (const std::string_view words : {"' is used uninitialized", "' may be used uninitialized"})
    if (const std::size_t end = line.find(words, begin); end != std::string::npos)
      return printable(line.substr(begin, end - begin));
  return {};
}

}  // namespace

std::vector<UnsetVariable> unset_variables_in(const std::string& output, const OwnKernel& kernel) {
  const std::string file = line_name(kernel.path) + ":";
  const std::vector<Lines> functions = lines_of_threads(kernel);
  std::vector<UnsetVariable> variables;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const std::string name = line.starts_with(file) ? unset_name(line) : "";
    if (name.empty()) continue;
    const auto number = static_cast<unsigned>(std::strtoul(&line[file.size()], nullptr, 10));
    const auto here = std::find_if(functions.begin(), functions.end(),
                                   [&](const Lines& one) { return number >= one.first && number <= one.last; });
    if (here == functions.end()) continue;
    const auto known = std::find_if(variables.begin(), variables.end(), [&](const UnsetVariable& one) {
      return one.name == name && one.line >= here->first && one.line <= here->last;
    });
    if (known == variables.end())
      variables.push_back({number, name});
    else
      known->line = std::min(known->line, number);
  }
  return variables;
}

}  // namespace lanescope
