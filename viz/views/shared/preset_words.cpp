#include "viz/views/shared/preset_words.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include "engine/request/catalogue.h"
#include "viz/views/shared/times.h"

namespace lanescope {

std::string remark_of(const Preset& preset, const std::vector<RecordedSweep>& recorded) {
  if (!preset.remark.english) return "";
  std::string device;
  fmt::dynamic_format_arg_store<fmt::format_context> values;
  for (const RunRequest& request : preset.remark.launches) {
    if (refusal(request)) return "";
    const auto found = recorded_timing(recorded, request.kernel, launch_config(request), request.op, request.type);
    if (!found || (!device.empty() && found->provenance.device != device)) return "";
    if (device.empty()) values.push_back(device = found->provenance.device);
    values.push_back(time_text(found->timing.time_us));
  }
  return filled_in(tr(preset.remark.english), values);
}

}  // namespace lanescope
