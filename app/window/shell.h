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
  /// Builds all panels, and draws into the bound framebuffer what differs from the last draw().
  Commands draw(const Model& model, const FrameInput& input);
  /// What the last draw() changed in the framebuffer, from the top left; empty: there is nothing to present.
  const std::vector<Rect>& changed() const { return changed_; }
  /// Resets ImGui, fonts and pictures after an exception left a frame unfinished. Disconnect ImGui from its window
  /// before, and connect it again after.
  void restart();
  /// Tells that the framebuffer lost its contents: the next draw() draws in any case.
  void forget();

  /// A scene drawn for a file: RGBA, top row first.
  std::vector<std::uint8_t> pixels_of(const Scene& scene);

  PanelState& panels() { return panels_; }
  const PanelState& panels() const { return panels_; }
  const std::map<std::string, Rect>& marks() const { return output_.marks; }
  /// What took typing in the last draw().
  const std::vector<TextField>& fields() const { return output_.fields; }
  bool wants_keyboard() const;
  /// Nobody types any more.
  void leave_field();

 private:
  struct Painter;

  std::unique_ptr<Painter> painter_;
  Fonts fonts_;
  float font_scale_ = 0;
  Language font_language_ = Language::english;
  std::size_t font_others_ = 0;  ///< how many characters it has of texts that are not the program's
  PanelState panels_;
  FrameOutput output_;
  std::vector<Rect> changed_;
};

}  // namespace lanescope
