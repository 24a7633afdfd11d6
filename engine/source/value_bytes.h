// The values of a block as bytes, on their way out of the process in which foreign code has run.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/trace/block_values.h"

namespace lanescope {

nlohmann::json values_to_json(const BlockValues& values);

/// Those of a block of this launch, whose history has so many steps. Throws Error(usage), "its values ...".
BlockValues values_from_json(const nlohmann::json& object, const LaunchConfig& launch, std::size_t steps);

}  // namespace lanescope
