#include "engine/lesson/shipped_lessons.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/lesson/read_lesson.h"
#include "lesson_texts.h"

namespace lanescope {

const std::vector<Lesson>& shipped_lessons() {
  static const auto kLessons = [] {
    std::vector<Lesson> lessons;
    for (const auto& file : lesson_texts::kFiles) lessons.push_back(read_lesson(file.text, file.path));
    return lessons;
  }();
  return kLessons;
}

Lesson find_lesson(const std::string& id_or_path) {
  for (const Lesson& lesson : shipped_lessons())
    if (lesson.id == id_or_path) return lesson;
  if (is_lesson_file_name(id_or_path)) return load_lesson(id_or_path);
  std::string ids;
  for (const Lesson& lesson : shipped_lessons()) ids += (ids.empty() ? "" : ", ") + lesson.id;
  throw Error(ErrorKind::usage,
              "'" + id_or_path + "' is no lesson; choose one of " + ids + ", or a file that ends in .md.");
}

}  // namespace lanescope
