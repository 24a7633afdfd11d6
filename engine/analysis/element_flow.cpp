#include "engine/analysis/element_flow.h"

#include <algorithm>
#include <bit>

namespace lanescope {
namespace {

/// Marks and places that blocks hand to each other are no elements.
bool has_elements(ArrayId array) {
  return array != ArrayId::handed_over && array != ArrayId::chain_place && array != ArrayId::file_variable;
}

ArrayId whole_array(ArrayId array) {
  return array == ArrayId::input_vectors ? ArrayId::input : array;
}

void add_request(std::vector<std::vector<ElementUse>>& uses, const Trace& trace, const BlockAddresses& block,
                 const Request& request) {
  const std::size_t entry = static_cast<std::size_t>(request.step + 1);
  if (!has_elements(request.array) || entry >= uses.size()) return;
  const unsigned each = trace.element_bytes, wide = access_bytes(request, each);
  std::uint64_t at = request.first_offset;
  for (std::uint32_t lanes = request.mask; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    const std::uint64_t first = block.offsets[at++] / each;
    for (std::uint64_t i = 0; i < std::max(1u, wide / each); ++i)
      uses[entry].push_back({request.warp * kWarpSize + lane, request.kind, whole_array(request.array), first + i});
  }
}

/// Where an array stands: inputs, shared memory, outputs.
int place_of_array(ArrayId array) {
  switch (array) {
    case ArrayId::input:
    case ArrayId::input_vectors:
      return 0;
    case ArrayId::second_input:
      return 1;
    case ArrayId::third_input:
      return 2;
    case ArrayId::output:
      return 4;
    case ArrayId::second_output:
      return 5;
    default:
      return 3;
  }
}

}  // namespace

ElementFlow::ElementFlow(const Trace& trace, const KeptAddresses& block, const BlockValues* values,
                         std::size_t steps)
    : uses_(steps + 1) {
  if (values) {
    for (const ValueAccess& access : values->accesses) {
      const auto entry = static_cast<std::size_t>(access.step + 1);
      if (has_elements(access.array) && entry < uses_.size())
        uses_[entry].push_back(
            {access.thread, access.kind, whole_array(access.array), access.element, access.value});
    }
  } else {
    const BlockAddresses all = block.all();
    for (const Request& request : all.requests) add_request(uses_, trace, all, request);
  }
  for (auto& uses : uses_)
    std::stable_sort(uses.begin(), uses.end(),
                     [](const ElementUse& a, const ElementUse& b) { return a.thread < b.thread; });
  find_arrays();
}

void ElementFlow::find_arrays() {
  for (const auto& uses : uses_)
    for (const ElementUse& use : uses) {
      const auto found = std::find_if(arrays_.begin(), arrays_.end(),
                                      [&](const TouchedElements& span) { return span.array == use.array; });
      if (found == arrays_.end()) {
        arrays_.push_back({use.array, use.element, use.element + 1});
        continue;
      }
      found->first = std::min(found->first, use.element);
      found->end = std::max(found->end, use.element + 1);
    }
  std::sort(arrays_.begin(), arrays_.end(), [](const TouchedElements& a, const TouchedElements& b) {
    return place_of_array(a.array) < place_of_array(b.array);
  });
}

std::vector<ElementMove> ElementFlow::moves(std::int32_t step) const {
  std::vector<ElementMove> moves;
  std::vector<ElementUse> read;
  bool wrote = false;
  std::uint32_t thread = ~0u;
  for (const ElementUse& use : at(step)) {
    if (use.thread != thread) {
      read.clear();
      wrote = false;
    }
    thread = use.thread;
    if (!writes(use.kind)) {
      if (wrote) read.clear();
      wrote = false;
      read.push_back(use);
      continue;
    }
    wrote = true;
    for (const ElementUse& from : read) moves.push_back({from, use});
  }
  return moves;
}

}  // namespace lanescope
