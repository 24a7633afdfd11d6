// Every lesson of the course in every language, played from its first page to its end: nonsense, wrong answers, and
// in the review right ones.
#include <algorithm>
#include <limits>
#include <numeric>

#include "engine/lesson/player.h"
#include "engine/lesson/shipped_lessons.h"
#include "tests/lesson/support.h"

namespace lanescope {
namespace {

/// Options in the order of their sizes.
Answer sorted_options(const AnswerKey& key) {
  Answer order(key.values.size());
  std::iota(order.begin(), order.end(), 0.0);
  std::stable_sort(order.begin(), order.end(), [&](double a, double b) {
    return key.values[static_cast<std::size_t>(a)] < key.values[static_cast<std::size_t>(b)];
  });
  return order;
}

/// A curve with its lowest point at one factor.
Answer lowest_at(std::ptrdiff_t factor, std::size_t factors) {
  Answer heights(factors, 1);
  heights[static_cast<std::size_t>(factor)] = 0;
  return heights;
}

Answer right_answer(const Question& question, const AnswerKey& key) {
  const auto& values = key.values;
  switch (question.kind->answered_by) {
    case AnsweredBy::one_option:
      return {double(std::find(values.begin(), values.end(), 1) - values.begin())};
    case AnsweredBy::order:
      return sorted_options(key);
    case AnsweredBy::heights:
      return lowest_at(std::min_element(values.begin(), values.end()) - values.begin(), values.size());
    default:
      return values;
  }
}

Answer wrong_answer(const Question& question, const AnswerKey& key) {
  const auto& values = key.values;
  Answer answer;
  switch (question.kind->answered_by) {
    case AnsweredBy::one_option:
      return {double(std::find(values.begin(), values.end(), 0) - values.begin())};
    case AnsweredBy::number:
      return {2 * values[0] + 1};
    case AnsweredBy::set_of_32:
      for (double member = 0; member < 31; ++member) answer.push_back(member);
      if (values.size() >= 31) answer.resize(3);
      return answer;
    case AnsweredBy::order:
      answer = sorted_options(key);
      std::reverse(answer.begin(), answer.end());
      return answer;
    case AnsweredBy::heights:
      return lowest_at(std::max_element(values.begin(), values.end()) - values.begin(), values.size());
  }
  return answer;
}

void refuses_nonsense(LessonPlayer& player, const WorkedOut& worked_out, const std::string& where) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Question& question = *player.page().question;
  const Answer flat(question.factors.size(), 0.5);  // a curve that predicts nothing
  for (const Answer& nonsense : {Answer{}, Answer{nan}, Answer{1, nan, 3}, Answer{-1, 99}, flat}) {
    const bool set = question.kind->answered_by == AnsweredBy::set_of_32;
    if (set && nonsense.empty()) continue;  // no lane at all is an answer
    player.set_answer(nonsense);
    player.mark(worked_out);
    EXPECT_TRUE(player.awaits_answer()) << where;
    EXPECT_FALSE(player.nonsense().empty()) << where;
  }
}

void play(const Lesson& lesson, const std::vector<QuestionOutcome>& outcomes) {
  LessonPlayer player(lesson);
  for (std::size_t place = 0; place < player.places(); ++place) {
    const std::string where = lesson.language + "/" + lesson.id + ", " + player.page().title;
    if (player.awaits_answer()) {
      const auto& worked_out = outcomes[player.page_index()].worked_out;
      ASSERT_TRUE(worked_out) << where << ": " << outcomes[player.page_index()].failed;
      refuses_nonsense(player, *worked_out, where);
      const Question& question = *player.page().question;
      player.set_answer(player.is_review() ? right_answer(question, worked_out->key)
                                           : wrong_answer(question, worked_out->key));
      player.mark(*worked_out);
      ASSERT_TRUE(player.given_mark()) << where;
      EXPECT_EQ(player.given_mark()->right, player.is_review()) << where;
    }
    if (player.page().task) {
      player.judge({.goals = {{"--n 1", Sentence("the result is {}, and {} is right.", 1, 2)}}, .done = false});
      EXPECT_TRUE(player.progress().is_wrong(player.page_index())) << where;
      player.judge({.goals = {{"--n 1", {}}}, .done = true});
    }
    if (place + 1 < player.places()) player.next();
  }
  EXPECT_TRUE(player.at_end());
  const auto tasks =
      std::count_if(lesson.pages.begin(), lesson.pages.end(), [](const Page& p) { return !!p.task; });
  EXPECT_EQ(player.places(), lesson.pages.size() + lesson.questions() - static_cast<std::size_t>(tasks))
      << "each question was wrong once, and came back once; a task is tried again on its page";
  EXPECT_EQ(player.progress().right.size(), lesson.questions());
}

TEST(Playthrough, EveryLessonInEveryLanguageRightWrongAndNonsense) {
  for (const std::string_view language : kLessonLanguages)
    for (const Lesson& lesson : shipped_lessons(language)) {
      Progress progress;
      play(lesson, work_out_all(lesson, progress));
    }
}

/// A wrong choice gets the reply that its option has, a common mistake the one of the mistake.
TEST(Playthrough, CommonMistakesGetTheirOwnReplies) {
  int replies = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    Progress progress;
    Workbench bench(progress);
    for (const Page& page : lesson.pages) {
      if (!page.question) continue;
      const WorkedOut out = work_out(*page.question, bench);
      for (std::size_t i = 0; i < out.mistakes.size(); ++i, ++replies)
        EXPECT_EQ(mark_of(*page.question, out, {out.mistakes[i]}).reply, page.question->mistakes[i].reply)
            << lesson.id << ", " << page.title;
      for (std::size_t i = 0; i < page.question->options.size(); ++i)
        if (page.question->kind->answered_by == AnsweredBy::one_option && out.key.values[i] == 0) {
          EXPECT_FALSE(mark_of(*page.question, out, {double(i)}).reply.empty()) << page.question->options[i].text;
        }
    }
  }
  EXPECT_GT(replies, 20);
}

}  // namespace
}  // namespace lanescope
