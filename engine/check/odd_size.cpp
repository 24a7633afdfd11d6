#include "engine/check/odd_size.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/check/guessed_workload.h"
#include "engine/check/settled_run.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/trace/finding.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kOddN = 4 * 31 * 31;  // of sides that are the root of N/4, too

/// What a size that no block divides may bring to light, and how it is told: with N, the arguments, the array and
/// the line.
struct OddRemark {
  FindingKind kind;
  const char* words;
};
constexpr OddRemark kRemarks[] = {
    {FindingKind::bounds,
     pattern(
         "Of sizes that its block does not divide (--n {} --arguments {}) an index leaves {} (line {}): a check of "
         "it is missing, if such sizes are meant.")},
    {FindingKind::race,
     pattern("Of sizes that its block does not divide (--n {} --arguments {}) two threads come to one element of "
             "{} (line "
             "{}), as where rows end in the midst of a block: a check of the index is missing, if such sizes are "
             "meant.")},
    {FindingKind::barrier,
     pattern(
         "Of sizes that its block does not divide (--n {} --arguments {}) not all threads come to a barrier (line "
         "{}): it may not stand in the branch that checks the index, if such sizes are meant.")}};

/// None of a shared array: how large that is does not follow from a size.
const OddRemark* remark_of(const Finding& finding) {
  if (finding.lines.empty()) return nullptr;
  if (finding.kind != FindingKind::barrier && (finding.array == ArrayId::shared || finding.array_name.empty()))
    return nullptr;
  const auto* found = std::find_if(std::begin(kRemarks), std::end(kRemarks),
                                   [&](const OddRemark& one) { return one.kind == finding.kind; });
  return found == std::end(kRemarks) ? nullptr : found;
}

}  // namespace

Sentence remark_of_odd_size(const RunRequest& asked, Progress& progress) {
  const KernelInfo& kernel = kernel_info(asked.kernel);
  const bool is_open = asked.own.takes_fewer && asked.own.arguments.empty() && !asked.grid_dim &&
                       asked.own.grid[0] == 0 && asked.n > kOddN;
  if (!kernel.own || !kernel.own->has_arguments() || !is_free(kernel) || !kernel.own->knows_block || !is_open)
    return {};
  RunRequest odd = small_launch(asked);
  odd.n = kOddN;
  odd.own.takes_fewer = false;
  try {
    const Run run = run_settled(odd, progress);
    const auto found = std::find_if(run.findings.begin(), run.findings.end(), remark_of);
    if (found == run.findings.end() || follows_its_input(run.request, progress) ||
        finding_that_moves(run.request, progress))
      return {};
    std::vector<Sentence> values = {Sentence::word(std::to_string(run.request.n)),
                                    Sentence::word(fmt::format("{}", fmt::join(run.request.own.arguments, ",")))};
    if (found->kind != FindingKind::barrier) values.push_back(Sentence::word(found->array_name));
    values.push_back(Sentence::word(std::to_string(found->lines.front())));
    return Sentence::of(remark_of(*found)->words, std::move(values));
  } catch (const Error&) {
    return {};  // so small a launch is refused
  }
}

}  // namespace lanescope
