// The sweep view: axes, lines, the map, the camera, and what clicks do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/bench/bench.h"
#include "engine/recorded/recorded_sweep.h"
#include "support.h"
#include "viz/kit/palette.h"
#include "viz/views/shared/times.h"
#include "viz/views/sweep/sweep_drawing.h"

namespace lanescope::testing {
namespace {

/// A view of these runs together, whose parts live as long as this.
struct SweepShown {
  std::vector<std::shared_ptr<const lanescope::Run>> runs;
  VariantView state;
  SceneSize size{1200, 400};
  std::vector<TimingRow> timings;
  SweepStatus sweeps;

  ViewInput input() const { return {*runs[0], state, size, runs, timings, sweeps, surroundings_here()}; }
  void add(std::string_view kernel, std::uint64_t n, unsigned block_dim, unsigned coarse_factor = 1) {
    runs.push_back(std::make_shared<const lanescope::Run>(emulated(kernel, n, block_dim, coarse_factor).run));
  }
};

SweepShown shown_of(std::string_view kernel, SweepChart chart, unsigned coarse_factor = 1) {
  SweepShown shown;
  shown.add(kernel, 1 << 16, 256, coarse_factor);
  shown.state.sweep.chart = chart;
  return shown;
}

TEST(SweepLines, AreWhatIsRecordedBesideOneAnother) {
  const SweepShown shown = shown_of("coarsened", SweepChart::coarse_factor, 4);
  const auto lines = sweep_lines(shown.input());
  ASSERT_EQ(lines.size(), 1u);
  ASSERT_EQ(lines[0].dots.size(), 7u);
  EXPECT_EQ(lines[0].provenance.kind, NumberKind::recorded);
  double least = 1e300;
  for (std::size_t i = 0; i < 7; ++i) {
    const SweepDot& dot = lines[0].dots[i];
    EXPECT_EQ(dot.x, std::exp2(static_cast<double>(i)));
    EXPECT_EQ(dot.launch.n, 1u << 16);
    EXPECT_EQ(dot.launch.block_dim, 256u);
    const auto recorded =
        recorded_timing(recorded_sweeps(), "coarsened", dot.launch, Op::sum, ElementType::float32);
    ASSERT_TRUE(recorded);
    EXPECT_EQ(recorded->timing.time_us, dot.time_us);
    least = std::min(least, dot.time_us);
  }
  EXPECT_EQ(lines[0].dots[lines[0].best].time_us, least);
}

TEST(SweepLines, TakeTheNearestLaunchWhereTheOwnHasNoTime) {
  SweepShown shown;
  shown.add("segmented", 50000, 8);
  shown.state.sweep.chart = SweepChart::coarse_factor;
  const auto lines = sweep_lines(shown.input());
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].dots[0].launch.n, 65536u);
  EXPECT_EQ(lines[0].dots[0].launch.block_dim, 32u);
}

TEST(SweepLines, OfVariantsThatDifferInTheAxisAloneAreOne) {
  SweepShown shown = shown_of("coarsened", SweepChart::coarse_factor, 1);
  shown.add("coarsened", 1 << 16, 256, 16);
  shown.add("segmented", 1 << 16, 256);
  auto lines = sweep_lines(shown.input());
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].variants, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(lines[1].variants, (std::vector<std::size_t>{2}));
  shown.state.sweep.chart = SweepChart::n;
  lines = sweep_lines(shown.input());
  ASSERT_EQ(lines.size(), 4u) << "and CUB";
  EXPECT_EQ(lines[3].kernel, kPeer);
}

TEST(SweepLines, ReachEveryRecordedLaunch) {
  std::map<std::string, std::size_t> recorded, reached;
  for (const SweepTime& time : recorded_sweeps()[0].times)
    if (time.kernel != kPeer && time.kernel != "serial") ++recorded[time.kernel];
  for (const auto& [kernel, count] : recorded)
    for (unsigned block = 32; block <= 1024; block *= 2)
      for (unsigned factor = 1; factor <= (kernel == "coarsened" ? 64u : 1u); factor *= 2) {
        RunRequest request;
        request.kernel = kernel;
        request.n = 1 << 20;
        request.block_dim = block;
        request.coarse_factor = factor;
        auto run = std::make_shared<lanescope::Run>();
        run->request = request;
        SweepShown shown;
        shown.runs = {run};
        shown.state.sweep.chart = SweepChart::n;
        for (const SweepLine& line : sweep_lines(shown.input()))
          if (line.kernel == kernel) reached[kernel] += line.dots.size();
      }
  EXPECT_EQ(reached, recorded);
}

