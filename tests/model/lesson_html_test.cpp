// A lesson on paper: a hand-out tells, an exam sheet does not, and foreign text stays text.
#include "viz/model/lesson_html.h"

#include <gtest/gtest.h>

#include "engine/lesson/read_lesson.h"
#include "viz/text/language.h"

namespace lanescope {
namespace {

const char* const kFile =
    "# A < B\n\n## Look\n\nOnly text.\n\n```show\n{\"kernel\": \"segmented --n 64 --block 32\"}\n```\n\n"
    "## Ask\n\n```show\n{\"kernel\": \"segmented --n 64 --block 32\"}\n```\n\n"
    "```ask\n{\"kind\": \"number\", \"question\": \"How <many> steps?\", \"of\": \"segmented --n 64 --block 32\", "
    "\"quantity\": \"1000 * block.steps\", \"unit\": \"steps\", \"why\": \"Because {answer}.\", \"hints\": "
    "[\"Think.\"]}\n"
    "```\n";

std::string printed(Printed as) {
  const Lesson lesson = read_lesson(kFile, "FILE.md");
  Progress progress;
  const auto outcomes = work_out_all(lesson, progress);
  std::vector<PrintedPage> pages;
  for (const QuestionOutcome& outcome : outcomes)
    pages.push_back({outcome, {{"<svg><pattern id=\"hatch0\"/><rect fill=\"url(#hatch0)\"/></svg>", "a & b"}}});
  return lesson_html(lesson, pages, as);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(LessonHtml, HandOutHasPicturesAndAnswers) {
  const LanguageScope words(Language::english);
  const std::string html = printed(Printed::hand_out);
  EXPECT_EQ(count(html, "<svg>"), 2u);
  EXPECT_EQ(count(html, "6,000 steps"), 2u);  // 64 elements: 6 steps; as the answer and in the reason
  EXPECT_EQ(count(html, "Think."), 1u);
  EXPECT_EQ(count(html, "<a "), 0u) << "one file, without others";
}

TEST(LessonHtml, ExamTellsNoAnswer) {
  const LanguageScope words(Language::english);
  const std::string html = printed(Printed::exam);
  EXPECT_EQ(count(html, "<svg>"), 1u) << "the picture of the page that asks nothing";
  EXPECT_EQ(count(html, "6,000"), 0u);
  EXPECT_EQ(count(html, "Think."), 0u);
  EXPECT_EQ(count(html, "How &lt;many&gt; steps?"), 1u);
  EXPECT_EQ(count(html, "Name"), 1u);
}

TEST(LessonHtml, TextIsEscapedAndNamesAreUnique) {
  const std::string html = printed(Printed::hand_out);
  EXPECT_EQ(count(html, "A < B"), 0u);
  EXPECT_EQ(count(html, "A &lt; B"), 2u);  // title and heading
  EXPECT_EQ(count(html, "a &amp; b"), 2u);
  EXPECT_EQ(count(html, "id=\"hatch-0-0\""), 1u);
  EXPECT_EQ(count(html, "url(#hatch-1-0)"), 1u);
}

TEST(LessonHtml, SpeaksTheLanguage) {
  const LanguageScope words(Language::traditional_chinese);
  const std::string html = printed(Printed::exam);
  EXPECT_NE(html.find("<html lang=\"zh-Hant\">"), std::string::npos);
  EXPECT_EQ(html.find("Name"), std::string::npos);
}

}  // namespace
}  // namespace lanescope
