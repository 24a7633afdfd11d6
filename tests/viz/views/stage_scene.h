// Pictures of presets' variants, as tests of columns and of the stage build them.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "support.h"
#include "viz/kit/scene.h"
#include "viz/model/presets.h"
#include "viz/views/shared/timing_row.h"

namespace lanescope::testing {

using Runs = std::vector<std::shared_ptr<const lanescope::Run>>;

/// Traced, not computed: a product of a preset takes seconds, and no picture here shows its values.
inline Runs runs_of_preset(const char* id) {
  Runs runs;
  for (RunRequest request : find_preset(id)->variants.requests) {
    request.backend = BackendChoice::emulator;
    request.detail = Detail::full;
    Progress progress;
    runs.push_back(std::make_shared<const lanescope::Run>(run_traces_first(request, progress)));
  }
  return runs;
}

inline Scene stage_scene(const char* id, const Runs& runs, std::size_t variant, SceneSize size,
                         bool projector = true) {
  VariantView state;
  state.projector = projector;
  const std::vector<TimingRow> timings;
  return find_view(id)->build(
      {*runs[variant], state, size, runs, timings, nothing_measured(), surroundings_here()});
}

inline bool picture_says(const Scene& scene, const std::string& words) {
  return std::any_of(scene.texts.begin(), scene.texts.end(),
                     [&](const Text& text) { return text.text.find(words) != std::string::npos; });
}

inline bool cuts(const Scene& scene) {
  return std::any_of(scene.texts.begin(), scene.texts.end(),
                     [](const Text& text) { return text.text.ends_with("…"); });
}

}  // namespace lanescope::testing
