// Jobs and runs as bytes, between the page and its worker: the same program on both sides.
#pragma once

#include <string>
#include <string_view>

#include "viz/model/runner.h"

namespace lanescope {

struct JobMessage {
  RunRequest request;
  bool with_result = false;  ///< of a run that the worker made without
};
std::string encode_job(const JobMessage& job);
JobMessage decode_job(std::string_view bytes);

/// A run crosses as a recording, and what a recording leaves out beside it: trees, values, and what is still
/// missing.
std::string encode_outcome(const Outcome& outcome);
/// Throws Error where the run is more than a recording holds.
Outcome decode_outcome(std::string_view bytes);

}  // namespace lanescope
