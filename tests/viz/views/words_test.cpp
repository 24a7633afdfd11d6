// The sentences, and the measure of texts.
#include <gtest/gtest.h>

#include "support.h"
#include "viz/kit/text_width.h"
#include "viz/views/shared/captions.h"
#include "viz/views/shared/variant_name.h"

namespace lanescope::testing {
namespace {

TEST(StepSentence, TellsTheStepInWords) {
  Shown shown = emulated("interleaved_shared", 1 << 14, 1024);
  shown.state.position = 1;
  EXPECT_EQ(step_sentence(shown.run, shown.state), "load · 1,024 of 1,024 threads active · 0 divergent warps");
  shown.state.position = 2 + 4;
  EXPECT_EQ(step_sentence(shown.run, shown.state),
            "step 4 of 11 · stride 8 · 128 of 1,024 threads active · 32 divergent warps");
  shown.state.position = 0;
  EXPECT_EQ(step_sentence(shown.run, shown.state), "before the first of 11 steps · 1,024 threads in 32 warps");
  shown.state.position = 2 + 12;
  EXPECT_EQ(
      step_sentence(shown.run, shown.state),
      "commit: one thread updates the output with its result, in one atomic operation · 1 of 1,024 threads active "
      "· 1 divergent warp");
}

std::string caption_at(Shown shown, std::uint32_t position) {
  shown.state.position = position;
  return step_caption(shown.run, shown.state).full;
}

TEST(StepCaption, SaysWhoWorksAndWhoWaits) {
  const Shown interleaved = emulated("interleaved_global", 32, 16),
              convergent = emulated("convergent_global", 32, 16);
  EXPECT_EQ(caption_at(interleaved, 1),
            "Step 1 of 5, stride 1: all 16 threads each add the value 1 place to the right; nobody waits.");
  EXPECT_EQ(caption_at(interleaved, 2),
            "Step 2 of 5, stride 2: 8 threads (0, 2, 4 ... 14) each add the value 2 places "
            "to the right; 8 of 16 threads wait.");
  EXPECT_EQ(caption_at(interleaved, 3),
            "Step 3 of 5, stride 4: threads 0, 4, 8, 12 each add the value 4 places to the "
            "right; 12 of 16 threads wait.");
  EXPECT_EQ(caption_at(convergent, 3),
            "Step 3 of 5, stride 4: threads 0 to 3 each add the value 4 places to the right; "
            "12 of 16 threads wait.");
  EXPECT_EQ(caption_at(convergent, 5),
            "Step 5 of 5, stride 1: thread 0 adds the value 1 place to the right; 15 of 16 threads wait.");
  EXPECT_EQ(caption_at(convergent, 6),
            "Commit: thread 0 updates the output with the block's result, in one atomic "
            "operation; 15 of 16 threads wait.");
}

TEST(StepCaption, TellsLanesThatWaitFromWarpsThatAreThrough) {
  const Shown shown = emulated("convergent_shared", 1 << 14, 512);
  EXPECT_EQ(caption_at(shown, 2 + 2),
            "Step 2 of 10, stride 256: threads 0 to 255 each add the value 256 places to the "
            "right; 8 of 16 warps have nothing to do.");
  EXPECT_EQ(caption_at(shown, 2 + 8),
            "Step 8 of 10, stride 4: threads 0 to 3 each add the value 4 places to the right; "
            "28 lanes of their warp wait, 15 of 16 warps have nothing to do.");
}

TEST(StepCaption, SaysWhyThreadsThatAddAloneNeedNoBarrier) {
  Shown shown = emulated("coarsened", 1 << 14, 64, 2);
  for (const auto& [position, alone] : {std::pair{1u, false}, {2u, true}, {4u, true}, {5u, false}}) {
    shown.state.position = position;
    const std::string why = step_caption(shown.run, shown.state).why;
    EXPECT_EQ(why, alone ? "No barrier: registers are private to their thread." : "");
  }
}

TEST(StepCaption, SaysThatNIsTooSmallForTheFactor) {
  Shown shown = emulated("coarsened", 32, 16, 4);
  std::string whys;
  for (shown.state.position = 1; shown.state.position <= steps_of(shown.run); ++shown.state.position)
    if (const Caption caption = step_caption(shown.run, shown.state);
        caption.full.find("no thread of the block has anything to do") != std::string::npos)
      whys += caption.why + "|";
  EXPECT_NE(whys.find("With COARSE_FACTOR 4 a block takes 128 elements; N is 32.|"), std::string::npos) << whys;
}

TEST(StepCaption, HasWordsForEveryPhase) {
  EXPECT_EQ(caption_at(emulated("coarsened", 1 << 14, 64, 2), 1),
            "Load: all 64 threads each load an element from global memory; nobody waits.");
  EXPECT_EQ(caption_at(emulated("coarsened", 1 << 14, 64, 2), 2),
            "Step 1 of 9: all 64 threads each add an element of their own; nobody waits.");
  EXPECT_EQ(
      caption_at(emulated("warp_shuffle", 128, 64), 3),
      "Step 2 of 7, stride 16: all 64 threads each add the register of the lane 16 places away; nobody waits.");
  EXPECT_EQ(caption_at(emulated("scan_kogge_stone", 64, 64), 3),
            "Step 2 of 6, stride 2: threads 2 to 63 each add the value 2 places to the left; 2 of 64 threads wait, "
            "in 1 warp.");
  EXPECT_EQ(caption_at(emulated("two_pass_blocked", 256, 32), 3).substr(0, 62),
            "Step 3 of 32: thread 0 adds value 2 of shared memory; 31 of 32");
  Shown max = emulated("convergent_global", 32, 16);
  max.run.request.op = Op::max;
  EXPECT_EQ(caption_at(max, 5),
            "Step 5 of 5, stride 1: thread 0 takes in the value 1 place to the right; 15 of 16 threads wait.");
}

TEST(StepSentence, HasWordsWhereThereIsNoStep) {
  const Shown host = emulated("sequential", 100, 1);
  EXPECT_EQ(step_sentence(host.run, host.state), "runs on the host: one element after another");
  const Shown empty = emulated("convergent_shared", 0, 32);
  EXPECT_FALSE(step_sentence(empty.run, empty.state).empty());
  EXPECT_EQ(focus_sentence(empty.run, {.step = 0, .warp = 0, .lane = 0, .node = 0}), "");
}

TEST(FocusSentence, TellsMaskAndMeaning) {
  const Shown shown = emulated("interleaved_shared", 1 << 14, 1024);
  const std::string words = focus_sentence(shown.run, {.step = 2 + 3, .warp = 2, .lane = 8, .node = {}});
  EXPECT_EQ(words,
            "step 4 of 11 · tree · stride 8 · 128 of 1,024 threads active · 32 divergent warps\n"
            "thread 72 (warp 2, lane 8) works\n"
            "mask 0x01010101: 4 of 32 lanes work, 28 wait: the warp diverges");
  EXPECT_EQ(focus_sentence(shown.run, {}), "");
}

TEST(FocusSentence, TellsWhatANodeIsMadeOf) {
  const Shown shown = by_hand();
  EXPECT_EQ(focus_sentence(shown.run, {.step = {}, .warp = {}, .lane = {}, .node = 1}),
            "element 1 of the input: 2");
  // The bound: ((1 + 2^-24)^2 - 1) * 10.
  EXPECT_EQ(
      focus_sentence(shown.run, {.step = {}, .warp = {}, .lane = {}, .node = 6}),
      "sum of 3 and 7 = 10\nequal to the exact sum of its elements; rounding allows an error of up to 1.2e-06");
}

TEST(TextWidth, CountsCharactersAndNotBytes) {
  EXPECT_FLOAT_EQ(text_width("1024", FontFace::mono, 10), 24);
  EXPECT_FLOAT_EQ(text_width("·", FontFace::mono, 10), 6);
  EXPECT_GT(text_width("warp", FontFace::sans_bold, 10), text_width("warp", FontFace::sans, 10));
  EXPECT_GT(text_width("\xff", FontFace::sans, 10), 0) << "malformed text has a width too";
}

TEST(FittedText, EndsWithAnEllipsisWhereItIsTooLong) {
  const std::string words = "convergent_shared";
  EXPECT_EQ(fitted(words, FontFace::sans, 13, 500), words);
  const std::string cut = fitted(words, FontFace::sans, 13, 60);
  EXPECT_LE(text_width(cut, FontFace::sans, 13), 60);
  EXPECT_EQ(cut.substr(cut.size() - 3), "…");
  EXPECT_EQ(fitted(words, FontFace::sans, 13, 2), "");
}

TEST(Views, AreFoundByTheirIds) {
  for (const View& view : views()) EXPECT_EQ(find_view(view.id), &view);
  EXPECT_EQ(find_view("nothing"), nullptr);
  EXPECT_EQ(find_view("truth"), find_view("counters")) << "as sessions of before have it";
  EXPECT_EQ(find_view(""), nullptr);
}

TEST(TimingRows, ExistOnlyForTimedRuns) {
  Shown shown = emulated("convergent_shared", 1024, 32);
  EXPECT_FALSE(timing_row(shown.run, recorded_sweeps()));
  shown.run.timing = Timing{.time_us = 5, .min_us = 4, .max_us = 6, .bandwidth_gbps = 1, .repeats = 20};
  ASSERT_TRUE(timing_row(shown.run, recorded_sweeps()));
  EXPECT_EQ(timing_row(shown.run, recorded_sweeps())->kernel, "convergent_shared");
}

TEST(TimingRows, TakeARecordedTimeWhereThereIsNoOther) {
  Shown shown = emulated("convergent_shared", 1024, 32);
  shown.run.recorded = RecordedTiming{.timing = {.time_us = 5}, .provenance = {}};
  shown.run.recorded->provenance.kind = NumberKind::recorded;
  ASSERT_TRUE(timing_row(shown.run, recorded_sweeps()));
  EXPECT_EQ(timing_row(shown.run, recorded_sweeps())->provenance.kind, NumberKind::recorded);
  shown.run.timing = Timing{.time_us = 3, .min_us = 3, .max_us = 3, .bandwidth_gbps = 1, .repeats = 20};
  EXPECT_EQ(timing_row(shown.run, recorded_sweeps())->timing.time_us, 3) << "what was measured comes first";
  EXPECT_TRUE(timing_rows({}, recorded_sweeps()).empty());
}

TEST(TreeLegend, NamesTheLineOfABarrierWhereThereIsRoom) {
  const auto says = [](const char* kernel, SceneSize size) {
    const Scene scene = tree_scene(emulated(kernel, 32, 16), size);
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [](const Text& text) { return text.text == "barrier"; });
  };
  EXPECT_TRUE(says("convergent_shared", {900, 420}));
  EXPECT_FALSE(says("convergent_shared", {300, 420})) << "four entries alone have more room";
  EXPECT_FALSE(says("atomic_per_thread", {900, 420})) << "it has no barrier";
}

TEST(StepCaption, OfSeveralWarpsSaysHowManyWork) {
  Shown shown = emulated("interleaved_shared", 1024, 512);
  shown.state.position = 8;  // strides 1 to 32, after two rows before them
  EXPECT_EQ(step_caption(shown.run, shown.state).least, "Stride 32: 16 of 512 threads work, in 16 warps.");
  EXPECT_EQ(step_caption(shown.run, shown.state).tiny, "Stride 32: 16 warps work.");
  EXPECT_EQ(step_caption(shown.run, shown.state).fewest, "16 warps work.");
  EXPECT_EQ(step_caption(shown.run, shown.state).by_step, "Step 6: 16 warps work.");
  EXPECT_EQ(step_caption(shown.run, shown.state).both, "Step 6, stride 32: 16 warps work.");
  EXPECT_EQ(step_caption(shown.run, shown.state).both_brief, "Step 6, stride 32: 16 warps.");
  Shown other = emulated("strided_index_shared", 1024, 512);
  other.state.position = 7;
  EXPECT_EQ(step_caption(other.run, other.state).least, "Stride 32: 8 of 512 threads work, in 1 warp.");
}

TEST(StepCaption, OfOneAndOfTwoSpeaksAsOneDoes) {
  const Shown scan = emulated("scan_kogge_stone", 128, 128), interleaved = emulated("interleaved_global", 256, 128);
  EXPECT_EQ(caption_at(scan, 2),
            "Step 1 of 7, stride 1: threads 1 to 127 each add the value 1 place to the left; 1 of 128 "
            "threads waits, in 1 warp.");
  EXPECT_EQ(caption_at(scan, 7),
            "Step 6 of 7, stride 32: threads 32 to 127 each add the value 32 places to the left; 1 of 4 "
            "warps has nothing to do.");
  EXPECT_EQ(caption_at(interleaved, 7),
            "Step 7 of 8, stride 64: threads 0 and 64 each add the value 64 places to the right; 62 "
            "lanes of their warps wait, 2 of 4 warps have nothing to do.");
  Shown last = interleaved;
  last.state.position = 8;
  EXPECT_EQ(step_caption(last.run, last.state).brief,
            "Step 8 of 8, stride 128: 1 of 128 threads works, in 1 warp.");
  EXPECT_EQ(step_caption(last.run, last.state).fewest, "1 warp works.");
  const Shown serial = emulated("serial", 4, 1);
  Shown alone = serial;
  alone.state.position = 1;
  EXPECT_EQ(step_caption(alone.run, alone.state).brief.find("1 of 1"), std::string::npos);
  EXPECT_NE(step_caption(alone.run, alone.state).brief.find("the only thread works"), std::string::npos)
      << step_caption(alone.run, alone.state).brief;
  Shown add = emulated("vector_add", 64, 32);
  add.state.position = 1;
  EXPECT_NE(step_caption(add.run, add.state).brief.find(": all 32 threads work."), std::string::npos)
      << step_caption(add.run, add.state).brief;
  add.state.position = 0;
  EXPECT_EQ(step_caption(add.run, add.state).full, "Before the only step · 32 threads in 1 warp");
}

TEST(StepCaption, OfALaunchAmongSeveralSaysWhatItIsFor) {
  RunRequest request = testing::usual_request("radix_sort_bit", 16, 16);
  request.launch = 3;
  Shown sort = emulated(request);
  EXPECT_EQ(caption_at(sort, 1).substr(0, 34), "Step 1 of 1, each key to its place");
}

TEST(StepCaption, ThreadsThatUpdateOneOutputQueue) {
  Shown shown = emulated("atomic_per_element", 1024, 256);
  shown.state.position = steps_of(shown.run);
  const Caption caption = step_caption(shown.run, shown.state);
  EXPECT_EQ(caption.full, "Commit: all 256 threads update the output atomically; they queue, 256 turns.");
  EXPECT_EQ(caption.full.find("nobody waits"), std::string::npos);
  EXPECT_EQ(caption.brief, "Commit: all 256 threads queue.");
  EXPECT_EQ(caption.tiny, "Commit: 256 threads queue.");
}

TEST(StepCaption, WhatBlocksAddUpTheyDoNotWrite) {
  Shown shown = emulated("histogram_private", 2048, 128);
  shown.state.position = steps_of(shown.run);
  EXPECT_EQ(
      step_caption(shown.run, shown.state).full,
      "Commit: threads 0 to 63 each add to an element of the output, atomically; 2 of 4 warps have nothing to do.");
  Shown serial = emulated("serial", 4, 1);
  serial.state.position = steps_of(serial.run);
  EXPECT_EQ(step_caption(serial.run, serial.state).full, "Commit: thread 0 stores the result; nobody waits.");
}

TEST(StepCaption, CallsOnlyADistanceAStride) {
  Shown merge = emulated("merge_basic", 4096, 256);
  merge.state.position = 1;
  EXPECT_NE(step_caption(merge.run, merge.state).full.find("range 2,048"), std::string::npos)
      << step_caption(merge.run, merge.state).full;
  Shown padded;
  RunRequest request;
  request.kernel = "transpose_padded";
  request.n = 64;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  Progress progress;
  padded.run = run(request, progress);
  padded.state.position = 2;
  EXPECT_EQ(step_caption(padded.run, padded.state).full.find("tride"), std::string::npos)
      << step_caption(padded.run, padded.state).full;
}

TEST(VariantNames, HaveWhatTellsThemApartAlsoInFewSigns) {
  RunRequest one, other, third;
  one.kernel = other.kernel = "vector_add";
  third.kernel = "rgb_to_gray";
  other.coarse_factor = 4;
  const VariantName name = name_of_variant({one, other, third}, other);
  EXPECT_EQ(name.name, "vector_add");
  EXPECT_EQ(name.differing, "COARSE_FACTOR 4");
  EXPECT_EQ(name.brief,
            "\xC3\x97"
            "4");
  EXPECT_EQ(name.value,
            "vector_add \xC3\x97"
            "4")
      << "of a column in a table, where another one has the same kernel";
  EXPECT_EQ(name_of_variant({one, other, third}, third).value, "rgb_to_gray");
  EXPECT_EQ(name_of_variant({one, other}, other).name, "COARSE_FACTOR 4");
}

TEST(VariantNames, OfFilesAreWithoutTheFoldersThatWereTyped) {
  EXPECT_EQ(without_folder("sum.cu:reduce"), "sum.cu:reduce");
  EXPECT_EQ(without_folder("../week 3/sum.cu:reduce"), "sum.cu:reduce");
  EXPECT_EQ(without_folder("/home/a/sum.cu"), "sum.cu");
}

}  // namespace
}  // namespace lanescope::testing
