#include "engine/recording.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/base/checked_file.h"
#include "engine/base/whole_file.h"
#include "engine/json/json_fields.h"
#include "engine/json/request_json.h"
#include "engine/json/safe_cbor.h"
#include "engine/json/sentence_json.h"
#include "engine/json/trace_json.h"
#include "engine/request/launch_sequence.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

using nlohmann::json;

constexpr FileFormat kFormat{"lanescope-recording", pattern("Lanescope recording"), kRecordingVersion};
constexpr std::uint64_t kMaxBlocks = 1 << 22;
constexpr double kMinTime = 1e-6;  // but for 0, which is none: far below a tick of any clock
constexpr double kMaxTime = 1e12;  // in microseconds, eleven days; in GB/s beyond any memory
constexpr double kMaxAdditions = 1e18;
constexpr std::uint64_t kMaxNumbers = 1 << 26;  // that unpack from one file: 512 MiB

[[noreturn]] void refuse(const std::string& name, const Sentence& reason) {
  throw Error(ErrorKind::usage, Sentence("{}: {}", name, reason));
}

json result_to_json(const Result& result) {
  json object = {{"value", result.value},
                 {"reference", result.reference},
                 {"relative_error", result.relative_error},
                 {"error_bound", result.error_bound},
                 {"addition_depth", result.addition_depth},
                 {"correct", result.correct},
                 {"note", sentence_to_json(result.note)}};
  if (const auto& p = result.point) object["point"] = {{"x", p->x}, {"y", p->y}, {"z", p->z}, {"index", p->index}};
  if (result.mean) object["mean"] = *result.mean;
  return object;
}

Point point_from_json(const json& object) {
  require_object(object, "point");
  double x = 0, y = 0, z = 0;
  std::uint64_t index = 0;
  read_field(object, "x", x);
  read_field(object, "y", y);
  read_field(object, "z", z);
  read_field(object, "index", index);
  if (index > kMaxPoints) throw_bad_field("index of the point", index, fmt::format("at most {}", kMaxPoints));
  return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z), static_cast<unsigned>(index)};
}

Result result_from_json(const json& object) {
  require_object(object, "result");
  Result result;
  read_field(object, "value", result.value);
  read_field(object, "reference", result.reference);
  read_field(object, "relative_error", result.relative_error);
  read_field(object, "error_bound", result.error_bound);
  read_field(object, "addition_depth", result.addition_depth);
  if (!(result.addition_depth >= 0 && result.addition_depth <= kMaxAdditions))
    throw_bad_field("addition_depth", result.addition_depth, "a number from 0 up that a launch can have");
  read_field(object, "correct", result.correct);
  if (const auto note = object.find("note"); note != object.end())
    result.note = sentence_from_json(*note, "note", note_patterns());
  if (const auto point = object.find("point"); point != object.end()) result.point = point_from_json(*point);
  if (object.contains("mean")) read_field(object, "mean", result.mean.emplace());
  return result;
}

json timing_to_json(const Timing& timing) {
  return {{"time_us", timing.time_us},    {"min_us", timing.min_us},
          {"max_us", timing.max_us},      {"bandwidth_gbps", timing.bandwidth_gbps},
          {"repeats", timing.repeats},    {"method", name_of(timing.method)},
          {"launch_us", timing.launch_us}};
}

Timing timing_from_json(const json& object) {
  require_object(object, "timing");
  Timing timing;
  read_field(object, "time_us", timing.time_us);
  read_field(object, "min_us", timing.min_us);
  read_field(object, "max_us", timing.max_us);
  read_field(object, "bandwidth_gbps", timing.bandwidth_gbps);
  read_field(object, "repeats", timing.repeats);
  if (const auto each = object.find("launch_us"); each != object.end()) {
    if (!each->is_array()) throw_bad_field("launch_us", *each, "a list of numbers");
    for (const json& one : *each)
      read_field(json{{"launch_us", one}}, "launch_us", timing.launch_us.emplace_back());
  }
  std::vector<std::pair<const char*, double>> numbers = {{"time_us", timing.time_us},
                                                         {"min_us", timing.min_us},
                                                         {"max_us", timing.max_us},
                                                         {"bandwidth_gbps", timing.bandwidth_gbps}};
  for (const double time_us : timing.launch_us) numbers.emplace_back("launch_us", time_us);
  for (const auto& [key, value] : numbers)
    if (value != 0 && !(value >= kMinTime && value <= kMaxTime))
      throw_bad_field(key, value, "a number from 0 up that a launch can have");
  read_field(object, "method", kTimeMethodNames, timing.method);
  return timing;
}

json provenance_to_json(const Provenance& provenance) {
  return {{"backend", provenance.backend}, {"device", provenance.device},   {"driver", provenance.driver},
          {"date", provenance.date},       {"command", provenance.command}, {"kind", name_of(provenance.kind)}};
}

