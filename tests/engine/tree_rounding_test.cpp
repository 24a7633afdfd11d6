// Rounding errors of partial sums: by hand where float32 visibly loses digits, within their bounds everywhere.
#include "engine/analysis/tree_rounding.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/engine/support.h"

namespace lanescope {
namespace {

TEST(TreeRounding, OfThreeNumbersByHand) {
  // 2^24 + 1 is no float32: the sum stays at 2^24, off by 1; adding 1 again is off by 2.
  CombineTree tree;
  tree.leaf_elements = {0, 1, 2};
  tree.leaf_values = {16777216, 1, 1};
  tree.operations = {{0, 1, 0, 0, 16777216}, {3, 2, 1, 0, 16777216}};
  tree.root = 4;
  const TreeRounding rounding = tree_rounding(tree, ElementType::float32);
  EXPECT_EQ(rounding.errors, (std::vector<double>{0, 0, 0, 1, 2}));
  EXPECT_EQ(rounding.largest, 2);
  EXPECT_DOUBLE_EQ(rounding.bounds[3], 0x1p-24 * 16777217);
  EXPECT_DOUBLE_EQ(rounding.bounds[4], (2 * 0x1p-24 + 0x1p-48) * 16777218);
}

TEST(TreeRounding, SeesWhatADoubleLoses) {
  CombineTree tree;
  tree.leaf_elements = {0, 1};
  tree.leaf_values = {1e16, 1};
  tree.operations = {{0, 1, 0, 0, 1e16 + 1}};  // rounds to 1e16
  tree.root = 2;
  EXPECT_EQ(tree_rounding(tree, ElementType::float64).errors[2], 1);
}

TEST(TreeRounding, AddingToTheIdentityIsExactAndCountsForNothing) {
  CombineTree tree;
  tree.leaf_elements = {0};
  tree.leaf_values = {0.1};
  tree.operations = {{kIdentityNode, 0, 0, 0, 0.1}};
  tree.root = 1;
  const TreeRounding rounding = tree_rounding(tree, ElementType::float32);
  EXPECT_TRUE(rounding.exact());
  EXPECT_EQ(rounding.bounds[1], 0);
}

TEST(TreeRounding, StaysWithinTheBoundAtEveryNodeOfEveryKernel) {
  std::mt19937 random(5);
  std::normal_distribution<float> normal(0, 100);
  std::vector<float> values(2048);
  for (float& value : values) value = normal(random);
  for (const KernelInfo& kernel : reductions()) {
    if (!kernel.traced()) continue;
    RunRequest request = testing::request_of(kernel.id, values.size(), 64);
    if (refusal(request)) continue;
    const CombineTree tree = testing::tree_of(request, values);
    const TreeRounding rounding = tree_rounding(tree, ElementType::float32);
    for (std::size_t node = 0; node < rounding.errors.size(); ++node)
      ASSERT_LE(rounding.errors[node], rounding.bounds[node] * (1 + 1e-12)) << kernel.id << " node " << node;
  }
}

TEST(TreeRounding, IsOfSumsOfFloatsOnly) {
  EXPECT_TRUE(has_rounding(Op::sum, ElementType::float32));
  EXPECT_TRUE(has_rounding(Op::sum, ElementType::float64));
  EXPECT_FALSE(has_rounding(Op::sum, ElementType::int32));
  EXPECT_FALSE(has_rounding(Op::max, ElementType::float32));
}

}  // namespace
}  // namespace lanescope
