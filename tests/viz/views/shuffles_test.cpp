// The picture of shuffles: arrows against the values that the tree followed.
#include "viz/views/requests/shuffles.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "support.h"

namespace lanescope::testing {
namespace {

constexpr SceneSize kLarge{1200, 600};

bool shuffles_say(const Scene& scene, const std::string& words) {
  return std::any_of(scene.texts.begin(), scene.texts.end(),
                     [&](const Text& text) { return text.text.find(words) != std::string::npos; });
}

std::uint32_t first_shuffle(const Run& run) {
  const auto& phases = run.trace->history(run.request.block).phases;
  return static_cast<std::uint32_t>(std::find(phases.begin(), phases.end(), Phase::shuffle) - phases.begin());
}

Scene banks_at(Shown shown, std::uint32_t position, SceneSize size = kLarge) {
  shown.state.position = position;
  return picture(*find_view("banks"), shown, {}, size);
}

std::optional<WarpShuffles> shuffles_at(Shown shown, std::uint32_t position) {
  shown.state.position = position;
  return WarpShuffles::around(shown.run, choose_requests(shown.run, shown.state, MemorySpace::shared));
}

/// What a lane takes is what its giver has before the same step.
TEST(Shuffles, LanesTakeWhatTheTreeSays) {
  for (const char* kernel : {"warp_shuffle", "vectorized"})
    for (const unsigned block : {16u, 32u, 128u}) {
      const Shown shown = emulated(kernel, 1 << 12, block);
      const auto& phases = shown.run.trace->history(0).phases;
      const CombineTree& tree = *shown.run.tree;
      std::size_t compared = 0;
      for (std::uint32_t step = 0; step < phases.size(); ++step) {
        const auto shuffles = shuffles_at(shown, step + 1);
        EXPECT_EQ(shuffles.has_value(), phases[step] == Phase::shuffle);
        if (!shuffles) continue;
        const auto& round = shuffles->rounds.at(shuffles->shown);
        EXPECT_EQ(round.step, step);
        for (unsigned lane = 0; lane < shuffles->lanes; ++lane) {
          const auto& taken = round.taken[lane];
          if (!taken.node) continue;
          const auto& operation = tree.operations[*taken.node - tree.leaves()];
          EXPECT_EQ(operation.thread, shuffles->warp * kWarpSize + lane);
          EXPECT_EQ(operation.value, taken.value);
          if (taken.giver == lane) {
            EXPECT_EQ(operation.left, operation.right) << kernel << " lane " << lane << " takes its own value";
          } else if (const auto its = round.taken[taken.giver].node) {
            EXPECT_EQ(operation.right, tree.operations[*its - tree.leaves()].left) << kernel << " lane " << lane;
            ++compared;
          }
        }
      }
      EXPECT_GT(compared, 0u) << kernel << " of " << block;
    }
}

// A full warp: 16, 8, 4, 2 and 1 lanes compute what lane 0 has in the end.
TEST(Shuffles, HalfOfWhatIsUsedIsUsedNext) {
  const Shown shown = emulated("warp_shuffle", 1 << 10, 64);
  const std::uint32_t first = first_shuffle(shown.run);
  const auto shuffles = shuffles_at(shown, first + 1);
  ASSERT_TRUE(shuffles);
  ASSERT_EQ(shuffles->rounds.size(), 5u);
  unsigned used = 16;
  for (const auto& round : shuffles->rounds) {
    EXPECT_EQ(round.offset, used);
    EXPECT_EQ(round.used(), used);
    used /= 2;
  }
  EXPECT_TRUE(shuffles_say(banks_at(shown, first + 1), "16 of 32 results will be used"));
  EXPECT_TRUE(pick_named(banks_at(shown, first + 1), "shuffle/1/31")->tip.find("no lane 47") != std::string::npos);
}

/// The last shuffle's step also stores the warp's sum: either can be chosen.
TEST(Shuffles, StandBesideTheRequestsOfTheirStep) {
  Shown shown = emulated("warp_shuffle", 1 << 10, 64);
  const std::uint32_t last = first_shuffle(shown.run) + 5;
  const Scene shuffles = banks_at(shown, last);
  const Pick* store = pick_named(shuffles, "request/0");
  ASSERT_TRUE(store);
  const auto& chosen = std::get<ChooseRequest>(store->clicks.at(0));
  EXPECT_EQ(chosen.space, MemorySpace::shared);
  shown.state.shared_request = chosen.index;
  const Scene request = banks_at(shown, last);
  EXPECT_TRUE(shuffles_say(request, "1 lane writes"));
  const Pick* back = pick_named(request, "shuffles");
  ASSERT_TRUE(back);
  shown.state.shared_request = std::get<ChooseRequest>(back->clicks.at(0)).index;
  EXPECT_TRUE(shuffles_say(banks_at(shown, last), "results will be used"));
}

TEST(Shuffles, StayUnderThePointer) {
  Shown shown = emulated("warp_shuffle", 1 << 10, 64);
  const std::uint32_t first = first_shuffle(shown.run);
  constexpr SceneSize kLow{1200, 180};  // has room for one round or two
  const Scene still = banks_at(shown, first + 3, kLow);
  for (const Pick& pick : still.picks) {
    if (!pick.name.starts_with("shuffle/")) continue;
    shown.state.hover = pick.focus;
    const Scene pointed = banks_at(shown, first + 3, kLow);
    const Pick* under = place_under(pointed, pick.rect.x + pick.rect.w / 2, pick.rect.y + pick.rect.h / 2);
    ASSERT_TRUE(under) << pick.name;
    EXPECT_EQ(under->focus, pick.focus) << pick.name;
  }
  shown.state.hover = {.variant = 0, .step = 0, .warp = {}, .lane = {}, .node = {}};
  EXPECT_FALSE(shuffles_say(banks_at(shown, first + 3), "Each lane takes")) << "pointing at a load shows the load";
}

TEST(Shuffles, AreNowhereWithoutShuffles) {
  const Shown shown = emulated("convergent_shared", 1 << 10, 64);
  for (std::uint32_t position = 0; position <= steps_of(shown.run); ++position)
    EXPECT_FALSE(shuffles_say(banks_at(shown, position), "Shuffles"));
}

TEST(Shuffles, NameTheTabWhereAllKernelsShuffle) {
  const View& banks = *find_view("banks");
  const auto named = [&](const std::vector<std::string>& kernels) {
    std::vector<RunRequest> shown;
    for (const std::string& kernel : kernels) shown.emplace_back().kernel = kernel;
    return std::string(title_of(banks, shown));
  };
  EXPECT_EQ(named({"warp_shuffle"}), "Shuffles");
  EXPECT_EQ(named({"warp_shuffle", "warp_shuffle"}), "Shuffles");
  EXPECT_EQ(named({"warp_shuffle", "convergent_shared"}), "Banks");
  EXPECT_EQ(named({"convergent_shared"}), "Banks");
}

TEST(Shuffles, FitAnySize) {
  const Shown shown = emulated("warp_shuffle", 1 << 10, 64);
  const std::uint32_t first = first_shuffle(shown.run);
  for (const SceneSize size :
       {SceneSize{236, 120}, SceneSize{400, 150}, SceneSize{1280, 180}, SceneSize{2560, 1300}})
    for (std::uint32_t position = first + 1; position <= first + 5; ++position) {
      const Scene scene = banks_at(shown, position, size);
      for (const Quad& quad : scene.overlays) {
        EXPECT_GE(quad.rect.x, 0) << size.width;
        EXPECT_LE(quad.rect.right(), size.width) << size.width;
        EXPECT_LE(quad.rect.bottom(), size.height) << size.width;
      }
      EXPECT_TRUE(pick_named(scene, "shuffle/1/0")) << size.width;
    }
}

}  // namespace
}  // namespace lanescope::testing