TEST(SweepLines, OfWhatWasMeasuredComeFirst) {
  SweepShown shown = shown_of("coarsened", SweepChart::coarse_factor, 4);
  RecordedSweep measured;
  measured.provenance = {"cuda", NumberKind::measured, "GPU", "", "", ""};
  for (const unsigned factor : {1u, 2u, 4u}) {
    RunRequest request = shown.runs[0]->request;
    request.coarse_factor = factor;
    measured.times.push_back({"coarsened", launch_config(request), 10.0 / factor, 1, 20, 3});
  }
  shown.sweeps.measured = {measured};
  const auto lines = sweep_lines(shown.input());
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].provenance.kind, NumberKind::measured);
  EXPECT_EQ(lines[0].dots.size(), 3u);
  shown.sweeps.measured[0].times.resize(1);
  EXPECT_EQ(sweep_lines(shown.input())[0].provenance.kind, NumberKind::recorded) << "one point is no line";
}

TEST(SweepMap, FramesTheLeastTime) {
  const SweepShown shown = shown_of("coarsened", SweepChart::heat_map, 4);
  const auto map = sweep_map(shown.input());
  ASSERT_TRUE(map);
  ASSERT_EQ(map->block_dims.size(), 6u);
  ASSERT_EQ(map->coarse_factors.size(), 7u);
  double least = 1e300;
  for (const SweepTime& time : recorded_sweeps()[0].times)
    if (time.kernel == "coarsened" && time.launch.n == (1u << 16)) least = std::min(least, time.time_us);
  EXPECT_EQ(map->cells[map->best]->time_us, least);
  for (std::size_t block = 0; block < 6; ++block)
    for (std::size_t factor = 0; factor < 7; ++factor) {
      ASSERT_TRUE(map->cell(block, factor));
      EXPECT_EQ(map->cell(block, factor)->launch.block_dim, map->block_dims[block]);
      EXPECT_EQ(map->cell(block, factor)->launch.coarse_factor, map->coarse_factors[factor]);
    }
}

ViewState after(const SweepShown& shown, const Commands& commands) {
  ViewState state;
  state.variants.requests.clear();
  for (const auto& run : shown.runs) state.variants.requests.push_back(run->request);
  for (const Command& command : commands) state = apply(state, command);
  return state;
}

TEST(SweepClicks, SetTheLaunchThatTheyName) {
  SweepShown shown = shown_of("coarsened", SweepChart::heat_map, 4);
  const Scene map = find_view("sweep")->build(shown.input());
  for (const unsigned block : {32u, 1024u})
    for (const unsigned factor : {1u, 64u}) {
      const Pick* cell = pick_named(map, "cell/" + std::to_string(block) + "/" + std::to_string(factor));
      ASSERT_TRUE(cell);
      const RunRequest request = after(shown, cell->clicks).request();
      EXPECT_EQ(request.block_dim, block);
      EXPECT_EQ(request.coarse_factor, factor);
      EXPECT_EQ(request.n, 1u << 16);
    }
  shown.state.sweep.chart = SweepChart::n;
  const Scene plot = find_view("sweep")->build(shown.input());
  for (const int power : {12, 20, 28}) {
    const Pick* dot = pick_named(plot, "coarsened/2^" + std::to_string(power));
    ASSERT_TRUE(dot) << power;
    EXPECT_EQ(after(shown, dot->clicks).request().n, std::uint64_t{1} << power);
    EXPECT_NE(dot->tip.find("recorded on NVIDIA H200"), std::string::npos) << dot->tip;
  }
  const Pick* chip = pick_named(plot, "block_dim");
  ASSERT_TRUE(chip);
  EXPECT_EQ(after(shown, chip->clicks).sweep.chart, SweepChart::block_dim);
}

