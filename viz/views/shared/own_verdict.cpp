#include "viz/views/shared/own_verdict.h"

#include <fmt/format.h>

#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"
#include "viz/text/language.h"
#include "viz/text/window_text.h"
#include "viz/views/shared/asked_in_vain.h"

namespace lanescope {

namespace {

/// Of an array the numbers are sums, which may be equal all the same.
std::string wrong_result(const Run& run) {
  const std::string value = fmt::format("{:.9g}", run.result->value),
                    reference = fmt::format("{:.9g}", run.result->reference),
                    meant = tr(name_of(kernel_info(run.request.kernel).workload));
  if (!has_array_result(kernel_info(run.request.kernel).workload))
    return tr_format("The result is wrong: {}, and {} is right for what it is judged as: {}.", value, reference,
                     meant);
  if (value == reference)
    return tr_format(
        "The result is wrong in some elements, though all add up to {}, as they should; judged as: {}.", value,
        meant);
  return tr_format("The result is wrong: its elements add up to {}, and {} is right for what it is judged as: {}.",
                   value, reference, meant);
}

}  // namespace

OwnVerdict own_verdict(const Run& run) {
  using enum OwnVerdict::Tone;
  if (!run.findings.empty()) return {tr(run.findings.front().sentence), mistake};
  if (const Sentence refused = first_refusal(run); !refused.empty()) return {window_text(refused), mistake};
  if (!run.refused_allocations.empty())
    return {tr("No mistake was found in this run, but the emulator had no room for memory that it asked for."),
            unjudged};
  if (!run.remark.empty())
    return {tr_format("{} Nothing else was found in this run.", window_text(run.remark)), doubtful};
  if (run.exit_code && *run.exit_code != 0)
    return {tr_format("No mistake was found in this run, but its main() ended with {}.", *run.exit_code), unjudged};
  if (run.exit_code && run.launch_count == 0)
    return {tr("No mistake was found in this run, but it launched no kernel of its own."), unjudged};
  const auto& own = kernel_info(run.request.kernel).own;
  if (run.exit_code && !(own && own->is_launcher))
    return {tr("No mistake was found in this run; only the program says whether its result is right."), unjudged};
  if (!run.result) return {tr("No mistake was found in this run; its result is not judged."), unjudged};
  if (run.result->correct) return {tr("No mistake was found in this run."), right};
  return {wrong_result(run), mistake};
}

}  // namespace lanescope
