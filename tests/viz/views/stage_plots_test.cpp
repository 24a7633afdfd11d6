// Plots and tables of costs in narrow columns and on the stage: what they say is there, whole, and lies on nothing
// else.
#include <gtest/gtest.h>

#include <algorithm>

#include "stage_scene.h"
#include "support.h"
#include "viz/kit/palette.h"

namespace lanescope::testing {
namespace {

// Below "counted" stands what was counted: a row of predictions alone has no place there.
TEST(StagePictures, WorkThatWasNotCountedIsNotUnderCounted) {
  const Runs runs = runs_of_preset("coarsening");
  for (const float width : {304.0f, 360.0f}) {
    const Scene scene = stage_scene("work", runs, 1, {width, 484, 1.25f});
    ASSERT_TRUE(picture_says(scene, "counted"));
    ASSERT_FALSE(picture_says(scene, "predicted")) << "it has room for two numbers at " << width;
    EXPECT_FALSE(picture_says(scene, "serialised")) << width;
    for (const Text& text : scene.texts) EXPECT_NE(text.text, "–") << width;
  }
  EXPECT_TRUE(picture_says(stage_scene("work", runs, 1, {900, 484, 1.25f}), "serialised"));
}

// 8 blocks by threads and registers, 114 by shared memory: drawn to one scale the 8 would be a few pixels.
TEST(StagePictures, TheBindingLimitIsSeen) {
  const Runs runs = runs_of_preset("coarsening");
  const Scene scene = stage_scene("resources", runs, 0, {304, 484, 1.25f});
  const Palette& colors = palette(Theme::dark);
  float binding = 0, longest = 0;
  for (const Quad& quad : scene.quads) {
    if (quad.color == colors.divergent_active) binding = std::max(binding, quad.rect.w);
    if (quad.color == colors.grid) longest = std::max(longest, quad.rect.w);
  }
  ASSERT_GT(binding, 0);
  EXPECT_LE(longest, 4.01f * binding);
  ASSERT_TRUE(pick_named(scene, "limit/shared memory"));
  EXPECT_NE(pick_named(scene, "limit/shared memory")->tip.find("cut"), std::string::npos);
  EXPECT_EQ(pick_named(scene, "limit/threads")->tip.find("cut"), std::string::npos);
}

TEST(StagePictures, RooflineLettersStandApartAndThoseOfOnePointTogether) {
  const Runs runs = runs_of_preset("coarsening");
  const Scene scene = stage_scene("roofline", runs, 0, {1255, 510});
  std::vector<Rect> letters;
  std::size_t told = 0;
  for (const Text& text : scene.texts)
    if (text.face == FontFace::sans_bold && text.text.find_first_not_of("ABCD ") == std::string::npos) {
      for (const Rect& other : letters)
        EXPECT_TRUE(bounds(text).y >= other.bottom() || other.y >= bounds(text).bottom()) << text.text;
      letters.push_back(bounds(text));
      for (const char c : text.text) told += c != ' ';
    }
  EXPECT_EQ(told, 4u);
  EXPECT_TRUE(picture_says(scene, "GFLOP/s, logarithmic"));
}

TEST(StagePictures, WorkSaysWhyAFormulaAndWhatWasCountedDiffer) {
  const Runs runs = runs_of_preset("coarsening");
  for (const SceneSize size : {SceneSize{300, 200}, SceneSize{480, 260}, SceneSize{1255, 510}})
    EXPECT_TRUE(picture_says(stage_scene("work", runs, 0, size, false), "The first addition needs no barrier."))
        << size.width;
  const Scene narrow = stage_scene("work", runs, 0, {304, 500});
  EXPECT_TRUE(picture_says(narrow, "barriers, 1 less:")) << "in words";
  EXPECT_TRUE(picture_says(narrow, "average parallelism")) << "no name is cut";
}

TEST(StagePictures, AxesAreNamedAtEverySize) {
  const Runs runs = runs_of_preset("coarsening");
  for (const SceneSize size : {SceneSize{900, 260}, SceneSize{1255, 510}, SceneSize{2500, 1200}})
    for (const bool projector : {false, true}) {
      // Where only the fastest have room, none of their bars is cut.
      const Scene ladder = stage_scene("ladder", runs, 0, size, projector);
      EXPECT_EQ(picture_says(ladder, "bars with gaps are cut"),
                picture_says(ladder, "Serial, one GPU thread") || picture_says(ladder, "Atomic per element"))
          << size.width;
      EXPECT_TRUE(picture_says(stage_scene("ladder", runs, 0, size, projector), "read limit 5.47 µs"))
          << size.width;
      EXPECT_TRUE(picture_says(stage_scene("sweep", runs, 0, size, projector), "time, logarithmic")) << size.width;
      EXPECT_TRUE(picture_says(stage_scene("sweep", runs, 0, size, projector), "COARSE_FACTOR, logarithmic"))
          << size.width;
      EXPECT_TRUE(picture_says(stage_scene("sweep", runs, 0, size, projector), "coarsened")) << size.width;
    }
}

// What a slow launch of few elements achieves is below 1: an axis that is logarithmic has no 0.
TEST(StagePictures, AnAxisOfPowersOfTenHasNoZero) {
  RunRequest request = find_preset("coarsening")->variants.requests.front();
  request.kernel = "segmented";
  request.n = 1 << 12;
  request.backend = BackendChoice::emulator;
  Progress progress;
  const Runs runs{std::make_shared<const lanescope::Run>(run_traces_first(request, progress))};
  const Scene scene = stage_scene("roofline", runs, 0, {1255, 510});
  EXPECT_TRUE(picture_says(scene, "0.1"));
  for (const Text& text : scene.texts) EXPECT_NE(text.text, "0");
}

// Below two columns of a window of 1280x720: what can be done about missing times takes no line from the plot.
TEST(LowPictures, RooflinesWithoutTimesKeepTheirPlot) {
  const Runs runs = runs_of_preset("first_look");
  for (const float height : {130.0f, 148.0f, 170.0f}) {
    const Scene scene = stage_scene("roofline", runs, 0, {960, height}, false);
    EXPECT_TRUE(picture_says(scene, "Show blockDim 32")) << height;
    float top = scene.height, bottom = 0;
    for (const Text& text : scene.texts) {
      EXPECT_LE(bounds(text).bottom(), scene.height) << height << text.text;
      if (text.text.find("GFLOP/s, logarithmic") != std::string::npos) top = bounds(text).bottom();
      if (text.text.find("FLOP per byte") != std::string::npos) bottom = bounds(text).y;
    }
    EXPECT_GE(bottom - top, 40) << height;
  }
}

// Times of another N than that of the launch in view: the first thing to be told of them.
TEST(StagePictures, SweepSaysOfWhichNItsTimesAre) {
  const Runs runs = runs_of_preset("first_look");
  for (const float width : {700.0f, 1255.0f})
    EXPECT_TRUE(picture_says(stage_scene("sweep", runs, 0, {width, 444}), "N 4,096")) << width;
  EXPECT_TRUE(picture_says(stage_scene("sweep", runs, 0, {1255, 444}), "the nearest launch with times"));
}

// The least of all has its words where only one line's have room.
TEST(StagePictures, SweepNamesTheBestOfAllLines) {
  const Runs runs = runs_of_preset("first_look");
  EXPECT_TRUE(picture_says(stage_scene("sweep", runs, 0, {1255, 444}), "B: best"));
}

// Rows of several columns stand beside each other, however many another one has.
TEST(StagePictures, RowsOfWorkStandBesideTheirLikes) {
  const Runs runs = runs_of_preset("coarsening");
  const auto height_of = [&](std::size_t variant) {
    const Scene scene = stage_scene("work", runs, variant, {304, 444});
    const Pick* row = pick_named(scene, "row/block 0/peak parallelism");
    return row ? row->rect.y : -1;
  };
  for (std::size_t variant = 1; variant < runs.size(); ++variant)
    EXPECT_FLOAT_EQ(height_of(variant), height_of(0)) << variant;
  EXPECT_GT(height_of(0), 0);
}

TEST(StagePictures, PriceKeepsTheFirstVariantAndWhatTheSecondSaves) {
  const Runs runs = runs_of_preset("coarsening");
  for (const float width : {700.0f, 1255.0f}) {
    const Scene scene = stage_scene("price", runs, 0, {width, 510});
    EXPECT_TRUE(picture_says(scene, "A 1")) << width;
    EXPECT_TRUE(picture_says(scene, "−75%")) << width;
  }
}

TEST(StagePictures, PriceDoesNotJudgeTimesThatDifferByChance) {
  const Runs runs = runs_of_preset("nothing_to_save");
  const std::vector<TimingRow> timings;
  const VariantView state;
  const NumberTable table = find_view("price")->table(
      {*runs[0], state, {1255, 510}, runs, timings, nothing_measured(), surroundings_here()});
  ASSERT_FALSE(table.rows.empty());
  for (const TableCell& cell : table.rows.back().cells) {
    EXPECT_NE(cell.tone, Tone::good) << cell.text;
    EXPECT_NE(cell.tone, Tone::warn) << cell.text;
  }
}

// How many times as much is told in one way: not "+333%" beside "15×".
TEST(StagePictures, PriceTellsOfMultiplesFromTwiceOn) {
  const Scene scene = stage_scene("price", runs_of_preset("coarsening"), 0, {1255, 510}, false);
  for (const char* change : {"+66.7%", "4.33×", "15×"}) EXPECT_TRUE(picture_says(scene, change)) << change;
}

// Two of four variants add vectors, the others turn colours to grey: a table of the first two says so.
TEST(StagePictures, PriceSaysWhichVariantsSolveAnotherProblem) {
  EXPECT_TRUE(picture_says(stage_scene("price", runs_of_preset("nothing_to_save"), 0, {1255, 510}, false),
                           "not C, D: another problem"));
  EXPECT_FALSE(picture_says(stage_scene("price", runs_of_preset("coarsening"), 0, {1255, 510}, false), "not "));
}

TEST(WorkPicture, HasNoMarksWithoutWhatWasPredicted) {
  const Runs runs = runs_of_preset("coarsening");
  for (const float width : {200.0f, 260.0f, 360.0f, 500.0f, 900.0f})
    for (const std::size_t variant : {0u, 1u, 3u}) {
      const Scene scene = stage_scene("work", runs, variant, {width, 500}, false);
      const bool marks = picture_says(scene, "✓") || picture_says(scene, "≠");
      EXPECT_TRUE(!marks || picture_says(scene, "predicted")) << width;
      for (const Text& text : scene.texts)
        EXPECT_FALSE(text.color == palette(Theme::dark).divergent_active)
            << text.text << ": another formula is no fault";
    }
}

// Numbers of some variants are longer: what has no room in one is in none, or readers look for it in the others.
TEST(WorkPicture, HasTheSameColumnsInEveryVariant) {
  for (const char* preset : {"coarsening", "coarsening_figure", "two_pass"}) {
    const Runs runs = runs_of_preset(preset);
    for (float width = 200; width <= 640; width += 20)
      for (const char* column : {"formula", "predicted", "log2 N"}) {
        const bool first = picture_says(stage_scene("work", runs, 0, {width, 260}, false), column);
        for (std::size_t variant = 1; variant < runs.size(); ++variant)
          EXPECT_EQ(picture_says(stage_scene("work", runs, variant, {width, 260}, false), column), first)
              << preset << ' ' << variant << ' ' << width << ' ' << column;
      }
  }
}

// Half a sentence says nothing, and the same reason twice no more than once.
TEST(StagePictures, ReasonsOfWorkAreWhole) {
  const Runs runs = runs_of_preset("divergence");
  for (const float height : {200.0f, 260.0f, 320.0f, 420.0f, 600.0f}) {
    std::string words;
    for (const Text& text : stage_scene("work", runs, 1, {410, height}).texts) words += text.text + " ";
    const bool begun = words.find("fully utilized, 1 less;") != std::string::npos;
    EXPECT_EQ(begun, words.find("from the start.") != std::string::npos) << words;
  }
}

TEST(StagePictures, NoNumberOfAFactorIsCutOrTouchesTheNext) {
  const Runs runs = runs_of_preset("coarsening");
  for (const float width : {910.0f, 960.0f, 1000.0f, 1256.0f}) {
    const Scene scene = stage_scene("resources", {runs[1]}, 0, {width, 154}, false);
    if (!picture_says(scene, "blocks of the grid")) continue;
    EXPECT_FALSE(cuts(scene)) << width;
  }
  EXPECT_TRUE(pick_named(stage_scene("resources", {runs[1]}, 0, {960, 154}, false), "factor/64"))
      << "it has its chart";
}

TEST(StagePictures, CountersCutNoNameInANarrowColumn) {
  const Runs runs = runs_of_preset("coarsening");
  for (std::size_t variant = 0; variant < runs.size(); ++variant) {
    const Scene scene = stage_scene("counters", runs, variant, {304, 480, 0.8f});
    EXPECT_TRUE(picture_says(scene, "shared_store_wavefronts")) << variant;
    for (const Text& text : scene.texts)
      EXPECT_FALSE(text.text.ends_with("…") || text.text.ends_with("...")) << text.text;
    EXPECT_TRUE(pick_named(scene, "launch/0"));
    EXPECT_FALSE(pick_named(scene, "launch/1")) << "as many lines in each column";
  }
}

TEST(StagePictures, RooflineWordsLieOnNoLineOfTheGrid) {
  const Runs runs = runs_of_preset("coarsening");
  const Scene scene = stage_scene("roofline", runs, 0, {1255, 484});
  const auto words = std::find_if(scene.texts.begin(), scene.texts.end(),
                                  [](const Text& text) { return text.text.starts_with("arithmetic:"); });
  ASSERT_NE(words, scene.texts.end());
  const Rect place = bounds(*words);
  for (const Line& line : scene.lines)
    EXPECT_FALSE(line.y0 == line.y1 && line.y0 > place.y + 2 && line.y0 < place.bottom() - 2) << line.y0;
}

TEST(Roofline, NoLetterLiesOnThePointOfAnother) {
  Runs runs;
  for (const auto& [kernel, factor] : {std::pair{"matmul_tiled", 1u}, {"matmul_coarsened", 4u}})
    runs.push_back(std::make_shared<const lanescope::Run>(emulated(kernel, 128, 1024, factor).run));
  const Scene scene = stage_scene("roofline", runs, 0, {976, 170}, false);
  std::size_t letters = 0;
  for (const Text& text : scene.texts) {
    if (text.text != "A" && text.text != "B") continue;
    ++letters;
    const Rect place = bounds(text);
    for (const Quad& disc : scene.overlays)
      if (disc.radius > 0 && disc.rect.w == 12) {
        EXPECT_FALSE(place.x < disc.rect.right() && disc.rect.x < place.right() &&
                     place.y + 2 < disc.rect.bottom() && disc.rect.y < place.bottom() - 2)
            << text.text;
      }
  }
  EXPECT_EQ(letters, 2u);
}

// A launch without times stands on the roof, which rose through its letter.
TEST(Roofline, NoLetterLiesOnTheRoof) {
  const Runs runs = runs_of_preset("first_look");
  for (const float width : {500.0f, 1255.0f}) {
    const Scene scene = stage_scene("roofline", runs, 0, {width, 230}, false);
    const auto letters = std::find_if(scene.texts.begin(), scene.texts.end(), [](const Text& text) {
      return text.face == FontFace::sans_bold && text.text == "A B";
    });
    ASSERT_NE(letters, scene.texts.end());
    const Rect place = bounds(*letters);
    const auto roof = std::find_if(scene.lines.begin(), scene.lines.end(), [](const Line& line) {
      return line.color == palette(Theme::dark).text && line.y0 != line.y1;
    });
    ASSERT_NE(roof, scene.lines.end());
    const float slope = (roof->y1 - roof->y0) / (roof->x1 - roof->x0);
    EXPECT_GT(place.y, roof->y0 + slope * (place.x - roof->x0)) << width;
  }
}

// What bounds several factors is said once, over all of them.
TEST(Resources, NoLimitOfAFactorIsCut) {
  const Scene scene = stage_scene(
      "resources", {std::make_shared<const lanescope::Run>(emulated("matmul_coarsened", 64, 256, 2).run)}, 0,
      {1280, 250}, false);
  ASSERT_TRUE(pick_named(scene, "factor/4"));
  EXPECT_FALSE(cuts(scene));
  EXPECT_TRUE(picture_says(scene, "threads, registers"));
}

}  // namespace
}  // namespace lanescope::testing
