#include "cli/words/launch_options.h"

#include <fmt/format.h>

#include <optional>
#include <sstream>
#include <string_view>
#include <type_traits>

#include "cli/words/names.h"
#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/input/input.h"
#include "engine/request/catalogue.h"
#include "engine/request/launch_sequence.h"
#include "engine/request/own_launch.h"
#include "engine/request/parse.h"
#include "engine/session.h"
#include "engine/source/arguments.h"
#include "engine/source/own_words.h"
#include "engine/source/sized_block.h"
#include "engine/source/source_folder.h"
#include "engine/source/stated_options.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

constexpr std::string_view kHeading = "Launch";
constexpr unsigned kMostLaunches = 1000;  // more than any run has; a later check names the actual number

void read_number(std::string_view option, const std::string& text, SizeRange range, auto& out) {
  if (!text.empty()) out = static_cast<std::remove_reference_t<decltype(out)>>(parse_size(option, text, range));
}

void read_block_dim(const std::string& text, unsigned& out) {
  if (text.empty()) return;
  out = static_cast<unsigned>(parse_size("--block", text, {.min = 1, .max = kMaxBlockDim, .power_of_two = true}));
}

/// The name of a generated input, or else a file, which is checked when it is read.
void read_input(const std::string& text, InputSpec& out) {
  if (text.empty()) return;
  for (std::size_t i = 0; i < static_cast<std::size_t>(InputKind::file); ++i) {
    if (text != kInputNames[i]) continue;
    out.kind = static_cast<InputKind>(i);
    return;
  }
  out.kind = InputKind::file;
  out.path = text;
}

bool is_traced(const KernelInfo& kernel) {
  return kernel.traced();
}

}  // namespace

void LaunchOptions::add_to(Arguments& arguments) {
  arguments.add_option(
      "--n", n_,
      "elements: 1000, 2^20, 1M (default 2^20, or all of the file); for matrices the width, or MxKxN "
      "(default 256)",
      kHeading);
  add_shape(arguments);
  add_data(arguments);
  own_.add_to(arguments);
}

void LaunchOptions::add_shape(Arguments& arguments) {
  arguments.add_option("--block", block_,
                       "blockDim: a power of two from 1 to 1024 (default 256; vectorized chooses its own)",
                       kHeading);
  arguments.add_option("--tile", tile_, "TILE_WIDTH of matrix kernels: 8, 16 or 32 (default 16)", kHeading);
  arguments.add_option("--coarse", coarse_, "COARSE_FACTOR: 1 to 64 (default 1)", kHeading);
  arguments.add_option("--grid", grid_,
                       "gridDim, for kernels that let you choose it (default 128; vectorized chooses its own)",
                       kHeading);
  add_combine(arguments);
}

void LaunchOptions::add_combine(Arguments& arguments) {
  arguments.add_option(
      "--combine", combine_,
      "how block results are combined: atomic, relaunch, host or last_block (default: the kernel's own)", kHeading);
}

void LaunchOptions::add_data(Arguments& arguments) {
  arguments.add_option("--op", op_, "sum, product, min, max, or farthest of points (default sum)", kHeading);
  arguments.add_option("--type", type_, "int32, float32, float64 or point3 (default float32)", kHeading);
  arguments.add_option("--input", input_,
                       "uniform, ones, ramp, normal, or a .npy, .csv or .bin file (default uniform)", kHeading);
  arguments.add_option("--seed", seed_, "seed of a random input: a whole number (default 1)", kHeading);
  arguments.add_option("--backend", backend_, "auto, cuda or emulator (default auto)", kHeading);
}

void LaunchOptions::add_repeat(Arguments& arguments) {
  arguments.add_option("--repeat", repeat_, "timed launches on a GPU: 1 to 10000 (default 20)", kHeading);
}

void LaunchOptions::add_block_index(Arguments& arguments) {
  arguments.add_option("--block-index", block_index_, "the block to show: 0 to gridDim - 1 (default 0)", kHeading);
}

void LaunchOptions::add_launch(Arguments& arguments) {
  arguments.add_option("--launch", launch_,
                       "which launch to show, of a run that takes several: from 1 up (default 1)", kHeading);
}

void LaunchOptions::choose_launch(std::vector<RunRequest>& requests, std::string& note) const {
  if (launch_.empty()) return;
  const auto launch = static_cast<unsigned>(parse_size("--launch", launch_, {1, kMostLaunches}));
  std::string fewer;
  std::optional<Refusal> refused;
  bool any = false;
  for (RunRequest& request : requests) {
    RunRequest first = request;
    first.block = 0;
    const auto count = static_cast<unsigned>(launches_of(first).size());
    any |= launch <= count;
    request.launch = launch;
    if (launch <= count) continue;
    if (!refused) refused = refuse_look(kernel_info(request.kernel), request, launch_config(first));
    request.launch = count;
    if (fewer.find(request.kernel) == std::string::npos) fewer += (fewer.empty() ? "" : ", ") + request.kernel;
  }
  if (!any && refused) throw Error(ErrorKind::usage, refused->sentence);
  if (!fewer.empty())
    note += (note.empty() ? "" : " ") + fmt::format("--launch {}: {} {} fewer launches, so the last one is shown.",
                                                    launch, fewer,
                                                    fewer.find(',') == std::string::npos ? "has" : "have");
}

