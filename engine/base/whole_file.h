// Files read and written in one go. The program writes every file of its own here.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// When a write returns: when the bytes are on the disk, or as soon as the system has them. The latter is for
/// files that are written so often that waiting would be noticed, and that can be made again.
enum class Durability { on_disk, in_system };

/// Replaces the file in one move, or leaves it as it was: readers and other writers always see a whole file. Links
/// are followed, and the mode stays. A file with several names, or in a folder that takes no new files, is
/// overwritten in place; a device or a pipe is written through. Throws Error(failed) in one sentence that names
/// the file and the system's reason.
void write_whole_file(const std::string& path, std::string_view bytes, Durability durability = Durability::on_disk);

/// Throws Error(usage) if there is no such plain file, or if it is too large to be one of this program's.
std::string read_whole_file(const std::string& path);

}  // namespace lanescope
