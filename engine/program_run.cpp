#include "engine/program_run.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/base/error.h"
#include "engine/request/catalogue.h"
#include "engine/source/nvcc/gpu_program.h"
#include "engine/source/own_run.h"
#include "engine/this_machine.h"

namespace lanescope {
namespace {

Run emulated_program(const RunRequest& request, Progress& progress) {
  OwnProgramRun program = run_own_program(request, progress);
  Run run;
  run.request = request;
  run.provenance = provenance_of_emulator();
  run.printed = std::move(program.output);
  run.lost_lines = program.lost_lines;
  run.launch_count = program.launch_count;
  run.partly_watched_launches = program.partly_watched_launches;
  run.partly_checked_launches = program.partly_checked_launches;
  run.stopped = std::move(program.stopped);
  run.unkept_files = std::move(program.unkept_files);
  run.missing_files = std::move(program.missing_files);
  run.refused_launches = std::move(program.refused_launches);
  run.refused_allocations = std::move(program.refused_allocations);
  run.remark = std::move(program.remark);
  run.launch.entry = request.kernel;
  run.exit_code = program.exit_code;
  run.array_uses = std::move(program.array_uses);
  run.findings = std::move(program.findings);
  run.seen_by_checks = std::move(program.seen_by_checks);
  std::vector<RunLaunch> launches;
  for (std::size_t i = 0; i < program.launches.size(); ++i) {
    TracedLaunch& one = program.launches[i];
    const std::uint64_t block =
        i + 1 == request.launch ? std::min(request.block, one.launch.grid_dim - 1) : std::uint64_t{0};
    if (program.has_trace[i])
      launches.push_back(run_launch(request, block, std::make_shared<const Trace>(std::move(one.trace))));
    else
      launches.push_back({one.launch, block});
    launches.back().checked_blocks = program.checked_blocks[i];
  }
  if (!launches.empty()) set_launches(run, std::move(launches));
  return run;
}

Run measured_program(const RunRequest& request, Progress& progress) {
  if (request.detail != Detail::none || request.own.checks || request.own.schedule != 0)
    throw Error(
        ErrorKind::unavailable,
        Sentence("--backend cuda: a program is traced, checked and run in other orders by the emulator alone; a "
                 "GPU gives the times of its launches."));
  if (kernel_info(request.kernel).own->is_launcher)
    throw Error(ErrorKind::unavailable,
                Sentence("--backend cuda: {} has no main(), and its functions are called by the emulator alone.",
                         kernel_info(request.kernel).own->file_name));
  const BackendStatus here = backend_status();
  if (!here.cuda_available) throw Error(ErrorKind::unavailable, Sentence("--backend cuda: {}", here.reason));
  GpuProgramRun program = run_program_on_gpu(request, progress);
  Run run;
  run.request = request;
  run.provenance = {"cuda", NumberKind::measured, here.device, here.driver, "", ""};
  run.printed = std::move(program.output);
  run.lost_lines = program.lost_lines;
  run.launch_count = program.launches.size() + program.unlisted_launches;
  run.launch.entry = request.kernel;
  run.exit_code = program.exit_code;
  std::vector<RunLaunch> launches;
  Timing& timing = run.timing.emplace();
  for (const GpuProgramLaunch& one : program.launches) {
    launches.push_back({launch_of(one.launch, request.kernel + ":" + one.launch.name), 0});
    timing.launch_us.push_back(one.time_us.value_or(std::numeric_limits<double>::quiet_NaN()));
  }
  if (!launches.empty()) set_launches(run, std::move(launches));
  return run;
}

}  // namespace

bool is_program(const RunRequest& request) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  return kernel.own && kernel.own->is_program;
}

Run program_run(const RunRequest& request, Progress& progress) {
  return request.backend == BackendChoice::cuda ? measured_program(request, progress)
                                                : emulated_program(request, progress);
}

}  // namespace lanescope
