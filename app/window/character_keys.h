// Keys that are known by what is printed on them.
#pragma once

#include <optional>

#include "app/window/window.h"

namespace lanescope {

std::optional<Key> key_of_character(unsigned character);

}  // namespace lanescope