Provenance provenance_from_json(const json& object) {
  require_object(object, "provenance");
  Provenance provenance;
  read_field(object, "backend", provenance.backend);
  read_field(object, "device", provenance.device);
  read_field(object, "driver", provenance.driver);
  read_field(object, "date", provenance.date);
  read_field(object, "command", provenance.command);
  read_field(object, "kind", kNumberKindNames, provenance.kind);
  // It was measured then, on that machine; here it is a recording.
  if (provenance.kind == NumberKind::measured) provenance.kind = NumberKind::recorded;
  return provenance;
}

json run_to_json(const Run& run) {
  const LaunchConfig& first = first_launch(run);
  if (first.grid_dim > kMaxBlocks)
    throw Error(ErrorKind::usage,
                Sentence("--n {}: {} has {} blocks and a recording holds up to {}; use a larger --block or a "
                         "smaller --n.",
                         run.request.n, run.request.kernel, first.grid_dim, kMaxBlocks));
  if (!run.result)
    throw Error(ErrorKind::usage,
                Sentence("{}: its result has not been computed, and a recording holds one.", run.request.kernel));
  json object = {{"request", run.request},
                 {"launches", json::array()},
                 {"provenance", provenance_to_json(run.provenance)},
                 {"result", result_to_json(*run.result)}};
  if (run.timing) object["timing"] = timing_to_json(*run.timing);
  for (const RunLaunch& launch : run.launches) {
    auto& one = object["launches"].emplace_back(json{{"launch", launch.launch}, {"block", launch.block}});
    if (launch.trace) one["trace"] = trace_to_json(*launch.trace);
  }
  return object;
}

/// A launch that the request can have. Parts that depend on the GPU may differ from this machine's.
void check_reduction(RunRequest request, const LaunchConfig& launch) {
  request.backend = BackendChoice::automatic;
  request.launch = 1;
  request.block = 0;
  if (const auto refused = refusal(request)) throw Error(ErrorKind::usage, refused->sentence);
  const LaunchConfig here = launch_config(request);
  if (launch == here) return;
  const std::uint64_t covered = launch.grid_dim * launch.elements_per_block;
  const bool covers =
      launch.elements_per_block == 0 || (covered >= launch.n && covered - launch.n < launch.elements_per_block);
  const bool fits = std::uint64_t{launch.shared_elements} * element_bytes(request.type) <= kMaxSharedBytes;
  if (launch.block_dim != here.block_dim || launch.coarse_factor != here.coarse_factor ||
      launch.elements_per_block != here.elements_per_block || (launch.grid_dim == 0) != (here.grid_dim == 0) ||
      launch.entry != here.entry || launch.tile_width != 0 || !covers || !fits)
    throw Error(ErrorKind::usage, Sentence("its launch is not one of {}.", request.kernel));
}

/// Checks the parts that determine the sizes of arrays; the others only as in any launch.
void check_arrays(RunRequest request, const LaunchConfig& launch) {
  const auto& [rows, inner, columns] = launch.matrices;
  for (const std::uint64_t size : {rows, inner, columns})
    if (size > kMaxMatrixWidth) throw_bad_field("matrices", size, fmt::format("at most {}", kMaxMatrixWidth));
  if (!has_array_result(kernel_info(request.kernel).workload) && !has_array_result(launch.workload))
    return check_reduction(request, launch);
  request.backend = BackendChoice::emulator;
  if (kernel_info(request.kernel).workload != launch.workload || refusal(request) ||
      !(launch_config(request) == launch))
    throw Error(ErrorKind::usage, Sentence("its launch is not one of {}.", request.kernel));
}

/// The first launch of a run, from which the others follow.
void check_first_launch(const RunRequest& request, const LaunchConfig& launch) {
  const bool power_of_two = launch.block_dim != 0 && (launch.block_dim & (launch.block_dim - 1)) == 0;
  if (!power_of_two || launch.block_dim > kMaxBlockDim)
    throw_bad_field("block_dim", launch.block_dim, fmt::format("a power of two from 1 to {}", kMaxBlockDim));
  if (launch.grid_dim > kMaxBlocks)
    throw_bad_field("grid_dim", launch.grid_dim, fmt::format("at most {}", kMaxBlocks));
  if (launch.n != request.n) throw_bad_field("n of the launch", launch.n, "that of the request");
  if (launch.n > std::numeric_limits<std::uint64_t>::max() / 8) throw_bad_field("n", launch.n, "smaller");
  check_arrays(request, launch);
}

