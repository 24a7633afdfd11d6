#include "cli/words/own_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "cli/words/say.h"
#include "engine/base/error.h"
#include "engine/base/foreign_text.h"
#include "engine/check/guessed_workload.h"
#include "engine/check/listed_kernel.h"
#include "engine/request/catalogue.h"
#include "engine/request/own_launch.h"
#include "engine/request/parse.h"
#include "engine/source/arguments.h"
#include "engine/source/launchers.h"
#include "engine/source/own_notes.h"
#include "engine/source/own_run.h"
#include "engine/source/own_words.h"
#include "engine/source/source_folder.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

constexpr std::string_view kOwnHeading = "Own kernel";

std::vector<std::string> split(const std::string& text, char sign) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, sign);) words.push_back(word);
  return words;
}

/// None: nobody knows what it computes.
std::optional<Workload> workload_named(const std::string& text, bool free_by_default) {
  if (text == "free" || (text.empty() && free_by_default)) return std::nullopt;
  if (text.empty()) return Workload::reduction;
  const auto names = workload_names();
  const auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end())
    throw Error(ErrorKind::usage,
                fmt::format("--as is '{}'; it must be free or one of {}.", text, fmt::join(names, ", ")));
  return static_cast<Workload>(found - names.begin());
}

}  // namespace

void OwnOptions::add_to(Arguments& arguments) {
  arguments.add_option("--as", as_,
                       "what a kernel of a file computes, which its result is judged by: reduction, scan ..., or "
                       "free: not judged, arrays "
                       "of N elements (check: default free; else reduction)",
                       kOwnHeading);
  arguments.add_option("--define", define_, "what the file's build defines by -D: NAME=VALUE, several with commas",
                       kOwnHeading);
  arguments.add_option("--shared", shared_, "bytes of extern __shared__ (default all that a block can have)",
                       kOwnHeading);
  arguments.add_option(
      "--arguments", arguments_,
      "a word for each parameter, with commas: in, in2, in3, out, inout, n, rows, inner, columns, "
      "coarse or a number; of a free one also with a number of elements, in:4096, "
      "which are N else (default: const pointers in, others out, whole numbers N, and several of a free one that "
      "are called width, rows, M and the like, or all where it uses threadIdx.y, the root of N/4)",
      kOwnHeading);
}

void OwnOptions::add_main(Arguments& arguments) {
  takes_launchers_ = true;
  arguments.add_flag(
      "--main", main_,
      "of a .cu file: runs its own main(), with all words behind that are no options of this command "
      "(after a --: all)");
  arguments.add_flag(
      "--trust", trust_,
      "with --main --backend cuda: runs the program also where the system cannot keep it from your files");
}

void OwnOptions::add_fault(Arguments& arguments) {
  std::string names;
  for (const Fault& one : faults()) names += (names.empty() ? "" : ", ") + std::string(one.name);
  arguments.add_option("--fault", fault_, "puts a known slip into one line: " + names, kOwnHeading);
  arguments.add_option(
      "--schedule", schedule_,
      "seed of the order in which the emulator runs warps and lanes (default 0: as they are numbered)",
      kOwnHeading);
}

std::string* OwnOptions::option_named(const std::string& name) {
  const std::pair<const char*, std::string*> options[] = {
      {"--as", &as_}, {"--shared", &shared_}, {"--arguments", &arguments_}};
  for (const auto& [known, value] : options)
    if (name == known) return value;
  return nullptr;
}

const Fault* OwnOptions::fault() const {
  return fault_.empty() ? nullptr : &fault_named(fault_);
}

RunRequest OwnOptions::with_fault_and_schedule(RunRequest request) const {
  if (!schedule_.empty()) request.own.schedule = parse_size("--schedule", schedule_);
  const Fault* put = fault();
  if (kernel_info(request.kernel).own) {
    const bool has_arguments = kernel_info(request.kernel).own->has_arguments();
    if (put && put->leaves_output && has_arguments) request.own.arguments = words_with_output_left(request);
    return request;
  }
  if (!put && schedule_.empty()) return request;
  Progress progress;
  return listed_request(request, put, progress);
}

void OwnOptions::leave_launcher(const std::string& kernel, const std::string& launcher,
                                const std::string& why) const {
  if (says_what_is_left_out_)
    say(fmt::format("{}: {}() is not called, and a kernel is launched alone: {}", kernel, launcher, why));
}

