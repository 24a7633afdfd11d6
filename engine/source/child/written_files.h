// Files that a program writes. They are memory of its process, since it may write none, and gone at its end; what
// it wrote it may read again. And those that it asked for and that were not there.
#pragma once

#include <string>
#include <vector>

#include "engine/source/job.h"

namespace lanescope {

class WrittenFiles {
 public:
  static constexpr std::size_t kMost = kMostUnkeptFiles;

  /// While the process may still do so.
  void reserve();
  /// A descriptor of the file of this name, as open() makes one; -1 where it is none of these, or there are too
  /// many.
  int open(const std::string& path, int flags);
  /// In the order in which they were first written.
  const std::vector<std::string>& names() const { return names_; }
  /// The system has no file of this name for it, and says so by errno.
  void note_missing(const char* path);
  /// The first ones, each once.
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  std::vector<int> memory_;
  std::vector<std::string> names_, missing_;
};

/// Those of the program of this process.
WrittenFiles& written_files();

}  // namespace lanescope
