// The course in every language: the same launches, quantities and pages; only words differ.
#include "engine/lesson/launch_words.h"
#include "engine/lesson/player.h"
#include "engine/lesson/shipped_lessons.h"
#include "tests/lesson/support.h"

namespace lanescope {
namespace {

std::string text_of_expression(const std::optional<Expression>& expression) {
  return expression ? expression->text : "-";
}

/// All of a question that is no word: what decides which answer is right.
std::vector<std::string> bones_of(const Question& question) {
  std::vector<std::string> bones = {std::string(question.kind->name), text_of_expression(question.quantity),
                                    std::to_string(question.tolerance_percent), std::to_string(question.smallest),
                                    std::to_string(question.hints.size())};
  for (const unsigned factor : question.factors) bones.push_back(std::to_string(factor));
  for (const Option& option : question.options)
    bones.insert(bones.end(), {text_of_expression(option.quantity), option.when ? option.when->left.text : "-",
                               option.when ? option.when->sign : "-", std::to_string(option.stated),
                               std::to_string(option.reply.empty())});
  for (const CommonMistake& mistake : question.mistakes) bones.push_back(mistake.answer.text);
  std::vector<std::string> values;
  for (const Expression& value : question.in_why) values.push_back(value.text);
  std::sort(values.begin(), values.end());  // another language may name them in another order
  bones.insert(bones.end(), values.begin(), values.end());
  return bones;
}

/// All of a task that is no word: what it begins with and what judges it.
std::vector<std::string> bones_of(const CodeTask& task) {
  std::vector<std::string> bones = {task.from, task.fault, std::to_string(task.hints.size())};
  for (const RunRequest& goal : task.goals) bones.push_back(words_of_launch(goal));
  for (const CountedBar& bar : task.bars) bones.push_back(bar.quantity->name);
  return bones;
}

void expect_same_show(const std::optional<Show>& one, const std::optional<Show>& other, const std::string& where) {
  ASSERT_EQ(one.has_value(), other.has_value()) << where;
  if (!one) return;
  EXPECT_EQ(one->launches, other->launches) << where;
  EXPECT_EQ(one->step, other->step) << where;
  EXPECT_EQ(one->view, other->view) << where;
  EXPECT_EQ(one->level, other->level) << where;
}

TEST(Languages, HaveTheSamePagesLaunchesAndQuantities) {
  const auto& english = shipped_lessons();
  for (const std::string_view language : kLessonLanguages) {
    const auto& lessons = shipped_lessons(language);
    ASSERT_EQ(lessons.size(), english.size()) << language;
    for (std::size_t i = 0; i < lessons.size(); ++i) {
      EXPECT_EQ(lessons[i].id, english[i].id);
      EXPECT_EQ(lessons[i].language, language);
      ASSERT_EQ(lessons[i].pages.size(), english[i].pages.size()) << lessons[i].id;
      for (std::size_t page = 0; page < lessons[i].pages.size(); ++page) {
        const Page &one = english[i].pages[page], &other = lessons[i].pages[page];
        const std::string where = std::string(language) + "/" + lessons[i].id + ", " + one.title;
        expect_same_show(one.show, other.show, where);
        ASSERT_EQ(one.question.has_value(), other.question.has_value()) << where;
        if (one.question) {
          EXPECT_EQ(bones_of(*one.question), bones_of(*other.question)) << where;
        }
        ASSERT_EQ(one.task.has_value(), other.task.has_value()) << where;
        if (one.task) {
          EXPECT_EQ(bones_of(*one.task), bones_of(*other.task)) << where;
        }
      }
    }
  }
}

/// A launch in braces, or a name of the program, may stay English; a sentence may not.
TEST(Languages, HaveWordsOfTheirOwn) {
  for (const std::string_view language : kLessonLanguages) {
    if (language == kLessonLanguages[0]) continue;
    for (std::size_t i = 0; i < shipped_lessons().size(); ++i) {
      const auto english = words_of(shipped_lessons()[i]), translated = words_of(shipped_lessons(language)[i]);
      ASSERT_EQ(english.size(), translated.size());
      for (std::size_t word = 0; word < english.size(); ++word) {
        EXPECT_EQ(english[word].empty(), translated[word].empty()) << english[word];
        if (english[word].find(' ') != std::string::npos &&
            english[word].find_first_of("aeiou") != std::string::npos &&
            english[word].find("COARSE_FACTOR") == std::string::npos) {
          EXPECT_NE(english[word], translated[word]) << language;
        }
      }
    }
  }
}

TEST(Languages, ALessonIsFoundInItsLanguage) {
  EXPECT_EQ(find_lesson("02-warps").language, "en");
  EXPECT_EQ(find_lesson("02-warps", "zh-Hans").language, "zh-Hans");
  EXPECT_EQ(find_lesson("02-warps", "tlh").language, "en");
  EXPECT_THROW(find_lesson("2-warps"), Error);
}

}  // namespace
}  // namespace lanescope
