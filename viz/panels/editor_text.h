// A text field of many lines, with line numbers and marks at the lines of mistakes: of a user's kernel, or of a
// lesson.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/source/source_error.h"
#include "viz/panels/edit_history.h"
#include "viz/panels/ui.h"

namespace lanescope {

/// By how much a text goes deeper: the least by which a line does below an open brace; empty where none does.
std::string indentation_unit(std::string_view text);

/// Of a new line below a text that ends with the line before it: as that one's, deeper by the unit behind an open
/// brace; an empty one is a tab below a line that begins with one, else two blanks.
std::string indentation_below(std::string_view above, std::string_view unit = {});

/// What stands in the field.
class EditedText {
 public:
  std::string text;               ///< as typed
  std::optional<unsigned> go_to;  ///< the line to scroll to
  int cursor = -1;                ///< its place in the text
  std::string indent;             ///< of the line that Enter has begun, still to be typed
  EditHistory history;            ///< of what was typed since the text was replaced
  bool wants_keyboard = false;    ///< the field is to have the cursor
  bool from_start = false;        ///< it is to show the text's beginning

  /// Another text than what was typed.
  void replace(std::string with);
  unsigned generation() const { return generation_; }  ///< changes with every replaced text

  /// The text was typed at this time, in seconds.
  void typed(double now) { typed_at_ = now; }
  /// Whether something was typed that nobody has taken.
  bool is_waiting() const { return typed_at_.has_value(); }
  /// Whether there is something new, and typing has paused or it is wanted `at_once`; then nothing waits any more.
  bool take(double now, bool at_once = false);

 private:
  std::optional<double> typed_at_;
  unsigned generation_ = 0;
};

/// `current`: lines of the step that is shown.
void editor_text(const Ui& ui, EditedText& edited, const std::vector<SourceProblem>& problems, float height,
                 const std::vector<unsigned>& current = {});

}  // namespace lanescope
