#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>

#include "engine/base/foreign_text.h"
#include "engine/base/whole_file.h"
#include "engine/input/input.h"
#include "engine/request/refusals.h"
#include "engine/source/compile.h"
#include "engine/source/output_lines.h"
#include "engine/source/own_arrays.h"
#include "engine/source/own_process.h"
#include "engine/source/own_run.h"
#include "engine/source/rewrite.h"
#include "engine/source/scan.h"
#include "engine/source/source_folder.h"
#include "engine/source/untold_size.h"

namespace lanescope {
namespace {

KernelJob program_job(const RunRequest& request) {
  const OwnKernel& own = *kernel_info(request.kernel).own;
  KernelJob job;
  job.library = own.library;
  job.source = line_name(own.path);
  job.text = own.text;
  job.launch.entry = request.kernel;
  // What a finding may name.
  job.launch.block_dim = kMaxBlockDim;
  job.launch.grid_dim = kMaxGridDim;
  job.kept_block = request.block;
  job.detail = request.detail;
  job.seconds = request.own.most_seconds.value_or(kProgramSeconds);
  job.checks = request.own.checks;
  job.schedule = request.own.schedule;
  JobProgram& program = job.program.emplace();
  program.words = request.own.words;
  program.words.insert(program.words.begin(), std::filesystem::path(own.path).stem().string());
  program.folder = std::filesystem::absolute(own.path).parent_path().string();
  for (const std::string& name : environment_names(own.text))
    if (const char* value = std::getenv(name.c_str())) program.environment.push_back(name + "=" + value);
  program.launch = request.launch;
  for (const ScannedKernel& kernel : scan_kernels(own.text_with_headers()))
    program.kernels.push_back({kernel.name, kernel.parameters, kernel.is_const});
  describe_memory(job, read_whole_file(own.library), own.text_with_headers());
  return job;
}

/// Where a program says which launch it is in; of a launcher the arrays stand behind that, which it only reads.
class SharedMemory {
 public:
  SharedMemory(const RunRequest& request, KernelJob& job, Progress& progress) {
    if (!kernel_info(request.kernel).own->is_launcher) return;
    arrays_.emplace(request, launch_config(request), make_input(request, progress));
    arrays_->put_into(job);
    job.program->is_launcher = true;
  }
  OwnAnswer ask(const KernelJob& job, Progress& progress, bool tells_launches) const {
    if (arrays_) return ask_own_process(job, arrays_->descriptor(), progress, tells_launches);
    return ask_own_process(job, shared_memory("lanescope launch", sizeof(LaunchNews)), progress, tells_launches);
  }

