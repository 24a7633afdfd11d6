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
#include "viz/model/view_state.h"

namespace lanescope {

// What to run, in the active variant or, while they are linked, in all (the kernel and the block in view: in the
// active one alone). These can be undone.
struct SetKernel {
  std::string id;
};  ///< one of another group takes the place of all variants
struct SetN {
  std::uint64_t n = 0;
};  ///< of matrices: square ones
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
struct SetGridDim {
  std::optional<std::uint64_t> grid_dim;
};  ///< none: the kernel's own
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
struct SetBlock {
  std::uint64_t block = 0;
};  ///< the block that is drawn, of the launch that is
struct SetLaunch {
  unsigned launch = 1;
};  ///< the launch that is drawn of all variants, from 1; beyond their last one: that

// Which variants there are. These can be undone too.
struct AddVariant {
  std::string kernel;
};  ///< beside the others, launched like the active one; becomes active
struct RemoveVariant {
  std::size_t variant = 0;
};  ///< but for the last one
struct SetVariants {
  Variants variants;
};  ///< all of them; a preset's open at its step when their runs are there
struct SetLinked {
  bool linked = true;
};

struct Activate {
  std::size_t variant = 0;
};

/// The user let go of a slider: what comes next is a change of its own for undo.
struct EndEdit {};
struct Undo {};
struct Redo {};
struct RunAgain {};
struct CancelRun {};
struct DismissMessage {};

// Where in the run, in frames of the lock step. Positions beyond the last one mean the last one.
struct StepTo {
  std::uint32_t position = 0;
};
struct StepBy {
  int steps = 0;
};
struct SetPlaying {
  bool playing = false;
};
struct SetSpeed {
  double speed = 1;
};

// How it is shown.
struct SetAlignment {
  Alignment alignment = Alignment::rounds;
};
struct OpenPanel {
  std::string id;
};
/// Puts the open view away, so that the pictures have its room, or brings it back.
struct FoldPanel {
  bool folded = false;
};
struct Enlarge {
  std::string id;
};  ///< the view that fills the window; empty: back to all
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
struct SetCostKind {
  CostKind kind = CostKind::warp_steps;
};  ///< what the clock counts
struct ChooseRequest {
  MemorySpace space = MemorySpace::global;
  std::uint32_t index = 0;
};  ///< of a step's, to be drawn
struct SetSweepChart {
  SweepChart chart = SweepChart::coarse_factor;
};  ///< all of it in view
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
struct ScrollList {
  std::uint32_t first = 0;
};  ///< the first row in sight of the open view's list

// Times of this machine's GPU, for the pictures of them.
struct Measure {
  std::optional<SweepChart> chart;
};  ///< the launches of a chart; none: the variants' own alone
struct CancelMeasuring {};

using AnyCommand =
    std::variant<SetKernel, SetN, SetMatrices, SetTileWidth, SetBlockDim, SetCoarseFactor, SetGridDim, SetCombining,
                 SetOp, SetType, SetInput, SetBackend, SetBlock, SetLaunch, AddVariant, RemoveVariant, SetVariants,
                 SetLinked, Activate, EndEdit, Undo, Redo, RunAgain, CancelRun, DismissMessage, StepTo, StepBy,
                 SetPlaying, SetSpeed, SetAlignment, OpenPanel, FoldPanel, Enlarge, SetTheme, SetProjector,
                 SetLanguage, Hover, Select, SetTreeCamera, SetActivityLevel, ChooseRequest, SetSweepChart,
                 SetSweepQuantity, SetPlotCamera, Measure, CancelMeasuring, SetRounding, SetSourceHead, ScrollList,
                 SetCostKind>;

/// One of these. To copy and to end a variant of so many takes longer to compile than most files that name one, so
/// command.cpp does it for all.
struct Command : AnyCommand {
  template <class OneOfThem>
    requires(!std::is_base_of_v<AnyCommand, OneOfThem>)
  Command(OneOfThem command) : AnyCommand(std::in_place_type<OneOfThem>, std::move(command)) {}
  Command(const Command& other);
  Command(Command&& other) noexcept;
  Command& operator=(const Command& other);
  Command& operator=(Command&& other) noexcept;
  ~Command();
};
using Commands = std::vector<Command>;

/// The state after the command. Pure: what it asks of the runner or of the undo history (Undo, Redo, RunAgain,
/// CancelRun, EndEdit, DismissMessage, Measure, CancelMeasuring) changes nothing here.
ViewState apply(ViewState state, const Command& command);

/// Why the engine would refuse to run the active variant after this command; empty where it would run.
Sentence refusal_after(const ViewState& state, const Command& command);

/// The group's next kernel that is not there yet and can run as the active one is launched; where all are there,
/// the active one once more, to be launched in another way.
std::string kernel_to_add(const ViewState& state);

inline constexpr double kSpeeds[] = {0.5, 1, 2, 4};
inline constexpr double kMaxTreeZoom = 1024;
inline constexpr double kMaxPlotZoom = 64;

}  // namespace lanescope
