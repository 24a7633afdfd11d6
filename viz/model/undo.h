// Undo and redo of what to run. Changes of one kind in a row, such as a slider being dragged, are one change.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "viz/model/command.h"

namespace lanescope {

class UndoHistory {
 public:
  /// Notes that `command` is about to change `before`.
  void note(const Variants& before, const Command& command);
  /// The next change starts anew even if it is of the same kind.
  void end_edit() { open_kind_.reset(); }

  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }
  /// What to go back (or forward) to; `now` is kept for the other direction.
  std::optional<Variants> undo(const Variants& now);
  std::optional<Variants> redo(const Variants& now);

 private:
  static constexpr std::size_t kMaxEntries = 200;

  std::vector<Variants> undo_;
  std::vector<Variants> redo_;
  std::optional<std::size_t> open_kind_;  ///< of the change that is still being made
};

}  // namespace lanescope
