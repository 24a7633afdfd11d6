// The text of a user's kernel while it is being written, and a file of which it is not yet said what is meant. The
// model has the text that runs; what is typed goes there when the typing pauses.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/source/own_source.h"
#include "viz/model/model.h"
#include "viz/panels/editor_text.h"

namespace lanescope {

class EditorState : public EditedText {
 public:
  bool open = false;                 ///< the panel is there
  std::optional<OwnFile> asked;      ///< which of its kernels is meant
  bool asks_load = false;            ///< whether the file's text is to take this one's place
  std::string path, instance;        ///< half-typed: where to save, and the template's arguments
  std::string arguments;             ///< those of the call, as they are, or half-typed
  bool types_arguments = false;      ///< they have the cursor
  std::vector<unsigned> step_lines;  ///< of the step that was shown last

  /// Takes the text of the active variant's kernel, where it is another one than before; the panel goes with the
  /// last kernel of a user. To be called once a frame.
  void follow(const Model& model);
  /// Whether the active variant's kernel is a user's, so that there is a text.
  bool has_text() const { return !kernel_.empty(); }

  /// What was typed, once that has paused or `at_once`; nothing where there is nothing new.
  std::optional<EditOwnKernel> take_edit(const Model& model, double now, bool at_once = false);
  const OwnFile& file() const { return file_; }  ///< of the text that runs
  const std::set<char32_t>& wide_characters() const { return wide_characters_; }

 private:
  /// Whose text it is from now on.
  void keep(const KernelInfo& kernel);
  void note_characters();

  bool had_own_ = false;
  std::string kernel_;  ///< the id whose text this is, or became
  OwnFile file_;
  std::set<char32_t> wide_characters_;
};

}  // namespace lanescope
