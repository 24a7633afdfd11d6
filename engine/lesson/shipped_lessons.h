// The course that comes with the program, in every language that lessons/ has, and files beside it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/lesson/lesson.h"

namespace lanescope {

/// The languages of the course; the first one is English.
inline constexpr std::string_view kLessonLanguages[] = {"en", "zh-Hant", "zh-Hans"};

/// The lessons in their order; in English where there are none in the language.
const std::vector<Lesson>& shipped_lessons(std::string_view language = kLessonLanguages[0]);

/// One of those, by its id, or a file. Throws Error(usage).
Lesson find_lesson(const std::string& id_or_path, std::string_view language = kLessonLanguages[0]);

}  // namespace lanescope
