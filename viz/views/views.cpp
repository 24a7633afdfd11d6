// The list of views. A new view is its builder and its entry here.
#include "viz/views/views.h"

#include <algorithm>

#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

bool is_reduction(Workload workload) {
  return workload == Workload::reduction;
}
bool is_matrix_product(Workload workload) {
  return workload == Workload::matrix_product;
}
/// Operations on floats; there is no roof over a workload that has none.
bool has_operations(Workload workload) {
  return facts_of(workload).flop_of_step > 0;
}
bool has_shared_memory(Workload workload) {
  const auto kernels = kernels_of(workload);
  return std::any_of(kernels.begin(), kernels.end(), [](const KernelInfo& kernel) {
    return kernel.shared_per_thread > 0 || kernel.shared_per_element > 0 || kernel.shared_per_block > 0;
  });
}

const CameraMoves kTreeMoves{[](const ViewInput& in, float x, float, double factor) -> Command {
                               return SetTreeCamera{zoomed(in.run, in.state, in.size, x, factor)};
                             },
                             [](const ViewInput& in, float dx, float) -> Command {
                               return SetTreeCamera{panned(in.run, in.state, in.size, dx)};
                             },
                             SetTreeCamera{}};
const CameraMoves kSweepMoves{sweep_zoom, sweep_pan, SetPlotCamera{}};

}  // namespace

const std::vector<View>& views() {
  static const std::vector<View> list{
      {.id = "tree",
       .title = tr_later("Tree"),
       .description = tr_later("Who combines what: elements on top, a row a step, values on the nodes."),
       .build = [](const ViewInput& in) { return reduction_tree_scene(in.run, in.state, in.size); },
       .camera = &kTreeMoves,
       .place = Place::top,
       .fits = is_reduction},
      {.id = "tiles",
       .title = tr_later("Tiles"),
       .description =
           tr_later("Matrices M, N and P: the tiles that a block reads in each phase, and what it computes."),
       .build = tiles_scene,
       .place = Place::top,
       .fits = is_matrix_product},
      {.id = "activity",
       .title = tr_later("Warps"),
       .description = tr_later("Which lanes work at every step: steps down, warps and their lanes across."),
       .build = [](const ViewInput& in) { return warp_activity_scene(in.run, in.state, in.size); },
       .place = Place::middle},
      {.id = "steps",
       .title = tr_later("Steps"),
       .description = tr_later("Every step of the block as a row of numbers."),
       .build = steps_scene,
       .table = steps_table},
      {.id = "comparison",
       .title = tr_later("Compare"),
       .description = tr_later("What each variant costs, and how many times the least that is."),
       .scope = Scope::all,
       .build = compare_scene,
       .table = compare_table},
      {.id = "price",
       .title = tr_later("Price"),
       .description =
           tr_later("What a fine-grained launch pays for its parallelism, and what coarsening saves of it."),
       .scope = Scope::all,
       .build = price_scene,
       .table = price_table},
      {.id = "memory",
       .title = tr_later("Memory"),
       .description = tr_later(
           "Lanes of a warp to 32-byte sectors of global memory: what is moved, and what of it is wasted."),
       .build = coalescing_scene,
       .table = coalescing_table},
      {.id = "banks",
       .title = tr_later("Banks"),
       .description = tr_later(
           "Lanes of a warp to the 32 banks of shared memory, wavefront by wavefront: conflicts and broadcasts."),
       .build = banks_scene,
       .table = banks_table,
       .fits = has_shared_memory},
      {.id = "source",
       .title = tr_later("Source"),
       .description = tr_later("The kernel as plain CUDA: the line of the current step, and what each line cost."),
       .build = source_scene},
      {.id = "truth",
       .title = tr_later("Truth"),
       .description = tr_later("The source's counts beside the GPU's own counters, and why they differ."),
       .build = truth_scene,
       .table = truth_table},
      {.id = "work",
       .title = tr_later("Work"),
       .description =
           tr_later("Operations, steps and parallelism: the textbook's formulas beside what was counted."),
       .build = work_scene,
       .table = work_table,
       .fits = is_reduction},
      {.id = "timing",
       .title = tr_later("Timing"),
       .description = tr_later("Microseconds and bandwidth of the runs so far, measured or recorded on a GPU."),
       .scope = Scope::all,
       .build = timing_scene,
       .table = timing_table},
      {.id = "sweep",
       .title = tr_later("Sweep"),
       .description =
           tr_later("Times over COARSE_FACTOR, blockDim and N: which launch is best, and what the others cost."),
       .scope = Scope::all,
       .build = sweep_scene,
       .table = sweep_table,
       .camera = &kSweepMoves},
      {.id = "sms",
       .title = tr_later("SMs"),
       .description =
           tr_later("Which SM ran which block when: waves, idle SMs, and how many blocks the GPU holds at once."),
       .build = blocks_on_sms_scene,
       .table = blocks_on_sms_table},
      {.id = "resources",
       .title = tr_later("Resources"),
       .description =
           tr_later("Registers and shared memory of a block, which limit of an SM binds, and occupancy."),
       .build = resources_scene,
       .table = resources_table},
      {.id = "roofline",
       .title = tr_later("Roofline"),
       .description =
           tr_later("Operations for each byte, and what the GPU's memory and arithmetic allow at that ratio."),
       .scope = Scope::all,
       .build = roofline_scene,
       .table = roofline_table,
       .fits = has_operations}};
  return list;
}

const View* find_view(const std::string& id) {
  for (const View& view : views())
    if (id == view.id) return &view;
  return nullptr;
}

std::vector<const View*> views_of(Workload workload) {
  std::vector<const View*> found;
  for (const View& view : views())
    if (view.fits(workload)) found.push_back(&view);
  return found;
}

std::vector<const View*> tabs_of(Workload workload) {
  auto tabs = views_of(workload);
  std::erase_if(tabs, [](const View* view) { return view->place != Place::tab; });
  return tabs;
}

const View* view_on_top(Workload workload) {
  for (const View* view : views_of(workload))
    if (view->place == Place::top) return view;
  return nullptr;
}

const View& view_in_the_middle() {
  return *std::find_if(views().begin(), views().end(),
                       [](const View& view) { return view.place == Place::middle; });
}

}  // namespace lanescope
