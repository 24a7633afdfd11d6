// Captions side by side: the same words in all columns, and in the same letters.
#include "viz/panels/caption_form.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

/// As many characters as there is room for.
std::function<bool(std::size_t, const std::string&)> room(std::size_t large, std::size_t small) {
  return [=](std::size_t look, const std::string& words) { return words.size() <= (look == 0 ? large : small); };
}

TEST(CaptionForm, IsTheSameInAllColumns) {
  const std::vector<std::string> a{"a long sentence", "shorter", "a"}, b{"a much longer sentence", "short", "b"};
  EXPECT_EQ(common_form({a}, 1, room(16, 16)).form, 0u);
  EXPECT_EQ(common_form({a, b}, 1, room(16, 16)).form, 1u) << "the longest words of b have no room";
  EXPECT_EQ(common_form({a, b}, 1, room(6, 6)).form, 2u);
}

TEST(CaptionForm, LetsWordsGetShorterBeforeLettersGetSmaller) {
  const std::vector<std::string> words{"a long sentence", "shorter", "a"};
  const CaptionChoice large = common_form({words}, 2, room(7, 16)), small = common_form({words}, 2, room(0, 16));
  EXPECT_EQ(large.look, 0u);
  EXPECT_EQ(large.form, 1u);
  EXPECT_EQ(small.look, 1u);
  EXPECT_EQ(small.form, 0u);
}

// Steps differ in how long their words are; letters that change from step to step would be noticed before the
// words.
TEST(CaptionForm, KeepsItsLettersAlsoWhereItThenSaysLittle) {
  const std::vector<std::string> words{"a long sentence", "shorter", "a"};
  const CaptionChoice choice = common_form({words}, 2, room(3, 16));
  EXPECT_EQ(choice.look, 0u);
  EXPECT_EQ(choice.form, 2u);
}

TEST(CaptionForm, IsTheShortestWhereNothingFits) {
  const CaptionChoice none = common_form({{"a long sentence", "shorter"}}, 2, room(3, 3));
  EXPECT_EQ(none.look, 1u);
  EXPECT_EQ(none.form, 1u);
}

// A column in which threads work alone stands beside one in which they do not.
TEST(CaptionForm, OfColumnsWithAndWithoutAReasonMatch) {
  const Caption with{.full = "full",
                     .shorter = "shorter",
                     .brief = "brief",
                     .least = "least",
                     .tiny = "tiny",
                     .why = "why",
                     .why_brief = "w"};
  const Caption without{.full = "FULL", .shorter = "SHORTER", .brief = "BRIEF", .least = "LEAST"};
  for (const bool on_stage : {false, true}) {
    const auto a = forms_of(with, on_stage, true), b = forms_of(without, on_stage, true);
    ASSERT_EQ(a.size(), b.size());
    EXPECT_EQ(a.front(), "full why");
    EXPECT_EQ(b.front(), "FULL");
    EXPECT_EQ(b.back(), "LEAST");
    for (const std::string& words : b) EXPECT_FALSE(words.empty());
  }
  EXPECT_EQ(forms_of(with, true, true)[1], "brief why");
  EXPECT_EQ(forms_of(without, true, true)[1], "BRIEF");
}

// The step and its stride come before one of them alone.
TEST(CaptionForm, NamesStepAndStrideWhereThereIsRoomForBoth) {
  const Caption caption{.full = "full",
                        .shorter = "shorter",
                        .brief = "brief",
                        .least = "stride 4: 4 of 16 threads",
                        .tiny = "stride 4: 4",
                        .both = "step 3, stride 4: 4 work",
                        .both_brief = "step 3, stride 4: 4"};
  const std::vector<std::string> forms = forms_of(caption, true, false);
  EXPECT_EQ(forms[common_form({forms}, 1, room(19, 19)).form], "full");
  const std::vector<std::string> tail(forms.end() - 5, forms.end());
  EXPECT_EQ(tail, (std::vector<std::string>{caption.least, caption.both, caption.both_brief, caption.tiny,
                                            caption.tiny}));
}

}  // namespace
}  // namespace lanescope
