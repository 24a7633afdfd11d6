// In a browser nobody else writes the program's files.
#include "viz/model/file_watch.h"

namespace lanescope {

FileWatch::~FileWatch() = default;

void FileWatch::watch(const std::set<std::string>&) {}

std::vector<FileWatch::Change> FileWatch::take() {
  return {};
}

}  // namespace lanescope
