// N, blockDim or TILE_WIDTH, COARSE_FACTOR and the grid, as a list of what can be chosen; how blocks are combined,
// and the block in view.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "engine/base/number_text.h"
#include "engine/machine/memory.h"
#include "engine/request/catalogue.h"
#include "engine/request/launch_plan.h"
#include "engine/request/own_launch.h"
#include "engine/request/parse.h"
#include "engine/session.h"
#include "engine/workload/workload.h"
#include "viz/panels/launch_rows.h"
#include "viz/panels/parameter.h"
#include "viz/text/window_text.h"
#include "viz/views/shared/times.h"

namespace lanescope {
namespace {

// The slider ends where an emulated run still takes seconds; larger N can be typed. Where the traces follow from
// the launch, it ends at the largest input that a GPU's memory holds.
constexpr int kLargestSliderLog2N = 26, kLargestTracedLog2N = 33;
constexpr int kLargestSliderLog2Grid = 16;
constexpr std::uint64_t kMostInARow = 99'999;
constexpr int kLargestSliderLog2Width = 9, kLargestTracedLog2Width = 12;

int log2_floor(std::uint64_t value) {
  return value == 0 ? 0 : static_cast<int>(std::bit_width(value)) - 1;
}

/// Places of powers of two: `zero` stands left of 1, at `first`.
double place_of(std::uint64_t value) {
  return value == 0 ? -1 : std::log2(static_cast<double>(value));
}
std::uint64_t value_at(double place) {
  return place < 0 ? 0 : static_cast<std::uint64_t>(std::llround(std::exp2(place)));
}

/// What N counts.
struct SizeWords {
  const char* label;
  std::string slider;
  const char* entry;
  int largest_log2;
};
SizeWords size_words(Workload workload) {
  const bool at_once = lanes_follow_from_launch(workload);
  const int width = at_once ? kLargestTracedLog2Width : kLargestSliderLog2Width;
  const int n = at_once ? kLargestTracedLog2N : kLargestSliderLog2N;
  const std::string widest = std::to_string(1 << width), most = fmt::format("2^{}", n);
  if (facts_of(workload).shape == Shape::matrix)
    return {
        "N",
        tr_format("Width of a square matrix: powers of two from 1 to {}, and 0 at the left end. Other sizes can be "
                  "typed at the right.",
                  widest),
        tr("Width of a square matrix; or two sizes, as in 100x70: rows and columns. Enter runs it."), width};
  if (facts_of(workload).shape == Shape::product)
    return {
        "N",
        tr_format("Width of square matrices M, N and P: powers of two from 1 to {}, and 0 at the left end. Other "
                  "sizes can be typed at the right.",
                  widest),
        tr("Width of square matrices; or three sizes, as in 100x33x70: rows of M and P, columns of M, which "
           "are the "
           "rows of N, and columns of N and P. Enter runs it."),
        width};
  if (!has_array_result(workload))
    return {"N",
            tr_format("How many elements are reduced: powers of two from 1 to {}, and 0 at the left end. Other "
                      "sizes can be typed at the right.",
                      most),
            tr("How many elements are reduced. Type 1000, 2^20 or 1M; Enter runs it."), n};
  return {
      "N",
      tr_format("How many elements there are: powers of two from 1 to {}, and 0 at the left end. Other sizes can "
                "be typed at the right.",
                most),
      tr("How many elements there are. Type 1000, 2^20 or 1M; Enter runs it."), n};
}

Command size_as_typed(Workload workload, const std::string& text) {
  const Shape shape = facts_of(workload).shape;
  if (shape == Shape::vector) return SetN{parse_size("N", text)};
  return SetMatrices{parse_matrices("N", text, shape)};
}

/// A launch's number on its way to a place.
double block_place(const LaunchConfig& launch) {
  return place_of(launch.block_dim);
}
double factor_place(const LaunchConfig& launch) {
  return place_of(launch.coarse_factor);
}
double n_place(const LaunchConfig& launch) {
  return place_of(launch.n);
}

/// What a GPU took for the launches of a track, as the sweep shows them. More elements are more work, so that none
/// of those is the best.
TimesOfTrack times_on_track(const Model& model, PanelState& state, SweepChart chart,
                            double (*place)(const LaunchConfig& launch)) {
  TimesOfTrack times;
  if (state.lesson.covers_pictures(model.view().request())) return times;  // they may be what is asked
  const SweepLine& line = state.launch_times.line(model, chart);
  for (const SweepDot& dot : line.dots) times.times.push_back({place(dot.launch), dot.time_us});
  if (times.times.empty()) return times;
  const std::string kind = kind_text(line.provenance, true);
  if (chart == SweepChart::n) {
    times.words = tr_format("Above it: times of launches with {}, {}.",
                            shape_words(line.dots[0].launch, model.view().request().kernel), kind);
    return times;
  }
  times.best = line.best;
  const SweepDot& best = line.dots[line.best];
  times.words = tr_format("Above it: times of launches, {}. The disc is the fastest: {} µs, {}.", kind,
                          time_text(best.time_us), launch_words(best.launch, model.view().request().kernel));
  if (chart == SweepChart::coarse_factor)
    times.words = told_together(times.words,
                                tr("With another blockDim another factor may be: the view Sweep, both, has all."));
  return times;
}

/// The largest N, or width, that is allowed, where all smaller ones are.
std::uint64_t largest_size(const std::function<bool(std::uint64_t)>& allowed) {
  std::uint64_t most = 0, refused = std::uint64_t{1} << 62;
  while (refused > 1 && !allowed(refused / 2)) refused /= 2;
  most = refused / 2;
  while (refused - most > 1) {
    const std::uint64_t middle = most + (refused - most) / 2;
    (allowed(middle) ? most : refused) = middle;
  }
  return most;
}

/// What is beyond `end`, as of a track, is not told.
std::string largest_size_words(const ViewState& state, std::uint64_t end) {
  const std::uint64_t most = largest_size([&](std::uint64_t n) { return refusal_after(state, SetN{n}).empty(); });
  const double available = available_memory_bytes();
  const std::uint64_t held = largest_size([&](std::uint64_t n) {
    if (n > most) return false;
    const RunRequest request = apply(state, SetN{n}).request();
    return host_bytes_of(request, planned_launch(kernel_info(request.kernel), request), false) <= available;
  });
  std::string words = most >= end ? "" : tr_format("With this launch it can be up to {}.", grouped(most));
  if (held >= std::min(most, end)) return words;
  // As a power of two, since how much memory is free changes from moment to moment.
  return told_together(
      words, tr_format("Of more than {} there are pictures but no result here: they have no room in memory.",
                       grouped(std::bit_floor(held))));
}

/// N. Of matrices it is the width of square ones.
Parameter size_of_input(const Model& model, PanelState& state) {
  const RunRequest& request = model.view().request();
  const Workload workload = workload_of(model.view());
  SizeWords words = size_words(workload);
  Parameter n{.id = "n_slider", .label = words.label, .meaning = words.slider, .typing = words.entry};
  n.value = size_text(request);
  n.digits = facts_of(workload).shape == Shape::vector;
  n.limits = [state = model.view()] {
    return largest_size_words(state, std::numeric_limits<std::uint64_t>::max());
  };
  n.limits_of_track = [state = model.view(), end = value_at(words.largest_log2)] {
    return largest_size_words(state, end);
  };
  n.first = -1;
  n.last = words.largest_log2;
  n.place = place_of(request.n);
  n.timed = facts_of(workload).shape == Shape::vector && !kernel_info(request.kernel).own;
  if (n.timed) n.times = times_on_track(model, state, SweepChart::n, n_place);
  n.at = [](double place) { return SetN{value_at(place)}; };
  n.typed = [workload](const std::string& text) { return size_as_typed(workload, text); };
  return n;
}

std::string reason_words(const char* reason) {
  return reason ? reason : "";
}

Parameter block_dim(const Model& model, PanelState& state) {
  const RunRequest& request = model.view().request();
  Parameter block{.id = "block_dim", .label = "blockDim"};
  block.meaning =
      tr("Threads per block: 1 to 1024, in powers of two. Every 32 of them form a warp, and a warp with any "
         "active thread costs as much as a full one.");
  const bool is_own = kernel_info(request.kernel).own != nullptr;  // whose block may be of any size
  block.typing = is_own ? tr("Threads per block: a whole number from 1 to 1024. Enter runs it.")
                        : tr("Threads per block: a power of two from 1 to 1024. Enter runs it.");
  block.value = fmt::format("{}", request.block_dim);
  block.refusal = reason_words(no_launch(kernel_info(request.kernel)));
  block.last = log2_floor(kMaxBlockDim);
  block.first = 0;
  block.place = place_of(request.block_dim);
  block.timed = block.refusal.empty() && !kernel_info(request.kernel).own;
  if (block.timed) block.times = times_on_track(model, state, SweepChart::block_dim, block_place);
  block.at = [](double place) { return SetBlockDim{static_cast<unsigned>(value_at(place))}; };
  block.typed = [is_own](const std::string& text) {
    const SizeRange range{.min = 1, .max = kMaxBlockDim, .power_of_two = !is_own};
    return SetBlockDim{static_cast<unsigned>(parse_size("blockDim", text, range))};
  };
  return block;
}

/// Replaces blockDim for kernels whose blocks are squares of threads.
Parameter tile_width(const Model& model) {
  Parameter tile{.id = "tile_width", .label = "TILE_WIDTH"};
  tile.meaning =
      tr("A block is a square with this many threads per side: 8, 16 or 32. The tiles of M and "
         "N in shared memory have the same size.");
  tile.typing = tr("Threads per side of a block: 8, 16 or 32. Enter runs it.");
  const unsigned width = model.view().request().tile_width;
  tile.value = fmt::format("{}", width);
  tile.first = log2_floor(kTileWidths[0]);
  tile.last = log2_floor(std::end(kTileWidths)[-1]);
  tile.place = place_of(width);
  tile.at = [](double place) { return SetTileWidth{1u << std::lround(place)}; };
  tile.typed = [](const std::string& text) {
    const auto width = static_cast<unsigned>(parse_size("TILE_WIDTH", text, {.min = 1, .max = 1024}));
    if (std::find(std::begin(kTileWidths), std::end(kTileWidths), width) == std::end(kTileWidths))
      throw Error(ErrorKind::usage, Sentence("TILE_WIDTH is {}; it must be one of {}.", text,
                                             fmt::format("{}", fmt::join(kTileWidths, ", "))));
    return SetTileWidth{width};
  };
  return tile;
}

Parameter coarse_factor(const Model& model, PanelState& state) {
  const RunRequest& request = model.view().request();
  const KernelInfo& info = kernel_info(request.kernel);
  Parameter factor{.id = "coarse_factor", .label = "COARSE_FACTOR"};
  factor.meaning =
      !has_array_result(info.workload)
          ? tr("Each thread first sums this many pairs of elements alone, in a register: fewer "
               "barriers, fewer under-utilized steps, less traffic of shared memory. Too large a factor leaves SMs "
               "without work.")
          : tr("Each thread does the work of this many threads, one after another: fewer blocks, and what those "
               "threads would each load or compute again is done once. Too large a factor leaves SMs without "
               "work.");
  factor.typing = tr_format("A whole number from 1 to {}. Enter runs it.", info.max_coarse_factor);
  if (!info.coarsens)
    factor.refusal = tr_format("The code of {} is not coarsened: a thread does one share of the work.", info.id);
  if (const char* const reason = no_launch(info)) factor.refusal = reason;
  factor.value = fmt::format("{}", request.coarse_factor);
  factor.first = 0;
  factor.last = std::max(1, log2_floor(info.max_coarse_factor));
  factor.place = place_of(request.coarse_factor);
  factor.timed = factor.refusal.empty() && !info.own;
  if (factor.timed) factor.times = times_on_track(model, state, SweepChart::coarse_factor, factor_place);
  factor.at = [](double place) { return SetCoarseFactor{static_cast<unsigned>(value_at(place))}; };
  factor.typed = [most = info.max_coarse_factor](const std::string& text) {
    return SetCoarseFactor{static_cast<unsigned>(parse_size("COARSE_FACTOR", text, {.min = 1, .max = most}))};
  };
  return factor;
}

/// Left of 1 is the kernel's own number of blocks. Those that follow are not told while they may be what is asked.
Parameter grid_dim(const Model& model, bool covered) {
  const RunRequest& request = model.view().request();
  const KernelInfo& info = kernel_info(request.kernel);
  const std::uint64_t blocks = model.run() ? first_launch(*model.run()).grid_dim : 0;
  Parameter grid{.id = "grid_dim", .label = "gridDim"};
  const char* const none = no_launch(info);
  if (none)
    grid.refusal = none;
  else if (const std::string alone = single_block_words(info, request); !alone.empty())
    grid.refusal = alone;
  else if (info.grid != GridRule::chosen)
    grid.refusal =
        tr_format("{} has as many blocks as its elements need: {} here.", info.id, covered ? "?" : grouped(blocks));
  grid.meaning =
      info.vectorized
          ? tr("Blocks of the grid. The left end is the kernel's own rule: blocks follow from N, blockDim and the "
               "GPU.")
          : tr("Blocks of the grid. The left end is the kernel's own choice: enough for N, but no more than 128; "
               "threads take elements until none is left.");
  grid.typing = tr("Blocks of the grid; 0 is the kernel's own choice. Enter runs it.");
  const bool own = !request.grid_dim || own_shape(request) != OwnShape::none;
  const bool is_chosen = grid.refusal.empty() && request.grid_dim;
  if (!none)
    grid.value = is_chosen              ? fmt::format("{}", *request.grid_dim)
                 : covered              ? "?"
                 : grid.refusal.empty() ? fmt::format("{}", blocks)  // in a field
                                        : grouped(blocks);
  // Beside another parameter: so short that it stays there, and no row moves while N does. Its tip has all digits.
  if (!grid.refusal.empty() && !covered && blocks > kMostInARow) grid.value = size_text(blocks);
  grid.first = -1;
  grid.last = kLargestSliderLog2Grid;
  grid.place = own ? -1 : place_of(*request.grid_dim);
  const auto chosen = [](std::uint64_t count) {
    return SetGridDim{count == 0 ? std::nullopt : std::optional<std::uint64_t>(count)};
  };
  grid.at = [chosen](double place) { return chosen(value_at(place)); };
  grid.typed = [chosen](const std::string& text) { return chosen(parse_size("gridDim", text)); };
  return grid;
}

/// Replaces the choice of how blocks are combined, which the code of a user's kernel makes.
Parameter dynamic_shared(const Model& model) {
  const RunRequest& request = model.view().request();
  const KernelInfo& info = kernel_info(request.kernel);
  constexpr unsigned kKiB = 1024;
  const unsigned bytes = dynamic_shared_bytes(info, request);
  Parameter shared{.id = "shared_bytes", .label = "extern shared"};
  shared.meaning = tr("Bytes of extern __shared__, in KiB: the third number between <<< and >>>.");
  shared.typing = tr("Bytes of extern __shared__: 1024 or 48K. Enter runs it.");
  shared.value = fmt::format("{}", info.own->has_dynamic_shared ? bytes : 0);
  if (!info.own->has_dynamic_shared)
    shared.refusal = tr("The kernel has no extern __shared__ array, whose size a launch chooses.");
  shared.first = 0;
  shared.last = static_cast<int>(kMaxSharedBytes / kKiB);
  shared.place = static_cast<double>(bytes) / kKiB;
  const auto chosen = [own = request.own](unsigned count) {
    OwnLaunch launch = own;
    launch.shared_bytes = count;
    return SetOwnLaunch{launch};
  };
  shared.at = [chosen](double place) { return chosen(static_cast<unsigned>(std::lround(place)) * kKiB); };
  shared.typed = [chosen](const std::string& text) {
    return chosen(static_cast<unsigned>(parse_size("extern shared", text, {.min = 0, .max = kMaxSharedBytes})));
  };
  return shared;
}

std::vector<Parameter> parameters_of(const Model& model, PanelState& state) {
  const Workload workload = workload_of(model.view());
  std::vector<Parameter> all{size_of_input(model, state)};
  all.push_back(facts_of(workload).of_matrices() ? tile_width(model) : block_dim(model, state));
  all.push_back(coarse_factor(model, state));
  all.push_back(grid_dim(model, state.lesson.covers_pictures(model.view().request())));
  if (kernel_info(model.view().request().kernel).own) all.push_back(dynamic_shared(model));
  return all;
}

}  // namespace

void launch_sliders(const Model& model, const Ui& ui, PanelState& state) {
  ImGui::Dummy({0, ui.px(kGroupGap)});
  const KernelInfo& kernel = kernel_info(model.view().request().kernel);
  if (kernel.own && kernel.own->is_program) {
    text_wrapped(ui.fonts.small, ui.colors.dim, tr("A program launches its kernels itself."));
    if (kernel.own->is_launcher) draw_parameters(ui, state, std::vector{size_of_input(model, state)});
    return block_row(model, ui, false);
  }
  const ImVec2 from = ImGui::GetCursorScreenPos(), at = ImGui::GetIO().MousePos;
  const float wide = ImGui::GetContentRegionAvail().x;
  draw_parameters(ui, state, parameters_of(model, state));
  const bool over = Rect{from.x, from.y, wide, ImGui::GetCursorScreenPos().y - from.y}.contains(at.x, at.y);
  state.awaits_number = over && (state.awaits_number || ImGui::IsMouseClicked(ImGuiMouseButton_Left));
  if (!kernel.own && !has_array_result(workload_of(model.view()))) combining_row(model, ui);
  block_row(model, ui, state.lesson.covers_pictures(model.view().request()));
}

}  // namespace lanescope
