// Everything that the command line writes to standard error goes through here.
#pragma once

#include <string>

namespace lanescope {

/// "lanescope: <sentence>", always one line, whatever file names and foreign text it contains.
void say(const std::string& sentence);

}  // namespace lanescope
