// Where and when a GPU ran the blocks of the recorded runs that come with the program, for machines without one.
#pragma once

#include <optional>
#include <string>

#include "engine/run.h"

namespace lanescope {

struct RecordedPlacement {
  BlockPlacement placement;
  Provenance provenance;
};

/// The placement of a run of exactly this launch; null if none was recorded. Operator and type must match, too,
/// because both change how long a block runs.
const RecordedPlacement* recorded_placement(const std::string& kernel, const LaunchConfig& launch, Op op,
                                            ElementType type);

}  // namespace lanescope
