// The two themes.
#include "viz/kit/palette.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

constexpr Color rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
          static_cast<std::uint8_t>(hex)};
}

// Okabe and Ito's colours, which people with any common kind of colour vision can distinguish.
constexpr Color kOrange = rgb(0xE69F00), kSkyBlue = rgb(0x56B4E9), kGreen = rgb(0x009E73),
                kVermilion = rgb(0xD55E00), kPurple = rgb(0xCC79A7);

constexpr Palette kDark{.background = rgb(0x15181D),
                        .window = rgb(0x0F1216),
                        .raised = rgb(0x22272E),
                        .grid = rgb(0x323942),
                        .text = rgb(0xE8EBEE),
                        .muted = rgb(0xA3ACB6),
                        .faint = rgb(0x8B95A0),
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
                        .good_text = rgb(0x3DBB96),
                        .warn_text = kOrange,
                        .fault_text = rgb(0xF07F2E),
                        .builtin = rgb(0x3DBB96),
                        .number = kOrange,
                        .comment = rgb(0x8E98A3)};

constexpr Palette kLight{.background = rgb(0xFFFFFF),
                         .window = rgb(0xF1F3F5),
                         .raised = rgb(0xE9ECEF),
                         .grid = rgb(0xD3D8DD),
                         .text = rgb(0x16191D),
                         .muted = rgb(0x4E5862),
                         .faint = rgb(0x616B75),
                         .active = kGreen,
                         .divergent_active = kOrange,
                         .divergent_masked = rgb(0xFBEBC8),
                         .divergent_hatch = rgb(0xE3BF69),
                         .retired = rgb(0xECEFF1),
                         .edge = rgb(0x86909A),
                         .current_band = rgb(0xE6EDF4),
                         .coarsen_band = rgb(0xF9EFF4),
                         .coarsen = rgb(0xA0487A),
                         .hover = rgb(0x000000),
                         .selection = rgb(0x006BA8),
                         .fault = kVermilion,
                         .good_text = rgb(0x00744F),
                         .warn_text = rgb(0x8F5A00),
                         .fault_text = rgb(0xB04A00),
                         .builtin = rgb(0x00744F),
                         .number = rgb(0x8F5A00),
                         .comment = rgb(0x5C6670)};

/// Relative luminance of sRGB.
double luminance(Color color) {
  const auto linear = [](std::uint8_t channel) {
    const double share = channel / 255.0;
    return share <= 0.03928 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

}  // namespace

const Palette& palette(Theme theme) {
  return theme == Theme::dark ? kDark : kLight;
}

Color ink(const Palette& colors) {
  return luminance(colors.text) < luminance(colors.background) ? colors.text : colors.background;
}

Color ink_on(Color ground) {
  constexpr Color kBlack = rgb(0x000000), kWhite = rgb(0xFFFFFF);
  return contrast(kBlack, ground) > contrast(kWhite, ground) ? kBlack : kWhite;
}

Color ink_on_faded(const Palette& colors) {
  return mix(colors.text, colors.background, 0.2f);
}

double contrast(Color one, Color other) {
  const double a = luminance(one), b = luminance(other);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
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
