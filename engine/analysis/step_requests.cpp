// A block's requests are sorted by warp, but not by step within a warp, so a look-up scans all requests of the
// warp.
#include "engine/analysis/step_requests.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <set>

#include "engine/trace/transactions.h"

namespace lanescope {

RequestCost& RequestCost::operator+=(const RequestCost& other) {
  requests += other.requests;
  transactions += other.transactions;
  beyond += other.beyond;
  used_bytes += other.used_bytes;
  moved_bytes += other.moved_bytes;
  return *this;
}

RequestBytes bytes_of(const Trace& trace, const BlockAddresses& block, const Request& request) {
  return {block.offsets.data() + request.first_offset, static_cast<unsigned>(std::popcount(request.mask)),
          access_bytes(request, trace.element_bytes)};
}

RequestCost cost_of(const Trace& trace, const BlockAddresses& block, const Request& request) {
  const auto [offsets, lanes, element_bytes] = bytes_of(trace, block, request);
  const AccessCounts once = counts_of_request(request.kind, offsets, lanes, element_bytes);
  RequestCost cost{.requests = once.requests, .transactions = once.transactions, .beyond = once.beyond};
  if (is_shared(request.kind)) {
    const std::set<std::uint64_t> distinct(offsets, offsets + lanes);
    cost.used_bytes = distinct.size() * element_bytes;
    return cost;
  }
  cost.moved_bytes = cost.transactions * kSectorBytes;
  for (const SectorUse& use : sectors_used(offsets, lanes, element_bytes))
    cost.used_bytes += static_cast<std::uint64_t>(std::popcount(use.bytes));
  return cost;
}

std::vector<const Request*> requests_of(const BlockAddresses& block, MemorySpace space, std::int32_t step,
                                        std::optional<std::uint32_t> warp) {
  auto begin = block.requests.begin(), end = block.requests.end();
  if (warp) {
    begin = std::partition_point(begin, end, [&](const Request& r) { return r.warp < *warp; });
    end = std::partition_point(begin, end, [&](const Request& r) { return r.warp == *warp; });
  }
  std::vector<const Request*> found;
  for (auto request = begin; request != end; ++request)
    if (request->step == step && space_of(request->kind) == space) found.push_back(&*request);
  return found;
}

RequestCost cost_of_step(const Trace& trace, const BlockAddresses& block, MemorySpace space, std::int32_t step) {
  RequestCost cost;
  for (const Request* request : requests_of(block, space, step)) cost += cost_of(trace, block, *request);
  return cost;
}

namespace {

/// Lane after lane asks for the next bytes of whole sectors: nothing is wasted, and most requests are like that.
bool fills_sectors(const RequestBytes& bytes) {
  const std::uint64_t first = bytes.lanes > 0 ? bytes.offsets[0] : 0;
  if (first % kSectorBytes != 0 || bytes.lanes * bytes.element_bytes % kSectorBytes != 0) return false;
  for (unsigned lane = 1; lane < bytes.lanes; ++lane)
    if (bytes.offsets[lane] != first + std::uint64_t{lane} * bytes.element_bytes) return false;
  return true;
}

}  // namespace

bool wastes_bytes(const Trace& trace, const BlockAddresses& block) {
  return std::any_of(block.requests.begin(), block.requests.end(), [&](const Request& request) {
    return space_of(request.kind) == MemorySpace::global && !fills_sectors(bytes_of(trace, block, request)) &&
           cost_of(trace, block, request).wasted_bytes() > 0;
  });
}

std::map<std::uint64_t, unsigned> shared_updates(const Trace& trace, const BlockAddresses& block, std::int32_t step,
                                                 std::optional<std::uint32_t> warp) {
  std::map<std::uint64_t, unsigned> lanes_of;
  for (const Request& request : block.requests) {
    if (request.kind != AccessKind::shared_atomic || request.step != step) continue;
    if (warp && request.warp != *warp) continue;
    const RequestBytes bytes = bytes_of(trace, block, request);
    for (unsigned lane = 0; lane < bytes.lanes; ++lane) ++lanes_of[bytes.offsets[lane] / bytes.element_bytes];
  }
  return lanes_of;
}

std::optional<std::int32_t> nearest_step_with(const KeptAddresses& block, MemorySpace space, std::int32_t step) {
  std::optional<std::int32_t> nearest;
  const auto distance = [&](std::int32_t other) { return std::abs(other - step); };
  const auto consider = [&](std::int32_t other) {
    if (!nearest || distance(other) < distance(*nearest) ||
        (distance(other) == distance(*nearest) && other < *nearest))
      nearest = other;
  };
  for (const Request& request : block.kept().requests) {
    if (space_of(request.kind) != space) continue;
    if (request.step < 0) {
      consider(request.step);
      continue;
    }
    for (const std::uint64_t row : block.repeats().rows_around(static_cast<std::uint64_t>(request.step), step))
      consider(static_cast<std::int32_t>(row));
  }
  return nearest;
}

}  // namespace lanescope
