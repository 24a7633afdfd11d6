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

/// Of a run of this very launch; null where none was recorded. Which operator and type it had does matter: both
/// change how long a block stays.
const RecordedPlacement* recorded_placement(const std::string& kernel, const LaunchConfig& launch, Op op,
                                            ElementType type);

}  // namespace lanescope
