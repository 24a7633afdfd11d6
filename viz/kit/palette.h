// The colours of the pictures and of the window's shell, one set per theme: Okabe-Ito colours where colour has a
// meaning, greys elsewhere.
#pragma once

#include "viz/kit/scene.h"

namespace lanescope {

struct Palette {
  Color background;          ///< of a picture
  Color window;              ///< of the shell around the pictures
  Color raised;              ///< fields, buttons, the backs of labels
  Color grid;                ///< hairlines, borders
  Color text, muted, faint;  ///< first-, second- and third-rank text; faint is also for what has not happened yet
  Color active;              ///< lane that works, in a warp whose lanes all do
  Color divergent_active;    ///< lane that works, in a divergent warp
  Color divergent_masked;    ///< lane of a divergent warp that waits, always under hatching
  Color divergent_hatch;     ///< the stripes of that hatching
  Color retired;             ///< warp without an active lane
  Color edge;                ///< lines of the tree, done
  Color current_band;        ///< behind the current step
  Color coarsen_band;        ///< behind the sequential phase of the tree
  Color coarsen;             ///< its nodes, lines and label
  Color hover;
  Color selection;
  Color fault;
  /// Words and numbers of what is good, of what costs more, and of a fault: the colours above would be too pale to
  /// be read.
  Color good_text, warn_text, fault_text;
  Color builtin, number, comment;  ///< of a listing; its keywords are in `selection`, its types in `coarsen`
};

const Palette& palette(Theme theme);

/// Of words on the colours of lanes that work: dark in both themes. And on those colours where they are faded.
Color ink(const Palette& colors);
Color ink_on_faded(const Palette& colors);
/// Black or white: one of them can be read on any ground.
Color ink_on(Color ground);

/// Of two colours, by WCAG 2: 1 where they are equal, 21 of black on white. Text needs 4.5.
double contrast(Color one, Color other);

/// `from` moved towards `to`: 0 is `from`, 1 is `to`.
Color mix(Color from, Color to, float amount);
Color with_alpha(Color color, float alpha);

}  // namespace lanescope
