#include "engine/trace/difference.h"

#include <fmt/format.h>

#include <bit>
#include <set>
#include <utility>

namespace lanescope {

namespace {

using Difference = std::optional<std::string>;

constexpr const char* kAccessNames[] = {"global load",  "global store", "shared load",
                                        "shared store", "atomic",       "shared atomic"};
constexpr const char* kArrayNames[] = {
    "input", "output", "shared memory", "input vectors", "handed-over results", "second input", "third input"};

/// "16 on the GPU, 15 on the emulator"
template <class T>
std::string both(const T& left, const NamedTrace& a, const T& right, const NamedTrace& b) {
  return fmt::format("{} on {}, {} on {}", left, a.name, right, b.name);
}

std::string step_name(const History& history, std::size_t step) {
  return fmt::format("row {} ({}, stride {}, line {})", step, name_of(history.phases[step]), history.strides[step],
                     history.source_lines[step]);
}

Difference access_difference(const NamedTrace& a, const History& left, const NamedTrace& b, const History& right) {
  if (left.has_accesses() != right.has_accesses()) {
    return fmt::format("only {} has access counts", left.has_accesses() ? a.name : b.name);
  }
  for (std::size_t entry = 0; entry < left.accesses.size(); ++entry) {
    for (std::size_t kind = 0; kind < kAccessKinds; ++kind) {
      const AccessCounts &l = left.accesses[entry][kind], &r = right.accesses[entry][kind];
      if (l == r) continue;
      const std::string where = entry == 0 ? "before the first step" : step_name(left, entry - 1);
      return fmt::format(
          "{}: {}s of {} requests, {} transactions ({} conflicts), {} bytes on {}; {}, {} ({}), {} on {}", where,
          kAccessNames[kind], l.requests, l.transactions, l.beyond, l.bytes, a.name, r.requests, r.transactions,
          r.beyond, r.bytes, b.name);
    }
  }
  return std::nullopt;
}

Difference history_difference(const NamedTrace& a, const History& left, const NamedTrace& b, const History& right) {
  const std::size_t warps = a.trace.warps_per_block();
  for (std::size_t step = 0; step < std::min(left.steps(), right.steps()); ++step) {
    if (left.phases[step] != right.phases[step] || left.strides[step] != right.strides[step] ||
        left.source_lines[step] != right.source_lines[step]) {
      return both(step_name(left, step), a, step_name(right, step), b);
    }
    for (std::size_t warp = 0; warp < warps; ++warp) {
      const auto l = left.masks[step * warps + warp], r = right.masks[step * warps + warp];
      if (l == r) continue;
      return fmt::format("{}, warp {}: mask {:08x} on {}, {:08x} on {}", step_name(left, step), warp, l, a.name, r,
                         b.name);
    }
  }
  if (left.steps() != right.steps()) return "steps: " + both(left.steps(), a, right.steps(), b);
  if (left.barriers != right.barriers) return "barriers: " + both(left.barriers, a, right.barriers, b);
  return access_difference(a, left, b, right);
}

std::string request_name(const Request& request) {
  return fmt::format("a {} of {} in step {}, line {}, lanes {:08x}", kAccessNames[static_cast<int>(request.kind)],
                     kArrayNames[static_cast<int>(request.array)], request.step, request.source_line, request.mask);
}

Difference address_difference(const NamedTrace& a, const BlockAddresses& left, const NamedTrace& b,
                              const BlockAddresses& right) {
  for (std::size_t i = 0; i < std::min(left.requests.size(), right.requests.size()); ++i) {
    const Request &l = left.requests[i], &r = right.requests[i];
    if (l.warp != r.warp) return fmt::format("request {} belongs to warp {}", i, both(l.warp, a, r.warp, b));
    const std::string where = fmt::format("warp {}, request {}: ", l.warp, i);
    if (!(l == r)) return where + both(request_name(l), a, request_name(r), b);
    for (int lane = 0; lane < std::popcount(l.mask); ++lane) {
      const auto from = left.offsets[l.first_offset + static_cast<std::size_t>(lane)];
      const auto to = right.offsets[r.first_offset + static_cast<std::size_t>(lane)];
      if (from != to) return where + request_name(l) + ": byte offset " + both(from, a, to, b);
    }
  }
  if (left.requests.size() == right.requests.size()) return std::nullopt;
  return "requests: " + both(left.requests.size(), a, right.requests.size(), b);
}

}  // namespace

std::optional<std::string> first_difference(const NamedTrace& a, const NamedTrace& b) {
  if (!(a.trace.launch == b.trace.launch)) return "The launches differ.";
  std::set<std::pair<std::uint32_t, std::uint32_t>> equal;  // pairs of histories
  const auto left_history = a.trace.history_of_block.expanded(),
             right_history = b.trace.history_of_block.expanded();
  for (std::size_t block = 0; block < left_history.size(); ++block) {
    const auto pair = std::make_pair(left_history[block], right_history[block]);
    if (!equal.insert(pair).second) continue;
    const auto difference = history_difference(a, a.trace.histories[pair.first], b, b.trace.histories[pair.second]);
    if (difference) return fmt::format("Block {}, {}.", block, *difference);
  }
  for (const auto& left : a.trace.addresses) {
    const KeptAddresses* right = b.trace.addresses_of(left.block());
    if (!right) return fmt::format("The addresses of block {} were kept on {} only.", left.block(), a.name);
    if (const auto difference = address_difference(a, left.all(), b, right->all())) {
      return fmt::format("Block {}, {}.", left.block(), *difference);
    }
  }
  if (a.trace.addresses.size() < b.trace.addresses.size())
    return "Some addresses were kept on " + b.name + " only.";
  return std::nullopt;
}

}  // namespace lanescope
