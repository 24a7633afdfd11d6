// What the window remembers from one start to the next, in $XDG_CONFIG_HOME/lanescope/settings.json.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/lesson/player.h"
#include "viz/model/view_state.h"
#include "viz/panels/layout.h"

namespace lanescope {

struct Settings {
  ViewState view;
  int width = 1600, height = 900;
  Splitters splitters;
  std::vector<std::string> recent_files;  ///< newest first
  std::map<std::string, LessonProgress> lessons;
  std::vector<RunRequest> own_kernels;  ///< that were shown last, whether or not a variant shows them still
  bool editor_open = false;
};

/// Empty if there is no home folder; then settings are not saved.
std::string settings_path();

/// Never throws. A missing file gives the defaults; a damaged one gives them and a sentence in `notice`.
Settings load_settings(const std::string& path, Sentence& notice);

/// Returns why they could not be saved, in one sentence; empty if they were. Never throws: a window that cannot
/// save its settings still closes.
Sentence save_settings(const std::string& path, const Settings& settings) noexcept;

}  // namespace lanescope
