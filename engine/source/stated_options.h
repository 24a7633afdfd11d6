// Options that a file states in lines `// lanescope: --as scan --n 1000`, which hold where nobody says otherwise.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/request/request.h"

namespace lanescope {

/// Names with their values, in their order. `shown`: name of the file. Throws Error(usage) for a name that no file
/// may state, and for one without a value.
std::vector<std::pair<std::string, std::string>> stated_options(const std::string& text, const std::string& shown);

/// What a build would define by -D: the names of `given`, and others that lines of the text state. Throws
/// Error(usage) for what is no NAME or NAME=VALUE.
std::vector<std::string> definitions_of(const std::string& text, const std::string& shown,
                                        const std::vector<std::string>& given);
/// They as lines of a source.
std::string lines_that_define(const std::vector<std::string>& definitions);

/// Sets what the option says, but --as, which is not about the launch. Throws Error(usage) as on the command line.
void read_stated_option(const std::string& name, const std::string& value, RunRequest& request);

/// The line that states this launch.
std::string stating_line(const RunRequest& request, const std::string& judged_as);

}  // namespace lanescope
