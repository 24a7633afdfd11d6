// What was typed into a text, in pieces as one undoes them: a word, a stretch of deleted characters, what was
// pasted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// At `at`, a place in bytes, `removed` stood, and `inserted` stands since.
struct TextEdit {
  std::size_t at = 0;
  std::string removed, inserted;

  TextEdit inverse() const { return {at, inserted, removed}; }
};

class EditHistory {
 public:
  /// Another text, which nobody typed: there is nothing to undo.
  void start(std::string text);
  /// The text as it stands since `now`, in seconds, with the cursor behind what was typed.
  void note(const std::string& text, std::size_t cursor, double now);

  /// Whether all that was done to the text has been noted.
  bool knows(std::string_view text) const { return text == text_; }
  bool can_undo() const { return done_ > 0; }
  bool can_redo() const { return done_ < edits_.size(); }
  /// What to change in the text, which is expected to be changed so.
  TextEdit undo();
  TextEdit redo();

 private:
  void apply(const TextEdit& edit);
  /// Whether it goes on with the last edit; then it is part of it.
  bool joins_last(const TextEdit& edit, double now);

  std::string text_;
  std::vector<TextEdit> edits_;
  std::size_t done_ = 0;  ///< edits that are not undone
  double typed_at_ = 0;
  bool is_open_ = false;  ///< whether the last edit may still grow
};

}  // namespace lanescope