TEST(SweepClicks, ActivateTheVariantWhoseLineItIs) {
  SweepShown shown = shown_of("segmented", SweepChart::block_dim);
  shown.add("warp_shuffle", 1 << 16, 256);
  const Pick* dot = nullptr;
  const Scene scene = find_view("sweep")->build(shown.input());
  dot = pick_named(scene, "warp_shuffle/512");
  ASSERT_TRUE(dot);
  const ViewState state = after(shown, dot->clicks);
  EXPECT_EQ(state.variants.active, 1u);
  EXPECT_EQ(state.request().block_dim, 512u);
}

TEST(SweepPlot, PutsLargerNumbersFurtherRightAndHigher) {
  for (const SweepChart chart : {SweepChart::coarse_factor, SweepChart::block_dim, SweepChart::n})
    for (const SweepQuantity quantity : {SweepQuantity::time, SweepQuantity::bandwidth}) {
      SweepShown shown = shown_of("coarsened", chart, 4);
      shown.state.sweep.quantity = quantity;
      const auto lines = sweep_lines(shown.input());
      const Painter painter(shown.state, shown.size);
      const SweepFrame frame = sweep_frame(painter, lines, shown.state.sweep);
      for (const SweepLine& line : lines)
        for (const SweepDot& a : line.dots)
          for (const SweepDot& b : line.dots) {
            EXPECT_EQ(a.x < b.x, frame.x.at(a.x) < frame.x.at(b.x));
            EXPECT_EQ(number_of(a, quantity) < number_of(b, quantity),
                      frame.y.at(number_of(a, quantity)) > frame.y.at(number_of(b, quantity)));
            EXPECT_TRUE(frame.plot.contains(frame.x.at(a.x), frame.y.at(number_of(a, quantity))))
                << "all is in view at zoom 1";
          }
    }
}

TEST(SweepPlot, DrawsNoLineOutsideItself) {
  SweepShown shown = shown_of("coarsened", SweepChart::n, 4);
  shown.state.sweep.camera = {8, 0.3, 0.4};
  const Painter painter(shown.state, shown.size);
  const Scene scene = find_view("sweep")->build(shown.input());
  for (const Line& line : scene.lines)
    for (const float x : {line.x0, line.x1}) {
      EXPECT_GE(x, 8);
      EXPECT_LE(x, shown.size.width);
    }
  for (const Line& line : scene.lines)
    for (const float y : {line.y0, line.y1}) {
      EXPECT_GE(y, 24);
      EXPECT_LE(y, shown.size.height);
    }
}

TEST(SweepCamera, KeepsWhatIsUnderThePointer) {
  SweepShown shown = shown_of("coarsened", SweepChart::n, 4);
  const Pick* dot = nullptr;
  const auto middle_of = [&](const std::string& name) {
    const Scene scene = find_view("sweep")->build(shown.input());
    dot = pick_named(scene, name);
    return dot ? std::pair{dot->rect.x + dot->rect.w / 2, dot->rect.y + dot->rect.h / 2} : std::pair{-1.0f, -1.0f};
  };
  const auto before = middle_of("coarsened/2^20");
  shown.state.sweep.camera =
      std::get<SetPlotCamera>(sweep_zoom(shown.input(), before.first, before.second, 3)).camera;
  const auto zoomed_in = middle_of("coarsened/2^20");
  EXPECT_NEAR(zoomed_in.first, before.first, 0.5f);
  EXPECT_NEAR(zoomed_in.second, before.second, 0.5f);
  shown.state.sweep.camera = std::get<SetPlotCamera>(sweep_pan(shown.input(), 30, -20)).camera;
  const auto moved = middle_of("coarsened/2^20");
  EXPECT_NEAR(moved.first, before.first + 30, 0.5f) << "it goes with the pointer";
  EXPECT_NEAR(moved.second, before.second - 20, 0.5f);
}

