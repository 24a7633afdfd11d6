#include "engine/emulator/alike_blocks.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/trace/transactions.h"

namespace lanescope {
namespace {

/// Values at 0 .. count - 1, where equal ones are neighbours.
template <class Value>
struct RunOf {
  std::uint64_t begin;
  Value value;
};

template <class Value, class At>
void add_runs(std::vector<RunOf<Value>>& runs, RunOf<Value> first, RunOf<Value> last, const At& at) {
  if (first.value == last.value) return;
  const auto next = [&](std::uint64_t middle) { return RunOf<Value>{middle, at(middle)}; };
  if (last.begin - first.begin == 1) {
    runs.push_back(std::move(last));
    return;
  }
  // Most edges are one block wide, so the neighbours of both ends are asked first.
  if (auto before = next(last.begin - 1); before.value == first.value) {
    runs.push_back(std::move(last));
  } else if (auto after = next(first.begin + 1); after.value == last.value) {
    runs.push_back(std::move(after));
  } else if (last.begin - first.begin == 2) {
    runs.push_back(std::move(after));
    runs.push_back(std::move(last));
  } else {
    auto middle = next(first.begin + (last.begin - first.begin) / 2);
    add_runs(runs, std::move(first), middle, at);
    add_runs(runs, std::move(middle), std::move(last), at);
  }
}

template <class At>
auto runs_of(std::uint64_t count, bool two_edges, const At& at) {
  using Value = decltype(at(0));
  std::vector<RunOf<Value>> runs = {{0, at(0)}};
  const auto go_on_to = [&](std::uint64_t last) {
    const RunOf<Value> first = runs.back();
    add_runs(runs, first, RunOf<Value>{last, at(last)}, at);
  };
  if (two_edges && count > 2) {
    go_on_to(1);
    go_on_to(count - 2);
  }
  if (count > 1) go_on_to(count - 1);
  return runs;
}

}  // namespace

BlockRows block_rows(const LaunchConfig& launch, unsigned element_bytes) {
  if (launch.tile_width > 0) return {launch.grid_columns(), true, false};
  const std::uint64_t step = std::gcd(launch.block_dim, launch.elements_per_block) * std::uint64_t{element_bytes};
  return {kSectorBytes / std::gcd(std::uint64_t{kSectorBytes}, step), false, launch.elements_per_block > 0};
}

HistoryOfBlocks histories_of_alike(std::uint64_t blocks, const BlockRows& rows,
                                   const std::function<std::uint32_t(std::uint64_t block)>& history_of) {
  const auto row = [&](std::uint64_t y) {
    const auto at = [&](std::uint64_t x) { return history_of(y * rows.columns + x); };
    std::vector<std::uint32_t> numbers;
    if (!rows.edges_in_row) {
      for (std::uint64_t x = 0; x < rows.columns; ++x) numbers.push_back(at(x));
      return numbers;
    }
    const auto runs = runs_of(rows.columns, false, at);
    for (std::size_t i = 0; i < runs.size(); ++i)
      numbers.resize(i + 1 < runs.size() ? runs[i + 1].begin : rows.columns, runs[i].value);
    return numbers;
  };
  HistoryOfBlocks histories;
  const std::uint64_t whole = blocks / rows.columns;
  if (whole > 0) {
    const auto runs = runs_of(whole, rows.two_edges, row);
    for (std::size_t i = 0; i < runs.size(); ++i)
      histories.append(((i + 1 < runs.size() ? runs[i + 1].begin : whole) - runs[i].begin) * rows.columns,
                       runs[i].value);
  }
  for (std::uint64_t block = whole * rows.columns; block < blocks; ++block)
    histories.append(1, {history_of(block)});
  return histories;
}

}  // namespace lanescope
