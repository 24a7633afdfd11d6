#include "engine/analysis/line_counts.h"

#include <algorithm>
#include <bit>
#include <map>

#include "engine/analysis/metrics.h"
#include "engine/trace/transactions.h"

namespace lanescope {
namespace {

void count_request(const Trace& trace, const BlockAddresses& addresses, const Request& request,
                   LineCounts& counts) {
  const unsigned bytes = access_bytes(request, trace.element_bytes);
  const auto lanes = static_cast<unsigned>(std::popcount(request.mask));
  counts.accesses[static_cast<std::size_t>(request.kind)] +=
      {1, transactions_of(request.kind, &addresses.offsets[request.first_offset], lanes, bytes),
       std::uint64_t{lanes} * bytes};
}

}  // namespace

std::vector<LineCounts> line_counts(const Trace& trace, std::uint64_t block) {
  std::vector<LineCounts> list;
  if (block >= trace.history_of_block.size()) return list;
  std::map<std::uint32_t, LineCounts> lines;
  const History& history = trace.history(block);
  for (std::size_t step = 0; step < history.steps(); ++step) {
    const StepMetrics metrics = step_metrics(trace, history, step);
    LineCounts& counts = lines[metrics.source_line];
    counts.steps.push_back(static_cast<std::uint32_t>(step));
    counts.active_threads += metrics.active_threads;
    counts.divergent_warps += metrics.divergent_warps;
  }
  if (const BlockAddresses* addresses = trace.addresses_of(block))
    for (const Request& request : addresses->requests)
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
