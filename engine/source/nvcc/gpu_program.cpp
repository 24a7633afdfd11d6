#include "engine/source/nvcc/gpu_program.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <utility>

#include "engine/base/demangled.h"
#include "engine/base/foreign_text.h"
#include "engine/request/catalogue.h"
#include "engine/source/child_process.h"
#include "engine/source/compiler_words.h"
#include "engine/source/output_lines.h"
#include "engine/source/own_run.h"
#include "engine/source/own_words.h"
#include "engine/source/scratch_folder.h"
#include "engine/source/source_error.h"
#include "engine/source/source_folder.h"
#include "engine/source/toolchain.h"
#include "program_texts.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLauncher = "lanescope_kernel";
constexpr unsigned kCompilerSeconds = 120;
constexpr int kCannotConfine = 125;  // of the launcher
constexpr std::uint64_t kMostToldBytes = 4 << 20;

/// Calls that engine/source/nvcc/launch_times.cu takes from the program.
constexpr const char* kWatchedCalls[] = {"cudaLaunchKernel", "cudaLaunchCooperativeKernel",
                                         "cudaDeviceReset",  "__cudaRegisterFunction",
                                         "__cudaGetKernel",  "__cudaLaunchKernel"};

std::string nvcc() {
  if (const auto found = find_program({"nvcc"})) return *found;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* folder = std::getenv(variable))
      if (std::error_code ignored; fs::is_regular_file(fs::path(folder) / "bin/nvcc", ignored))
        return (fs::path(folder) / "bin/nvcc").string();
  if (std::error_code ignored; fs::is_regular_file("/usr/local/cuda/bin/nvcc", ignored))
    return "/usr/local/cuda/bin/nvcc";
  throw Error(
      ErrorKind::unavailable,
      Sentence("--main --backend cuda: a whole program is built for a GPU by nvcc, and there is none in PATH; "
               "the CUDA toolkit has it."));
}

std::string text_of_watcher() {
  return std::string(program_texts::kFiles[0].text);
}

/// The program's file, in a folder of its own.
std::string built(const OwnKernel& kernel, const ScratchFolder& folder, Progress& progress) {
  const std::string source = folder.file(fs::path(kernel.path).filename().string());
  const std::string watcher = folder.file("lanescope_launch_times.cu"), program = folder.file("program");
  write_text(source, kernel.text);
  write_text(watcher, text_of_watcher());
  std::vector<std::string> words = {
      nvcc(), "-std=c++17", "-arch=native", "-I",   fs::absolute(kernel.path).parent_path().string(),
      source, watcher,      "-o",           program};
  for (const std::string& definition : kernel.defines) words.push_back("-D" + definition);
  for (const char* call : kWatchedCalls) words.insert(words.end(), {"-Xlinker", fmt::format("--wrap={}", call)});
  const ChildLimits limits{.seconds = kCompilerSeconds, .file_bytes = 256 << 20, .sees_environment = true};
  const ChildEnd end = run_child(words, limits, {}, folder.path(), progress);
  if (end.out_of_time)
    throw Error(ErrorKind::usage,
                Sentence("{}: nvcc was not done after {} s, and was stopped.", kernel.file_name, limits.seconds));
  if (end.exit_code == 0) return program;
  const std::string log = in_words_of_gcc(end.output);
  throw SourceError(Sentence("For the GPU {} has an error: {}", Sentence::word("nvcc"),
                             Sentence::word(first_error(log, kernel.file_name))),
                    problems_in(log, kernel.path));
}

/// "reduce<256>" of "_Z6reduceILi256EEvPKfPfi", which reads "void reduce<256>(float const*, float*, int)".
std::string kernel_name_of(const std::string& symbol) {
  std::string name = demangled(symbol);
  // Parentheses and spaces may be in the arguments of a template, too.
  constexpr std::string_view kUnnamed = "(anonymous namespace)";
  int depth = 0;
  std::size_t begin = 0, end = name.size();
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (std::string_view(name).substr(i).starts_with(kUnnamed)) i += kUnnamed.size();
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (depth == 0 && name[i] == ' ') begin = i + 1;
    if (depth == 0 && name[i] == '(') {
      end = i;
      break;
    }
  }
  return printable(name.substr(begin, end - begin));
}

