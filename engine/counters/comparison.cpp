#include "engine/counters/comparison.h"

#include <fmt/format.h>

#include <map>

#include "engine/base/error.h"
#include "engine/base/number_text.h"
#include "engine/counters/line_loads.h"
#include "engine/counters/reasons.h"
#include "engine/emulator/emulator.h"
#include "engine/workload/workload.h"

namespace lanescope {

namespace {

/// Active lanes over all steps, computed from the counted arithmetic. A fraction of a step is rounded away from
/// the source's number, so that the two never look equal by rounding.
std::uint64_t counted_steps(const CountedKernel& counted, Workload workload, std::uint64_t source) {
  const unsigned each = facts_of(workload).flop_of_step;
  const std::uint64_t operations = counted_operations(counted);
  if (each == 0) return operations;
  const std::uint64_t whole = operations / each;
  return operations % each == 0 || whole < source ? whole : whole + 1;
}

CounterRow row_of(const CountedLaunch& launch, const CountedKernel& counted, const CounterValues& emulated) {
  CounterRow row;
  row.kernel = launch.request.kernel;
  if (!kernel_info(row.kernel).entries.empty()) {
    row.entry = launch.launch.entry;
    row.run_n = launch.request.n;
  }
  row.combining = launch.launch.combining;
  row.pass = launch.pass;
  row.n = launch.launch.n;
  row.grid_dim = launch.launch.grid_dim;
  row.block_dim = launch.launch.block_dim;
  row.coarse_factor = launch.launch.coarse_factor;
  row.matrices = launch.launch.matrices;
  row.tile_width = launch.launch.tile_width;
  row.counted = counted.values;
  row.counted["combine_ops"] = counted_steps(counted, launch.launch.workload, emulated["combine_ops"]);
  row.emulated = emulated;
  return row;
}

void require_same(const CountedLaunch& launch, const CountedKernel& counted) {
  if (launch.launch.grid_dim == counted.grid_dim && launch.launch.block_dim == counted.block_dim) return;
  throw Error(
      ErrorKind::failed,
      fmt::format("ncu counted a launch of {} x {} threads, but {} was to launch {} x {}.", counted.grid_dim,
                  counted.block_dim, launch.request.kernel, launch.launch.grid_dim, launch.launch.block_dim));
}

std::vector<CompiledSite> compiled_sites(const BranchSites& launch, const BranchSites& function) {
  std::vector<CompiledSite> sites;
  for (std::size_t i = 0; i < launch.steps.size(); ++i)
    sites.push_back({static_cast<unsigned>(i + 1), function.steps[i].form, launch.steps[i].divergent});
  std::uint64_t elsewhere = 0;
  for (const auto& [line, count] : launch.elsewhere) elsewhere += count;
  if (elsewhere > 0) sites.push_back({0, BranchForm::branched, elsewhere});
  return sites;
}

/// The sites of each launch, and those of each function over all its launches, which determine the forms.
class SiteTable {
 public:
  void add(const std::string& function, const BranchSites& sites) {
    const auto [found, is_new] = functions_.emplace(function, sites);
    if (!is_new) add_counts(found->second, sites);
  }
  void find_forms() {
    for (auto& [name, sites] : functions_)
      for (auto& site : sites.steps) site.form = form_of(site);
  }
  const BranchSites& of(const std::string& function) const { return functions_.at(function); }

 private:
  std::map<std::string, BranchSites> functions_;
};

}  // namespace

std::uint64_t counted_operations(const CountedKernel& counted) {
  return counted.values["combine_ops"] + counted.multiplications + 2 * counted.fused;
}

const KernelInfo& entry_of(const CounterRow& row) {
  return entry_info(row.entry.empty() ? row.kernel : row.entry);
}

EmulatedLaunch LaunchEmulator::emulate(const CountedLaunch& launch, Progress& progress) {
  const bool has_entries = !kernel_info(launch.request.kernel).entries.empty();
  RunRequest request = launch.request;
  request.n = has_entries ? request.n : launch.launch.n;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  // The counts do not depend on the values, except in merges, whose searches do.
  if (!info_of(launch.launch.workload).values_steer) request.input.kind = InputKind::ones;
  if (!has_entries || !(request == request_) || launches_.empty()) {
    const LaunchConfig first = has_entries ? launch_config(request) : launch.launch;
    EmulatedRun run = lanescope::emulate(request, first, make_input(request, progress), progress);
    require_no_findings(run.findings);
    request_ = request;
    launches_ = std::move(run.launches);
  }
  EmulatedLaunch emulated;
  emulated.trace = launches_[has_entries ? launch.pass : 0].trace;
  emulated.values = emulated_values(totals(emulated.trace));
  return emulated;
}

std::vector<CounterRow> compare_counters(const std::vector<CountedLaunch>& launches,
                                         const std::vector<CountedKernel>& counted, const MachineCode& code,
                                         Progress& progress) {
  if (launches.size() != counted.size())
    throw Error(ErrorKind::failed,
                fmt::format("ncu counted {} launches instead of {}.", counted.size(), launches.size()));
  std::vector<CounterRow> rows;
  std::vector<std::optional<BranchSites>> sites;
  std::vector<std::vector<LineLoads>> shared_loads;
  SiteTable table;
  LaunchEmulator emulator;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    require_same(launches[i], counted[i]);
    const auto emulated = emulator.emulate(launches[i], progress);
    rows.push_back(row_of(launches[i], counted[i], emulated.values));
    sites.emplace_back();
    shared_loads.emplace_back();
    if (rows[i].counted["shared_load_requests"] != emulated.values["shared_load_requests"])
      shared_loads[i] = shared_loads_by_line(launches[i], emulated.trace, progress);
    if (const auto found = code.find(counted[i].function); found != code.end()) {
      sites.back() = branch_sites(entry_of(rows.back()), emulated.trace, counted[i], found->second);
      table.add(counted[i].function, *sites.back());
    }
    progress.set_fraction(static_cast<double>(i + 1) / static_cast<double>(launches.size()));
    progress.check();
  }
  table.find_forms();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (sites[i]) rows[i].sites = compiled_sites(*sites[i], table.of(counted[i].function));
    if (rows[i].equal()) continue;
    const auto* instructions = sites[i] ? &code.at(counted[i].function) : nullptr;
    const auto* function = sites[i] ? &table.of(counted[i].function) : nullptr;
    explain(rows[i], {sites[i] ? &*sites[i] : nullptr, function, &counted[i], instructions, shared_loads[i]});
  }
  return rows;
}

}  // namespace lanescope
