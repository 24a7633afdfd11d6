// The views: pure functions from a run, what the user looks at and a size to a picture. Each picture carries its
// own title and legend. The window and the command line iterate over views().
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/run.h"
#include "viz/kit/number_table.h"
#include "viz/kit/scene.h"
#include "viz/model/sweeper.h"

namespace lanescope {

/// One timed run: a bar of the timing view.
struct TimingRow {
  std::string kernel;
  LaunchConfig launch;
  Timing timing;
  Provenance provenance;
  Op op = Op::sum;
  ElementType type = ElementType::float32;
  InputSpec input = {};
};
/// The time that time_of() tells of the run; nothing where it has none.
std::optional<TimingRow> timing_row(const Run& run);

/// The rows of these runs, in their order.
std::vector<TimingRow> timing_rows(const std::vector<std::shared_ptr<const Run>>& runs);

/// For machines that cannot measure.
inline const SweepStatus& nothing_measured() {
  static const SweepStatus nothing;
  return nothing;
}

/// What a view may look at. `run` and `state` are those of the variant shown; views of all variants look at
/// `variants`, where a run that is not there yet is null. `timings` are all timed runs so far, oldest first;
/// `sweeps` what this machine measured besides.
struct ViewInput {
  const Run& run;
  const VariantView& state;
  SceneSize size;
  const std::vector<std::shared_ptr<const Run>>& variants;
  const std::vector<TimingRow>& timings;
  const SweepStatus& sweeps = nothing_measured();
};

Scene warp_activity_scene(const Run& run, const VariantView& state, SceneSize size);
Scene reduction_tree_scene(const Run& run, const VariantView& state, SceneSize size);

/// Of matrix products alone.
Scene tiles_scene(const ViewInput& input);
Scene steps_scene(const ViewInput& input);
Scene compare_scene(const ViewInput& input);
Scene coalescing_scene(const ViewInput& input);
Scene banks_scene(const ViewInput& input);
Scene timing_scene(const ViewInput& input);
NumberTable timing_table(const ViewInput& input);
Scene sweep_scene(const ViewInput& input);
NumberTable sweep_table(const ViewInput& input);
Scene blocks_on_sms_scene(const ViewInput& input);
NumberTable blocks_on_sms_table(const ViewInput& input);
NumberTable steps_table(const ViewInput& input);
NumberTable compare_table(const ViewInput& input);
/// Of the warp and step in view, and of the whole block at that step.
NumberTable coalescing_table(const ViewInput& input);
NumberTable banks_table(const ViewInput& input);
Scene source_scene(const ViewInput& input);
Scene truth_scene(const ViewInput& input);
NumberTable truth_table(const ViewInput& input);
Scene work_scene(const ViewInput& input);
NumberTable work_table(const ViewInput& input);
Scene price_scene(const ViewInput& input);
NumberTable price_table(const ViewInput& input);
Scene resources_scene(const ViewInput& input);
NumberTable resources_table(const ViewInput& input);
Scene roofline_scene(const ViewInput& input);
NumberTable roofline_table(const ViewInput& input);

/// Whether there is a picture for each variant, or one for all of them.
enum class Scope { variant, all };

/// How wheel and drag move what a view shows, as a command each; a double click shows all of it again.
struct CameraMoves {
  Command (*zoom)(const ViewInput& input, float x, float y,
                  double factor);                              ///< at a point of the picture; above 1 zooms in
  Command (*pan)(const ViewInput& input, float dx, float dy);  ///< pixels that the pointer went
  Command all;
};

/// Where the window has a view: on top, below it, or behind a tab below both. There is one view on top at most, and
/// one in the middle.
enum class Place { top, middle, tab };

/// Whether a view makes sense of a workload's runs.
using Fits = bool (*)(Workload workload);

struct View {
  const char* id;           ///< on the command line: `render ID`
  const char* title;        ///< of its tab; a word or two
  const char* description;  ///< one sentence
  Scope scope = Scope::variant;
  Scene (*build)(const ViewInput& input);
  NumberTable (*table)(const ViewInput& input) = nullptr;  ///< of views that are one: for export as CSV
  const CameraMoves* camera =
      nullptr;  ///< of views whose picture moves; in the others the wheel scrolls a list, or goes through the steps
  Place place = Place::tab;
  Fits fits = [](Workload) { return true; };
};
const std::vector<View>& views();

/// Null where there is no such view.
const View* find_view(const std::string& id);

/// Those of a workload, in their order. The top may be empty.
std::vector<const View*> views_of(Workload workload);
std::vector<const View*> tabs_of(Workload workload);
const View* view_on_top(Workload workload);
const View& view_in_the_middle();

/// "step 4 of 11 · stride 8 · 128 of 1024 threads active · 32 divergent warps". The step is the last one done
/// (`state.position`); the final combine is told by its own words and is not among the 11.
std::string step_sentence(const Run& run, const VariantView& state);

/// What is under the pointer, for a tooltip: names, mask and meaning; one line or a few. Empty for empty focus.
std::string focus_sentence(const Run& run, const Focus& focus);

/// The tree's camera after a wheel turn at `x` (`factor` > 1 zooms in) or a drag by `dx` pixels in a picture of
/// this size.
TreeCamera zoomed(const Run& run, const VariantView& state, SceneSize size, float x, double factor);
TreeCamera panned(const Run& run, const VariantView& state, SceneSize size, float dx);

/// The same of the sweep view's plot.
Command sweep_zoom(const ViewInput& input, float x, float y, double factor);
Command sweep_pan(const ViewInput& input, float dx, float dy);

}  // namespace lanescope
