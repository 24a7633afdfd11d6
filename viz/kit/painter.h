// What every builder needs: a scene in the making, the theme's colours, and one unit of length that display scale
// and projector mode stretch. All sizes in builders are multiples of that unit. What it draws is in the state's
// language.
#pragma once

#include <string>
#include <vector>

#include "engine/base/number_text.h"
#include "viz/kit/palette.h"
#include "viz/kit/scene.h"
#include "viz/text/language.h"

namespace lanescope {

/// One entry of a legend: a small sample of what is on the picture, and its name.
struct LegendEntry {
  enum class Sample { square, hatched, disc, ring };
  Sample sample = Sample::square;
  Color color, hatch;
  std::string name;
};

class Painter {
 public:
  Painter(const VariantView& state, SceneSize size);

  Scene scene;
  const Palette& colors;
  const float unit;                ///< one pixel of a plain display
  const float small, body, title;  ///< font sizes
  float margin() const { return 8 * unit; }
  Rect content;  ///< what header() and footer() left, inside the margins

  float width_of(const std::string& text, FontFace face, float size) const { return text_width(text, face, size); }
  void text(float x, float y, const std::string& words, FontFace face, float size, Align align, Color color);
  /// Cut short to fit `width`.
  void fitted_text(float x, float y, const std::string& words, FontFace face, float size, float width, Color color);
  void outline(Rect rect, float stroke, Color color, float radius = 0);

  /// Title and subtitle at the top, the legend at the right of them, or in a line of its own at the bottom where
  /// the width is short; takes their height from `content`. `taken`: width at the right end of the line for
  /// something else.
  void header(const std::string& name, const std::string& subtitle, const std::vector<LegendEntry>& legend,
              float taken = 0);

  /// A picture that has nothing to show says why, in the middle.
  void empty_state(const std::string& sentence);

  /// The first row of a list whose last one is in sight from row `last_first` on; the wheel moves it from there.
  std::size_t scrolled(std::size_t last_first, std::size_t wanted);

 private:
  float legend_width(const std::vector<LegendEntry>& legend) const;
  void draw_legend(float x, float y, const std::vector<LegendEntry>& legend);
};

/// A number as short as it can be told: up to `digits` significant ones, no trailing zeros.
std::string short_number(double value, int digits = 4);

/// "1 warp", "2 warps", in the current language.
std::string counted(std::uint64_t count, const std::string& noun);

}  // namespace lanescope
