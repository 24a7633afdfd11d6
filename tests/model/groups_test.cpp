// Kernels of one group stand side by side; choosing one of another group begins anew, and undo brings all back.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/request/catalogue.h"
#include "viz/model/model.h"
#include "viz/model/view_state_json.h"

namespace lanescope {
namespace {

TEST(Groups, every_kernel_is_in_one_and_they_are_in_its_order) {
  std::vector<std::string> ids, expected;
  for (const KernelGroup& group : kernel_groups())
    for (const KernelInfo& kernel : group.kernels) {
      ids.emplace_back(kernel.id);
      EXPECT_EQ(&group_of(kernel), &group);
    }
  for (const KernelInfo& kernel : all_kernels()) expected.emplace_back(kernel.id);
  EXPECT_EQ(ids, expected);
}

TEST(Groups, kernels_of_one_workload_are_all_those_that_have_it) {
  for (const KernelInfo& kernel : all_kernels()) {
    const auto kernels = kernels_of(kernel.workload);
    const auto has_it = [&](const KernelInfo& other) { return other.workload == kernel.workload; };
    EXPECT_TRUE(std::all_of(kernels.begin(), kernels.end(), has_it)) << kernel.id;
    EXPECT_EQ(std::count_if(all_kernels().begin(), all_kernels().end(), has_it),
              static_cast<std::ptrdiff_t>(kernels.size()))
        << kernel.id;
  }
}

TEST(Groups, titles_differ) {
  for (const KernelGroup& one : kernel_groups())
    for (const KernelGroup& other : kernel_groups()) EXPECT_EQ(&one == &other, one.title == other.title);
}

TEST(Groups, the_first_launch_of_every_kernel_can_run_whatever_came_before) {
  ViewState before;
  before.request().type = ElementType::point3;
  before.request().op = Op::farthest;
  before.request().combining = Combining::host;
  before.request().coarse_factor = 64;
  for (const KernelInfo& kernel : array_kernels()) {
    const ViewState after = apply(before, SetKernel{std::string(kernel.id)});
    EXPECT_EQ(after.request().kernel, kernel.id);
    EXPECT_FALSE(refusal(after.request())) << refusal(after.request())->text();
  }
}

TEST(Groups, within_one_the_launch_is_kept_as_far_as_the_kernel_has_the_choice) {
  ViewState state = apply({}, SetKernel{"matmul_coarsened"});
  state = apply(apply(state, SetMatrices{{100, 33, 70}}), SetTileWidth{32});
  state = apply(state, SetCoarseFactor{8});
  const ViewState tiled = apply(state, SetKernel{"matmul_tiled"});
  EXPECT_EQ(tiled.request().matrices, (MatrixSizes{100, 33, 70}));
  EXPECT_EQ(tiled.request().n, 100u);
  EXPECT_EQ(tiled.request().tile_width, 32u);
  EXPECT_EQ(tiled.request().coarse_factor, 1u);
}

TEST(Groups, square_matrices_are_their_width) {
  ViewState state = apply({}, SetKernel{"matmul_tiled"});
  state = apply(state, SetMatrices{{48, 48, 48}});
  EXPECT_EQ(state.request().matrices, std::nullopt);
  EXPECT_EQ(state.request().n, 48u);
  state = apply(apply(state, SetMatrices{{1, 2, 3}}), SetN{16});
  EXPECT_EQ(state.request().matrices, std::nullopt);
}

TEST(Groups, another_group_takes_the_place_of_all_variants_and_undo_brings_them_back) {
  Model model(ViewState{});
  model.handle(AddVariant{"segmented"});
  model.handle(EndEdit{});
  const Variants before = model.view().variants;
  model.handle(SetKernel{"vector_add"});
  model.handle(EndEdit{});
  EXPECT_EQ(model.count(), 1u);
  model.handle(Undo{});
  EXPECT_EQ(model.view().variants, before);
}

TEST(Groups, no_run_of_another_group_is_shown_while_the_new_one_is_made) {
  Model model(ViewState{});
  model.finish_run();
  ASSERT_TRUE(model.run());
  model.handle(SetKernel{"matmul_tiled"});
  EXPECT_FALSE(model.run());
  model.finish_run();
  EXPECT_EQ(model.run()->request.kernel, "matmul_tiled");
}

TEST(Groups, where_all_kernels_are_there_the_active_one_is_added_once_more) {
  ViewState state = apply({}, SetKernel{"vector_add"});
  state = apply(state, AddVariant{kernel_to_add(state)});
  EXPECT_EQ(state.request().kernel, "rgb_to_gray");
  EXPECT_EQ(kernel_to_add(state), "rgb_to_gray");
}

TEST(Groups, a_state_that_mixes_them_is_refused_by_name) {
  ViewState state;
  state.variants.requests.push_back(apply({}, SetKernel{"vector_add"}).request());
  const auto loaded = view_state_from_json(view_state_to_json(state));
  EXPECT_NE(loaded.refused.text().find("convergent_shared and vector_add solve different problems"),
            std::string::npos)
      << loaded.refused.text();
  EXPECT_EQ(loaded.state, ViewState{});
}

}  // namespace
}  // namespace lanescope
