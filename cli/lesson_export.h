// lanescope lesson export: a lesson on paper, with the pictures that the window would show.
#pragma once

#include <string>

#include "engine/lesson/lesson.h"
#include "viz/model/lesson_html.h"

namespace lanescope {

/// Writes the page, in this language. Throws Error.
void export_lesson(const Lesson& lesson, Printed as, const std::string& language, const std::string& path);

}  // namespace lanescope
