#include "engine/check/launch_outcome.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "engine/check/guessed_workload.h"
#include "engine/request/catalogue.h"
#include "engine/source/arguments.h"
#include "engine/source/finding_words.h"

namespace lanescope {
namespace {

/// Of the block that is looked at, those that access memory.
unsigned threads_at_work(const Run& run) {
  if (!run.trace || run.trace->addresses.empty()) return 0;
  std::map<std::uint32_t, std::uint32_t> lanes;  // of each warp
  for (const Request& request : run.trace->addresses.front().kept().requests) lanes[request.warp] |= request.mask;
  unsigned threads = 0;
  for (const auto& [warp, mask] : lanes) threads += static_cast<unsigned>(std::popcount(mask));
  return threads;
}

bool is_launcher(const Run& run) {
  return kernel_info(run.request.kernel).own->is_launcher;
}

/// Whether it launches nothing, or nothing that writes.
bool is_idle(const Run& run) {
  return !writes(run) || (is_launcher(run) && run.launch_count == 0);
}

/// For a warp, or for all of a block that is less; of a launcher, whose numbers make its blocks, for a warp.
bool has_work(const Run& run) {
  return threads_at_work(run) >= (is_launcher(run) ? kWarpSize : std::min(kWarpSize, run.launch.block_dim));
}

/// Of the array that it is about, as its sentence has them.
std::optional<std::uint64_t> elements_told_by(const Finding& finding) {
  constexpr std::size_t kPlace = 4;
  if (!finding_words::is_outside(finding.sentence) || finding.sentence.values().size() <= kPlace)
    return std::nullopt;
  return std::strtoull(finding.sentence.values()[kPlace].text().c_str(), nullptr, 10);
}

std::optional<unsigned> parameter_named(const Finding& finding, const std::string& kernel) {
  const std::vector<OwnParameter> parameters = leaves_of(kernel_info(kernel).own->parameters);
  const auto found = std::find_if(parameters.begin(), parameters.end(), [&](const OwnParameter& one) {
    return one.is_pointer && one.name == finding.array_name;
  });
  if (found == parameters.end() || finding.array == ArrayId::shared || finding.index < 0) return std::nullopt;
  return static_cast<unsigned>(found - parameters.begin());
}

}  // namespace

LaunchOutcome outcome_of_launch(const Run& run) {
  // A launcher whose launches or calls are refused, or that gives up, does not do what it is for.
  if (run.findings.empty() && (!run.refused_launches.empty() || run.exit_code.value_or(0) != 0))
    return {.is_clean = true, .is_refused = true};
  if (run.findings.empty())
    return {.is_good = !is_idle(run), .is_clean = true, .totals = totals_of_all(run), .has_work = has_work(run)};
  for (const Finding& finding : run.findings) {
    if (finding.kind == FindingKind::endless || finding.kind == FindingKind::crash)
      return {.is_endless = finding.kind == FindingKind::endless};
    if (finding.kind == FindingKind::bounds &&
        (finding.array == ArrayId::shared || finding.sentence.is_of(finding_words::kOutsideShared)))
      return {.leaves_shared = true, .shared_elements = elements_told_by(finding)};
    if (finding.kind != FindingKind::bounds) continue;
    const std::optional<unsigned> outside = parameter_named(finding, run.request.kernel);
    const bool is_of_file = finding.array == ArrayId::file_variable;
    const bool leaves_own = !outside && !is_of_file && finding_words::is_outside(finding.sentence);
    return {.is_nowhere = !outside,
            .outside = outside,
            .is_before_start = finding.index == -1,
            .is_by_copy = finding.sentence.is_of(finding_words::kCopyOutsideGiven),
            .leaves_own = leaves_own};
  }
  return {.is_good = true,
          .totals = run.trace ? std::optional(totals_of_all(run)) : std::nullopt,
          .has_work = has_work(run)};
}

}  // namespace lanescope