 private:
  std::optional<OwnArrays> arrays_;
};

/// The catalogue's kernel of that name in the program's file.
const KernelInfo& entry_of(const RunRequest& request, const std::string& name) {
  const OwnKernel& program = *kernel_info(request.kernel).own;
  auto kernel = std::make_shared<OwnKernel>();
  kernel->id = request.kernel + ":" + name;
  for (const KernelInfo* known = find_own_kernel(kernel->id); known;) return *known;
  kernel->name = name;
  kernel->path = program.path;
  kernel->text = program.text;
  kernel->is_free = true;
  return add_own_kernel(kernel, Workload::reduction);
}

/// A race often leaves a result that looks right, or wrong without a word, so programs run once more with checks,
/// for a short time. Where that does not get to other blocks, it is short again with several blocks in turn. What
/// the run without checks ended with is not told twice.
std::vector<Finding> seen_by_checks(const KernelJob& job, const std::vector<Finding>& told,
                                    const std::function<OwnAnswer(const KernelJob&)>& ask) {
  constexpr unsigned kSeconds = 3, kSecondsInTurn = 2;
  for (const std::uint64_t schedule : {0, 1}) {
    KernelJob checked = job;
    checked.checks = true;
    checked.seconds = schedule == 0 ? kSeconds : kSecondsInTurn;
    checked.schedule = schedule;
    JobAnswer answer = ask(checked).job;
    const bool is_whole = !is_endless(answer) && !answer.stopped && answer.partly_checked_launches == 0;
    std::erase_if(answer.findings, [&](const Finding& finding) {
      const auto is_it = [&](const Finding& other) {
        return other.kind == finding.kind && other.lines == finding.lines &&
               (!finding.lines.empty() || other.sentence == finding.sentence);  // in a header
      };
      return finding.kind == FindingKind::endless || std::any_of(told.begin(), told.end(), is_it);
    });
    if (!answer.findings.empty() || is_whole) return answer.findings;
  }
  return {};
}

}  // namespace

const KernelInfo& load_own_program(const std::string& path, Progress& progress, const OwnText* instead) {
  return add_own_kernel(compile_own_program(path, progress, instead), Workload::reduction);
}

const KernelInfo& load_own_launcher(const std::string& words, const std::string& function, Progress& progress,
                                    const OwnText* instead) {
  return add_own_kernel(compile_own_launcher(words, function, progress, instead), Workload::reduction);
}

OwnProgramRun run_own_program(const RunRequest& request, Progress& progress) {
  const std::string& text = kernel_info(request.kernel).own->text;
  KernelJob job = program_job(request);
  const SharedMemory memory(request, job, progress);
  const auto blocks_of_last = [](const JobAnswer& answer) {
    return answer.launches.empty() ? 0 : launch_of(answer.launches.back(), "").grid_dim;
  };
  const auto ask = [&](const KernelJob& asked) { return memory.ask(asked, progress, true); };
  const auto look = [&](const KernelJob& asked) {
    return memory.ask(asked, progress, false);
  };  // whose time is short
  OwnAnswer plain;
  if ((job.checks || job.detail != Detail::none) && job.schedule == 0 && has_waiting_loop(text)) {
    plain = ask(without_checks(job));
    if (may_wait_for_a_block(plain.job, blocks_of_last(plain.job), text)) job = with_blocks_that_wait(job);
  }
  OwnAnswer answer = ask(job);
  // Not for another block, then: what was seen first stands.
  if (job.blocks_wait && first_stands(plain.job, answer.job)) answer = std::move(plain);
  if (job.schedule == 0 && may_wait_for_a_block(answer.job, blocks_of_last(answer.job), text)) {
    OwnAnswer again = ask(with_blocks_that_wait(job));
    if (!first_stands(answer.job, again.job)) answer = std::move(again);
  }
  OwnProgramRun run;
  const bool is_unchecked = !job.checks && job.detail == Detail::none && job.schedule == 0;
  if (is_unchecked) run.seen_by_checks = seen_by_checks(job, answer.job.findings, look);
  OutputLines output = output_lines(answer.output);
  run.output = std::move(output.lines);
  run.lost_lines = answer.job.lost_lines + output.lost;
  run.launch_count = answer.job.launch_count;
  run.partly_watched_launches = answer.job.partly_watched_launches;
  run.partly_checked_launches = answer.job.partly_checked_launches;
  if (answer.job.stopped) run.stopped = answer.job.stopped->sentence;
  for (const std::string& file : answer.job.unkept_files) run.unkept_files.push_back(printable(file));
  for (const std::string& file : answer.job.missing_files) run.missing_files.push_back(printable(file));
  run.refused_launches = std::move(answer.job.refused_launches);
  run.refused_allocations = std::move(answer.job.refused_allocations);
  if (answer.job.findings.empty()) run.remark = std::move(answer.job.remark);
  run.exit_code = static_cast<int>(answer.job.exit_code);
  run.array_uses = std::move(answer.job.uses);
  run.findings = std::move(answer.job.findings);
  if (job.program->is_launcher)
    for (Finding& finding : run.findings) tell_of_untold_size(finding, request);
  for (ProgramLaunch& launch : answer.job.launches) {
    const KernelInfo& entry = entry_of(request, launch.name);
    TracedLaunch& traced = run.launches.emplace_back();
    traced.launch = launch_of(launch, std::string(entry.id));
    run.has_trace.push_back(launch.trace.has_value());
    run.checked_blocks.push_back(launch.checked_blocks);
    if (launch.trace) traced.trace = std::move(*launch.trace);
    traced.trace.launch = traced.launch;
  }
  return run;
}

}  // namespace lanescope
