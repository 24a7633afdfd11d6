// A run as a sequence of launches: which ones a request comes to, and which of them is looked at.
#pragma once

#include <optional>
#include <vector>

#include "engine/request/catalogue.h"
#include "engine/workload/plan.h"

namespace lanescope {

/// The launches that begin with `first`, and their arrays: those of the workload's plan; or `first` and, while the
/// blocks of a launch leave partial sums to another one, that one. The sequence ends, because refusal() rejects a
/// launch that would leave as many sums as it reads elements.
LaunchPlan plan_of(const KernelInfo& kernel, const LaunchConfig& first, unsigned element_bytes);

/// The launches alone.
std::vector<LaunchConfig> launches_from(const KernelInfo& kernel, const LaunchConfig& first);

/// The launch that reduces the partial sums of this one; none where blocks are combined otherwise or one is left.
std::optional<LaunchConfig> next_launch(const LaunchConfig& launch);

/// The launches of a request, one at least. Throws Error(usage) with the refusal's message.
std::vector<LaunchConfig> launches_of(const RunRequest& request);

/// The block whose addresses a run keeps in its launch number `number` (from 1): in the launch in view the
/// request's block, in the others the nearest block that exists.
std::uint64_t kept_block(const RunRequest& request, std::size_t number, const LaunchConfig& launch);

/// Refuses if the launch or the block in view does not exist. `first` is the request's first launch.
std::optional<Refusal> refuse_look(const KernelInfo& kernel, const RunRequest& request, const LaunchConfig& first);

}  // namespace lanescope
