// Words of every picture can be read on what is drawn below them, in both themes.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "support.h"
#include "viz/kit/palette.h"
#include "viz/model/presets.h"

namespace lanescope::testing {
namespace {

constexpr double kReadable = 4.5;  // WCAG 2, AA

/// What the middle of a text stands on: the last that is filled there.
Color ground_of(const Scene& scene, const Text& text) {
  const Rect place = bounds(text);
  const float x = place.x + place.w / 2, y = place.y + place.h / 2;
  Color ground = scene.background;
  for (const auto* quads : {&scene.quads, &scene.overlays})
    for (const Quad& quad : *quads) {
      if (quad.stroke > 0 || quad.pattern != Pattern::solid || !quad.rect.contains(x, y)) continue;
      Color color = quad.color;
      const float share = static_cast<float>(color.a) / 255;
      color.a = 255;
      ground = mix(ground, color, share);
    }
  return ground;
}

/// Lanes are drawn from masks, not as shapes.
bool stands_on_lanes(const Scene& scene, const Text& text) {
  const Rect place = bounds(text);
  return std::any_of(scene.mask_grids.begin(), scene.mask_grids.end(), [&](const MaskGrid& grid) {
    return grid.rect.contains(place.x + place.w / 2, place.y + place.h / 2);
  });
}

struct Look {
  const char* preset;
  bool stage;
  ActivityLevel activity;
  SweepChart chart;
};

class Contrast : public ::testing::TestWithParam<Look> {};

TEST_P(Contrast, OfWordsIsEnoughInEveryView) {
  std::vector<std::shared_ptr<const lanescope::Run>> runs;
  for (RunRequest request : find_preset(GetParam().preset)->variants.requests) {
    request.backend = BackendChoice::emulator;
    request.detail = Detail::full;
    Progress progress;
    runs.push_back(std::make_shared<const lanescope::Run>(run_traces_first(request, progress)));
  }
  const std::vector<TimingRow> timings;
  const lanescope::Run& run = *runs.back();
  std::map<std::string, std::string> pale;  // one a view and ground
  for (const View* view : lanescope::views_of(run.launch.workload))
    for (const Theme theme : {Theme::dark, Theme::light})
      for (const double part : {0.0, 0.3, 1.0})
        for (const SceneSize size : {SceneSize{394, 320}, SceneSize{1280, 420}}) {
          VariantView state;
          state.theme = theme;
          state.position = static_cast<std::uint32_t>(part * steps_of(run));
          state.projector = GetParam().stage;
          state.activity = GetParam().activity;
          state.sweep.chart = GetParam().chart;
          const Scene scene =
              view->build({run, state, size, runs, timings, nothing_measured(), surroundings_here()});
          for (const Text& text : scene.texts) {
            if (stands_on_lanes(scene, text)) continue;
            const Color ground = ground_of(scene, text);
            const double ratio = contrast(text.color, ground);
            if (ratio < kReadable)
              pale[view->id + std::string(theme == Theme::dark ? " dark " : " light ") +
                   ::testing::PrintToString(std::tuple{int{ground.r}, int{ground.g}, int{ground.b}})] =
                  "'" + text.text + "' " + ::testing::PrintToString(ratio) + " at " +
                  ::testing::PrintToString(part) + " in " + ::testing::PrintToString(size.width);
          }
        }
  for (const auto& [where, words] : pale) ADD_FAILURE() << where << ": " << words;
}

INSTANTIATE_TEST_SUITE_P(Looks, Contrast,
                         ::testing::Values(Look{"first_look", false, ActivityLevel::warp, SweepChart::block_dim},
                                           Look{"many_warps", true, ActivityLevel::block, SweepChart::n},
                                           Look{"divergence", false, ActivityLevel::heat, SweepChart::heat_map},
                                           Look{"coarsening", false, ActivityLevel::grid, SweepChart::heat_map},
                                           Look{"atomic_storm", true, ActivityLevel::heat, SweepChart::n},
                                           Look{"two_pass", false, ActivityLevel::warp, SweepChart::block_dim},
                                           Look{"tiling", false, ActivityLevel::block, SweepChart::heat_map},
                                           Look{"nothing_to_save", true, ActivityLevel::warp, SweepChart::heat_map},
                                           Look{"coalescing", false, ActivityLevel::warp, SweepChart::n},
                                           Look{"scan", false, ActivityLevel::warp, SweepChart::n},
                                           Look{"histogram", false, ActivityLevel::heat, SweepChart::coarse_factor},
                                           Look{"transpose", true, ActivityLevel::warp, SweepChart::block_dim},
                                           Look{"radix_sort", false, ActivityLevel::heat, SweepChart::n}),
                         [](const auto& info) { return std::string(info.param.preset); });

}  // namespace
}  // namespace lanescope::testing
