// What a student has answered in a lesson, as a table for the lecturer: no personal data but the name that was
// typed, and nothing that proves who typed it.
#pragma once

#include <string>
#include <string_view>

#include "engine/lesson/player.h"

namespace lanescope {

/// Columns: name, lesson, page, kind, question, result (right, wrong, none), tries, hints.
std::string results_csv(const Lesson& lesson, const LessonProgress& progress, std::string_view name);
/// The same as JSON: an object with the name and a list of questions.
std::string results_json(const Lesson& lesson, const LessonProgress& progress, std::string_view name);
/// By the ending of the path: .csv or .json. Throws Error(usage) for another one.
std::string results_text(const std::string& path, const Lesson& lesson, const LessonProgress& progress,
                         std::string_view name);

inline constexpr std::size_t kMostNameBytes = 200;

}  // namespace lanescope
