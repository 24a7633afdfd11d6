// Pixels of the renderer against what the CPU says they must be. Needs EGL; skipped where there is none.
#include <gtest/gtest.h>
#include <stb_truetype.h>

#include <cmath>

#include "tests/viz/with_context.h"
#include "views/support.h"
#include "viz/fonts/font_files.h"
#include "viz/kit/advances.h"
#include "viz/kit/palette.h"
#include "viz/kit/text_width.h"
#include "viz/render/renderer.h"
#include "viz/text/cjk_font.h"
#include "viz/text/strings.h"

namespace lanescope::testing {
namespace {

class Rendering : public WithContext {
 protected:
  void SetUp() override {
    WithContext::SetUp();
    if (!IsSkipped()) renderer_ = std::make_unique<Renderer>();
  }
  std::vector<std::uint8_t> pixels(const Scene& scene) {
    renderer_->draw(0, scene);
    return renderer_->read_pixels(0);
  }
  std::unique_ptr<Renderer> renderer_;
};

Color pixel_at(const std::vector<std::uint8_t>& pixels, const Scene& scene, float x, float y) {
  const auto width = static_cast<std::size_t>(std::ceil(scene.width));
  const std::size_t at = 4 * (static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x));
  return {pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]};
}

bool near(Color a, Color b) {
  return std::abs(a.r - b.r) <= 2 && std::abs(a.g - b.g) <= 2 && std::abs(a.b - b.b) <= 2;
}

/// What a lane's cell must look like; a masked-off lane may show its ground or a stripe.
bool right_color(const MaskGrid& grid, std::uint32_t step, std::uint32_t warp, std::uint32_t lane, Color seen) {
  const std::uint32_t mask = grid.masks[step * grid.warps + warp] & grid.live_mask(warp);
  const auto dimmed = [&](Color c) { return step >= grid.rows_done ? mix(c, grid.background, 0.6f) : c; };
  if (mask == 0) return near(seen, dimmed(grid.retired));
  if (mask == grid.live_mask(warp)) return near(seen, dimmed(grid.active));
  if (mask >> lane & 1) return near(seen, dimmed(grid.divergent_active));
  return near(seen, dimmed(grid.divergent_masked)) || near(seen, dimmed(grid.divergent_hatch));
}

TEST_F(Rendering, UnpacksMasksAsTheCpuDoes) {
  for (const char* kernel : {"interleaved_shared", "convergent_shared", "warp_shuffle"})
    for (const unsigned block_dim : {8u, 32u, 128u})
      for (const Theme theme : {Theme::dark, Theme::light}) {
        Shown shown = emulated(kernel, 4096, block_dim);
        shown.state.theme = theme;
        shown.state.position = 3;
        const Scene scene = activity_scene(shown, {1200, 500});
        const auto image = pixels(scene);
        const MaskGrid& grid = scene.mask_grids.at(0);
        for (std::uint32_t step = 0; step < grid.steps; ++step)
          for (std::uint32_t warp = 0; warp < grid.warps; ++warp)
            for (std::uint32_t lane = 0; lane < grid.lanes; ++lane) {
              const Rect cell = grid.lane_cell(step, warp, lane);
              const Color seen = pixel_at(image, scene, cell.x + cell.w / 2, cell.y + cell.h / 2);
              ASSERT_TRUE(right_color(grid, step, warp, lane, seen))
                  << kernel << " " << block_dim << ": step " << step << ", warp " << warp << ", lane " << lane
                  << " is " << int{seen.r} << " " << int{seen.g} << " " << int{seen.b};
            }
      }
}

