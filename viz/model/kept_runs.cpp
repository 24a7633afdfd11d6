#include "viz/model/kept_runs.h"

#include <algorithm>
#include <utility>

#include "engine/base/error.h"
#include "engine/session.h"

namespace lanescope {
namespace {

// For larger runs it would take too long to make the input again just for the tree.
constexpr std::uint64_t kMaxElementsOfATree = std::uint64_t{1} << 26;

auto same_request(const RunRequest& request) {
  return [&request](const std::shared_ptr<const Run>& run) { return run->request == request; };
}

}  // namespace

void KeptRuns::keep(std::vector<Run> runs) {
  const std::lock_guard lock(mutex_);
  runs_.clear();
  for (Run& run : runs) {
    run.request.detail = Detail::full;
    runs_.push_back(std::make_shared<const Run>(std::move(run)));
  }
}

void KeptRuns::forget(const RunRequest& request) {
  const std::lock_guard lock(mutex_);
  std::erase_if(runs_, same_request(request));
}

std::shared_ptr<const Run> KeptRuns::find(const RunRequest& request) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(runs_.begin(), runs_.end(), same_request(request));
  return found == runs_.end() ? nullptr : *found;
}

Run complete(const Run& kept, Progress& progress) {
  if (kept.tree || kept.request.n > kMaxElementsOfATree) return kept;
  try {
    return with_trees(kept, progress);
  } catch (const Error& error) {
    Run run = kept;
    run.notice = Sentence("Its reduction tree cannot be drawn here: {}", error.sentence());
    return run;
  }
}

}  // namespace lanescope
