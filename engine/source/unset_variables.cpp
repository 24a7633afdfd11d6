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

/// Whether a function of a header is said to use it does not matter: that became part of the user's.
bool is_of_unset(std::string_view line) {
  return line.find("warning: '") != line.npos && (line.find("' is used uninitialized") != line.npos ||
                                                  line.find("' may be used uninitialized") != line.npos);
}

/// The name in `note: 'sum' was declared here`; empty: it is another note.
std::string declared_in(const std::string& line) {
  constexpr std::string_view kNote = "note: '";
  const std::size_t at = line.find(kNote), begin = at + kNote.size(), end = line.rfind("' ");
  const bool is_declaration =
      at != std::string::npos && end != std::string::npos && end > begin && line.ends_with("declared here");
  return is_declaration ? printable(line.substr(begin, end - begin)) : "";
}

}  // namespace

std::vector<UnsetVariable> unset_variables_in(const std::string& output, const OwnKernel& kernel) {
  const std::string file = line_name(kernel.path) + ":";
  const std::vector<Lines> functions = lines_of_threads(kernel);
  std::vector<UnsetVariable> variables;
  std::istringstream lines(output);
  bool is_told = false;  // by the line before
  for (std::string line; std::getline(lines, line);) {
    const std::string name =
        std::exchange(is_told, is_of_unset(line)) && line.starts_with(file) ? declared_in(line) : "";
    if (name.empty()) continue;
    const auto number = static_cast<unsigned>(std::strtoul(&line[file.size()], nullptr, 10));
    const bool is_of_threads = std::any_of(functions.begin(), functions.end(), [&](const Lines& one) {
      return number >= one.first && number <= one.last;
    });
    const bool is_known = std::any_of(variables.begin(), variables.end(), [&](const UnsetVariable& one) {
      return one.name == name && one.line == number;
    });
    if (is_of_threads && !is_known) variables.push_back({number, name});
  }
  return variables;
}

}  // namespace lanescope
