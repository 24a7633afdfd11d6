// Above the text of a user's kernel: which of its kernels runs, what it is judged as, and what it is called with.
#pragma once

#include "viz/panels/editor_state.h"
#include "viz/panels/panels.h"

namespace lanescope {

/// A choice of what is to run: a kernel, a function that launches kernels, or main().
struct EntryChoice {
  std::string label;  ///< "sum", "solve()", "main()"
  std::string name;   ///< as source_in() takes it; of a template without arguments
};
std::vector<EntryChoice> entries_of(const OwnFile& file);

const KernelInfo& shown_own_kernel(const Model& model);
/// Puts another text, or another meaning of it, in the place of the active variant's.
void edit_own_source(const Model& model, const Ui& ui, OwnSource source);
void editor_rows(const Model& model, const Ui& ui, EditorState& editor);

}  // namespace lanescope
