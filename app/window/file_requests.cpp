#include "app/window/file_requests.h"

#include <algorithm>
#include <exception>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/base/whole_file.h"
#include "engine/input/input.h"
#include "engine/input/input_file.h"
#include "engine/lesson/read_lesson.h"
#include "engine/lesson/results.h"
#include "viz/kit/svg.h"
#include "viz/render/headless.h"
#include "viz/views/exported_picture.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxRecent = 6;
// The size of a slide; a view shows no more on more pixels.
constexpr SceneSize kExportSize{1600, 900, 1};

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
  model.open(load_session(path));
  remember(path, panels);
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
