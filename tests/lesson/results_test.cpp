// A student's results: what was answered, with no more of the student than the name that was typed.
#include "engine/lesson/results.h"

#include "tests/lesson/support.h"

namespace lanescope {
namespace {

Lesson three_questions() {
  const std::string ask =
      "```ask\n{\"kind\": \"number\", \"question\": \"How many, \\\"exactly\\\"?\", \"why\": \"x\", \"quantity\": "
      "\"2\"}\n```\n";
  return read_lesson("# T\n\n## A\n\n" + ask + "\n## B\n\nText.\n\n## C\n\n" + ask + "\n## D\n\n" + ask, "my.md");
}

LessonProgress answered() {
  return {.page = 3, .right = {0}, .records = {{0, {.tries = 2, .hints = 1}}, {2, {.tries = 1}}}};
}

TEST(Results, AreATableOfTheQuestions) {
  EXPECT_EQ(results_csv(three_questions(), answered(), "Ada"),
            "name,lesson,page,kind,question,result,tries,hints\n"
            "\"Ada\",\"my\",1,number,\"How many, \"\"exactly\"\"?\",right,2,1\n"
            "\"Ada\",\"my\",3,number,\"How many, \"\"exactly\"\"?\",wrong,1,0\n"
            "\"Ada\",\"my\",4,number,\"How many, \"\"exactly\"\"?\",none,0,0\n");
  const std::string json = results_json(three_questions(), answered(), "");
  EXPECT_NE(json.find("\"name\": \"\""), std::string::npos);
  EXPECT_NE(json.find("\"right\": 1"), std::string::npos);
  EXPECT_NE(json.find("\"of\": 3"), std::string::npos);
}

/// A name is foreign text: no formula in a spreadsheet, no second line, no invalid UTF-8.
TEST(Results, NamesAreText) {
  const auto first_cell = [](const std::string& name) {
    const std::string csv = results_csv(three_questions(), {}, name);
    const std::size_t line = csv.find('\n') + 1;
    return csv.substr(line, csv.find(",\"my\"") - line);
  };
  EXPECT_EQ(first_cell("=1+1"), "\"'=1+1\"");
  EXPECT_EQ(first_cell("a\nb").find('\n'), std::string::npos);
  EXPECT_EQ(first_cell("a\xff").find('\xff'), std::string::npos);
  EXPECT_EQ(results_json(three_questions(), {}, "a\xff").find('\xff'), std::string::npos);
}

TEST(Results, FollowTheEnding) {
  EXPECT_EQ(results_text("x.csv", three_questions(), {}, "n"), results_csv(three_questions(), {}, "n"));
  EXPECT_EQ(results_text("x.json", three_questions(), {}, "n"), results_json(three_questions(), {}, "n"));
  EXPECT_THROW(results_text("x.txt", three_questions(), {}, "n"), Error);
}

/// Wrong answers of an earlier start come back at the end, once their page is behind.
TEST(Results, WrongAnswersComeBackAtTheNextStart) {
  const LessonPlayer player(three_questions(), answered());
  EXPECT_EQ(player.page().title, "D");
  EXPECT_EQ(player.places(), 5u);  // four pages, and C again
  const LessonPlayer earlier(three_questions(), {.page = 1, .right = {0}, .records = {{2, {.tries = 1}}}});
  EXPECT_EQ(earlier.places(), 4u) << "C is still ahead";
}

TEST(Results, ARevealedAnswerIsNotMarked) {
  LessonPlayer player(three_questions());
  player.reveal();
  EXPECT_FALSE(player.awaits_answer());
  EXPECT_FALSE(player.given_mark());
  EXPECT_TRUE(player.progress().records.empty());
  player.next();
  player.back();
  EXPECT_TRUE(player.awaits_answer());
}

}  // namespace
}  // namespace lanescope