void LaunchOptions::read_shape(RunRequest& request) const {
  const Workload workload = kernel_info(request.kernel).workload;
  request.n = info_of(workload).default_n;
  if (!facts_of(workload).of_matrices()) {
    read_number("--n", n_, {}, request.n);
    if (tile_.empty()) return;
    throw Error(ErrorKind::usage,
                fmt::format("--tile {}: {} has no tiles; only matrix kernels have them.", tile_, request.kernel));
  }
  if (!n_.empty()) {
    const Shape shape = facts_of(workload).shape;
    const MatrixSizes sizes = parse_matrices("--n", n_, shape);
    request.n = sizes.rows;
    if (!is_square(shape, sizes)) request.matrices = sizes;
  }
  read_number("--tile", tile_, {}, request.tile_width);
  if (!block_.empty() && !kernel_info(request.kernel).own)
    throw Error(ErrorKind::usage, fmt::format("--block {}: a block of {} has TILE_WIDTH x TILE_WIDTH threads; "
                                              "choose --tile.",
                                              block_, request.kernel));
}

RunRequest LaunchOptions::program_request(const std::string& file, Detail detail,
                                          const std::vector<std::string>& words) const {
  own_.load(file);
  RunRequest request;
  request.kernel = file;
  request.detail = detail;
  request.backend = backend_ == "cuda" ? BackendChoice::cuda : BackendChoice::emulator;
  request.own.words = words;
  request.own.is_trusted = own_.is_trusted();
  read_number("--launch", launch_, {1, kMostLaunches}, request.launch);
  read_number("--block-index", block_index_, {}, request.block);
  return own_.with_fault_and_schedule(request);
}

RunRequest LaunchOptions::request_of_any(const std::string& kernel, Detail detail,
                                         const std::vector<std::string>& words) const {
  return own_.is_program() ? program_request(kernel, detail, words) : request(kernel, detail);
}

LaunchOptions LaunchOptions::with_stated_options(const std::string& path, const std::string& kernel) const {
  LaunchOptions all = *this;
  const std::pair<const char*, std::string*> known[] = {
      {"--n", &all.n_},       {"--tile", &all.tile_}, {"--block", &all.block_}, {"--coarse", &all.coarse_},
      {"--grid", &all.grid_}, {"--op", &all.op_},     {"--type", &all.type_},   {"--input", &all.input_}};
  for (const auto& [name, value] : stated_options(read_source(path), path)) {
    std::string* option = all.own_.option_named(name);
    for (const auto& [one, place] : known)
      if (name == one) option = place;
    if (option && option->empty()) *option = value;
  }
  all.has_block_of_text_ = all.block_.empty();
  if (all.block_.empty()) all.block_ = block_in_text(read_source(path), kernel).value_or("");
  return all;
}

RunRequest LaunchOptions::request(const std::string& kernel, Detail detail) const {
  if (!names_own_kernel(kernel)) return request_as_given(kernel, detail);
  const OwnWords words = own_words(kernel);
  return with_stated_options(words.path, words.kernel).request_as_given(kernel, detail);
}

