// Mistyped names: what is offered instead.
#include "engine/base/nearest_name.h"

#include <gtest/gtest.h>

#include "engine/base/error.h"
#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

using Names = std::vector<std::string>;

TEST(NearestName, the_fewest_edits_win_and_a_second_is_told_where_it_is_about_as_near) {
  const Names names = {"segmented", "coarsened", "convergent_global", "convergent_shared", "scan_coarsened"};
  EXPECT_EQ(nearest_names("coarsend", names), Names{"coarsened"});
  EXPECT_EQ(nearest_names("COARSENED", names), (Names{"coarsened", "scan_coarsened"})) << "both hold it";
  EXPECT_EQ(nearest_names("segmetned", names), Names{"segmented"});
  EXPECT_EQ(nearest_names("convergent", names), (Names{"convergent_global", "convergent_shared"}));
}

TEST(NearestName, odd_texts_and_no_names_are_survived) {
  EXPECT_TRUE(nearest_names("x", {}).empty());
  EXPECT_EQ(nearest_names("", {"a", "bcd"}), Names{"a"});
  EXPECT_EQ(nearest_names(std::string(1 << 20, 'a'), {"a"}), Names{"a"});
  EXPECT_EQ(nearest_names("\xff\xfe\n", {"a"}), Names{"a"});
}

TEST(NearestName, every_kernel_is_found_again_with_one_letter_wrong) {
  for (const KernelInfo& info : all_kernels()) {
    for (std::size_t at = 0; at < info.id.size(); ++at) {
      std::string wrong(info.id);
      wrong[at] = wrong[at] == 'q' ? 'j' : 'q';
      try {
        kernel_info(wrong);
        ADD_FAILURE() << wrong;
      } catch (const Error& error) {
        const std::string words = error.what();
        EXPECT_NE(words.find(info.id), std::string::npos) << words;
        EXPECT_NE(words.find("lanescope list"), std::string::npos) << words;
        EXPECT_LT(words.size(), 160u) << "not all names again";
      }
    }
  }
}

}  // namespace
}  // namespace lanescope
