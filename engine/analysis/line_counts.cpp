#include "engine/analysis/line_counts.h"

#include <algorithm>
#include <bit>
#include <map>

#include "engine/analysis/metrics.h"
#include "engine/trace/transactions.h"

namespace lanescope {
namespace {

/// One that comes again asks for as many sectors each time.
void count_request(const Trace& trace, const KeptAddresses& addresses, const Request& request, LineCounts& counts) {
  const unsigned bytes = access_bytes(request, trace.element_bytes);
  const auto lanes = static_cast<unsigned>(std::popcount(request.mask));
  const AccessCounts once =
      counts_of_request(request.kind, &addresses.kept().offsets[request.first_offset], lanes, bytes);
  const std::uint64_t times =
      request.step < 0 ? 1 : addresses.repeats().times(static_cast<std::uint64_t>(request.step));
  counts.accesses[static_cast<std::size_t>(request.kind)] += once.repeated(times);
}

}  // namespace

std::vector<LineCounts> line_counts(const Trace& trace, std::uint64_t block) {
  std::vector<LineCounts> list;
  if (block >= trace.history_of_block.size()) return list;
  std::map<std::uint32_t, LineCounts> lines;
  const History& history = trace.history(block);
  const Repeating<StepMetrics> steps = all_step_metrics(trace, history);
  for (std::size_t step = 0; step < steps.size(); ++step) {
    const StepMetrics& metrics = steps[step];
    LineCounts& counts = lines[metrics.source_line];
    counts.steps.push_back(static_cast<std::uint32_t>(step));
    counts.active_threads += metrics.active_threads;
    counts.divergent_warps += metrics.divergent_warps;
  }
  if (const KeptAddresses* addresses = trace.addresses_of(block))
    for (const Request& request : addresses->kept().requests)
      count_request(trace, *addresses, request, lines[request.source_line]);
  for (auto& [line, counts] : lines) {
    counts.line = line;
    list.push_back(std::move(counts));
  }
  return list;
}

const LineCounts* at_line(const std::vector<LineCounts>& counts, std::uint32_t line) {
  const auto found =
      std::lower_bound(counts.begin(), counts.end(), line,
                       [](const LineCounts& entry, std::uint32_t wanted) { return entry.line < wanted; });
  return found != counts.end() && found->line == line ? &*found : nullptr;
}

}  // namespace lanescope
