// What the user asks of files, done: sessions are opened and saved, pictures and tables written.
#pragma once

#include <string>

#include "app/window/shell.h"
#include "engine/base/sentence.h"

namespace lanescope {

/// Returns the sentence that says what was done, or why not; never throws. A picture of the window is of the
/// framebuffer as it stands. No file is overwritten by an export.
Sentence carry_out(const FileRequest& request, Model& model, Shell& shell, const FrameInput& input);

/// Opens a session, a recording, or takes an array as the input, whatever the file is.
Sentence open_any(const std::string& path, Model& model, PanelState& panels);

}  // namespace lanescope
