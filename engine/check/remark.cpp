#include "engine/check/remark.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <string>
#include <utility>

#include "engine/check/odd_size.h"
#include "engine/check/small_overrun.h"
#include "engine/request/catalogue.h"
#include "engine/source/host_variables.h"
#include "engine/source/written_launch.h"

namespace lanescope {
namespace {

/// Constants of a program that its threads read and its host never fills.
Sentence remark_of_constants(const Run& run) {
  const auto& own = kernel_info(run.request.kernel).own;
  if (!own || !own->is_program || own->is_launcher) return {};
  const std::set<std::string> unfilled = unfilled_constants(own->text_with_headers());
  if (unfilled.empty()) return {};
  return Sentence("Nobody copies anything into {}, which is __constant__: threads read zeros there.",
                  fmt::format("{}", fmt::join(unfilled, ", ")));
}

/// A kernel that is launched alone has what it asks for, and its file may give it nothing.
Sentence remark_of_shared(const Run& run) {
  const auto& own = kernel_info(run.request.kernel).own;
  if (!own || own->is_program || !own->has_dynamic_shared || run.request.own.shared_bytes) return {};
  const unsigned line = line_of_launch_without_shared(own->text, own->name);
  if (line == 0) return {};
  return Sentence(
      "It has an array that is extern __shared__, and its launch in line {} gives it no bytes: the third "
      "number between <<< and >>> says how many. Here it was given some.",
      line);
}

/// Where the compiler sees a way to a use on which nothing sets a thread's own variable.
Sentence remark_of_unset(const Run& run) {
  const auto& own = kernel_info(run.request.kernel).own;
  if (!own || own->unset_variables.empty()) return {};
  const UnsetVariable& first = own->unset_variables.front();
  return Sentence(
      "{}, which line {} declares without a value, may be used before anything sets it: what a thread finds in it "
      "then is any value.",
      first.name, first.line);
}

}  // namespace

Sentence remark_on(const Run& run, Progress& progress) {
  if (!run.remark.empty()) return run.remark;
  if (const Sentence constants = remark_of_constants(run); !constants.empty()) return constants;
  if (const Sentence shared = remark_of_shared(run); !shared.empty()) return shared;
  if (const Sentence unset = remark_of_unset(run); !unset.empty()) return unset;
  const Sentence odd = remark_of_odd_size(run, progress);
  return odd.empty() ? remark_of_small_overrun(run, progress) : odd;
}

Run with_remark(Run run, Progress& progress) {
  if (std::exchange(run.awaits_remark, false)) run.remark = remark_on(run, progress);
  return run;
}

}  // namespace lanescope
