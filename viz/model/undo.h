// Undo and redo of what to run. Consecutive changes of one kind, such as a slider being dragged, count as one
// change.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "viz/model/command.h"

namespace lanescope {

class UndoHistory {
 public:
  /// Records that `command` is about to change `before`.
  void note(const Variants& before, const Command& command);
  /// The next change is a separate one even if it is of the same kind.
  void end_edit() { open_kind_.reset(); }

  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }
  /// The variants to go back (or forward) to; `now` is kept for the other direction.
  std::optional<Variants> undo(const Variants& now);
  std::optional<Variants> redo(const Variants& now);

 private:
  static constexpr std::size_t kMaxEntries = 200;

  std::vector<Variants> undo_;
  std::vector<Variants> redo_;
  std::optional<std::size_t> open_kind_;  ///< kind of the change that is still in progress
};

}  // namespace lanescope