/// A block takes more steps than a texture of any driver has rows.
TEST_F(Rendering, UnpacksMoreStepsThanATextureHasRows) {
  MaskGrid grid;
  grid.steps = 40'000;
  grid.warps = 3;
  for (std::uint32_t i = 0; i < grid.steps * grid.warps; ++i) grid.masks.push_back(i % 7 == 0 ? 0xffffffffu : 0);
  grid.rows_done = grid.steps;
  grid.active = {0, 255, 0};
  grid.retired = {255, 0, 0};
  // The same rows in pictures of some of them each: the grid lies above the picture, as it would scroll.
  for (const float top : {0.0f, 16'384.0f, 39'000.0f}) {
    Scene scene;
    scene.width = 3;
    scene.height = 900;
    grid.rect = {0, -top, 3, static_cast<float>(grid.steps)};
    scene.mask_grids = {grid};
    const auto image = pixels(scene);
    for (std::uint32_t y = 0; y < 900; ++y)
      for (std::uint32_t warp = 0; warp < 3; ++warp) {
        const std::uint32_t mask = grid.masks[(static_cast<std::uint32_t>(top) + y) * 3 + warp];
        const Color seen = pixel_at(image, scene, static_cast<float>(warp), static_cast<float>(y));
        ASSERT_TRUE(near(seen, mask ? grid.active : grid.retired)) << "row " << top + static_cast<float>(y);
      }
  }
}

MaskGrid plain_grid(std::uint32_t steps, std::uint32_t warps) {
  MaskGrid grid;
  grid.steps = grid.rows_done = steps;
  grid.warps = warps;
  grid.active = {0, 255, 0};
  grid.retired = {255, 0, 0};
  grid.divergent_active = {255, 255, 0};
  grid.divergent_masked = grid.divergent_hatch = {0, 0, 255};
  return grid;
}

/// A block of 36 threads: four lanes of its second warp are all that it has.
TEST_F(Rendering, LanesThatDoNotExistMakeNoDivergence) {
  Scene scene;
  scene.width = 128;
  scene.height = 20;
  MaskGrid grid = plain_grid(2, 2);
  grid.part_column = 1;
  grid.part_lanes = 4;
  grid.masks = std::vector<std::uint32_t>{0xffffffffu, 0xfu, 0xffffffffu, 0x1u};
  grid.rect = {0, 0, 128, 20};
  scene.mask_grids = {grid};
  const auto image = pixels(scene);
  EXPECT_TRUE(near(pixel_at(image, scene, 65, 5), grid.active));
  EXPECT_TRUE(near(pixel_at(image, scene, 71, 5), grid.active));
  EXPECT_TRUE(near(pixel_at(image, scene, 65, 15), grid.divergent_active));
  EXPECT_TRUE(near(pixel_at(image, scene, 69, 15), grid.divergent_masked));
  for (const float x : {74.0f, 120.0f}) EXPECT_FALSE(near(pixel_at(image, scene, x, 5), grid.active)) << x;
}

TEST(WarpActivity, TheLastWarpOfABlockMayHaveFewerLanes) {
  Shown shown = emulated("convergent_shared", 4096, 128);
  EXPECT_EQ(activity_scene(shown, {1200, 500}).mask_grids.at(0).part_lanes, 0u);
  shown.run.launch.block_dim = 100;
  const MaskGrid grid = activity_scene(shown, {1200, 500}).mask_grids.at(0);
  EXPECT_EQ(grid.part_column, 3u);
  EXPECT_EQ(grid.live_mask(3), 0xfu);
  EXPECT_EQ(grid.live_mask(2), 0xffffffffu);
}

TEST_F(Rendering, AveragesRowsThinnerThanAPixel) {
  Scene scene;
  scene.width = 20;
  scene.height = 100;
  MaskGrid grid = plain_grid(400, 1);
  for (std::uint32_t step = 0; step < grid.steps; ++step) grid.masks.push_back(step % 2 == 0 ? 0xffffffffu : 0);
  grid.rect = {0, 0, 20, 100};
  scene.mask_grids = {grid};
  const auto image = pixels(scene);
  for (std::uint32_t y = 0; y < 100; ++y) {
    const Color seen = pixel_at(image, scene, 10, static_cast<float>(y));
    EXPECT_NEAR(seen.r, 127, 3) << y;
    EXPECT_NEAR(seen.g, 127, 3) << y;
  }
}

