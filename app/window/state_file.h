// Tells scripts that drive the window what it shows: a JSON file, rewritten by each frame.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "viz/kit/scene.h"
#include "viz/model/model.h"

namespace lanescope {

class StateFile {
 public:
  /// The path comes from the environment variable LANESCOPE_STATE_FILE; without it nothing is written.
  StateFile();
  /// Returns whether the widgets are where they were in the previous frame. Scripts wait for that before they
  /// click, so the window keeps drawing until then.
  bool write(const Model& model, const std::map<std::string, Rect>& marks, bool help_open, float width,
             float height);

 private:
  /// Of its masks; counted once, since those of a large block take longer than a frame.
  std::uint64_t hash_of(const std::shared_ptr<const Run>& run);

  std::vector<std::pair<std::shared_ptr<const Run>, std::uint64_t>> hashes_;  ///< of the newest runs
  std::string path_;
  std::uint64_t drawn_ = 0;  ///< frames that were told: how scripts know that one has seen what they did
  std::map<std::string, Rect> marks_before_;
};

}  // namespace lanescope
