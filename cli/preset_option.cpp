#include "cli/preset_option.h"

#include <fmt/format.h>

#include "engine/core/error.h"

namespace lanescope {

const Preset& named_preset(const std::string& id) {
  if (const Preset* preset = find_preset(id)) return *preset;
  std::string ids;
  for (const Preset& preset : presets()) ids += (ids.empty() ? "" : ", ") + std::string(preset.id);
  throw Error(ErrorKind::usage, fmt::format("--preset is '{}'; it must be one of {}.", id, ids));
}

}  // namespace lanescope
