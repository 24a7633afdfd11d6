// Recording files: runs kept for machines without their GPU. One line of text that names format, version and
// checksum, then the runs as CBOR with packed arrays. Small enough for version control.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/run.h"

namespace lanescope {

/// Version 1 held the first launch of a run alone; its files open as runs of that one launch.
inline constexpr int kRecordingVersion = 2;

/// Runs as they come from run(), with date and command set in their provenance. Throws Error(failed) where the
/// file cannot be written, Error(usage) where a run is too large to keep.
void save_recording(const std::string& path, const std::vector<Run>& runs);

/// The runs of a file, their metrics counted anew. What a GPU measured is then `recorded`. Throws Error(usage) in
/// one sentence that names the file, whatever it holds.
std::vector<Run> load_recording(const std::string& path);

/// The same on bytes; `name` stands for the file in messages.
std::string encode_recording(const std::vector<Run>& runs);
std::vector<Run> decode_recording(std::string_view bytes, const std::string& name);

}  // namespace lanescope
