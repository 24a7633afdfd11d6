// A way through a lesson: what was wrong comes back, what is no answer does not count, a click can be taken back.
#include "engine/lesson/player.h"

#include "tests/lesson/support.h"

namespace lanescope {
namespace {

Lesson two_questions() {
  const std::string ask =
      "```ask\n{\"kind\": \"choice\", \"question\": \"?\", \"why\": \"x\", \"hints\": [\"a\", \"b\"], \"options\": "
      "[{\"text\": \"one\", \"quantity\": \"1\"}, {\"text\": \"two\", \"quantity\": \"2\"}]}\n```\n";
  return read_lesson("# T\n\n## A\n\n" + ask + "\n## B\n\n" + ask, "FILE.md");
}

TEST(LessonPlayer, WrongAnswersComeBackAtTheEnd) {
  const Lesson lesson = two_questions();
  Progress none;
  const auto outcomes = work_out_all(lesson, none);
  LessonPlayer player(lesson);
  const auto answer = [&](std::size_t option) {
    player.pick(option);
    player.mark(*outcomes[player.page_index()].worked_out);
  };
  EXPECT_TRUE(player.awaits_answer());
  answer(0);
  EXPECT_FALSE(player.given_mark()->right);
  EXPECT_EQ(player.places(), 3u);
  player.next();
  answer(1);
  EXPECT_TRUE(player.given_mark()->right);
  EXPECT_FALSE(player.at_end());
  player.next();
  EXPECT_TRUE(player.is_review());
  EXPECT_EQ(player.page().title, "A");
  answer(1);
  EXPECT_TRUE(player.at_end());
  EXPECT_EQ(player.progress().right, (std::set<std::size_t>{0, 1}));
  player.next();
  EXPECT_EQ(player.place(), 2u);
}

TEST(LessonPlayer, ClicksAreTakenBackAndNonsenseDoesNotCount) {
  LessonPlayer player(
      lesson_asking("{\"kind\": \"lanes\", \"question\": \"?\", \"why\": \"x\", \"hints\": [\"a\", \"b\"], "
                    "\"quantity\": \"lanes[1][0] of segmented --n 8 --block 4\"}"));
  player.pick(3);
  player.pick(5);
  player.undo();
  EXPECT_EQ(player.draft(), (Answer{3}));
  player.pick(3);
  EXPECT_TRUE(player.draft().empty());
  Progress none;
  const auto outcomes = work_out_all(player.lesson(), none);
  player.set_answer({40});
  player.mark(*outcomes[0].worked_out);
  EXPECT_TRUE(player.awaits_answer());
  EXPECT_FALSE(player.nonsense().empty());
  player.show_hint();
  player.show_hint();
  player.show_hint();
  EXPECT_EQ(player.hints(), 2u);
}

/// Enter may come before what is right is known: it is not lost, but an answer that is changed after it is not
/// marked.
TEST(LessonPlayer, WhatWasHandedInIsMarkedOnceTheAnswerIsKnown) {
  LessonPlayer player = LessonPlayer(two_questions());
  EXPECT_FALSE(player.is_handed_in());
  const std::vector<void (*)(LessonPlayer&)> changes = {
      [](LessonPlayer& p) { p.pick(0); }, [](LessonPlayer& p) { p.undo(); },
      [](LessonPlayer& p) { p.set_answer({1}); }, [](LessonPlayer& p) { p.next(); }};
  for (const auto change : changes) {
    player.hand_in();
    EXPECT_TRUE(player.is_handed_in());
    change(player);
    EXPECT_FALSE(player.is_handed_in());
  }
  Progress none;
  const auto outcomes = work_out_all(player.lesson(), none);
  player.hand_in();
  player.mark(*outcomes[player.page_index()].worked_out);
  EXPECT_FALSE(player.is_handed_in());
}

/// Progress of another version of the file, or of a damaged one, opens a page that exists.
TEST(LessonPlayer, ProgressOfALongerLessonFits) {
  const LessonPlayer player(two_questions(), {.page = 70, .right = {1, 99}});
  EXPECT_EQ(player.page().title, "B");
  EXPECT_EQ(player.progress().right, (std::set<std::size_t>{1}));
}

}  // namespace
}  // namespace lanescope
