// What is said of a user's kernel beside its findings: what it may do wrong with sizes that were not launched.
#pragma once

#include <vector>

#include "engine/base/progress.h"
#include "engine/base/sentence.h"
#include "engine/run.h"

namespace lanescope {

/// In the order in which they are told. Throws Cancelled.
std::vector<Sentence> remarks_on(const Run& run, Progress& progress);

/// A run that awaits them (Run::awaits_remarks), with them.
Run with_remarks(Run run, Progress& progress);

}  // namespace lanescope
