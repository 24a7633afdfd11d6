// Everything that a user can do, as plain values. Panels, keys and scripts make commands; only apply() and the
// Model turn them into a new state.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/analysis/step_requests.h"
#include "engine/source/own_source.h"
#include "viz/model/view_state.h"

namespace lanescope {

// What to run: in the active variant, or in all while they are linked (kernel and block in view: always only in
// the active one). These can be undone.
/// A kernel of another group replaces all variants.
struct SetKernel {
  std::string id;
};
/// For matrices: square ones of this width. `everywhere`: in all variants, also where they are not linked, as a
/// view needs that compares them at one size.
struct SetN {
  std::uint64_t n = 0;
  bool everywhere = false;
};
struct SetMatrices {
  MatrixSizes sizes;
};
struct SetTileWidth {
  unsigned tile_width = 16;
};
struct SetBlockDim {
  unsigned block_dim = 1;
};
struct SetCoarseFactor {
  unsigned coarse_factor = 1;
};
/// none: the kernel's own.
struct SetGridDim {
  std::optional<std::uint64_t> grid_dim;
};
struct SetCombining {
  Combining combining = Combining::atomic;
};
struct SetOp {
  Op op = Op::sum;
};
struct SetType {
  ElementType type = ElementType::float32;
};
struct SetInput {
  InputSpec input;
};
struct SetBackend {
  BackendChoice backend = BackendChoice::automatic;
};
/// The block in view, of the launch in view.
struct SetBlock {
  std::uint64_t block = 0;
};
/// The launch in view of all variants, from 1. A variant with fewer launches shows its last one.
struct SetLaunch {
  unsigned launch = 1;
};

// Which variants there are. These can be undone too.
/// Adds a variant, launched like the active one, and activates it.
struct AddVariant {
  std::string kernel;
};
/// Does nothing if it is the only one.
struct RemoveVariant {
  std::size_t variant = 0;
};
/// Replaces all variants. If they are a preset's, the view goes to its step when their runs are done.
struct SetVariants {
  Variants variants;
};
/// Beside the variants, each with its own launch from then on; in the place of the last one where there is no room
/// for more. One that is shown already becomes active.
struct ShowBeside {
  RunRequest request;
};
struct SetLinked {
  bool linked = true;
};

/// A user's kernel takes the place of the active variant; one of another group, or `alone`, replaces all.
struct ShowOwnKernel {
  RunRequest request;
  bool alone = false;
};
/// Another text of the user's kernel that a variant shows: it is launched as before, and the pictures stay at
/// their step. What the text newly states of its launch holds.
struct EditOwnKernel {
  std::size_t variant = 0;
  OwnSource source;
};
/// What only a user's kernel is told of its launch; of the active variant.
struct SetOwnLaunch {
  OwnLaunch own;
};
/// Takes a user's kernel that no variant shows off the list.
struct ForgetOwnKernel {
  std::string id;
};
/// Kernels that came with a session may run.
struct AllowOwnKernels {};

struct Activate {
  std::size_t variant = 0;
};

/// The user let go of a slider: for undo, what follows is a separate change.
struct EndEdit {};
struct Undo {};
struct Redo {};
struct RunAgain {};
struct CancelRun {};
struct DismissMessage {};

// Where in the run, in frames of the lock step. Positions beyond the last one mean the last one.
/// At a moment below 1 the last of these steps is under way, and stands still there.
struct StepTo {
  std::uint32_t position = 0;
  double moment = 1;
};
/// To what the preset in view is about; after the last step where no single one shows it.
struct StepToKeyStep {};
/// A single step forward moves, unless motion is off.
struct StepBy {
  int steps = 0;
};
struct SetPlaying {
  bool playing = false;
};
struct SetSpeed {
  double speed = 1;
};

/// Whether values travel when a step is taken.
struct SetMotion {
  bool motion = true;
};

// How it is shown.
struct SetAlignment {
  Alignment alignment = Alignment::rounds;
};
struct OpenPanel {
  std::string id;
};
/// Hides the open view, so that the pictures have its room, or shows it again.
struct FoldPanel {
  bool folded = false;
};
/// The view that fills the window; empty: show all views again.
struct Enlarge {
  std::string id;
};
struct SetTheme {
  Theme theme = Theme::dark;
};
struct SetProjector {
  bool projector = false;
};
struct SetLanguage {
  Language language = Language::english;
};
struct Hover {
  Focus focus;
};
struct Select {
  Focus focus;
};
struct SetTreeCamera {
  TreeCamera camera;
};
struct SetActivityLevel {
  ActivityLevel level = ActivityLevel::block;
};
/// What the clock counts.
struct SetCostKind {
  CostKind kind = CostKind::warp_steps;
};
/// The GPU that the grid's blocks are placed on, by the id of placement_gpus(). Of another id: nothing.
struct SetPlacementGpu {
  std::string id;
};
/// Which request of a step is drawn.
struct ChooseRequest {
  MemorySpace space = MemorySpace::global;
  std::uint32_t index = 0;
};
/// Shows the whole chart.
struct SetSweepChart {
  SweepChart chart = SweepChart::coarse_factor;
};
struct SetSweepQuantity {
  SweepQuantity quantity = SweepQuantity::time;
};
struct SetPlotCamera {
  PlotCamera camera;
};
struct SetRounding {
  bool shown = false;
};
struct SetSourceHead {
  bool shown = false;
};
/// The first visible row of the open view's list.
struct ScrollList {
  std::uint32_t first = 0;
};

// Measuring times on this machine's GPU.
/// Measures the launches of a chart; without a chart, only the variants' own.
struct Measure {
  std::optional<SweepChart> chart;
};
struct CancelMeasuring {};

using AnyCommand =
    std::variant<SetKernel, SetN, SetMatrices, SetTileWidth, SetBlockDim, SetCoarseFactor, SetGridDim, SetCombining,
                 SetOp, SetType, SetInput, SetBackend, SetBlock, SetLaunch, AddVariant, RemoveVariant, SetVariants,
                 SetLinked, Activate, EndEdit, Undo, Redo, RunAgain, CancelRun, DismissMessage, StepTo,
                 StepToKeyStep, StepBy, SetPlaying, SetSpeed, SetAlignment, OpenPanel, FoldPanel, Enlarge, SetTheme,
                 SetProjector, SetLanguage, Hover, Select, SetTreeCamera, SetActivityLevel, ChooseRequest,
                 SetSweepChart, SetSweepQuantity, SetPlotCamera, Measure, CancelMeasuring, SetRounding,
                 SetSourceHead, ScrollList, SetCostKind, SetPlacementGpu, SetMotion, ShowOwnKernel, EditOwnKernel,
                 SetOwnLaunch, AllowOwnKernels, ForgetOwnKernel, ShowBeside>;

/// One of these. Copying and destroying a variant of so many types takes long to compile, so command.cpp does it
/// for all users.
struct Command : AnyCommand {
  template <class OneOfThem>
  requires(!std::is_base_of_v<AnyCommand, OneOfThem>) Command(OneOfThem command)
      : AnyCommand(std::in_place_type<OneOfThem>, std::move(command)) {}
  Command(const Command& other);
  Command(Command&& other) noexcept;
  Command& operator=(const Command& other);
  Command& operator=(Command&& other) noexcept;
  ~Command();
};
using Commands = std::vector<Command>;

/// The state after the command. Pure: commands to the runner or the undo history (Undo, Redo, RunAgain, CancelRun,
/// EndEdit, DismissMessage, Measure, CancelMeasuring) change nothing here.
ViewState apply(ViewState state, const Command& command);

/// Why the engine would refuse to run the active variant after this command; empty if it would run.
Sentence refusal_after(const ViewState& state, const Command& command);

/// The kernel of a new variant: the group's next one that is not shown yet and can run with the active variant's
/// launch; if all are shown, the active kernel again.
std::string kernel_to_add(const ViewState& state);

inline constexpr double kSpeeds[] = {0.5, 1, 2, 4};
inline constexpr double kMaxTreeZoom = 1024;
/// A number past every element of a block.
inline constexpr double kMaxOpened = 4294967294.0;
inline constexpr double kMaxPlotZoom = 64;

}  // namespace lanescope
