#include "app/window/file_requests.h"

#include <algorithm>
#include <exception>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/base/whole_file.h"
#include "engine/check/listed_kernel.h"
#include "engine/input/input.h"
#include "engine/input/input_file.h"
#include "engine/lesson/read_lesson.h"
#include "engine/lesson/results.h"
#include "engine/request/catalogue.h"
#include "engine/source/own_source.h"
#include "engine/source/own_words.h"
#include "viz/kit/svg.h"
#include "viz/model/session_file.h"
#include "viz/render/pixels.h"
#include "viz/views/exported_picture.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxRecent = 6;
// The size of a slide; a view shows no more on more pixels.
constexpr SceneSize kExportSize{1600, 900, 1};

constexpr const char* kFirstText = R"(// lanescope: --as reduction --block 256
// Each block adds up its elements; the host adds up the blocks.
__global__ void sum(const float* in, float* out, int n) {
  __shared__ float partial[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = i < n ? in[i] : 0.0f;
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) partial[threadIdx.x] += partial[threadIdx.x + stride];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}
)";

/// A file name in the current folder that does not exist yet.
std::string free_path(const std::string& stem, const std::string& ending) {
  for (int i = 1;; ++i) {
    const fs::path path = fs::current_path() / (stem + (i == 1 ? "" : "-" + std::to_string(i)) + ending);
    if (!fs::exists(path)) return path.string();
  }
}

std::string stem_of(const std::string& view, const Model& model) {
  return "lanescope-" + view + "-" + model.view().request().kernel;
}

std::string export_view(const FileRequest& request, const Model& model, Shell& shell) {
  const View* view = find_view(request.view);
  if (!view || !model.run()) throw Error(ErrorKind::usage, Sentence("There is nothing to export yet."));
  const std::string path = free_path(stem_of(request.view, model), request.path);
  if (request.path == ".csv") {
    write_whole_file(path, csv_of_view(*view, model, model.active()));
  } else {
    const Scene scene = exported_picture(*view, model, kExportSize);
    if (request.path == ".svg")
      write_whole_file(path, to_svg(scene));
    else
      write_png(path, shell.pixels_of(scene), static_cast<int>(kExportSize.width),
                static_cast<int>(kExportSize.height));
  }
  return path;
}

std::string export_window(const Model& model, const FrameInput& input) {
  const std::string path = free_path(stem_of("window", model), ".png");
  const int width = static_cast<int>(input.width), height = static_cast<int>(input.height);
  write_png(path, read_framebuffer(width, height), width, height);
  return path;
}

std::string export_results(const std::string& ending, LessonState& state) {
  const LessonPlayer* player = state.player();
  if (!player) throw Error(ErrorKind::usage, Sentence("No lesson is open."));
  const std::string path = free_path("lanescope-results-" + player->lesson().id, ending);
  write_whole_file(path, results_text(path, player->lesson(), player->progress(), state.student));
  return path;
}

void remember(const std::string& path, PanelState& panels) {
  std::erase(panels.recent_files, path);
  panels.recent_files.insert(panels.recent_files.begin(), path);
  if (panels.recent_files.size() > kMaxRecent) panels.recent_files.resize(kMaxRecent);
}

std::string full_path(const std::string& path) {
  if (path.empty()) throw Error(ErrorKind::usage, Sentence("Enter a file name first."));
  return fs::absolute(path).lexically_normal().string();
}

Sentence save(const std::string& name, const Model& model, PanelState& panels) {
  const std::string path = full_path(name);
  save_session(path, model.view(), model.session().runs);
  remember(path, panels);
  return Sentence("Saved {}.", printable(path));
}

void open(const std::string& name, Model& model, PanelState& panels) {
  const std::string path = full_path(name);
  Session session = load_session(path);
  if (!session.view.asks.empty()) panels.editor.open = true;
  model.open(std::move(session));
  remember(path, panels);
}

/// What the editor asked is answered by it.
void show(const Command& command, Model& model, PanelState& panels) {
  model.handle(command);
  model.handle(EndEdit{});
  panels.editor.asked.reset();
}

/// Shows a kernel of a file; "" is its main().
void show_kernel(const OwnFile& file, const std::string& kernel, Model& model, PanelState& panels) {
  show(show_file(model.view(), source_in(file, kernel)), model, panels);
}

/// What was changed here and not saved is in no other place: it stays, and is shown.
Sentence show_unsaved(RunRequest request, Model& model, PanelState& panels) {
  const auto& requests = model.view().variants.requests;
  const auto shown = std::find_if(requests.begin(), requests.end(),
                                  [&](const RunRequest& other) { return other.kernel == request.kernel; });
  const OwnKernel& own = *kernel_info(request.kernel).own;
  if (shown != requests.end())
    show(Activate{static_cast<std::size_t>(shown - requests.begin())}, model, panels);
  else
    show(show_opened(model.view(), std::move(request)), model, panels);
  return differs_from_disk(own);
}

/// Where it is not clear which kernel is meant, the panel asks.
Sentence open_source(const std::string& words, Model& model, PanelState& panels) {
  const OwnWords own = own_words(words);
  const OwnFile file = read_own_file(full_path(own.path));
  panels.editor.open = true;
  remember(file.path, panels);
  if (file.kernels.empty() && !file.has_main)
    throw Error(ErrorKind::usage,
                Sentence("{}: it has no kernel, which would be a function marked __global__.", file.name));
  if (const RunRequest* const here = model.unsaved_kernel(file.path, file.text))
    return show_unsaved(*here, model, panels);
  if (own.kernel.empty() && file.choices() > 1) {
    panels.editor.asked = file;
    return {};
  }
  show_kernel(file,
              !own.kernel.empty() ? own.kernel
              : file.has_main     ? ""
                                  : file.kernels.front().substr(0, file.kernels.front().find('<')),
              model, panels);
  return {};
}

