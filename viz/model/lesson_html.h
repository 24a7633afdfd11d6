// A lesson on paper: one self-contained page of HTML, as a hand-out with pictures and answers, or as an exam sheet
// with neither. In the current language; the pictures are made elsewhere.
#pragma once

#include <string>
#include <vector>

#include "engine/lesson/player.h"

namespace lanescope {

struct LessonPicture {
  std::string svg;
  std::string caption;
};

/// Of each page of the lesson.
struct PrintedPage {
  QuestionOutcome outcome;
  std::vector<LessonPicture> pictures;
};

enum class Printed { hand_out, exam };

std::string lesson_html(const Lesson& lesson, const std::vector<PrintedPage>& pages, Printed as);

}  // namespace lanescope