RunRequest LaunchOptions::request_as_given(const std::string& kernel, Detail detail) const {
  if (kernel.empty())
    throw Error(ErrorKind::usage, fmt::format("KERNEL is missing; choose one of {}.",
                                              kernel_ids([](const KernelInfo&) { return true; })));
  own_.load(kernel, !grid_.empty() || (!block_.empty() && !has_block_of_text_));
  const bool own = kernel_info(kernel).own != nullptr;
  RunRequest request;
  request.kernel = kernel;
  request.detail = detail;
  read_shape(request);
  if (!own) read_block_dim(block_, request.block_dim);
  read_number("--coarse", coarse_, {1, kMaxCoarseFactor}, request.coarse_factor);
  if (!own && !grid_.empty()) request.grid_dim = parse_size("--grid", grid_);
  const bool launches_itself = own && kernel_info(kernel).own->is_launcher;
  own_.read(request, launches_itself ? "" : block_, grid_);
  if (launches_itself) read_number("--launch", launch_, {1, kMostLaunches}, request.launch);
  request.own.is_block_open = has_block_of_text_ && !block_.empty();
  if (!combine_.empty()) read_name("--combine", combine_, kCombiningNames, request.combining.emplace());
  read_name("--op", op_, kOpNames, request.op);
  request.type = own ? own_type(*kernel_info(kernel).own) : default_type(kernel_info(kernel).workload);
  read_name("--type", type_, kTypeNames, request.type);
  // Type and operator of points imply each other.
  if (type_.empty() && request.op == Op::farthest) request.type = ElementType::point3;
  if (op_.empty() && request.type == ElementType::point3) request.op = Op::farthest;
  read_input(input_, request.input);
  read_number("--seed", seed_, {}, request.input.seed);
  read_name("--backend", backend_, kBackendNames, request.backend);
  read_number("--repeat", repeat_, {1, 10'000}, request.repeats);
  read_number("--block-index", block_index_, {}, request.block);
  if (request.input.kind == InputKind::file && n_.empty() && has_array_result(kernel_info(kernel).workload))
    throw Error(ErrorKind::usage, fmt::format("--n is missing: the file holds the input arrays of {} one after "
                                              "another, and does not say where each ends.",
                                              kernel));
  if (request.input.kind == InputKind::file && n_.empty())
    request.n = count_elements(request.input.path, request.type);
  if (block_.empty()) choose_launch_shape(request);
  choose_grid(request);
  own_.free_if_no_reduction(request);
  if (const KernelInfo& kernel = kernel_info(request.kernel);
      kernel.own && is_free(kernel) && n_.empty() && request.input.kind != InputKind::file)
    request.n = usual_elements(kernel, request);
  request.own.takes_fewer = own && n_.empty() && request.input.kind != InputKind::file;
  return own_.with_fault_and_schedule(request);
}

void LaunchOptions::free_shape(RunRequest& request) const {
  if (block_.empty() && grid_.empty()) request.grid_dim.reset();
}

std::vector<RunRequest> LaunchOptions::requests(const std::vector<std::string>& kernels, Detail detail,
                                                std::string& note) const {
  std::vector<RunRequest> all;
  std::string uncoarsened, own_grid, own_combining;
  const auto reset = [](bool kept, auto& parameter, const auto& to, const std::string& kernel, std::string& names) {
    if (kept || parameter == to) return;
    parameter = to;
    names += (names.empty() ? "" : ", ") + kernel;
  };
  // Beside a .cu file its options are not of the kernels of this program.
  const bool has_file = std::any_of(kernels.begin(), kernels.end(), names_own_kernel);
  LaunchOptions without = *this;
  without.own_.forget();
  for (const auto& kernel : kernels) {
    const bool takes_all = !has_file || names_own_kernel(kernel);
    auto& request = all.emplace_back((takes_all ? *this : without).request(kernel, detail));
    const KernelInfo& info = kernel_info(kernel);
    reset(info.coarsens, request.coarse_factor, 1u, kernel, uncoarsened);
    reset(info.grid == GridRule::chosen, request.grid_dim, std::nullopt, kernel, own_grid);
    reset(info.any_combining || request.combining == info.combining, request.combining, std::nullopt, kernel,
          own_combining);
  }
  const auto say = [&](const std::string& names, const std::string& sentence) {
    if (!names.empty()) note += (note.empty() ? "" : " ") + fmt::format(fmt::runtime(sentence), names);
  };
  say(uncoarsened, "--coarse " + coarse_ + " applies only to kernels that coarsen; COARSE_FACTOR is 1 for {}.");
  say(own_grid, "--grid " + grid_ + " applies only to kernels that let you choose it; N decides for {}.");
  say(own_combining,
      "--combine " + combine_ + " applies only to kernels that let you choose it; {} keep their own.");
  return all;
}

std::vector<RunRequest> LaunchOptions::possible_requests(const std::vector<std::string>& kernels, Detail detail,
                                                         std::string& note) const {
  std::vector<RunRequest> possible;
  for (auto& request : requests(kernels, detail, note)) {
    if (const auto refused = refusal(request)) {
      note += (note.empty() ? "" : " ") + fmt::format("{} is left out: {}", request.kernel, refused->text());
    } else {
      possible.push_back(std::move(request));
    }
  }
  return possible;
}

void require_trace(const std::string& kernel) {
  if (kernel.empty())
    throw Error(ErrorKind::usage, fmt::format("KERNEL is missing; choose one of {}.", kernel_ids(is_traced)));
  if (names_own_kernel(kernel)) return;
  const KernelInfo& info = kernel_info(kernel);
  if (!info.traced())
    throw Error(ErrorKind::usage,
                fmt::format("KERNEL '{}': it is {}; choose one of {}.", kernel,
                            info.on_host ? "a loop on the host, which has no lanes to trace"
                                         : "a library, whose compiled kernels record nothing, so there is no trace",
                            kernel_ids(is_traced)));
}

}  // namespace lanescope
