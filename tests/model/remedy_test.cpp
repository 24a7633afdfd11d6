// What is offered in place of a refused launch can run.
#include "viz/model/remedy.h"

#include <gtest/gtest.h>

#include "engine/request/refusals.h"

namespace lanescope {
namespace {

RunRequest one_block(std::uint64_t n) {
  RunRequest request;
  request.kernel = "shared_tree";
  request.n = n;
  request.block_dim = 256;
  return request;
}

TEST(Remedy, too_many_elements_for_one_block_go_to_a_grid_at_the_same_n) {
  const RunRequest refused = one_block(100'000);
  ASSERT_TRUE(refusal(refused));
  const auto instead = remedy(refused);
  ASSERT_TRUE(instead);
  RunRequest wanted = refused;
  wanted.kernel = "segmented";
  EXPECT_EQ(*instead, wanted);
  EXPECT_FALSE(refusal(*instead));
}

TEST(Remedy, points_cannot_be_combined_by_a_grid_so_there_are_fewer) {
  RunRequest points = one_block(100'000);
  points.type = ElementType::point3;
  points.op = Op::farthest;
  ASSERT_TRUE(refusal(points));
  const auto instead = remedy(points);
  ASSERT_TRUE(instead);
  EXPECT_EQ(instead->kernel, "shared_tree");
  EXPECT_EQ(instead->n, 512u) << "two for each of 256 threads";
  EXPECT_FALSE(refusal(*instead));
}

TEST(Remedy, only_of_what_is_refused_for_its_n) {
  EXPECT_FALSE(remedy(one_block(512))) << "possible";
  RunRequest odd = one_block(100);
  odd.block_dim = 100;
  ASSERT_TRUE(refusal(odd));
  EXPECT_FALSE(remedy(odd)) << "blockDim";
  RunRequest both = one_block(100'000);
  both.block_dim = 100;
  EXPECT_FALSE(remedy(both)) << "the first reason is blockDim";
}

}  // namespace
}  // namespace lanescope
