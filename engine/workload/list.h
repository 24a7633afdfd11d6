// The workloads, each in the file of its name. Seen by this folder alone.
#pragma once

#include "engine/workload/launch_config.h"
#include "engine/workload/workload.h"

namespace lanescope {

extern const WorkloadInfo kReduction, kVectorAdd, kRgbToGray, kMatrixProduct, kStencil, kScan, kHistogram, kMerge,
    kTranspose, kWholeScan, kSort;

/// Arrays of a launch that scans, of whichever workload it is.
ArraySizes sizes_of_scan_entry(const LaunchConfig& launch);

}  // namespace lanescope
