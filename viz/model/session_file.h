// Session files: what the window shows, and those runs that another machine could not make again.
#pragma once

#include <string>
#include <vector>

#include "engine/run.h"
#include "viz/model/presets.h"
#include "viz/model/view_state.h"

namespace lanescope {

struct Session {
  ViewState view;
  std::vector<Run> runs;  ///< that come with the file
  bool has_view = true;   ///< else it says what to run, which view to open, and no more
};

Session session_of(const Preset& preset);

/// Of `runs` those are kept that a GPU made or whose input is a file; the emulator makes the others again, bit for
/// bit. Throws Error(failed) where the file cannot be written, Error(usage) where a run is too large to keep.
void save_session(const std::string& path, const ViewState& view, const std::vector<Run>& runs);

/// A session, or a recording: its first runs are then the variants. Throws Error(usage) in one sentence that names
/// the file, whatever it holds.
Session load_session(const std::string& path);

/// The same on bytes; `name` stands for the file in messages.
std::string encode_session(const ViewState& view, const std::vector<Run>& runs);
Session decode_session(std::string_view bytes, const std::string& name);

}  // namespace lanescope
