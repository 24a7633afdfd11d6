// Words can be read: every colour of text on every ground that text stands on.
#include "viz/kit/palette.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

constexpr double kReadable = 4.5;  // WCAG 2, AA

struct Named {
  const char* name;
  Color Palette::*color;
};

constexpr Named kTexts[] = {
    {"text", &Palette::text},           {"muted", &Palette::muted},           {"faint", &Palette::faint},
    {"coarsen", &Palette::coarsen},     {"selection", &Palette::selection},   {"good_text", &Palette::good_text},
    {"warn_text", &Palette::warn_text}, {"fault_text", &Palette::fault_text}, {"builtin", &Palette::builtin},
    {"number", &Palette::number},       {"comment", &Palette::comment}};
constexpr Named kGrounds[] = {{"background", &Palette::background},
                              {"window", &Palette::window},
                              {"raised", &Palette::raised},
                              {"current_band", &Palette::current_band},
                              {"coarsen_band", &Palette::coarsen_band}};

TEST(PaletteTest, AllTextCanBeRead) {
  for (const Theme theme : {Theme::dark, Theme::light})
    for (const Named& text : kTexts)
      for (const Named& ground : kGrounds)
        EXPECT_GE(contrast(palette(theme).*text.color, palette(theme).*ground.color), kReadable)
            << (theme == Theme::dark ? "dark: " : "light: ") << text.name << " on " << ground.name;
}

TEST(PaletteTest, BlackOrWhiteCanBeReadOnAnyGround) {
  for (int r = 0; r < 256; r += 15)
    for (int g = 0; g < 256; g += 15)
      for (int b = 0; b < 256; b += 15) {
        const Color ground{static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(g),
                           static_cast<std::uint8_t>(b)};
        EXPECT_GE(contrast(ink_on(ground), ground), kReadable) << r << " " << g << " " << b;
      }
}

TEST(PaletteTest, ContrastIsThatOfTheStandard) {
  EXPECT_DOUBLE_EQ(contrast({0, 0, 0}, {255, 255, 255}), 21);
  EXPECT_DOUBLE_EQ(contrast({255, 255, 255}, {255, 255, 255}), 1);
  EXPECT_NEAR(contrast({0x77, 0x77, 0x77}, {255, 255, 255}), 4.48, 0.005);
}

}  // namespace
}  // namespace lanescope
