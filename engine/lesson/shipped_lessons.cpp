#include "engine/lesson/shipped_lessons.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "engine/base/error.h"
#include "engine/lesson/read_lesson.h"
#include "lesson_texts.h"

namespace lanescope {
namespace {

using Courses = std::map<std::string, std::vector<Lesson>, std::less<>>;

/// lessons/02-warps.md is English, lessons/zh-Hant/02-warps.md is not.
std::string language_of(const std::filesystem::path& path) {
  const std::string folder = path.parent_path().filename().string();
  return folder == "lessons" ? std::string(kLessonLanguages[0]) : folder;
}

Courses read_courses() {
  Courses courses;
  for (const auto& file : lesson_texts::kFiles) {
    Lesson lesson = read_lesson(file.text, file.path);
    lesson.language = language_of(file.path);
    courses[lesson.language].push_back(std::move(lesson));
  }
  return courses;
}

}  // namespace

const std::vector<Lesson>& shipped_lessons(std::string_view language) {
  static const Courses kCourses = read_courses();
  const auto found = kCourses.find(language);
  return found == kCourses.end() ? kCourses.at(std::string(kLessonLanguages[0])) : found->second;
}

Lesson find_lesson(const std::string& id_or_path, std::string_view language) {
  const auto& lessons = shipped_lessons(language);
  for (const Lesson& lesson : lessons)
    if (lesson.id == id_or_path) return lesson;
  if (is_lesson_file_name(id_or_path)) return load_lesson(id_or_path);
  std::string ids;
  for (const Lesson& lesson : lessons) ids += (ids.empty() ? "" : ", ") + lesson.id;
  throw Error(ErrorKind::usage,
              "'" + id_or_path + "' is no lesson; choose one of " + ids + ", or a file that ends in .md.");
}

}  // namespace lanescope
