#include "cli/start_options.h"

#include <fmt/format.h>

#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/source/own_source.h"
#include "engine/source/own_words.h"
#include "viz/model/preset_lesson.h"

namespace lanescope {

const Preset& named_preset(const std::string& id) {
  if (const Preset* preset = find_preset(id)) return *preset;
  std::string ids;
  for (const Preset& preset : presets()) ids += (ids.empty() ? "" : ", ") + std::string(preset.id);
  throw Error(ErrorKind::usage, fmt::format("--preset is '{}'; it must be one of {}.", id, ids));
}

void StartOptions::add_to(Arguments& arguments) {
  arguments.add_option("--preset", preset, "a comparison by its name; see list");
  arguments.add_option("--open", file, "a session, a recording, or a .cu file");
}

void StartOptions::add_lesson_to(Arguments& arguments) {
  arguments.add_option("--lesson", lesson, "a lesson by its name, see lesson list, or a file that ends in .md");
}

std::optional<Lesson> StartOptions::opened_lesson() const {
  return lesson.empty() ? std::nullopt : std::optional(find_any_lesson(lesson));
}

std::optional<Session> StartOptions::session() const {
  if (!preset.empty() && !file.empty())
    throw Error(ErrorKind::usage, "--preset and --open each say what to show; give one of them.");
  if (!preset.empty()) return session_of(named_preset(preset));
  if (names_own_kernel(file)) return std::nullopt;
  if (!file.empty()) return load_session(file);
  return std::nullopt;
}

std::string StartOptions::own_file() const {
  if (!names_own_kernel(file)) return {};
  const OwnWords words = own_words(file);
  const OwnFile own = read_own_file(words.path);
  if (own.kernels.empty() && !own.has_main)
    throw Error(ErrorKind::usage, fmt::format("{}: it has no kernel, which would be a function marked __global__.",
                                              printable(words.path)));
  return file;
}

}  // namespace lanescope
