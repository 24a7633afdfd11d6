// The translations, viz/text/NAME.json, as they were when the program was built.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "viz/text/language.h"

namespace lanescope {

/// English -> translation; empty for English itself.
const std::map<std::string, std::string, std::less<>>& strings_of(Language language);

/// Every wide character of the language's strings, each once, in order: what a font must have.
const std::vector<char32_t>& wide_characters_of(Language language);

}  // namespace lanescope
