// Pictures as SVG and tables as CSV: complete, well formed, and true to the scene.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "tests/viz/views/support.h"
#include "viz/kit/svg.h"
#include "viz/views/exported_picture.h"

namespace lanescope {
namespace {

using namespace testing;

std::size_t count_of(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) ++count;
  return count;
}

/// Every tag is closed, in order; every attribute is in quotes.
void expect_well_formed(const std::string& svg) {
  std::vector<std::string> open;
  for (auto at = svg.find('<'); at != std::string::npos; at = svg.find('<', at + 1)) {
    const auto end = svg.find('>', at);
    ASSERT_NE(end, std::string::npos);
    const std::string tag = svg.substr(at + 1, end - at - 1);
    EXPECT_EQ(count_of(tag, "\"") % 2, 0u) << tag;
    EXPECT_EQ(tag.find('<'), std::string::npos) << tag;
    if (tag.back() == '/') continue;
    const std::string name = tag.substr(0, tag.find(' '));
    if (name.front() != '/') {
      open.push_back(name);
      continue;
    }
    ASSERT_FALSE(open.empty());
    EXPECT_EQ(name.substr(1), open.back());
    open.pop_back();
  }
  EXPECT_TRUE(open.empty());
}

TEST(Svg, is_well_formed_and_keeps_every_text_of_every_view) {
  Shown shown = emulated("coarsened", 1 << 12, 64, 2);
  shown.state.position = 5;
  for (const View& view : views_of(shown)) {
    const Scene scene = picture(view, shown, {}, {760, 360});
    const std::string svg = to_svg(scene);
    expect_well_formed(svg);
    EXPECT_EQ(count_of(svg, "<text "), scene.texts.size()) << view.id;
    EXPECT_EQ(count_of(svg, "<line "), scene.lines.size()) << view.id;
  }
}

TEST(Svg, escapes_what_xml_would_take_for_its_own) {
  Scene scene;
  scene.width = scene.height = 10;
  scene.texts.push_back({.x = 1, .y = 1, .color = {}, .text = "a < b && \"c\" > d"});
  const std::string svg = to_svg(scene);
  expect_well_formed(svg);
  EXPECT_NE(svg.find("a &lt; b &amp;&amp; &quot;c&quot; &gt; d"), std::string::npos);
}

TEST(Svg, draws_a_rectangle_a_run_of_lanes_and_dims_the_future) {
  Scene scene;
  scene.width = 64;
  scene.height = 4;
  MaskGrid grid{.rect = {0, 0, 64, 4},
                .steps = 2,
                .warps = 2,
                .masks = {0xffffffff, 0x0000ff0f, 0, 0},
                .rows_done = 1,
                .background = {},
                .active = {0, 255, 0},
                .divergent_active = {255, 128, 0},
                .divergent_masked = {9, 9, 9},
                .divergent_hatch = {8, 8, 8},
                .retired = {100, 100, 100}};
  scene.mask_grids.push_back(grid);
  const std::string svg = to_svg(scene);
  EXPECT_EQ(count_of(svg, "fill=\"#00ff00\""), 1u) << "a full warp is one rectangle";
  EXPECT_EQ(count_of(svg, "fill=\"#ff8000\""), 2u) << "two runs of lanes work";
  EXPECT_EQ(count_of(svg, "fill=\"url(#hatch0)\""), 1u);
  EXPECT_EQ(count_of(svg, "fill=\"#646464\""), 0u) << "what is to come is dimmed";
  EXPECT_EQ(count_of(svg, "fill=\"#282828\""), 2u) << "100 x 0.4";
}

TEST(Csv, has_a_line_a_step_and_quotes_what_needs_it) {
  const Shown shown = emulated("convergent_shared", 2048, 1024);
  const auto run = std::make_shared<const lanescope::Run>(shown.run);
  const std::string csv = to_csv(
      find_view("steps")->table({*run, shown.state, {1, 1}, {run}, {}, nothing_measured(), surroundings_here()}));
  EXPECT_EQ(count_of(csv, "\n"), 1u + run->metrics.block.steps.size());
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "step,phase,stride,threads,warps,divergent,SIMD %,sectors,wavefronts,conflicts");
  EXPECT_NE(csv.find("\n5,tree,64,64,2,0,100.0,"), std::string::npos) << csv;
  NumberTable table;
  table.columns = {{"a, b", ""}, {"c", ""}};
  table.rows = {{{{"say \"x\""}, {"1,024"}}, {}, {}, "", ""}};
  EXPECT_EQ(to_csv(table), "\"a, b\",c\n\"say \"\"x\"\"\",\"1,024\"\n");
}

