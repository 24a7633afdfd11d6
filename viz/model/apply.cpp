// What each command does to the state, one line or a few each.
#include <algorithm>
#include <functional>

#include "engine/base/error.h"
#include "engine/request/launch_sequence.h"
#include "engine/source/stated_options.h"
#include "engine/this_machine.h"
#include "engine/workload/workload.h"
#include "viz/model/command.h"
#include "viz/model/first_launch.h"
#include "viz/model/own_shape.h"
#include "viz/model/presets.h"

namespace lanescope {
namespace {

struct Applier {
  ViewState& state;

  void operator()(const SetKernel& c) const {
    RunRequest request = state.request();
    request.kernel = c.id;
    if (!same_group(request, state.request())) return (*this)(SetVariants{{.requests = {first_launch(request)}}});
    if (state.request().kernel != c.id) state.request().own = {};
    state.request().kernel = c.id;
    look_at_first(state.request());
    forget_other_kernels_choices(state.request());
    show_another_tree();
  }
  void operator()(const ShowOwnKernel& c) const {
    if (c.alone || !same_group(c.request, state.request())) return (*this)(SetVariants{{.requests = {c.request}}});
    state.request() = c.request;
    show_another_tree();
    state.position = 0;
  }
  void operator()(const EditOwnKernel& c) const {
    if (c.variant >= state.variants.count()) return;
    const std::string id(know_own_source(c.source).id);
    RunRequest& request = state.variants.requests[c.variant];
    if (state.must_ask(request.kernel) && !state.must_ask(id)) state.asks.push_back(id);
    take_what_is_stated(own_source_of(kernel_info(request.kernel)), c.source, request);
    const auto of_matrices = [](const RunRequest& one) {
      return facts_of(kernel_info(one.kernel).workload).of_matrices();
    };
    const bool were_matrices = of_matrices(request);
    request.kernel = id;
    look_at_first(request);
    if (were_matrices != of_matrices(request)) {
      request.matrices.reset();
      request.n = lanescope::first_request(c.source).n;
    }
    const auto fits = [&](const RunRequest& other) { return same_group(other, request); };
    auto& all = state.variants.requests;
    if (!std::all_of(all.begin(), all.end(), fits)) (*this)(SetVariants{{.requests = {RunRequest(request)}}});
  }
  void operator()(const SetOwnLaunch& c) const {
    if (kernel_info(state.request().kernel).own) state.request().own = c.own;
  }
  void operator()(const AllowOwnKernels&) const { state.asks.clear(); }
  void operator()(const ForgetOwnKernel&) const {}
  void operator()(const SetN& c) const {
    change_launches(
        [&](RunRequest& request) {
          request.n = c.n;
          request.matrices.reset();
        },
        c.everywhere);
  }
  void operator()(const SetMatrices& c) const {
    change_launches([&](RunRequest& request) {
      request.n = c.sizes.rows;
      const Shape shape = facts_of(kernel_info(request.kernel).workload).shape;
      request.matrices = is_square(shape, c.sizes) ? std::nullopt : std::optional(c.sizes);
    });
  }
  void operator()(const SetTileWidth& c) const {
    change_launches([&](RunRequest& request) { request.tile_width = c.tile_width; });
  }
  void operator()(const SetBlockDim& c) const {
    change_launches([&](RunRequest& request) {
      request.block_dim = c.block_dim;
      request.own.block = {};
    });
  }
  void operator()(const SetCoarseFactor& c) const {
    change_launches([&](RunRequest& request) { request.coarse_factor = c.coarse_factor; });
  }
  void operator()(const SetGridDim& c) const {
    change_launches([&](RunRequest& request) {
      request.grid_dim = c.grid_dim;
      request.own.grid = {};
    });
  }
  void operator()(const SetCombining& c) const {
    change([&](RunRequest& request) { request.combining = c.combining; });
    show_another_tree();
  }
  /// Points have an operator of their own: choosing the type or the operator sets the other, too.
  void operator()(const SetOp& c) const {
    change([&](RunRequest& request) {
      request.op = c.op;
      if (op_fits(c.op, request.type)) return;
      request.type = c.op == Op::farthest ? ElementType::point3 : ElementType::float32;
    });
  }
  void operator()(const SetType& c) const {
    change([&](RunRequest& request) {
      request.type = c.type;
      if (op_fits(request.op, c.type)) return;
      request.op = c.type == ElementType::point3 ? Op::farthest : Op::sum;
    });
  }
  void operator()(const SetInput& c) const {
    change([&](RunRequest& request) { request.input = c.input; });
  }
  void operator()(const SetBackend& c) const {
    change([&](RunRequest& request) { request.backend = c.backend; });
  }
  void operator()(const SetBlock& c) const {
    RunRequest& request = state.request();
    request.block = 0;
    request.launch = 1;
    const bool possible = !refusal(request);
    const KernelInfo& kernel = kernel_info(request.kernel);
    if (kernel.own && kernel.own->is_program)
      request.launch = state.variants.launch;
    else if (possible)
      request.launch = std::min(state.variants.launch, static_cast<unsigned>(launches_of(request).size()));
    request.block = c.block;
    state.selection = {};
  }
  void operator()(const SetLaunch& c) const {
    state.variants.launch = std::max(1u, c.launch);
    show_another_tree();
  }

