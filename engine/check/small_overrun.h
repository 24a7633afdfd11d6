// Arrays of pictures and matrices that an index leaves by a little, which the room of N elements hides.
#pragma once

#include "engine/base/progress.h"
#include "engine/base/sentence.h"
#include "engine/run.h"

namespace lanescope {

/// A remark, and no finding, since nobody says how many elements an array has: where two sizes or more are alike,
/// and an index goes past a multiple of their product by a row and one at most, which array would be left, by how
/// much, and in which line. Of a run without findings whose arguments nobody said. Empty where nothing is to be
/// said. Throws Cancelled.
Sentence remark_of_small_overrun(const Run& run, Progress& progress);

}  // namespace lanescope
