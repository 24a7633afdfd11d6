// Kernels that users bring, as the window shows them: which there are, and what becomes of them when their files
// change.
#include <algorithm>
#include <set>

#include "viz/model/model.h"
#include "viz/model/presets.h"

namespace lanescope {
namespace {

/// Whether two texts are of one kernel of one file.
bool is_same_kernel(const RunRequest& one, const RunRequest& other) {
  const OwnKernel &a = *kernel_info(one.kernel).own, &b = *kernel_info(other.kernel).own;
  return a.path == b.path && a.name == b.name;
}

/// Whether a run is of that kernel of a user, by this or an earlier text.
bool is_of_kernel(const Run& run, const RunRequest& own) {
  return kernel_info(run.request.kernel).own && is_same_kernel(run.request, own);
}

/// The kernel of the new text that takes the old one's place: of its name, or the only one there is.
std::string kernel_in(const OwnFile& file, const std::string& before) {
  const std::string plain = before.substr(0, before.find('<'));
  const auto is_there = [&](const std::string& name) { return name.substr(0, name.find('<')) == plain; };
  const bool kept = std::any_of(file.kernels.begin(), file.kernels.end(), is_there);
  return kept || file.kernels.size() != 1 ? before : file.kernels.front().substr(0, file.kernels.front().find('<'));
}

}  // namespace

Command show_opened(const ViewState& view, const OwnSource& source) {
  return show_opened(view, first_request(source));
}

Command show_opened(const ViewState& view, RunRequest request) {
  const RunRequest& active = view.request();
  if (view.variants.count() == 1 || kernel_info(active.kernel).own || !same_group(request, active))
    return ShowOwnKernel{request};
  if (request.own.takes_fewer) {
    request.n = active.n;
    request.matrices = active.matrices;
    request.own.takes_fewer = false;
  }
  return ShowBeside{request};
}

Command show_file(const ViewState& view, const OwnSource& source) {
  if (!preset_of(view.variants.requests)) return show_opened(view, source);
  return ShowOwnKernel{first_request(source), true};
}

OwnSource with_text(OwnSource source, std::string text) {
  source.text = std::move(text);
  if (!source.is_program()) source.kernel = kernel_in(own_file_of(source.name, source.text), source.kernel);
  return source;
}

Sentence differs_from_disk(const OwnKernel& own) {
  return Sentence("{} has another text on the disk than here; Load takes that, Save replaces it.", own.file_name);
}

const RunRequest* Model::unsaved_kernel(const std::string& path, const std::string& text_on_disk) const {
  const std::string* const read = this->text_on_disk(path);
  const auto is_unsaved = [&](const RunRequest& request) {
    const auto& own = kernel_info(request.kernel).own;
    if (!own || !own->has_file || own->path != path || own->text == text_on_disk) return false;
    return !read || own->text != *read;  // else it follows the file, and was only not told yet
  };
  if (is_unsaved(view_.request())) return &view_.request();
  const auto found = std::find_if(own_kernels_.rbegin(), own_kernels_.rend(), is_unsaved);
  return found == own_kernels_.rend() ? nullptr : &*found;
}

const std::string* Model::text_on_disk(const std::string& path) const {
  const auto file = files_.find(path);
  return file == files_.end() || !file->second.text ? nullptr : &*file->second.text;
}

void Model::keep_own_kernels(const std::vector<RunRequest>& kernels) {
  const auto is_new = [&](const RunRequest& request) {
    return std::none_of(own_kernels_.begin(), own_kernels_.end(),
                        [&](const RunRequest& other) { return is_same_kernel(request, other); });
  };
  for (const RunRequest& request : kernels)
    if (is_new(request)) own_kernels_.push_back(request);
}

void Model::forget_own_kernel(const std::string& id) {
  const auto shows = [&](const RunRequest& request) { return request.kernel == id; };
  const auto& requests = view_.variants.requests;
  if (std::none_of(requests.begin(), requests.end(), shows)) std::erase_if(own_kernels_, shows);
}

bool Model::leave_picture_of_another(std::size_t variant) {
  const RunRequest& request = view_.variants.requests[variant];
  Shown& shown = shown_[variant];
  if (!kernel_info(request.kernel).own || !shown.made || is_of_kernel(*shown.made, request)) return false;
  shown.made = shown.run = nullptr;
  return true;
}

void Model::own_kernels_changed() {
  std::set<std::string> paths;
  for (std::size_t variant = 0; variant < count(); ++variant) {
    const RunRequest& request = view_.variants.requests[variant];
    const KernelInfo& kernel = kernel_info(request.kernel);
    if (!kernel.own) continue;
    const auto known = std::find_if(own_kernels_.begin(), own_kernels_.end(),
                                    [&](const RunRequest& other) { return is_same_kernel(request, other); });
    if (known == own_kernels_.end())
      own_kernels_.push_back(request);
    else
      *known = request;
    if (!kernel.own->has_file) continue;
    paths.insert(kernel.own->path);
    if (const auto file = files_.find(kernel.own->path); file != files_.end())
      shown_[variant].file_error = file->second.error;
  }
  std::erase_if(files_, [&](const auto& file) { return !paths.contains(file.first); });
  file_watch_.watch(paths);
}

void Model::take_file_changes() {
  for (const FileWatch::Change& change : file_watch_.take()) {
    for (std::size_t variant = 0; variant < count(); ++variant) {
      const KernelInfo& kernel = kernel_info(view_.variants.requests[variant].kernel);
      if (kernel.own && kernel.own->has_file && kernel.own->path == change.path)
        shown_[variant].file_error = change.error;
    }
    FileWatch::Change& known = files_[change.path];
    const std::optional<std::string> before = known.text;
    known.error = change.error;
    if (!change.text) continue;
    known.text = change.text;
    take_file_text(change, before);
  }
}

/// The text on the disk replaces what was read from there before, but no text that the user has changed here.
void Model::take_file_text(const FileWatch::Change& change, const std::optional<std::string>& before) {
  for (std::size_t variant = 0; variant < count(); ++variant) {
    const KernelInfo& kernel = kernel_info(view_.variants.requests[variant].kernel);
    if (!kernel.own || !kernel.own->has_file || kernel.own->path != change.path) continue;
    if (kernel.own->text == *change.text) continue;
    if (!before || *before != kernel.own->text)
      notify(differs_from_disk(*kernel.own), About::files);
    else
      handle(EditOwnKernel{variant, with_text(own_source_of(kernel), *change.text)});
  }
  undo_.end_edit();
}

}  // namespace lanescope
