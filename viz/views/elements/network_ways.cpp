#include "viz/views/elements/network_ways.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace lanescope {
namespace {

/// Of each round, whose value an element takes; of several the one farthest away.
using Partners = std::vector<std::map<std::uint64_t, std::uint64_t>>;

std::uint64_t distance(std::uint64_t a, std::uint64_t b) {
  return a < b ? b - a : a - b;
}

Partners partners_of(const ElementFlow& flow, const std::vector<NetworkRound>& rounds,
                     const std::vector<KeptAddition>& kept) {
  Partners partners(rounds.size());
  const auto add = [&](std::size_t round, const ElementUse& from, const ElementUse& to) {
    if (from.array != ArrayId::shared || to.array != ArrayId::shared || from.element == to.element) return;
    const auto [known, is_new] = partners[round].try_emplace(to.element, from.element);
    if (!is_new && distance(from.element, to.element) > distance(known->second, to.element))
      known->second = from.element;
  };
  for (std::size_t round = 0; round < rounds.size(); ++round) {
    for (std::int32_t step = rounds[round].first; step <= rounds[round].last; ++step)
      for (const ElementMove& move : flow.moves(step)) add(round, move.from, move.to);
    for (const KeptAddition& addition : kept)
      if (addition.step >= rounds[round].first && addition.step <= rounds[round].last)
        add(round, addition.source, addition.wrote);
  }
  return partners;
}

NetworkWay way_to(std::uint64_t element, const Partners& partners) {
  NetworkWay way{element};
  for (std::size_t round = partners.size(); round-- > 0;)
    if (const auto found = partners[round].find(way.back()); found != partners[round].end())
      way.push_back(found->second);
  return way;
}

}  // namespace

std::vector<NetworkRound> network_rounds(const ElementFlow& flow, const Repeating<Phase>& phases) {
  const auto exchanges = [&](std::int32_t step) {
    const Phase phase = step < 0 ? Phase::load : phases[static_cast<std::size_t>(step)];
    return phase == Phase::tree || phase == Phase::exchange;
  };
  std::vector<NetworkRound> rounds;
  std::set<std::uint64_t> written;  // in the last round
  for (std::int32_t step = -1; step < flow.steps(); ++step) {
    std::set<std::uint64_t> here;
    bool after = false;  // it needs what the last round made
    for (const ElementUse& use : flow.at(step)) {
      if (use.array != ArrayId::shared) continue;
      after |= written.contains(use.element);
      if (writes(use.kind)) here.insert(use.element);
    }
    if (here.empty()) continue;
    const bool together = !rounds.empty() && !after && rounds.back().last + 1 == step && !exchanges(step) &&
                          !exchanges(rounds.back().last);
    if (together) {
      rounds.back().last = step;
    } else {
      rounds.push_back({step, step});
      written.clear();
    }
    written.insert(here.begin(), here.end());
  }
  return rounds;
}

bool has_network(const ElementFlow& flow, const std::vector<NetworkRound>& rounds) {
  const auto exchanges = [&](const NetworkRound& round) {
    for (std::int32_t step = round.first; step <= round.last; ++step)
      for (const ElementMove& move : flow.moves(step))
        if (move.from.array == ArrayId::shared && move.to.array == ArrayId::shared &&
            move.from.element != move.to.element)
          return true;
    return false;
  };
  return std::count_if(rounds.begin(), rounds.end(), exchanges) >= 2;
}

std::vector<NetworkWay> longest_ways(const ElementFlow& flow, const std::vector<NetworkRound>& rounds,
                                     const std::vector<KeptAddition>& kept) {
  const auto& arrays = flow.arrays();
  const auto shared = std::find_if(arrays.begin(), arrays.end(),
                                   [](const TouchedElements& span) { return span.array == ArrayId::shared; });
  if (shared == arrays.end()) return {};
  const Partners partners = partners_of(flow, rounds, kept);
  std::map<std::size_t, NetworkWay, std::greater<>> by_length;
  for (std::uint64_t element = shared->end; element-- > shared->first;) {
    NetworkWay way = way_to(element, partners);
    by_length.try_emplace(way.size(), std::move(way));
  }
  std::vector<NetworkWay> ways;
  for (auto& [length, way] : by_length) ways.push_back(std::move(way));
  return ways;
}

}  // namespace lanescope
