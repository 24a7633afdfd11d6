// The two themes.
#include "viz/kit/palette.h"

#include <cmath>

namespace lanescope {
namespace {

constexpr Color rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
          static_cast<std::uint8_t>(hex)};
}

// Okabe and Ito's colours, which people with any common kind of colour vision can distinguish.
constexpr Color kOrange = rgb(0xE69F00), kSkyBlue = rgb(0x56B4E9), kGreen = rgb(0x009E73), kBlue = rgb(0x0072B2),
                kVermilion = rgb(0xD55E00), kPurple = rgb(0xCC79A7);

constexpr Palette kDark{.background = rgb(0x15181D),
                        .window = rgb(0x0F1216),
                        .raised = rgb(0x22272E),
                        .grid = rgb(0x323942),
                        .text = rgb(0xE8EBEE),
                        .muted = rgb(0xA3ACB6),
                        .faint = rgb(0x727C87),
                        .active = kGreen,
                        .divergent_active = kOrange,
                        .divergent_masked = rgb(0x3A2B0A),
                        .divergent_hatch = rgb(0x6E5110),
                        .retired = rgb(0x20252B),
                        .edge = rgb(0x7C8793),
                        .current_band = rgb(0x252C35),
                        .coarsen_band = rgb(0x2A2029),
                        .coarsen = kPurple,
                        .hover = rgb(0xFFFFFF),
                        .selection = kSkyBlue,
                        .fault = kVermilion,
                        .builtin = rgb(0x3DBB96),
                        .number = kOrange,
                        .comment = rgb(0x8E98A3)};

constexpr Palette kLight{.background = rgb(0xFFFFFF),
                         .window = rgb(0xF1F3F5),
                         .raised = rgb(0xE9ECEF),
                         .grid = rgb(0xD3D8DD),
                         .text = rgb(0x16191D),
                         .muted = rgb(0x4E5862),
                         .faint = rgb(0x7B858F),
                         .active = kGreen,
                         .divergent_active = kOrange,
                         .divergent_masked = rgb(0xFBEBC8),
                         .divergent_hatch = rgb(0xE3BF69),
                         .retired = rgb(0xECEFF1),
                         .edge = rgb(0x86909A),
                         .current_band = rgb(0xE6EDF4),
                         .coarsen_band = rgb(0xF9EFF4),
                         .coarsen = rgb(0xA84F82),
                         .hover = rgb(0x000000),
                         .selection = kBlue,
                         .fault = kVermilion,
                         .builtin = rgb(0x00744F),
                         .number = rgb(0x8F5A00),
                         .comment = rgb(0x5C6670)};

}  // namespace

const Palette& palette(Theme theme) {
  return theme == Theme::dark ? kDark : kLight;
}

Color mix(Color from, Color to, float amount) {
  const auto channel = [amount](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(a + (static_cast<float>(b) - a) * amount));
  };
  return {channel(from.r, to.r), channel(from.g, to.g), channel(from.b, to.b), channel(from.a, to.a)};
}

Color with_alpha(Color color, float alpha) {
  color.a = static_cast<std::uint8_t>(std::lround(255 * alpha));
  return color;
}

}  // namespace lanescope
