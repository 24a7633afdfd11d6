// The course that ships: every question has an answer that can be worked out, and the documents tell what there is.
#include <fstream>
#include <map>
#include <sstream>

#include "engine/lesson/shipped_lessons.h"
#include "tests/lesson/support.h"

namespace lanescope {
namespace {

std::string document() {
  std::ifstream file(LANESCOPE_SOURCE_DIR "/docs/lessons.md");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Course, EveryQuestionCanBeWorkedOut) {
  Progress progress;
  ASSERT_EQ(shipped_lessons().size(), 11u);
  for (const Lesson& lesson : shipped_lessons()) {
    Workbench bench(progress);
    for (const Page& page : lesson.pages) {
      if (!page.question) continue;
      try {
        const WorkedOut out = work_out(*page.question, bench);
        EXPECT_FALSE(out.answer.empty()) << lesson.id << ", " << page.title;
        EXPECT_EQ(out.why.find('{'), std::string::npos) << out.why;
      } catch (const Error& error) {
        ADD_FAILURE() << lesson.id << ", " << page.title << ": " << error.what();
      }
    }
  }
}

TEST(Course, LessonsAreShortAndAsk) {
  for (const Lesson& lesson : shipped_lessons()) {
    EXPECT_GE(lesson.pages.size(), 4u) << lesson.id;
    EXPECT_LE(lesson.pages.size(), 8u) << lesson.id;
    EXPECT_GE(lesson.questions(), 3u) << lesson.id;
    EXPECT_LE(lesson.questions(), 6u) << lesson.id;
    EXPECT_FALSE(lesson.about.empty()) << lesson.id;
    for (const Page& page : lesson.pages) {
      if (!page.asks()) continue;
      const std::size_t hints = page.question ? page.question->hints.size() : page.task->hints.size();
      EXPECT_EQ(hints, 2u) << lesson.id << ", " << page.title;
    }
  }
}

/// Who always chooses the same place does not come far.
TEST(Course, RightOptionsStandInNoPlaceMoreThanHalfTheTime) {
  Progress progress;
  std::map<std::size_t, int> right_at;
  int choices = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    Workbench bench(progress);
    for (const Page& page : lesson.pages) {
      if (!page.question || page.question->kind->name != "choice") continue;
      const auto values = work_out(*page.question, bench).key.values;
      ++choices;
      for (std::size_t i = 0; i < values.size(); ++i) right_at[i] += values[i] != 0;
    }
  }
  ASSERT_GT(choices, 0);
  for (const auto& [place, count] : right_at) EXPECT_LE(2 * count, choices) << "option " << place + 1;
}

/// A kind, a quantity or a lesson that is not in the documents is found by nobody.
TEST(Course, DocumentsNameEveryKindQuantityAndLesson) {
  const std::string text = document();
  for (const QuestionKind* kind : question_kinds())
    EXPECT_NE(text.find("| `" + std::string(kind->name) + "` |"), std::string::npos) << kind->name;
  for (const Quantity& quantity : quantities())
    EXPECT_NE(text.find("| `" + quantity.name + "` |"), std::string::npos)
        << "| `" << quantity.name << "` | " << quantity.unit << " | " << quantity.meaning << " |";
  for (const Lesson& lesson : shipped_lessons()) EXPECT_NE(text.find(lesson.id), std::string::npos) << lesson.id;
}

/// The tables of class questions and of slips name pages that exist and ask.
TEST(Course, ClassQuestionsAreAskedWhereTheTableSays) {
  std::istringstream text(document());
  int questions = 0, slips = 0;
  for (std::string line; std::getline(text, line);) {
    if (!line.starts_with("| Q") && !line.starts_with("| S")) continue;
    ++(line[2] == 'Q' ? questions : slips);
    const auto last = line.rfind("| ", line.size() - 3) + 2;
    const std::string place = line.substr(last, line.size() - last - 2);
    const auto comma = place.find(", ");
    ASSERT_NE(comma, std::string::npos) << line;
    const std::string id = place.substr(0, comma), title = place.substr(comma + 2);
    bool asked = false;
    for (const Lesson& lesson : shipped_lessons())
      for (const Page& page : lesson.pages) asked |= lesson.id == id && page.title == title && page.question;
    EXPECT_TRUE(asked) << line;
  }
  EXPECT_EQ(questions, 12);
  EXPECT_EQ(slips, 5);
}

}  // namespace
}  // namespace lanescope
