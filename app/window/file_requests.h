// Carries out file operations: opens and saves sessions, writes pictures and tables.
#pragma once

#include <string>
#include <vector>

#include "app/window/shell.h"
#include "engine/base/sentence.h"

namespace lanescope {

/// What the field of the File menu begins with: the last file that a session may be saved to.
std::string first_session_name(const std::vector<std::string>& recent_files);

/// Returns a sentence that says what was done, or why it failed; never throws. A picture of the window is a copy
/// of the framebuffer. An export never overwrites a file.
Sentence carry_out(const FileRequest& request, Model& model, Shell& shell, const FrameInput& input);

/// Opens a file of any kind: a session, a recording, or an array, which becomes the input.
Sentence open_file(const std::string& path, Model& model, PanelState& panels);

}  // namespace lanescope
