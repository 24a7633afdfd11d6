// What a view is: what it may look at, and what it says of itself to the list.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/session.h"
#include "viz/kit/number_table.h"
#include "viz/kit/scene.h"
#include "viz/model/surroundings.h"
#include "viz/model/sweeper.h"
#include "viz/views/shared/timing_row.h"

namespace lanescope {

/// For machines that cannot measure.
inline const SweepStatus& nothing_measured() {
  static const SweepStatus nothing;
  return nothing;
}

/// For machines without a GPU, where nothing was recorded.
inline const Surroundings& nothing_around() {
  static const Surroundings nothing;
  return nothing;
}

/// All that a view may look at. `run` and `state` are those of the variant shown; views of all variants look at
/// `variants`, where a run that is not there yet is null. `timings` are all timed runs so far, oldest first;
/// `sweeps` what this machine measured besides.
struct ViewInput {
  const Run& run;
  const VariantView& state;
  SceneSize size;
  const std::vector<std::shared_ptr<const Run>>& variants;
  const std::vector<TimingRow>& timings;
  const SweepStatus& sweeps = nothing_measured();
  const Surroundings& surroundings = nothing_around();
};

/// Whether there is a picture for each variant, or one for all of them.
enum class Scope { variant, all };

/// How wheel and drag move what a view shows, as a command each; a double click shows all of it again.
struct CameraMoves {
  Command (*zoom)(const ViewInput& input, float x, float y,
                  double factor);                              ///< at a point of the picture; above 1 zooms in
  Command (*pan)(const ViewInput& input, float dx, float dy);  ///< pixels that the pointer went
  Command all;
};

/// Where the window has a view: on top, below it, as a strip below a variant's pictures, or behind a tab. There is one view
/// on top at most, one in the middle, and one strip.
enum class Place { top, middle, strip, tab };

/// Whether a view makes sense of a workload's runs. Views ask for a property of it, never which one it is.
using Fits = bool (*)(Workload workload);
namespace fits {
bool has_tree(Workload workload);           ///< elements are combined to one value, who with whom is a tree
bool is_product(Workload workload);         ///< of matrices: tiles of two of them make one of the third
bool has_operations(Workload workload);     ///< on floats; there is no roof over a workload that has none
bool has_shared_memory(Workload workload);  ///< some of its kernels use it
}  // namespace fits

struct View {
  const char* id;           ///< on the command line: `render ID`
  const char* title;        ///< of its tab; a word or two
  const char* description;  ///< one sentence
  const char* example;      ///< kernels and options that show what it is for: its picture in the documents
  Scope scope = Scope::variant;
  Scene (*build)(const ViewInput& input);
  NumberTable (*table)(const ViewInput& input) = nullptr;  ///< of views that are one: for export as CSV
  /// Of views whose picture moves; in the others the wheel scrolls a list, or goes through the steps.
  const CameraMoves* camera = nullptr;
  Place place = Place::tab;
  Fits fits = [](Workload) { return true; };
  bool looks_at_others = false;  ///< a variant's picture depends on the runs of the others
  const char* former_id = "";  ///< under which older versions knew it: in commands and in files
};

}  // namespace lanescope
