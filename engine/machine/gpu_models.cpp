#include "engine/machine/gpu_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "engine/base/error.h"

namespace lanescope {

const GpuModel& gpu_model(std::string_view option, std::string_view text) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  std::string names;
  for (const GpuModel& model : kGpuModels) {
    const auto found = std::search(model.name.begin(), model.name.end(), text.begin(), text.end(), same);
    if (!text.empty() && found != model.name.end()) return model;
    names += (names.empty() ? "" : ", ") + std::string(model.name);
  }
  throw Error(ErrorKind::usage,
              fmt::format("{} is '{}'; it must be, or be part of, one of {}.", option, text, names));
}

}  // namespace lanescope
