#include "engine/recorded/recorded_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/input/decode_each.h"
#include "engine/json/json_fields.h"
#include "sweep_texts.h"

namespace lanescope {

namespace {

constexpr std::string_view kSweepColumns =
    "kernel,n,block_dim,coarse_factor,grid_dim,combining,time_us,min_us,max_us,repeats";
constexpr std::size_t kColumnCount = 10;
/// Additional columns for matrix products, if a sweep has any: n is then the number of rows of M.
constexpr std::string_view kMatrixColumns = ",inner,columns,tile_width";
constexpr std::size_t kMatrixColumnCount = 3;

[[noreturn]] void refuse_sweep(std::string_view reason) {
  throw Error(ErrorKind::usage, std::string(reason));
}

/// Takes the text up to `separator` off `rest`, and the separator, too.
std::string_view take(std::string_view& rest, char separator) {
  const auto end = rest.find(separator);
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return part;
}

template <class Number>
Number whole_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    refuse_sweep(fmt::format("'{}' must be a whole number.", text.substr(0, 40)));
  return number;
}

double positive(std::string_view text) {
  const std::string copy(text);
  char* end = nullptr;
  const double number = std::strtod(copy.c_str(), &end);
  if (copy.empty() || *end != '\0' || !std::isfinite(number) || number <= 0)
    refuse_sweep(fmt::format("'{}' must be a time above 0.", text.substr(0, 40)));
  return number;
}

Combining combining_of(std::string_view text) {
  for (std::size_t i = 0; i < std::size(kCombiningNames); ++i)
    if (text == kCombiningNames[i]) return static_cast<Combining>(i);
  refuse_sweep(fmt::format("'{}' must be one of {}.", text.substr(0, 40), fmt::join(kCombiningNames, ", ")));
}

bool has_matrices(const LaunchConfig& launch) {
  return launch.tile_width > 0;
}

SweepTime parse_row(std::string_view line, std::size_t columns) {
  std::vector<std::string_view> cells(columns);
  for (auto& cell : cells) {
    if (line.empty()) refuse_sweep(fmt::format("it must have {} cells.", columns));
    cell = take(line, ',');
  }
  if (!line.empty()) refuse_sweep(fmt::format("it must have {} cells.", columns));
  if (cells[0].empty()) refuse_sweep("its kernel has no name.");
  SweepTime time;
  time.kernel = cells[0];
  time.launch.n = whole_number<std::uint64_t>(cells[1]);
  time.launch.block_dim = whole_number<unsigned>(cells[2]);
  time.launch.coarse_factor = whole_number<unsigned>(cells[3]);
  time.launch.grid_dim = whole_number<std::uint64_t>(cells[4]);
  time.launch.combining = combining_of(cells[5]);
  time.time_us = positive(cells[6]);
  time.min_us = positive(cells[7]);
  time.max_us = positive(cells[8]);
  time.repeats = whole_number<unsigned>(cells[9]);
  if (columns == kColumnCount) return time;
  auto& [rows, inner, matrix_columns] = time.launch.matrices;
  inner = whole_number<std::uint64_t>(cells[kColumnCount]);
  matrix_columns = whole_number<std::uint64_t>(cells[kColumnCount + 1]);
  time.launch.tile_width = whole_number<unsigned>(cells[kColumnCount + 2]);
  if (has_matrices(time.launch)) {
    rows = time.launch.n;
  } else if (inner != 0 || matrix_columns != 0) {
    refuse_sweep("matrices without a tile_width.");
  }
  return time;
}

void parse_head(std::string_view line, RecordedSweep& sweep) {
  const auto head = nlohmann::json::parse(line, nullptr, false);
  if (head.is_discarded()) refuse_sweep("it must be JSON.");
  require_object(head, "the head");
  read_field(head, "device", sweep.provenance.device);
  read_field(head, "driver", sweep.provenance.driver);
  read_field(head, "date", sweep.provenance.date);
  read_field(head, "command", sweep.provenance.command);
  read_field(head, "op", kOpNames, sweep.op);
  read_field(head, "type", kTypeNames, sweep.type);
  if (sweep.provenance.device.empty()) refuse_sweep("it must name the device.");
  TimeMethod method = TimeMethod::graph_cold;  // older files do not say, and have this one
  read_field(head, "method", kTimeMethodNames, method);
  if (method != TimeMethod::graph_cold)
    refuse_sweep(fmt::format("its method must be {}.", name_of(TimeMethod::graph_cold)));
}

bool same_launch(const LaunchConfig& a, const LaunchConfig& b) {
  return a.n == b.n && a.grid_dim == b.grid_dim && a.block_dim == b.block_dim &&
         a.coarse_factor == b.coarse_factor && a.combining == b.combining && a.tile_width == b.tile_width &&
         a.matrices == b.matrices;
}

}  // namespace

