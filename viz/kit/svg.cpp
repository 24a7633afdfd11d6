// Elements have the order in which the renderer draws. Numbers have two decimals: hundredths of a pixel.
#include "viz/kit/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "viz/kit/palette.h"

namespace lanescope {
namespace {

constexpr float kFutureFade = 0.6f;  // as the renderer dims rows that are not done yet

std::string hex(Color color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b);
}

std::string number(float value) {
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '&':
        safe += "&amp;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

class Writer {
 public:
  explicit Writer(const Scene& scene) : period_(hatch_period(scene)) {}

  void quad(const Quad& quad) {
    const float inset = quad.stroke / 2;
    const Rect r{quad.rect.x + inset, quad.rect.y + inset, quad.rect.w - quad.stroke, quad.rect.h - quad.stroke};
    if (r.w <= 0 || r.h <= 0) return;
    body_ += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}")", number(r.x), number(r.y), number(r.w),
                         number(r.h));
    if (quad.radius > 0) body_ += fmt::format(R"( rx="{}")", number(std::min({quad.radius, r.w / 2, r.h / 2})));
    if (quad.stroke > 0)
      body_ += R"( fill="none")" + paint("stroke", quad.color) +
               fmt::format(R"( stroke-width="{}")", number(quad.stroke));
    else if (quad.pattern == Pattern::hatched)
      body_ += fmt::format(R"x( fill="url(#{})")x", hatch(quad.color));
    else
      body_ += paint("fill", quad.color);
    body_ += "/>\n";
  }

  void line(const Line& line) {
    body_ += fmt::format(R"(<line x1="{}" y1="{}" x2="{}" y2="{}" stroke-width="{}"{}/>)", number(line.x0),
                         number(line.y0), number(line.x1), number(line.y1), number(line.width),
                         paint("stroke", line.color)) +
             '\n';
  }

  void text(const Text& text) {
    const Rect place = bounds(text);
    const bool mono = text.face == FontFace::mono;
    body_ +=
        fmt::format(
            R"(<text x="{}" y="{}" font-size="{}" font-family="{}"{} textLength="{}" lengthAdjust="spacingAndGlyphs"{}>{}</text>)",
            number(place.x), number(text.y + 0.35f * text.size), number(text.size),
            mono ? "JetBrains Mono, monospace" : "Inter, sans-serif",
            text.face == FontFace::sans_bold ? R"( font-weight="700")" : "", number(place.w),
            paint("fill", text.color), escaped(text.text)) +
        '\n';
  }

  void grid(const MaskGrid& grid) {
    for (std::uint32_t step = 0; step < grid.steps; ++step)
      for (std::uint32_t warp = 0; warp < grid.warps; ++warp) cell(grid, step, warp);
  }

  std::string document(const Scene& scene) const {
    std::string defs;
    for (const auto& [color, id] : hatches_)
      defs +=
          fmt::format(
              R"x(<pattern id="{0}" width="{1}" height="{1}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="{2}" height="{1}" fill="{3}"/></pattern>)x",
              id, number(period_), number(period_ * 0.4f), color) +
          '\n';
    return fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}">)",
                       number(scene.width), number(scene.height)) +
           "\n<defs>\n" + defs + "</defs>\n" +
           fmt::format(R"(<rect width="100%" height="100%"{}/>)", paint("fill", scene.background)) + '\n' + body_ +
           "</svg>\n";
  }

 private:
  static std::string paint(const char* what, Color color) {
    std::string attributes = fmt::format(R"( {}="{}")", what, hex(color));
    if (color.a != 255) attributes += fmt::format(R"( {}-opacity="{:.3f}")", what, color.a / 255.0);
    return attributes;
  }

  std::string hatch(Color color) {
    return hatches_.try_emplace(hex(color), fmt::format("hatch{}", hatches_.size())).first->second;
  }

  /// One warp at one step: its background, and each group of neighbouring lanes that work.
  void cell(const MaskGrid& grid, std::uint32_t step, std::uint32_t warp) {
    const std::uint32_t live = grid.live_mask(warp), count = grid.lanes_of(warp);
    const std::uint32_t mask = grid.masks[std::size_t{step} * grid.warps + warp] & live;
    const auto faded = [&](Color color) {
      return step >= grid.rows_done ? mix(color, grid.background, kFutureFade) : color;
    };
    Rect whole = grid.cell(step, warp);
    whole.w *= static_cast<float>(count) / static_cast<float>(grid.lanes);
    const bool divergent = mask != 0 && mask != live;
    if (!divergent) {
      lanes(grid, step, warp, 0, count, faded(mask == 0 ? grid.retired : grid.active));
      return;
    }
    quad({.rect = whole, .color = faded(grid.divergent_masked)});
    quad({.rect = whole, .color = faded(grid.divergent_hatch), .pattern = Pattern::hatched});
    for (std::uint32_t lane = 0; lane < count;) {
      std::uint32_t end = lane;
      while (end < count && (mask >> end & 1) != 0) ++end;
      if (end > lane) lanes(grid, step, warp, lane, end, faded(grid.divergent_active));
      lane = std::max(end, lane + 1);
    }
  }

  /// Neighbouring lanes as one rectangle if there are no gaps between lanes.
  void lanes(const MaskGrid& grid, std::uint32_t step, std::uint32_t warp, std::uint32_t first, std::uint32_t end,
             Color color) {
    if (grid.lane_gap > 0) {
      for (std::uint32_t lane = first; lane < end; ++lane)
        quad({.rect = grid.lane_cell(step, warp, lane), .color = color});
      return;
    }
    const Rect from = grid.lane_cell(step, warp, first), to = grid.lane_cell(step, warp, end - 1);
    quad({.rect = {from.x, from.y, to.right() - from.x, from.h}, .color = color});
  }

  const float period_;
  std::string body_;
  std::map<std::string, std::string> hatches_;  ///< id of each colour's pattern
};

}  // namespace

std::string to_svg(const Scene& scene) {
  Writer writer(scene);
  for (const Quad& quad : scene.quads) writer.quad(quad);
  for (const MaskGrid& grid : scene.mask_grids) writer.grid(grid);
  for (const Line& line : scene.lines) writer.line(line);
  for (const Quad& quad : scene.overlays) writer.quad(quad);
  for (const Text& text : scene.texts) writer.text(text);
  return writer.document(scene);
}

}  // namespace lanescope
