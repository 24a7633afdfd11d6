// Files of the program's own formats: a first line that names format, version and a checksum of the rest; refused
// in one sentence if they are damaged, cut short or of a newer version.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

struct FileFormat {
  std::string_view magic;  ///< first word of the first line
  const char* name;        ///< for messages, a pattern of a Sentence: "Lanescope recording"
  int version = 1;
};

/// The body with its first line in front.
std::string with_first_line(const FileFormat& format, const std::string& body);

/// The body after the first line. Throws Error(usage); `name` is the file's name in the message.
std::string_view checked_body(const FileFormat& format, std::string_view bytes, const std::string& name);

}  // namespace lanescope