const KernelInfo& OwnOptions::load_own(const std::string& kernel, const OwnText& text, bool has_shape) const {
  Progress progress;
  if (main_) return load_own_program(kernel, progress, &text);
  const std::string name = own_words(kernel).kernel;
  const bool is_judged = !as_.empty() && as_ != "free";
  const std::string launcher =
      takes_launchers_ && !has_shape && !is_judged ? meant_launcher(text.text, name, free_by_default_) : "";
  if (!launcher.empty()) try {
      const KernelInfo& info = load_own_launcher(kernel, launcher, progress, &text);
      if (!name.empty() || info.own->missing_definitions.empty()) return info;
      leave_launcher(
          kernel, launcher,
          fmt::format("neither the file nor its headers define {}.", info.own->missing_definitions.front()));
    } catch (const Error& error) {
      if (!name.empty() || error.kind() != ErrorKind::usage) throw;
      leave_launcher(kernel, launcher, error.what());
    }
  return load_own_kernel(kernel, workload_named(as_, free_by_default_), progress, &text);
}

void OwnOptions::load(const std::string& kernel, bool has_shape) const {
  if (names_own_kernel(kernel)) {
    if (main_ && !own_words(kernel).kernel.empty())
      throw Error(ErrorKind::usage, fmt::format("--main: a program chooses its kernels itself; name {} alone.",
                                                own_words(kernel).path));
    std::optional<FaultyText> edited;
    if (const Fault* one = fault())
      edited = require_fault(read_source(own_words(kernel).path), printable(kernel), *one);
    OwnText given = text_of_file(kernel);
    if (edited) given.text = edited->text;
    given.defines = split(define_, ',');
    const KernelInfo& info = load_own(kernel, given, has_shape);
    if (edited) note_fault(std::string(info.id), *fault(), *edited);
    if (!says_what_is_left_out_) return;
    for (const Sentence& note : notes_of(*info.own)) say(fmt::format("{}: {}", kernel, note.text()));
    return;
  }
  if (main_)
    throw Error(ErrorKind::usage, fmt::format("--main: {} is a kernel of this program, and no .cu file.", kernel));
  for (const auto& [option, text] :
       {std::pair{"--as", as_}, {"--define", define_}, {"--shared", shared_}, {"--arguments", arguments_}})
    if (!text.empty())
      throw Error(ErrorKind::usage,
                  fmt::format("{} {}: {} is a kernel of this program; only one of a .cu file takes that.", option,
                              text, kernel));
}

void OwnOptions::free_if_no_reduction(const RunRequest& request) const {
  const KernelInfo& kernel = kernel_info(request.kernel);
  if (!kernel.own || is_free(kernel) || !as_.empty()) return;
  Progress progress;
  const LikeAReduction like = like_a_reduction(request, progress);
  if (like == LikeAReduction::yes) return;
  // In the order of LikeAReduction.
  constexpr const char* kWhy[] = {"",
                                  "it reads more than one array of N elements",
                                  "it writes more than one result a block",
                                  "it has parameters or directions that no reduction has",
                                  "it reads no array",
                                  "its name says another thing than a sum",
                                  "its result is the smallest or the largest element, and no sum",
                                  "its threads work alone, without a loop",
                                  "launched as one it leaves a shared array"};
  OwnOptions free = *this;
  free.takes_launchers_ = false;
  free.as_ = "free";
  free.says_what_is_left_out_ = false;
  free.load(request.kernel);
  say(fmt::format("{}: {}{}", printable(request.kernel), kWhy[static_cast<std::size_t>(like)],
                  like == LikeAReduction::another
                      ? ": nothing is judged. --op min or --op max says which it is."
                      : ", so it is no reduction: nothing is judged. --as says what it computes."));
  if (follows_its_input(request, progress)) say(std::string(kFollowsItsInput));
}

void OwnOptions::read(RunRequest& request, const std::string& block, const std::string& grid) const {
  if (!kernel_info(request.kernel).own) return;
  if (!block.empty()) {
    request.own.block = parse_extent("--block", block, kMaxBlockDim);
    request.block_dim = request.own.block[0] * request.own.block[1] * request.own.block[2];
  }
  if (!grid.empty()) request.own.grid = parse_extent("--grid", grid, kMaxGridDim);
  if (!shared_.empty())
    request.own.shared_bytes = static_cast<unsigned>(parse_size("--shared", shared_, {0, kMostSharedBytes}));
  request.own.arguments = split(arguments_, ',');
}

}  // namespace lanescope
