// The coalescing and the banks view: what they say, what they draw, and where a click leads.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/session.h"
#include "support.h"
#include "viz/kit/palette.h"
#include "viz/views/requests/memory_map.h"
#include "viz/views/requests/request_view.h"

namespace lanescope::testing {
namespace {

constexpr SceneSize kRoomy{1600, 700};

Scene shown_as(const char* view, const Shown& shown, SceneSize size = kRoomy) {
  return picture(*find_view(view), shown, {}, size);
}

bool says(const Scene& scene, const std::string& words) {
  return std::any_of(scene.texts.begin(), scene.texts.end(),
                     [&](const Text& text) { return text.text.find(words) != std::string::npos; });
}

std::size_t filled(const Scene& scene, Color color) {
  return static_cast<std::size_t>(std::count_if(
      scene.overlays.begin(), scene.overlays.end(),
      [&](const Quad& quad) { return quad.color == color && quad.pattern == Pattern::solid && quad.stroke == 0; }));
}

TEST(Coalescing, SaysAndDrawsWhatAFullWarpLoads) {
  Shown shown = emulated("convergent_shared", 1 << 14, 256);
  shown.state.selection.warp = 2;
  shown.state.position = 1;
  const Scene scene = shown_as("memory", shown);
  EXPECT_TRUE(says(scene, "warp 2 · load · 1 request of this warp, 8 of the block"));
  EXPECT_TRUE(says(
      scene, "32 lanes ask for 32 words of 4 bytes of the input: 4 sectors, 128 of 128 bytes used: coalesced"));
  const Palette& colors = palette(Theme::dark);
  EXPECT_EQ(filled(scene, colors.divergent_masked), 4u + 1u) << "4 sectors, and the legend's sample";
  EXPECT_EQ(filled(scene, colors.active), 32u + 32u + 1u) << "a lane and a word for each, and the legend's sample";
}

// "0 1 2 ... 9" and nothing behind them would say that the others are no elements.
TEST(Coalescing, NumbersAllElementsOrNone) {
  Shown shown = emulated("vector_add", 1 << 10, 64);
  shown.state.position = 1;
  for (const float width : {300.0f, 400.0f, 500.0f, 700.0f, 1000.0f}) {
    std::set<std::string> numbers;
    for (const Text& text : shown_as("memory", shown, {width, 300}).texts)
      if (text.face == FontFace::mono && text.y > 100 && text.y < 200) numbers.insert(text.text);
    EXPECT_EQ(numbers.contains("9"), numbers.contains("31")) << "at " << width;
  }
}

// Of an output that is an array they ended at the number of blocks, and of a matrix at its width.
TEST(Coalescing, NumbersTheElementsOfEveryArray) {
  for (const char* kernel : {"histogram_private", "scan_kogge_stone"}) {
    Shown shown = emulated(kernel, 1 << 12, 256);
    shown.state.position = steps_of(shown.run);
    const Scene scene = shown_as("memory", shown);
    EXPECT_EQ(std::count_if(scene.texts.begin(), scene.texts.end(),
                            [](const Text& text) { return text.text == "31" && text.face == FontFace::mono; }),
              2)
        << kernel << ": a lane and its element";
  }
}

TEST(Coalescing, LegendNamesWasteWhereSomeIs) {
  Shown wasteful = emulated("two_pass_blocked", 1 << 16, 64);
  wasteful.state.position = 1;
  EXPECT_TRUE(says(shown_as("memory", wasteful), "moved, not asked for"));
  Shown full = emulated("vector_add", 1 << 10, 64);
  full.state.position = 1;
  EXPECT_TRUE(says(shown_as("memory", full), "not moved"));
  EXPECT_FALSE(says(shown_as("memory", full), "moved, not asked for"));
}

TEST(Coalescing, TableGroupsNumbersAndItsFileDoesNot) {
  Shown shown = emulated("two_pass_blocked", 1 << 20, 256);
  shown.state.position = 3;
  EXPECT_TRUE(says(shown_as("memory", shown), "8,192")) << "bytes moved by 8 warps of 32 sectors each";
  const auto run = std::make_shared<const lanescope::Run>(shown.run);
  const NumberTable table =
      find_view("memory")->table({*run, shown.state, kRoomy, {run}, {}, nothing_measured(), surroundings_here()});
  const auto& cells = table.rows.back().cells;
  EXPECT_TRUE(std::any_of(cells.begin(), cells.end(), [](const TableCell& cell) { return cell.text == "8192"; }));
}

TEST(Coalescing, SaysWhatIsWasted) {
  Shown shown = emulated("two_pass_blocked", 1 << 20, 256);
  shown.state.position = 3;
  const Scene scene = shown_as("memory", shown);
  const std::uint64_t chunk = (1 << 20) / (shown.run.launch.grid_dim * 256) * 4;
  EXPECT_TRUE(says(
      scene,
      fmt::format("each {} bytes from the next: 32 sectors, 128 of 1,024 bytes used: 7/8 of the traffic is wasted",
                  grouped(chunk))));
  EXPECT_TRUE(says(shown_as("memory", shown, {236, 160}), "32 sectors: 7/8 wasted"));
}

TEST(Coalescing, DrawsNineNumbersAndThreeThreads) {
  Shown blocked = emulated("two_pass_blocked", 9, 4, 1, 1);  // chunks of 3: the fourth thread has none
  blocked.state.position = 2;
  const Scene contiguous = shown_as("memory", blocked);
  EXPECT_TRUE(says(contiguous, "3 lanes ask for 3 words of 4 bytes of the input, each 12 bytes from the next"));
  EXPECT_TRUE(says(contiguous, "8"));
  EXPECT_FALSE(says(contiguous, "10")) << "the array ends after element 8";
  Shown interleaved = emulated("two_pass_interleaved", 9, 4, 1, 1);
  interleaved.state.position = 2;
  EXPECT_TRUE(says(shown_as("memory", interleaved),
                   "4 lanes ask for 4 words of 4 bytes of the input: 1 sector, 16 of 32 bytes used: coalesced"));
}

/// What stands in the cells of a load, by lane.
std::vector<std::string> cells_of_load(const Scene& scene, unsigned load) {
  std::vector<std::string> words;
  for (const Pick& pick : scene.picks) {
    if (!pick.name.starts_with(fmt::format("load/{}/", load))) continue;
    for (const Text& text : scene.texts)
      if (pick.rect.contains(text.x, text.y)) words.push_back(text.text);
  }
  return words;
}

TEST(Reads, NineNumbersAndThreeThreads) {
  using Cells = std::vector<std::string>;
  Shown blocked = emulated("two_pass_blocked", 9, 4, 1, 1);  // chunks of 3: the fourth thread has none
  blocked.state.position = 3;
  const Scene contiguous = shown_as("reads", blocked);
  EXPECT_EQ(cells_of_load(contiguous, 0), (Cells{"0", "3", "6"}));
  EXPECT_EQ(cells_of_load(contiguous, 1), (Cells{"1", "4", "7"}));
  EXPECT_EQ(cells_of_load(contiguous, 2), (Cells{"2", "5", "8"}));
  // Bytes 0 to 35 are 2 sectors; only the last load needs both, and each is asked for again at each load.
  EXPECT_TRUE(says(contiguous, "3 loads: 4 sectors, 2 different ones"));
  const Scene interleaved = shown_as("reads", emulated("two_pass_interleaved", 9, 4, 1, 1));
  EXPECT_EQ(cells_of_load(interleaved, 0), (Cells{"0", "1", "2", "3"}));
  EXPECT_EQ(cells_of_load(interleaved, 2), (Cells{"8"}));
  EXPECT_TRUE(says(interleaved, "3 loads: 3 sectors, 2 different ones"));
}

// Those of loads to come were pale on cells that are.
TEST(Reads, NumbersCanBeReadOnTheirCells) {
  for (const Theme theme : {Theme::dark, Theme::light}) {
    Shown shown = emulated("two_pass_interleaved", 64, 32, 1, 1);
    shown.state.position = 1;
    shown.state.theme = theme;
    const Scene scene = shown_as("reads", shown);
    std::size_t numbers = 0;
    for (const Text& text : scene.texts)
      for (const Quad& cell : scene.quads)
        if (text.face == FontFace::mono && cell.rect.contains(text.x, text.y)) {
          ++numbers;
          EXPECT_GE(contrast(text.color, cell.color), 4.5) << text.text;
        }
    EXPECT_GE(numbers, 64u);
  }
}

/// Of a block of one warp, all loads are drawn: their sectors are the block's.
TEST(Reads, SectorsOfAWarpAreThoseOfItsBlock) {
  for (const char* kernel : {"two_pass_blocked", "convergent_shared", "coarsened", "atomic_per_thread"}) {
    const Shown shown = emulated(kernel, 64, 32);
    std::uint64_t sectors = 0;
    for (const AccessTable& accesses : shown.run.trace->history(0).accesses)
      sectors += accesses[static_cast<std::size_t>(AccessKind::global_load)].transactions;
    EXPECT_TRUE(says(shown_as("reads", shown), ": " + counted(sectors, "sector"))) << kernel;
  }
  EXPECT_TRUE(says(shown_as("reads", emulated("sequential", 64, 64)), "no warps"));
}

TEST(Coalescing, OffersTheNearestRequests) {
  Shown shown = emulated("convergent_shared", 1 << 14, 256);
  shown.state.position = 2 + 1;  // the first step, after two loads
  Scene scene = shown_as("memory", shown);
  EXPECT_TRUE(says(scene, "No request to global memory in this step; the nearest one, faint: load."));
  const Pick* before = pick_named(scene, "offer");
  ASSERT_TRUE(before && before->chooses);
  EXPECT_EQ(before->chooses->step, 1u) << "the second load";
  shown.state.position = steps_of(shown.run) - 1;
  scene = shown_as("memory", shown);
  const Pick* combine = pick_named(scene, "offer");
  ASSERT_TRUE(combine && combine->chooses);
  EXPECT_EQ(combine->chooses->step, steps_of(shown.run) - 1);
  EXPECT_TRUE(combine->focus.empty()) << "pointing at the offer must not bring what it offers";
  shown.state.position = steps_of(shown.run);
  EXPECT_TRUE(says(shown_as("memory", shown),
                   "1 lane updates 1 word of 4 bytes of the output: 1 sector, 4 of 32 bytes used"));
}

// Faint words were no longer words: 2 to 1 on the dark ground, and less on the light one. And they did not say
// of which step they are.
TEST(Coalescing, WordsOfTheNearestRequestsCanBeRead) {
  for (const Theme theme : {Theme::dark, Theme::light}) {
    Shown shown = emulated("convergent_shared", 1 << 14, 256);
    shown.state.position = 2 + 1;
    shown.state.theme = theme;
    const Palette& colors = palette(theme);
    const Color cell = mix(colors.active, colors.background, 0.6f);
    const Scene scene = shown_as("memory", shown, {500, 300});
    EXPECT_TRUE(says(scene, "warp 0 · load"));
    for (const Text& text : scene.texts) {
      EXPECT_GE(contrast(text.color, colors.background), 4.5) << text.text;
      if (text.face == FontFace::mono) {
        EXPECT_GE(contrast(text.color, cell), 4.5) << text.text;
      }
    }
  }
}

TEST(Coalescing, OffersAWarpThatHasRequests) {
  Shown shown = emulated("segmented", 1 << 14, 256);
  shown.state.position = steps_of(shown.run);
  shown.state.selection.warp = 5;
  const Scene scene = shown_as("memory", shown);
  const Pick* offer = pick_named(scene, "offer");
  ASSERT_TRUE(offer && offer->chooses);
  EXPECT_EQ(offer->chooses->warp, 0u);
}

TEST(Coalescing, LetsAWarpBeChosenAndARequestWhereRoomIsShort) {
  Shown shown = emulated("interleaved_global", 1 << 12, 256);
  shown.state.position = 2;
  const Scene roomy = shown_as("memory", shown);
  EXPECT_FALSE(pick_named(roomy, "request/1")) << "all three are drawn";
  EXPECT_TRUE(says(roomy, "load 2"));
  ASSERT_TRUE(pick_named(roomy, "warp_after"));
  EXPECT_EQ(pick_named(roomy, "warp_after")->chooses->warp, 1u);
  EXPECT_EQ(pick_named(roomy, "warp_before")->chooses->warp, 7u);
  const Scene narrow = shown_as("memory", shown, {480, 160});
  const Pick* store = pick_named(narrow, "request/2");
  ASSERT_TRUE(store);
  EXPECT_EQ(std::get<ChooseRequest>(store->clicks.at(0)).index, 2u);
  EXPECT_EQ(std::get<ChooseRequest>(store->clicks.at(0)).space, MemorySpace::global);
}

TEST(Coalescing, LanesAreTheirThreads) {
  Shown shown = emulated("interleaved_global", 1 << 12, 256);
  shown.state.position = 2;
  shown.state.selection.warp = 3;
  const Scene scene = shown_as("memory", shown, {480, 160});
  const Pick* lane = pick_named(scene, "lane/2");
  ASSERT_TRUE(lane);
  EXPECT_EQ(lane->focus, (Focus{.step = 1, .warp = 3, .lane = 2, .node = {}}));
  EXPECT_NE(lane->tip.find("Thread 98: bytes 784 to 787 of the input, in sector 24"), std::string::npos)
      << lane->tip;
}

TEST(ChosenRequests, KeepASelectedWarpAndFollowThePointerElse) {
  Shown shown = emulated("interleaved_global", 1 << 12, 256);
  shown.state.position = 4;
  shown.state.hover = {.step = 1, .warp = 6, .lane = {}, .node = {}};
  ChosenRequests chosen = choose_requests(shown.run, shown.state, MemorySpace::global);
  EXPECT_EQ(chosen.step, 1);
  EXPECT_EQ(chosen.warp, 6u);
  shown.state.selection.warp = 2;
  chosen = choose_requests(shown.run, shown.state, MemorySpace::global);
  EXPECT_EQ(chosen.step, 3);
  EXPECT_EQ(chosen.warp, 2u);
}

TEST(MemoryMaps, HoldEveryByteInOrderAndShowGaps) {
  const std::vector<SectorUse> used{{0, ~0u}, {1, 1}, {40, 1}, {1000, 1}};
  const MemoryMap lines = memory_map(used, 10, 1000, 1);
  ASSERT_TRUE(lines.whole_lines);
  ASSERT_EQ(lines.sectors.size(), 12u);
  EXPECT_LE(lines.right(), 1010.5f);
  EXPECT_TRUE(lines.sectors[4].after_gap && lines.sectors[8].after_gap);
  EXPECT_LT(lines.x_of(63), lines.x_of(40 * 32));
  EXPECT_LT(lines.x_of(40 * 32), lines.x_of(1000 * 32));
  const MemoryMap narrow = memory_map(used, 10, 40, 1);
  EXPECT_FALSE(narrow.whole_lines);
  ASSERT_EQ(narrow.sectors.size(), 4u);
  EXPECT_FALSE(narrow.sectors[1].after_gap);
}

TEST(Banks, NameTheDegreeOfTheConflict) {
  Shown shown = emulated("strided_index_shared", 1 << 12, 1024);
  for (std::uint32_t step = 1; step <= 5; ++step) {
    shown.state.position = 1 + step;  // after a load
    const unsigned degree = 1u << step;
    EXPECT_TRUE(says(
        shown_as("banks", shown),
        fmt::format(
            "32 lanes ask for 32 words of 4 bytes in {} bank{}: {}-way conflict, {} wavefronts for one request",
            32 / degree, degree == 32 ? "" : "s", degree, degree)))
        << step;
  }
  Shown convergent = emulated("convergent_shared", 1 << 12, 1024);
  convergent.state.position = 2 + 2;  // after two loads
  EXPECT_TRUE(says(shown_as("banks", convergent),
                   "32 lanes ask for 32 words of 4 bytes in 32 banks: no conflict, 1 wavefront"));
}

TEST(Banks, SayHowWideElementsAreServed) {
  Shown shown;
  RunRequest request;
  request.kernel = "convergent_shared";
  request.n = 4096;
  request.type = ElementType::float64;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  Progress progress;
  shown.run = run(request, progress);
  shown.state.position = 2 + 1;  // after two loads
  EXPECT_TRUE(says(shown_as("banks", shown),
                   "32 lanes ask for 32 elements of 8 bytes in 32 banks: 16 lanes fill the banks, 2 wavefronts for "
                   "one request"));
}

/// One warp reads what its lanes' offsets say, before the first step.
Shown reading(std::vector<std::uint64_t> offsets) {
  Shown shown = by_hand();
  auto trace = std::make_shared<Trace>(*shown.run.trace);
  trace->launch.block_dim = shown.run.launch.block_dim = 32;
  Request request{.kind = AccessKind::shared_load, .array = ArrayId::shared};
  for (std::size_t lane = 0; lane < offsets.size(); ++lane) request.mask |= 1u << lane;
  trace->addresses = {KeptAddresses({.block = 0, .requests = {request}, .offsets = std::move(offsets)})};
  shown.run.trace = trace;
  return shown;
}

TEST(Banks, ShowOneWordForAllAsABroadcast) {
  const Scene scene = shown_as("banks", reading(std::vector<std::uint64_t>(32, 20)));
  EXPECT_TRUE(says(scene, "32 lanes ask for the same word: broadcast, 1 wavefront"));
  EXPECT_TRUE(says(scene, "×32"));
  EXPECT_EQ(std::count_if(scene.texts.begin(), scene.texts.end(),
                          [](const Text& text) { return text.text == "broadcast"; }),
            1)
      << "at its one arrow";
  EXPECT_LE(scene.lines.size(), 4u) << "one arrow, and the bracket over the lanes";
}

TEST(Banks, CellsOfAWavefrontNameTheirLanes) {
  std::vector<std::uint64_t> offsets;
  for (unsigned lane = 0; lane < 32; ++lane) offsets.push_back(lane * 8);  // banks 0, 2 .. 30, two lanes each
  const Scene scene = shown_as("banks", reading(offsets));
  std::set<std::uint32_t> lanes;
  float first = 0, second = 0;
  for (const Pick& pick : scene.picks) {
    if (!pick.name.empty() || !pick.focus.lane) continue;
    lanes.insert(*pick.focus.lane);
    (*pick.focus.lane < 16 ? first : second) = pick.rect.y;
  }
  EXPECT_EQ(lanes.size(), 32u);
  EXPECT_GT(second, first) << "lanes 16 to 31 wait for the second wavefront";
}

// 64 ones are one bin; 0 to 63 are one bin each.
// Where the name of their row stands beside the lanes, the first number does not have it again.
TEST(Banks, NameTheRowOfLanesOnce) {
  Shown shown = emulated("interleaved_shared", 1 << 14, 256);
  shown.state.position = 3;
  const Scene scene = shown_as("banks", shown, {636, 238});
  EXPECT_EQ(std::count_if(scene.texts.begin(), scene.texts.end(),
                          [](const Text& text) { return text.text == "lane" || text.text == "lane 0"; }),
            1);
}

TEST(Banks, OfAtomicUpdatesTellWhoTakesTurns) {
  RunRequest request = testing::usual_request("histogram_private", 64, 64);
  request.input.kind = InputKind::ones;
  Shown shown = emulated(request);
  shown.state.position = 2;  // the private copy is preset, then updated
  const Scene ones = shown_as("banks", shown);
  EXPECT_TRUE(says(ones, "32 lanes of warp 0 update 1 element: 32 lanes update the same one and take turns."));
  EXPECT_TRUE(says(ones, "most on one element: 64 lanes"));
  request.input.kind = InputKind::ramp;
  shown.run = testing::run_of(request);
  EXPECT_TRUE(
      says(shown_as("banks", shown), "32 lanes of warp 0 update 32 elements: no two lanes update the same one."));
}

TEST(RequestTables, HoldWhatTheStepsOfTheTraceHold) {
  Shown shown = emulated("interleaved_global", 1 << 12, 256);
  const auto run = std::make_shared<const lanescope::Run>(shown.run);
  for (shown.state.position = 1; shown.state.position <= steps_of(shown.run); ++shown.state.position) {
    const NumberTable table =
        find_view("memory")->table({*run, shown.state, kRoomy, {run}, {}, nothing_measured(), surroundings_here()});
    const auto& accesses = shown.run.metrics.block.steps[shown.state.position - 1].accesses;
    std::uint64_t sectors = 0;
    for (const AccessKind kind : {AccessKind::global_load, AccessKind::global_store, AccessKind::atomic})
      sectors += accesses[static_cast<std::size_t>(kind)].transactions;
    ASSERT_EQ(table.rows.size(), 2u);
    EXPECT_EQ(table.rows[1].cells[2].text, std::to_string(sectors)) << shown.state.position;
  }
}

}  // namespace
}  // namespace lanescope::testing
