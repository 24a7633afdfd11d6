// The texts of users' kernels that variants show, as JSON: a session or the settings bring what they need.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "viz/model/view_state_json.h"

namespace lanescope {

/// Those of the requests; with each, whether it must ask before it runs.
nlohmann::json own_sources_to_json(const std::vector<RunRequest>& requests, const ViewState& state);

/// Makes them known, and those that must ask in the state: of a foreign file all. Returns, for each id in the file,
/// the id that it has here. Nothing is compiled. Throws Error(usage), or what the JSON library throws.
std::map<std::string, std::string> own_sources_from_json(const nlohmann::json& json, CodeOrigin origin,
                                                         ViewState& state);

/// Gives the request the kernel's id here. Throws Error(usage) for a user's kernel whose text the file does not
/// bring.
void take_own_id(const std::map<std::string, std::string>& ids, RunRequest& request);

/// Users' kernels with their texts, for the settings.
nlohmann::json own_kernels_to_json(const std::vector<RunRequest>& requests, const ViewState& state);
std::vector<RunRequest> own_kernels_from_json(const nlohmann::json& json, ViewState& state);

}  // namespace lanescope
