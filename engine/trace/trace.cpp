#include "engine/trace/trace.h"

#include <bit>

namespace lanescope {

void History::repeat(const Repeats& repeats) {
  const std::size_t warps = masks.kept().size() / std::max<std::size_t>(1, kept_steps());
  phases = {phases.kept(), repeats};
  strides = {strides.kept(), repeats};
  source_lines = {source_lines.kept(), repeats};
  masks = {masks.kept(), repeats.times_elements(warps)};
  if (has_accesses()) accesses = {accesses.kept(), repeats.behind(1)};
}

void KeptAddresses::add(BlockAddresses& to, const Request& request, std::uint64_t round) const {
  const auto step = static_cast<std::uint64_t>(request.step);
  std::uint64_t moved = 0;
  if (round > 0 && is_walked(request.array))
    for (std::size_t i = 0; i < shifts_.size(); ++i)
      if (const Repeat& repeat = repeats_.list()[i]; repeat.has(step)) moved = round * shifts_[i];
  Request& added = to.requests.emplace_back(request);
  if (request.step >= 0) added.step = static_cast<std::int32_t>(repeats_.row_of(step, round));
  added.first_offset = to.offsets.size();
  for (int lane = 0; lane < std::popcount(request.mask); ++lane)
    to.offsets.push_back(kept_.offsets[request.first_offset + static_cast<std::uint64_t>(lane)] + moved);
}

BlockAddresses KeptAddresses::of_step(std::int32_t step) const {
  BlockAddresses found{kept_.block, {}, {}};
  const Repeats::Place place = step < 0 ? Repeats::Place{} : repeats_.place(static_cast<std::uint64_t>(step));
  const std::int32_t wanted = step < 0 ? step : static_cast<std::int32_t>(place.kept);
  for (const Request& request : kept_.requests)
    if (request.step == wanted) add(found, request, place.round);
  return found;
}

BlockAddresses KeptAddresses::all(std::optional<std::uint32_t> warp) const {
  if (repeats_.empty() && !warp) return kept_;
  BlockAddresses all{kept_.block, {}, {}};
  const auto& requests = kept_.requests;
  for (std::size_t first = 0; first < requests.size();) {
    // One request that comes once, or those of one warp that come again together.
    std::size_t end = first + 1;
    std::uint64_t times = 1;
    for (const Repeat& repeat : repeats_.list()) {
      const auto inside = [&](const Request& request) {
        return request.warp == requests[first].warp && request.step >= 0 &&
               repeat.has(static_cast<std::uint64_t>(request.step));
      };
      if (!inside(requests[first])) continue;
      while (end < requests.size() && inside(requests[end])) ++end;
      times = repeat.times;
    }
    const bool wanted = !warp || requests[first].warp == *warp;
    for (std::uint64_t round = 0; wanted && round < times; ++round)
      for (std::size_t i = first; i < end; ++i) add(all, requests[i], round);
    first = end;
  }
  return all;
}

bool KeptAddresses::operator==(const KeptAddresses& other) const {
  if (repeats_ == other.repeats_ && shifts_ == other.shifts_) return kept_ == other.kept_;
  return all() == other.all();
}

}  // namespace lanescope