bool is_possible(const ProgramLaunch& launch) {
  constexpr std::uint64_t kMostThreads = 1024, kMostBlocks = 0x7fffffff, kMostShared = 1 << 20;
  const auto is_extent = [](const std::array<unsigned, 3>& extent, std::uint64_t most) {
    std::uint64_t product = 1;
    for (const unsigned side : extent) {
      product *= side;
      if (product == 0 || product > most) return false;
    }
    return true;
  };
  return is_extent(launch.grid, kMostBlocks) && is_extent(launch.block, kMostThreads) &&
         launch.shared_bytes <= kMostShared;
}

[[noreturn]] void refuse_unconfined(const OwnKernel& kernel) {
  throw Error(
      ErrorKind::unavailable,
      Sentence("{}: this system cannot keep a program from your files (Landlock), so it is not run on the GPU; "
               "--trust runs it all the same.",
               kernel.file_name));
}

}  // namespace

std::vector<GpuProgramLaunch> launches_in(const std::string& told, std::uint64_t& unlisted) {
  std::vector<GpuProgramLaunch> launches;
  std::istringstream lines(told);
  for (std::string line; std::getline(lines, line);) {
    constexpr std::size_t kMostDigits = 18;
    if (!line.empty() && line.size() <= kMostDigits && line.find_first_not_of("0123456789") == std::string::npos) {
      unlisted += std::strtoull(line.c_str(), nullptr, 10);
      continue;
    }
    GpuProgramLaunch& one = launches.emplace_back();
    std::istringstream words(line);
    std::string symbol;
    words >> symbol;
    for (unsigned& side : one.launch.grid) words >> side;
    for (unsigned& side : one.launch.block) words >> side;
    double time_us = 0;
    words >> one.launch.shared_bytes >> time_us;
    std::string rest;
    if (!words || words >> rest || !std::isfinite(time_us) || !is_possible(one.launch))
      throw Error(ErrorKind::failed, Sentence("The program told of a launch that cannot be: {}.", printable(line)));
    one.launch.name = kernel_name_of(symbol);
    if (time_us >= 0) one.time_us = time_us;
  }
  return launches;
}

GpuProgramRun run_program_on_gpu(const RunRequest& request, Progress& progress) {
  const OwnKernel& kernel = *kernel_info(request.kernel).own;
  const ScratchFolder folder;
  progress.begin_stage(0, 0.5);
  const std::string program = built(kernel, folder, progress);
  progress.begin_stage(0.5, 1);
  const Descriptor told = shared_memory("lanescope launches", 0);
  std::vector<std::string> words = {file_beside_this(kLauncher), request.own.is_trusted ? "trusted" : "confined",
                                    fs::absolute(kernel.path).parent_path().string(), program};
  words.insert(words.end(), request.own.words.begin(), request.own.words.end());
  const ChildLimits limits{.seconds = kProgramSeconds, .output_bytes = kMostOutputBytes, .sees_environment = true};
  const ChildEnd end = run_child(words, limits, {told.number()}, folder.path(), progress);
  if (end.exit_code == kCannotConfine) refuse_unconfined(kernel);
  if (end.out_of_time)
    throw Error(ErrorKind::failed,
                Sentence("{} was stopped on the GPU after {} s.", kernel.file_name, limits.seconds));
  if (end.signal != 0)
    throw Error(ErrorKind::failed,
                Sentence("{} ended by signal {}; `lanescope check FILE --main` looks for the line.",
                         kernel.file_name, end.signal));
  OutputLines output = output_lines(end.output);
  GpuProgramRun run{
      .output = std::move(output.lines), .lost_lines = end.lost_lines + output.lost, .exit_code = end.exit_code};
  run.launches = launches_in(bytes_in(told, kMostToldBytes), run.unlisted_launches);
  return run;
}

}  // namespace lanescope
