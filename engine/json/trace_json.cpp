#include "engine/json/trace_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/json/access_counts_json.h"
#include "engine/json/json_fields.h"
#include "engine/json/packed_json.h"
#include "engine/request/catalogue.h"
#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

using nlohmann::json;

constexpr std::uint64_t kMax32 = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kMax64 = std::numeric_limits<std::uint64_t>::max();

// Limits that no launch exceeds, with a margin for future GPUs and kernels. Views rely on them.
constexpr std::uint64_t kMaxKeptSteps = 4 * kMaxTracedSteps;  // a loop's, and those around it
constexpr std::uint64_t kMaxSteps = 2 * kMaxWalkedSteps;      // with all rounds
constexpr std::uint64_t kMaxSourceLine = 1 << 16;
constexpr std::uint64_t kMaxBarriers = 1 << 20;
constexpr std::uint64_t kMaxSms = 1 << 12;
constexpr std::uint64_t kMaxNanoseconds = 1'000'000'000'000'000;  // eleven days

json repeats_to_json(const Repeats& repeats) {
  json list = json::array();
  for (const Repeat& repeat : repeats.list())
    list.push_back({{"begin", repeat.begin}, {"rows", repeat.rows}, {"times", repeat.times}});
  return list;
}

/// Of at most so many kept steps.
Repeats repeats_from_json(const json& object, std::uint64_t steps) {
  if (!object.contains("repeats")) return {};
  std::vector<Repeat> repeats;
  std::uint64_t begin = 0, all = 0;
  for (const json& one : list(object, "repeats")) {
    require_object(one, "repeat");
    Repeat& repeat = repeats.emplace_back();
    read_field(one, "begin", repeat.begin);
    read_field(one, "rows", repeat.rows);
    read_field(one, "times", repeat.times);
    if (repeat.begin < begin || repeat.begin > steps || repeat.rows == 0 || repeat.rows > steps - repeat.begin)
      refuse_trace(Sentence("its repeats are of steps that it does not have."));
    if (repeat.times == 0 || repeat.times > kMaxSteps)
      refuse_trace(Sentence("its repeats come more often than a loop can."));
    begin = repeat.end();
    all += repeat.rows * repeat.times;
    if (all > kMaxSteps) refuse_trace(Sentence("its steps are {}; a block has at most {}.", all, kMaxSteps));
  }
  return Repeats(std::move(repeats));
}

/// The arrays of the steps that are kept.
json history_to_json(const History& history) {
  json object = {{"steps", history.kept_steps()},
                 {"phases", column(history.phases.kept(), [](Phase phase) { return static_cast<int>(phase); })},
                 {"strides", binary(history.strides.kept())},
                 {"source_lines", binary(history.source_lines.kept())},
                 {"masks", binary(history.masks.kept())},
                 {"barriers", history.barriers}};
  put_accesses(object, history);
  if (!history.repeats().empty()) object["repeats"] = repeats_to_json(history.repeats());
  return object;
}

History history_from_json(const json& object, const Trace& trace, Unpacker& unpacker) {
  require_object(object, "history");
  std::uint64_t steps = 0;
  read_field(object, "steps", steps);
  if (steps > kMaxKeptSteps)
    refuse_trace(Sentence("its steps are {}; a block has at most {}.", steps, kMaxKeptSteps));
  const Repeats repeats = repeats_from_json(object, steps);
  if (repeats.expanded(steps) > kMaxSteps)
    refuse_trace(Sentence("its steps are {}; a block has at most {}.", repeats.expanded(steps), kMaxSteps));
  History history;
  history.phases =
      unpacker.numbers_as<Phase>(packed(object, "phases"), steps, std::size(kPhaseNames) - 1, "phases");
  history.strides = unpacker.numbers_as<std::uint32_t>(packed(object, "strides"), steps, kMax32, "strides");
  history.source_lines =
      unpacker.numbers_as<std::uint32_t>(packed(object, "source_lines"), steps, kMaxSourceLine, "source lines");
  history.masks = unpacker.numbers_as<std::uint32_t>(packed(object, "masks"), steps * trace.warps_per_block(),
                                                     trace.live_mask(), "masks");
  history.accesses = accesses_from_json(object, steps, repeats.behind(1), unpacker);
  history.repeat(repeats);
  read_field(object, "barriers", history.barriers);
  if (history.barriers > kMaxBarriers) refuse_trace(Sentence("its barriers are more than a block can pass."));
  return history;
}

json addresses_to_json(const KeptAddresses& addresses) {
  const BlockAddresses& kept = addresses.kept();
  const auto& requests = kept.requests;
  json object = {{"block", kept.block},
                 {"requests", requests.size()},
                 {"warps", column(requests, [](const Request& r) { return r.warp; })},
                 {"steps", column(requests, [](const Request& r) { return r.step + 1; })},
                 {"source_lines", column(requests, [](const Request& r) { return r.source_line; })},
                 {"kinds", column(requests, [](const Request& r) { return r.kind; })},
                 {"arrays", column(requests, [](const Request& r) { return r.array; })},
                 {"masks", column(requests, [](const Request& r) { return r.mask; })},
                 {"offsets", binary(kept.offsets)}};
  const auto has_own_width = [](const Request& request) { return request.bytes != 0; };
  if (std::any_of(requests.begin(), requests.end(), has_own_width))
    object["bytes"] = column(requests, [](const Request& r) { return r.bytes; });
  if (!addresses.repeats().empty()) {
    object["repeats"] = repeats_to_json(addresses.repeats());
    for (std::size_t i = 0; i < addresses.shifts().size(); ++i)
      object["repeats"][i]["shift"] = addresses.shifts()[i];
  }
  return object;
}

