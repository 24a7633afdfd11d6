// Requests and launches as JSON, for settings and recordings. Reading is strict about what is there and lenient
// about what is not: an absent key keeps its default, so older files still load.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/request/request.h"

namespace lanescope {

void to_json(nlohmann::json& json, const InputSpec& input);
void to_json(nlohmann::json& json, const MatrixSizes& sizes);
void to_json(nlohmann::json& json, const RunRequest& request);
void to_json(nlohmann::json& json, const LaunchConfig& launch);

/// All throw Error(usage) that names the key, its value and what is allowed.
void from_json(const nlohmann::json& json, InputSpec& input);
void from_json(const nlohmann::json& json, MatrixSizes& sizes);
void from_json(const nlohmann::json& json, RunRequest& request);
void from_json(const nlohmann::json& json, LaunchConfig& launch);

}  // namespace lanescope
