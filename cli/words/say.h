// What the command line tells on standard error: all of it goes through here.
#pragma once

#include <string>

namespace lanescope {

/// "lanescope: <sentence>", one line whatever file names and words of others stand in it.
void say(const std::string& sentence);

}  // namespace lanescope
