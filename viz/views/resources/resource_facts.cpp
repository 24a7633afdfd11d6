#include "viz/views/resources/resource_facts.h"

#include <fmt/format.h>

#include "engine/request/catalogue.h"
#include "viz/kit/painter.h"
#include "viz/views/shared/times.h"

namespace lanescope {
namespace {

constexpr const char* kLimitNames[] = {tr_later("threads"), tr_later("blocks"), tr_later("shared memory"),
                                       tr_later("registers")};
constexpr const char* kLimitTips[] = {
    tr_later("The number of threads that an SM can hold at once, in whole warps."),
    tr_later("The number of blocks that an SM can hold at once, however small they are."),
    tr_later("The blocks of an SM share its shared memory; the system reserves a little for each block."),
    tr_later("The threads of an SM share its registers: the more a thread needs, the fewer warps fit.")};

}  // namespace

std::string name_of_limit(OccupancyLimit limit) {
  return tr(kLimitNames[static_cast<int>(limit)]);
}

std::string tip_of_limit(OccupancyLimit limit) {
  return tr(kLimitTips[static_cast<int>(limit)]);
}

LaunchResources resources_of(const ViewInput& input) {
  return input.surroundings.resources(input.run.request, input.run.launch);
}

std::vector<FactorResources> by_factor(const ViewInput& input) {
  const RunRequest& request = input.run.request;
  const KernelInfo& kernel = kernel_info(request.kernel);
  std::vector<FactorResources> found;
  for (unsigned factor = 1; kernel.coarsens && factor <= kernel.max_coarse_factor; ++factor) {
    if ((factor & (factor - 1)) != 0 && factor != request.coarse_factor) continue;
    RunRequest other = request;
    other.coarse_factor = factor;
    other.block = 0;
    if (!refusal(other)) found.push_back({factor, input.surroundings.resources(other, launch_config(other))});
  }
  return found;
}

std::string binding_limits(const Occupancy& occupancy) {
  std::string names;
  for (const OccupancyLimit limit : kOccupancyLimits)
    if (occupancy.binds(limit)) {
      const std::string name = name_of_limit(limit);
      names = names.empty() ? name : tr_format("{}, {}", names, name);
    }
  return names;
}

std::string whole_percent(double share) {
  return fmt::format("{:.0f}%", 100 * share);
}

std::vector<ResourceFact> facts_of(const LaunchResources& found) {
  const Occupancy& occupancy = found.occupancy;
  std::vector<ResourceFact> facts;
  if (found.kernel) {
    const std::string where = kind_text(found.kernel->provenance, true);
    facts.push_back(
        {tr("registers per thread"), fmt::format("{}", found.kernel->resources.registers),
         tr_format("How many registers the compiler gave each thread, as the driver reports: {}.", where),
         tr("registers")});
    if (found.kernel->resources.local_bytes > 0)
      facts.push_back({tr("local memory per thread"), fmt::format("{} B", found.kernel->resources.local_bytes),
                       tr_format("What did not fit into registers, as the driver reports: {}.", where)});
  } else {
    facts.push_back({tr("registers per thread"), tr("not known"),
                     tr("The registers of this kernel were not recorded, so they are not counted as a limit "
                        "here.")});
  }
  facts.push_back({tr("shared memory per block"), grouped(found.shared_bytes()) + " B",
                   tr("What the launch asks for, and what the kernel declares."), tr("shared memory")});
  facts.push_back({tr("blocks per SM at once"), fmt::format("{}", occupancy.blocks_per_sm),
                   tr("The smallest number that any of the limits allows.")});
  facts.push_back({tr("occupancy"), whole_percent(occupancy.share()),
                   tr_format("Resident warps of an SM: {} of the {} that it can hold.", occupancy.warps_per_sm,
                             occupancy.most_warps)});
  facts.push_back({tr("blocks of the grid"), grouped(occupancy.blocks),
                   tr_format("The device holds {} at once.", grouped(occupancy.resident))});
  facts.push_back({tr("idle SMs"), fmt::format("{}", occupancy.idle_sms),
                   tr("SMs that never get a block, because the grid has too few.")});
  return facts;
}

}  // namespace lanescope