  void operator()(const AddVariant& c) const {
    Variants& variants = state.variants;
    if (variants.count() >= kMaxVariants) return;
    RunRequest request = variants.request();
    if (request.kernel != c.kernel) request.own = {};
    request.kernel = c.kernel;
    request.launch = 1;
    request.block = 0;
    forget_other_kernels_choices(request);
    variants.requests.push_back(std::move(request));
    variants.active = variants.count() - 1;
  }
  void operator()(const RemoveVariant& c) const {
    Variants& variants = state.variants;
    if (variants.count() == 1 || c.variant >= variants.count()) return;
    variants.requests.erase(variants.requests.begin() + static_cast<std::ptrdiff_t>(c.variant));
    if (variants.active > c.variant || variants.active == variants.count()) --variants.active;
    show_another_tree();
  }
  void operator()(const SetVariants& c) const {
    if (c.variants.requests.empty() || c.variants.count() > kMaxVariants || c.variants.active >= c.variants.count())
      return;
    state.variants = c.variants;
    show_another_tree();
  }
  void operator()(const ShowBeside& c) const {
    Variants& variants = state.variants;
    const auto there = std::find(variants.requests.begin(), variants.requests.end(), c.request);
    if (there != variants.requests.end()) {
      variants.active = static_cast<std::size_t>(there - variants.requests.begin());
      return;
    }
    if (variants.count() == kMaxVariants) variants.requests.pop_back();
    variants.requests.push_back(c.request);
    variants.active = variants.count() - 1;
    variants.linked = false;
    show_another_tree();
  }
  void operator()(const SetLinked& c) const { state.variants.linked = c.linked; }
  void operator()(const Activate& c) const {
    if (c.variant < state.variants.count()) state.variants.active = c.variant;
  }

  void operator()(const StepTo& c) const {
    state.position = c.position;
    state.moment = c.position > 0 ? std::clamp(c.moment, 0.0, 1.0) : 1;
    state.moving = false;
    state.playing = false;
    state.plays_when_done = false;
  }
  void operator()(const StepToKeyStep&) const {}  // the model knows where that is
  void operator()(const StepBy& c) const {
    const auto position = static_cast<std::int64_t>(state.position) + c.steps;
    state.position = static_cast<std::uint32_t>(std::clamp<std::int64_t>(position, 0, 0xffffffff));
    state.moving = state.motion && c.steps == 1;
    state.moment = state.moving ? 0 : 1;
    state.plays_when_done = false;
  }
  void operator()(const SetPlaying& c) const {
    state.playing = c.playing;
    state.moving = c.playing && state.moment < 1;
    state.plays_when_done = false;
  }
  void operator()(const SetSpeed& c) const { state.speed = std::clamp(c.speed, kSpeeds[0], kSpeeds[3]); }

