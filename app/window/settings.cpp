// One JSON file, checked when it is read and always replaced as a whole.
#include "app/window/settings.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/window/reduced_motion.h"
#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/base/whole_file.h"
#include "viz/model/own_sources_json.h"
#include "viz/model/presets.h"
#include "viz/model/view_state_json.h"

namespace lanescope {
namespace {

constexpr int kMaxWidth = 16384, kMaxHeight = 16384;

std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

nlohmann::json splitters_to_json(const Splitters& s) {
  return {{"controls_width", s.controls_width}, {"tree_share", s.top_share}, {"panel_share", s.panel_share}};
}

Splitters splitters_from_json(const nlohmann::json& json) {
  Splitters s;
  s.controls_width = json.value("controls_width", s.controls_width);
  s.top_share = json.value("tree_share", s.top_share);
  s.panel_share = json.value("panel_share", s.panel_share);
  return s;
}

ViewState first_view() {
  ViewState view = with_preset(ViewState{}, presets().front());
  view.motion = !motion_is_reduced();
  view.plays_when_done = true;
  return view;
}

/// Lists of page, tries and hints: JSON has no numbers as keys.
nlohmann::json records_to_json(const std::map<std::size_t, QuestionRecord>& records) {
  auto json = nlohmann::json::array();
  for (const auto& [page, record] : records) json.push_back({page, record.tries, record.hints});
  return json;
}

std::map<std::size_t, QuestionRecord> records_from_json(const nlohmann::json& json) {
  std::map<std::size_t, QuestionRecord> records;
  for (const auto& row : json)
    records[row.at(0).get<std::size_t>()] = {row.at(1).get<unsigned>(), row.at(2).get<unsigned>()};
  return records;
}

nlohmann::json lessons_to_json(const std::map<std::string, LessonProgress>& lessons) {
  auto json = nlohmann::json::object();
  for (const auto& [id, progress] : lessons)
    json[utf8_of_bytes(id)] = {
        {"page", progress.page}, {"right", progress.right}, {"answered", records_to_json(progress.records)}};
  return json;
}

std::map<std::string, LessonProgress> lessons_from_json(const nlohmann::json& json) {
  std::map<std::string, LessonProgress> lessons;
  for (const auto& [id, progress] : json.items())
    lessons[bytes_of_utf8(id)] = {progress.value("page", std::size_t{0}),
                                  progress.value("right", std::set<std::size_t>{}),
                                  records_from_json(progress.value("answered", nlohmann::json::array()))};
  return lessons;
}

Settings settings_from_json(const nlohmann::json& json, Sentence& notice) {
  Settings settings;
  auto loaded = view_state_from_json(json.value("view", nlohmann::json::object()), CodeOrigin::own);
  if (loaded.refused.empty()) {
    settings.view = std::move(loaded.state);
    settings.view.position = 0;       // the last session starts before its first step
    settings.view.projector = false;  // the stage is for a lecture, and only keys lead back from it
  } else {
    settings.view = first_view();
    notice = Sentence("The saved settings could not be used, so these are the defaults: {}", loaded.refused);
  }
  if (const auto window = json.find("window"); window != json.end()) {
    settings.width = std::clamp(window->value("width", settings.width), kSmallestWidth, kMaxWidth);
    settings.height = std::clamp(window->value("height", settings.height), kSmallestHeight, kMaxHeight);
  }
  if (const auto splitters = json.find("splitters"); splitters != json.end())
    settings.splitters = splitters_from_json(*splitters);
  if (const auto kernels = json.find("own_kernels"); kernels != json.end())
    settings.own_kernels = own_kernels_from_json(*kernels, settings.view);
  settings.editor_open = json.value("editor_open", false);
  settings.lessons = lessons_from_json(json.value("lessons", nlohmann::json::object()));
  for (const auto& name : json.value("recent_files", std::vector<std::string>{}))
    settings.recent_files.push_back(bytes_of_utf8(name));
  return settings;
}

Settings first_settings() {
  Settings settings;
  settings.view = first_view();
  return settings;
}

}  // namespace

std::string settings_path() {
  auto folder = [](const char* name) -> std::filesystem::path {
    const char* value = std::getenv(name);
    return value ? value : "";
  };
  if (const auto config = folder("XDG_CONFIG_HOME"); !config.empty()) return config / "lanescope" / "settings.json";
  if (const auto home = folder("HOME"); !home.empty()) return home / ".config" / "lanescope" / "settings.json";
  return {};
}

Settings load_settings(const std::string& path, Sentence& notice) {
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return first_settings();
  try {
    return settings_from_json(nlohmann::json::parse(text_of_file(path)), notice);
  } catch (const std::exception&) {
    notice = Sentence("The saved settings are damaged, so these are the defaults.");
    return first_settings();
  }
}

Sentence save_settings(const std::string& path, const Settings& settings) noexcept {
  if (path.empty()) return Sentence("Settings are not saved: neither XDG_CONFIG_HOME nor HOME names a folder.");
  try {
    std::vector<std::string> recent_files;
    for (const auto& name : settings.recent_files) recent_files.push_back(utf8_of_bytes(name));
    const nlohmann::json json = {{"view", view_state_to_json(settings.view)},
                                 {"window", {{"width", settings.width}, {"height", settings.height}}},
                                 {"splitters", splitters_to_json(settings.splitters)},
                                 {"lessons", lessons_to_json(settings.lessons)},
                                 {"recent_files", recent_files},
                                 {"editor_open", settings.editor_open},
                                 {"own_kernels", own_kernels_to_json(settings.own_kernels, settings.view)}};
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    write_whole_file(path, json.dump(2) + '\n', Durability::in_system);
    return {};
  } catch (const std::filesystem::filesystem_error& error) {
    return Sentence("Settings are not saved: {}: {}.", path, error.code().message());
  } catch (const std::exception& error) {
    return Sentence("Settings are not saved: {}", sentence_of(error));
  }
}

}  // namespace lanescope
