// Steps in order: first what a step reads is looked up, then what it writes is noted.
#include "engine/analysis/crossings.h"

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

}  // namespace

std::vector<std::optional<Crossing>> crossings(const BlockAddresses& block, std::size_t steps) {
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

}  // namespace lanescope
