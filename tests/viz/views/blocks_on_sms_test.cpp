// Blocks on SMs: slots, idle SMs, waves, and the picture of them.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "engine/machine/occupancy.h"
#include "engine/recorded/recorded_placement.h"
#include "engine/request/catalogue.h"
#include "support.h"
#include "viz/kit/palette.h"
#include "viz/views/sms/sm_schedule.h"

namespace lanescope::testing {
namespace {

void expect_no_two_in_one_slot(const BlockSchedule& schedule) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> busy_until;
  for (const BlockStay& stay : schedule.stays) {
    double& until = busy_until[{stay.sm, stay.slot}];
    EXPECT_GE(stay.start, until) << "block " << stay.block << " on SM " << stay.sm;
    EXPECT_LT(stay.slot, schedule.slots);
    until = stay.end;
  }
}

unsigned idle_by_hand(const BlockSchedule& schedule) {
  std::set<std::uint32_t> busy;
  for (const BlockStay& stay : schedule.stays) busy.insert(stay.sm);
  return schedule.sm_count() - static_cast<unsigned>(busy.size());
}

TEST(Occupancy, IsTheLeastOfTheLimits) {
  const SmLimits h200;
  EXPECT_EQ(resident_blocks(h200, {.threads = 1024}), 2u);
  EXPECT_EQ(resident_blocks(h200, {.threads = 256}), 8u);
  EXPECT_EQ(resident_blocks(h200, {.threads = 32}), 32u) << "blocks of an SM";
  EXPECT_EQ(resident_blocks(h200, {.threads = 1}), 32u) << "a thread costs a warp";
  EXPECT_EQ(resident_blocks(h200, {.threads = 32, .shared_bytes = 100 * 1024}), 2u) << "shared memory";
  EXPECT_EQ(resident_blocks(h200, {.threads = 256, .shared_bytes = 0, .registers_per_thread = 64}), 4u)
      << "registers";
  EXPECT_EQ(resident_blocks(h200, {.threads = 256, .shared_bytes = 0, .registers_per_thread = 33}), 6u)
      << "in pieces of 256 a warp";
}

TEST(PredictedSchedule, LeavesSmsIdleWhereThereAreTooFewBlocks) {
  const BlockSchedule schedule = predicted_schedule(128, 132, 8);
  EXPECT_EQ(schedule.idle_sms(), 4u);
  EXPECT_EQ(schedule.length, 1);
  EXPECT_EQ(schedule.most_at_once, 128u);
  EXPECT_EQ(schedule.slots, 1u);
}

TEST(PredictedSchedule, IsWhatDealingOneBlockAfterAnotherGives) {
  for (const std::uint64_t blocks : {1u, 5u, 131u, 132u, 133u, 1055u, 1056u, 1057u, 5000u})
    for (const unsigned resident : {1u, 2u, 8u}) {
      const BlockSchedule schedule = predicted_schedule(blocks, 132, resident);
      expect_no_two_in_one_slot(schedule);
      ASSERT_EQ(schedule.blocks_of_sm.size(), 132u);
      std::uint64_t sum = 0;
      for (const auto of_sm : schedule.blocks_of_sm) sum += of_sm;
      EXPECT_EQ(sum, blocks);
      EXPECT_EQ(schedule.length, static_cast<double>((blocks + 132 * resident - 1) / (132 * resident)));
      if (schedule.whole_waves > 0) continue;
      EXPECT_EQ(schedule.stays.size(), blocks);
      EXPECT_EQ(schedule.idle_sms(), idle_by_hand(schedule));
      std::map<std::uint32_t, std::uint64_t> counted_here;
      for (const BlockStay& stay : schedule.stays) ++counted_here[stay.sm];
      for (const auto& [sm, count] : counted_here) EXPECT_EQ(schedule.blocks_of_sm[sm], count);
    }
}

TEST(PredictedSchedule, OfAHugeGridCostsNoMoreThanAWave) {
  const BlockSchedule schedule = predicted_schedule(std::uint64_t{1} << 40, 132, 32);
  EXPECT_LE(schedule.stays.size(), 132u * 32);
  EXPECT_EQ(schedule.whole_waves + 1, static_cast<std::uint64_t>(schedule.length));
  for (const float level : fill_levels(schedule, 2, 100)) EXPECT_LE(level, 1.001f);
}

TEST(RecordedSchedule, GivesOverlappingBlocksSlotsOfTheirOwn) {
  BlockPlacement placement;
  placement.sm_ids = {0, 0, 2, 0, 0};
  placement.start_ns = {0, 5, 1, 10, 12};
  placement.end_ns = {10, 20, 3, 15, 13};
  const BlockSchedule schedule = recorded_schedule(placement, 4);
  expect_no_two_in_one_slot(schedule);
  EXPECT_EQ(schedule.slots, 3u);
  EXPECT_EQ(schedule.idle_sms(), 2u);
  EXPECT_EQ(schedule.most_at_once, 3u);
  EXPECT_EQ(schedule.length, 20);
  EXPECT_EQ(recorded_schedule(placement, 1).sm_count(), 3u) << "a block says that there are more";
}

TEST(RecordedSchedule, OfTheH200HoldsWhatTheRuleAllows) {
  std::size_t seen = 0;
  for (const KernelInfo& info : reductions()) {
    RunRequest request;
    request.kernel = info.id;
    request.n = 1 << 20;
    if (!info.traced() || refusal(request)) continue;
    const LaunchConfig launch = launch_config(request);
    const auto* recorded = recorded_placement(std::string(info.id), launch, Op::sum, ElementType::float32);
    if (!recorded) continue;
    ++seen;
    EXPECT_EQ(recorded->provenance.kind, NumberKind::recorded);
    const BlockSchedule schedule = recorded_schedule(recorded->placement, 132);
    expect_no_two_in_one_slot(schedule);
    EXPECT_EQ(schedule.sm_count(), 132u) << info.id;
    EXPECT_EQ(schedule.idle_sms(), idle_by_hand(schedule)) << info.id;
    EXPECT_EQ(schedule.blocks, launch.grid_dim);
    EXPECT_LE(schedule.most_at_once, 132u * 32);
  }
  EXPECT_GE(seen, 10u);
}

TEST(FillLevels, AddUpToTheTimeThatBlocksStayed) {
  const BlockSchedule schedule = predicted_schedule(1500, 132, 8);  // two waves, the second one partly
  const auto levels = fill_levels(schedule, 1, 40);
  double sum = 0;
  for (const float level : levels) {
    EXPECT_LE(level, 1.001f);
    sum += level;
  }
  EXPECT_NEAR(sum / static_cast<double>(levels.size()), 1500.0 / (2 * 132 * 8), 1e-3);
}

std::string all_words(const Scene& scene) {
  std::string words;
  for (const Text& text : scene.texts) words += text.text + "|";
  return words;
}

Scene sms_picture(const Shown& shown, SceneSize size) {
  return picture(*find_view("sms"), shown, {}, size);
}

// Rows that met between two pixels let the ground through: lines every few rows, which mean nothing.
TEST(BlocksOnSms, RowsMeetAtWholePixels) {
  for (const float height : {300.0f, 330.0f, 347.0f}) {
    const Scene scene = sms_picture(emulated("coarsened", 1 << 20, 256, 4), {1615, height});
    std::size_t rows = 0;
    for (const Quad& quad : scene.quads) {
      if (quad.rect.w < 800 || quad.color == palette(Theme::dark).retired) continue;
      ++rows;
      EXPECT_EQ(quad.rect.y, std::round(quad.rect.y)) << height;
      EXPECT_EQ(quad.rect.bottom(), std::round(quad.rect.bottom())) << height;
    }
    EXPECT_GT(rows, 40u);
  }
}

TEST(BlocksOnSms, OneBlockIsNotNothing) {
  const std::string words = all_words(sms_picture(emulated("segmented", 32, 16), {900, 300}));
  EXPECT_NE(words.find("less than 1% of that"), std::string::npos) << words;
}

TEST(SmsPicture, SaysHowManySmsAreIdle) {
  const Shown shown = emulated("coarsened", 1 << 20, 256, 16);  // 128 blocks
  ASSERT_EQ(shown.run.launch.grid_dim, 128u);
  const std::string words = all_words(sms_picture(shown, {900, 300}));
  EXPECT_NE(words.find("128 blocks on 132 SMs: 4 SMs idle"), std::string::npos) << words;
  EXPECT_NE(words.find("predicted for an NVIDIA H200"), std::string::npos) << words;
}

/// In a low picture two SMs share a row; the idle one is not hidden by the other.
TEST(SmsPicture, ShowsIdleSmsAtEveryHeight) {
  const Shown shown = emulated("coarsened", 1 << 20, 256, 16);  // 128 blocks
  for (const float height : {120.0f, 200.0f, 320.0f, 700.0f}) {
    const Scene scene = sms_picture(shown, {190, height});
    const Palette& colors = Painter(shown.state, {190, height}).colors;
    float marked = 0;
    for (const Quad& quad : scene.quads)
      if (quad.color == colors.muted && quad.rect.w == 4) {
        EXPECT_GE(quad.rect.h, 2) << height;
        ++marked;
      }
    EXPECT_GE(marked, 1) << height;
    EXPECT_LE(marked, 4) << height;
  }
}

TEST(SmsPicture, ShowsTheRecordOfTheVeryLaunch) {
  const Shown shown = emulated("segmented", 1 << 20, 256);
  if (!recorded_placement("segmented", shown.run.launch, Op::sum, ElementType::float32))
    GTEST_SKIP() << "not recorded";
  const std::string words = all_words(sms_picture(shown, {900, 300}));
  EXPECT_NE(words.find("recorded on NVIDIA H200"), std::string::npos) << words;
  EXPECT_EQ(words.find("predicted"), std::string::npos) << words;
}

TEST(SmsPicture, OfManyBlocksIsFolded) {
  Shown shown = emulated("segmented", 1 << 12, 32);
  for (const std::uint64_t blocks : {64ull, 65536ull, 1ull << 30}) {
    shown.run.launch.grid_dim = blocks;
    for (const SceneSize size : {SceneSize{230, 130}, SceneSize{2500, 1300}}) {
      const Scene scene = sms_picture(shown, size);
      EXPECT_LT(scene.quads.size() + scene.overlays.size() + scene.picks.size(), 40000u) << blocks;
    }
  }
}

TEST(SmsPicture, LooksIntoABlockByAClick) {
  const Shown shown = emulated("coarsened", 1 << 20, 256, 16);
  const Scene scene = sms_picture(shown, {1500, 800});
  const Pick* block = nullptr;
  for (const Pick& pick : scene.picks)
    if (pick.name == "block/77") block = &pick;
  ASSERT_TRUE(block);
  ViewState state;
  state.request() = shown.run.request;
  for (const Command& command : block->clicks) state = apply(state, command);
  EXPECT_EQ(state.request().block, 77u);
}

/// The end of the blocks on the axis: the width of its brighter part.
TEST(SmsPicture, OfSeveralVariantsHasOneTimeAxis) {
  std::vector<std::shared_ptr<const lanescope::Run>> runs;
  for (const unsigned factor : {1u, 64u})
    runs.push_back(std::make_shared<const lanescope::Run>(emulated("coarsened", 1 << 22, 256, factor).run));
  const VariantView state;
  const std::vector<TimingRow> timings;
  const auto scene_of = [&](std::size_t variant) {
    return find_view("sms")->build(
        {*runs[variant], state, {600, 400}, runs, timings, nothing_measured(), surroundings_here()});
  };
  const auto axis_of = [](const Scene& scene) {
    float least = 1e9f, most = 0;
    for (const Quad& quad : scene.quads)
      if (quad.rect.h == 1 && quad.rect.w > 20) {
        least = std::min(least, quad.rect.w);
        most = std::max(most, quad.rect.w);
      }
    return least / most;
  };
  const double fine = sm_schedule(*runs[0], surroundings_here()).schedule.length,
               coarse = sm_schedule(*runs[1], surroundings_here()).schedule.length;
  if (sm_schedule(*runs[0], surroundings_here()).provenance.kind != NumberKind::recorded)
    GTEST_SKIP() << "not recorded";
  EXPECT_NEAR(axis_of(scene_of(1)), coarse / fine, 0.01);
  const std::string words = all_words(scene_of(1));
  EXPECT_NE(words.find("by the clock of the recording build"), std::string::npos) << words;
  EXPECT_NE(words.find("20.7 µs"), std::string::npos) << words;
  EXPECT_NE(words.find("graph replays, cold L2"), std::string::npos) << words;
  EXPECT_NE(words.find("blocks that each SM ran"), std::string::npos) << words;
}

TEST(SmsTable, HasARowAnSm) {
  const Shown shown = emulated("coarsened", 1 << 20, 256, 16);
  const auto run = std::make_shared<const lanescope::Run>(shown.run);
  const VariantView state;
  const std::vector<std::shared_ptr<const lanescope::Run>> runs{run};
  const std::vector<TimingRow> timings;
  const auto table =
      find_view("sms")->table({*run, state, {900, 300}, runs, timings, nothing_measured(), surroundings_here()});
  EXPECT_EQ(table.rows.size(), 132u);
}

}  // namespace
}  // namespace lanescope::testing
