#include "engine/check/guessed_workload.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/request/catalogue.h"
#include "engine/request/refusals.h"
#include "engine/session.h"
#include "engine/source/arguments.h"
#include "engine/source/own_source.h"

namespace lanescope {

namespace {

/// By the rule for its parameters.
bool can_be_called(const RunRequest& request) {
  try {
    bind_arguments(kernel_info(request.kernel), request, launch_config(request));
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

LikeAReduction like_a_reduction(const RunRequest& request, Progress& progress) {
  const OwnKernel& own = *kernel_info(request.kernel).own;
  if (is_named_a_reduction(own.name)) return LikeAReduction::yes;
  constexpr std::uint64_t kSmallN = 1 << 12;
  RunRequest small = request;
  small.n = std::min(request.n, kSmallN);
  small.input = {};
  small.detail = Detail::none;
  small.backend = BackendChoice::emulator;
  small.repeats = 0;
  small.own.checks = true;
  if (refusal(small)) return LikeAReduction::yes;
  if (small.own.arguments.empty() && !can_be_called(small)) return LikeAReduction::other;
  try {
    const Run run = lanescope::run(small, progress);
    const auto beyond = std::find_if(run.findings.begin(), run.findings.end(),
                                     [](const Finding& finding) { return finding.kind == FindingKind::bounds; });
    if (beyond == run.findings.end()) return LikeAReduction::yes;
    return beyond->array == ArrayId::output ? LikeAReduction::no : LikeAReduction::beyond;
  } catch (const Error&) {
    return LikeAReduction::yes;  // the launch that was asked for says it
  }
}

}  // namespace lanescope
