// What each command does to the state, and what is refused.
#include <gtest/gtest.h>

#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "viz/model/command.h"

namespace lanescope {
namespace {

TEST(Apply, changes_only_what_the_command_names) {
  const ViewState before;
  ViewState expected = before;
  expected.request().op = Op::max;
  EXPECT_EQ(apply(before, SetOp{Op::max}), expected);
  expected = before;
  expected.theme = Theme::light;
  EXPECT_EQ(apply(before, SetTheme{Theme::light}), expected);
  expected = before;
  expected.language = Language::simplified_chinese;
  EXPECT_EQ(apply(before, SetLanguage{Language::simplified_chinese}), expected);
}

TEST(Apply, each_memory_has_its_own_chosen_request) {
  ViewState state = apply({}, ChooseRequest{MemorySpace::global, 2});
  EXPECT_EQ(state.global_request, 2u);
  EXPECT_EQ(state.shared_request, 0u);
  state = apply(state, ChooseRequest{MemorySpace::shared, 1});
  EXPECT_EQ(state.global_request, 2u);
  EXPECT_EQ(state.shared_request, 1u);
  EXPECT_EQ(apply(state, SetActivityLevel{ActivityLevel::grid}).activity, ActivityLevel::grid);
  EXPECT_EQ(apply(state, SetCostKind{CostKind::barriers}).cost, CostKind::barriers);
  state = apply(state, SetPlacementGpu{"toy_2_sms"});
  EXPECT_EQ(state.placement_gpu, "toy_2_sms");
  EXPECT_EQ(apply(state, SetPlacementGpu{"a GPU that is not there"}).placement_gpu, "toy_2_sms");
}

TEST(Apply, a_kernel_without_a_factor_runs_at_factor_one) {
  ViewState state = apply({}, SetKernel{"coarsened"});
  state = apply(state, SetCoarseFactor{8});
  EXPECT_EQ(state.request().coarse_factor, 8u);
  state = apply(state, SetKernel{"segmented"});
  EXPECT_EQ(state.request().coarse_factor, 1u);
  EXPECT_FALSE(refusal(state.request()));
}

TEST(Apply, vectorized_starts_from_its_own_rule_and_follows_it) {
  const auto own = [](const ViewState& state) { return own_shape(state.request()); };
  ViewState state = apply({}, SetKernel{"vectorized"});
  EXPECT_EQ(own(state), OwnShape::all);
  for (const std::uint64_t n : {1ull << 22, 1ull << 14, 1ull << 10, 1ull << 24}) {
    state = apply(state, SetN{n});
    EXPECT_EQ(own(state), OwnShape::all) << n;
  }
  EXPECT_EQ(own(apply(state, SetType{ElementType::float64})), OwnShape::all);
  state = apply(state, SetBlockDim{128});
  EXPECT_EQ(state.request().block_dim, 128u);
  EXPECT_EQ(own(state), OwnShape::grid) << "the user's block, the kernel's grid";
  state = apply(state, SetN{1 << 20});
  EXPECT_EQ(state.request().block_dim, 128u);
  EXPECT_EQ(own(state), OwnShape::grid);
  state = apply(state, SetGridDim{64});
  EXPECT_EQ(own(state), OwnShape::none);
  EXPECT_EQ(apply(state, SetN{1 << 22}).request().grid_dim, 64u) << "the user's choice stays";
  EXPECT_EQ(own(apply(state, SetGridDim{std::nullopt})), OwnShape::grid);
}

TEST(Apply, no_other_kernel_takes_over_the_shape_of_vectorized) {
  ViewState state = apply(apply({}, SetN{1 << 22}), SetKernel{"vectorized"});
  EXPECT_NE(state.request().grid_dim, 128u);
  EXPECT_FALSE(apply(state, SetKernel{"two_pass_blocked"}).request().grid_dim);
  EXPECT_EQ(apply(state, SetKernel{"two_pass_blocked"}).request().block_dim, RunRequest{}.block_dim);
  EXPECT_FALSE(apply(state, AddVariant{"two_pass_blocked"}).request().grid_dim);
  state = apply(apply({}, SetN{1 << 22}), AddVariant{"vectorized"});
  EXPECT_EQ(own_shape(state.request()), OwnShape::all);
  EXPECT_FALSE(state.variants.requests[0].grid_dim) << "the other one stays as it is";
  state = apply(state, RemoveVariant{0});
  EXPECT_EQ(own_shape(state.request()), OwnShape::all);
}

TEST(Apply, a_new_launch_keeps_the_step_and_drops_what_was_selected_in_the_old_one) {
  ViewState state;
  state.position = 4;
  state.selection.warp = 3;
  state.request().block = 7;
  state = apply(state, SetBlockDim{64});
  EXPECT_EQ(state.position, 4u);
  EXPECT_TRUE(state.selection.empty());
  EXPECT_EQ(state.request().block, 0u);
}

TEST(Apply, stepping_back_stops_before_the_first_step) {
  ViewState state;
  state.position = 1;
  state = apply(state, StepBy{-1});
  EXPECT_EQ(state.position, 0u);
  EXPECT_EQ(apply(state, StepBy{-1}).position, 0u);
}

TEST(Apply, scrubbing_pauses) {
  ViewState state = apply({}, SetPlaying{true});
  EXPECT_TRUE(state.playing);
  EXPECT_FALSE(apply(state, StepTo{3}).playing);
}

TEST(Apply, speed_and_camera_stay_in_their_limits) {
  EXPECT_EQ(apply({}, SetSpeed{100}).speed, 4);
  EXPECT_EQ(apply({}, SetSpeed{0}).speed, 0.5);
  const auto camera = apply({}, SetTreeCamera{{.zoom = 0.1, .center = 7}}).tree;
  EXPECT_EQ(camera.zoom, 1);
  EXPECT_EQ(camera.center, 1);
}

TEST(Apply, a_plots_camera_stays_inside_the_plot) {
  const auto camera = [](PlotCamera wanted) { return apply({}, SetPlotCamera{wanted}).sweep.camera; };
  EXPECT_EQ(camera({.zoom = 0.1, .center_x = 7, .center_y = -7}), PlotCamera{});
  EXPECT_EQ(camera({.zoom = 2, .center_x = 7, .center_y = -7}), (PlotCamera{2, 0.75, 0.25}));
  EXPECT_EQ(camera({.zoom = 1e9, .center_x = 0.5, .center_y = 0.5}).zoom, kMaxPlotZoom);
  const ViewState zoomed = apply({}, SetPlotCamera{{.zoom = 4, .center_x = 0.5, .center_y = 0.5}});
  EXPECT_EQ(apply(zoomed, SetSweepChart{SweepChart::n}).sweep,
            (SweepOptions{SweepChart::n, SweepQuantity::time, {}}));
  EXPECT_EQ(apply(zoomed, SetSweepQuantity{SweepQuantity::bandwidth}).sweep.camera, PlotCamera{});
}

TEST(Refusals, a_factor_is_refused_by_kernels_that_do_not_coarsen) {
  for (const auto& info : reductions()) {
    if (!info.traced()) continue;  // its launch is ignored
    const ViewState state = apply({}, SetKernel{std::string(info.id)});
    const std::string reason = refusal_after(state, SetCoarseFactor{2}).text();
    EXPECT_EQ(reason.empty(), info.coarsens) << info.id << ": " << reason;
  }
}

TEST(Refusals, only_one_block_or_thread_alone_is_refused_at_the_default_launch) {
  ViewState state;
  state.request().detail = Detail::full;  // as the window always asks
  for (const auto& info : reductions()) {
    const bool alone = info.grid == GridRule::one_block || info.grid == GridRule::one_thread;
    const bool elsewhere = info.is_library && !backend_status().cuda_available;
    EXPECT_EQ(refusal_after(state, SetKernel{std::string(info.id)}).empty(), !alone && !elsewhere) << info.id;
  }
}

TEST(Apply, grid_and_combining_stay_with_kernels_that_have_the_choice) {
  ViewState state = apply({}, SetKernel{"two_pass_blocked"});
  state = apply(state, SetGridDim{16});
  EXPECT_EQ(apply(state, SetKernel{"two_pass_unrolled"}).request().grid_dim, 16u);
  EXPECT_EQ(apply(state, SetKernel{"segmented"}).request().grid_dim, std::nullopt);
  state = apply(apply(state, SetKernel{"warp_shuffle"}), SetCombining{Combining::host});
  EXPECT_EQ(apply(state, SetKernel{"convergent_shared"}).request().combining, Combining::host);
  EXPECT_EQ(apply(state, SetKernel{"single_pass_last_block"}).request().combining, std::nullopt);
  // What is left can run: no kernel is refused for a choice that another one had.
  EXPECT_EQ(refusal_after(state, SetKernel{"single_pass_last_block"}).text(), "");
}

TEST(Refusals, combining_is_refused_where_a_kernel_has_one_way_alone) {
  EXPECT_EQ(refusal_after(apply({}, SetKernel{"warp_shuffle"}), SetCombining{Combining::relaunch}).text(), "");
  EXPECT_NE(refusal_after(apply({}, SetKernel{"warp_shuffle"}), SetCombining{Combining::last_block})
                .text()
                .find("these kernels are: single_pass_last_block"),
            std::string::npos);
  EXPECT_NE(refusal_after(apply({}, SetKernel{"segmented"}), SetCombining{Combining::host})
                .text()
                .find("always combined"),
            std::string::npos);
  EXPECT_NE(refusal_after(apply({}, SetKernel{"segmented"}), SetGridDim{3}).text().find("--grid 3"),
            std::string::npos);
}

TEST(Refusals, a_single_block_has_nothing_to_combine) {
  for (const char* kernel : {"shared_tree", "serial"}) {
    ViewState state = apply(apply({}, SetN{32}), SetKernel{kernel});
    if (state.request().kernel != kernel) continue;
    const std::string words = refusal_after(state, SetCombining{Combining::host}).text();
    EXPECT_NE(words.find("has a single block, so there is nothing to combine"), std::string::npos)
        << kernel << words;
    EXPECT_EQ(words.find("always combined"), std::string::npos);
  }
}

TEST(Refusals, a_library_is_not_for_the_emulator) {
  ViewState state;
  state.request().backend = BackendChoice::emulator;
  EXPECT_NE(refusal_after(state, SetKernel{"cub"}).text().find("compiled library code"), std::string::npos);
  state = apply({}, SetKernel{"cub"});
  EXPECT_NE(refusal_after(state, SetBackend{BackendChoice::emulator}).text(), "");
}

TEST(Apply, SetsNOfAllVariantsWhereAViewComparesThem) {
  ViewState state = apply(apply({}, AddVariant{"coarsened"}), SetLinked{false});
  state = apply(state, SetN{1 << 16});
  EXPECT_NE(state.variants.requests[0].n, state.variants.requests[1].n) << "they are separate";
  state = apply(state, SetN{.n = 1 << 18, .everywhere = true});
  for (const RunRequest& request : state.variants.requests) EXPECT_EQ(request.n, 1u << 18);
}

}  // namespace
}  // namespace lanescope
