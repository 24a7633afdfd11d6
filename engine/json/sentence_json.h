// Sentences as data: a file that keeps one keeps its pattern and its values, so that whoever reads the file can say
// it in any language.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "engine/base/sentence.h"

namespace lanescope {

/// A word is its text; any other sentence is a list of its English pattern and a value for each place:
/// ["line {}: no warp branches at its {}", "30", ["{} partial masks", "5,120"]]. capitalized() is not kept.
nlohmann::json sentence_to_json(const Sentence& sentence);

/// The sentence in a field `key` that somebody else wrote. `patterns`: those that it can be made of; what has
/// another pattern, for example one of another version, becomes a word of its English text. Words are made
/// printable. Throws Error(usage) if it is no such list, or is too deep or too long.
Sentence sentence_from_json(const nlohmann::json& json, std::string_view key,
                            std::span<const char* const> patterns);

}  // namespace lanescope
