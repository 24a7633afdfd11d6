// Recording files: runs kept for machines without their GPU. One line of text that names format, version and
// checksum, then the runs as CBOR with packed arrays. Small enough for version control.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/run.h"

namespace lanescope {

/// Version 1 held only the first launch of a run; its files open as runs of that one launch. A result's note is
/// data (sentence_json.h); one that is text, as it once was, stays English in every language.
inline constexpr int kRecordingVersion = 2;

/// Saves runs as run() returns them, with date and command set in their provenance. Throws Error(failed) if the
/// file cannot be written, Error(usage) if a run is too large.
void save_recording(const std::string& path, const std::vector<Run>& runs);

/// The runs of a file, with their metrics counted again. Measured numbers are read back as `recorded`. Whatever
/// the file contains, the only error is Error(usage) with one sentence that names the file.
std::vector<Run> load_recording(const std::string& path);

/// The same on bytes; `name` stands for the file in messages.
std::string encode_recording(const std::vector<Run>& runs);
std::vector<Run> decode_recording(std::string_view bytes, const std::string& name);

}  // namespace lanescope
