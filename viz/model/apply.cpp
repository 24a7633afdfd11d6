// What each command does to the state, one line or a few each.
#include <algorithm>

#include "engine/core/catalogue.h"
#include "engine/session.h"
#include "viz/model/command.h"

namespace lanescope {
namespace {

struct Applier {
  ViewState& state;

  void operator()(const SetKernel& c) const {
    state.request.kernel = c.id;
    forget_other_kernels_choices();
    show_another_tree();
  }
  void operator()(const SetN& c) const {
    state.request.n = c.n;
    state.request.block = 0;
    show_another_tree();
  }
  void operator()(const SetBlockDim& c) const {
    state.request.block_dim = c.block_dim;
    state.request.block = 0;
    show_another_tree();
  }
  void operator()(const SetCoarseFactor& c) const {
    state.request.coarse_factor = c.coarse_factor;
    state.request.block = 0;
    show_another_tree();
  }
  void operator()(const SetGridDim& c) const {
    state.request.grid_dim = c.grid_dim;
    state.request.block = 0;
    show_another_tree();
  }
  void operator()(const SetCombining& c) const {
    state.request.combining = c.combining;
    show_another_tree();
  }
  /// Points have an operator of their own: whichever is chosen brings the other along.
  void operator()(const SetOp& c) const {
    state.request.op = c.op;
    if (op_fits(c.op, state.request.type)) return;
    state.request.type = c.op == Op::farthest ? ElementType::point3 : ElementType::float32;
  }
  void operator()(const SetType& c) const {
    state.request.type = c.type;
    if (op_fits(state.request.op, c.type)) return;
    state.request.op = c.type == ElementType::point3 ? Op::farthest : Op::sum;
  }
  void operator()(const SetInput& c) const { state.request.input = c.input; }
  void operator()(const SetBackend& c) const { state.request.backend = c.backend; }
  void operator()(const SetBlock& c) const {
    state.request.block = c.block;
    state.selection = {};
  }

  void operator()(const StepTo& c) const {
    state.position = c.position;
    state.playing = false;
  }
  void operator()(const StepBy& c) const {
    const auto position = static_cast<std::int64_t>(state.position) + c.steps;
    state.position = static_cast<std::uint32_t>(std::clamp<std::int64_t>(position, 0, 0xffffffff));
  }
  void operator()(const SetPlaying& c) const { state.playing = c.playing; }
  void operator()(const SetSpeed& c) const { state.speed = std::clamp(c.speed, kSpeeds[0], kSpeeds[3]); }

  void operator()(const SetTheme& c) const { state.theme = c.theme; }
  void operator()(const SetProjector& c) const { state.projector = c.projector; }
  void operator()(const Hover& c) const { state.hover = c.focus; }
  void operator()(const Select& c) const { state.selection = c.focus; }
  void operator()(const SetTreeCamera& c) const {
    state.tree.zoom = std::clamp(c.camera.zoom, 1.0, kMaxTreeZoom);
    state.tree.center = std::clamp(c.camera.center, 0.0, 1.0);
  }

  void operator()(const EndEdit&) const {}
  void operator()(const Undo&) const {}
  void operator()(const Redo&) const {}
  void operator()(const RunAgain&) const {}
  void operator()(const CancelRun&) const {}
  void operator()(const DismissMessage&) const {}

 private:
  /// What the kernel leaves no choice of goes back to its own; the user's choice comes back with undo.
  void forget_other_kernels_choices() const {
    RunRequest& request = state.request;
    const auto& kernels = catalogue();
    const auto kernel =
        std::find_if(kernels.begin(), kernels.end(), [&](const KernelInfo& info) { return info.id == request.kernel; });
    if (kernel == kernels.end()) return;
    if (!kernel->coarsens) request.coarse_factor = 1;
    if (kernel->grid != GridRule::chosen) request.grid_dim.reset();
    const auto combinings = combinings_of(*kernel);
    const bool possible = request.combining && std::find(combinings.begin(), combinings.end(), *request.combining) != combinings.end();
    if (!possible) request.combining.reset();
  }

  /// Warps, lanes and nodes mean something else in the next picture; the step is worth keeping for comparison.
  void show_another_tree() const {
    state.tree = {};
    state.hover = {};
    state.selection = {};
  }
};

}  // namespace

ViewState apply(ViewState state, const Command& command) {
  std::visit(Applier{state}, command);
  return state;
}

std::string refusal_after(const ViewState& state, const Command& command) {
  const auto refused = refusal_here(apply(state, command).request);
  return refused ? refused->message : std::string();
}

}  // namespace lanescope
