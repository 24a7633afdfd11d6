// Launches of workloads whose result is an array: what launch_plan.cpp and refusals.cpp ask for them.
#pragma once

#include <optional>

#include "engine/request/catalogue.h"

namespace lanescope {

/// Fills in the launch of a matrix kernel: blocks of tile_width x tile_width threads, over all of P.
LaunchConfig plan_matrices(const KernelInfo& kernel, const RunRequest& request, LaunchConfig launch);

/// What has no meaning where the result is an array: an operator, a way to combine blocks, a type that the workload
/// does not have; and sizes of matrices that cannot be.
std::optional<Refusal> refuse_array_options(const KernelInfo& kernel, const RunRequest& request);

}  // namespace lanescope
