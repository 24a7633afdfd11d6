#include "engine/check/schedules.h"

#include <fmt/format.h>

#include "engine/session.h"

namespace lanescope {
namespace {

Finding schedule_finding(const Sentence& sentence) {
  Finding finding{.kind = FindingKind::schedule};
  finding.sentence = sentence;
  return finding;
}

/// How a run in another order went wrong; none if it did not.
std::optional<Finding> difference(const Run& first, const Run& other) {
  const std::uint64_t seed = other.request.own.schedule;
  if (first.exit_code && other.exit_code && *first.exit_code != *other.exit_code)
    return schedule_finding(Sentence("With --schedule {} the program ends with {} instead of {}.", seed,
                                     *other.exit_code, *first.exit_code));
  if (first.result && first.result->correct && other.result && !other.result->correct)
    return schedule_finding(Sentence("With --schedule {} the result is {}, and it should be {}.", seed,
                                     fmt::format("{:.9g}", other.result->value),
                                     fmt::format("{:.9g}", other.result->reference)));
  if (first.findings.empty() && !other.findings.empty()) {
    Finding finding = other.findings.front();
    finding.sentence = Sentence("With --schedule {}: {}", seed, finding.sentence);
    return finding;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Finding> find_wrong_schedule(const Run& first, unsigned count, Progress& progress) {
  RunRequest request = first.request;
  request.detail = Detail::none;
  for (unsigned seed = 1; seed <= count; ++seed) {
    progress.check();
    request.own.schedule = seed;
    if (auto found = difference(first, run(request, progress))) return found;
  }
  return std::nullopt;
}

}  // namespace lanescope
