// N, blockDim, COARSE_FACTOR, the grid, how its blocks are combined, and the block in view.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/request/catalogue.h"
#include "engine/request/own_launch.h"
#include "engine/request/parse.h"
#include "engine/session.h"
#include "engine/workload/workload.h"
#include "viz/panels/panels.h"
#include "viz/text/window_text.h"

namespace lanescope {
namespace {

// The slider ends where an emulated run still takes seconds; larger N can be typed. Where the traces follow from the launch,
// it ends at the largest input that a GPU's memory holds.
constexpr int kLargestSliderLog2N = 26, kLargestTracedLog2N = 33;
constexpr int kLargestSliderLog2Grid = 16;
constexpr int kLargestSliderLog2Width = 9, kLargestTracedLog2Width = 12;

// Seven digits or three sizes of matrices fit into the field of N and beside the other sliders; all values are
// right-aligned with the field's.
constexpr float kValueWidth = 84, kValueInset = 6;

int log2_floor(std::uint64_t value) {
  return value == 0 ? 0 : static_cast<int>(std::bit_width(value)) - 1;
}

/// One line: label, slider, value, in three columns that all sliders share.
struct SliderRow {
  const char* label;
  const char* id;
  int position;
  SliderLook look;
  std::string_view explanation;
};

float slider_column(const Ui& ui) {
  return text_width_of(ui.fonts.small, "COARSE_FACTOR") + ui.px(6);
}
float row_right() {
  return ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
}

/// Draws everything but the value; returns the new position while it moves. The slider is the last item, for
/// edit_ended().
std::optional<int> label_and_slider(const Ui& ui, const SliderRow& row) {
  row_label(ui, row.label, slider_column(ui), row.look.disabled, row.explanation);
  SliderLook look = row.look;
  look.width = std::max(ui.px(24), ImGui::GetContentRegionAvail().x - ui.px(kValueWidth + 4));
  const auto moved = track_slider(ui, row.id, row.position, look);
  ui.mark(row.id);
  ui.explain(row.explanation);
  return moved;
}

/// The value is drawn, not an item: the slider stays the last one.
std::optional<int> slider_row(const Ui& ui, const SliderRow& row, const std::string& value) {
  const float right = row_right() - ui.px(kValueInset), top = ImGui::GetCursorScreenPos().y;
  ImFont* const font = ui.fonts.mono;
  const ImVec2 at{std::floor(right - text_width_of(font, value)),
                  std::round(top + (ui.px(kRowHeight) - font->FontSize) / 2)};
  const ImU32 color = row.look.disabled ? ui.colors.faint : ui.colors.text;
  ImGui::GetWindowDrawList()->AddText(font, font->FontSize, at, color, value.c_str());
  return label_and_slider(ui, row);
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
    return {"N",
            tr_format("Width of a square matrix: powers of two from 1 to {}, and 0 at the left end. Other sizes can be "
                      "typed at the right.",
                      widest),
            tr("Width of a square matrix; or two sizes, as in 100x70: rows and columns. Enter runs it."), width};
  if (facts_of(workload).shape == Shape::product)
    return {"N",
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
  return {"N",
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

void type_n(const Model& model, const Ui& ui, PanelState& state) {
  try {
    ui.send(size_as_typed(workload_of(model.view()), state.n_text));
    ui.send(EndEdit{});
    state.n_error = {};
  } catch (const std::exception& error) {
    state.n_error = sentence_of(error);
  }
}

/// Shown beside the field, over the pictures, so that no row moves; the next click or a new N removes it.
void show_n_error(const Ui& ui, const PanelState& state) {
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddRect(from, to, ui.colors.bad, ui.px(4));
  ImGui::SetNextWindowPos({to.x + ui.px(24), from.y - ui.px(4)});
  show_tooltip(ui, window_text(state.n_error));
}

void n_entry(const Model& model, const Ui& ui, PanelState& state) {
  if (!state.n_editing) state.n_text = size_text(model.view().request());
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) state.n_error = {};
  // Padded from the left, so that the number is right-aligned with those below it.
  const float width = ui.px(kValueWidth), side = ui.px(kValueInset);
  const float room = std::floor(width - text_width_of(ui.fonts.mono, state.n_text) - side);
  const float pad = state.n_editing ? side : std::max(side, room);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {pad, (ui.px(kRowHeight) - ui.fonts.mono->FontSize) / 2});
  const bool entered = text_field(ui, "##n", state.n_text, width);
  ImGui::PopStyleVar();
  ui.mark("n_entry");
  const bool left = ImGui::IsItemDeactivatedAfterEdit();
  state.n_editing = ImGui::IsItemActive();
  if (!state.n_error.empty())
    show_n_error(ui, state);
  else if (!state.n_editing)
    ui.explain(size_words(workload_of(model.view())).entry);
  if (entered || left) type_n(model, ui, state);
}

/// Slider position 0 is N = 0, position k is N = 2^(k-1).
void n_row(const Model& model, const Ui& ui, PanelState& state) {
  const std::uint64_t n = model.view().request().n;
  const SizeWords words = size_words(workload_of(model.view()));
  const float right = row_right(), top = ImGui::GetCursorScreenPos().y;
  const auto moved = label_and_slider(ui, {.label = words.label,
                                           .id = "n_slider",
                                           .position = n == 0 ? 0 : std::min(log2_floor(n), words.largest_log2) + 1,
                                           .look = {.first = 0, .last = words.largest_log2 + 1},
                                           .explanation = words.slider});
  if (moved) {
    state.n_error = {};
    ui.send(SetN{*moved == 0 ? 0 : std::uint64_t{1} << (*moved - 1)});
  }
  if (edit_ended()) ui.send(EndEdit{});
  ImGui::SetCursorScreenPos({right - ui.px(kValueWidth), top});
  n_entry(model, ui, state);
}

/// Why there is no launch to choose; null if there is.
const char* no_launch(const KernelInfo& info) {
  if (info.on_host) return tr("A loop on the host has no threads to launch.");

  return info.is_library ? tr("The library chooses its own launch.") : nullptr;
}

void block_dim_slider(const Model& model, const Ui& ui) {
  const auto& request = model.view().request();
  const char* const refused = no_launch(kernel_info(request.kernel));
  const char* const meaning =
      tr("Threads per block: 1 to 1024, in powers of two. Every 32 of them form a warp, and a warp with any "
         "active thread costs as much as a full one.");
  const auto moved =
      slider_row(ui,
                 {.label = "blockDim",
                  .id = "block_dim",
                  .position = log2_floor(request.block_dim),
                  .look = {.first = 0, .last = log2_floor(kMaxBlockDim), .disabled = refused != nullptr},
                  .explanation = refused ? refused : meaning},
                 fmt::format("{}", request.block_dim));
  if (moved) ui.send(SetBlockDim{1u << *moved});
  if (edit_ended()) ui.send(EndEdit{});
}

/// Replaces blockDim for kernels whose blocks are squares of threads.
void tile_width_slider(const Model& model, const Ui& ui) {
  const unsigned width = model.view().request().tile_width;
  const auto moved = slider_row(
      ui,
      {.label = "TILE_WIDTH",
       .id = "tile_width",
       .position = log2_floor(width),
       .look = {.first = log2_floor(kTileWidths[0]), .last = log2_floor(std::end(kTileWidths)[-1])},
       .explanation = tr("A block is a square with this many threads per side: 8, 16 or 32. The tiles of M and "
                         "N in shared memory have the same size.")},
      fmt::format("{}", width));
  if (moved) ui.send(SetTileWidth{1u << *moved});
  if (edit_ended()) ui.send(EndEdit{});
}

void coarse_factor_slider(const Model& model, const Ui& ui) {
  const auto& request = model.view().request();
  const KernelInfo& info = kernel_info(request.kernel);
  std::string refused =
      info.coarsens ? std::string() : window_text(refusal_after(model.view(), SetCoarseFactor{2}));
  if (const char* const reason = no_launch(info)) refused = reason;
  const char* const meaning =
      !has_array_result(info.workload)
          ? tr("Each thread first sums this many pairs of elements alone, in a register: fewer blocks, fewer "
               "barriers, fewer half-empty steps. Too large a factor leaves SMs without work.")
          : tr("Each thread does the work of this many threads, one after another: fewer blocks, and what those "
               "threads would each load or compute again is done once. Too large a factor leaves SMs without "
               "work.");
  const auto moved = slider_row(ui,
                                {.label = "COARSE_FACTOR",
                                 .id = "coarse_factor",
                                 .position = static_cast<int>(request.coarse_factor),
                                 .look = {.first = 1,
                                          .last = static_cast<int>(std::max(2u, info.max_coarse_factor)),
                                          .disabled = !info.coarsens},
                                 .explanation = refused.empty() ? std::string_view(meaning) : refused},
                                fmt::format("{}", request.coarse_factor));
  if (moved) ui.send(SetCoarseFactor{static_cast<unsigned>(*moved)});
  if (edit_ended()) ui.send(EndEdit{});
}

/// Position 0 is the kernel's own number of blocks, position k is 2^(k-1).
void grid_dim_row(const Model& model, const Ui& ui) {
  const RunRequest& request = model.view().request();
  const KernelInfo& info = kernel_info(request.kernel);
  const std::uint64_t blocks = model.run() ? first_launch(*model.run()).grid_dim : 0;
  const char* const none = no_launch(info);
  const bool chosen = info.grid == GridRule::chosen && !none;
  std::string words =
      tr("Blocks of the grid. The left end is the kernel's own choice: enough for N, but no more than 128; "
         "threads take elements until none is left.");
  const bool own = own_shape(request) != OwnShape::none;
  if (info.vectorized)
    words = tr(
        "Blocks of the grid. The left end is the kernel's own rule: blocks follow from N, blockDim and the GPU.");
  if (none)
    words = none;
  else if (!chosen)
    words = window_text(refusal_after(model.view(), SetGridDim{blocks + 1}));
  const std::string value = none ? "" : fmt::format("{}", chosen ? request.grid_dim.value_or(blocks) : blocks);
  const int position =
      request.grid_dim && !own ? std::min(log2_floor(*request.grid_dim), kLargestSliderLog2Grid) + 1 : 0;
  const auto moved = slider_row(ui,
                                {.label = "gridDim",
                                 .id = "grid_dim",
                                 .position = chosen ? position : 0,
                                 .look = {.first = 0, .last = kLargestSliderLog2Grid + 1, .disabled = !chosen},
                                 .explanation = words},
                                value);
  if (moved) {
    ui.send(
        SetGridDim{*moved == 0 ? std::nullopt : std::optional<std::uint64_t>(std::uint64_t{1} << (*moved - 1))});
  }
  if (edit_ended()) ui.send(EndEdit{});
}

/// Of the ways that reductions have: all but the last, a chain.
constexpr const char* kCombiningMeanings[] = {
    tr_later("each block updates the output, which starts as the identity, by an atomic operation"),
    tr_later("each block stores a partial sum, and the kernel is launched again on those until one is left"),
    tr_later("each block stores a partial sum, and the host combines them"),
    tr_later("each block stores a partial sum, and the block that finishes last reduces them: one launch")};
constexpr const char* kCombiningLabels[] = {tr_later("atomic"), tr_later("again"), tr_later("host"),
                                            tr_later("last")};

void combining_row(const Model& model, const Ui& ui) {
  const RunRequest& request = model.view().request();
  const KernelInfo& info = kernel_info(request.kernel);
  const char* const none = no_launch(info);
  std::vector<Segment> choices;
  for (std::size_t i = 0; i < std::size(kCombiningMeanings); ++i) {
    const Command command = SetCombining{static_cast<Combining>(i)};
    choices.push_back({kCombiningLabels[i], tr_format("{}: {}", tr(kCombiningNames[i]), tr(kCombiningMeanings[i])),
                       none ? Sentence::word(none) : refusal_after(model.view(), command)});
  }
  row_label(ui, tr("combine"), choices_column(ui), none != nullptr);
  const int selected = none ? -1 : static_cast<int>(request.combining.value_or(info.combining));
  if (const auto clicked = segmented(ui, "combine", choices, selected, {.height = kRowHeight})) {
    ui.send(SetCombining{static_cast<Combining>(*clicked)});
    ui.send(EndEdit{});
  }
}

void block_row(const Model& model, const Ui& ui) {
  const std::uint64_t blocks = model.run() ? model.run()->launch.grid_dim : 0;
  // The request's own block belongs to the launch in which it was chosen.
  const RunRequest& request = model.view().request();
  const bool own = !model.run() || model.run()->request.launch == request.launch;
  const std::uint64_t block = own ? request.block : model.run()->request.block;
  const float right = row_right(), button = ui.px(24), gap = ui.px(2);
  const float y = ImGui::GetCursorScreenPos().y, height = ui.px(kRowHeight);
  row_label(ui, tr("block drawn"), 0);
  const std::string text = blocks ? tr_format("{} of {}", block, blocks) : tr("none");
  ImGui::SetCursorScreenPos({0, y + std::round((height - ui.fonts.mono->FontSize) / 2)});
  text_right(ui, ui.fonts.mono, ui.colors.text, right - 2 * button - gap - ui.px(8), text);
  ImGui::PushButtonRepeat(true);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  ImGui::SetCursorScreenPos({right - 2 * button - gap, y});
  ImGui::BeginDisabled(block == 0);
  if (ImGui::Button("<##block", {button, height})) ui.send(SetBlock{block - 1});
  ImGui::EndDisabled();
  ui.mark("block_before");
  ui.explain(tr("Show the previous block. All pictures show one block; the totals are of the whole grid."));
  ImGui::SetCursorScreenPos({right - button, y});
  ImGui::BeginDisabled(block + 1 >= blocks);
  if (ImGui::Button(">##block", {button, height}))
    ui.send(SetBlock{ImGui::GetIO().KeyShift ? blocks - 1 : block + 1});
  ImGui::EndDisabled();
  ui.mark("block_after");
  ui.explain(tr("Show the next block; with Shift the last one, which is ragged if N does not fill it."));
  ImGui::PopStyleVar();
  ImGui::PopButtonRepeat();
}

/// Replaces the choice of how blocks are combined, which the code of a user's kernel makes.
void shared_row(const Model& model, const Ui& ui) {
  const RunRequest& request = model.view().request();
  const KernelInfo& info = kernel_info(request.kernel);
  const bool chosen = info.own->has_dynamic_shared;
  constexpr unsigned kKiB = 1024;
  const unsigned bytes = dynamic_shared_bytes(info, request);
  const auto moved =
      slider_row(ui,
                 {.label = "extern shared",
                  .id = "shared_bytes",
                  .position = static_cast<int>(bytes / kKiB),
                  .look = {.first = 0, .last = static_cast<int>(kMaxSharedBytes / kKiB), .disabled = !chosen},
                  .explanation = chosen ? tr("Bytes of extern __shared__, in KiB: the third number between <<< and >>>.")
                                        : tr("The kernel has no extern __shared__ array, whose size a launch chooses.")},
                 chosen ? fmt::format("{}", bytes) : "");
  if (moved) {
    OwnLaunch own = request.own;
    own.shared_bytes = static_cast<unsigned>(*moved) * kKiB;
    ui.send(SetOwnLaunch{own});
  }
  if (edit_ended()) ui.send(EndEdit{});
}

}  // namespace

void launch_sliders(const Model& model, const Ui& ui, PanelState& state) {
  heading(ui, tr("Launch"));
  if (const KernelInfo& kernel = kernel_info(model.view().request().kernel); kernel.own && kernel.own->is_program) {
    text_wrapped(ui.fonts.small, ui.colors.dim, tr("A program launches its kernels itself."));
    return block_row(model, ui);
  }
  n_row(model, ui, state);
  const Workload workload = workload_of(model.view());
  if (facts_of(workload).of_matrices())
    tile_width_slider(model, ui);
  else
    block_dim_slider(model, ui);
  coarse_factor_slider(model, ui);
  grid_dim_row(model, ui);
  if (kernel_info(model.view().request().kernel).own)
    shared_row(model, ui);
  else if (!has_array_result(workload))
    combining_row(model, ui);
  block_row(model, ui);
}

}  // namespace lanescope
