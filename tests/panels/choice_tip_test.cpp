// The tip of a choice that cannot be taken: what it is, and why not now.
#include <gtest/gtest.h>

#include "viz/panels/ui.h"

namespace lanescope {
namespace {

TEST(ChoiceTip, SaysWhatAChoiceIsAlsoWhereItIsRefused) {
  EXPECT_EQ(tip_of_choice("One block.", Sentence()), "One block.");
  EXPECT_EQ(tip_of_choice("One block.", Sentence("too many elements")),
            "One block.\n\nNot here: too many elements");
  EXPECT_EQ(tip_of_choice("", Sentence("too many elements")), "Not here: too many elements");
}

}  // namespace
}  // namespace lanescope
