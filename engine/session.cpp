#include "engine/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/analysis/value_tree.h"
#include "engine/base/turns.h"
#include "engine/cuda/cuda_backend.h"
#include "engine/emulator/block_tree.h"
#include "engine/emulator/emulator.h"
#include "engine/emulator/grid_runner.h"
#include "engine/input/input.h"
#include "engine/input/input_file.h"
#include "engine/machine/gpu_health.h"
#include "engine/machine/memory.h"
#include "engine/program_run.h"
#include "engine/recorded/recorded_sweep.h"
#include "engine/request/launch_sequence.h"
#include "engine/source/nvrtc/gpu_run.h"
#include "engine/source/own_run.h"
#include "engine/workload/ops.h"
#include "kernels/ladder.h"

namespace lanescope {

namespace {

bool wants_cuda(const RunRequest& request) {
  if (kernel_info(request.kernel).own) {
    if (request.backend != BackendChoice::cuda) return false;
    if (request.detail != Detail::none)
      throw Error(
          ErrorKind::unavailable,
          Sentence("--backend cuda: what an own kernel does is traced by the emulator alone; a GPU gives its "
                   "result and its time."));
    if (request.own.checks || request.own.schedule != 0)
      throw Error(
          ErrorKind::unavailable,
          Sentence("--backend cuda: accesses are checked, and orders of warps are chosen, by the emulator alone."));
    return true;
  }
  if (request.backend == BackendChoice::emulator) return false;
  const BackendStatus status = backend_status();
  if (!status.cuda_available && request.backend == BackendChoice::cuda) {
    throw Error(ErrorKind::unavailable, Sentence("--backend cuda: {}", status.reason));
  }
  return status.cuda_available;
}

Reduced run_on_host(const RunRequest& request, const Input& input) {
  return std::visit(
      [&]<class T>(const std::vector<T>& values) {
        struct {
          Op op;
          T identity() const { return identity_of<T>(op); }
          T operator()(T a, T b) const { return apply_op(op, a, b); }
        } const op{request.op};
        if (values.empty()) return reduced(result_of_nothing<T>(request.op));
        return reduced(Sequential{}(values.data(), values.size(), op));
      },
      input);
}

/// Only reductions have a tree. That of a user's kernel is found from its values: find_tree().
bool has_tree(const LaunchConfig& launch) {
  return launch.grid_dim > 0 && !has_array_result(launch.workload) && !entry_info(launch.entry).own;
}

Timing timing_of(const CudaTimes& times, const LaunchConfig& launch, ElementType type) {
  Timing timing;
  timing.time_us = times.median_us;
  timing.min_us = times.min_us;
  timing.max_us = times.max_us;
  timing.repeats = times.repeats;
  timing.launch_us = times.launch_us;
  timing.bandwidth_gbps = times.median_us > 0 ? useful_bytes(launch, type) / times.median_us * 1e-3 : 0;
  return timing;
}

/// If nothing is launched: the identity, or the preset output.
template <class T>
Reduced without_launch(const RunRequest& request, const LaunchConfig& launch) {
  if (!has_array_result(launch.workload)) return reduced(result_of_nothing<T>(request.op));
  return {0, std::nullopt, std::make_shared<Values>(std::vector<T>(arrays_of(launch, sizeof(T)).output))};
}

/// The result of a run, and its traced launches.
struct Computed {
  Reduced value;
  std::vector<TracedLaunch> launches = {};
};

Computed run_on_gpu(Run& run, const Input& input, Progress& progress) {
  run.provenance = {"cuda", NumberKind::measured, cuda_device().name, cuda_device().driver, "", ""};
  const Turns::Turn turn(gpu_turns());
  const bool records = run.request.detail != Detail::none && kernel_info(run.request.kernel).traced();
  progress.begin_stage(0.2, records ? 0.5 : 0.9);
  const CudaRun native = cuda_run(run.request, run.launch, input, progress);
  if (native.times) run.timing = timing_of(*native.times, run.launch, run.request.type);
  if (!records) return {native.result};
  progress.begin_stage(0.5, 0.9);
  return {native.result, cuda_record(run.request, run.launch, input, progress)};
}

/// Its process has a context of its own, so it neither needs that of this process nor takes it away.
Computed run_own_kernel_on_gpu(Run& run, const Input& input, Progress& progress) {
  const Turns::Turn turn(gpu_turns());
  OwnGpuRun own = run_own_on_gpu(run.request, run.launch, input, progress);
  const CudaDevice& here = cuda_device();  // knows the version of the driver itself, where this build has CUDA
  const bool is_here = here.available && here.name == own.code.device;
  run.provenance = {"cuda", NumberKind::measured, own.code.device, is_here ? here.driver : own.code.driver, "", ""};
  run.printed = std::move(own.printed);
  run.lost_lines = own.lost_lines;
  if (own.times)
    run.timing = timing_of({own.times->median_us, own.times->min_us, own.times->max_us, own.times->repeats},
                           run.launch, run.request.type);
  if (run.timing && is_free(kernel_info(run.request.kernel)))
    run.timing->bandwidth_gbps = std::nan("");  // of arrays that nobody knows
  return {own.result};
}

Computed run_on_emulator(Run& run, const Input& input, Progress& progress) {
  run.provenance = provenance_of_emulator();
  if (kernel_info(run.request.kernel).own) {
    OwnRun own = run_own_kernel(run.request, run.launch, input, progress);
    run.printed = std::move(own.printed);
    run.lost_lines = own.lost_lines;
    run.array_uses = std::move(own.array_uses);
    run.remark = std::move(own.remark);
    if (!run.request.own.checks) require_no_findings(own.emulated.findings);
    run.findings = std::move(own.emulated.findings);
    run.awaits_result = !own.is_complete;
    return {own.emulated.result, std::move(own.emulated.launches)};
  }
  EmulatedRun emulated = emulate(run.request, run.launch, input, progress);
  require_no_findings(emulated.findings);
  return {emulated.result, std::move(emulated.launches)};
}

/// The result of a run that needs no device, or has nothing to launch.
Computed run_without_device(Run& run, const Input& input) {
  const RunRequest& request = run.request;
  if (kernel_info(request.kernel).on_host) {
    run.provenance = {"host", NumberKind::emulated, "host CPU", "", "", ""};
    return {run_on_host(request, input)};
  }
  run.provenance = provenance_of_emulator();
  Computed computed{
      with_type(request.type, [&]<class T>(TypeTag<T>) { return without_launch<T>(request, run.launch); })};
  Trace nothing;
  nothing.launch = run.launch;
  computed.launches.push_back({run.launch, {}, std::move(nothing)});
  return computed;
}

/// The tree of one launch's kept block. `input`: what that launch reads.
std::shared_ptr<const CombineTree> tree_of(RunRequest request, const RunLaunch& launch, const Input& input,
                                           Progress& progress) {
  if (!has_tree(launch.launch)) return nullptr;
  request.block = launch.block;
  return std::make_shared<CombineTree>(emulate_tree(request, launch.launch, input, progress));
}

/// The tree of a user's kernel, if its values tell; the rows of the trace are then named by what they do for it.
ValueTree find_tree(const RunRequest& request, std::uint64_t block, TracedLaunch& traced) {
  if (request.detail != Detail::full || traced.values.accesses.empty()) return {};
  ValueTree found =
      tree_of_values(traced.values, traced.trace.history(block), traced.launch, request.op, request.type);
  if (found.tree) name_rows(traced.trace, block, found.rows);
  return found;
}

/// What the lanes of each launch's kept block read and wrote, as the emulator computes it, where that can be looked
/// at.
void add_values(Run& run, const Input& input, Progress& progress) {
  const LaunchConfig& first = first_launch(run);
  const KernelInfo& kernel = kernel_info(run.request.kernel);
  if (run.request.detail != Detail::full || kernel.own || !kernel.traced() || !run.trace || !follows_values(first))
    return;
  EmulatedRun emulated = emulate(run.request, first, input, progress);
  // A later launch may have more arrays than the first one, and thus too many elements; its picture comes from
  // addresses.
  for (std::size_t i = 0; i < std::min(run.launches.size(), emulated.launches.size()); ++i)
    if (!emulated.launches[i].values.accesses.empty())
      run.launches[i].values = std::make_shared<const BlockValues>(std::move(emulated.launches[i].values));
}

/// The run's launches: traced ones with metrics, and with trees if the detail asks for them.
std::vector<RunLaunch> shown_launches(const RunRequest& request, std::vector<TracedLaunch> traced,
                                      const Input& input, Progress& progress) {
  std::vector<RunLaunch> launches;
  if (request.detail == Detail::none || !kernel_info(request.kernel).traced()) {
    for (const LaunchConfig& launch : launches_of(request))
      launches.push_back({launch, kept_block(request, launches.size() + 1, launch)});
    return launches;
  }
  for (TracedLaunch& one : traced) {
    const std::uint64_t block = kept_block(request, launches.size() + 1, one.launch);
    const bool first = launches.empty();
    ValueTree found = kernel_info(request.kernel).own ? find_tree(request, block, one) : ValueTree{};
    auto& launch =
        launches.emplace_back(run_launch(request, block, std::make_shared<const Trace>(std::move(one.trace))));
    launch.no_tree = found.why_none;
    if (found.tree)
      launch.tree = std::make_shared<const CombineTree>(std::move(*found.tree));
    else if (request.detail == Detail::full)
      launch.tree = tree_of(request, launch, first ? input : one.input, progress);
  }
  return launches;
}

/// Which line of the input file was skipped.
void note_header(Run& run) {
  if (run.request.input.kind != InputKind::file) return;
  const Sentence header = header_of(run.request.input.path);
  if (!header.empty()) run.notice = run.notice.empty() ? header : Sentence("{} {}", run.notice, header);
}

/// Where nothing needs a GPU or an emulator to run.
bool runs_nowhere(const RunRequest& request, const LaunchConfig& launch) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  return kernel.on_host || request.n == 0 || (launch.grid_dim == 0 && kernel.traced());
}

/// A run that has begun: it is possible, and nothing is computed.
Run begun(const RunRequest& request) {
  Run run;
  run.request = request;
  run.launch = launch_config(request);
  if (const auto refused = refusal_here(request)) throw Error(ErrorKind::unavailable, refused->sentence);
  if (!kernel_info(request.kernel).on_host && request.backend == BackendChoice::automatic && gpu_health().lost())
    run.notice = Sentence("This is a run of the emulator: {}", gpu_health().loss());
  return run;
}

void add_recorded_timing(Run& run, const LaunchConfig& launch) {
  if (run.provenance.backend == "emulator" && !cuda_device().available)
    run.recorded = recorded_timing(recorded_sweeps(), run.request.kernel, launch, run.request.op, run.request.type);
}

/// Whether this is a run of the emulator whose traces need no elements. Those of its tree must be generated: a file
/// is read as a whole.
bool traces_come_first(const RunRequest& request, const LaunchConfig& launch) {
  return request.detail != Detail::none && request.input.kind != InputKind::file &&
         kernel_info(request.kernel).traced() && !kernel_info(request.kernel).own &&
         !runs_nowhere(request, launch) && has_alike_blocks(request) && !wants_cuda(request);
}

/// Traces and result in one go.
Run run_whole(const RunRequest& request, Progress& progress) {
  Run run = begun(request);
  const bool on_gpu = !kernel_info(request.kernel).on_host && wants_cuda(request);
  const bool is_own = kernel_info(request.kernel).own != nullptr;
  require_memory(host_bytes_of(request, run.launch, on_gpu && !is_own), request.n, Sentence("a run"));
  if (on_gpu && !is_own) require_gpu_memory(request, run.launch);
  progress.begin_stage(0, 0.2);
  const Input input = make_input(request, progress);
  note_header(run);
  progress.begin_stage(0.2, 0.9);

  Computed computed = runs_nowhere(request, run.launch) ? run_without_device(run, input)
                      : on_gpu && is_own                ? run_own_kernel_on_gpu(run, input, progress)
                      : on_gpu                          ? run_on_gpu(run, input, progress)
                                                        : run_on_emulator(run, input, progress);
  progress.begin_stage(0.9, 1);
  if (std::exchange(run.awaits_result, false)) return run;  // a finding ended it
  if (!is_free(kernel_info(request.kernel)))
    run.result = judge(computed.value, request, run.launch, expected_result(request, run.launch, input, progress));
  add_recorded_timing(run, run.launch);
  set_launches(run, shown_launches(request, std::move(computed.launches), input, progress));
  add_values(run, input, progress);
  return look_at(run, request.launch);
}

/// Traces alone.
Run run_traces(const RunRequest& request, Progress& progress) {
  Run run = begun(request);
  const LaunchConfig& first = run.launch;
  run.provenance = provenance_of_emulator();
  std::vector<RunLaunch> launches;
  for (TracedLaunch& one : emulate_traces(request, first, progress)) {
    const std::uint64_t block = kept_block(request, launches.size() + 1, one.launch);
    launches.push_back(run_launch(request, block, std::make_shared<const Trace>(std::move(one.trace))));
  }
  RunLaunch& launch = launches.front();
  if (request.detail == Detail::full && has_tree(first) && has_small_tree(first) &&
      !reads_partial_sums(first, launch.block)) {
    RunRequest own = request;
    own.block = launch.block;
    launch.tree = std::make_shared<CombineTree>(emulate_tree(own, first));
  }
  run.awaits_result = true;
  add_recorded_timing(run, first);
  set_launches(run, std::move(launches));
  return run;
}

/// The same request for its result alone.
RunRequest untraced(RunRequest request) {
  request.detail = Detail::none;
  return request;
}

/// The trees that are missing. Launches after the first read what `traced` ones read.
void add_trees(Run& run, const Input& input, const std::vector<TracedLaunch>& traced, Progress& progress) {
  for (std::size_t i = 0; i < run.launches.size(); ++i) {
    RunLaunch& launch = run.launches[i];
    if (!launch.tree) launch.tree = tree_of(run.request, launch, i == 0 ? input : traced[i].input, progress);
  }
}

/// A run of traces alone with its result, and the trees that had to wait for it.
Run computed(Run run, Progress& progress) {
  run.awaits_result = false;
  const LaunchConfig& first = first_launch(run);
  progress.begin_stage(0, 0.2);
  const Input input = make_input(run.request, progress);
  progress.begin_stage(0.2, 0.9);
  const EmulatedRun emulated = emulate(untraced(run.request), first, input, progress);
  require_no_findings(emulated.findings);
  progress.begin_stage(0.9, 1);
  run.result = judge(emulated.result, run.request, first, expected_result(run.request, first, input, progress));
  if (run.request.detail == Detail::full) add_trees(run, input, emulated.launches, progress);
  add_values(run, input, progress);
  return look_at(run, run.request.launch);
}

}  // namespace

