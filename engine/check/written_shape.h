// The shape and the numbers with which the file of an own kernel launches it itself.
#pragma once

#include <optional>

#include "engine/request/request.h"

namespace lanescope {

/// What of the file's launch is taken.
enum class WrittenPart {
  grid_of_arguments,  ///< a grid that follows from the arguments, and those that follow from others
  all                 ///< also a grid of numbers alone
};

/// The request, which has words for all arguments, launched as its file does: the grid, the shared memory, a block
/// that follows from the arguments, and arguments that follow from others, or are small numbers. None: the file
/// does not launch it, with another block, or nobody can tell with which grid.
std::optional<RunRequest> launched_as_written(const RunRequest& request, WrittenPart part);

}  // namespace lanescope
