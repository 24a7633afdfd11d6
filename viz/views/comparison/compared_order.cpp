// In which order the rows of the comparison explain the difference.
#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "viz/model/presets.h"
#include "viz/views/comparison/compared_rows.h"
#include "viz/views/shared/times.h"

namespace lanescope {
namespace {

bool is_of_time(const ComparedGroup& group) {
  return !group.front().quantity().value;
}

/// The rows of global memory's traffic that explain something: where all of it together differs by more than a few
/// percent. How much each of them has to do with that; 0 for all others.
double traffic_difference(const std::vector<ComparedGroup>& groups, const ComparedGroup& group,
                          std::size_t variants) {
  constexpr double kFewPercent = 1.05;
  if (!group.front().quantity().traffic || !group.front().all_known()) return 0;
  std::vector<double> all(variants);
  for (const ComparedGroup& other : groups) {
    const ComparedRow& row = other.front();
    if (!row.quantity().traffic) continue;
    if (!row.all_known()) return 0;
    for (std::size_t i = 0; i < variants; ++i) all[i] += row.value(i);
  }
  const auto [least, most] = std::minmax_element(all.begin(), all.end());
  if (*most <= kFewPercent * *least) return 0;
  const ComparedRow& row = group.front();
  const std::size_t from = static_cast<std::size_t>(least - all.begin()),
                    to = static_cast<std::size_t>(most - all.begin());
  return std::max(0.0, row.value(to) - row.value(from)) / *most;
}

/// Whether the fastest variant is not the one that has least of what the preset tells of first.
bool contradicts(const ComparedGroup& time, const ComparedGroup& told) {
  const ComparedRow &times = time.front(), &row = told.front();
  if (!times.all_comparable() || !row.all_comparable() || row.all_equal()) return false;
  return times.ratio(row.least()) > kTimesApart && row.value(times.least()) > row.value(row.least());
}

}  // namespace

std::vector<ComparedGroup> sorted_groups(const Compared& variants) {
  const std::vector<ComparedGroup> groups = groups_of(variants);
  std::vector<RunRequest> requests;
  for (const ComparedRun& variant : variants)
    if (variant.run) requests.push_back(variant.run->request);
  const Preset* preset = preset_of(requests);
  const auto told = preset ? preset->rows : std::vector<std::string_view>();
  const auto named = [&](std::string_view name) {
    return std::find_if(groups.begin(), groups.end(),
                        [&](const ComparedGroup& group) { return group.front().quantity().name == name; });
  };
  const auto time = std::find_if(groups.begin(), groups.end(), is_of_time);
  const auto first_told = told.empty() ? groups.end() : named(told.front());
  const bool time_first = time != groups.end() && first_told != groups.end() && contradicts(*time, *first_told);
  const auto place = [&](const ComparedGroup& group) {
    if (group.front().empty()) return 2e9;  // such as times that no GPU took: they explain nothing
    if (time_first && is_of_time(group)) return -2e6;
    const auto found = std::find(told.begin(), told.end(), group.front().quantity().name);
    if (found != told.end()) return static_cast<double>(found - told.begin()) - 1e6;
    if (is_of_time(group)) return -1e5;
    if (const double traffic = traffic_difference(groups, group, variants.size()); traffic > 0)
      return -1e4 - traffic;
    const bool same =
        std::all_of(group.begin(), group.end(), [](const ComparedRow& row) { return row.all_equal(); });
    return same ? 1e9 : -std::log(group.front().spread());
  };
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < groups.size(); ++i) order.emplace_back(place(groups[i]), i);
  std::sort(order.begin(), order.end());
  std::vector<ComparedGroup> sorted;
  for (const auto& [at, i] : order) sorted.push_back(groups[i]);
  // Without a preset the time is the effect, and the next row is the first that explains it.
  const bool explained = sorted.size() > 1 && sorted[1].front().spread() > 1;
  if (told.empty() && is_of_time(sorted[0]) && explained) std::swap(sorted[0], sorted[1]);
  return sorted;
}

}  // namespace lanescope
