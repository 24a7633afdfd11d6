// What tests of lessons share: a lesson of one question, and its answer.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/base/error.h"
#include "engine/lesson/mark.h"
#include "engine/lesson/read_lesson.h"

namespace lanescope {

inline Lesson lesson_asking(const std::string& ask) {
  return read_lesson("# Title\n\n## Page\n\n```ask\n" + ask + "\n```\n", "FILE.md");
}

inline WorkedOut worked_out(const Lesson& lesson) {
  Progress progress;
  Workbench bench(progress);
  return work_out(*lesson.pages.at(0).question, bench);
}

/// What reading it says is wrong; empty if it can be read.
inline std::string refused(const std::string& text) {
  try {
    read_lesson(text, "FILE.md");
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
}

}  // namespace lanescope
