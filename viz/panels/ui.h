// What all panels draw with: fonts, colours, sizes, and the few widgets that the program adds to ImGui's.
#pragma once

#include <imgui.h>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/sentence.h"
#include "viz/kit/scene.h"
#include "viz/model/command.h"

namespace lanescope {

/// Fonts and lines in projector mode, relative to the normal ones.
inline constexpr float kProjectorScale = 1.6f;

inline constexpr float kPanelRounding = 6;

/// The left column, unscaled: its rows are 24 apart, so that they stay on the grid of 8.
inline constexpr float kColumnPadding = 12, kRowHeight = 22, kRowGap = 2, kGroupGap = 6;

/// Two sizes and a third for titles; numbers are in `mono`.
struct Fonts {
  ImFont* body = nullptr;
  ImFont* bold = nullptr;
  ImFont* small = nullptr;
  ImFont* mono = nullptr;
  ImFont* title = nullptr;
};

struct UiColors {
  ImU32 window, panel, raised, raised_hovered, border;
  ImU32 text, dim, faint;
  ImU32 accent, accent_soft, on_accent;
  ImU32 good, bad, bad_soft, warn;
};
UiColors ui_colors(Theme theme);

/// Gives ImGui's own style the same colours and sizes.
void apply_style(const UiColors& colors, float scale);

/// A painted picture and its place, below everything that ImGui draws.
struct PlacedPicture {
  unsigned slot = 0;     ///< of the painter
  unsigned texture = 0;  ///< OpenGL's name; row 0 is the top
  Rect rect;
};

/// Where a tap begins typing.
struct TextField {
  Rect rect;
  bool digits = false;  ///< a number is typed there
};

/// One frame's drawing context.
struct Ui {
  Fonts fonts;
  UiColors colors;
  float scale = 1;  ///< pixels per unscaled pixel
  Commands& out;
  std::map<std::string, Rect>& marks;  ///< where each named widget is, for scripts that drive the window
  std::vector<PlacedPicture>& pictures;
  std::vector<Rect>& fills;  ///< panels whose background is filled before anything is drawn
  std::vector<TextField>& fields;
  double pointer_still_seconds = 0;
  bool tips = true;          ///< not after a click or a key, until the pointer moves
  bool close_menus = false;  ///< close an open menu in this frame
  bool exporting = false;    ///< the frame is exported as a picture, which shows no notices

  float px(float unscaled) const;
  /// Records the place of the last item under a name.
  void mark(const std::string& name) const;
  /// The last item takes typing.
  void takes_text(bool digits) const;
  /// Gives the last item a tooltip.
  void explain(std::string_view text) const;
  /// Of a row of a list: later, and beside the list, so that the rows below can be read.
  void explain_row(std::string_view text) const;
  void send(Command command) const { out.push_back(std::move(command)); }
};

/// A tip waits until the pointer has rested that long, so that it does not cover what the pointer passes.
inline constexpr double kTipDelaySeconds = 0.45;
/// Does not cover what it explains.
void show_tooltip(const Ui& ui, std::string_view text, const Rect& explained);
/// Nor what is above and below it.
void show_tooltip_of_row(const Ui& ui, std::string_view text, const Rect& row);
/// Nor the rest of `whole`, where that leaves the tip near the pointer.
void show_tooltip_of_part(const Ui& ui, std::string_view text, const Rect& part, const Rect& whole);
/// At the pointer, or where the next window is set.
void show_tooltip(const Ui& ui, std::string_view text);

/// Opens a fixed panel that fills `rect`; returns whether to draw. Always call end_panel() afterwards.
struct PanelLook {
  bool scrolls = false;
  float padding = 12;  ///< unscaled
  bool filled = true;
  bool rounded = false;  ///< not for what touches the window's edge
  bool above = false;    ///< lies over the panels that are there when it appears, and takes the pointer from them
};
void begin_panel(const Ui& ui, const char* name, const Rect& rect, const PanelLook& look = {});
void end_panel(const Ui& ui, const PanelLook& look = {});

/// A dim heading of a group of widgets, set off from what is above it.
void heading(const Ui& ui, std::string_view text);
/// Text whose right edge is `right` (screen x), on the current line.
void text_right(const Ui& ui, ImFont* font, ImU32 color, float right, std::string_view text);
/// "label          value", the value right-aligned in the mono face.
void value_row(const Ui& ui, std::string_view label, std::string_view value, ImU32 value_color,
               const char* explanation);
/// A dim label in the middle of a row of kRowHeight; what follows starts `column` pixels from the row's edge.
void row_label(const Ui& ui, std::string_view label, float column, bool faint = false,
               std::string_view explanation = {});
void text_colored(ImFont* font, ImU32 color, std::string_view text);
/// The text with line feeds where a line of this width ends. ImGui breaks lines only at blanks, and Chinese has
/// none.
std::string wrapped(ImFont* font, std::string_view text, float width);
void text_wrapped(ImFont* font, ImU32 color, std::string_view text);
/// Text cut with "..." where it is wider than `width`.
std::string fit_text(ImFont* font, std::string_view text, float width);
float text_width_of(ImFont* font, std::string_view text);
/// The text in lines no wider than that, as broken_lines().
std::vector<std::string> lines_in(ImFont* font, const std::string& text, float width);
/// Line below line, from there on; returns where the next one would begin.
float draw_lines(ImFont* font, ImU32 color, ImVec2 at, const std::vector<std::string>& lines);

/// A slider over the whole numbers first .. last with a thin track; returns the new position while it moves.
struct SliderLook {
  int first = 0, last = 1;
  bool disabled = false;
  float width = 0;                ///< in pixels; 0 is all there is
  std::optional<int> notch = {};  ///< a place to be found again
};
inline constexpr float kHandleRadius = 7;  ///< of a track, unscaled
/// The track alone, with its handle between two places where the position is.
void draw_track(const Ui& ui, const Rect& rect, double position, const SliderLook& look);
std::optional<int> track_slider(const Ui& ui, const char* id, int position, const SliderLook& look);
/// True in the frame in which the last widget was let go after a change.
bool edit_ended();

/// Choices side by side; returns the one that was clicked. A refusal greys its choice out and is its tooltip.
struct Segment {
  std::string label;
  std::string explanation;
  Sentence refusal;
};
/// What a choice is and, where it cannot be taken, why: the one does not stand in for the other.
std::string tip_of_choice(std::string explanation, const Sentence& refusal);
struct ChoicesLook {
  float width = 0;    ///< in pixels; 0 is all there is
  float height = 26;  ///< of a line, unscaled
};
/// Labels are never cut: those that do not fit go to another line.
std::optional<int> segmented(const Ui& ui, const char* id, std::span<const Segment> choices, int selected,
                             const ChoicesLook& look = {});

/// A text field, `width` pixels wide; returns whether Enter was pressed. `digits`: a number is typed there.
bool text_field(const Ui& ui, const char* id, std::string& text, float width, bool digits = false);

/// A flat button with a label; `lit` shows that its state is on. `height`: at least, in pixels, for labels of
/// several lines.
bool flat_button(const Ui& ui, const char* label, float width, bool lit = false, float height = 0);

ImVec4 to_vec4(ImU32 color);

}  // namespace lanescope