/// Bytes of an array, as far as the launch knows.
std::uint64_t array_bytes(const Trace& trace, ArrayId array) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40, kMostShared = 1 << 20;
  const KernelInfo* own = find_own_kernel(trace.launch.entry);
  if (own && is_free(*own)) return array == ArrayId::shared ? kMostShared : kMostBytes;
  if (array == ArrayId::file_variable) return own ? kMostBytes : 0;
  const bool has_arrays = has_array_result(trace.launch.workload);
  if (has_arrays && array != ArrayId::shared) {
    const ArrayLayout arrays = arrays_of(trace.launch, trace.element_bytes);
    if (array == ArrayId::output) return arrays.output * trace.element_bytes;
    if (array == ArrayId::second_output || array == ArrayId::handed_over)
      return arrays.second_output * trace.element_bytes;
    if (array == ArrayId::chain_place) return sizeof(unsigned);
    for (unsigned i = 0; i < arrays.inputs.size(); ++i)
      if (array == input_array(i)) return arrays.inputs[i].size * trace.element_bytes;
    return 0;
  }
  switch (array) {
    case ArrayId::second_input:
    case ArrayId::third_input:
    case ArrayId::second_output:
    case ArrayId::chain_place:
      return 0;
    case ArrayId::input:
    case ArrayId::input_vectors:
      return trace.launch.n * trace.element_bytes;
    case ArrayId::handed_over:
      return trace.launch.grid_dim * parcels_of(trace.element_bytes) * access_bytes(array, trace.element_bytes);
    case ArrayId::output:
      return std::max<std::uint64_t>(1, trace.launch.grid_dim) * trace.element_bytes;
    default:
      return std::uint64_t{trace.launch.shared_elements} * trace.element_bytes;
  }
}

/// The alignment of addresses in an array: results are passed on in parcels, which may be smaller than elements.
unsigned unit_of(ArrayId array, unsigned element_bytes) {
  const bool own = array == ArrayId::handed_over || array == ArrayId::chain_place;
  return own ? access_bytes(array, element_bytes) : element_bytes;
}

/// A shift for each repeat, with which no round leaves its array.
std::vector<std::uint64_t> shifts_from_json(const json& object, const Trace& trace, const BlockAddresses& kept,
                                            const Repeats& repeats) {
  std::vector<std::uint64_t> shifts;
  for (const json& one : list(object, "repeats")) {
    if (!one.contains("shift")) refuse_trace(Sentence("its {} are missing.", "shifts"));
    read_field(one, "shift", shifts.emplace_back());
  }
  const auto refuse_outside = [] { refuse_trace(Sentence("its offsets lie outside their array.")); };
  for (const Request& request : kept.requests) {
    const std::uint64_t size = array_bytes(trace, request.array);
    for (std::size_t i = 0; i < shifts.size(); ++i) {
      const Repeat& repeat = repeats.list()[i];
      const auto step = static_cast<std::uint64_t>(request.step);
      if (request.step < 0 || !repeat.has(step) || !is_walked(request.array)) continue;
      if (shifts[i] % trace.element_bytes != 0) refuse_trace(Sentence("its offsets lie between elements."));
      if (repeat.times > 1 && shifts[i] > size / (repeat.times - 1)) refuse_outside();
      for (int lane = 0; lane < std::popcount(request.mask); ++lane)
        if (kept.offsets[request.first_offset + static_cast<std::uint64_t>(lane)] +
                shifts[i] * (repeat.times - 1) >=
            size)
          refuse_outside();
    }
  }
  return shifts;
}

