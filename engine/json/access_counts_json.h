// What the steps of a history accessed, as fields of its JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/trace/packed_numbers.h"
#include "engine/trace/trace.h"

namespace lanescope {

inline constexpr std::uint64_t kMaxBytesOfLane = 16;  // of one access

void put_accesses(nlohmann::json& object, const History& history);

/// Of the steps that are kept, and what comes before the first; none where they were not recorded. Throws
/// Error(usage) for numbers that no launch has.
std::vector<AccessTable> accesses_from_json(const nlohmann::json& object, std::size_t steps, const Repeats& repeats,
                                            Unpacker& unpacker);

}  // namespace lanescope
