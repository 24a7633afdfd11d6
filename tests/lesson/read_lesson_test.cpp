// Files that are lessons, and files that are not: with line, column, and what is allowed.
#include "tests/lesson/support.h"

namespace lanescope {
namespace {

TEST(ReadLesson, PagesHaveTextShowAndQuestion) {
  const Lesson lesson = read_lesson(
      "# Title\n\nWhat it *is*\nabout.\n\n## One\n\nText.\n\n```show\n{\"kernel\": \"segmented --n 64 --block "
      "32\", \"step\": 3}\n```\n\n"
      "## Two\n\n```ask\n{\"kind\": \"number\", \"question\": \"?\", \"quantity\": \"1 + 2 * 3\", \"why\": "
      "\"{answer}\"}\n```\n",
      "folder/my.md");
  EXPECT_EQ(lesson.id, "my");
  EXPECT_EQ(lesson.about, "What it is about.");
  ASSERT_EQ(lesson.pages.size(), 2u);
  ASSERT_TRUE(lesson.pages[0].show);
  EXPECT_EQ(lesson.pages[0].show->launches.at(0).n, 64u);
  EXPECT_EQ(lesson.pages[0].show->step, 3u);
  EXPECT_FALSE(lesson.pages[0].question);
  EXPECT_TRUE(lesson.pages[1].question);
  EXPECT_EQ(lesson.questions(), 1u);
}

TEST(ReadLesson, SaysWhereAndWhatIsAllowed) {
  EXPECT_EQ(refused("").substr(0, 12), "FILE.md:1:1:");
  EXPECT_NE(refused("# T\n\n## P\n\n- list\n").find("FILE.md:5:1: a list cannot be shown"), std::string::npos);
  EXPECT_NE(refused("# T\n\n## P\n\n```shwo\n{}\n```\n").find("FILE.md:5:1: a block is 'show', 'ask' or 'write'"),
            std::string::npos);
  const std::string field = refused("# T\n\n## P\n\n```show\n{\"step\": 1,\n  \"kernle\": \"x\"}\n```\n");
  EXPECT_NE(field.find("FILE.md:7:3: there is no field kernle here; there are kernel, compare"), std::string::npos)
      << field;
  const std::string comma = refused("# T\n\n## P\n\n```show\n{\"step\": 1\n \"view\": 2}\n```\n");
  EXPECT_NE(comma.find("FILE.md:7:"), std::string::npos) << comma;
  const std::string kernel = refused("# T\n\n## P\n\n```show\n{\"kernel\": \"segmentde --n 2\"}\n```\n");
  EXPECT_NE(kernel.find("FILE.md:6:12:"), std::string::npos) << kernel;
  EXPECT_NE(kernel.find("segmented"), std::string::npos) << kernel;
  EXPECT_NE(refused("# T\n\n## P\n\n```ask\n{\"kind\": \"essay\"}\n```\n")
                .find("one of choice, number, lanes, sectors, banks, order, curve"),
            std::string::npos);
}

TEST(ReadLesson, RefusesWhatNoQuestionIs) {
  const auto asked = [](const std::string& rest) {
    return refused("# T\n\n## P\n\n```ask\n{\"question\": \"?\", \"why\": \"x\", " + rest + "}\n```\n");
  };
  EXPECT_NE(asked("\"kind\": \"number\"").find("needs a quantity"), std::string::npos);
  EXPECT_NE(
      asked("\"kind\": \"number\", \"quantity\": \"steps[1].divergent_warps\"").find("'of KERNEL ...' is missing"),
      std::string::npos);
  EXPECT_NE(asked("\"kind\": \"number\", \"quantity\": \"steps[1].divergent of segmented\"")
                .find("steps[].divergent_warps"),
            std::string::npos);
  EXPECT_NE(asked("\"kind\": \"number\", \"quantity\": \"lanes[1][0] of segmented\"").find("is a set"),
            std::string::npos);
  EXPECT_NE(asked("\"kind\": \"lanes\", \"quantity\": \"banks[1][0] of segmented\"").find("lanes[STEP][WARP]"),
            std::string::npos);
  EXPECT_NE(asked("\"kind\": \"number\", \"quantity\": \"(1\"").find("closing parenthesis"), std::string::npos);
  EXPECT_NE(asked("\"kind\": \"number\", \"quantity\": \"n of segmented --n 2^40\"").find("--n"),
            std::string::npos);
  EXPECT_NE(asked("\"kind\": \"number\", \"quantity\": \"n of segmented --input file\"").find("uniform"),
            std::string::npos);
  EXPECT_NE(asked("\"kind\": \"choice\", \"options\": [{\"text\": \"a\", \"right\": true}, {\"text\": \"b\", "
                  "\"quantity\": \"1\"}]")
                .find("either every option"),
            std::string::npos);
  EXPECT_NE(asked("\"kind\": \"number\", \"quantity\": \"" + std::string(30, '(') + "1\"").find("nested"),
            std::string::npos);
}

}  // namespace
}  // namespace lanescope
