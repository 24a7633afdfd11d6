// A network of rounds as a graph: whose value each element takes in which round, and the longest ways that values
// go.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/analysis/element_flow.h"
#include "engine/analysis/kept_values.h"

namespace lanescope {

/// Rows of a trace that write shared memory together: one in which threads exchange values, or several in which
/// they do not; nothing is written twice in it, or read after it was written.
struct NetworkRound {
  std::int32_t first = 0, last = 0;
};
/// `phases`: of each row.
std::vector<NetworkRound> network_rounds(const ElementFlow& flow, const Repeating<Phase>& phases);

/// Whether values of shared memory become other values of it, at least twice.
bool has_network(const ElementFlow& flow, const std::vector<NetworkRound>& rounds);

/// The way of a value: elements of shared memory, from the one where it ends back to the one where it begins. Each
/// takes the value of the next one.
using NetworkWay = std::vector<std::uint64_t>;

/// One of each length, to the element with the highest number; the longest first.
std::vector<NetworkWay> longest_ways(const ElementFlow& flow, const std::vector<NetworkRound>& rounds,
                                     const std::vector<KeptAddition>& kept);

}  // namespace lanescope
