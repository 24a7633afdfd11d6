// Marks come from the trace: figures that a reader can redo on paper, and answers that follow the launch in the
// file.
#include "tests/lesson/support.h"

namespace lanescope {
namespace {

std::string number_of(const std::string& quantity) {
  return worked_out(
             lesson_asking("{\"kind\": \"number\", \"question\": \"?\", \"why\": \"{answer}\", \"quantity\": \"" +
                           quantity + "\"}"))
      .answer;
}

TEST(Mark, QuantitiesAreThoseOnPaper) {
  EXPECT_EQ(number_of("2 + 3 * 4 - 6 / 2"), "11");
  EXPECT_EQ(number_of("(2 + 3) * 2^10"), "5,120");
  // Stride 16 in a block of 1024: each warp has lanes 0 and 16 at work, so all 32 diverge.
  EXPECT_EQ(number_of("steps[5].divergent_warps of interleaved_shared --n 2048 --block 1024"), "32");
  // A block of 512 has 16 warps.
  EXPECT_EQ(number_of("steps[5].divergent_warps of interleaved_global --n 1024 --block 512"), "16");
  EXPECT_EQ(number_of("steps[5].divergent_warps of convergent_global --n 1024 --block 512"), "0");
  EXPECT_EQ(number_of("first_load of segmented --n 2^14 --block 256 --block-index 3"), "1,536");
  EXPECT_EQ(number_of("first_store of matmul_coarsened --n 256 --tile 16 --coarse 4 --block-index 1"), "64");
  EXPECT_EQ(number_of("totals.flop_per_load_byte of matmul_coarsened --n 256 --tile 32 --coarse 4"), "12.8");
  EXPECT_EQ(number_of("launches of convergent_shared --n 2^20 --block 256 --combine relaunch"), "3");
}

/// Nothing is stored: another launch in the file, another answer.
TEST(Mark, FollowsTheLaunchInTheFile) {
  const auto lanes = [](const std::string& kernel) {
    return worked_out(lesson_asking("{\"kind\": \"lanes\", \"question\": \"?\", \"why\": \"{answer}\", \"of\": \"" +
                                    kernel + " --n 64 --block 32\", \"quantity\": \"lanes[2][0]\"}"));
  };
  const WorkedOut interleaved = lanes("interleaved_shared"), convergent = lanes("convergent_shared");
  EXPECT_EQ(interleaved.answer, "0, 2, 4 ... 30");
  EXPECT_EQ(convergent.answer, "0-15");
  EXPECT_EQ(convergent.why, "0-15");
  const std::string steps =
      "{\"kind\": \"number\", \"question\": \"?\", \"why\": \"x\", \"quantity\": \"block.steps\", \"of\": "
      "\"convergent_shared --n ";
  EXPECT_EQ(worked_out(lesson_asking(steps + "64 --block 32\"}")).answer, "6");
  EXPECT_EQ(worked_out(lesson_asking(steps + "128 --block 64\"}")).answer, "7");
}

TEST(Mark, AnswersRightWrongAndNonsense) {
  const Lesson lesson = lesson_asking(
      "{\"kind\": \"number\", \"question\": \"?\", \"why\": \"x\", \"quantity\": \"200\", \"tolerance_percent\": "
      "5, "
      "\"mistakes\": [{\"answer\": \"200 / 2\", \"reply\": \"Half of it.\"}]}");
  const WorkedOut out = worked_out(lesson);
  const Question& question = *lesson.pages[0].question;
  EXPECT_TRUE(mark_of(question, out, {209}).right);
  EXPECT_FALSE(mark_of(question, out, {211}).right);
  EXPECT_EQ(mark_of(question, out, {100}).reply, "Half of it.");
  EXPECT_TRUE(mark_of(question, out, {150}).reply.empty());
  EXPECT_FALSE(mark_of(question, out, {}).counts);
  EXPECT_FALSE(mark_of(question, out, {0.0 / 0.0}).counts);
}

TEST(Mark, EveryKindRefusesNonsense) {
  const Lesson order = lesson_asking(
      "{\"kind\": \"order\", \"question\": \"?\", \"why\": \"{answer}\", \"options\": [{\"text\": \"b\", "
      "\"quantity\": \"2\"}, "
      "{\"text\": \"a\", \"quantity\": \"1\"}, {\"text\": \"c\", \"quantity\": \"2\"}]}");
  const WorkedOut out = worked_out(order);
  const Question& question = *order.pages[0].question;
  EXPECT_TRUE(mark_of(question, out, {1, 0, 2}).right);
  EXPECT_TRUE(mark_of(question, out, {1, 2, 0}).right);  // equal ones stand either way
  EXPECT_FALSE(mark_of(question, out, {0, 1, 2}).right);
  EXPECT_FALSE(mark_of(question, out, {1, 1, 2}).counts);
  EXPECT_EQ(out.answer, "a (1), b (2), c (2)");
  const Lesson choice = lesson_asking(
      "{\"kind\": \"choice\", \"question\": \"?\", \"why\": \"x\", \"options\": [{\"text\": \"more\", \"when\": "
      "\"n of segmented --n 8 > 8\"}, "
      "{\"text\": \"as many\", \"when\": \"n of segmented --n 8 = 8\"}]}");
  const Question& which = *choice.pages[0].question;
  EXPECT_TRUE(mark_of(which, worked_out(choice), {1}).right);
  EXPECT_FALSE(mark_of(which, worked_out(choice), {0}).right);
  EXPECT_FALSE(mark_of(which, worked_out(choice), {2}).counts);
  EXPECT_THROW(worked_out(lesson_asking(
                   "{\"kind\": \"choice\", \"question\": \"?\", \"why\": \"x\", \"options\": [{\"text\": \"a\", "
                   "\"quantity\": \"1\"}, {\"text\": \"b\", \"quantity\": \"1\"}]}")),
               Error);
  EXPECT_THROW(worked_out(lesson_asking("{\"kind\": \"number\", \"question\": \"?\", \"why\": \"x\", \"quantity\": "
                                        "\"steps[9].active_warps of segmented --n 8 --block 4\"}")),
               Error);
}

}  // namespace
}  // namespace lanescope
