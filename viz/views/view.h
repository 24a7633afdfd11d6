// What a view is: its input, and its entry in the list of views.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/session.h"
#include "viz/kit/number_table.h"
#include "viz/kit/scene.h"
#include "viz/model/surroundings.h"
#include "viz/model/sweeper.h"
#include "viz/text/language.h"
#include "viz/views/shared/missing.h"
#include "viz/views/shared/timing_row.h"

namespace lanescope {

struct KernelInfo;

/// The status of a machine that cannot measure.
inline const SweepStatus& nothing_measured() {
  static const SweepStatus nothing;
  return nothing;
}

/// The surroundings of a machine without a GPU and without recordings.
inline const Surroundings& no_surroundings() {
  static const Surroundings nothing;
  return nothing;
}

/// Everything that a view may use. `run` and `state` are those of the variant shown; views of all variants use
/// `variants`, in which a run that is not finished is null. `timings` are all timed runs so far, oldest first;
/// `sweeps` is what this machine measured.
struct ViewInput {
  const Run& run;
  const VariantView& state;
  SceneSize size;
  const std::vector<std::shared_ptr<const Run>>& variants;
  const std::vector<TimingRow>& timings;
  const SweepStatus& sweeps = nothing_measured();
  const Surroundings& surroundings = no_surroundings();
};

/// Whether there is a picture for each variant, or one for all of them.
enum class Scope { variant, all };

/// The commands by which wheel and drag move a view's camera; a double click shows everything again.
struct CameraMoves {
  Command (*zoom)(const ViewInput& input, float x, float y,
                  double factor);                              ///< x, y: the pointer; a factor above 1 zooms in
  Command (*pan)(const ViewInput& input, float dx, float dy);  ///< pixels that the pointer moved
  Command all;
};

/// Where the window shows a view: on top, in the middle, as a strip below a variant's pictures, or on a tab at the
/// bottom. At most one view is on top, one in the middle, and one is the strip.
enum class Place { top, middle, strip, tab };

/// The question that a view on a tab answers; tabs stand in these groups.
enum class ViewGroup { events, costs, reasons };
struct ViewGroupRow {
  const char* id;
  const char* title;
  const char* description;
};
inline constexpr ViewGroupRow kViewGroups[] = {
    {"events", tr_later("What happens"),
     tr_later("Views of what the lanes do, step by step and access by access.")},
    {"costs", tr_later("What it costs"),
     tr_later("Views of what launches cost: their times, and what they pay for.")},
    {"reasons", tr_later("Why"),
     tr_later("Views of what sets launches apart, of what the GPU does with them, and of what limits them.")}};
constexpr const ViewGroupRow& row_of(ViewGroup group) {
  return kViewGroups[static_cast<std::size_t>(group)];
}

/// Whether a view applies to the runs of a workload. Views ask for a property of the workload, never which one it
/// is.
using Fits = bool (*)(Workload workload);
namespace fits {
bool has_tree(Workload workload);           ///< elements are combined into one value by a tree
bool has_elements(Workload workload);       ///< its result is an array that is drawn element by element: no tiles
bool is_product(Workload workload);         ///< a matrix product, which has tiles
bool has_operations(Workload workload);     ///< it has floating-point operations, as a roofline needs
bool has_shared_memory(Workload workload);  ///< some of its kernels use shared memory
}  // namespace fits

struct View {
  const char* id;           ///< on the command line: `render ID`
  const char* title;        ///< of its tab; a word or two
  const char* description;  ///< one sentence
  const char* example;      ///< kernels and options of its picture in the documents
  Scope scope = Scope::variant;
  Scene (*build)(const ViewInput& input);
  NumberTable (*table)(const ViewInput& input) = nullptr;  ///< for views that have a table: for export as CSV
  /// Of a view that may have nothing to show of a launch: why, and what has. Its tab says the same.
  Missing (*missing)(const ViewInput& input) = nullptr;
  /// For views with a camera; in the others the wheel scrolls a list, or goes through the steps.
  const CameraMoves* camera = nullptr;
  Place place = Place::tab;
  bool has_rows = false;  ///< of one on top: a row a step, as warp activity has; it needs height more than width
  ViewGroup group = ViewGroup::events;  ///< of a tab
  bool is_plot = false;  ///< over axes: its letters grow only as long as they leave the plot most of the height
  Fits fits = [](Workload) { return true; };
  bool shares_head = false;      ///< of several variants' pictures the heads are the same
  bool needs_trace = true;       ///< it can show nothing of a kernel that did not come to its end
  bool looks_at_others = false;  ///< a variant's picture depends on the runs of the others
  /// Of its tab, where all kernels in view are of a kind for which it shows something else; null: `title` of all.
  const char* (*title_of)(const KernelInfo& kernel) = nullptr;
  const char* former_id = "";  ///< its id in older versions, which commands and files may still use
};

}  // namespace lanescope
