// CBOR that somebody else wrote.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

namespace lanescope {

/// Nothing if the bytes are no CBOR, or are nested deeper than anything that this program writes.
std::optional<nlohmann::json> parse_cbor(std::string_view bytes);

}  // namespace lanescope