  void operator()(const SetMotion& c) const {
    state.motion = c.motion;
    state.moving = state.moving && c.motion;
    if (!c.motion) state.moment = 1;
  }

  void operator()(const SetAlignment& c) const { state.alignment = c.alignment; }
  void operator()(const OpenPanel& c) const {
    state.panel = c.id;
    state.folded = false;
    state.list.reset();
  }
  void operator()(const FoldPanel& c) const { state.folded = c.folded; }
  void operator()(const Enlarge& c) const {
    state.enlarged = c.id;
    state.list.reset();
  }
  void operator()(const SetTheme& c) const { state.theme = c.theme; }
  void operator()(const SetProjector& c) const { state.projector = c.projector; }
  void operator()(const SetLanguage& c) const { state.language = c.language; }
  void operator()(const Hover& c) const { state.hover = c.focus; }
  void operator()(const Select& c) const { state.selection = c.focus; }
  void operator()(const SetTreeCamera& c) const {
    state.tree.zoom = std::clamp(c.camera.zoom, 1.0, kMaxTreeZoom);
    state.tree.center = std::clamp(c.camera.center, 0.0, 1.0);
    state.tree.opened = std::clamp(c.camera.opened, 0.0, kMaxOpened);
  }
  void operator()(const SetActivityLevel& c) const { state.activity = c.level; }
  void operator()(const SetCostKind& c) const { state.cost = c.kind; }
  void operator()(const SetPlacementGpu& c) const {
    if (find_placement_gpu(c.id)) state.placement_gpu = c.id;
  }
  void operator()(const ChooseRequest& c) const {
    (c.space == MemorySpace::global ? state.global_request : state.shared_request) = c.index;
  }
  void operator()(const SetSweepChart& c) const {
    state.sweep.chart = c.chart;
    state.sweep.camera = {};
  }
  void operator()(const SetSweepQuantity& c) const {
    state.sweep.quantity = c.quantity;
    state.sweep.camera = {};
  }
  /// Keeps the view inside the plot.
  void operator()(const SetPlotCamera& c) const {
    const double zoom = std::clamp(c.camera.zoom, 1.0, kMaxPlotZoom), half = 0.5 / zoom;
    state.sweep.camera = {zoom, std::clamp(c.camera.center_x, half, 1 - half),
                          std::clamp(c.camera.center_y, half, 1 - half)};
  }
  void operator()(const SetRounding& c) const { state.rounding = c.shown; }
  void operator()(const SetSourceHead& c) const {
    state.source_head = c.shown;
    state.list.reset();
  }
  void operator()(const ScrollList& c) const { state.list = {c.first, state.position}; }

  void operator()(const EndEdit&) const {}
  void operator()(const Undo&) const {}
  void operator()(const Redo&) const {}
  void operator()(const RunAgain&) const {}
  void operator()(const CancelRun&) const {}
  void operator()(const DismissMessage&) const {}
  void operator()(const Measure&) const {}
  void operator()(const CancelMeasuring&) const {}

 private:
  /// Changes the active variant, or all if they are linked; parameters that a kernel does not let the user choose
  /// stay as they are.
  void change(const std::function<void(RunRequest&)>& edit, bool everywhere = false) const {
    edit(state.request());
    look_at_first(state.request());
    if (!state.variants.linked && !everywhere) return;
    for (RunRequest& request : state.variants.requests) {
      if (&request == &state.request()) continue;
      edit(request);
      look_at_first(request);
      forget_other_kernels_choices(request);
    }
  }
  void change_launches(const std::function<void(RunRequest&)>& edit, bool everywhere = false) const {
    change(
        [&](RunRequest& request) {
          edit(request);
          request.block = 0;
        },
        everywhere);
    show_another_tree();
  }

