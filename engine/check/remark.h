// What is said of a user's kernel beside its findings: what it may do wrong with sizes that were not launched.
#pragma once

#include "engine/base/progress.h"
#include "engine/base/sentence.h"
#include "engine/run.h"

namespace lanescope {

/// The first that there is; empty: none. Throws Cancelled.
Sentence remark_on(const Run& run, Progress& progress);

/// A run that awaits it (Run::awaits_remark), with it.
Run with_remark(Run run, Progress& progress);

}  // namespace lanescope
