// Pictures in narrow columns and on the stage: what a class must see is there, inside the card, and named.
#include <gtest/gtest.h>

#include <algorithm>

#include "stage_scene.h"
#include "support.h"
#include "viz/views/shared/step_table.h"

namespace lanescope::testing {
namespace {

TEST(StagePictures, ReadsKeepTheirLanesInANarrowColumn) {
  const Runs runs = runs_of_preset("divergence");
  for (const float width : {300.0f, 400.0f, 600.0f}) {
    const Scene scene = stage_scene("reads", runs, 0, {width, 500, 1.25f});
    const Pick* last = pick_named(scene, "load/0/31");
    ASSERT_TRUE(last) << width;
    EXPECT_GE(last->rect.w, 1.5f) << width;
    EXPECT_LE(last->rect.right(), scene.width) << width;
  }
}

// The price is about what is saved: that is in sight where the list is longer than its place.
TEST(StagePictures, WhatIsSavedComesBeforeWhatIsAlike) {
  const Runs runs = runs_of_preset("coarsening");
  const Scene low = stage_scene("price", runs, 0, {1200, 200}, false);
  for (const char* saved : {"barriers", "divergent warp-steps", "atomic requests", "blocks", "time, µs"})
    EXPECT_TRUE(picture_says(low, saved)) << saved;
  EXPECT_FALSE(picture_says(low, "bytes loaded"));
  EXPECT_TRUE(picture_says(stage_scene("price", runs, 0, {1200, 500}, false), "bytes loaded"));
}

TEST(StagePictures, TheGridSaysItsStepsOnce) {
  const Runs runs = runs_of_preset("coarsening");
  for (const float width : {304.0f, 1200.0f}) {
    const Scene scene = stage_scene("grid", runs, 0, {width, 510, 1.25f});
    const auto times = [&](const std::string& words) {
      return std::count_if(scene.texts.begin(), scene.texts.end(),
                           [&](const Text& text) { return text.text.ends_with(words); });
    };
    EXPECT_LE(times("one after another"), 1) << width;
    if (width < 400) {
      EXPECT_EQ(times("73,728 steps"), 1);
    }
    EXPECT_EQ(times("8,190"), times("+8,190")) << "as if it were the number of a block";
  }
}

TEST(StagePictures, TheQueueOfTheGridStaysInItsCard) {
  const Runs runs = runs_of_preset("coarsening");
  for (const std::size_t variant : {0u, 3u}) {
    const Scene scene = stage_scene("grid", runs, variant, {304, 510, 1.25f});
    const Pick* queue = pick_named(scene, "queue");
    ASSERT_TRUE(queue);
    EXPECT_LE(queue->rect.right(), scene.width);
    for (const Text& text : scene.texts) {
      EXPECT_LE(bounds(text).right(), scene.width) << text.text;
      EXPECT_FALSE(text.text.ends_with("…") && text.text.size() > 3) << text.text;
    }
  }
}

// In lanes of a few pixels a gap beside each would be most of the picture: sectors are seen as bands.
TEST(StagePictures, ReadsShowSectorsAsBandsWhereLanesAreThin) {
  const Runs runs = runs_of_preset("coarsening");
  const Scene scene = stage_scene("reads", runs, 0, {304, 444});
  const Pick *first = pick_named(scene, "load/0/0"), *second = pick_named(scene, "load/0/1");
  ASSERT_TRUE(first && second);
  EXPECT_FLOAT_EQ(first->rect.right(), second->rect.x);
}

// A number below a queue is that of something.
TEST(StagePictures, TheLengthOfAQueueHasItsNoun) {
  const Runs runs = runs_of_preset("coarsening");
  for (std::size_t variant = 0; variant < runs.size(); ++variant)
    EXPECT_TRUE(picture_says(stage_scene("grid", runs, variant, {304, 444}), "atomic")) << variant;
}

// Three columns: the sentence says who takes turns, and the colours who is alone.
TEST(StagePictures, UpdatesInTurnsAreToldInWholeWords) {
  const Runs runs = runs_of_preset("histogram");
  VariantView state;
  state.projector = true;
  state.position = 2;
  const std::vector<TimingRow> timings;
  const Scene scene = find_view("banks")->build(
      {*runs[0], state, {410, 444}, runs, timings, nothing_measured(), surroundings_here()});
  for (const char* words : {"in turns", "alone", "take turns"}) EXPECT_TRUE(picture_says(scene, words)) << words;
  for (const Text& text : scene.texts) EXPECT_FALSE(text.text.ends_with("…")) << text.text;
}

// The line above all columns of a scan: what was added so far stands in none of them, so colours keep their names.
TEST(StagePictures, TheLineOfAllColumnsNamesTheColoursOfAScan) {
  const Runs runs = runs_of_preset("scan");
  VariantView state;
  state.projector = true;
  state.position = 5;
  const std::vector<TimingRow> timings;
  for (const SceneSize size : {SceneSize{1256, 39}, SceneSize{1885, 52, 1.3f}}) {
    const Scene line =
        stage_heads().build({*runs[0], state, size, runs, timings, nothing_measured(), surroundings_here()});
    for (const char* words : {"Elements", "now", "divergent", "before"})
      EXPECT_TRUE(picture_says(line, words)) << size.width << words;
  }
}

TEST(StagePictures, MemoryShowsTheNearestRequestFaintly) {
  Shown shown = emulated("interleaved_shared", 1024, 64);
  shown.state.position = 5;
  const Scene scene = picture(*find_view("memory"), shown, {}, {900, 260});
  EXPECT_TRUE(picture_says(scene, "No request to global memory in this step; the nearest one, faint"));
  EXPECT_TRUE(picture_says(scene, "coalesced"));
  for (const Pick& pick : scene.picks) EXPECT_TRUE(pick.focus.empty()) << "of another step";
}

TEST(StagePictures, ANarrowSourceIsWrappedAndNotCut) {
  const Runs runs = runs_of_preset("divergence");
  for (std::size_t variant = 0; variant < runs.size(); ++variant) {
    VariantView state;
    state.projector = true;
    state.position = 8;
    const std::vector<TimingRow> timings;
    const Scene scene = find_view("source")->build(
        {*runs[variant], state, {410, 500}, runs, timings, nothing_measured(), surroundings_here()});
    std::string code;
    for (const Text& text : scene.texts) {
      code += text.text;
      EXPECT_FALSE(text.text.ends_with("…")) << text.text;
      EXPECT_LE(bounds(text).right(), scene.width) << text.text;
    }
    EXPECT_NE(code.find("stride]"), std::string::npos) << code;
    EXPECT_TRUE(std::any_of(scene.picks.begin(), scene.picks.end(), [](const Pick& pick) {
      return pick.tip.find("Every warp of the block waits here for the last one") != std::string::npos;
    }));
  }
}

TEST(StagePictures, FoldedTreesTellWhichElementsMeetFirst) {
  const Runs runs = runs_of_preset("divergence");
  const auto words = [&](std::size_t variant, SceneSize size, bool projector) {
    std::string all;
    for (const Text& text : stage_scene("tree", runs, variant, size, projector).texts) all += text.text + " ";
    return all;
  };
  EXPECT_NE(words(0, {420, 170}, false).find(" 0 1 2 3 "), std::string::npos) << words(0, {420, 170}, false);
  EXPECT_NE(words(2, {420, 170}, false).find(" 0 256 512 768 "), std::string::npos) << words(2, {420, 170}, false);
}

TEST(StepLabels, StayWhereTheyAreWhileOneSteps) {
  std::vector<StepRow> rows;
  for (std::uint32_t i = 0; i < 30; ++i) rows.push_back({i, 7.0f * static_cast<float>(i), 7});
  const auto fixed = rows_with_room(rows, 1000, 13);
  for (std::uint32_t current = 0; current < 30; ++current) {
    const auto shown = rows_with_room(rows, current, 13);
    int gone = 0, come = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      gone += fixed[i] && !shown[i];
      come += !fixed[i] && shown[i];
    }
    EXPECT_LE(gone, 1) << current;
    EXPECT_LE(come, 1) << current;
    EXPECT_TRUE(shown[current]);
  }
}

// The rounds of coarsening are near each other, the steps of the tree are not.
TEST(StepLabels, StandAtEveryRowThatHasRoom) {
  std::vector<StepRow> rows;
  for (std::uint32_t i = 0; i < 8; ++i) rows.push_back({i, 3.0f * static_cast<float>(i), 3});
  for (std::uint32_t i = 8; i < 12; ++i) rows.push_back({i, 40 + 21.0f * static_cast<float>(i - 8), 21});
  const auto shown = rows_with_room(rows, 1000, 13);
  for (std::uint32_t i = 9; i < 12; ++i) EXPECT_TRUE(shown[i]) << i;
}

// A loop that loads before each few of its rounds: "load" at every label would tell no row from another.
TEST(StepLabels, HaveNumbersWhereRowsShareAPlace) {
  std::vector<StepRow> rows;
  for (std::uint32_t i = 0; i < 200; ++i) rows.push_back({i, static_cast<float>(i), 1});
  const auto numbered = [](std::uint32_t step) { return step % 13 != 0; };
  const auto shown = rows_with_room(rows, 1000, 13, numbered);
  std::size_t labels = 0;
  for (std::uint32_t i = 1; i < rows.size(); ++i)
    if (shown[i]) {
      EXPECT_TRUE(numbered(i)) << i;
      ++labels;
    }
  EXPECT_GE(labels, 6u);
  EXPECT_TRUE(shown[0]) << "the first row says what it is";
}

TEST(StagePictures, CodeIsWrappedAndFillsItsCard) {
  const Runs runs = runs_of_preset("bank_conflicts");
  for (std::size_t variant = 0; variant < runs.size(); ++variant) {
    VariantView state;
    state.projector = true;
    state.position = 7;
    const std::vector<TimingRow> timings;
    const Scene scene = find_view("source")->build(
        {*runs[variant], state, {605, 480}, runs, timings, nothing_measured(), surroundings_here()});
    EXPECT_FALSE(cuts(scene)) << "what differs between two kernels stands at the ends of lines";
    EXPECT_TRUE(picture_says(scene, "35")) << "the last line";
    EXPECT_TRUE(picture_says(scene, "22")) << "as many before it as have room";
  }
}

TEST(StagePictures, AStepWithoutARequestSaysSoInANarrowColumn) {
  const Runs runs = runs_of_preset("coarsening");
  VariantView state;
  state.projector = true;
  const std::vector<TimingRow> timings;
  for (std::size_t variant = 0; variant < runs.size(); ++variant) {
    state.position = steps_of(*runs[variant]) - 2;
    const Scene scene = find_view("memory")->build(
        {*runs[variant], state, {304, 505}, runs, timings, nothing_measured(), surroundings_here()});
    EXPECT_TRUE(picture_says(scene, "None here.")) << variant;
    EXPECT_TRUE(picture_says(scene, "show ")) << variant;
  }
}

// Two columns of a window of 1280x720: the legend takes no line from the rows.
TEST(LowPictures, HaveTheLegendBesideTheName) {
  const Runs runs = runs_of_preset("many_warps");
  const Scene low = stage_scene("tree", runs, 0, {476, 120}, false),
              high = stage_scene("tree", runs, 0, {476, 240}, false);
  const auto height_of = [](const Scene& scene, const std::string& words) {
    const auto found =
        std::find_if(scene.texts.begin(), scene.texts.end(), [&](const Text& text) { return text.text == words; });
    return found == scene.texts.end() ? -1 : found->y;
  };
  EXPECT_EQ(height_of(low, "divergent warp"), height_of(low, "Reduction tree"));
  EXPECT_GT(height_of(high, "divergent warp"), 200) << "below, where there is room";
  EXPECT_TRUE(picture_says(high, "512 elements of block 0"));
}

// Four columns of a window of 1280x720: there is no room for it, and the name would take a row from each.
TEST(LowPictures, ThatAreNarrowHaveNoNameEither) {
  const Runs runs = runs_of_preset("coarsening");
  const Scene low = stage_scene("tree", runs, 0, {234, 130}, false),
              high = stage_scene("tree", runs, 0, {234, 240}, false);
  EXPECT_FALSE(picture_says(low, "Tree"));
  EXPECT_FALSE(pick_named(low, "rounding"));
  EXPECT_TRUE(picture_says(high, "Reduction tree"));
}

// Two to four columns of a stage of 1280x720: colours are explained in each.
TEST(StagePictures, HaveALegendInEveryColumn) {
  const Runs runs = runs_of_preset("coarsening");
  for (const float width : {304.0f, 410.0f, 621.0f}) {
    const Scene tree = stage_scene("tree", runs, 0, {width, 242}),
                warps = stage_scene("activity", runs, 0, {width, 230});
    EXPECT_TRUE(picture_says(tree, "no lane waits")) << width;
    EXPECT_TRUE(picture_says(tree, "divergent")) << width;
    EXPECT_TRUE(picture_says(warps, "works")) << width;
    EXPECT_TRUE(picture_says(warps, "waits")) << width;
    EXPECT_EQ(picture_says(warps, "divergent"), width > 600) << width << ": three names have room in halves";
    EXPECT_TRUE(pick_named(warps, "level/warp")) << width << ": the way to another level";
  }
  for (const auto& [view, preset] : {std::pair{"tiles", "tiling"}, {"elements", "histogram"}}) {
    const Runs three = runs_of_preset(preset);
    for (std::size_t variant = 0; variant < three.size(); ++variant) {
      const Scene scene = stage_scene(view, three, variant, {410, 236});
      EXPECT_TRUE(picture_says(scene, "now") || picture_says(scene, "read or computed now")) << view << variant;
    }
  }
}

// Enlarged, where a legend has a line of its own but not all of its words have room there.
TEST(StagePictures, EnlargedWarpsNameEveryColour) {
  const Runs runs = runs_of_preset("many_warps");
  for (const float growth : {1.0f, 1.25f, 1.375f}) {
    const Scene warps = stage_scene("activity", runs, 0, {621, 482, growth});
    for (const char* name : {"works", "divergent", "waits"})
      EXPECT_TRUE(picture_says(warps, name)) << growth << name;
  }
}

// The window at 1280x720 has columns as narrow as the stage.
TEST(LowPictures, WithoutAHeadSayWhichWarpTheyShow) {
  const Runs runs = runs_of_preset("divergence");
  VariantView state;
  state.activity = ActivityLevel::warp;
  state.selection.warp = 3;
  state.head = Head::none;
  const std::vector<TimingRow> timings;
  const Scene scene =
      find_view("activity")
          ->build({*runs[0], state, {310, 109}, runs, timings, nothing_measured(), surroundings_here()});
  EXPECT_TRUE(picture_says(scene, "warp 3, lane 0"));
}

// Four columns of the smallest window, whose choices would leave no room for what colours mean.
TEST(LowPictures, OfTheSmallestWindowNameTheirColoursInTheLineOfAll) {
  const Runs runs = runs_of_preset("coarsening");
  const std::vector<TimingRow> timings;
  const Scene line = stage_heads().build(
      {*runs[0], VariantView{}, {684, 24}, runs, timings, nothing_measured(), surroundings_here()});
  for (const char* words : {"Tree", "no lane waits", "divergent", "Warps", "works", "waits"})
    EXPECT_TRUE(picture_says(line, words)) << words;
  EXPECT_TRUE(pick_named(line, "level/warp"));
}

TEST(StagePictures, HistogramsNameTheMarksOfThreadsThatWaitTheirTurn) {
  RunRequest request = find_preset("histogram")->variants.requests.front();
  request.backend = BackendChoice::emulator;
  Progress progress;
  const Runs runs{std::make_shared<const lanescope::Run>(lanescope::run(request, progress))};
  VariantView state;
  state.projector = true;
  state.position = 2;
  const std::vector<TimingRow> timings;
  const Scene scene =
      find_view("elements")
          ->build({*runs[0], state, {410, 236}, runs, timings, nothing_measured(), surroundings_here()});
  EXPECT_TRUE(picture_says(scene, "waits its turn"));
  EXPECT_TRUE(picture_says(scene, "before"));
}

// Columns have one line for all, and their pictures its height.
TEST(StagePictures, HeadsOfManyColumnsStandInOneLine) {
  const Runs runs = runs_of_preset("coarsening");
  VariantView state;
  state.projector = true;
  const std::vector<TimingRow> timings;
  const auto build = [&](const View& view, SceneSize size) {
    return view.build({*runs[0], state, size, runs, timings, nothing_measured(), surroundings_here()});
  };
  const Scene line = build(stage_heads(), {1256, 39});
  for (const char* words : {"Tree", "no lane waits", "barrier", "Warps", "works", "waits", "heat"})
    EXPECT_TRUE(picture_says(line, words)) << words;
  EXPECT_TRUE(pick_named(line, "level/warp"));
  for (const Text& text : line.texts) {
    EXPECT_GE(bounds(text).y, 0) << text.text;
    EXPECT_LE(bounds(text).bottom(), line.height) << text.text;
  }
  EXPECT_TRUE(line.mask_grids.empty()) << "of the pictures it has the heads alone";
  const Scene with = build(*find_view("activity"), {304, 230});
  state.head = Head::none;
  const Scene without = build(*find_view("activity"), {304, 230});
  EXPECT_FALSE(picture_says(without, "waits"));
  EXPECT_FALSE(pick_named(without, "level/warp"));
  EXPECT_GT(without.mask_grids[0].rect.h, with.mask_grids[0].rect.h);
}

// A third of 1280 pixels, where the whole words of a coarsened product have no room.
TEST(StagePictures, TilesNameTheirColorsAlsoWhereAThreadHasSeveralSums) {
  const Runs runs = runs_of_preset("tiling");
  for (std::size_t variant = 0; variant < runs.size(); ++variant) {
    const Scene scene = stage_scene("tiles", runs, variant, {409, 242, 1.25f});
    EXPECT_TRUE(picture_says(scene, "now")) << variant;
    EXPECT_TRUE(picture_says(scene, "before")) << variant;
    EXPECT_EQ(picture_says(scene, "kept"), variant == 2) << variant;
  }
}

// Sixteen and sixteen beside each other: numbers, as in the column of the other kernel.
TEST(StagePictures, ValuesOfNeighboursAreNumbers) {
  const Runs runs = runs_of_preset("first_look");
  VariantView state;
  state.projector = true;
  state.position = steps_of(*runs[1]);
  const std::vector<TimingRow> timings;
  const Scene scene = find_view("tree")->build(
      {*runs[1], state, {621, 242}, runs, timings, nothing_measured(), surroundings_here()});
  const auto count = [&](const std::string& words) {
    return std::count_if(scene.texts.begin(), scene.texts.end(),
                         [&](const Text& text) { return text.face == FontFace::mono && text.text == words; });
  };
  EXPECT_EQ(count("16"), 2 + 1) << "two partial sums, and a stride";
}

}  // namespace
}  // namespace lanescope::testing
