// The workloads, each in the file of its name. Seen by this folder alone.
#pragma once

#include "engine/workload/workload.h"

namespace lanescope {

extern const WorkloadInfo kReduction, kVectorAdd, kRgbToGray, kMatrixProduct, kStencil, kScan, kHistogram, kMerge,
    kTranspose;

}  // namespace lanescope
