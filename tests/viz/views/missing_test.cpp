// Views that have nothing to show of a launch: they say why, and what they offer leads to something.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/request/refusals.h"
#include "support.h"
#include "viz/model/command.h"

namespace lanescope::testing {
namespace {

Missing missing_of(const char* view, const Shown& shown) {
  const auto run = std::make_shared<const Run>(shown.run);
  return find_view(view)->missing(
      {*run, shown.state, {600, 300}, {run}, {}, nothing_measured(), surroundings_here()});
}

/// The launches that a click on the first offer leaves, run.
std::vector<Shown> after_offer(const char* view, const Shown& shown) {
  ViewState state;
  state.variants.requests = {shown.run.request};
  const Missing missing = missing_of(view, shown);
  for (const Command& command : missing.offers.at(0).clicks) state = apply(state, command);
  std::vector<Shown> runs;
  for (RunRequest request : state.variants.requests) {
    EXPECT_FALSE(refusal(request)) << view;
    request.detail = Detail::full;
    Progress progress;
    runs.push_back({run(request, progress), {}});
  }
  return runs;
}

TEST(MissingInViews, IsSaidInThePictureWithAnOffer) {
  const Shown shown = emulated("interleaved_global", 32, 16);
  for (const char* view : {"banks", "ladder", "price", "counters", "roofline", "timing"}) {
    const Missing missing = missing_of(view, shown);
    ASSERT_TRUE(missing) << view;
    ASSERT_FALSE(missing.offers.empty()) << view;
    for (const SceneSize size : {SceneSize{1000, 300}, SceneSize{300, 160}}) {
      const Scene scene = picture(*find_view(view), shown, {}, size);
      EXPECT_TRUE(std::any_of(scene.picks.begin(), scene.picks.end(),
                              [&](const Pick& pick) { return pick.name == missing.offers[0].name; }))
          << view << " in " << size.width;
    }
    std::string words;
    for (const Text& text : picture(*find_view(view), shown, {}, {1000, 300}).texts) words += text.text + ' ';
    EXPECT_NE(words.find(missing.why), std::string::npos) << view;
  }
}

TEST(MissingInViews, IsThereAfterAClickOnTheOffer) {
  const Shown shown = emulated("interleaved_global", 32, 16);
  for (const char* view : {"ladder", "counters", "roofline", "timing"}) {
    const auto runs = after_offer(view, shown);
    ASSERT_EQ(runs.size(), 1u) << view;
    EXPECT_FALSE(missing_of(view, runs[0])) << view;
  }
  const auto beside = after_offer("banks", shown);
  ASSERT_EQ(beside.size(), 2u);
  EXPECT_FALSE(missing_of("banks", beside[1]));
}

TEST(MissingInViews, IsNothingWhereThereIsSomethingToShow) {
  EXPECT_FALSE(missing_of("banks", emulated("warp_shuffle", 4096, 64))) << "shuffles";
  EXPECT_FALSE(missing_of("memory", emulated("convergent_shared", 4096, 64)));
  for (const char* view : {"banks", "ladder", "counters", "roofline", "timing", "sweep"})
    EXPECT_FALSE(missing_of(view, emulated("convergent_shared", 65536, 256))) << view;
}

TEST(MissingInViews, OffersNoLaunchThatCannotRun) {
  // As one block it adds no more than two elements a thread, and no such few were timed.
  const Missing missing = missing_of("ladder", emulated("shared_tree", 32, 16));
  ASSERT_TRUE(missing);
  for (const Choice& offer : missing.offers) {
    ViewState state;
    state.variants.requests = {emulated("shared_tree", 32, 16).run.request};
    for (const Command& command : offer.clicks) state = apply(state, command);
    EXPECT_FALSE(refusal(state.request())) << offer.word;
  }
}

TEST(MissingInViews, IsToldInsideItsPictureHoweverLowThatIs) {
  const std::string sentence =
      "No tree: no two of the block's 256 elements were combined on the way to its result. Thread 0 of block 0 "
      "(line 7) "
      "and thread 32 of block 0 (line 5) access partial[32], and nothing says in which order.";
  const Shown shown = emulated("convergent_shared", 4096, 64);
  for (const float height : {300.0f, 110.0f, 60.0f, 50.0f}) {
    Painter painter(shown.state, {230, height});
    painter.header("Reduction tree", "", {});
    const std::size_t head = painter.scene.texts.size();
    painter.empty_state(sentence);
    bool is_whole = true;
    for (std::size_t i = head; i < painter.scene.texts.size(); ++i) {
      const Text& line = painter.scene.texts[i];
      is_whole &= line.text.find("\xE2\x80\xA6") == std::string::npos;
      EXPECT_GE(line.y - line.size / 2, painter.content.y - 1) << height;
      EXPECT_LE(line.y + line.size / 2, painter.content.bottom() + 1) << height;
    }
    const bool has_tip = std::any_of(painter.scene.picks.begin(), painter.scene.picks.end(),
                                     [&](const Pick& pick) { return pick.tip == sentence; });
    EXPECT_NE(is_whole, has_tip) << "what is cut is in its tip: " << height;
    EXPECT_EQ(is_whole, height == 300) << height;
  }
}

TEST(MissingInViews, OffersNoKernelThatStandsBesideItAlready) {
  const auto without = std::make_shared<const lanescope::Run>(emulated("interleaved_global", 32, 16).run),
             with = std::make_shared<const lanescope::Run>(emulated("interleaved_shared", 32, 16).run);
  const Missing missing = find_view("banks")->missing(
      {*without, {}, {600, 300}, {without, with}, {}, nothing_measured(), surroundings_here()});
  EXPECT_TRUE(missing);
  EXPECT_TRUE(missing.offers.empty());
}

// By the name that the list of kernels has.
TEST(MissingInViews, NamesTheKernelThatPriceOffers) {
  const Missing missing = missing_of("price", emulated("interleaved_global", 32, 16));
  EXPECT_EQ(missing.offers.at(0).word, "Compare with Coarsened, COARSE_FACTOR 4");
}

// With one variant no table has a letter, so no point has one; with two each has its own.
TEST(Roofline, HasLettersWhereThereAreSeveralVariants) {
  const auto run = std::make_shared<const lanescope::Run>(emulated("coarsened", 1 << 20, 256, 4).run),
             other = std::make_shared<const lanescope::Run>(emulated("interleaved_shared", 1 << 20, 256).run);
  const auto letters = [&](const std::vector<std::shared_ptr<const lanescope::Run>>& runs) {
    const Scene scene =
        find_view("roofline")->build({*run, {}, {1200, 300}, runs, {}, nothing_measured(), surroundings_here()});
    return std::count_if(scene.texts.begin(), scene.texts.end(),
                         [](const Text& text) { return text.text == "A" || text.text == "B"; });
  };
  EXPECT_EQ(letters({run}), 0);
  EXPECT_EQ(letters({run, other}), 2);
}

}  // namespace
}  // namespace lanescope::testing
