#include "viz/views/clock/cost_clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/analysis/block_work.h"
#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"
#include "viz/views/shared/same_work.h"
#include "viz/views/shared/step_table.h"
#include "viz/views/shared/times.h"

namespace lanescope {
namespace {

/// Of the whole block, what is paid for rows that are no steps: a step's number leaves them out, and the clock does
/// not.
std::uint64_t paid_beside_steps(const Run& run, const CostClock& clock) {
  const History* history = history_in_view(run);
  std::uint64_t paid = 0;
  for (std::size_t row = 0; history && row + 1 < clock.paid.size() && row < history->steps(); ++row)
    if (!is_step(history->phases[row])) paid += clock.paid[row + 1] - clock.paid[row];
  return paid;
}

/// "0.039/element": what the bars show where they have one scale of costs per element. As many decimals as give
/// the whole two digits.
std::string for_each_element(std::uint64_t paid, std::uint64_t total, std::uint64_t elements) {
  constexpr int kMostDecimals = 6;
  const auto each = [&](std::uint64_t sum) { return static_cast<double>(sum) / static_cast<double>(elements); };
  const int count =
      total > 0 ? std::clamp(1 - static_cast<int>(std::floor(std::log10(each(total)))), 0, kMostDecimals) : 0;
  return tr_format("{}/element", fmt::format("{:.{}f}", each(paid), count));
}

}  // namespace

const std::array<CostWords, std::size(kCostKindNames)> kCostWords = {
    {{tr_later("warp-steps"),
      tr_later(
          "Each warp with a lane that works pays for the step, as much for one lane as for 32: orange are warps in "
          "which lanes wait. Counted from the masks; how long a step takes is not in it.")},
     {tr_later("wavefronts"), tr_later("Shared memory serves a request of a warp in one wavefront, or in several "
                                       "where lanes want different words "
                                       "of one bank: each conflict is paid for once more. Loads and stores.")},
     {tr_later("sectors"), tr_later("Global memory is moved in sectors of 32 bytes: lanes that stand far apart pay "
                                    "for bytes that nobody asked "
                                    "for. Loads and stores.")},
     {tr_later("barriers"),
      tr_later("At __syncthreads() each warp of the block waits for the last one, so that none "
               "reads what another has not written yet. Barriers are recorded for the whole block; "
               "between its first step and its last they are spread evenly.")},
     {tr_later("atomics"),
      tr_later("Atomic updates of global memory, one a lane: those of one address are taken one after another, "
               "whatever block they come from, so the last one waits for all others.")}}};

std::uint64_t cost_of(const Run& run, CostKind kind) {
  return run.trace ? paid_in_all(*run.trace, run.request.block, kind) : 0;
}

std::uint64_t clock_elements(const Run& run) {
  const KernelInfo& kernel = kernel_info(run.request.kernel);
  const LaunchConfig& launch = run.launch;
  if (kernel.own || launch.grid_dim == 0 || facts_of(launch.workload).shape != Shape::vector) return 0;
  if (!has_array_result(launch.workload)) return elements_of_block(kernel, launch, run.request.block);
  return (launch.n + launch.grid_dim - 1) / launch.grid_dim;
}

CostScale cost_scale_of(const ViewInput& input) {
  CostScale scale = CostScale::of_blocks;
  bool alone = true;
  for (const auto& other : input.variants) {
    if (!other || other->request == input.run.request) continue;
    alone = false;
    if (!same_work(*other, input.run) || other->request.launch != input.run.request.launch) return CostScale::own;
    if (!same_block_work(*other, input.run)) scale = CostScale::of_elements;
  }
  if (alone) return CostScale::own;
  if (scale == CostScale::of_elements)
    for (const auto& other : input.variants)
      if (other && clock_elements(*other) == 0) return CostScale::own;
  return scale;
}

CostClock cost_clock_of(const ViewInput& input, CostKind kind) {
  const Run& run = input.run;
  CostClock clock{
      .kind = kind, .paid = paid_by_step(*run.trace, run.request.block, kind), .elements = clock_elements(run)};
  if (clock.paid.empty()) return clock;
  clock.now = clock.paid[std::min<std::size_t>(input.state.position, clock.paid.size() - 1)];
  clock.total = clock.paid.back();
  clock.longest = static_cast<double>(clock.total);
  clock.scale = cost_scale_of(input);
  if (!clock.shares_a_scale()) return clock;
  for (const auto& other : input.variants) {
    if (!other) continue;
    const double share = clock.scale == CostScale::of_blocks
                             ? 1
                             : static_cast<double>(clock.elements) / static_cast<double>(clock_elements(*other));
    clock.longest = std::max(clock.longest, share * static_cast<double>(cost_of(*other, kind)));
  }
  return clock;
}

std::vector<std::string> numbers_of(std::uint64_t now, std::uint64_t total, const CostClock& clock, bool several,
                                    bool said) {
  const std::string of = tr_format("{} of {}", grouped(now), grouped(total));
  const std::string paid = tr_format("{} of {} paid", grouped(now), grouped(total));
  const std::string elements = counted(clock.elements, "element");
  if (!several || clock.scale == CostScale::of_blocks) return {paid, of, grouped(now)};
  if (clock.scale == CostScale::of_elements) {
    const std::string for_elements = tr_format("{} for {}", of, elements);
    return said ? std::vector{for_elements, of, grouped(now)}
                : std::vector{for_elements + " · " + tr("one scale, per element"), for_elements,
                              for_each_element(now, total, clock.elements), std::string(tr("/ element"))};
  }
  const std::string more = clock.elements > 0 ? tr_format("{} for {}", of, elements) : paid;
  if (said) return {more, of, grouped(now)};
  return {more + " · " + tr("own scale"), of + " · " + tr("own scale"), tr("own scale")};
}

std::string time_words(const ViewInput& input, const Run& run, bool with_kind) {
  const auto row = shown_time(input, run);
  if (!row) return "";
  const std::string time = tr_format("run: {} µs", time_text(row->timing.time_us));
  return with_kind ? time + tr(", ") + kind_text(row->provenance, false) : time;
}

std::string tip_of(const ViewInput& input, const CostClock& clock) {
  const Run& run = input.run;
  std::string words = tr_format("Block {} has paid {} of {} {}.", grouped(run.request.block), grouped(clock.now),
                                grouped(clock.total), tr(kCostWords[static_cast<std::size_t>(clock.kind)].word));
  words += "\n" + std::string(tr(kCostWords[static_cast<std::size_t>(clock.kind)].tip));
  if (const std::uint64_t beside = paid_beside_steps(run, clock); beside > 0)
    words += "\n" +
             tr_format("For loading and for the commit, which are no steps, it pays {} of them.", grouped(beside));
  if (clock.scale == CostScale::of_blocks)
    words +=
        "\n\n" + tr_format("One scale for all variants, as each block does the same work: the whole width is {}.",
                           grouped(static_cast<std::uint64_t>(clock.longest)));
  else if (clock.scale == CostScale::of_elements)
    words += "\n\n" +
             tr_format(
                 "The variants' blocks have different numbers of elements, this one {}. So the bars have one scale "
                 "of costs per element: the whole width is {} for each.",
                 grouped(clock.elements), short_number(clock.longest / static_cast<double>(clock.elements), 3));
  else if (input.variants.size() > 1)
    words += "\n\n" +
             std::string(tr("Each bar has a scale by itself: the variants' blocks do not all do the same work."));
  if (const auto row = shown_time(input, run))
    words += "\n\n" + tr_format("The time at its end is of the whole run, {}: {}.",
                                counted(run.launch.grid_dim, "block"), source_text(*row, true));
  return words;
}

}  // namespace lanescope