KeptAddresses addresses_from_json(const json& object, const Trace& trace, Unpacker& unpacker) {
  require_object(object, "addresses");
  BlockAddresses kept;
  read_field(object, "block", kept.block);
  if (kept.block >= trace.history_of_block.size())
    refuse_trace(Sentence("its addresses belong to a block that the grid does not have."));
  std::uint64_t count = 0;
  read_field(object, "requests", count);
  const auto column_of = [&](const char* key, std::uint64_t largest) {
    return unpacker.numbers(packed(object, key), count, largest, key);
  };
  const auto warps = column_of("warps", trace.warps_per_block() - 1);
  const History& history = trace.history(kept.block);
  const auto steps = column_of("steps", history.steps());
  const auto lines = column_of("source_lines", kMaxSourceLine);
  const auto kinds = column_of("kinds", kAccessKinds - 1);
  const auto arrays = column_of("arrays", static_cast<std::uint64_t>(ArrayId::file_variable));
  const auto masks = column_of("masks", trace.live_mask());
  const auto bytes =
      object.contains("bytes") ? column_of("bytes", kMaxBytesOfLane) : std::vector<std::uint64_t>(count);
  std::uint64_t offsets = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::has_single_bit(bytes[i]) && bytes[i] != 0)
      refuse_trace(Sentence("its accesses have a width that no GPU has."));
    kept.requests.push_back({.warp = static_cast<std::uint32_t>(warps[i]),
                             .step = static_cast<std::int32_t>(steps[i]) - 1,
                             .source_line = static_cast<std::uint32_t>(lines[i]),
                             .kind = static_cast<AccessKind>(kinds[i]),
                             .array = static_cast<ArrayId>(arrays[i]),
                             .mask = static_cast<std::uint32_t>(masks[i]),
                             .first_offset = offsets,
                             .bytes = static_cast<std::uint8_t>(bytes[i])});
    offsets += static_cast<std::uint64_t>(std::popcount(masks[i]));
  }
  kept.offsets = unpacker.numbers(packed(object, "offsets"), offsets, kMax64, "offsets");
  for (const auto& request : kept.requests) {
    const std::uint64_t end = request.first_offset + static_cast<std::uint64_t>(std::popcount(request.mask));
    const std::uint64_t size = array_bytes(trace, request.array);
    const unsigned unit = request.bytes != 0 ? request.bytes : unit_of(request.array, trace.element_bytes);
    for (std::uint64_t i = request.first_offset; i < end; ++i) {
      if (kept.offsets[i] >= size) refuse_trace(Sentence("its offsets lie outside their array."));
      if (kept.offsets[i] % unit != 0) refuse_trace(Sentence("its offsets lie between elements."));
    }
  }
  if (!object.contains("repeats")) return KeptAddresses(std::move(kept));
  const std::uint64_t kept_steps = steps.empty() ? 0 : *std::max_element(steps.begin(), steps.end());
  Repeats repeats = repeats_from_json(object, history.steps());
  const std::uint64_t more = repeats.expanded(0), all = history.steps();
  const std::uint64_t end = repeats.empty() ? 0 : repeats.list().back().end();
  if (more > all || std::max(kept_steps, end) > all - more)
    refuse_trace(Sentence("its repeats are of steps that it does not have."));
  auto shifts = shifts_from_json(object, trace, kept, repeats);
  return {std::move(kept), std::move(repeats), std::move(shifts)};
}

BlockPlacement placement_from_json(const json& object, std::uint64_t blocks, Unpacker& unpacker) {
  require_object(object, "placement");
  if (packed(object, "sm_ids").empty()) return {};
  BlockPlacement placement;
  placement.sm_ids = unpacker.numbers_as<std::uint32_t>(packed(object, "sm_ids"), blocks, kMaxSms - 1, "SM ids");
  placement.start_ns = unpacker.numbers(packed(object, "start_ns"), blocks, kMaxNanoseconds, "start times");
  placement.end_ns = unpacker.numbers(packed(object, "end_ns"), blocks, kMaxNanoseconds, "end times");
  for (std::size_t i = 0; i < placement.end_ns.size(); ++i)
    if (placement.end_ns[i] < placement.start_ns[i]) refuse_trace(Sentence("its blocks end before they start."));
  return placement;
}

}  // namespace

json trace_to_json(const Trace& trace) {
  json histories = json::array(), addresses = json::array();
  for (const auto& history : trace.histories) histories.push_back(history_to_json(history));
  for (const auto& kept : trace.addresses) addresses.push_back(addresses_to_json(kept));
  return {{"element_bytes", trace.element_bytes},
          {"histories", std::move(histories)},
          {"history_of_block", binary(trace.history_of_block.expanded())},
          {"addresses", std::move(addresses)},
          {"placement",
           {{"sm_ids", binary(trace.placement.sm_ids)},
            {"start_ns", binary(trace.placement.start_ns)},
            {"end_ns", binary(trace.placement.end_ns)}}}};
}

Trace trace_from_json(const json& object, const LaunchConfig& launch, Unpacker& unpacker) {
  require_object(object, "trace");
  Trace trace;
  trace.launch = launch;
  read_field(object, "element_bytes", trace.element_bytes);
  if (trace.element_bytes != 4 && trace.element_bytes != 8 && trace.element_bytes != 16)
    refuse_trace(Sentence("its elements have neither 4, 8 nor 16 bytes."));
  for (const auto& history : list(object, "histories"))
    trace.histories.push_back(history_from_json(history, trace, unpacker));
  if (trace.histories.empty() && launch.grid_dim > 0) refuse_trace(Sentence("its {} are missing.", "histories"));
  trace.history_of_block = HistoryOfBlocks(
      unpacker.numbers_as<std::uint32_t>(packed(object, "history_of_block"), launch.grid_dim,
                                         trace.histories.empty() ? 0 : trace.histories.size() - 1, "blocks"));
  for (const auto& kept : list(object, "addresses"))
    trace.addresses.push_back(addresses_from_json(kept, trace, unpacker));
  trace.placement = placement_from_json(member(object, "placement"), launch.grid_dim, unpacker);
  return trace;
}

}  // namespace lanescope
