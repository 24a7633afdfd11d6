// Whether the user has asked the desktop for less motion.
#pragma once

#include <string>

namespace lanescope {

/// What the desktop's settings say: GTK's gtk-enable-animations, KDE's AnimationDurationFactor. False where there
/// are none.
bool motion_is_reduced();

/// Whether a settings file of a desktop (text, KEY = VALUE by lines) switches animations off.
bool switches_animations_off(const std::string& text);

}  // namespace lanescope
