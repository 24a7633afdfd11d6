// A number of the launch: its name and its value, which takes typing, and a track, which is dragged, turned by the
// wheel and moved by the keys Up and Down. Times that a GPU took at its places stand above the track.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "viz/model/command.h"
#include "viz/panels/panels.h"

namespace lanescope {

/// A time above a track.
struct PlacedTime {
  double place = 0;
  double time_us = 0;
};

/// What a GPU took for launches, and where they stand on the track.
struct TimesOfTrack {
  std::vector<PlacedTime> times;    ///< by growing place
  std::optional<std::size_t> best;  ///< the fastest, where all did the same work
  std::string words;                ///< which launches they are of, and who took them
};

struct Parameter {
  const char* id = "";  ///< of the track; its value is "<id>/entry"
  std::string label = {};
  std::string meaning = {};  ///< tip of the track
  std::string typing = {};   ///< tip of the value: what can be typed
  /// What is added to both tips, worked out when one of them shows: the largest value, say.
  std::function<std::string()> limits = {};
  std::function<std::string()> limits_of_track = {};  ///< those of the values on the track alone
  std::string value = {};                             ///< as it stands, and as it can be typed
  bool digits = true;                                 ///< what is typed is a number
  std::string refusal = {};                           ///< why there is nothing to choose; empty where there is
  int first = 0, last = 1;                            ///< places of the track
  double place = 0;                                   ///< of the value; between two whole ones where it was typed
  /// Times may stand above the track: their room is there before they are, so that no row moves.
  bool timed = false;
  TimesOfTrack times = {};
  /// Of a place: a whole one, or with Shift any.
  std::function<Command(double)> at = {};
  /// Of a text; throws Error.
  std::function<Command(const std::string&)> typed = {};
};

/// One below the other over the full width; those with nothing to choose come last, two on a line, with their
/// reason as tip.
void draw_parameters(const Ui& ui, PanelState& state, std::span<const Parameter> parameters);

}  // namespace lanescope
