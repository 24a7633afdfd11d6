// Session files: what the window shows, and the runs that another machine could not repeat.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/run.h"
#include "viz/model/presets.h"
#include "viz/model/view_state.h"

namespace lanescope {

/// Of a session's file name; others are taken, too.
inline constexpr std::string_view kSessionEnding = ".lanescope-session";

struct Session {
  ViewState view;
  std::vector<Run> runs;  ///< that come with the file
  bool has_view = true;   ///< otherwise it only says what to run and which view to open
};

Session session_of(const Preset& preset);

/// Saves those of `runs` that a GPU made or whose input is a file; the emulator can repeat the others bit for bit.
/// Throws Error(failed) if the file cannot be written, Error(usage) if a run is too large, or if there is a file
/// that is no session, which is left as it is.
void save_session(const std::string& path, const ViewState& view, const std::vector<Run>& runs);

/// Loads a session, or a recording, whose first runs become the variants. Whatever the file contains, the only
/// error is Error(usage) with one sentence that names the file.
Session load_session(const std::string& path);

/// The same on bytes; `name` stands for the file in messages.
std::string encode_session(const ViewState& view, const std::vector<Run>& runs);
Session decode_session(std::string_view bytes, const std::string& name);

}  // namespace lanescope