/// Who copies a kernel, or begins one, wants to type.
void copy_kernel(Model& model, PanelState& panels) {
  panels.editor.open = panels.editor.wants_keyboard = true;
  if (kernel_info(model.view().request().kernel).own) return;
  model.handle(ShowOwnKernel{copied_request(model.view().request())});
  model.handle(EndEdit{});
}

void new_kernel(Model& model, PanelState& panels) {
  show(show_opened(model.view(), source_in(own_file_of("new.cu", kFirstText), "sum")), model, panels);
  panels.editor.open = panels.editor.wants_keyboard = true;
}

/// A text is written over the file that it came from, and over no other.
void must_be_free(const std::string& path, const std::string& own) {
  std::error_code ignored;
  if (fs::exists(path) && !fs::equivalent(path, own, ignored))
    throw Error(ErrorKind::usage,
                Sentence("{}: there is a file of that name already; choose another name.", printable(path)));
}

/// From now on the text belongs to that file, and follows it.
Sentence save_source(const std::string& name, Model& model, PanelState& panels) {
  const std::string path = full_path(name);
  if (!names_own_kernel(path))
    throw Error(ErrorKind::usage, Sentence("{}: its name must end in .cu.", printable(name)));
  if (auto edited = panels.editor.take_edit(model, 0, true)) model.handle(std::move(*edited));
  const std::string before = model.view().request().kernel;
  OwnSource source = own_source_of(kernel_info(before));
  must_be_free(path, source.path);
  write_whole_file(path, source.text);
  remember(path, panels);
  source.path = path;
  source.name = printable(fs::path(path).filename().string());
  model.handle(EditOwnKernel{model.active(), std::move(source)});
  model.handle(EndEdit{});
  if (model.view().request().kernel != before) model.handle(ForgetOwnKernel{before});
  return Sentence("Saved {}.", printable(path));
}

/// What is saved is what stands in the field, whether it is a lesson already or not.
Sentence save_lesson(const std::string& name, PanelState& panels) {
  const std::string path = full_path(name);
  if (!is_lesson_file_name(path))
    throw Error(ErrorKind::usage, Sentence("{}: its name must end in .md.", printable(name)));
  if (!panels.lesson.is_writing()) throw Error(ErrorKind::usage, Sentence("No lesson is open."));
  must_be_free(path, panels.lesson.path());
  write_whole_file(path, panels.lesson.writing()->text);
  panels.lesson.note_saved(path);
  remember(path, panels);
  return Sentence("Saved {}.", printable(path));
}

void take_as_input(const std::string& path, Model& model) {
  const std::uint64_t n = count_elements(path, model.view().request().type);
  InputSpec input = model.view().request().input;
  input.kind = InputKind::file;
  input.path = path;
  model.handle(SetN{n});
  model.handle(SetInput{input});
  model.handle(EndEdit{});
}

}  // namespace

std::string first_session_name(const std::vector<std::string>& recent_files) {
  const auto is_session = [](const std::string& path) { return path.ends_with(kSessionEnding); };
  const auto found = std::find_if(recent_files.begin(), recent_files.end(), is_session);
  return found == recent_files.end() ? "lesson" + std::string(kSessionEnding) : *found;
}

Sentence carry_out(const FileRequest& request, Model& model, Shell& shell, const FrameInput& input) {
  try {
    switch (request.kind) {
      case FileRequest::Kind::open:
        return open_file(request.path, model, shell.panels());
      case FileRequest::Kind::save_session:
        return save(request.path, model, shell.panels());
      case FileRequest::Kind::export_view:
        return Sentence("Wrote {}.", printable(export_view(request, model, shell)));
      case FileRequest::Kind::export_window:
        return Sentence("Wrote {}.", printable(export_window(model, input)));
      case FileRequest::Kind::lesson_results:
        return Sentence("Wrote {}.", printable(export_results(request.path, shell.panels().lesson)));
      case FileRequest::Kind::save_lesson:
        return save_lesson(request.path, shell.panels());
      case FileRequest::Kind::save_source:
        return save_source(request.path, model, shell.panels());
      case FileRequest::Kind::choose_kernel:
        if (const auto file = shell.panels().editor.asked) show_kernel(*file, request.path, model, shell.panels());
        return {};
      case FileRequest::Kind::copy_link:
      case FileRequest::Kind::open_source:
        return {};  // by the window
      case FileRequest::Kind::copy_kernel:
        copy_kernel(model, shell.panels());
        return {};
      case FileRequest::Kind::new_kernel:
        new_kernel(model, shell.panels());
        return {};
    }
    return {};
  } catch (const std::exception& error) {
    return sentence_of(error);
  }
}

Sentence open_file(const std::string& path, Model& model, PanelState& panels) {
  try {
    if (is_lesson_file_name(path))
      panels.lesson.open_file(path);
    else if (names_own_kernel(path))
      return open_source(path, model, panels);
    else if (is_input_file_name(path))
      take_as_input(path, model);
    else
      open(path, model, panels);
    return {};
  } catch (const std::exception& error) {
    return sentence_of(error);
  }
}

}  // namespace lanescope
