#include "viz/text/engine_texts.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include "engine/core/sentence.h"
#include "viz/text/language.h"

namespace lanescope {
namespace {

/// In an order in which none takes what another one made: those that begin with a place come last.
constexpr const char* kPatterns[] = {
    // engine/core/catalogue.cpp
    tr_later("--op {} --type {}: farthest is of points (--type point3), and points have no other operator."),
    tr_later("--n {}: a point knows its place in 32 bits, so there are at most {} points."),
    tr_later("--block {}: blockDim must be a power of two from 1 to {}."),
    tr_later("--coarse {}: COARSE_FACTOR must be from 1 to {}."),
    tr_later("--coarse {}: {} is not coarsened, so COARSE_FACTOR must be 1; kernels that coarsen: {}."),
    tr_later("--coarse {}: COARSE_FACTOR of {} must be from 1 to {}."),
    tr_later("--block {} --coarse {}: a block of {} would keep {} bytes in shared memory, and has {}."),
    tr_later("--combine last_block: a kernel must be written for it, and {} is not; these are: {}."),
    tr_later("--combine atomic: no GPU updates a point of {} bytes atomically; choose relaunch or host."),
    tr_later("--type {}: no GPU updates a point of {} bytes atomically, and the blocks of {} are combined so."),
    tr_later(
        "--combine relaunch: with --block {} a block of {} leaves as many partial sums as it is given elements; "
        "take a larger --block."),
    tr_later("--combine {}: the blocks of {} are always combined by {}."),
    tr_later("--n {}: {} is one block, whose {} threads reduce at most {} elements; segmented takes any number."),
    tr_later("--grid {}: the blocks of {} publish their results in one array, which holds those of {} blocks."),
    tr_later("--n {}: a CUDA grid has from 1 to {} blocks, not {}; take a larger --block or --coarse."),
    tr_later("--n {}: a CUDA grid has from 1 to {} blocks, not {}; take a larger --block."),
    tr_later("--grid {}: a CUDA grid has from 1 to {} blocks, not {}."),
    tr_later("--grid {}: {} needs {} block for --n {}."),
    tr_later("--grid {}: {} needs {} blocks for --n {}."),
    tr_later("--grid {}: a step's stride, {} threads, does not fit a trace; take a smaller --grid."),
    tr_later(
        "--n {}: a thread of {} would take {} steps, and a trace holds at most {}; take a smaller --n or a larger "
        "--grid."),
    tr_later("--n {}: a thread of {} would take {} steps, and a trace holds at most {}; take a smaller --n."),
    tr_later("--block-index {}: the grid has {} block, so it must be from 0 to {}."),
    tr_later("--block-index {}: the grid has {} blocks, so it must be from 0 to {}."),
    tr_later("--backend cuda: {} is a loop on the host; choose auto."),
    tr_later(
        "--backend emulator: {} is compiled code of a library, which runs on an NVIDIA GPU alone; choose auto or "
        "cuda."),
    // engine/session.cpp, engine/core/memory.cpp, viz/model/kept_runs.cpp
    tr_later("The result left the range of {}."),
    tr_later("The exact product is not 0, but smaller than {} can hold: what is shown is what is left of it."),
    tr_later("The exact result does not fit int32: what is shown is its lowest 32 bits, as on the GPU."),
    tr_later("--n is {}; such {} takes {} GiB and this machine has {} GiB of memory left: --n {} would fit."),
    tr_later("a run"),
    tr_later("a trace"),
    tr_later("an input"),
    tr_later("its tree"),
    tr_later("Its reduction tree cannot be drawn here: {}"),
    tr_later("This is a run of the emulator: {}"),
    tr_later("--backend cuda: {}"),
    // why there is no GPU
    tr_later("this program was built without CUDA (no nvcc was found), so only the emulator is available."),
    tr_later("this machine has no NVIDIA GPU that CUDA can use."),
    tr_later("no NVIDIA driver is installed."),
    tr_later("the NVIDIA driver is too old for this program (it supports {})."),
    tr_later("this program holds no code for the GPU here; rebuild it on this machine, or with "
             "-DLANESCOPE_CUDA_ARCHITECTURES set."),
    tr_later("CUDA says: {}."),
    tr_later("the GPU was lost in an earlier run ({}), and cannot be used until the program is started again."),
    // settings, and numbers that are typed
    tr_later("N was {} in the last session, which takes long to run; this is the same launch with N = {}."),
    tr_later("The saved settings are damaged, so these are the defaults."),
    tr_later("The saved settings could not be used, so these are the defaults: {}"),
    tr_later("a whole number from {} up, as in 1000, 2^20 or 1M"),
    tr_later("a whole number from {} to {}"),
    tr_later("{} is '{}'; it must be {}."),
    tr_later("{} runs on an NVIDIA GPU alone: {}"),
};

/// An option, and what the window calls it.
struct OptionName {
  std::string_view option;
  const char* name;
};
constexpr OptionName kOptionNames[] = {{"--n", "N"},
                                       {"--block", "blockDim"},
                                       {"--block-index", tr_later("block")},
                                       {"--grid", "gridDim"},
                                       {"--coarse", "COARSE_FACTOR"},
                                       {"--tile", "TILE_WIDTH"},
                                       {"--type", tr_later("type")},
                                       {"--op", tr_later("op")},
                                       {"--combine", tr_later("combine")},
                                       {"--backend", tr_later("run on")}};

bool continues_option(char c) {
  return c == '-' || std::isalnum(static_cast<unsigned char>(c));
}

}  // namespace

std::string tr_text(const std::string& text) {
  if (current_language() == Language::english) return text;
  const std::string known = tr(std::string_view(text));
  return known != text ? known : tr(Sentence::recognised(text, kPatterns));
}

std::string window_text(const std::string& text) {
  const std::string words = tr_text(text);
  std::string told;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t end = i;
    const bool begins = words.compare(i, 2, "--") == 0 && (i == 0 || !continues_option(words[i - 1]));
    while (begins && end < words.size() && continues_option(words[end])) ++end;
    const auto named = std::find_if(std::begin(kOptionNames), std::end(kOptionNames), [&](const OptionName& name) {
      return name.option == std::string_view(words).substr(i, end - i);
    });
    end = std::max(end, i + 1);
    told += named == std::end(kOptionNames) ? words.substr(i, end - i) : tr(std::string_view(named->name));
    i = end;
  }
  return told;
}

}  // namespace lanescope
