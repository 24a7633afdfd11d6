// Every view and the whole window against pictures that were looked at and found good, at two sizes and in one
// theme each. LANESCOPE_UPDATE_GOLDEN=1 writes them anew; look at them before they are committed.
#include <gtest/gtest.h>
#include <stb/stb_image.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include "app/window/window_picture.h"
#include "engine/session.h"
#include "viz/model/presets.h"
#include "viz/views/shown_view.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

// Another rasteriser places an edge a hair off and smooths it otherwise; another layout moves far more pixels than
// that.
constexpr int kVisible = 64;          // of 255, in one channel
constexpr double kMaxVisible = 0.01;  // of all pixels
constexpr double kMaxMean = 1.5;      // of 255, over all channels

struct Image {
  int width = 0, height = 0;
  std::unique_ptr<unsigned char, void (*)(void*)> rgb{nullptr, stbi_image_free};
};

Image load(const fs::path& path) {
  Image image;
  int channels = 0;
  image.rgb.reset(stbi_load(path.c_str(), &image.width, &image.height, &channels, 3));
  return image;
}

/// Fraction of visibly different pixels, and the mean difference of a channel.
struct Difference {
  double visible = 0, mean = 0;
};

Difference difference(const Image& a, const Image& b) {
  Difference result;
  const std::size_t pixels = std::size_t(a.width) * a.height;
  for (std::size_t i = 0; i < pixels; ++i) {
    int largest = 0;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const int apart = std::abs(int{a.rgb.get()[3 * i + channel]} - int{b.rgb.get()[3 * i + channel]});
      largest = std::max(largest, apart);
      result.mean += apart;
    }
    result.visible += largest >= kVisible;
  }
  result.visible /= static_cast<double>(pixels);
  result.mean /= 3 * static_cast<double>(pixels);
  return result;
}

/// Two small variants in the middle of their run, a lane of one of them selected.
ViewState two_variants() {
  ViewState view;
  RunRequest request;
  request.n = 1 << 14;
  request.block_dim = 128;
  request.backend = BackendChoice::emulator;
  for (const char* kernel : {"interleaved_shared", "convergent_shared"}) {
    request.kernel = kernel;
    if (view.variants.requests.front().n == request.n)
      view.variants.requests.push_back(request);
    else
      view.variants.requests = {request};
  }
  view.position = 4;
  view.selection = {.variant = 0, .step = 3, .warp = 1, .lane = 8, .node = {}};
  view.panel = "comparison";
  return view;
}

/// A matrix product in its second phase, with a ragged edge and two elements a thread.
ViewState matrix_product() {
  ViewState view = apply({}, SetKernel{"matmul_coarsened"});
  view.request().backend = BackendChoice::emulator;
  view = apply(apply(view, SetMatrices{{60, 40, 70}}), SetCoarseFactor{2});
  view.position = 60;
  view.selection = {.variant = 0, .step = {}, .warp = 2, .lane = 5, .node = {}};
  view.panel = "resources";
  return view;
}

/// A coarsened scan in its third phase, whose rounds go through shared memory.
ViewState coarsened_scan() {
  ViewState view = apply({}, SetKernel{"scan_coarsened"});
  view.request().backend = BackendChoice::emulator;
  view = apply(apply(apply(view, SetN{32}), SetBlockDim{4}), SetCoarseFactor{4});
  view.position = 9;
  view.selection = {.variant = 0, .step = {}, .warp = 0, .lane = 2, .node = {}};
  return view;
}

/// Lanes that exchange registers, in the second of their rounds.
ViewState shuffles() {
  ViewState view = apply({}, SetKernel{"warp_shuffle"});
  view.request().backend = BackendChoice::emulator;
  view = apply(apply(view, SetN{1 << 10}), SetBlockDim{64});
  view.request().input.kind = InputKind::ones;
  view.position = 4;
  view.selection = {.variant = 0, .step = {}, .warp = 0, .lane = 2, .node = {}};
  return view;
}

/// Four variants on the stage and their trees enlarged: heads in letters of one size, and labels beside the lines.
ViewState four_on_stage() {
  ViewState view = with_preset(ViewState{}, *find_preset("coarsening"));
  for (RunRequest& request : view.variants.requests) {
    request.backend = BackendChoice::emulator;
    request.n = 1 << 16;
  }
  view.projector = true;
  view.enlarged = "tree";
  view.position = std::numeric_limits<std::uint32_t>::max();  // the end
  return view;
}

