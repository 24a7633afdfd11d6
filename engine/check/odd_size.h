// What a user's kernel does at a size that its blocks do not divide.
#pragma once

#include "engine/base/progress.h"
#include "engine/base/sentence.h"
#include "engine/run.h"

namespace lanescope {

/// A remark, and no finding, since a kernel may be meant for multiples of its block alone: which array an index
/// leaves, in which two threads meet, or which barrier not all come to, in a small launch whose sizes, N and its
/// root, no block divides, and then in two whose rows, columns and the like differ, too. Of a run without
/// findings of a kernel of which nobody says what it computes, what it is called with, nor how many elements there
/// are. Empty where nothing is to be said. Throws Cancelled.
Sentence remark_of_odd_size(const Run& run, Progress& progress);
/// Whether it is such a run, of more elements than are tried.
bool may_be_of_odd_size(const Run& run);

}  // namespace lanescope
