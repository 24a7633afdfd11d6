// Dear ImGui, the fonts and the scene renderer, around the frame function of viz/panels. Knows no window system:
// the same shell draws into a window and into a picture.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "viz/model/model.h"
#include "viz/panels/frame.h"

namespace lanescope {

class Shell {
 public:
  /// Needs a current OpenGL context with glad loaded, for construction, use and destruction.
  Shell();
  ~Shell();
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;

  /// Fills the bound framebuffer with the theme's background, which is shown while fonts load.
  void fill_ground(Theme theme);
  /// Prepares the frame: fonts at its scale and in its language. Call before giving input and display size to
  /// ImGui.
  void begin(const FrameInput& input, const ViewState& view);
  /// Builds all panels, and draws them into the bound framebuffer if anything differs from the last draw().
  Commands draw(const Model& model, const FrameInput& input);
  /// Whether the last draw() changed the framebuffer; if not, there is nothing to present.
  bool drew() const { return drew_; }
  /// Resets ImGui, fonts and pictures after an exception left a frame unfinished. Disconnect ImGui from its window
  /// before, and connect it again after.
  void restart();
  /// Tells that the framebuffer lost its contents: the next draw() draws in any case.
  void forget() { drawn_ = 0; }

  /// A scene drawn for a file: RGBA, top row first.
  std::vector<std::uint8_t> pixels_of(const Scene& scene);

  PanelState& panels() { return panels_; }
  const std::map<std::string, Rect>& marks() const { return output_.marks; }
  bool wants_keyboard() const;

 private:
  struct Painter;

  std::unique_ptr<Painter> painter_;
  Fonts fonts_;
  float font_scale_ = 0;
  Language font_language_ = Language::english;
  PanelState panels_;
  FrameOutput output_;
  std::uint64_t drawn_ = 0;  ///< hash of the framebuffer's contents
  bool drew_ = false;
};

}  // namespace lanescope
