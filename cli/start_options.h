// What to begin with: --preset ID, one of the classic comparisons, or --open FILE, a session or a recording.
#pragma once

#include <optional>
#include <string>

#include "cli/words/arguments.h"
#include "viz/model/presets.h"
#include "viz/model/session_file.h"

namespace lanescope {

/// Throws Error(usage) that names those there are.
const Preset& named_preset(const std::string& id);

struct StartOptions {
  std::string preset, file;

  void add_to(Arguments& arguments);
  /// Nothing where neither is given. Throws Error(usage) where both are, or the file is none of ours.
  std::optional<Session> session() const;
};

}  // namespace lanescope
