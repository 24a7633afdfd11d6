#include "viz/panels/editor_state.h"

#include <algorithm>
#include <utility>

#include "viz/text/characters.h"

namespace lanescope {

void EditorState::follow(const Model& model) {
  const auto& requests = model.view().variants.requests;
  const bool has_own = std::any_of(requests.begin(), requests.end(), [](const RunRequest& request) {
    return kernel_info(request.kernel).own != nullptr;
  });
  if (had_own_ && !has_own) open = false;
  had_own_ = has_own;
  const KernelInfo& kernel = kernel_info(model.view().request().kernel);
  if (!kernel.own) {
    kernel_.clear();
    return;
  }
  if (kernel_ == kernel.id || is_waiting()) return;
  if (kernel.own->path != file_.path || kernel.own->file_name != file_.name) from_start = true;
  keep(kernel);
  path.clear();
  instance.clear();
  if (text == kernel.own->text) return;
  replace(kernel.own->text);
  note_characters();
}

std::optional<EditOwnKernel> EditorState::take_edit(const Model& model, double now, bool at_once) {
  if (!take(now, at_once)) return std::nullopt;
  note_characters();
  const KernelInfo& kernel = kernel_info(model.view().request().kernel);
  if (!kernel.own || kernel.own->text == text) return std::nullopt;
  // Never into another file.
  if (kernel.own->path != file_.path || kernel.own->file_name != file_.name) return std::nullopt;
  OwnSource source = with_text(own_source_of(kernel), text);
  keep(know_own_source(source));
  return EditOwnKernel{model.active(), std::move(source)};
}

void EditorState::keep(const KernelInfo& kernel) {
  kernel_ = kernel.id;
  file_ = own_file_of(kernel.own->file_name, kernel.own->text);
  file_.path = kernel.own->path;
}

void EditorState::note_characters() {
  for (std::size_t i = 0; i < text.size();)
    if (const char32_t character = next_character(text, i); is_wide(character)) wide_characters_.insert(character);
}

}  // namespace lanescope