TEST(Scenes, appended_elsewhere_keep_their_shape) {
  const Shown shown = emulated("segmented", 1 << 10, 64);
  const Scene part = picture(*find_view("activity"), shown, {}, {400, 300});
  Scene page;
  append(page, part, 30, 7);
  EXPECT_EQ(page.texts.size(), part.texts.size());
  ASSERT_EQ(page.mask_grids.size(), 1u);
  const Rect from = part.mask_grids[0].cell(1, 0), to = page.mask_grids[0].cell(1, 0);
  EXPECT_EQ(to.x, from.x + 30);
  EXPECT_EQ(to.y, from.y + 7);
  EXPECT_EQ(pick(page, to.x + 1, to.y + 1), pick(part, from.x + 1, from.y + 1));
}

/// A picture that leaves the program says what it shows, of what kind its numbers are, and when it was made.
TEST(ExportedPicture, NamesEachLaunch) {
  ViewState state;
  for (const char* kernel : {"interleaved_shared", "convergent_shared"}) {
    RunRequest request;
    request.kernel = kernel;
    request.n = 4096;
    request.block_dim = 64;
    request.backend = BackendChoice::emulator;
    if (std::string(kernel) == "interleaved_shared")
      state.variants.requests = {request};
    else
      state.variants.requests.push_back(request);
  }
  Model model(state);
  model.finish_run();
  setenv("SOURCE_DATE_EPOCH", "86400", 1);
  const Scene scene = exported_picture(*find_view("activity"), model, {1200, 480, 1});
  unsetenv("SOURCE_DATE_EPOCH");
  const auto says = [&](const std::string& words) {
    return std::any_of(scene.texts.begin(), scene.texts.end(), [&](const Text& t) { return t.text == words; });
  };
  EXPECT_TRUE(says("A  interleaved_shared · N 4,096 · blockDim 64 · sum float32 · emulated on CPU emulator"));
  EXPECT_TRUE(says("B  convergent_shared · N 4,096 · blockDim 64 · sum float32 · emulated on CPU emulator"));
  EXPECT_TRUE(says("Lanescope · 1970-01-02"));
  for (const Text& text : scene.texts) {
    const Rect place = bounds(text);
    EXPECT_LE(place.bottom(), scene.height) << text.text;
    EXPECT_LE(place.right(), scene.width) << text.text;
  }
}

/// Also a small one, of every view.
TEST(ExportedPicture, CutsNothingOfTheKindOfItsNumbers) {
  ViewState state;
  state.request() = emulated("matmul_coarsened", 64, 256, 2).run.request;
  Model model(state);
  model.finish_run();
  const Scene scene = exported_picture(*find_view("tiles"), model, {640, 260, 1});
  std::string words;
  for (const Text& text : scene.texts)
    if (text.y > 200) words += text.text + " ";
  EXPECT_NE(words.find("emulated on CPU emulator"), std::string::npos) << words;
  for (const Text& text : scene.texts) EXPECT_LE(bounds(text).bottom(), scene.height) << text.text;
}

/// Four launches of one kernel are not four times the same name.
TEST(ExportedPicture, NamesVariantsByWhatDiffers) {
  ViewState state;
  state.request() = emulated("coarsened", 4096, 64).run.request;
  state.variants.requests.push_back(emulated("coarsened", 4096, 64, 4).run.request);
  Model model(state);
  model.finish_run();
  const Scene scene = exported_picture(*find_view("tree"), model, {1000, 420, 1});
  for (const char* name : {"A  COARSE_FACTOR 1", "B  COARSE_FACTOR 4"})
    EXPECT_TRUE(std::any_of(scene.texts.begin(), scene.texts.end(), [&](const Text& t) { return t.text == name; }))
        << name;
}

/// "recorded" alone does not say on which GPU.
TEST(ExportedPicture, SaysWhereItsTimesAreFrom) {
  ViewState state;
  state.request() = emulated("segmented", 1 << 16, 256).run.request;
  Model model(state);
  model.finish_run();
  const auto count = [&](const char* view, SceneSize size) {
    const Scene scene = exported_picture(*find_view(view), model, size);
    return std::count_if(scene.texts.begin(), scene.texts.end(), [](const Text& text) {
      return text.text.find("NVIDIA H200, 2026-11-23") != std::string::npos;
    });
  };
  if (count("timing", {1200, 400, 1}) == 0) GTEST_SKIP() << "not recorded";
  for (const char* view : {"ladder", "sweep", "timing", "comparison", "clock"})
    for (const SceneSize size : {SceneSize{640, 260, 1}, SceneSize{1200, 480, 1}})
      EXPECT_EQ(count(view, size), 1) << view << " " << size.width;
  EXPECT_EQ(count("steps", {640, 260, 1}), 0) << "it shows no times";
}

}  // namespace
}  // namespace lanescope
