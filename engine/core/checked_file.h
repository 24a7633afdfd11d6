// Files of the program's own formats: a first line that names format, version and a checksum of the rest; written
// whole or not at all; and refused in one sentence where they are damaged, cut short or from the future.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

struct FileFormat {
  std::string_view magic;  ///< first word of the first line
  std::string_view name;   ///< for messages: "Lanescope recording"
  int version = 1;
};

/// The body behind a first line that fits it.
std::string with_first_line(const FileFormat& format, const std::string& body);

/// What follows the first line. Throws Error(usage); `name` stands for the file in the message.
std::string_view checked_body(const FileFormat& format, std::string_view bytes, const std::string& name);

/// Throws Error(failed) where the file cannot be written; one that was there is then still there.
void write_whole_file(const std::string& path, std::string_view bytes);

/// Throws Error(usage) where there is no such plain file, or it is too large to be one of ours.
std::string read_whole_file(const std::string& path);

}  // namespace lanescope
