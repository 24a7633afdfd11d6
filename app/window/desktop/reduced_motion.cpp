// Reads the files in which desktops keep the choice; no desktop's library is needed for that.
#include "app/window/reduced_motion.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

namespace lanescope {
namespace {

constexpr std::size_t kMostBytes = 1 << 16;

std::string start_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(kMostBytes, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return text;
}

std::filesystem::path config_folder() {
  if (const char* config = std::getenv("XDG_CONFIG_HOME"); config && *config) return config;
  if (const char* home = std::getenv("HOME"); home && *home) return std::filesystem::path(home) / ".config";
  return {};
}

}  // namespace

bool switches_animations_off(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::erase_if(line, [](unsigned char c) { return std::isspace(c); });
    for (const std::string_view off :
         {"gtk-enable-animations=0", "gtk-enable-animations=false", "AnimationDurationFactor=0"})
      if (line == off) return true;
  }
  return false;
}

bool motion_is_reduced() {
  const std::filesystem::path folder = config_folder();
  if (folder.empty()) return false;
  for (const char* file : {"gtk-3.0/settings.ini", "gtk-4.0/settings.ini", "kdeglobals"})
    if (switches_animations_off(start_of_file(folder / file))) return true;
  return false;
}

}  // namespace lanescope
