// The workloads, each in the file of its name. Seen by this folder alone.
#pragma once

#include "engine/workload/launch_config.h"
#include "engine/workload/workload.h"

namespace lanescope {

extern const WorkloadInfo kReduction, kVectorAdd, kRgbToGray, kMatrixProduct, kStencil, kScan, kHistogram, kMerge,
    kTranspose, kWholeScan, kSort;

/// What a sequential program makes of each section of so many elements; the roundings are not told.
ArrayReference scanned_sections(const LaunchConfig& launch, std::size_t section, const Values& input,
                                Progress& progress);

/// Additions on the longest way through a block's section.
double roundings_of_section(const LaunchConfig& launch);

/// Arrays of a launch that scans, of whichever workload it is.
ArraySizes sizes_of_scan_entry(const LaunchConfig& launch);

}  // namespace lanescope
