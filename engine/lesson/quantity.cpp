#include "engine/lesson/quantity.h"

#include <fmt/format.h>

#include "engine/analysis/metric.h"
#include "engine/analysis/step_requests.h"
#include "engine/base/error.h"
#include "engine/machine/occupancy.h"
#include "engine/recorded/recorded_limit.h"
#include "engine/recorded/recorded_resources.h"
#include "engine/recorded/recorded_sweep.h"
#include "engine/request/catalogue.h"
#include "engine/trace/transactions.h"

namespace lanescope {
namespace {

using Index = std::span<const std::uint64_t>;

[[noreturn]] void fail(std::string sentence) {
  throw Error(ErrorKind::failed, std::move(sentence));
}

Value number(double value) {
  return {value, std::nullopt};
}

/// The row of a step as a textbook counts them, from 1.
std::size_t row_of(const History& history, std::uint64_t step) {
  std::uint64_t seen = 0;
  for (std::size_t row = 0; row < history.steps(); ++row)
    if (is_step(history.phases[row]) && ++seen == step) return row;
  fail(fmt::format("there is no step {}; the block has steps 1 to {}.", step, seen));
}

const History& history_of(const Run& run) {
  return run.trace->history(run.metrics.block.index);
}

std::uint32_t warp_of(const Run& run, std::uint64_t warp) {
  if (warp < run.trace->warps_per_block()) return static_cast<std::uint32_t>(warp);
  fail(fmt::format("there is no warp {}; the block has warps 0 to {}.", warp, run.trace->warps_per_block() - 1));
}

Value lanes(const Run& run, Index index) {
  const History& history = history_of(run);
  const std::size_t row = row_of(history, index[0]);
  return {0, history.masks[row * run.trace->warps_per_block() + warp_of(run, index[1])]};
}

const KeptAddresses& addresses_of(const Run& run, std::string_view what) {
  if (const KeptAddresses* kept = run.trace->addresses_of(run.metrics.block.index)) return *kept;
  fail(fmt::format("there is no {} there.", what));
}

/// A request's bytes, and the addresses among which they are.
struct FoundRequest {
  BlockAddresses among;
  RequestBytes bytes;
};

/// The first request that fits.
template <class Fits>
std::optional<FoundRequest> first_request(const Run& run, BlockAddresses among, Fits fits) {
  const auto found = std::find_if(among.requests.begin(), among.requests.end(), fits);
  if (found == among.requests.end()) return std::nullopt;
  const RequestBytes bytes = bytes_of(*run.trace, among, *found);
  return FoundRequest{std::move(among), bytes};
}

FoundRequest at_step(const Run& run, Index index, bool shared, std::string_view what) {
  const auto warp = warp_of(run, index[1]);
  // Step 0: what is loaded before the first step, which a load has a row of its own for.
  const History& history = history_of(run);
  std::int32_t from = -1, to = -1;
  if (index[0] > 0) from = to = static_cast<std::int32_t>(row_of(history, index[0]));
  while (index[0] == 0 && to + 1 < static_cast<std::int32_t>(history.steps()) &&
         !is_step(history.phases[static_cast<std::size_t>(to + 1)]))
    ++to;
  for (std::int32_t step = from; step <= to; ++step)
    if (auto found = first_request(run, addresses_of(run, what).of_step(step), [&](const Request& request) {
          return request.warp == warp && is_shared(request.kind) == shared;
        }))
      return std::move(*found);
  fail(fmt::format("there is no {} there.", what));
}

Value sectors(const Run& run, Index index) {
  const FoundRequest found = at_step(run, index, false, "request for global memory");
  const RequestBytes& bytes = found.bytes;
  std::uint32_t set = 0;
  for (const SectorUse& use : sectors_used(bytes.offsets, bytes.lanes, bytes.element_bytes)) {
    if (use.sector >= 32) fail("the request reaches beyond sector 31 of its array, which a question cannot show.");
    set |= 1u << use.sector;
  }
  return {0, set};
}

Value banks(const Run& run, Index index) {
  const FoundRequest found = at_step(run, index, true, "request for shared memory");
  const RequestBytes& bytes = found.bytes;
  std::uint32_t set = 0;
  for (const BankUse& use : bank_uses(bytes.offsets, bytes.lanes, bytes.element_bytes)) set |= 1u << use.bank;
  return {0, set};
}

/// The element of lane 0 of the block's first request of this kind.
Value first_element(const Run& run, AccessKind kind, std::string_view what) {
  const auto found = first_request(run, addresses_of(run, what).kept(),
                                   [&](const Request& request) { return request.kind == kind; });
  if (!found) fail(fmt::format("there is no {} there.", what));
  return number(static_cast<double>(found->bytes.offsets[0] / found->bytes.element_bytes));
}

/// The element that lane 0 of the block stores at its n-th store, from 1.
Value stored(const Run& run, Index index) {
  std::uint64_t seen = 0;
  const auto found = first_request(run, addresses_of(run, "such store").all(0), [&](const Request& request) {
    return request.kind == AccessKind::global_store && ++seen == index[0];
  });
  if (!found) fail("there is no such store there.");
  return number(static_cast<double>(found->bytes.offsets[0] / found->bytes.element_bytes));
}

Value time_us(const Run& run, Index) {
  // A library's launches are its own affair, and are recorded without a grid.
  const bool is_library = kernel_info(run.request.kernel).is_library;
  const LaunchConfig launch = is_library ? LaunchConfig{.n = run.request.n, .grid_dim = 0} : first_launch(run);
  const auto found =
      recorded_timing(recorded_sweeps(), run.request.kernel, launch, run.request.op, run.request.type);
  if (!found) fail("no time of that launch is recorded.");
  return number(found->timing.time_us);
}

Value read_limit_us(const Run& run, Index) {
  for (const RecordedSweep& sweep : recorded_read_limits())
    for (const SweepTime& time : sweep.times)
      if (time.launch.n == run.launch.n) return number(time.time_us);
  fail("no read limit of that N is recorded.");
}

BlockNeeds needs_of(const Run& run) {
  const auto recorded = recorded_resources_of(recorded_resources(), run.request, run.launch);
  if (!recorded) fail("no registers of that launch are recorded.");
  return {run.launch.block_dim,
          recorded->resources.static_shared_bytes +
              std::uint64_t{run.launch.shared_elements} * run.trace->element_bytes,
          recorded->resources.registers};
}

Value resident_blocks(const Run& run, Index) {
  constexpr SmLimits kGpu;  // an H200
  return number(double(resident_blocks(kGpu, needs_of(run))) * kGpu.sm_count);
}

std::vector<Quantity> own_quantities() {
  return {
      {"n", 0, "elements", "N; of square matrices the width.", "the launch", false,
       [](const Run& run, Index) { return number(static_cast<double>(run.launch.n)); }},
      {"block_dim", 0, "threads", "Threads of a block.", "the launch", false,
       [](const Run& run, Index) { return number(run.launch.block_dim); }},
      {"coarse_factor", 0, "1", "COARSE_FACTOR.", "the launch", false,
       [](const Run& run, Index) { return number(run.launch.coarse_factor); }},
      {"grid_dim", 0, "blocks", "Blocks of the launch.", "the launch", false,
       [](const Run& run, Index) { return number(static_cast<double>(run.launch.grid_dim)); }},
      {"launches", 0, "launches", "Launches of the run until there is one result.", "the launches of the run", true,
       [](const Run& run, Index) { return number(static_cast<double>(run.launches.size())); }},
      {"warps", 0, "warps", "Warps of a block.", "the launch", true,
       [](const Run& run, Index) { return number(run.trace->warps_per_block()); }},
      {"lanes[][]", 2, "set", "Lanes of a warp that are active at a step: lanes[STEP][WARP].", "masks of the trace",
       true, lanes},
      {"sectors[][]", 2, "set",
       "Sectors of 32 bytes, counted from the start of the array, that a warp's first request at a step touches: "
       "sectors[STEP][WARP]; step 0 is what is loaded before the first one.",
       "addresses of the trace", true, sectors},
      {"banks[][]", 2, "set",
       "Banks of shared memory that a warp's first request at a step touches: banks[STEP][WARP].",
       "addresses of the trace", true, banks},
      {"first_load", 0, "element", "Index of the element that lane 0 of the block loads first (--block-index).",
       "addresses of the trace", true,
       [](const Run& run, Index) { return first_element(run, AccessKind::global_load, "load"); }},
      {"first_store", 0, "element", "Index of the element that lane 0 of the block stores first (--block-index).",
       "addresses of the trace", true,
       [](const Run& run, Index) { return first_element(run, AccessKind::global_store, "store"); }},
      {"stored[]", 1, "element",
       "Index of the element that lane 0 of the block stores at its n-th store, from 1: stored[2].",
       "addresses of the trace", true, stored},
      {"time_us", 0, "us", "Time of one result on the GPU that was recorded.", "recorded sweeps", false, time_us},
      {"read_limit_us", 0, "us", "The shortest time in which that GPU read N elements.", "recorded benches", false,
       read_limit_us},
      {"resident_blocks", 0, "blocks", "Blocks of this launch that an H200 holds at once.",
       "recorded registers and the rule of occupancy", true, resident_blocks},
  };
}

Value value_of(const MetricValue& value, const char* name) {
  const auto real = real_of(value);
  if (!real) fail(fmt::format("{} is not known of that launch.", name));
  return number(*real);
}

void add_metrics(std::vector<Quantity>& all) {
  for (const Metric& metric : metrics()) {
    const Metric* m = &metric;
    if (m->of_step)
      all.push_back({fmt::format("steps[].{}", m->name), 1, m->unit, m->meaning, "masks and requests of the trace",
                     true, [m](const Run& run, Index index) {
                       const auto& steps = run.metrics.block.steps;
                       return value_of(m->of_step(steps[row_of(history_of(run), index[0])]), m->name);
                     }});
    if (m->of_block)
      all.push_back({fmt::format("block.{}", m->name), 0, m->unit, m->meaning, "the trace of the block", true,
                     [m](const Run& run, Index) { return value_of(m->of_block(run.metrics.block), m->name); }});
    if (m->of_totals)
      all.push_back({fmt::format("totals.{}", m->name), 0, m->unit, m->meaning, "the traces of all blocks", true,
                     [m](const Run& run, Index) { return value_of(m->of_totals(run.metrics.totals), m->name); }});
  }
}

}  // namespace

const std::vector<Quantity>& quantities() {
  static const auto kAll = [] {
    auto all = own_quantities();
    add_metrics(all);
    return all;
  }();
  return kAll;
}

const Quantity* find_quantity(std::string_view name) {
  for (const Quantity& quantity : quantities())
    if (quantity.name == name) return &quantity;
  return nullptr;
}

}  // namespace lanescope