/// The runs in which a view is at home.
ViewState state_for(const std::string& view_id) {
  if (view_id == "shuffles") return shuffles();
  if (view_id == "four") return four_on_stage();
  const View* view = find_view(view_id);
  if (view_id != "product" && (!view || view->fits(Workload::reduction))) return two_variants();
  return view && view->fits(Workload::scan) ? coarsened_scan() : matrix_product();
}

/// What a first start shows, with the values of its third step on their way; or when they have arrived, on the
/// stage.
const Model& in_motion(Theme theme, bool on_stage) {
  static std::map<std::pair<Theme, bool>, std::unique_ptr<Model>> models;
  auto& model = models[{theme, on_stage}];
  if (model) return *model;
  ViewState state = with_preset(ViewState{}, presets().front());
  for (RunRequest& request : state.variants.requests) request.backend = BackendChoice::emulator;
  state.theme = theme;
  state.projector = on_stage;
  model = std::make_unique<Model>(state);
  model->finish_run();
  model->handle(StepTo{3, on_stage ? 1 : 0.55});
  return *model;
}

const Model& model_of(const std::string& view_id, Theme theme) {
  if (view_id == "motion" || view_id == "stage") return in_motion(theme, view_id == "stage");
  static std::map<std::pair<std::string, Theme>, std::unique_ptr<Model>> models;
  ViewState state = state_for(view_id);
  auto& model = models[{state.request().kernel, theme}];
  if (!model) {
    state.theme = theme;
    model = std::make_unique<Model>(state);
    model->finish_run();
    if (view_id == "four") model->handle(StepTo{129, 1});
  }
  return *model;
}

struct Picture {
  /// "window": of two reductions; "product": of a matrix product; "motion": of a step under way; "stage": of that
  /// step, on the stage; "four": of four variants there; "shuffles": of the view of banks in a step in which lanes
  /// exchange registers
  std::string view;
  Theme theme;
  int width, height;
  std::string name() const {
    return view + "_" + std::string(kThemeNames[static_cast<int>(theme)]) + "_" + std::to_string(width);
  }
};
void PrintTo(const Picture& picture, std::ostream* out) {
  *out << picture.name();
}

/// Each picture in one theme, the small ones in the other than the large ones: what else themes have in common is
/// compared below.
std::vector<Picture> pictures() {
  std::vector<Picture> list;
  for (const View& view : views()) {
    list.push_back({view.id, Theme::dark, 1200, 560});
    list.push_back({view.id, Theme::light, 640, 300});
  }
  list.push_back({"motion", Theme::light, 1280, 720});
  list.push_back({"stage", Theme::dark, 1280, 720});
  list.push_back({"four", Theme::dark, 1280, 720});
  list.push_back({"shuffles", Theme::dark, 1200, 560});
  list.push_back({"window", Theme::dark, 1280, 720});
  list.push_back({"window", Theme::light, 1600, 900});
  list.push_back({"product", Theme::light, 1280, 720});
  list.push_back({"product", Theme::dark, 1600, 900});
  return list;
}

class Golden : public ::testing::TestWithParam<Picture> {};

TEST_P(Golden, picture_is_as_it_was) {
  if (backend_status().cuda_available)
    GTEST_SKIP() << "with a GPU, choices and times differ from those on the pictures";
  const Picture& picture = GetParam();
  const Model& model = model_of(picture.view, picture.theme);
  for (std::size_t variant = 0; variant < model.count(); ++variant) ASSERT_EQ(model.error(variant).text(), "");
  const fs::path golden = fs::path(LANESCOPE_SOURCE_DIR) / "tests/golden/pictures" / (picture.name() + ".png");
  const fs::path made = fs::temp_directory_path() / ("lanescope_" + picture.name() + ".png");
  const View* view = find_view(picture.view == "shuffles" ? "banks" : picture.view);
  if (!view)
    write_window_picture(model, picture.width, picture.height, made.string());
  else
    write_scene_picture(
        build_view_of_all(*view, model, {static_cast<float>(picture.width), static_cast<float>(picture.height), 1}),
        made.string());
  if (std::getenv("LANESCOPE_UPDATE_GOLDEN")) {
    fs::copy_file(made, golden, fs::copy_options::overwrite_existing);
    return;
  }
  ASSERT_TRUE(fs::exists(golden)) << golden << " is missing; LANESCOPE_UPDATE_GOLDEN=1 writes it";
  const Image expected = load(golden), drawn = load(made);
  ASSERT_TRUE(expected.rgb && drawn.rgb);
  ASSERT_EQ(expected.width, drawn.width);
  ASSERT_EQ(expected.height, drawn.height);
  const Difference apart = difference(expected, drawn);
  EXPECT_LE(apart.visible, kMaxVisible) << made << " beside " << golden;
  EXPECT_LE(apart.mean, kMaxMean) << made << " beside " << golden;
  if (!HasFailure()) fs::remove(made);
}

