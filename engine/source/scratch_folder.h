// A folder of its own among the temporary ones, which goes with the object.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "engine/base/error.h"

namespace lanescope {

class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "lanescope-XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw Error(ErrorKind::failed, Sentence("{} cannot be made, so there is no place to compile in.", name));
    path_ = name;
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace lanescope
