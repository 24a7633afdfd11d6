// A preset as a lesson of one page: its launches, its question, and, where a metric explains the difference, the
// launches to be put in order by it. The text is that of a file, so a lecturer can begin with it.
#pragma once

#include <string>

#include "engine/lesson/lesson.h"
#include "viz/model/presets.h"

namespace lanescope {

/// In the current language.
std::string lesson_text_of(const Preset& preset);
/// Read from that text. Its id is the preset's, its language the current one.
Lesson lesson_of(const Preset& preset);

/// A lesson of the course, a preset or a file, in the current language. Throws Error(usage).
Lesson find_any_lesson(const std::string& id_or_path);

}  // namespace lanescope
