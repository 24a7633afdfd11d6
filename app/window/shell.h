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
  /// Needs a current OpenGL context with glad loaded, at construction, use and destruction.
  Shell();
  ~Shell();
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;

  /// The theme's ground all over the bound framebuffer: what there is to see while fonts load.
  void fill_ground(Theme theme);
  /// Makes ready for the frame: fonts at its scale, in its language. Input and display size go to ImGui after this.
  void begin(const FrameInput& input, const ViewState& view);
  /// Builds all panels, and draws them into the bound framebuffer where anything differs from what it drew last.
  Commands draw(const Model& model, const FrameInput& input);
  /// Whether the last draw() changed the framebuffer; if not, there is nothing to present.
  bool drew() const { return drew_; }
  /// After an exception left a frame half made: ImGui, fonts and pictures begin anew. What connects ImGui to a
  /// window must be taken off before, and put on again.
  void restart();
  /// The framebuffer has lost what was drawn: the next draw() draws in any case.
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
  std::uint64_t drawn_ = 0;  ///< hash of what the framebuffer holds
  bool drew_ = false;
};

}  // namespace lanescope
