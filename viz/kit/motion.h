// Scenes of a step that is under way: what they show at a moment of it. A scene says what moves, from where to
// where; a frame only interpolates.
#pragma once

#include "viz/kit/scene.h"

namespace lanescope {

/// The scene at a moment of its step, 0 to 1, with nothing left that moves.
Scene at_moment(Scene scene, float moment);

/// Remembers what a scene has, and then makes all that was added since appear between two moments of the step.
class Appearance {
 public:
  explicit Appearance(const Scene& scene);
  void between(Scene& scene, float begin, float end) const;

 private:
  std::size_t quads_, lines_, overlays_, texts_;
};

}  // namespace lanescope
