#include "engine/recorded/recorded_limit.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "bench_texts.h"
#include "engine/base/error.h"
#include "engine/input/decode_each.h"
#include "engine/json/json_fields.h"
#include "engine/this_machine.h"
#include "engine/workload/sequential_work.h"

namespace lanescope {
namespace {

SweepTime read_row(const nlohmann::json& row) {
  SweepTime time;
  time.kernel = kReadLimitRow;
  time.launch.grid_dim = 0;
  const auto& cold = row.at("cold");
  require_object(cold, "cold");
  read_field(row, "n", time.launch.n);
  read_field(cold, "time_us", time.time_us);
  read_field(cold, "min_us", time.min_us);
  read_field(cold, "max_us", time.max_us);
  read_field(cold, "replays", time.repeats);
  if (!(time.time_us > 0) || !std::isfinite(time.time_us)) throw_bad_field("time_us", time.time_us, "above 0");
  return time;
}

Provenance read_provenance(const nlohmann::json& json) {
  require_object(json, "the bench");
  Provenance from;
  from.backend = "cuda";
  from.kind = NumberKind::recorded;
  read_field(json, "device", from.device);
  read_field(json, "driver", from.driver);
  read_field(json, "date", from.date);
  read_field(json, "command", from.command);
  return from;
}

/// Calls `read(json)` on a bench's JSON; errors become a sentence that names the file.
template <class Read>
void read_bench(std::string_view text, const std::string& name, const Read& read) {
  try {
    read(nlohmann::json::parse(text));
  } catch (const nlohmann::json::exception&) {
    throw Error(ErrorKind::usage, fmt::format("{}: it is not a bench in JSON.", name));
  } catch (const Error& error) {
    throw Error(ErrorKind::usage, fmt::format("{}: {}", name, error.what()));
  }
}

std::string source_of(const Provenance& from) {
  return from.date.empty() ? from.device : fmt::format("{}, {}", from.device, from.date);
}

}  // namespace

RecordedSweep decode_read_limit(std::string_view text, const std::string& name) {
  RecordedSweep limit;
  read_bench(text, name, [&](const nlohmann::json& json) {
    limit.provenance = read_provenance(json);
    read_field(json, "op", kOpNames, limit.op);
    read_field(json, "type", kTypeNames, limit.type);
    for (const auto& row : json.at("rows"))
      if (row.at("kernel") == kReadLimitRow && !row.at("cold").is_null()) limit.times.push_back(read_row(row));
  });
  return limit;
}

const std::vector<RecordedSweep>& recorded_read_limits() {
  static const std::vector<RecordedSweep> limits = decode_each(bench_texts::kFiles, decode_read_limit);
  return limits;
}

RecordedComputeLimits decode_compute_limits(std::string_view text, const std::string& name) {
  RecordedComputeLimits limits;
  read_bench(text, name, [&](const nlohmann::json& json) {
    limits.provenance = read_provenance(json);
    const auto found = json.find("compute_limits");
    if (found == json.end()) return;
    for (const auto& one : *found) {
      require_object(one, "a compute limit");
      auto& limit = limits.limits.emplace_back();
      read_field(one, "type", kTypeNames, limit.type);
      read_field(one, "gflops", limit.gflops);
      if (!(limit.gflops > 0) || !std::isfinite(limit.gflops)) throw_bad_field("gflops", limit.gflops, "above 0");
    }
  });
  return limits;
}

const std::vector<RecordedComputeLimits>& recorded_compute_limits() {
  static const std::vector<RecordedComputeLimits> limits = decode_each(bench_texts::kFiles, decode_compute_limits);
  return limits;
}

RooflineLimits roofline_limits(const std::vector<RecordedSweep>& reads,
                               const std::vector<RecordedComputeLimits>& computes, const std::string& device,
                               ElementType type) {
  RooflineLimits found;
  for (const RecordedSweep& read : reads)
    for (const SweepTime& time : read.times) {
      const double gbps = static_cast<double>(time.launch.n) * element_bytes(read.type) / time.time_us * 1e-3;
      if (read.provenance.device == device && gbps > (found.bandwidth_gbps ? found.bandwidth_gbps->value : 0))
        found.bandwidth_gbps = {gbps, NumberKind::recorded, source_of(read.provenance)};
    }
  for (const RecordedComputeLimits& compute : computes)
    for (const auto& limit : compute.limits)
      if (compute.provenance.device == device && limit.type == type &&
          limit.gflops > (found.compute_gflops ? found.compute_gflops->value : 0))
        found.compute_gflops = {limit.gflops, NumberKind::recorded, source_of(compute.provenance)};
  return found;
}

RooflineLimits recorded_roofline_limits(ElementType type) {
  const BackendStatus here = backend_status();
  if (recorded_read_limits().empty()) return {};
  return roofline_limits(recorded_read_limits(), recorded_compute_limits(),
                         here.cuda_available ? here.device : recorded_read_limits()[0].provenance.device, type);
}

std::optional<Roofline> roofline_of(const Run& run, const RooflineLimits& limits,
                                    const std::optional<RecordedTiming>& time) {
  const PricedLaunch whole = work_of(run);
  const Totals& totals = whole.metrics.totals;
  if (!run.trace || !totals.has_accesses) return std::nullopt;
  RooflineWork work;
  work.operations = static_cast<double>(totals.flop);
  work.loaded_bytes = static_cast<double>(totals.global_load_bytes());
  work.least_bytes = useful_bytes(whole.launch, run.request.type);
  work.sequential_operations = static_cast<double>(sequential_operations(whole.launch).value_or(0));
  // The time covers all launches, so it is compared with the work of the first, which is nearly all of it.
  if (time && (run.request.launch == 1 || is_part(run.launch.entry)))
    work.time_us = {time->timing.time_us, time->provenance.kind, source_of(time->provenance)};
  return roofline(work, limits);
}

std::optional<Roofline> roofline_of(const Run& run, const RooflineLimits& limits) {
  return roofline_of(run, limits, time_of(run));
}

}  // namespace lanescope