/// Version 1 has only the first launch, in the run itself; later versions have all of them, as a list of objects.
std::vector<const json*> objects_of_launches(const json& run) {
  const auto list = run.find("launches");
  if (list == run.end()) return {&run};
  if (!list->is_array() || list->empty()) throw Error(ErrorKind::usage, Sentence("a run in it has no launches."));
  std::vector<const json*> objects;
  for (const json& one : *list) objects.push_back(&one);
  return objects;
}

LaunchConfig launch_from_json(const json& object, const RunRequest& request) {
  require_object(object, "launch of a run");
  if (!object.contains("launch")) throw Error(ErrorKind::usage, Sentence("a run in it has no launch."));
  LaunchConfig launch;
  from_json(object["launch"], launch);
  if (launch.entry.empty()) launch.entry = request.kernel;
  return launch;
}

/// Whether these are the launches that follow from the first one. Files of version 1, and files made from them,
/// have only the first.
void check_sequence(const KernelInfo& kernel, const std::vector<LaunchConfig>& launches) {
  if (launches.size() == 1 || launches == launches_from(kernel, launches.front())) return;
  throw Error(ErrorKind::usage, Sentence("its launches are not those of {}.", kernel.id));
}

std::vector<RunLaunch> launches_from_json(const json& run, const RunRequest& request, NumberKind kind,
                                          Unpacker& unpacker) {
  const std::vector<const json*> objects = objects_of_launches(run);
  std::vector<LaunchConfig> configs;
  for (const json* object : objects) {
    configs.push_back(launch_from_json(*object, request));
    if (configs.size() == 1) check_first_launch(request, configs[0]);
    if (object->contains("trace") != objects[0]->contains("trace"))
      throw Error(ErrorKind::usage, "one of its launches has a trace and another has none.");
  }
  check_sequence(kernel_info(request.kernel), configs);
  if (request.launch == 0 || request.launch > configs.size())
    throw_bad_field("launch", request.launch, "the number of one of its launches");
  std::vector<RunLaunch> launches;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    std::uint64_t block = i + 1 == request.launch ? request.block : 0;
    read_field(*objects[i], "block", block);
    if (block >= std::max<std::uint64_t>(1, configs[i].grid_dim))
      throw_bad_field("block", block, "smaller than grid_dim");
    const auto found = objects[i]->find("trace");
    if (found == objects[i]->end()) {
      launches.push_back({configs[i], block});
      continue;
    }
    auto trace = std::make_shared<Trace>(trace_from_json(*found, configs[i], unpacker));
    trace->kind = kind;
    launches.push_back(run_launch(request, block, std::move(trace)));
  }
  return launches;
}

Run run_from_json(const json& object, Unpacker& unpacker) {
  require_object(object, "run");
  for (const char* key : {"request", "provenance", "result"})
    if (!object.contains(key)) throw Error(ErrorKind::usage, Sentence("a run in it has no {}.", key));
  Run run;
  from_json(object["request"], run.request);
  run.provenance = provenance_from_json(object["provenance"]);
  run.result = result_from_json(object["result"]);
  if (const auto timing = object.find("timing"); timing != object.end()) run.timing = timing_from_json(*timing);
  set_launches(run, launches_from_json(object, run.request, run.provenance.kind, unpacker));
  if (run.timing && !run.timing->launch_us.empty() && run.timing->launch_us.size() != run.launches.size())
    throw Error(ErrorKind::usage, "launch_us does not have a time for each launch.");
  return run;
}

}  // namespace

std::string encode_recording(const std::vector<Run>& runs) {
  json list = json::array();
  for (const auto& run : runs) list.push_back(run_to_json(run));
  std::string body;
  json::to_cbor(json{{"runs", std::move(list)}}, body);
  return with_first_line(kFormat, body);
}

std::vector<Run> decode_recording(std::string_view bytes, const std::string& name) {
  const std::string_view body = checked_body(kFormat, bytes, name);
  const std::optional<json> parsed = parse_cbor(body);
  if (!parsed) refuse(name, Sentence("it is damaged (what follows its first line is not CBOR)."));
  const json& file = *parsed;
  Unpacker unpacker(kMaxNumbers);
  std::vector<Run> runs;
  try {
    require_object(file, "the recording");
    if (!file.contains("runs") || !file["runs"].is_array())
      throw Error(ErrorKind::usage, Sentence("it contains no runs."));
    for (const auto& run : file["runs"]) runs.push_back(run_from_json(run, unpacker));
  } catch (const Error& error) {
    refuse(name, error.sentence());
  }
  return runs;
}

void save_recording(const std::string& path, const std::vector<Run>& runs) {
  const std::string bytes = encode_recording(runs);
  decode_recording(bytes, path);  // checks that it can be read again before it is written
  write_whole_file(path, bytes);
}

std::vector<Run> load_recording(const std::string& path) {
  return decode_recording(read_whole_file(path), path);
}

}  // namespace lanescope