TEST(SweepView, SaysWhatIsRecordedWhereThereIsNothing) {
  SweepShown shown;
  Shown other = emulated("segmented", 1 << 12, 256);
  other.run.request.op = Op::max;
  shown.runs = {std::make_shared<const lanescope::Run>(other.run)};
  std::string words;
  for (const Text& text : find_view("sweep")->build(shown.input()).texts) words += text.text + " ";
  EXPECT_NE(words.find(grouped(recorded_sweeps()[0].times.size()) + " launches of sum over float32"),
            std::string::npos)
      << words;
  EXPECT_NE(words.find("NVIDIA H200"), std::string::npos);
}

TEST(SweepView, NamesVariantsThatHaveNoLine) {
  SweepShown shown = shown_of("coarsened", SweepChart::block_dim);
  Shown other = emulated("two_pass_shared_tree", 1 << 16, 256);
  other.run.request.grid_dim = 77;
  shown.runs.push_back(std::make_shared<const lanescope::Run>(other.run));
  std::string words;
  for (const Text& text : find_view("sweep")->build(shown.input()).texts) words += text.text + "|";
  EXPECT_NE(words.find("|B two_pass_shared_tree|no times"), std::string::npos) << words;
}

TEST(SweepView, HasAButtonWhereThereIsAGpu) {
  SweepShown shown = shown_of("coarsened", SweepChart::block_dim, 4);
  EXPECT_FALSE(pick_named(find_view("sweep")->build(shown.input()), "measure"));
  shown.sweeps.possible = true;
  const Scene ready = find_view("sweep")->build(shown.input());
  const Pick* measure = pick_named(ready, "measure");
  ASSERT_TRUE(measure);
  EXPECT_EQ(std::get<Measure>(measure->clicks.at(0)).chart, SweepChart::block_dim);
  shown.sweeps.running = true;
  shown.sweeps.fraction = 0.25;
  const Scene running = find_view("sweep")->build(shown.input());
  ASSERT_TRUE(pick_named(running, "cancel"));
  EXPECT_TRUE(std::holds_alternative<CancelMeasuring>(pick_named(running, "cancel")->clicks.at(0)));
}

TEST(SweepTable, HoldsEveryPoint) {
  SweepShown shown = shown_of("coarsened", SweepChart::heat_map, 4);
  EXPECT_EQ(find_view("sweep")->table(shown.input()).rows.size(), 42u);
  shown.state.sweep.chart = SweepChart::n;
  EXPECT_EQ(find_view("sweep")->table(shown.input()).rows.size(), 18u);
  EXPECT_NE(to_csv(find_view("sweep")->table(shown.input())).find("coarsened,65536,256,4,"), std::string::npos);
}

/// The best of the lower line is not where the upper one has its best, so that both have labels between the two
/// lines.
TEST(SweepPlot, LabelsOfTheBestSayWhoseTheyAreAndStandAtTheirOwnLine) {
  SweepShown shown;
  for (const char* kernel : {"interleaved_global", "convergent_global"}) shown.add(kernel, 1 << 22, 256);
  shown.state.sweep.chart = SweepChart::block_dim;
  shown.size = {960, 154};
  const Scene scene = find_view("sweep")->build(shown.input());
  int labels = 0;
  for (const Text& text : scene.texts) {
    if (text.face != FontFace::sans_bold || text.text.find("best ") == std::string::npos) continue;
    ++labels;
    const std::string kernel = text.text[0] == 'A' ? "interleaved_global" : "convergent_global";
    const std::string other = text.text[0] == 'A' ? "convergent_global" : "interleaved_global";
    EXPECT_TRUE(text.text.starts_with("A: best") || text.text.starts_with("B: best")) << text.text;
    const auto away = [&](const std::string& of) {
      float least = 1e6f;
      for (const char* block : {"256", "512", "1024"}) {
        const Rect dot = pick_named(scene, of + "/" + block)->rect;
        const Rect words = bounds(text);
        const float dx = std::max({0.0f, dot.x - words.right(), words.x - dot.right()});
        const float dy = std::max({0.0f, dot.y - words.bottom(), words.y - dot.bottom()});
        least = std::min(least, std::hypot(dx, dy));
      }
      return least;
    };
    EXPECT_LT(away(kernel), away(other)) << text.text;
  }
  EXPECT_EQ(labels, 2);
}

