// Each preset is a few launches; nothing in them is special.
#include "viz/model/presets.h"

#include <limits>
#include <utility>

#include "viz/model/command.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kLecture = 1 << 20, kLarge = 1 << 22;

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

Variants linked(std::vector<RunRequest> requests) {
  return {.requests = std::move(requests), .active = 0, .linked = true};
}
Variants separate(std::vector<RunRequest> requests) {
  return {.requests = std::move(requests), .active = 0, .linked = false};
}

}  // namespace

const std::vector<Preset>& presets() {
  static const std::vector<Preset> list{
      {"divergence", tr_later("Interleaved or convergent?"),
       tr_later("Both add the same pairs in as many steps: in how many warps do lanes wait?"),
       linked({launch("interleaved_shared", kLecture, 1024), launch("convergent_shared", kLecture, 1024)}),
       "comparison"},
      {"bank_conflicts", tr_later("Bank conflicts"),
       tr_later("Neither kernel diverges while a warp is full: why does one take many times the wavefronts?"),
       linked({launch("strided_index_shared", kLecture, 256), launch("convergent_shared", kLecture, 256)}),
       "banks"},
      {"coarsening", tr_later("Coarsening factor 1 to 64"),
       tr_later("What does a thread save by adding more elements alone, and what does too large a factor cost?"),
       separate({launch("coarsened", kLarge, 256, 1), launch("coarsened", kLarge, 256, 4),
                 launch("coarsened", kLarge, 256, 16), launch("coarsened", kLarge, 256, 64)}),
       "comparison"},
      {"coarsening_figure", tr_later("Two blocks, or one coarsened?"),
       tr_later(
           "32 elements, 8 threads a block: how many steps are under-utilized, and how many barriers are there?"),
       separate({launch("segmented", 32, 8), launch("coarsened", 32, 8, 2)}), "steps"},
      {"atomic_storm", tr_later("Atomic storm"),
       tr_later("Every element, every thread, or every block updates the output: what do the atomics cost?"),
       linked({launch("atomic_per_element", kLecture, 256), launch("atomic_per_thread", kLecture, 256),
               launch("segmented", kLecture, 256)}),
       "comparison"},
      {"two_pass", tr_later("The two-pass ladder"),
       tr_later("The same two launches four times over: what does each idea save?"),
       linked({launch("two_pass_blocked", kLarge, 256), launch("two_pass_interleaved", kLarge, 256),
               launch("two_pass_shared_tree", kLarge, 256), launch("two_pass_warp_sync", kLarge, 256)}),
       "comparison"},
      {"tiling", tr_later("Tiling, then coarsening"),
       tr_later("How many operations does each loaded byte serve, and what does the GPU allow at that ratio?"),
       separate({product("matmul_naive", 256, 32), product("matmul_tiled", 256, 32),
                 product("matmul_coarsened", 256, 32, 4)}),
       "roofline"},
      {"nothing_to_save", tr_later("Pitfall 1: nothing to save"),
       tr_later("No thread needs what another one loaded: what does coarsening change here, and what not?"),
       separate({launch("vector_add", kLecture, 256, 1), launch("vector_add", kLecture, 256, 4),
                 launch("rgb_to_gray", kLecture, 256, 1), launch("rgb_to_gray", kLecture, 256, 4)}),
       "comparison"},
      {"idle_sms", tr_later("Pitfall 2: idle SMs"),
       tr_later("The same additions by fewer blocks: how many SMs are left without any?"),
       separate({launch("vector_add", kLecture, 256, 4), launch("vector_add", kLecture, 256, 64)}), "sms"},
      {"occupancy", tr_later("Pitfall 3: occupancy falls"),
       tr_later("Each thread keeps more sums in registers: how many warps still find room on an SM?"),
       separate({product("matmul_coarsened", 256, 32, 1), product("matmul_coarsened", 256, 32, 4),
                 product("matmul_coarsened", 256, 32, 8)}),
       "resources"}};
  return list;
}

const Preset* find_preset(std::string_view id) {
  for (const Preset& preset : presets())
    if (preset.id == id) return &preset;
  return nullptr;
}

ViewState with_preset(ViewState state, const Preset& preset) {
  state = apply(std::move(state), SetVariants{preset.variants});
  state.panel = preset.panel;
  state.enlarged.clear();
  state.position = std::numeric_limits<std::uint32_t>::max();
  state.playing = false;
  return state;
}

}  // namespace lanescope
