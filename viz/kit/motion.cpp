// Interpolation of shapes.
#include "viz/kit/motion.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanescope {
namespace {

float between(float from, float to, float t) {
  return from + t * (to - from);
}

Color between(Color from, Color to, float t) {
  const auto part = [t](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(between(static_cast<float>(a), static_cast<float>(b), t)));
  };
  return {part(from.r, to.r), part(from.g, to.g), part(from.b, to.b), part(from.a, to.a)};
}

Quad between(const Quad& from, const Quad& to, float t) {
  Quad quad = to;
  quad.rect = {between(from.rect.x, to.rect.x, t), between(from.rect.y, to.rect.y, t),
               between(from.rect.w, to.rect.w, t), between(from.rect.h, to.rect.h, t)};
  quad.color = between(from.color, to.color, t);
  return quad;
}

Line between(const Line& from, const Line& to, float t) {
  return {between(from.x0, to.x0, t), between(from.y0, to.y0, t),       between(from.x1, to.x1, t),
          between(from.y1, to.y1, t), between(from.width, to.width, t), between(from.color, to.color, t)};
}

Text between(const Text& from, const Text& to, float t) {
  Text text = to;
  text.x = between(from.x, to.x, t);
  text.y = between(from.y, to.y, t);
  text.color = between(from.color, to.color, t);
  return text;
}

/// Starts and stops gently.
float way(float begin, float end, float moment) {
  const float t = end > begin    ? std::clamp((moment - begin) / (end - begin), 0.0f, 1.0f)
                  : moment < end ? 0.0f
                                 : 1.0f;
  return t * t * (3 - 2 * t);
}

template <class Shape>
void place(std::vector<Shape>& shapes, std::vector<Moving<Shape>>& moving, float moment) {
  for (const Moving<Shape>& move : moving) {
    Shape shape = between(move.from, move.to, way(move.begin, move.end, moment));
    if (shape.color.a > 0) shapes.push_back(std::move(shape));
  }
  moving.clear();
}

template <class Shape>
void fade_in(std::vector<Shape>& shapes, std::size_t first, std::vector<Moving<Shape>>& moving, float begin,
             float end) {
  for (std::size_t i = first; i < shapes.size(); ++i) {
    Shape hidden = shapes[i];
    hidden.color.a = 0;
    moving.push_back({std::move(hidden), shapes[i], begin, end});
  }
  shapes.erase(shapes.begin() + static_cast<std::ptrdiff_t>(first), shapes.end());
}

}  // namespace

Scene at_moment(Scene scene, float moment) {
  place(scene.lines, scene.moving_lines, moment);
  place(scene.overlays, scene.moving_quads, moment);
  place(scene.texts, scene.moving_texts, moment);
  return scene;
}

Appearance::Appearance(const Scene& scene)
    : quads_(scene.quads.size()),
      lines_(scene.lines.size()),
      overlays_(scene.overlays.size()),
      texts_(scene.texts.size()) {}

void Appearance::between(Scene& scene, float begin, float end) const {
  fade_in(scene.quads, quads_, scene.moving_quads, begin, end);
  fade_in(scene.lines, lines_, scene.moving_lines, begin, end);
  fade_in(scene.overlays, overlays_, scene.moving_quads, begin, end);
  fade_in(scene.texts, texts_, scene.moving_texts, begin, end);
}

}  // namespace lanescope
