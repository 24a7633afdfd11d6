// Tiles: where a block is at each step, by hand and by loops; and what the picture marks.
#include <gtest/gtest.h>

#include <set>

#include "engine/analysis/tile_schedule.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "tests/viz/views/support.h"

namespace lanescope {
namespace {

using testing::pick_named;
using testing::Shown;

Shown product(std::string_view kernel, MatrixSizes sizes, unsigned tile, unsigned factor = 1,
              std::uint64_t block = 0) {
  RunRequest request;
  request.kernel = kernel;
  request.n = sizes.rows;
  request.matrices = sizes;
  request.tile_width = tile;
  request.coarse_factor = factor;
  request.block = block;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  Progress progress;
  Shown shown;
  shown.run = run_traces_first(request, progress);
  return shown;
}

std::set<std::string> words_of(const Scene& scene) {
  std::set<std::string> words;
  for (const Text& text : scene.texts) words.insert(text.text);
  return words;
}

// The tile of M, then for each output its tile of N and the rounds.
TEST(TileSchedule, goes_through_phases_outputs_and_rounds_as_the_kernel_s_loops_do) {
  using Loads = TileRound::Loads;
  for (const unsigned factor : {1u, 3u}) {
    const Shown shown = product("matmul_coarsened", {20, 37, 50}, 8, factor);
    const TileSchedule schedule(shown.run.launch);
    EXPECT_EQ(schedule.phases(), 5u);  // 37 columns of M in tiles of 8
    const auto& rows = shown.run.metrics.block.steps;
    std::uint32_t row = 0;
    for (std::uint32_t phase = 0; phase < 5; ++phase) {
      EXPECT_EQ(schedule.first_row(phase), row);
      EXPECT_EQ(rows[row].phase, Phase::load);
      EXPECT_EQ(schedule.at(row++), (TileRound{phase, 0, 0, Loads::tile_of_m}));
      for (std::uint32_t output = 0; output < factor; ++output) {
        EXPECT_EQ(rows[row].phase, Phase::load);
        EXPECT_EQ(schedule.at(row++), (TileRound{phase, output, 0, Loads::tile_of_n}));
        for (std::uint32_t k = 0; k < 8; ++k, ++row) {
          EXPECT_EQ(schedule.at(row), (TileRound{phase, output, k}));
          // The kernel notes the output's distance as the row's stride.
          EXPECT_EQ(rows[row].phase, Phase::own);
          EXPECT_EQ(rows[row].stride, output * 8);
        }
      }
    }
    EXPECT_EQ(schedule.rows(), row);
    // What follows are the stores, one an output.
    EXPECT_EQ(rows.size(), row + factor);
  }
}

TEST(TileSchedule, of_the_naive_kernel_is_one_phase_of_as_many_rounds_as_m_has_columns) {
  const Shown shown = product("matmul_naive", {9, 21, 9}, 8);
  const TileSchedule schedule(shown.run.launch);
  EXPECT_FALSE(schedule.tiled());
  EXPECT_EQ(schedule.rows(), 21u);
  EXPECT_EQ(schedule.at(20), (TileRound{0, 0, 20}));
}

TEST(TileSchedule, empty_matrices_have_no_rounds) {
  EXPECT_EQ(TileSchedule(product("matmul_naive", {5, 0, 7}, 8).run.launch).rows(), 0u);
  EXPECT_EQ(TileSchedule(product("matmul_tiled", {5, 0, 7}, 8).run.launch).rows(), 0u);
}

TEST(Tiles, tells_the_place_and_what_coarsening_saves) {
  Shown shown = product("matmul_coarsened", {64, 64, 64}, 16, 4);
  shown.state.position = 1 + (1 + 4 * 17) + (1 + 17) + (1 + 5);  // second phase, second output, sixth round
  const auto words = words_of(testing::picture(*find_view("tiles"), shown, {}, {1200, 260}));
  EXPECT_TRUE(words.contains("phase 2 of 4 · output 2 of 4 · round 6 of 16"));
  EXPECT_TRUE(words.contains("3 of 8"));  // tile loads: 1 + 4 instead of 4 + 4
  EXPECT_TRUE(words.contains("6.4"));     // FLOP a byte at TILE_WIDTH 16: half of the book's 12.8 at 32
  // Two tiles of M, four and two tiles of N, 16 x 16 floats each.
  EXPECT_TRUE(words.contains("8,192 B"));
}

TEST(Tiles, a_click_in_the_strip_goes_to_the_beginning_of_a_phase) {
  const Shown shown = product("matmul_tiled", {64, 64, 64}, 16);
  const Scene scene = testing::picture(*find_view("tiles"), shown, {}, {1200, 260});
  for (std::uint32_t phase = 0; phase < 4; ++phase) {
    const Pick* place = pick_named(scene, "phase/" + std::to_string(phase));
    ASSERT_TRUE(place);
    ASSERT_TRUE(place->chooses);
    EXPECT_EQ(place->chooses->step, phase * (2 + 16));
  }
}

TEST(Tiles, an_element_of_p_stands_for_its_thread_and_those_beyond_the_edge_are_not_there) {
  // The last of 2 x 2 blocks of 8 x 8 threads: 3 rows and 5 columns of P are left for it.
  const Shown shown = product("matmul_tiled", {11, 8, 13}, 8, 1, 3);
  const Scene scene = testing::picture(*find_view("tiles"), shown, {}, {1200, 300});
  for (unsigned thread = 0; thread < 64; ++thread) {
    const Pick* place = pick_named(scene, "element/0/" + std::to_string(thread));
    EXPECT_EQ(place != nullptr, thread / 8 < 3 && thread % 8 < 5) << thread;
    if (!place) continue;
    EXPECT_EQ(*place->focus.warp * 32 + *place->focus.lane, thread);
  }
}

// As large as it is in a lecture: elements of P are smaller than a pixel.
TEST(Tiles, the_columns_of_a_thread_are_marked_where_elements_are_small) {
  Shown shown = product("matmul_coarsened", {256, 256, 256}, 16, 4, 1);  // the second block of the first row
  const auto sees = [&](const std::string& words) {
    const Scene scene = testing::picture(*find_view("tiles"), shown, {}, {1200, 400});
    return words_of(scene).contains(words);
  };
  EXPECT_TRUE(sees("thread (tx, ty): colStart = 64 + tx, then 80, 96, 112 + tx"));
  const Scene scene = testing::picture(*find_view("tiles"), shown, {}, {1200, 400});
  const Pick* place = pick_named(scene, "element/2/192");  // on the third tile
  ASSERT_TRUE(place);
  EXPECT_EQ(*place->focus.warp * 32 + *place->focus.lane, 192u);
  EXPECT_NE(place->tip.find("P[12][64] [80] [96] [112]"), std::string::npos) << place->tip;
  shown.state.hover = place->focus;
  EXPECT_TRUE(sees("thread (0, 12): colStart = 64, then 80, 96, 112"));
}

TEST(Tiles, the_columns_of_a_thread_are_all_told_however_small_the_picture_is) {
  Shown shown = product("matmul_coarsened", {256, 256, 256}, 16, 4, 1);
  for (const SceneSize size :
       {SceneSize{420, 180}, SceneSize{560, 220}, SceneSize{1200, 260}, SceneSize{1600, 600}}) {
    const Scene scene = testing::picture(*find_view("tiles"), shown, {}, size);
    const bool told = std::any_of(scene.texts.begin(), scene.texts.end(), [](const Text& text) {
      return text.text.find("80, 96, 112 + tx") != std::string::npos;
    });
    EXPECT_TRUE(told) << size.width;
  }
}

// Tiles of 16 elements of 1024 would be 2 pixels wide.
TEST(Tiles, of_large_matrices_a_part_is_drawn_that_has_the_block_and_its_phase) {
  for (const std::uint64_t block : {0u, 77u, 1023u}) {
    Shown shown = product("matmul_coarsened", {1024, 1024, 1024}, 16, 4, block);
    const TileSchedule schedule(shown.run.launch);
    for (const std::uint32_t phase : {0u, 9u, 63u}) {
      shown.state.position = schedule.first_row(phase) + 2;
      for (const SceneSize size : {SceneSize{360, 200}, SceneSize{1200, 400}}) {
        const Scene scene = testing::picture(*find_view("tiles"), shown, {}, size);
        for (const std::string& name :
             {"m/" + std::to_string(phase), "n/" + std::to_string(phase), std::string("tile/0"),
              std::string("tile/3"), "block/" + std::to_string(block)}) {
          const Pick* place = pick_named(scene, name);
          ASSERT_TRUE(place) << name << " of block " << block << " in " << size.width;
          EXPECT_GE(place->rect.w, 8) << name;
          EXPECT_LE(place->rect.right(), size.width) << name;
          EXPECT_LE(place->rect.bottom(), size.height) << name;
        }
        EXPECT_TRUE(pick_named(scene, "part/M"));
      }
    }
  }
  EXPECT_FALSE(pick_named(
      testing::picture(*find_view("tiles"), product("matmul_tiled", {64, 64, 64}, 16), {}, {1200, 400}), "part/M"));
}

TEST(Tiles, an_element_of_m_n_or_p_says_whose_it_is) {
  Shown shown = product("matmul_coarsened", {64, 64, 64}, 8, 2, 1);  // columns 16 to 31 of the first rows
  shown.state.position = 1 + (1 + 2 * 9) + 2;                        // in the second phase
  const Scene scene = testing::picture(*find_view("tiles"), shown, {}, {1600, 500});
  const auto tells = [&](const char* name, const char* words) {
    const Pick* place = pick_named(scene, name);
    ASSERT_TRUE(place) << name;
    EXPECT_NE(place->tip.find(words), std::string::npos) << name << ": " << place->tip;
  };
  tells("m/1", "M, columns 8 to 15");
  tells("m/1", "It is loaded in phase 2 of 8.");
  tells("n/1", "multiplies column 16 + tx");
  tells("shared_m/3/2", "M[3][10]: thread (2, 3) loads it, threads (0, 3) to (7, 3) need it.");
  tells("shared_n/3/2", "N[11][18]: thread (2, 3) loads it, threads (2, 0) to (2, 7) need it.");
  // 4 blocks side by side: block 6 is the third of the second row.
  tells("block/6", "rows 8 to 15 and columns 32 to 47 of P.");
  tells("block/6", "Its thread (tx, ty) computes row 8 + ty and columns 32, 40 + tx.");
}

TEST(Tiles, the_step_is_told_in_the_product_s_own_words) {
  Shown shown = product("matmul_coarsened", {32, 32, 32}, 8, 2);
  shown.state.position = 1 + (1 + 2 * 9) + (1 + 9) + (1 + 3);
  EXPECT_EQ(step_sentence(shown.run, shown.state),
            "step 28 of 64 · phase 2 of 4 · output 2 of 2 · k = 11 · 64 of 64 threads active · 0 divergent warps");
  shown.state.position = 1 + (1 + 2 * 9);
  EXPECT_EQ(step_sentence(shown.run, shown.state),
            "load · phase 2 of 4 · output 1 of 2 · the tile of M · 64 of 64 threads active · 0 divergent warps");
  shown.state.position = 4 * (1 + 2 * 9) + 1;
  EXPECT_EQ(step_sentence(shown.run, shown.state),
            "commit: each thread stores one element of the output · 64 of 64 threads active · 0 divergent warps");
}

TEST(Views, a_workload_has_those_that_make_sense_of_it) {
  const auto has = [](Workload workload, std::string_view id) {
    const auto list = views_of(workload);
    return std::any_of(list.begin(), list.end(), [&](const View* view) { return view->id == id; });
  };
  EXPECT_TRUE(has(Workload::reduction, "tree"));
  EXPECT_FALSE(has(Workload::reduction, "tiles"));
  EXPECT_TRUE(has(Workload::matrix_product, "tiles"));
  EXPECT_FALSE(has(Workload::matrix_product, "tree"));
  EXPECT_FALSE(has(Workload::vector_add, "banks"));
  EXPECT_TRUE(has(Workload::matrix_product, "banks"));
  EXPECT_STREQ(view_on_top(Workload::vector_add)->id, "elements");
  EXPECT_STREQ(view_on_top(Workload::reduction)->id, "tree");
  EXPECT_STREQ(view_on_top(Workload::matrix_product)->id, "tiles");
  for (const KernelGroup& group : kernel_groups())
    EXPECT_FALSE(tabs_of(group.kernels.front().workload).empty()) << group.title;
}

TEST(Tiles, HoldNothingBeforeTheFirstStep) {
  Shown shown = product("matmul_tiled", {64, 64, 64}, 16);
  const auto filled = [&](std::uint32_t position) {
    shown.state.position = position;
    const Scene scene = testing::picture(*find_view("tiles"), shown, {}, {960, 120});
    std::set<std::tuple<int, int, int>> colors;
    for (const Quad& quad : scene.quads)
      if (quad.rect.w > 20 && quad.rect.h > 20) colors.insert({quad.color.r, quad.color.g, quad.color.b});
    return std::any_of(colors.begin(), colors.end(),
                       [](const auto& color) { return std::get<1>(color) > std::get<0>(color) + 24; });
  };
  EXPECT_FALSE(filled(0)) << "green is what was read or computed";
  EXPECT_TRUE(filled(1));
}

}  // namespace
}  // namespace lanescope
