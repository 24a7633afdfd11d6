// A lesson file: Markdown with fenced blocks `show` and `ask`. docs/lessons.md describes the format.
#pragma once

#include <string>
#include <string_view>

#include "engine/lesson/lesson.h"

namespace lanescope {

/// Throws Error(usage): "NAME:LINE:COLUMN: what is wrong, and what is allowed".
Lesson read_lesson(std::string_view bytes, const std::string& name);

/// Reads the file. Throws the same.
Lesson load_lesson(const std::string& path);

/// Whether a name is that of a lesson file: it ends in .md.
bool is_lesson_file_name(std::string_view path);

inline constexpr std::size_t kMostLessonBytes = 256 << 10, kMostPages = 64, kMostOptions = 8, kMostWords = 2000;

}  // namespace lanescope
