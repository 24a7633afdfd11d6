// Of arrays whose number of elements nobody said.
#pragma once

#include "engine/request/request.h"
#include "engine/trace/finding.h"

namespace lanescope {

/// Arrays of a kernel that is not judged, and of a launcher, have N elements unless somebody says their number.
/// What is outside of one may be right then, so the finding says how to say it.
void tell_of_untold_size(Finding& finding, const RunRequest& request);

}  // namespace lanescope
