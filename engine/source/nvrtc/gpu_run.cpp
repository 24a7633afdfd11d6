#include "engine/source/nvrtc/gpu_run.h"

#include <unistd.h>

#include <filesystem>
#include <utility>

#include "engine/base/foreign_text.h"
#include "engine/request/own_launch.h"
#include "engine/source/child_process.h"
#include "engine/source/compiler_words.h"
#include "engine/source/job.h"
#include "engine/source/nvrtc/device_unit.h"
#include "engine/source/nvrtc/gpu_job.h"
#include "engine/source/output_lines.h"
#include "engine/source/own_arrays.h"
#include "engine/source/source_error.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

constexpr const char* kGpuProgram = "lanescope_gpu_kernel";

/// What was being done, where that is not the kernel itself.
constexpr std::pair<GpuStep, const char*> kStepWords[] = {{GpuStep::load, pattern("loading the kernel")},
                                                          {GpuStep::copy_in, pattern("copying to the GPU")},
                                                          {GpuStep::launch, pattern("launching the kernel")},
                                                          {GpuStep::copy_out, pattern("copying from the GPU")}};

[[noreturn]] void unavailable(const Sentence& why) {
  throw Error(ErrorKind::unavailable, Sentence("--backend cuda: {}", why));
}

[[noreturn]] void refuse_for_gpu(const OwnKernel& kernel, const GpuAnswer& answer) {
  const std::string log = in_words_of_gcc(answer.log);
  throw SourceError(Sentence("For the GPU {} has an error: {}", Sentence::word(answer.compiler),
                             Sentence::word(first_error(log, kernel.file_name))),
                    problems_in(log, kernel.path));
}

struct AskedGpu {
  GpuAnswer answer;
  std::vector<std::string> printed;  ///< lines
  std::uint64_t lost_lines = 0;
};

/// What the driver wrote of an assert: "own.cu:7: void f(int): block: [0,0,0], thread: [3,0,0] Assertion `n > 0`
/// failed."
std::string failed_assertion(const std::vector<std::string>& printed) {
  for (const std::string& line : printed)
    if (line.find("Assertion") != std::string::npos) return line;
  return {};
}

[[noreturn]] void fail_on_gpu(const GpuAnswer& answer, const std::vector<std::string>& printed) {
  const Sentence text = Sentence::word(answer.error_text), name = Sentence::word(answer.error_name);
  if (answer.step == GpuStep::begin) unavailable(Sentence("CUDA reports: {}.", text));
  if (const std::string assertion = failed_assertion(printed); !assertion.empty())
    throw Error(ErrorKind::failed, Sentence("An assert failed on the GPU: {}", Sentence::word(assertion)));
  for (const auto& [step, words] : kStepWords)
    if (answer.step == step)
      throw Error(ErrorKind::failed, Sentence("CUDA failed while {}: {} ({}).", Sentence::of(words), text, name));
  throw Error(
      ErrorKind::failed,
      Sentence("The kernel broke off on the GPU: {} ({}); `lanescope check` looks for the line.", text, name));
}

void require_done(const AskedGpu& asked, const GpuJob& job, const OwnKernel& kernel, std::uint64_t n) {
  const GpuAnswer& answer = asked.answer;
  constexpr std::uint64_t kMib = 1 << 20;
  switch (answer.end) {
    case GpuEnd::done:
      return;
    case GpuEnd::no_driver:
      unavailable(Sentence("no NVIDIA driver is installed."));
    case GpuEnd::no_device:
      unavailable(Sentence("this machine has no NVIDIA GPU that CUDA can use."));
    case GpuEnd::no_compiler:
      if (!answer.log.empty()) unavailable(Sentence::word(printable(answer.log) + "."));
      unavailable(
          Sentence("own kernels are compiled for a GPU by NVRTC, and there is no libnvrtc.so here; the CUDA "
                   "toolkit has it."));
    case GpuEnd::refused:
      refuse_for_gpu(kernel, answer);
    case GpuEnd::no_memory:
      throw Error(ErrorKind::failed,
                  Sentence("--n {} needs {} MiB of GPU memory, and {} MiB are free: choose a smaller --n.", n,
                           answer.wanted_bytes / kMib, answer.free_bytes / kMib));
    case GpuEnd::endless:
      throw Error(
          ErrorKind::failed,
          Sentence("The kernel was stopped on the GPU after {} s: an endless loop, or more work than a GPU does in "
                   "that time.",
                   job.seconds));
    case GpuEnd::failed:
      fail_on_gpu(answer, asked.printed);
  }
}

