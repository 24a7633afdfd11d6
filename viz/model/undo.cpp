// Two stacks of what was run.
#include "viz/model/undo.h"

#include <utility>

namespace lanescope {
namespace {

std::optional<Variants> move_between(std::vector<Variants>& from, std::vector<Variants>& to, const Variants& now) {
  if (from.empty()) return std::nullopt;
  to.push_back(now);
  Variants variants = std::move(from.back());
  from.pop_back();
  return variants;
}

}  // namespace

void UndoHistory::note(const Variants& before, const Command& command) {
  redo_.clear();
  if (open_kind_ == command.index()) return;
  open_kind_ = command.index();
  undo_.push_back(before);
  if (undo_.size() > kMaxEntries) undo_.erase(undo_.begin());
}

std::optional<Variants> UndoHistory::undo(const Variants& now) {
  end_edit();
  return move_between(undo_, redo_, now);
}

std::optional<Variants> UndoHistory::redo(const Variants& now) {
  end_edit();
  return move_between(redo_, undo_, now);
}

}  // namespace lanescope
