// Why a view has nothing to show of a launch, and what leads to something to see: for its tab and for its picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/recorded/recorded_sweep.h"
#include "engine/request/request.h"
#include "viz/kit/choices.h"
#include "viz/kit/painter.h"

namespace lanescope {

struct ViewInput;

/// What a view misses. Where nothing is missing, `why` is empty.
struct Missing {
  std::string why;             ///< a sentence
  std::vector<Choice> offers;  ///< the nearest thing to see first

  explicit operator bool() const { return !why.empty(); }
};

/// In the middle of the content: the sentence, and the offers below it; the offers alone where both do not fit.
void draw_missing(Painter& painter, const Missing& missing);
/// At the top of the content, in as many lines as it needs, and takes their height from it.
void draw_missing_above(Painter& painter, const Missing& missing);

/// How many powers of two lie between two sizes.
double doublings_between(std::uint64_t a, std::uint64_t b);

/// The request in view with another kernel, at a launch that was timed.
RunRequest request_at(const SweepTime& time, const RunRequest& in_view);

/// Changes the launch in view into the wanted one of the same kernel; its word is what differs.
Choice launch_offer(const RunRequest& now, const RunRequest& wanted);

/// The nearest launch of the kernel in view of which a GPU's time is known; empty if there is none.
std::vector<Choice> timed_launch_offer(const ViewInput& input);

/// Shows that kernel beside the variants, in a launch like the one in view.
Choice kernel_offer(const RunRequest& request);

}  // namespace lanescope