std::string encode_sweep(const RecordedSweep& sweep) {
  const auto& from = sweep.provenance;
  const nlohmann::ordered_json head = {{"device", from.device},
                                       {"driver", from.driver},
                                       {"date", from.date},
                                       {"command", from.command},
                                       {"method", name_of(TimeMethod::graph_cold)},
                                       {"op", name_of(sweep.op)},
                                       {"type", name_of(sweep.type)}};
  const bool has_tiles = std::any_of(sweep.times.begin(), sweep.times.end(),
                                     [](const SweepTime& time) { return has_matrices(time.launch); });
  std::string body =
      fmt::format("{}\n{}{}\n", head.dump(), kSweepColumns, has_tiles ? kMatrixColumns : std::string_view());
  for (const auto& time : sweep.times) {
    body += fmt::format("{},{},{},{},{},{},{:.4g},{:.4g},{:.4g},{}", time.kernel, time.launch.n,
                        time.launch.block_dim, time.launch.coarse_factor, time.launch.grid_dim,
                        name_of(time.launch.combining), time.time_us, time.min_us, time.max_us, time.repeats);
    const auto& matrices = time.launch.matrices;
    if (has_tiles) body += fmt::format(",{},{},{}", matrices.inner, matrices.columns, time.launch.tile_width);
    body += '\n';
  }
  return with_first_line(kSweepFormat, body);
}

RecordedSweep decode_sweep(std::string_view bytes, const std::string& name) {
  std::string_view rest = checked_body(kSweepFormat, bytes, name);
  RecordedSweep sweep;
  sweep.provenance.backend = "cuda";
  sweep.provenance.kind = NumberKind::recorded;
  std::size_t line = 2;
  try {
    parse_head(take(rest, '\n'), sweep);
    ++line;
    const std::string_view names = take(rest, '\n');
    const bool has_tiles = names == fmt::format("{}{}", kSweepColumns, kMatrixColumns);
    if (names != kSweepColumns && !has_tiles)
      refuse_sweep(fmt::format("it must be '{}', with '{}' behind it or not.", kSweepColumns, kMatrixColumns));
    const std::size_t columns = kColumnCount + (has_tiles ? kMatrixColumnCount : 0);
    while (!rest.empty()) {
      ++line;
      sweep.times.push_back(parse_row(take(rest, '\n'), columns));
    }
  } catch (const Error& error) {
    throw Error(ErrorKind::usage, fmt::format("{}, line {}: {}", name, line, error.what()));
  }
  return sweep;
}

const std::vector<RecordedSweep>& recorded_sweeps() {
  static const std::vector<RecordedSweep> sweeps = decode_each(sweep_texts::kFiles, decode_sweep);
  return sweeps;
}

std::optional<RecordedTiming> recorded_timing(const std::vector<RecordedSweep>& sweeps, const std::string& kernel,
                                              const LaunchConfig& launch, Op op, ElementType type) {
  std::optional<RecordedTiming> found;
  for (const auto& sweep : sweeps) {
    if (sweep.op != op || sweep.type != type) continue;
    for (const auto& time : sweep.times) {
      if (time.kernel != kernel || !same_launch(time.launch, launch)) continue;
      const double bytes = useful_bytes(launch, type);
      const Timing timing{time.time_us, time.min_us,           time.max_us, bytes / time.time_us * 1e-3,
                          time.repeats, TimeMethod::graph_cold};
      found = RecordedTiming{timing, sweep.provenance};
    }
  }
  return found;
}

bool comparable(const RecordedTiming& a, const RecordedTiming& b) {
  return a.timing.method == b.timing.method && a.provenance.kind == b.provenance.kind &&
         a.provenance.device == b.provenance.device;
}

std::optional<RecordedTiming> time_of(const Run& run) {
  return time_of(run, recorded_sweeps());
}

std::optional<RecordedTiming> time_of(const Run& run, const std::vector<RecordedSweep>& sweeps) {
  const RunRequest& request = run.request;
  if (run.timing && run.provenance.kind != NumberKind::recorded) return RecordedTiming{*run.timing, run.provenance};
  if (run.recorded) return run.recorded;
  if (!run.timing) return std::nullopt;
  const auto graph = recorded_timing(sweeps, request.kernel, first_launch(run), request.op, request.type);
  return graph && graph->provenance.device == run.provenance.device ? graph
                                                                    : RecordedTiming{*run.timing, run.provenance};
}

}  // namespace lanescope