INSTANTIATE_TEST_SUITE_P(Views, Golden, ::testing::ValuesIn(pictures()),
                         [](const auto& info) { return info.param.name(); });

TEST(GoldenPictures, are_those_that_are_compared) {
  std::set<std::string> kept, compared;
  for (const auto& file : fs::directory_iterator(fs::path(LANESCOPE_SOURCE_DIR) / "tests/golden/pictures"))
    kept.insert(file.path().filename().string());
  for (const Picture& picture : pictures()) compared.insert(picture.name() + ".png");
  EXPECT_EQ(kept, compared);
}

bool same_but_for_colour(const Quad& a, const Quad& b) {
  return a.rect == b.rect && a.radius == b.radius && a.stroke == b.stroke && a.pattern == b.pattern;
}
bool same_but_for_colour(const Line& a, const Line& b) {
  return a.x0 == b.x0 && a.y0 == b.y0 && a.x1 == b.x1 && a.y1 == b.y1 && a.width == b.width;
}
bool same_but_for_colour(const Text& a, const Text& b) {
  return a.x == b.x && a.y == b.y && a.size == b.size && a.face == b.face && a.align == b.align && a.text == b.text;
}
bool same_but_for_colour(const MaskGrid& a, const MaskGrid& b) {
  return a.rect == b.rect;
}

template <class T>
void expect_same_but_for_colour(const std::vector<T>& a, const std::vector<T>& b, const char* what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(same_but_for_colour(a[i], b[i])) << what << ' ' << i;
}

TEST(GoldenThemes, differ_in_colours_alone) {
  for (const View& view : views())
    for (const auto& [width, height] : {std::pair{640.0f, 300.0f}, {1200.0f, 560.0f}}) {
      SCOPED_TRACE(view.id + std::string(" ") + std::to_string(width));
      const auto scene = [&](Theme theme) {
        return build_view_of_all(view, model_of(view.id, theme), {width, height, 1});
      };
      const Scene dark = scene(Theme::dark), light = scene(Theme::light);
      EXPECT_NE(dark.background, light.background);
      expect_same_but_for_colour(dark.quads, light.quads, "quad");
      expect_same_but_for_colour(dark.mask_grids, light.mask_grids, "masks");
      expect_same_but_for_colour(dark.lines, light.lines, "line");
      expect_same_but_for_colour(dark.overlays, light.overlays, "overlay");
      expect_same_but_for_colour(dark.texts, light.texts, "text");
      EXPECT_EQ(dark.picks.size(), light.picks.size());
    }
}

TEST(GoldenDifference, sees_a_line_of_text_that_moved) {
  const Image whole = load(fs::path(LANESCOPE_SOURCE_DIR) / "tests/golden/pictures/window_dark_1280.png");
  ASSERT_TRUE(whole.rgb);
  Image moved = load(fs::path(LANESCOPE_SOURCE_DIR) / "tests/golden/pictures/window_dark_1280.png");
  const std::size_t row = std::size_t(3) * whole.width, rows = std::size_t(whole.height);
  std::copy_n(whole.rgb.get() + 8 * row, (rows - 8) * row, moved.rgb.get());
  EXPECT_GT(difference(whole, moved).visible, kMaxVisible);
  EXPECT_EQ(difference(whole, whole).visible, 0);
}

}  // namespace
}  // namespace lanescope
