#include "viz/views/shared/own_verdict.h"

#include <fmt/format.h>

#include "engine/request/catalogue.h"
#include "viz/text/language.h"

namespace lanescope {

OwnVerdict own_verdict(const Run& run) {
  if (!run.findings.empty()) return {tr(run.findings.front().sentence), false};
  if (!run.result || run.result->correct) return {tr("No mistake was found in this run."), true};
  return {tr_format("The result is wrong: {}, and {} is right for what it is judged as: {}.",
                    fmt::format("{:.9g}", run.result->value), fmt::format("{:.9g}", run.result->reference),
                    tr(name_of(kernel_info(run.request.kernel).workload))),
          false};
}

}  // namespace lanescope
