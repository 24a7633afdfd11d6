// Each preset is a few launches; nothing in them is special.
#include "viz/model/presets.h"

#include <algorithm>
#include <string>
#include <utility>

namespace lanescope {
namespace {

constexpr std::uint64_t kLecture = 1 << 20, kLarge = 1 << 22, kFullWidth = 1024;
constexpr std::uint64_t kOccupancyWidth =
    2048;  // beyond it a thread of factor 8 takes more steps than a trace holds

RunRequest launch(const char* kernel, std::uint64_t n, unsigned block_dim, unsigned coarse_factor = 1) {
  RunRequest request;
  request.kernel = kernel;
  request.n = n;
  request.block_dim = block_dim;
  request.coarse_factor = coarse_factor;
  request.detail = Detail::full;
  return request;
}

RunRequest product(const char* kernel, std::uint64_t width, unsigned tile_width, unsigned coarse_factor = 1) {
  RunRequest request = launch(kernel, width, RunRequest{}.block_dim, coarse_factor);
  request.tile_width = tile_width;
  return request;
}

RunRequest ones(RunRequest request) {
  request.input = {InputKind::ones, "", 0};
  return request;
}

Variants linked(std::vector<RunRequest> requests) {
  return {.requests = std::move(requests), .active = 0, .linked = true};
}
Variants separate(std::vector<RunRequest> requests) {
  return {.requests = std::move(requests), .active = 0, .linked = false};
}

/// Lanes that are masked off while their warp works.
double waiting_lanes(const StepMetrics& step) {
  return is_step(step.phase) ? double(step.active_warps) * kWarpSize - step.active_threads : 0;
}
double bank_conflicts(const StepMetrics& step) {
  return static_cast<double>(step.bank_conflicts(AccessKind::shared_load));
}
double global_loads(const StepMetrics& step) {
  return static_cast<double>(step.accesses[static_cast<std::size_t>(AccessKind::global_load)].requests);
}
/// The step before the tree, where every thread adds alone.
double begins_the_tree(const StepMetrics& step) {
  return is_step(step.phase) && !step.fully_utilized;
}

/// One block, and where its warps wait.
std::vector<Preset> presets_of_a_block() {
  return {
      {.id = "first_look",
       .title = tr_later("What lanes do"),
       .question =
           tr_later("Below, a column is a lane, one thread: filled lanes add, hatched ones wait. Up to 32 lanes "
                    "step together, a warp. A scatters those that add, B packs them. Both pay the same "
                    "warp-steps; with many warps, B's end early."),
       // The input is ones, so a node's value is the number of elements in it.
       .variants = linked({ones(launch("interleaved_global", 32, 16)), ones(launch("convergent_global", 32, 16))}),
       .panel = "source",
       .folded = true,
       .next = "many_warps",
       .next_words = tr_later("Next: many warps"),
       .speed = 0.5,
       .activity = ActivityLevel::block},
      {.id = "many_warps",
       .title = tr_later("Many warps"),
       .question = tr_later("The same two kernels with 8 warps a block: what does each pay in warp-steps?"),
       .look = tr_later("Look at which warps still work at each step."),
       .variants = linked(
           {ones(launch("interleaved_global", kLecture, 256)), ones(launch("convergent_global", kLecture, 256))}),
       .panel = "comparison",
       .next = "divergence",
       .next_words = tr_later("Next: shared memory"),
       .rows = {"divergent warp-steps", "time, µs"},
       .key_step = {waiting_lanes, 0},
       .activity = ActivityLevel::block},
      {.id = "divergence",
       .title = tr_later("Interleaved or convergent?"),
       .question = tr_later(
           "A and B add the same pairs, C adds others. Where do warps diverge, and where do banks conflict?"),
       .look = tr_later("Look at the lanes that wait: in how many warps?"),
       // 1,024 elements per block in each, and ten steps.
       .variants =
           separate({launch("interleaved_shared", kLecture, 512), launch("strided_index_shared", kLecture, 1024),
                     launch("convergent_shared", kLecture, 512)}),
       .panel = "comparison",
       .rows = {"divergent warp-steps", "bank conflicts"},
       .key_step = {waiting_lanes, 0},
       .activity = ActivityLevel::warp},
      {.id = "bank_conflicts",
       .title = tr_later("Bank conflicts"),
       .question = tr_later("Neither kernel diverges while a warp is full: why does one take many times as many "
                            "wavefronts?"),
       .look = tr_later("Look at how many lanes meet in one bank."),
       .variants =
           separate({launch("strided_index_shared", kLecture, 1024), launch("convergent_shared", kLecture, 512)}),
       .panel = "banks",
       .rows = {"shared wavefronts", "bank conflicts"},
       .key_step = {bank_conflicts, 0},
       .cost = CostKind::shared_wavefronts}};
}

/// Many blocks: what they share, how they are combined, and what coarsening makes of them.
std::vector<Preset> presets_of_grids() {
  return {
      {.id = "coarsening",
       .title = tr_later("Coarsening factor 1 to 64"),
       .question =
           tr_later("What does a thread save by adding more elements alone, and what does too large a factor "
                    "cost?"),
       .look = tr_later("Look at the full steps before the tree, and at how many blocks are left."),
       .variants = separate({launch("coarsened", kLarge, 256, 1), launch("coarsened", kLarge, 256, 4),
                             launch("coarsened", kLarge, 256, 16), launch("coarsened", kLarge, 256, 64)}),
       .panel = "comparison",
       .rows = {"steps of all blocks", "barriers", "shared wavefronts", "time, µs", "blocks"},
       .key_step = {begins_the_tree, 3},
       .speed = 4},
      {.id = "coarsening_figure",
       .title = tr_later("Two blocks, or one coarsened?"),
       .question = tr_later("32 elements, 8 threads a block, one block at a time: how many steps do two blocks "
                            "take, and how many one coarsened block?"),
       .look = tr_later("Look at the threads that stand idle in a step."),
       .variants = separate({launch("segmented", 32, 8), launch("coarsened", 32, 8, 2)}),
       .panel = "grid",
       .rows = {"steps of all blocks", "barriers", "shared wavefronts"},
       .key_step = {begins_the_tree, 1}},
      {.id = "atomic_storm",
       .title = tr_later("Atomic storm"),
       .question = tr_later("Every element, every thread, or every block updates the output: what do the atomics "
                            "cost?"),
       .look = tr_later("Look at how many updates wait for their turn."),
       .variants = linked({launch("atomic_per_element", kLecture, 256), launch("atomic_per_thread", kLecture, 256),
                           launch("segmented", kLecture, 256)}),
       .panel = "comparison",
       .rows = {"atomic updates"},
       // Warp-steps would call the slowest one the cheapest, and the sectors of all are the same.
       .cost = CostKind::atomic_updates},
      {.id = "two_pass",
       .title = tr_later("The two-pass ladder"),
       .question = tr_later("The same two launches four times over: what does each idea save?"),
       .look = tr_later("Look at what a warp loads at once, and at how partial sums are added."),
       .variants =
           linked({launch("two_pass_blocked", kLarge, 1024), launch("two_pass_interleaved", kLarge, 1024),
                   launch("two_pass_shared_tree", kLarge, 1024), launch("two_pass_warp_sync", kLarge, 1024)}),
       .panel = "comparison",
       .rows = {"time, µs", "global load sectors", "steps of all blocks", "barriers"},
       .key_step = {begins_the_tree, 0},
       .speed = 4,
       .remark = {
           tr_later(
               "As the book says, B is the faster one with blockDim 1,024: an {} takes {} µs for A and {} µs for "
               "B. "
               "With 256 it "
               "is not: {} µs and {} µs. Of A's sectors 7 in 8 are found in L1, while B's few threads wait for "
               "memory every time."),
           {launch("two_pass_blocked", kLarge, 1024), launch("two_pass_interleaved", kLarge, 1024),
            launch("two_pass_blocked", kLarge, 256), launch("two_pass_interleaved", kLarge, 256)}}}};
}

/// Coarsening beyond reduction, and its pitfalls.
std::vector<Preset> presets_beyond_reduction() {
  return {
      {.id = "tiling",
       .title = tr_later("Tiling, then coarsening"),
       .question = tr_later("How many operations does each loaded byte serve, and what does the GPU allow at that "
                            "ratio?"),
       .look = tr_later("Look at how often a loaded tile is used before the next one."),
       .variants = separate({product("matmul_naive", kFullWidth, 32), product("matmul_tiled", kFullWidth, 32),
                             product("matmul_coarsened", kFullWidth, 32, 4)}),
       .panel = "roofline",
       .rows = {"global load sectors", "time, µs", "blocks"},
       .key_step = {global_loads, 1}},
      {.id = "nothing_to_save",
       .title = tr_later("Pitfall 1: nothing to save"),
       .question =
           tr_later("No thread needs what another one loaded: what does coarsening change here, and what not?"),
       .look = tr_later("Look at the elements of a thread: no other one needs them."),
       .variants = separate({launch("vector_add", kLecture, 256, 1), launch("vector_add", kLecture, 256, 4),
                             launch("rgb_to_gray", kLecture, 256, 1), launch("rgb_to_gray", kLecture, 256, 4)}),
       .panel = "comparison",
       .rows = {"global load sectors", "time, µs", "blocks"}},
      {.id = "idle_sms",
       .title = tr_later("Pitfall 2: idle SMs"),
       .question = tr_later("The same additions in fewer blocks: how many SMs get no block?"),
       .look = tr_later("Look at the number of blocks, and at the SMs without one."),
       .variants = separate({launch("vector_add", kLecture, 256, 4), launch("vector_add", kLecture, 256, 64)}),
       .panel = "sms",
       .rows = {"blocks", "time, µs"}},
      {.id = "occupancy",
       .title = tr_later("Pitfall 3: occupancy falls"),
       .question = tr_later("Each thread keeps more sums in registers: how many warps still fit on an SM?"),
       .look = tr_later("Look at which limit lets the fewest blocks onto an SM."),
       .variants = separate({product("matmul_coarsened", 256, 32, 1), product("matmul_coarsened", 256, 32, 4),
                             product("matmul_coarsened", 256, 32, 8)}),
       .panel = "resources",
       .rows = {"time, µs", "blocks"},
       .remark = {
           tr_later("Products this small leave most SMs idle, so their times say little. At width 2,048 an {} "
                    "takes {} µs (A), {} µs (B) and {} µs (C)."),
           {product("matmul_coarsened", kOccupancyWidth, 32, 1),
            product("matmul_coarsened", kOccupancyWidth, 32, 4),
            product("matmul_coarsened", kOccupancyWidth, 32, 8)}}}};
}

RunRequest one_block(RunRequest request) {
  request.grid_dim = 1;
  return request;
}

RunRequest of_integers(RunRequest request) {
  request.type = ElementType::int32;
  return request;
}

/// 16 keys of at most two digits, none of them negative, and one of them three times: they have room in a picture,
/// and their order among each other is seen.
std::vector<RunRequest> small_keys(std::vector<const char*> sorts) {
  constexpr std::uint64_t kSeed = 932;
  std::vector<RunRequest> requests;
  for (const char* kernel : sorts) {
    requests.push_back(of_integers(launch(kernel, 16, 16)));
    requests.back().input = {InputKind::uniform, "", kSeed};
  }
  return requests;
}

/// With another launch than the first in view.
Variants at_launch(unsigned number, Variants variants) {
  variants.launch = number;
  return variants;
}

/// Other kinds of problems, each as small as its picture can show.
std::vector<Preset> presets_of_other_problems() {
  return {
      {.id = "coalescing",
       .title = tr_later("Coalescing: contiguous or interleaved?"),
       .question = tr_later(
           "8 threads load 32 elements, 4 each: contiguous ones in A, interleaved ones in B. How many sectors "
           "does each load of the warp touch?"),
       .look = tr_later("Look at the elements that a warp loads at once."),
       .variants = separate(
           {one_block(launch("two_pass_blocked", 32, 8)), one_block(launch("two_pass_interleaved", 32, 8))}),
       .panel = "reads",
       .rows = {"global load sectors", "steps of all blocks"},
       .key_step = {global_loads, 0},
       .cost = CostKind::global_sectors},
      {.id = "scan",
       .title = tr_later("Scan: Kogge-Stone or Brent-Kung?"),
       .question = tr_later(
           "The same scan of 32 elements in one block: how many steps and how many additions does each take?"),
       .look = tr_later("Look at how many elements are written in each round."),
       .variants = separate({launch("scan_kogge_stone", 32, 32), launch("scan_brent_kung", 32, 16)}),
       .panel = "steps",
       .folded = true,  // the networks need the height
       .rows = {"steps of all blocks", "combine operations in blocks", "barriers"},
       .key_step = {waiting_lanes, 1}},
      {.id = "histogram",
       .title = tr_later("Histogram: private copies"),
       .question = tr_later(
           "Each block counts in a copy of its own and adds it to the output once: what do fewer blocks save, "
           "and which elements should a thread take?"),
       .look = tr_later("Look at the elements that a warp loads at once, and at threads that wait for one bin."),
       .variants = separate({of_integers(launch("histogram_private", 2048, 128)),
                             of_integers(launch("histogram_contiguous", 2048, 128, 4)),
                             of_integers(launch("histogram_interleaved", 2048, 128, 4))}),
       .panel = "comparison",
       .rows = {"atomic updates", "global load sectors", "blocks"},
       .key_step = {global_loads, 1}},
      {.id = "transpose",
       .title = tr_later("Transpose: naive, tiled, padded"),
       .question = tr_later(
           "A writes columns, so a warp touches 32 sectors; B goes through a tile in shared memory, C through a "
           "padded one. Where do the 32 lanes of B's warp meet?"),
       .look = tr_later("Look at the sectors, and at the lines from lanes to banks."),
       .variants = separate({product("transpose_naive", 64, 32), product("transpose_tiled", 64, 32),
                             product("transpose_padded", 64, 32)}),
       .panel = "banks",
       .rows = {"global store sectors", "blocks"},
       .key_step = {bank_conflicts, 1}},
      {.id = "radix_sort",
       .title = tr_later("Radix sort: one bit or four?"),
       .question = tr_later("Launch 3 moves each key to its place by its lowest bit (A) or its lowest four (B). "
                            "How many passes does each sort take?"),
       .look = tr_later("Look at keys with the same digit: they keep their order."),
       .variants = at_launch(3, separate(small_keys({"radix_sort_bit", "radix_sort_digit"}))),
       .panel = "comparison",
       .folded = true,
       .rows = {"barriers", "steps of all blocks", "blocks"}}};
}

}  // namespace

const std::vector<Preset>& presets() {
  static const std::vector<Preset> list = [] {
    std::vector<Preset> all = presets_of_a_block();
    for (const auto& more : {presets_of_grids(), presets_beyond_reduction(), presets_of_other_problems()})
      all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return list;
}

const Preset* find_preset(std::string_view id) {
  for (const Preset& preset : presets())
    if (preset.id == id) return &preset;
  return nullptr;
}

const Preset* preset_of(const std::vector<RunRequest>& launches) {
  const auto alike = [](const RunRequest& preset, RunRequest launch) {
    launch.backend = preset.backend;
    launch.repeats = preset.repeats;
    launch.detail = preset.detail;
    launch.block = preset.block;
    return launch == preset;
  };
  for (const Preset& preset : presets()) {
    const auto& own = preset.variants.requests;
    if (std::equal(own.begin(), own.end(), launches.begin(), launches.end(), alike)) return &preset;
  }
  return nullptr;
}

const Preset* neighbouring_preset(const std::vector<RunRequest>& launches, int direction) {
  const std::vector<Preset>& all = presets();
  const Preset* here = preset_of(launches);
  if (!here) return &all.front();
  const std::ptrdiff_t next = here - all.data() + direction;
  return next >= 0 && next < std::ssize(all) ? &all[static_cast<std::size_t>(next)] : nullptr;
}

std::uint32_t key_position(const Preset& preset, const BlockMetrics& block) {
  const auto steps = static_cast<std::uint32_t>(block.steps.size());
  if (!preset.key_step.shows || steps == 0) return steps;
  const auto most =
      std::max_element(block.steps.begin(), block.steps.end(), [&](const StepMetrics& a, const StepMetrics& b) {
        return preset.key_step.shows(a) < preset.key_step.shows(b);
      });
  return static_cast<std::uint32_t>(most - block.steps.begin()) + 1;
}

Commands commands_of(const Preset& preset) {
  return {StepTo{0},
          SetVariants{preset.variants},
          EndEdit{},
          OpenPanel{std::string(preset.panel)},
          FoldPanel{preset.folded},
          Enlarge{""},
          SetSpeed{preset.speed},
          SetActivityLevel{preset.activity},
          SetCostKind{preset.cost},
          SetRounding{false},
          ChooseRequest{MemorySpace::global, 0},
          ChooseRequest{MemorySpace::shared, 0}};
}

ViewState with_preset(ViewState state, const Preset& preset) {
  for (const Command& command : commands_of(preset)) state = apply(std::move(state), command);
  return state;
}

}  // namespace lanescope
