// Two stacks of requests.
#include "viz/model/undo.h"

#include <utility>

namespace lanescope {
namespace {

std::optional<RunRequest> move_between(std::vector<RunRequest>& from, std::vector<RunRequest>& to,
                                       const RunRequest& now) {
  if (from.empty()) return std::nullopt;
  to.push_back(now);
  RunRequest request = std::move(from.back());
  from.pop_back();
  return request;
}

}  // namespace

void UndoHistory::note(const RunRequest& before, const Command& command) {
  redo_.clear();
  if (open_kind_ == command.index()) return;
  open_kind_ = command.index();
  undo_.push_back(before);
  if (undo_.size() > kMaxEntries) undo_.erase(undo_.begin());
}

std::optional<RunRequest> UndoHistory::undo(const RunRequest& now) {
  end_edit();
  return move_between(undo_, redo_, now);
}

std::optional<RunRequest> UndoHistory::redo(const RunRequest& now) {
  end_edit();
  return move_between(redo_, undo_, now);
}

}  // namespace lanescope