  /// A block of a later launch may not exist after the run has changed.
  static void look_at_first(RunRequest& request) {
    if (request.launch == 1) return;
    request.launch = 1;
    request.block = 0;
  }

  /// The first request for a kernel of another group: its own default data, and sizes that suit its pictures.
  static RunRequest first_launch(const RunRequest& before) {
    RunRequest request;
    request.kernel = before.kernel;
    request.n = first_n(kernel_info(before.kernel).workload);
    request.backend = before.backend;
    request.detail = Detail::full;
    forget_other_kernels_choices(request);
    return request;
  }

  /// Options that the new text states otherwise than the old one. A line that is still being written says nothing.
  static void take_what_is_stated(const OwnSource& before, const OwnSource& after, RunRequest& request) {
    try {
      const auto old = stated_options(before.text, before.name);
      for (const auto& option : stated_options(after.text, after.name))
        if (std::find(old.begin(), old.end(), option) == old.end())
          read_stated_option(option.first, option.second, request);
    } catch (const Error&) {
    }
  }

  /// Resets parameters that the kernel does not let the user choose; undo restores the user's choice.
  static void forget_other_kernels_choices(RunRequest& request) {
    const KernelInfo& kernel = kernel_info(request.kernel);
    if (!kernel.own) request.own = {};
    request.coarse_factor = std::min(request.coarse_factor, kernel.coarsens ? kernel.max_coarse_factor : 1);
    if (kernel.own) request.combining.reset();
    if (kernel.grid != GridRule::chosen) request.grid_dim.reset();
    if (has_array_result(kernel.workload)) return forget_reductions_choices(request);
    const auto combinings = combinings_of(kernel);
    const bool possible = request.combining &&
                          std::find(combinings.begin(), combinings.end(), *request.combining) != combinings.end();
    if (!possible) request.combining.reset();
  }

  /// Other workloads have no operator, and not every type.
  static void forget_reductions_choices(RunRequest& request) {
    request.op = Op::sum;
    request.combining.reset();
    const auto type_refused = [&] {
      const auto refused = refusal(request);
      return refused && refused->option == "--type";
    };
    for (const ElementType type : {ElementType::float32, ElementType::int32})
      if (type_refused()) request.type = type;
  }

  /// Warps, lanes and nodes have another meaning in the next picture; the step is kept for comparison.
  void show_another_tree() const {
    state.plays_when_done = false;
    state.tree = {};
    state.hover = {};
    state.selection = {};
  }
};

}  // namespace

ViewState apply(ViewState state, const Command& command) {
  const Variants before = state.variants;
  std::visit(Applier{state}, command);
  if (state.variants.requests != before.requests) {
    keep_own_shapes(before, state.variants);
    settle_anew(before, state.variants);
  }
  return state;
}

Sentence refusal_after(const ViewState& state, const Command& command) {
  const auto refused = known_refusal(apply(state, command).request());
  return refused ? refused->sentence : Sentence();
}

std::string kernel_to_add(const ViewState& state) {
  const auto ladder = group_of(kernel_info(state.request().kernel)).kernels;
  const auto is_there = [&](const KernelInfo& info) {
    return std::any_of(state.variants.requests.begin(), state.variants.requests.end(),
                       [&](const RunRequest& request) { return request.kernel == info.id; });
  };
  const auto active = std::find_if(ladder.begin(), ladder.end(),
                                   [&](const KernelInfo& info) { return info.id == state.request().kernel; });
  const auto start = static_cast<std::size_t>(active - ladder.begin());
  for (std::size_t i = 1; i <= ladder.size(); ++i) {
    const KernelInfo& info = ladder[(start + i) % ladder.size()];
    const std::string id(info.id);
    if (info.traced() && !is_there(info) && refusal_after(state, AddVariant{id}).empty()) return id;
  }
  return state.request().kernel;
}

}  // namespace lanescope
