#include "engine/bench/recorded_limit.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "bench_texts.h"
#include "engine/bench/bench.h"
#include "engine/core/decode_each.h"
#include "engine/core/error.h"
#include "engine/core/json_fields.h"

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

}  // namespace

RecordedSweep decode_read_limit(std::string_view text, const std::string& name) {
  RecordedSweep limit;
  limit.provenance.backend = "cuda";
  limit.provenance.kind = NumberKind::recorded;
  try {
    const auto json = nlohmann::json::parse(text);
    require_object(json, "the bench");
    read_field(json, "device", limit.provenance.device);
    read_field(json, "driver", limit.provenance.driver);
    read_field(json, "date", limit.provenance.date);
    read_field(json, "command", limit.provenance.command);
    read_field(json, "op", kOpNames, limit.op);
    read_field(json, "type", kTypeNames, limit.type);
    for (const auto& row : json.at("rows"))
      if (row.at("kernel") == kReadLimitRow && !row.at("cold").is_null()) limit.times.push_back(read_row(row));
  } catch (const nlohmann::json::exception&) {
    throw Error(ErrorKind::usage, fmt::format("{}: it is no bench in JSON.", name));
  } catch (const Error& error) {
    throw Error(ErrorKind::usage, fmt::format("{}: {}", name, error.what()));
  }
  return limit;
}

const std::vector<RecordedSweep>& recorded_read_limits() {
  static const std::vector<RecordedSweep> limits = decode_each(bench_texts::kFiles, decode_read_limit);
  return limits;
}

}  // namespace lanescope
