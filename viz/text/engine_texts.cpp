#include "viz/text/engine_texts.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include "engine/base/sentence.h"
#include "viz/text/language.h"

namespace lanescope {
namespace {

/// In an order in which none takes what another one made: those that begin with a place come last.
constexpr const char* kPatterns[] = {
    // engine/request/catalogue.cpp
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
    tr_later("--launch {}: {} takes one launch for --n {}, so it must be 1."),
    tr_later("--launch {}: {} takes {} launches for --n {}, so it must be from 1 to {}."),
    tr_later("--block-index {}: the grid has {} block, so it must be from 0 to {}."),
    tr_later("--block-index {}: the grid has {} blocks, so it must be from 0 to {}."),
    tr_later("--backend cuda: {} is a loop on the host; choose auto."),
    tr_later(
        "--backend emulator: {} is compiled code of a library, which runs on an NVIDIA GPU alone; choose auto or "
        "cuda."),
    // engine/session.cpp, engine/machine/memory.cpp, viz/model/kept_runs.cpp
    tr_later("The result left the range of {}."),
    tr_later("The exact product is not 0, but smaller than {} can hold: what is shown is what is left of it."),
    tr_later("The exact result does not fit int32: what is shown is its lowest 32 bits, as on the GPU."),
    tr_later(
        "Not one digit of the result is right, and yet rounding explains it: the operations may lose more than the "
        "whole result."),
    tr_later("That the result is within what rounding explains proves little here: the bound is more than a tenth "
             "of the "
             "result itself."),
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
    // engine/workload/array_launch.cpp, and files: whole_file, checked_file, input_file, csv_numbers, npy_header,
    // recording
    tr_later("--tile {}: TILE_WIDTH must be one of {}."),
    tr_later("--n: a matrix has from 0 to {} rows and columns, not {}."),
    tr_later("--n {}: M has {} rows."),
    tr_later("--n: a thread of {} would take {} steps, and a trace holds at most {}; take smaller matrices."),
    tr_later("--type {}: {} is of {}."),
    tr_later("numbers: int32, float32 or float64"),
    tr_later("--op {}: {} is no reduction, so there is no operator to choose."),
    tr_later("--combine {}: each block of {} stores its own part of the output, so there is nothing to combine."),
    tr_later("--n {}x{}x{}: {} is not of matrices."),
    tr_later("--input {}, line {}, column {}: {}"),
    tr_later("--input {}: line {} ({}) is taken for the names of its columns."),
    tr_later("there is no such file."),
    tr_later("it is not a plain file."),
    tr_later("it is too large to be a recording."),
    tr_later("it cannot be read (permissions?)."),
    tr_later("it cannot be read to its end."),
    tr_later("it cannot be written there: {}."),
    tr_later("it is a folder"),
    tr_later("nobody reads from the other end"),
    tr_later("No space left on device"),
    tr_later("Permission denied"),
    tr_later("No such file or directory"),
    tr_later("Read-only file system"),
    tr_later("Lanescope recording"),
    tr_later("Lanescope session"),
    tr_later("it is damaged in its first line."),
    tr_later(
        "it has version {} of the format, and this program reads up to version {}; a newer Lanescope can read it."),
    tr_later("it is damaged or cut short (its checksum does not match)."),
    tr_later("it is damaged (what follows its first line is no CBOR)."),
    tr_later("it holds no runs."),
    tr_later("it holds no run with a trace, so there is nothing to draw."),
    tr_later("what it says of the window cannot be read. {}"),
    tr_later("a run has no {}."),
    tr_later("its launch is not one of {}."),
    tr_later("its {} are out of range."),
    tr_later("its {} are too many."),
    tr_later("its {} are too few."),
    tr_later("its {} are cut short."),
    tr_later("its {} are missing."),
    tr_later("its {} are more than a recording may hold."),
    tr_later("its text is larger than this machine's memory."),
    tr_later("its {} bytes are no whole number of {} elements ({} bytes each)."),
    tr_later("its header promises {} elements of {} bytes and {} bytes follow; the file is damaged or cut short."),
    tr_later("element {} is {}; allowed are finite numbers."),
    tr_later("element {} is {}, which {} does not hold exactly; save the array as {} first."),
    tr_later("a sum of infinities is no number that a result can be held to; allowed are finite numbers, and "
             "infinities for --op min and --op max."),
    tr_later("it holds {} elements and --n asks for {}; allowed is 0 to {}."),
    tr_later("no such input; allowed are uniform, ones, ramp, normal, and files that end in .npy, .csv or .bin."),
    tr_later("its {} numbers are no whole number of points (x, y and z each)."),
    tr_later("it holds no numbers."),
    tr_later("'{}' is no int32; allowed are whole numbers from -2147483648 to 2147483647."),
    tr_later("'{}' is no number; allowed are decimals as in 12, -0.5 or 1e-3."),
    tr_later("'{}' is beyond the range of {}."),
    tr_later("the line mixes ',' and ';'; allowed is one of them, with '.' as the decimal point."),
    tr_later("a number is missing after the last separator."),
    tr_later("a number is missing before '{}'."),
    tr_later("its header has no '{}'."),
    tr_later("its elements are of type {}; allowed are floats of 4 and 8 bytes and whole numbers of 1 to 8 bytes."),
    tr_later("its shape is unreadable."),
    tr_later("its shape is larger than any file."),
    tr_later("it is no .npy file (it does not begin with \\x93NUMPY)."),
    tr_later("it has .npy version {}; allowed are 1 to 3."),
    tr_later("its header is {} bytes long; no array has that."),
    tr_later("it is cut short inside its header."),
    tr_later("it is a matrix in Fortran order; save it with numpy.ascontiguousarray."),
    tr_later("its steps are {}; a block has at most {}."),
    tr_later("its offsets lie outside their array."),
    tr_later("its offsets lie between elements."),
    tr_later("its access counts have fewer transactions than requests."),
    tr_later("its access counts are more than their requests can make."),
    tr_later("its access counts are more than a block can make."),
    tr_later("its barriers are more than a block can pass."),
    tr_later("its blocks end before they start."),
    tr_later("its elements have neither 4, 8 nor 16 bytes."),
    tr_later("its addresses are of a block that the grid does not have."),
    tr_later("There is too little memory for its picture."),
    tr_later("A picture of {} x {} pixels is too large; OpenGL here draws up to {} a side."),
    // settings, and numbers that are typed
    tr_later("N was {} in the last session, which takes long to run; this is the same launch with N = {}."),
    tr_later("The saved settings are damaged, so these are the defaults."),
    tr_later("The saved settings could not be used, so these are the defaults: {}"),
    tr_later("Settings are not kept: neither XDG_CONFIG_HOME nor HOME names a folder."),
    tr_later("Settings are not kept: {}"),
    tr_later("a whole number from {} up, as in 1000, 2^20 or 1M"),
    tr_later("a whole number from {} to {}"),
    tr_later("{} is '{}'; it must be {}."),
    tr_later("{} runs on an NVIDIA GPU alone: {}"),
    // those that begin with a place, or end with any sentence
    tr_later("it is no {}."),
    tr_later("{} is {}; it must be {}."),
    tr_later("'{}': {}"),
    tr_later("element {} is {}: {}"),
    tr_later("{} alone"),
    tr_later("float32 or float64"),
    tr_later("{} cannot be drawn, so it was closed: {}"),
    tr_later("--input {}: {}"),
    tr_later("{}: {}"),
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
