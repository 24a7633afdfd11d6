#include "engine/check/odd_size.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>

#include "engine/base/error.h"
#include "engine/check/guessed_workload.h"
#include "engine/check/settled_run.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/trace/finding.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kOddN = 4 * 31 * 31;  // of sides that are the root of N/4, too

/// Of an array that the kernel is given: how large others are does not follow from a size.
bool leaves_an_array(const Finding& finding) {
  return finding.kind == FindingKind::bounds && finding.array != ArrayId::shared && !finding.array_name.empty() &&
         !finding.lines.empty();
}

}  // namespace

Sentence remark_of_odd_size(const RunRequest& asked, Progress& progress) {
  const KernelInfo& kernel = kernel_info(asked.kernel);
  const bool is_open = asked.own.takes_fewer && asked.own.arguments.empty() && !asked.grid_dim &&
                       asked.own.grid[0] == 0 && asked.n > kOddN;
  if (!kernel.own || kernel.own->is_program || !is_free(kernel) || !kernel.own->knows_block || !is_open) return {};
  RunRequest odd = small_launch(asked);
  odd.n = kOddN;
  odd.own.takes_fewer = false;
  try {
    const Run run = run_settled(odd, progress);
    const auto found = std::find_if(run.findings.begin(), run.findings.end(), leaves_an_array);
    if (found == run.findings.end() || follows_its_input(run.request, progress)) return {};
    return Sentence(
        "Of sizes that its block does not divide (--n {} --arguments {}) an index leaves {} (line {}): a check of "
        "it "
        "is missing, if such sizes are meant.",
        run.request.n, fmt::format("{}", fmt::join(run.request.own.arguments, ",")), found->array_name,
        found->lines.front());
  } catch (const Error&) {
    return {};  // so small a launch is refused
  }
}

}  // namespace lanescope
