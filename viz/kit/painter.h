// What every builder of a scene needs: the scene so far, the theme's colours, and a unit of length that grows with
// display scale and projector mode. All sizes in builders are multiples of that unit. Texts are in the state's
// language.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/number_text.h"
#include "viz/kit/palette.h"
#include "viz/kit/scene.h"
#include "viz/model/view_state.h"
#include "viz/text/language.h"

namespace lanescope {

/// One entry of a legend: a small sample and its name.
struct LegendEntry {
  enum class Sample { square, hatched, disc, ring, line };
  Sample sample = Sample::square;
  Color color, hatch;
  std::string name;
  std::string tip = {};     ///< what it means, for a pointer that rests on it
  std::string brief = {};   ///< its name in a narrow picture on the stage; empty: it is left out there
  bool goes_first = false;  ///< of a brief name: it is left out where not all have room
};

/// In pixels, the least on the stage.
inline constexpr float kReadFromTheLastRow = 18;

class Painter {
 public:
  Painter(const VariantView& state, SceneSize size);

  Scene scene;
  const Palette& colors;
  const float unit;                ///< one pixel of a plain display
  const float small, body, title;  ///< font sizes
  const bool on_stage;             ///< seen from far away
  const Head head;                 ///< where header() draws
  float margin() const { return 8 * unit; }
  /// The smallest letters that a picture may take where the usual ones have no room: on the stage, those that are
  /// read from the last row.
  float least_letters() const;
  /// A picture on the stage that needs its height for what it shows: its legend stands in place of its title.
  bool is_low_on_stage() const;
  /// A picture so low that its legend beside the name is worth more than the subtitle, and than a longer name.
  bool wants_legend_beside() const;
  float legend_width(const std::vector<LegendEntry>& legend) const;
  /// What of the legend stands in place of a low picture's title, which leaves `room`; empty: nothing.
  std::vector<LegendEntry> legend_on_stage(const std::vector<LegendEntry>& legend, float room) const;
  /// What of the legend stands behind the name where the head is a line by itself.
  std::vector<LegendEntry> legend_in_line(const std::string& name, const std::vector<LegendEntry>& legend,
                                          float room) const;
  Rect content;  ///< what header() and footer() leave, inside the margins

  float width_of(const std::string& text, FontFace face, float size) const { return text_width(text, face, size); }
  void text(float x, float y, const std::string& words, FontFace face, float size, Align align, Color color);
  /// A text, cut short to fit `width`.
  void fitted_text(float x, float y, const std::string& words, FontFace face, float size, float width, Color color);
  /// As many of the parts between " · " as fit, from the first one; none is cut.
  std::string parts_within(std::string words, FontFace face, float size, float width) const;
  void outline(Rect rect, float stroke, Color color, float radius = 0);

  /// Whether the legend of such a header has room beside its words.
  bool has_legend_beside(const std::string& name, const std::string& subtitle,
                         const std::vector<LegendEntry>& legend, float taken = 0) const;
  /// By state's `head` not at all, or the name and the legend alone; else title and subtitle at the top, the legend
  /// to their right, or on a line of its own at the bottom if the picture is narrow; in a low picture on the stage
  /// it stands in place of the title. Takes their height from `content`. `taken`: width at the right end of the
  /// line for something else.
  void header(const std::string& name, const std::string& subtitle, const std::vector<LegendEntry>& legend,
              float taken = 0);

  /// For a picture that has nothing to show: says why, in its middle, in smaller letters where it is low; what has
  /// no room by that is in its tip.
  void empty_state(const std::string& sentence);

  /// The first visible row of a list, as wanted or as the wheel has scrolled it. `last_first`: the first row when
  /// the end of the list is visible.
  std::size_t scrolled(std::size_t last_first, std::size_t wanted);

 private:
  std::vector<LegendEntry> legend_within(const std::vector<LegendEntry>& legend, float room) const;
  float name_in_line(const std::string& name) const;
  void draw_head_alone(const std::string& name, const std::vector<LegendEntry>& legend, float room);
  void draw_legend(float x, float y, const std::vector<LegendEntry>& legend);
};

/// A number in short form: up to `digits` significant digits, no trailing zeros.
std::string short_number(double value, int digits = 4);

/// With so many decimals; what these would show as 0 with the one digit that it has: 0.0011 is "0.001".
std::string decimals(double value, int count);

/// How a value is written: a whole number with all of its digits, another one with so many; in groups ("1,024") or
/// not.
struct ValueLook {
  int digits = 4;
  bool groups = true;
};
std::string plain_value(double value, ValueLook look = {});

/// The first look in which `fits`: with fewer and fewer digits, and of as many without commas where these have no
/// room.
template <class Fits>
std::optional<ValueLook> look_that_fits(int most, int fewest, Fits&& fits) {
  for (int digits = most; digits >= fewest; --digits)
    for (const bool groups : {true, false})
      if (const ValueLook look{digits, groups}; fits(look)) return look;
  return std::nullopt;
}

/// "1 warp", "2 warps", in the current language.
std::string counted(std::uint64_t count, const std::string& noun);

}  // namespace lanescope
