#include "viz/views/shared/asked_in_vain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

Sentence as_by_a_gpu(const RefusedCall& refusal) {
  return Sentence("Refused, as by a GPU: {}", refusal.sentence);
}

}  // namespace

std::vector<SourceProblem> asked_in_vain(const Run& run) {
  const KernelInfo& kernel = kernel_info(run.request.kernel);
  if (!kernel.own || !kernel.own->is_program || !run.exit_code) return {};
  std::vector<SourceProblem> problems;
  for (const RefusedCall& refusal : run.refused_launches) problems.push_back({refusal.line, as_by_a_gpu(refusal)});
  for (const RefusedCall& refusal : run.refused_allocations)
    problems.push_back({refusal.line, Sentence("The emulator has no room for an allocation, and a GPU may: {}",
                                               refusal.sentence)});
  if (run.launch_count == 0) problems.push_back({0, Sentence("It launched no kernel of its own.")});
  if (!run.missing_files.empty())
    problems.push_back({0, Sentence("It asked for files that are not there, in the folder of its source: {}.",
                                    fmt::format("{}", fmt::join(run.missing_files, ", ")))});
  return problems;
}

Sentence first_refusal(const Run& run) {
  return run.refused_launches.empty() ? Sentence() : as_by_a_gpu(run.refused_launches.front());
}

Sentence first_refused_launch(const Run& run) {
  const auto found = std::find_if(run.refused_launches.begin(), run.refused_launches.end(),
                                  [](const RefusedCall& refusal) { return refusal.is_launch; });
  return found == run.refused_launches.end() ? Sentence() : as_by_a_gpu(*found);
}

}  // namespace lanescope