// Every line across the plot has its number, the highest, too.
TEST(SweepPlot, NumbersEachLineAcross) {
  SweepShown shown;
  for (const char* kernel : {"two_pass_blocked", "two_pass_interleaved"}) shown.add(kernel, 1 << 22, 1024);
  shown.state.sweep.chart = SweepChart::block_dim;
  shown.size = {2130, 420};
  const Scene scene = find_view("sweep")->build(shown.input());
  const auto lines = std::count_if(scene.quads.begin(), scene.quads.end(), [](const Quad& quad) {
    return quad.color == palette(Theme::dark).grid && quad.rect.w > 100;
  });
  const auto numbers = std::count_if(scene.texts.begin(), scene.texts.end(), [](const Text& text) {
    return text.face == FontFace::mono && text.text.ends_with("µs");
  });
  EXPECT_EQ(numbers, lines);
}

// Launches beside each other have digits in groups, both of them: "blockDim 1,024" beside "gridDim 1,024".
TEST(SweepPlot, GroupsTheDigitsOfBlockDim) {
  SweepShown shown;
  shown.add("two_pass_blocked", 1 << 22, 1024);
  shown.state.sweep.chart = SweepChart::block_dim;
  const Scene scene = find_view("sweep")->build(shown.input());
  const auto says = [&](const char* words) {
    return std::any_of(scene.texts.begin(), scene.texts.end(), [&](const Text& t) { return t.text == words; });
  };
  EXPECT_TRUE(says("1,024"));
  EXPECT_FALSE(says("1024"));
  EXPECT_EQ(block_dim_words(1024), "blockDim 1,024");
}

// Between its own dot and that of a line below, a label would seem to be of that.
TEST(SweepPlot, LabelsStandOnTheSideOfTheirOwnLine) {
  SweepShown shown;
  for (const char* kernel : {"interleaved_global", "convergent_global"}) shown.add(kernel, 1 << 20, 256);
  shown.state.sweep.chart = SweepChart::block_dim;
  shown.state.projector = true;
  shown.size = {1255, 484};
  const Scene scene = find_view("sweep")->build(shown.input());
  const auto label = std::find_if(scene.texts.begin(), scene.texts.end(), [](const Text& text) {
    return text.face == FontFace::sans_bold && text.text.starts_with("A: best");
  });
  ASSERT_NE(label, scene.texts.end());
  EXPECT_LE(bounds(*label).bottom(), pick_named(scene, "interleaved_global/256")->rect.y + 3);
}

// Words are read as those of the point that is nearest to them.
TEST(SweepPlot, LabelsAreNearestToTheirOwnPoints) {
  int labels = 0;
  for (const std::uint64_t n : {1ull << 16, 1ull << 20, 1ull << 22})
    for (const SceneSize size : {SceneSize{960, 154}, SceneSize{960, 300}, SceneSize{1255, 484}}) {
      SweepShown shown;
      for (const char* kernel : {"interleaved_shared", "convergent_shared"}) shown.add(kernel, n, 256);
      shown.state.sweep.chart = SweepChart::block_dim;
      shown.size = size;
      const Scene scene = find_view("sweep")->build(shown.input());
      for (const Text& text : scene.texts) {
        if (text.face != FontFace::sans_bold || text.text.find(": best ") == std::string::npos) continue;
        ++labels;
        const Rect words = bounds(text);
        const Pick* nearest = nullptr;
        float least = 1e6f;
        for (const Pick& pick : scene.picks) {
          if (pick.name.find("_shared/") == std::string::npos) continue;
          const float x = pick.rect.x + pick.rect.w / 2, y = pick.rect.y + pick.rect.h / 2;
          const float away = std::hypot(std::max({0.0f, x - words.right(), words.x - x}),
                                        std::max({0.0f, y - words.bottom(), words.y - y}));
          if (away < least) least = away, nearest = &pick;
        }
        ASSERT_TRUE(nearest);
        const std::string own = text.text[0] == 'A' ? "interleaved_shared/" : "convergent_shared/";
        EXPECT_TRUE(nearest->name.starts_with(own) || text.text.starts_with("AB"))
            << n << " " << size.width << ": " << text.text << " at " << nearest->name;
      }
    }
  EXPECT_GT(labels, 8);
}

}  // namespace
}  // namespace lanescope::testing
