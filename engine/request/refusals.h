// Which launches are possible, and why the others are not.
#pragma once

#include <optional>
#include <string>

#include "engine/base/sentence.h"
#include "engine/request/request.h"

namespace lanescope {

/// Why a launch is impossible.
struct Refusal {
  std::string option;  ///< the one to change: "--block"
  Sentence sentence;   ///< a complete one: the option, its value, and what is allowed

  std::string text() const { return sentence.text(); }
};

/// The first reason why the request cannot run, if there is one.
std::optional<Refusal> refusal(const RunRequest& request);

/// Why a possible request cannot run where each step of each block is recorded: on a GPU.
std::optional<Refusal> refusal_of_each_step(const RunRequest& request);

/// The launch of a request. Throws Error(usage) with the refusal's sentence.
LaunchConfig launch_config(const RunRequest& request);

}  // namespace lanescope
