// The lessons that come with the program: the files of lessons/, embedded, in the order of the course.
#pragma once

#include <string>
#include <vector>

#include "engine/lesson/lesson.h"

namespace lanescope {

const std::vector<Lesson>& shipped_lessons();

/// One of those, by its id, or a file. Throws Error(usage).
Lesson find_lesson(const std::string& id_or_path);

}  // namespace lanescope
