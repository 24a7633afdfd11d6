// Steps in order: first what a step reads is looked up, then what it writes is noted.
#include "engine/analysis/crossings.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace lanescope {
namespace {

struct Write {
  std::uint32_t thread = 0, step = 0;
};

using Place = std::pair<ArrayId, std::uint64_t>;

bool is_load(AccessKind kind) {
  return kind == AccessKind::shared_load || kind == AccessKind::global_load;
}

bool is_store(AccessKind kind) {
  return kind == AccessKind::shared_store || kind == AccessKind::global_store;
}

/// Calls visit(thread, place) for every lane of a request.
template <class Visit>
void for_each_lane(const BlockAddresses& block, const Request& request, Visit visit) {
  std::uint64_t at = request.first_offset;
  for (std::uint32_t mask = request.mask; mask != 0; mask &= mask - 1, ++at) {
    const std::uint32_t lane = static_cast<std::uint32_t>(std::countr_zero(mask));
    if (at < block.offsets.size()) visit(request.warp * kWarpSize + lane, Place{request.array, block.offsets[at]});
  }
}

std::vector<std::optional<Crossing>> crossings_in(const BlockAddresses& block, std::size_t steps) {
  std::vector<std::vector<const Request*>> by_step(steps + 1);  // entry 0: before the first step
  for (const Request& request : block.requests)
    if (request.step >= -1 && static_cast<std::size_t>(request.step + 1) <= steps)
      by_step[static_cast<std::size_t>(request.step + 1)].push_back(&request);
  std::map<Place, Write> written;
  std::vector<std::optional<Crossing>> found(steps);
  for (std::size_t entry = 0; entry <= steps; ++entry) {
    const auto step = static_cast<std::uint32_t>(entry == 0 ? 0 : entry - 1);
    for (const Request* request : by_step[entry]) {
      if (entry == 0 || !is_load(request->kind)) continue;
      for_each_lane(block, *request, [&](std::uint32_t thread, const Place& place) {
        const auto write = written.find(place);
        if (write == written.end() || write->second.thread / kWarpSize == thread / kWarpSize) return;
        std::optional<Crossing>& first = found[step];
        if (!first || thread < first->reader)
          first = Crossing{thread, write->second.thread, write->second.step, place.second};
      });
    }
    for (const Request* request : by_step[entry])
      if (is_store(request->kind))
        for_each_lane(block, *request, [&](std::uint32_t thread, const Place& place) {
          written[place] = {thread, step};
        });
  }
  return found;
}

/// Whether rounds that come again read the same each time: what was written before them.
bool rounds_only_read(const KeptAddresses& block) {
  return std::none_of(block.kept().requests.begin(), block.kept().requests.end(), [&](const Request& request) {
    if (!is_store(request.kind)) return false;
    const bool repeats = request.step >= 0 && block.repeats().times(static_cast<std::uint64_t>(request.step)) > 1;
    return repeats || is_walked(request.array);
  });
}

}  // namespace

Crossings crossings(const KeptAddresses& block, std::size_t steps) {
  if (block.repeats().empty() || !rounds_only_read(block)) return crossings_in(block.all(), steps);
  auto found = crossings_in(block.kept(), steps - block.repeats().expanded(0));
  for (std::optional<Crossing>& crossing : found)
    if (crossing)
      crossing->written_step = static_cast<std::uint32_t>(block.repeats().row_of(crossing->written_step));
  return {std::move(found), block.repeats()};
}

}  // namespace lanescope
