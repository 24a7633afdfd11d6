// The translations in viz/text/NAME.json, embedded when the program is built.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "viz/text/language.h"

namespace lanescope {

/// English -> translation; empty for English itself.
const std::map<std::string, std::string, std::less<>>& strings_of(Language language);

/// Every wide character of the language's strings, once and in order: the characters that a font must have.
const std::vector<char32_t>& wide_characters_of(Language language);

}  // namespace lanescope