Run run(const RunRequest& request, Progress& progress) {
  if (is_program(request)) return program_run(request, progress);
  const LaunchConfig first = launch_config(request);
  if (!traces_come_first(request, first)) return run_whole(request, progress);
  require_memory(host_bytes_of(request, first, false), request.n, Sentence("a run"));
  return computed(run_traces(request, progress), progress);
}

Run run_traces_first(const RunRequest& request, Progress& progress) {
  if (is_program(request)) return program_run(request, progress);
  return traces_come_first(request, launch_config(request)) ? run_traces(request, progress)
                                                            : run_whole(request, progress);
}

Run with_result(Run run, Progress& progress) {
  if (!run.awaits_result) return run;
  try {
    require_memory(host_bytes_of(untraced(run.request), first_launch(run), false), run.request.n,
                   Sentence("a result"));
  } catch (const Error& error) {
    run.awaits_result = false;
    run.no_result = sentence_of(error);
    return run;
  }
  return computed(std::move(run), progress);
}

Run with_trees(Run run, Progress& progress) {
  if (!run.trace || (!has_tree(run.launch) && !follows_values(first_launch(run)))) return run;
  const std::vector<LaunchConfig> here = launches_of(run.request);
  for (std::size_t i = 0; i < run.launches.size(); ++i)
    if (i >= here.size() || !(here[i] == run.launches[i].launch))
      throw Error(ErrorKind::usage,
                  Sentence("{}: this program would launch it differently, so the order of its additions is not "
                           "known.",
                           run.request.kernel));
  require_memory(host_bytes_of(run.request, here.front(), false), run.request.n, Sentence("its tree"));
  progress.begin_stage(0, 0.5);
  const Input input = make_input(run.request, progress);
  progress.begin_stage(0.5, 1);
  std::vector<TracedLaunch> traced;
  if (run.launches.size() > 1) traced = emulate(untraced(run.request), here.front(), input, progress).launches;
  for (RunLaunch& launch : run.launches) launch.tree.reset();
  add_trees(run, input, traced, progress);
  add_values(run, input, progress);
  return look_at(run, run.request.launch);
}

Spread spread_of(const Run& run, unsigned runs, Progress& progress) {
  Spread spread{1, 1, run.result->value, run.result->value};
  const LaunchConfig& first = first_launch(run);
  if (run.provenance.backend != "cuda" || has_array_result(first.workload)) return spread;
  if (kernel_info(run.request.kernel).own)
    throw Error(ErrorKind::usage,
                Sentence("--spread: only kernels of the program are run again and again; run {} several times.",
                         run.request.kernel));
  progress.begin_stage(0, 0.5);
  const Input input = make_input(run.request, progress);
  progress.begin_stage(0.5, 1);
  auto values = cuda_results(run.request, first, input, runs, progress);
  // NaNs are last, and count as one value.
  const auto less = [](double a, double b) { return std::isnan(b) ? !std::isnan(a) : a < b; };
  std::sort(values.begin(), values.end(), less);
  spread.runs = runs;
  spread.min = values.front();
  spread.max = values.back();
  const auto same = [&](double a, double b) { return !less(a, b) && !less(b, a); };
  spread.distinct = static_cast<unsigned>(std::unique(values.begin(), values.end(), same) - values.begin());
  return spread;
}

}  // namespace lanescope
