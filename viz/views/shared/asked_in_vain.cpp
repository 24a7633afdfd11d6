#include "viz/views/shared/asked_in_vain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>

#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

/// Of "NAME, line 14: ..."; 0 where no line is named.
unsigned line_in(std::string_view words) {
  constexpr std::string_view kLine = ", line ";
  const std::size_t named = words.find(kLine);
  if (named == std::string_view::npos) return 0;
  unsigned line = 0;
  for (const char c : words.substr(named + kLine.size())) {
    if (c < '0' || c > '9' || line > 100'000'000) break;
    line = 10 * line + static_cast<unsigned>(c - '0');
  }
  return line;
}

Sentence refusal(const std::string& words) {
  return Sentence("Refused, as by a GPU: {}", words);
}

}  // namespace

std::vector<SourceProblem> asked_in_vain(const Run& run) {
  const KernelInfo& kernel = kernel_info(run.request.kernel);
  if (!kernel.own || !kernel.own->is_program || !run.exit_code) return {};
  std::vector<SourceProblem> problems;
  for (const std::string& words : run.refused_launches) problems.push_back({line_in(words), refusal(words)});
  for (const std::string& words : run.refused_allocations)
    problems.push_back(
        {line_in(words), Sentence("The emulator has no room for an allocation, and a GPU may: {}", words)});
  if (run.launch_count == 0) problems.push_back({0, Sentence("It launched no kernel of its own.")});
  if (!run.missing_files.empty())
    problems.push_back({0, Sentence("It asked for files that are not there, in the folder of its source: {}.",
                                    fmt::format("{}", fmt::join(run.missing_files, ", ")))});
  return problems;
}

Sentence first_refusal(const Run& run) {
  return run.refused_launches.empty() ? Sentence() : refusal(run.refused_launches.front());
}

}  // namespace lanescope
