// What to start with: --preset ID, one of the presets, or --open FILE, a session or a recording.
#pragma once

#include <optional>
#include <string>

#include "cli/words/arguments.h"
#include "engine/lesson/lesson.h"
#include "viz/model/presets.h"
#include "viz/model/session_file.h"

namespace lanescope {

/// Throws Error(usage) that lists the existing presets.
const Preset& named_preset(const std::string& id);

struct StartOptions {
  std::string preset, file, lesson;

  void add_to(Arguments& arguments);
  void add_lesson_to(Arguments& arguments);  ///< only the window has one
  /// Nothing if neither is given. Throws Error(usage) if both are, or if the file is neither.
  std::optional<Session> session() const;
  /// "FILE.cu" or "FILE.cu:KERNEL", where that is to be opened; else empty. Throws Error(usage) if it cannot be.
  std::string own_file() const;
  /// Nothing if none is given. Throws Error(usage) if it is none.
  std::optional<Lesson> opened_lesson() const;
};

}  // namespace lanescope