/// One that ends without an answer is an error too.
AskedGpu ask_gpu_process(const GpuJob& job, const Descriptor& arrays, std::uint64_t array_bytes,
                         Progress& progress) {
  const std::string text = gpu_job_text(job);
  const Descriptor question = shared_memory("lanescope question", 0), reply = shared_memory("lanescope answer", 0);
  if (write(question.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    throw Error(ErrorKind::failed, Sentence("The kernel's process cannot be told what to run."));
  // Beside the kernel itself: the driver's start, the compiler, and copies. The process stops waiting for a kernel
  // by itself.
  constexpr unsigned kOtherSeconds = 60;
  constexpr std::uint64_t kBytesASecond = 200'000'000;
  const auto copying = static_cast<unsigned>(array_bytes / kBytesASecond);
  const ChildLimits limits{.seconds = kOtherSeconds + 2 * job.seconds + copying,
                           .memory_bytes = 0,  // the driver reserves addresses for all memory of all GPUs
                           .file_bytes = 0,
                           .output_bytes = kMostOutputBytes,
                           .sees_environment = true};
  const ChildEnd end =
      run_child({file_beside_this(kGpuProgram)}, limits, {question.number(), arrays.number(), reply.number()},
                std::filesystem::temp_directory_path().string(), progress);
  const std::string bytes = bytes_in(reply, kMostGpuAnswerBytes);
  if (end.out_of_time)
    throw Error(ErrorKind::failed,
                Sentence("The process of the kernel on the GPU was stopped after {} s.", limits.seconds));
  if (end.exit_code != 0 || bytes.empty())
    throw Error(ErrorKind::failed,
                Sentence("The process of the kernel on the GPU ended by {}, and nothing came back from it.",
                         end.signal != 0 ? "signal " + std::to_string(end.signal)
                                         : "code " + std::to_string(end.exit_code)));
  OutputLines output = output_lines(end.output);
  return {gpu_answer_from_text(bytes), std::move(output.lines), end.lost_lines + output.lost};
}

/// Outputs that a launch overwrites need not be as before for the next; those that it updates must, and so must all
/// that it reads.
bool must_be_restored(const OwnArray& array, const OwnKernel& kernel, const LaunchConfig& launch) {
  return array.is_input || kernel.is_free || !has_array_result(launch.workload) ||
         facts_of(launch.workload).updates_output;
}

OwnGpuCode code_of(const GpuAnswer& answer) {
  return {answer.device, answer.driver, answer.resources, answer.blocks_per_sm};
}

GpuJob unlaunched_job(const RunRequest& request) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  GpuJob job = device_unit(*kernel.own);
  const OwnShapes shapes = own_shapes(kernel, request);
  job.is_launched = false;
  job.block = shapes.block;
  job.grid = shapes.grid;
  job.dynamic_bytes = dynamic_shared_bytes(kernel, request);
  return job;
}

GpuJob gpu_job_of(const RunRequest& request, const LaunchConfig& launch, const OwnArrays& arrays) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  GpuJob job = unlaunched_job(request);
  job.is_launched = true;
  job.repeats = request.repeats;
  const OwnArguments& bound = arrays.arguments();
  for (std::size_t i = 0; i < bound.arrays.size(); ++i) {
    const OwnArray& array = bound.arrays[i];
    const JobArray& place = arrays.places()[i];
    job.arrays.push_back({place.begin, place.bytes, array.may_be_written,
                          array.may_be_written && must_be_restored(array, *kernel.own, launch)});
  }
  job.arguments = bound.values;
  return job;
}

}  // namespace

OwnGpuRun run_own_on_gpu(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                         Progress& progress) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  const OwnArrays arrays(request, launch, input);
  const GpuJob job = gpu_job_of(request, launch, arrays);
  const auto asked = ask_gpu_process(job, arrays.descriptor(), arrays.bytes(), progress);
  const GpuAnswer& answer = asked.answer;
  require_done(asked, job, *kernel.own, launch.n);
  OwnGpuRun run;
  run.result = arrays.result();
  if (answer.repeats > 0) run.times = OwnGpuTimes{answer.median_us, answer.min_us, answer.max_us, answer.repeats};
  run.code = code_of(answer);
  run.printed = asked.printed;
  run.lost_lines = asked.lost_lines;
  return run;
}

OwnGpuCode own_code_on_gpu(const RunRequest& request, Progress& progress) {
  const GpuJob job = unlaunched_job(request);
  const auto asked = ask_gpu_process(job, shared_memory("lanescope arrays", 0), 0, progress);
  require_done(asked, job, *kernel_info(request.kernel).own, request.n);
  return code_of(asked.answer);
}

std::uint64_t compile_own_for_gpu(const OwnKernel& kernel, const std::string& architecture, Progress& progress) {
  GpuJob job = device_unit(kernel);
  job.architecture = architecture;
  const auto asked = ask_gpu_process(job, shared_memory("lanescope arrays", 0), 0, progress);
  require_done(asked, job, kernel, 0);
  return asked.answer.code_bytes;
}

}  // namespace lanescope
