// A run as a sequence of launches: which ones a request comes to, and which of them is looked at.
#pragma once

#include <optional>
#include <vector>

#include "engine/request/catalogue.h"
#include "engine/workload/plan.h"

namespace lanescope {

/// The launches that begin with `first`, and their arrays: those of the workload's plan, or `first` itself and, while
/// blocks leave partial sums to a launch of their own, that one. A sequence ends, since refusal() lets no launch leave as
/// many sums as it takes elements.
LaunchPlan plan_of(const KernelInfo& kernel, const LaunchConfig& first, unsigned element_bytes);

/// The launches alone.
std::vector<LaunchConfig> launches_from(const KernelInfo& kernel, const LaunchConfig& first);

/// The launch that reduces the partial sums of this one; none where blocks are combined otherwise or one is left.
std::optional<LaunchConfig> next_launch(const LaunchConfig& launch);

/// The launches of a request, one at least. Throws Error(usage) with the refusal's message.
std::vector<LaunchConfig> launches_of(const RunRequest& request);

/// Which block a run keeps the addresses of in its launch number `number`, from 1: in the one that is looked at the
/// request's, in others the nearest that there is.
std::uint64_t kept_block(const RunRequest& request, std::size_t number, const LaunchConfig& launch);

/// The launch or the block that is looked at does not exist. `first` is the request's first launch.
std::optional<Refusal> refuse_look(const KernelInfo& kernel, const RunRequest& request, const LaunchConfig& first);

}  // namespace lanescope