TEST_F(Rendering, AveragesThousandsOfRowsUnderAPixel) {
  Scene scene;
  scene.width = 20;
  scene.height = 100;
  MaskGrid grid = plain_grid(60'000, 1);
  grid.masks = {{0xffffffffu, 0}, Repeats({{0, 2, 30'000}})};
  grid.rect = {0, 0, 20, 100};
  scene.mask_grids = {grid};
  const auto image = pixels(scene);
  for (std::uint32_t y = 0; y < 100; ++y)
    EXPECT_NEAR(pixel_at(image, scene, 10, static_cast<float>(y)).r, 127, 8) << y;
}

/// Rows that are kept once are drawn like rows that are all there; more kinds of them than the shader has room for,
/// too.
TEST_F(Rendering, DrawsRowsThatComeAgain) {
  std::vector<std::uint32_t> kept;
  for (std::uint32_t row = 0; row < 40; ++row)
    for (std::uint32_t warp = 0; warp < 2; ++warp)
      kept.push_back((row + warp) % 3 == 0 ? 0xffffffffu : (row + warp) % 3 == 1 ? 0xffffu : 0);
  const std::vector<Repeat> two = {{3, 2, 10}, {7, 1, 30}},
                            six = {{1, 1, 3}, {3, 2, 4}, {7, 1, 6}, {9, 1, 2}, {12, 3, 5}, {30, 1, 9}};
  for (const std::vector<Repeat>& list : {two, six})
    for (const float height : {60.0f, 400.0f}) {
      Scene scene;
      scene.width = 40;
      scene.height = height;
      const Repeating<std::uint32_t> masks(kept, Repeats(list).times_elements(2));
      MaskGrid grid = plain_grid(static_cast<std::uint32_t>(masks.size() / 2), 2);
      grid.rect = {0, 0, 40, height};
      grid.masks = masks;
      scene.mask_grids = {grid};
      const auto once = pixels(scene);
      scene.mask_grids[0].masks = masks.expanded();
      EXPECT_TRUE(once == pixels(scene)) << list.size() << " repeats, " << height << " pixels";
    }
}

TEST_F(Rendering, FillsACellToTheFractionThatWorksWhereLanesAreTooThin) {
  for (const std::uint32_t mask : {0x55555555u, 0x0000ffffu, 0xffff0000u}) {
    Scene scene;
    scene.width = 40;
    scene.height = 10;
    MaskGrid grid = plain_grid(1, 1);
    grid.masks = {mask};
    grid.rect = {0, 0, 40, 10};
    scene.mask_grids = {grid};
    const auto image = pixels(scene);
    EXPECT_TRUE(near(pixel_at(image, scene, 18, 5), grid.divergent_active)) << "16 of 32 work";
    EXPECT_TRUE(near(pixel_at(image, scene, 22, 5), grid.divergent_masked)) << "and 16 wait";
  }
}

TEST_F(Rendering, RefusesAPictureThatOpenGlCannotHold) {
  Scene scene;
  scene.width = 1e6f;
  scene.height = 10;
  try {
    pixels(scene);
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(std::string(error.what())
                    .starts_with("A picture of 1000000 x 10 pixels is too large; OpenGL on this machine"))
        << error.what();
  }
  scene.width = 10;
  EXPECT_EQ(pixels(scene).size(), 400u) << "the renderer goes on";
}

TEST_F(Rendering, ShowsASingleLaneThinnerThanAPixel) {
  Shown shown = emulated("interleaved_shared", 4096, 1024);
  shown.state.position = steps_of(shown.run);
  const Scene scene = activity_scene(shown, {700, 360});
  const auto image = pixels(scene);
  const MaskGrid& grid = scene.mask_grids.at(0);
  const Rect lane = grid.lane_cell(9, 0, 0);
  ASSERT_LT(lane.w, 1);
  const Color lit = pixel_at(image, scene, lane.x, lane.y + 4);
  int dark = 255;  // between the stripes of the hatching
  for (std::uint32_t masked = 8; masked < 28; ++masked)
    dark = std::min<int>(dark, pixel_at(image, scene, grid.lane_cell(9, 0, masked).x, lane.y + 4).r);
  EXPECT_GT(lit.r, dark + 30);
}

TEST_F(Rendering, GivesTheSameBytesEveryTime) {
  Shown shown = emulated("coarsened", 1 << 14, 64, 4);
  shown.state.position = 3;
  for (const View& view : views_of(shown)) {
    const Scene scene = picture(view, shown, {}, {760, 360});
    const auto first = pixels(scene);
    EXPECT_EQ(pixels(scene), first) << view.id;
    EXPECT_EQ(render_scene_headless(scene), first) << view.id << " in a context of its own";
    // That context is gone; make this test's current again for the next view.
    renderer_.reset();
    context_.reset();
    context_ = std::make_unique<HeadlessContext>();
    renderer_ = std::make_unique<Renderer>();
  }
}

TEST_F(Rendering, PutsTheTopRowFirst) {
  Scene scene;
  scene.width = 40;
  scene.height = 20;
  scene.background = {10, 20, 30, 255};
  scene.quads.push_back({.rect = {0, 0, 40, 5}, .color = {200, 0, 0, 255}});
  const auto image = pixels(scene);
  EXPECT_EQ(pixel_at(image, scene, 20, 1), (Color{200, 0, 0, 255}));
  EXPECT_EQ(pixel_at(image, scene, 20, 5), (Color{10, 20, 30, 255}));
  EXPECT_EQ(pixel_at(image, scene, 20, 19), (Color{10, 20, 30, 255}));
}

TEST_F(Rendering, KeepsTextInItsBounds) {
  Scene scene;
  scene.width = 200;
  scene.height = 40;
  scene.texts.push_back({100, 20, 13, FontFace::sans, Align::center, {255, 255, 255, 255}, "128 of 1024 threads"});
  const Rect place = bounds(scene.texts[0]);
  const auto image = pixels(scene);
  int inside = 0, outside = 0;
  for (float y = 0; y < 40; ++y)
    for (float x = 0; x < 200; ++x) {
      if (pixel_at(image, scene, x, y).r < 60) continue;
      const bool within = x >= place.x - 1 && x <= place.right() + 1 && y >= place.y - 2 && y <= place.bottom() + 2;
      (within ? inside : outside) += 1;
    }
  EXPECT_GT(inside, 100);
  EXPECT_EQ(outside, 0);
}

TEST_F(Rendering, KeepsEachSlotsPicture) {
  Scene red, blue;
  red.width = blue.width = red.height = blue.height = 8;
  red.background = {200, 0, 0, 255};
  blue.background = {0, 0, 200, 255};
  const unsigned first = renderer_->draw(1, red);
  EXPECT_NE(renderer_->draw(2, blue), first);
  EXPECT_EQ(renderer_->texture(1), first);
  EXPECT_EQ(renderer_->read_pixels(1)[0], 200);
  EXPECT_EQ(renderer_->texture(7), 0u);
  EXPECT_TRUE(renderer_->read_pixels(7).empty());
}

TEST(AdvanceTable, IsThatOfTheFonts) {
  for (const FontFace face : {FontFace::sans, FontFace::sans_bold, FontFace::mono}) {
    stbtt_fontinfo info;
    ASSERT_TRUE(stbtt_InitFont(&info, font_file(face).data(), 0));
    const float em = stbtt_ScaleForMappingEmToPixels(&info, 1);
    const auto expect_same = [&](char32_t character) {
      int advance = 0, bearing = 0;
      stbtt_GetCodepointHMetrics(&info, static_cast<int>(character), &advance, &bearing);
      EXPECT_NEAR(advance_width(character, face), static_cast<float>(advance) * em, 0.002f)
          << "face " << static_cast<int>(face) << ", character " << static_cast<int>(character);
    };
    for (char32_t character = 32; character < 127; ++character) expect_same(character);
    for (const WideAdvance& wide : kWideAdvances) expect_same(wide.character);
  }
}

/// The name that the collection gives to one of its fonts (name id 1, Windows, UTF-16).
std::string family_of(const unsigned char* bytes, int face) {
  stbtt_fontinfo info;
  if (!stbtt_InitFont(&info, bytes, stbtt_GetFontOffsetForIndex(bytes, face))) return "";
  int length = 0;
  const char* name = stbtt_GetFontNameString(&info, &length, STBTT_PLATFORM_ID_MICROSOFT, STBTT_MS_EID_UNICODE_BMP,
                                             STBTT_MS_LANG_ENGLISH, 1);
  std::string family;
  for (int i = 1; name && i < length; i += 2) family += name[i];
  return family;
}

TEST(CjkFont, HasEveryCharacterOfTheStringsInTheFaceOfTheLanguage) {
  const auto bytes = cjk_font(false);
  if (bytes.empty()) GTEST_SKIP() << language_refusal(Language::traditional_chinese);
  EXPECT_EQ(family_of(bytes.data(), row_of(Language::traditional_chinese).cjk_face), "Noto Sans CJK TC");
  EXPECT_EQ(family_of(bytes.data(), row_of(Language::simplified_chinese).cjk_face), "Noto Sans CJK SC");
  for (const Language language : {Language::traditional_chinese, Language::simplified_chinese}) {
    stbtt_fontinfo info;
    ASSERT_TRUE(
        stbtt_InitFont(&info, bytes.data(), stbtt_GetFontOffsetForIndex(bytes.data(), row_of(language).cjk_face)));
    const float em = stbtt_ScaleForMappingEmToPixels(&info, 1);
    for (const char32_t character : wide_characters_of(language)) {
      int advance = 0, bearing = 0;
      stbtt_GetCodepointHMetrics(&info, static_cast<int>(character), &advance, &bearing);
      EXPECT_NE(stbtt_FindGlyphIndex(&info, static_cast<int>(character)), 0)
          << std::hex << static_cast<int>(character);
      EXPECT_FLOAT_EQ(em * static_cast<float>(advance), advance_width(character, FontFace::sans));
    }
    int ascent = 0, descent = 0, gap = 0;
    stbtt_GetFontVMetrics(&info, &ascent, &descent, &gap);
    EXPECT_NEAR(em * static_cast<float>(ascent - descent), kCjkLine, 0.001f);
  }
}

TEST_F(Rendering, DrawsChineseWhereItsFontIsInstalled) {
  if (cjk_font(false).empty()) GTEST_SKIP() << language_refusal(Language::traditional_chinese);
  Scene scene;
  scene.width = 64;
  scene.height = 32;
  scene.texts.push_back({4, 16, 24, FontFace::sans, Align::left, {255, 255, 255}, "國"});
  const auto ink = [&](Language language) {
    const LanguageScope words(language);
    std::vector<std::uint8_t> drawn = pixels(scene);
    return drawn;
  };
  const auto traditional = ink(Language::traditional_chinese);
  int lit = 0;
  for (int x = 0; x < 64; ++x)
    for (int y = 0; y < 32; ++y)
      if (pixel_at(traditional, scene, static_cast<float>(x), static_cast<float>(y)).r > 128) {
        ++lit;
        EXPECT_TRUE(x >= 4 && x < 28) << "one em wide";
      }
  EXPECT_GT(lit, 60);
}

}  // namespace
}  // namespace lanescope::testing
