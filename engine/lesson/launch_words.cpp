#include "engine/lesson/launch_words.h"

#include <fmt/format.h>

#include <array>
#include <sstream>
#include <vector>

#include "engine/base/error.h"
#include "engine/emulator/emulator.h"
#include "engine/request/catalogue.h"
#include "engine/request/own_shape.h"
#include "engine/request/parse.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

template <class Enum, std::size_t N>
Enum named(std::string_view option, const std::string& text, const std::string_view (&names)[N]) {
  for (std::size_t i = 0; i < N; ++i)
    if (text == names[i]) return static_cast<Enum>(i);
  throw Error(ErrorKind::usage,
              fmt::format("{} is '{}'; it must be one of {}.", option, text, fmt::join(names, ", ")));
}

unsigned small(std::string_view option, const std::string& text, std::uint64_t most) {
  return static_cast<unsigned>(parse_size(option, text, {1, most}));
}

/// An input that a lesson can name: none from a file.
InputKind input_named(std::string_view option, const std::string& text) {
  const auto kind = named<InputKind>(option, text, kInputNames);
  if (kind == InputKind::file)
    throw Error(ErrorKind::usage,
                fmt::format("{} is 'file'; a lesson takes one of uniform, ones, ramp, normal.", option));
  return kind;
}

struct LaunchOption {
  std::string_view name;
  void (*read)(RunRequest&, std::string_view option, const std::string& text);
};

constexpr unsigned kMostLaunches = 1000;  // a later check names the actual number

constexpr LaunchOption kOptions[] = {
    {"--n",
     [](RunRequest& r, std::string_view o, const std::string& t) {
       r.n = parse_size(o, t, {0, kLessonN});
     }},
    {"--block",
     [](RunRequest& r, std::string_view o, const std::string& t) { r.block_dim = small(o, t, kMaxBlockDim); }},
    {"--tile", [](RunRequest& r, std::string_view o, const std::string& t) { r.tile_width = small(o, t, 32); }},
    {"--coarse", [](RunRequest& r, std::string_view o,
                    const std::string& t) { r.coarse_factor = small(o, t, kMaxCoarseFactor); }},
    {"--grid",
     [](RunRequest& r, std::string_view o, const std::string& t) {
       r.grid_dim = parse_size(o, t, {1, kMaxGridDim});
     }},
    {"--combine", [](RunRequest& r, std::string_view o,
                     const std::string& t) { r.combining = named<Combining>(o, t, kCombiningNames); }},
    {"--op", [](RunRequest& r, std::string_view o, const std::string& t) { r.op = named<Op>(o, t, kOpNames); }},
    {"--type", [](RunRequest& r, std::string_view o,
                  const std::string& t) { r.type = named<ElementType>(o, t, kTypeNames); }},
    {"--input", [](RunRequest& r, std::string_view o, const std::string& t) { r.input.kind = input_named(o, t); }},
    {"--seed", [](RunRequest& r, std::string_view o, const std::string& t) { r.input.seed = parse_size(o, t); }},
    {"--launch",
     [](RunRequest& r, std::string_view o, const std::string& t) { r.launch = small(o, t, kMostLaunches); }},
    {"--block-index", [](RunRequest& r, std::string_view o, const std::string& t) { r.block = parse_size(o, t); }},
};

const LaunchOption& option_named(const std::string& word) {
  for (const LaunchOption& option : kOptions)
    if (option.name == word) return option;
  throw Error(ErrorKind::usage, fmt::format("'{}' is no option of a launch; there are {}.", word,
                                            fmt::join(launch_word_names(), ", ")));
}

/// A library has a recorded time and no trace, so that nothing is run for it.
void require_small(const RunRequest& request) {
  if (!kernel_info(request.kernel).traced() || has_alike_blocks(request) || request.n <= kLessonWholeN) return;
  throw Error(ErrorKind::usage,
              fmt::format("--n is {}; what lanes of {} do follows from the elements, so a lesson takes {} at most.",
                          request.n, request.kernel, kLessonWholeN));
}

}  // namespace

std::span<const std::string_view> launch_word_names() {
  static const auto kNames = [] {
    std::array<std::string_view, std::size(kOptions)> names;
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = kOptions[i].name;
    return names;
  }();
  return kNames;
}

RunRequest launch_of_words(std::string_view words) {
  std::istringstream stream{std::string(words)};
  std::string word;
  if (!(stream >> word)) throw Error(ErrorKind::usage, "a kernel is missing; 'lanescope list' names them all.");
  RunRequest request;
  request.kernel = word;
  const KernelInfo& kernel = kernel_info(word);
  request.n = info_of(kernel.workload).default_n;
  request.type = default_type(kernel.workload);
  bool has_block = false;
  while (stream >> word) {
    const LaunchOption& option = option_named(word);
    has_block |= option.name == "--block";
    std::string value;
    if (!(stream >> value)) throw Error(ErrorKind::usage, fmt::format("{} has no value.", option.name));
    option.read(request, option.name, value);
  }
  // The shape that a kernel chooses itself is that of the GPU whose times come with the program.
  if (!has_block) choose_launch_shape(request, DeviceShape{});
  choose_grid(request, DeviceShape{});
  request.detail = kernel.traced() ? Detail::full : Detail::none;
  request.backend = kernel.traced() ? BackendChoice::emulator : BackendChoice::automatic;
  if (kernel.traced()) {
    if (const auto refused = refusal(request)) throw Error(ErrorKind::usage, refused->sentence);
    require_small(request);
  }
  return request;
}

std::string words_of_launch(const RunRequest& request) {
  const RunRequest usual = launch_of_words(request.kernel);
  std::string words = fmt::format("{} --n {}", request.kernel, request.n);
  const auto add = [&](const char* option, const auto& value, const auto& usual_value) {
    if (value != usual_value) words += fmt::format(" {} {}", option, value);
  };
  add("--block", request.block_dim, usual.block_dim);
  add("--tile", request.tile_width, usual.tile_width);
  add("--coarse", request.coarse_factor, usual.coarse_factor);
  if (request.grid_dim) words += fmt::format(" --grid {}", *request.grid_dim);
  if (request.combining) words += fmt::format(" --combine {}", name_of(*request.combining));
  add("--op", name_of(request.op), name_of(usual.op));
  add("--type", name_of(request.type), name_of(usual.type));
  if (request.input.kind != InputKind::file) add("--input", name_of(request.input.kind), name_of(usual.input.kind));
  if (request.input.kind != InputKind::file) add("--seed", request.input.seed, usual.input.seed);
  return words;
}

}  // namespace lanescope
