// What must hold for every picture at every size: texts apart and inside, a bounded number of shapes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <span>

#include "support.h"
#include "viz/kit/free_place.h"

namespace lanescope::testing {
namespace {

bool overlap(const Rect& a, const Rect& b) {
  // Half a pixel of touching is nothing that anybody sees.
  return a.x + 0.5f < b.right() && b.x + 0.5f < a.right() && a.y + 0.5f < b.bottom() && b.y + 0.5f < a.bottom();
}

void expect_texts_apart_and_inside(const Scene& scene, const std::string& what) {
  for (std::size_t i = 0; i < scene.texts.size(); ++i) {
    const Rect a = bounds(scene.texts[i]);
    EXPECT_TRUE(a.x >= 0 && a.right() <= scene.width && a.y >= 0 && a.bottom() <= scene.height)
        << what << ": \"" << scene.texts[i].text << "\" leaves the picture at " << a.x << ", " << a.y;
    for (std::size_t k = 0; k < i; ++k)
      EXPECT_FALSE(overlap(a, bounds(scene.texts[k])))
          << what << ": \"" << scene.texts[i].text << "\" overlaps \"" << scene.texts[k].text << "\"";
  }
}

void expect_finite(const Scene& scene, const std::string& what) {
  for (const Line& line : scene.lines) ASSERT_TRUE(std::isfinite(line.x0 + line.y0 + line.x1 + line.y1)) << what;
  for (const auto* list : {&scene.quads, &scene.overlays})
    for (const Quad& quad : *list)
      ASSERT_TRUE(std::isfinite(quad.rect.x + quad.rect.y + quad.rect.w + quad.rect.h)) << what;
}

std::vector<TimingRow> timing_rows(std::size_t count) {
  std::vector<TimingRow> rows;
  for (std::size_t i = 0; i < count; ++i) {
    TimingRow row{"two_pass_interleaved", {.n = 1 << 22, .block_dim = 1024, .coarse_factor = 4}, {}, {}};
    row.timing.time_us = 36.0 * static_cast<double>(i * i * i + 1);
    row.timing.bandwidth_gbps = 16777.216 / row.timing.time_us;
    row.provenance.kind = i % 2 == 0 ? NumberKind::measured : NumberKind::recorded;
    row.provenance.device = "NVIDIA H200";
    row.provenance.date = "2026-11-20T12:00:00Z";
    rows.push_back(row);
  }
  return rows;
}

struct Case {
  const char* kernel;
  unsigned block_dim, coarse_factor;
  std::uint64_t n = 1 << 18;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.kernel << ' ' << c.block_dim << ' ' << c.coarse_factor;
}

class EveryPicture : public ::testing::TestWithParam<Case> {};

TEST_P(EveryPicture, KeepsItsTextsApartAndInside) {
  const Case& c = GetParam();
  Shown shown = emulated(c.kernel, c.n, c.block_dim, c.coarse_factor);
  const auto rows = timing_rows(5);
  const std::uint32_t steps = shown.run.trace ? steps_of(shown.run) : 0;
  for (const SceneSize size :
       {SceneSize{520, 300}, SceneSize{760, 360}, SceneSize{1200, 500}, SceneSize{1500, 800, 2}})
    for (const bool projector : {false, true})
      for (const std::uint32_t position : {0u, 1u, steps / 2, steps})
        for (const View& view : views_of(shown)) {
          shown.state.projector = projector;
          shown.state.position = position;
          const Scene scene = picture(view, shown, rows, size);
          const std::string what = std::string(view.id) + " " + c.kernel + " at " + std::to_string(size.width) +
                                   (projector ? ", projector" : "") + ", step " + std::to_string(position);
          expect_texts_apart_and_inside(scene, what);
          expect_finite(scene, what);
        }
}

TEST_P(EveryPicture, KeepsItsTextsApartInEveryLanguage) {
  const Case& c = GetParam();
  Shown shown = emulated(c.kernel, c.n, c.block_dim, c.coarse_factor);
  const auto rows = timing_rows(5);
  shown.state.position = shown.run.trace ? steps_of(shown.run) / 2 : 0;
  for (const Language language : {Language::traditional_chinese, Language::simplified_chinese})
    for (const SceneSize size : {SceneSize{230, 160}, SceneSize{520, 300}, SceneSize{1200, 500}})
      for (const View& view : views_of(shown)) {
        if (view.scope == Scope::all && size.width < 500) continue;  // it has the width of all variants
        shown.state.language = language;
        const Scene scene = picture(view, shown, rows, size);
        expect_texts_apart_and_inside(scene, std::string(view.id) + " " + c.kernel + " in " +
                                                 std::string(name_of(language)) + " at " +
                                                 std::to_string(size.width));
      }
  set_language(Language::english);
}

INSTANTIATE_TEST_SUITE_P(Ladder, EveryPicture,
                         ::testing::Values(Case{"sequential", 1, 1}, Case{"atomic_per_element", 256, 1},
                                           Case{"interleaved_shared", 8, 1}, Case{"interleaved_shared", 1024, 1},
                                           Case{"convergent_shared", 1, 1}, Case{"convergent_shared", 32, 1},
                                           Case{"convergent_global", 1024, 1}, Case{"segmented", 128, 1},
                                           Case{"coarsened", 8, 4}, Case{"coarsened", 256, 4},
                                           Case{"coarsened", 1024, 64}, Case{"two_pass_blocked", 64, 1},
                                           Case{"two_pass_shared_tree", 256, 1}, Case{"warp_shuffle", 512, 1},
                                           Case{"vector_add", 256, 4}, Case{"rgb_to_gray", 64, 64},
                                           Case{"matmul_naive", 256, 1, 40}, Case{"matmul_tiled", 256, 1, 64},
                                           Case{"matmul_coarsened", 256, 4, 50}),
                         [](const ::testing::TestParamInfo<Case>& info) {
                           return fmt::format("{}_block_{}_coarse_{}", info.param.kernel, info.param.block_dim,
                                              info.param.coarse_factor);
                         });

/// Four variants side by side in the smallest window, and the largest; and every level of the warp activity.
TEST(MemoryAndWarpPictures, KeepTheirTextsApartAndInsideInEveryPanel) {
  std::vector<Shown> all;
  for (const char* kernel :
       {"interleaved_global", "strided_index_shared", "two_pass_blocked", "vectorized", "single_pass_last_block"})
    for (const unsigned block_dim : {4u, 1024u}) all.push_back(emulated(kernel, 9 * block_dim, block_dim));
  all.push_back(emulated("convergent_shared", 1 << 14, 128));
  for (Shown& shown : all)
    for (const SceneSize size :
         {SceneSize{230, 130}, SceneSize{236, 160}, SceneSize{1000, 150}, SceneSize{2400, 1200}})
      for (const bool projector : {false, true})
        for (const std::uint32_t position : {0u, 1u, 3u, steps_of(shown.run)})
          for (const ActivityLevel level :
               {ActivityLevel::grid, ActivityLevel::block, ActivityLevel::warp, ActivityLevel::heat})
            for (const char* id : {"memory", "banks", "resources", "activity"}) {
              if (std::string(id) != "activity" && level != ActivityLevel::block) continue;
              shown.state.projector = projector;
              shown.state.position = position;
              shown.state.activity = level;
              const Scene scene = picture(*find_view(id), shown, {}, size);
              const std::string what = fmt::format(
                  "{} {} {} at {} x {}{}, step {}", id, kActivityLevelNames[static_cast<int>(level)],
                  shown.run.request.kernel, size.width, size.height, projector ? ", projector" : "", position);
              expect_texts_apart_and_inside(scene, what);
              expect_finite(scene, what);
            }
}

/// One to four columns of a window of 1280x720, with its left column and on the stage.
TEST(Pictures, KeepTheirTextsApartInEveryColumnOfASmallWindow) {
  constexpr SceneSize kWindow[] = {{234, 154}, {316, 154}, {476, 154}, {476, 225}, {960, 154}, {635, 330}},
                      kStage[] = {{304, 250}, {304, 505}, {410, 240}, {410, 505},
                                  {621, 242}, {621, 505}, {1256, 505}};
  for (const Case& c : {Case{"segmented", 256, 1, 1 << 20}, Case{"coarsened", 256, 16, 1 << 20},
                        Case{"atomic_per_element", 256, 1, 1 << 12}, Case{"two_pass_blocked", 64, 1, 1 << 16},
                        Case{"scan_brent_kung", 256, 1, 1 << 10}, Case{"merge_coarsened", 64, 4, 1 << 10},
                        Case{"transpose_tiled", 256, 1, 64}, Case{"matmul_coarsened", 256, 4, 256}}) {
    Shown shown = emulated(c.kernel, c.n, c.block_dim, c.coarse_factor);
    const std::uint32_t steps = steps_of(shown.run);
    for (const bool on_stage : {false, true})
      for (const SceneSize& size :
           on_stage ? std::span<const SceneSize>(kStage) : std::span<const SceneSize>(kWindow))
        for (const std::uint32_t position : {0u, steps / 2, steps})
          for (const View& view : views_of(shown)) {
            if (view.scope == Scope::all && size.width < 900) continue;  // it has the width of all variants
            shown.state.projector = on_stage;
            shown.state.position = position;
            expect_texts_apart_and_inside(picture(view, shown, {}, size),
                                          fmt::format("{} {} at {} x {}{}, step {}", view.id, c.kernel, size.width,
                                                      size.height, on_stage ? " on the stage" : "", position));
          }
  }
}

TEST(Pictures, HoldTheirTextsWhenTheyAreTiny) {
  Shown shown = emulated("convergent_shared", 2048, 1024);
  for (const SceneSize size : {SceneSize{1, 1}, SceneSize{60, 40}, SceneSize{200, 100}})
    for (const View& view : views_of(shown)) expect_finite(picture(view, shown, timing_rows(3), size), view.id);
}

TEST(Pictures, SayWhyThereIsNothingToShow) {
  Shown shown = emulated("convergent_shared", 0, 256);
  for (const View& view : views_of(shown)) {
    const Scene scene = picture(view, shown, {}, {760, 360});
    EXPECT_GE(scene.texts.size(), 2u) << view.id;
    expect_texts_apart_and_inside(scene, view.id);
  }
}

TEST(Pictures, AreTheSameWhenBuiltTwice) {
  const Shown shown = emulated("coarsened", 1 << 14, 64, 4);
  for (const View& view : views_of(shown)) {
    const Scene a = picture(view, shown, {}, {760, 360}), b = picture(view, shown, {}, {760, 360});
    ASSERT_EQ(a.lines.size(), b.lines.size());
    ASSERT_EQ(a.texts.size(), b.texts.size());
    for (std::size_t i = 0; i < a.lines.size(); ++i) ASSERT_EQ(a.lines[i].x1, b.lines[i].x1);
  }
}

TEST(TreePicture, CostsWhatItDrawsAndNotWhatTheTreeHolds) {
  Shown shown = emulated("coarsened", 131072, 1024, 64);
  ASSERT_EQ(shown.run.tree->leaves(), 131072u);
  for (const double zoom : {1.0, 30.0, 1000.0, 1e6})
    for (const std::uint32_t position : {1u, 60u, 130u}) {
      shown.state.tree = {zoom, 0.37};
      shown.state.position = position;
      shown.state.selection.node = shown.run.tree->root;
      const Scene scene = tree_scene(shown, {1200, 500});
      EXPECT_LT(scene.lines.size() + scene.overlays.size() + scene.picks.size(), 60000u) << zoom;
    }
}

// A factor that a limit of its own bounds has a narrow column; its word was cut beside free room.
TEST(Resources, NameWhatBindsAFactorInWholeWords) {
  RunRequest request = usual_request("matmul_coarsened", 60, 256, 2);
  request.matrices = MatrixSizes{60, 40, 70};
  const Shown shown = emulated(request);
  for (const float width : {960.0f, 1100.0f, 1300.0f}) {
    const Scene scene = picture(*find_view("resources"), shown, {}, {width, 200});
    bool charted = false;
    for (const Text& text : scene.texts) {
      charted |= text.text == "bound by";
      EXPECT_EQ(text.text.find("…"), std::string::npos) << text.text << " in " << width;
    }
    EXPECT_TRUE(charted) << width;
  }
}

// As the mark of an old picture, in its legend, its output box or the last value of a table.
TEST(FreePlace, CoversNoWord) {
  for (Shown shown : {emulated("shared_tree", 32, 16), emulated("coarsened", 1 << 16, 256, 4),
                      emulated("segmented", 1 << 12, 64)})
    for (const std::uint32_t position : {0u, steps_of(shown.run)})
      for (const char* id : {"tree", "activity", "comparison"})
        for (const SceneSize size : {SceneSize{476, 224}, SceneSize{640, 300}, SceneSize{1200, 560}}) {
          shown.state.position = position;
          const Scene scene = picture(*find_view(id), shown, {}, size);
          const Rect place = free_place(scene, 80, 20, 6);
          EXPECT_TRUE(place.x >= 6 && place.y >= 6 && place.right() <= size.width - 6 &&
                      place.bottom() <= size.height - 6);
          for (const Text& text : scene.texts)
            EXPECT_FALSE(overlap(place, bounds(text)))
                << id << ' ' << shown.run.request.kernel << ' ' << size.width << ": " << text.text;
        }
}

}  // namespace
}  // namespace lanescope::testing
