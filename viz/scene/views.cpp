// The list of views. A new view is its builder and its line here.
#include "viz/scene/views.h"

namespace lanescope {

const std::vector<View>& views() {
  static const CameraMoves tree_moves{[](const ViewInput& in, float x, float, double factor) -> Command {
                                        return SetTreeCamera{zoomed(in.run, in.state, in.size, x, factor)};
                                      },
                                      [](const ViewInput& in, float dx, float) -> Command {
                                        return SetTreeCamera{panned(in.run, in.state, in.size, dx)};
                                      },
                                      SetTreeCamera{}};
  static const CameraMoves sweep_moves{sweep_zoom, sweep_pan, SetPlotCamera{}};
  static const std::vector<View> list{
      {"tree", tr_later("Tree"), tr_later("Who combines what: elements on top, a row a step, values on the nodes."),
       Scope::variant, [](const ViewInput& in) { return reduction_tree_scene(in.run, in.state, in.size); }, nullptr,
       &tree_moves},
      {"activity", tr_later("Warps"),
       tr_later("Which lanes work at every step: steps down, warps and their lanes across."), Scope::variant,
       [](const ViewInput& in) { return warp_activity_scene(in.run, in.state, in.size); }},
      {"steps", tr_later("Steps"), tr_later("Every step of the block as a row of numbers."), Scope::variant,
       steps_scene, steps_table},
      {"comparison", tr_later("Compare"),
       tr_later("What each variant costs, and how many times the least that is."), Scope::all, compare_scene,
       compare_table},
      {"memory", tr_later("Memory"),
       tr_later("Lanes of a warp to 32-byte sectors of global memory: what is moved, and what of it is wasted."),
       Scope::variant, coalescing_scene, coalescing_table},
      {"banks", tr_later("Banks"),
       tr_later(
           "Lanes of a warp to the 32 banks of shared memory, wavefront by wavefront: conflicts and broadcasts."),
       Scope::variant, banks_scene, banks_table},
      {"source", tr_later("Source"),
       tr_later("The kernel as plain CUDA: the line of the current step, and what each line cost."), Scope::variant,
       source_scene},
      {"truth", tr_later("Truth"),
       tr_later("The source's counts beside the GPU's own counters, and why they differ."), Scope::variant,
       truth_scene, truth_table},
      {"work", tr_later("Work"),
       tr_later("Operations, steps and parallelism: the textbook's formulas beside what was counted."),
       Scope::variant, work_scene, work_table},
      {"timing", tr_later("Timing"),
       tr_later("Microseconds and bandwidth of the runs so far, measured or recorded on a GPU."), Scope::all,
       timing_scene, timing_table},
      {"sweep", tr_later("Sweep"),
       tr_later("Times over COARSE_FACTOR, blockDim and N: which launch is best, and what the others cost."),
       Scope::all, sweep_scene, sweep_table, &sweep_moves},
      {"sms", tr_later("SMs"),
       tr_later("Which SM ran which block when: waves, idle SMs, and how many blocks the GPU holds at once."),
       Scope::variant, blocks_on_sms_scene, blocks_on_sms_table}};
  return list;
}

const View* find_view(const std::string& id) {
  for (const View& view : views())
    if (id == view.id) return &view;
  return nullptr;
}

}  // namespace lanescope
