// Runs that came with a session or a recording: shown as they were, not run again.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "engine/run.h"

namespace lanescope {

class KeptRuns {
 public:
  /// Replaces the runs kept before. Each run answers its own request, at full detail.
  void keep(std::vector<Run> runs);
  /// From now on the request runs again.
  void forget(const RunRequest& request);
  /// Null where none is kept.
  std::shared_ptr<const Run> find(const RunRequest& request) const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<const Run>> runs_;
};

/// The kept run with its reduction tree, if it can be computed here.
Run complete(const Run& kept, Progress& progress);

}  // namespace lanescope
