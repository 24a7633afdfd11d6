// The course that ships: every question has an answer that can be worked out, and the documents tell what there is.
#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/lesson/launch_words.h"
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

/// The block of the lesson's text that begins with this word, in one of its pages; null where there is none.
nlohmann::json block_of(const std::string& page, const std::string& word) {
  const std::string fence = "```" + word + "\n";
  const std::size_t begin = page.find(fence);
  if (begin == std::string::npos) return nullptr;
  const std::size_t from = begin + fence.size();
  return nlohmann::json::parse(page.substr(from, page.find("```", from) - from));
}

/// Whether its pictures show what is asked about: the block, input and factor aside, and the grid, which the
/// question may vary.
bool shows(const nlohmann::json& show, const std::string& asked) {
  const RunRequest wanted = launch_of_words(asked);
  std::vector<std::string> launches;
  if (show.contains("kernel")) launches.push_back(show["kernel"]);
  if (show.contains("compare")) launches = show["compare"];
  return std::any_of(launches.begin(), launches.end(), [&](const std::string& words) {
    const RunRequest shown = launch_of_words(words);
    return shown.kernel == wanted.kernel && shown.n == wanted.n && shown.block_dim == wanted.block_dim &&
           shown.tile_width == wanted.tile_width;
  });
}

/// A page without pictures of its own leaves those of the page before, whose numbers may contradict its text.
TEST(Course, PicturesAreOfTheLaunchThatAPageAsksAbout) {
  // About a listing that is no kernel of the ladder.
  const std::string of_a_listing = "07-blocks, A remainder";
  for (const Lesson& lesson : shipped_lessons()) {
    nlohmann::json show = nlohmann::json::object();
    std::string left = lesson.source;
    for (const Page& page : lesson.pages) {
      left.erase(0, left.find("\n## " + page.title + "\n") + 1);
      const std::string text = left.substr(0, left.find("\n## "));
      if (const nlohmann::json own = block_of(text, "show"); !own.is_null()) show = own;
      const nlohmann::json ask = block_of(text, "ask");
      if (!ask.contains("of") || lesson.id + ", " + page.title == of_a_listing) continue;
      EXPECT_TRUE(shows(show, ask["of"]))
          << lesson.id << ", " << page.title << ": " << ask["of"] << " beside " << show;
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
