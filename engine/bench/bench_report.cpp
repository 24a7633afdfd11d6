#include "engine/bench/bench_report.h"

#include <fmt/format.h>

#include <cmath>

namespace lanescope {

namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}
Json number(const std::optional<double>& value) {
  return value ? number(*value) : Json(nullptr);
}

Json times_json(const std::optional<GraphTimes>& times, TimeMethod method, const BenchRow& row,
                const std::optional<double>& of_read_limit, const std::optional<double>& to_cub) {
  if (!times || !row.timed()) return nullptr;
  return {{"method", name_of(method)},
          {"time_us", number(times->median_us)},
          {"min_us", number(times->min_us)},
          {"max_us", number(times->max_us)},
          {"bandwidth_gbps", number(gbps(row, *times))},
          {"of_read_limit", number(of_read_limit)},
          {"cub_over_this", number(to_cub)},
          {"launches", times->launches},
          {"replays", times->replays}};
}

Json row_json(const BenchRow& row) {
  Json json = {{"kernel", row.kernel}, {"n", row.n}, {"shape", row.shape}};
  json["skipped"] = row.timed() ? Json(nullptr) : Json(row.skipped);
  const bool checked = row.timed() && row.kernel != kReadLimitRow;
  json["relative_error"] = checked ? number(row.result.relative_error) : Json(nullptr);
  json["cold"] = times_json(row.times.cold, TimeMethod::graph_cold, row, row.of_read_limit, row.to_cub);
  json["warm"] = times_json(row.times.warm, TimeMethod::graph_warm, row, row.of_read_limit_warm, row.to_cub_warm);
  // it is not compared with anything: CUB's time includes everything that a result takes
  json["kernel_alone"] = nullptr;
  if (row.timed() && row.times.kernel_alone)
    json["kernel_alone"] = {{"method", name_of(TimeMethod::graph_cold)},
                            {"time_us", number(row.times.kernel_alone->median_us)},
                            {"min_us", number(row.times.kernel_alone->min_us)},
                            {"max_us", number(row.times.kernel_alone->max_us)}};
  return json;
}

Json limit_json(const ComputeLimit& limit) {
  return {{"type", name_of(limit.type)},
          {"gflops", number(limit.gflops())},
          {"operations", number(limit.operations)},
          {"time_us", number(limit.times.median_us)},
          {"min_us", number(limit.times.min_us)},
          {"max_us", number(limit.times.max_us)},
          {"launches", limit.times.launches},
          {"replays", limit.times.replays},
          {"shape",
           fmt::format("grid {} x block {}, {} chains a thread", limit.grid_dim, limit.block_dim, limit.chains)}};
}

std::string cell(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? fmt::format("{:.6g}", *value) : "";
}

std::string times_cells(const std::optional<GraphTimes>& times, const BenchRow& row,
                        const std::optional<double>& of_read_limit, const std::optional<double>& to_cub) {
  if (!times || !row.timed()) return ",,,";
  return fmt::format("{:.6g},{:.6g},{},{}", times->median_us, gbps(row, *times), cell(of_read_limit), cell(to_cub));
}

}  // namespace

std::string bench_method() {
  return "Median over replays of a CUDA graph of many results, divided by their number. A result's time holds all "
         "that it takes: the preset of an output that is updated, every launch, and what the host adds up; the "
         "kernel alone leaves out the preset and the host. Cold: nothing of the input is in L2, which is flushed "
         "before each replay, and launches take copies of the input in turn. Warm: the launch before read the same "
         "input. Inputs that a kernel destroys are restored outside the timed region. Every result was checked "
         "before.";
}

Json bench_json(const BenchReport& report) {
  const auto& from = report.provenance;
  Json json = {{"kind", name_of(from.kind)},
               {"device", from.device},
               {"driver", from.driver},
               {"date", from.date},
               {"command", from.command},
               {"method", bench_method()},
               {"op", name_of(report.request.op)},
               {"type", name_of(report.request.type)},
               {"cancelled", report.cancelled}};
  json["compute_limits"] = Json::array();
  for (const auto& limit : report.compute_limits) json["compute_limits"].push_back(limit_json(limit));
  json["rows"] = Json::array();
  for (const auto& row : report.rows) json["rows"].push_back(row_json(row));
  json["summary"] = Json::array();
  for (const auto& summary : summaries(report.rows))
    json["summary"].push_back({{"kernel", summary.kernel},
                               {"geometric_mean_to_2^22", number(summary.small_mean)},
                               {"geometric_mean_to_2^22_warm", number(summary.small_mean_warm)},
                               {"minimum", number(summary.least)},
                               {"minimum_at_n", summary.least_at},
                               {"of_read_limit_at_largest_n", number(summary.largest_of_read_limit)}});
  return json;
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string bench_csv(const BenchReport& report) {
  std::string text =
      "kernel,n,shape,cold_us,cold_gbps,cold_of_read_limit,cold_cub_over_this,warm_us,warm_gbps,warm_of_read_limit,"
      "warm_cub_over_this,kernel_alone_cold_us,skipped,op,type,kind,device,driver,date,command\n";
  const auto& from = report.provenance;
  for (const auto& row : report.rows) {
    const auto& alone = row.times.kernel_alone;
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_cell(row.kernel), row.n,
                        csv_cell(row.shape), times_cells(row.times.cold, row, row.of_read_limit, row.to_cub),
                        times_cells(row.times.warm, row, row.of_read_limit_warm, row.to_cub_warm),
                        cell(alone ? std::optional(alone->median_us) : std::nullopt), csv_cell(row.skipped),
                        name_of(report.request.op), name_of(report.request.type), name_of(from.kind),
                        csv_cell(from.device), csv_cell(from.driver), from.date, csv_cell(from.command));
  }
  return text;
}

}  // namespace lanescope
