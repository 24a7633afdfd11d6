#include "cli/words/run_json.h"

#include <fmt/format.h>

#include <cmath>
#include <iostream>

#include "cli/words/run_text.h"
#include "engine/analysis/metric.h"
#include "engine/base/foreign_text.h"
#include "engine/check/fault.h"
#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

/// Whole results are written as whole numbers.
OrderedJson value_json(double value, ElementType type) {
  if (!std::isfinite(value)) return nullptr;
  if (type == ElementType::int32) return static_cast<std::int64_t>(value);
  return value;
}

/// JSON has no infinities: a correct one is written as its name.
OrderedJson result_json(const Result& result, double value, ElementType type) {
  if (std::isinf(value) && result.correct) return value > 0 ? "inf" : "-inf";
  return value_json(value, type);
}

OrderedJson finite_or_null(double value) {
  return std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr);
}

/// Null if it was not recorded.
OrderedJson metric_json(const MetricValue& value) {
  if (!value) return nullptr;
  return std::visit(
      [](auto number) -> OrderedJson {
        if constexpr (std::is_floating_point_v<decltype(number)>)
          return finite_or_null(number);
        else
          return number;
      },
      *value);
}

OrderedJson step_json(const Trace& trace, const History& history, const StepMetrics& step, std::size_t index) {
  OrderedJson json = {
      {"index", index}, {"phase", name_of(step.phase)}, {"stride", step.stride}, {"source_line", step.source_line}};
  for (const Metric* metric : metrics_in(&Metric::in_step)) json[metric->name] = metric_json(metric->of_step(step));
  auto& masks = json["masks"] = OrderedJson::array();
  const unsigned warps = trace.warps_per_block();
  for (unsigned warp = 0; warp < warps; ++warp)
    masks.push_back(fmt::format("{:08x}", history.masks[index * warps + warp]));
  return json;
}

/// Fields of a launch that is not a reduction.
void add_arrays(OrderedJson& json, const LaunchConfig& launch) {
  if (!has_array_result(launch.workload)) return;
  json["workload"] = name_of(launch.workload);
  if (launch.tile_width == 0) return;
  json["matrices"] = listed(facts_of(launch.workload).shape, launch.matrices);
  json["tile_width"] = launch.tile_width;
}

}  // namespace

OrderedJson launches_json(const Run& run, bool traced) {
  OrderedJson list = OrderedJson::array();
  if (!kernel_info(run.request.kernel).traced())
    return list;  // a host loop has no launches, and a library's are not known
  for (std::size_t i = 0; i < run.launches.size(); ++i) {
    const RunLaunch& launch = run.launches[i];
    auto& json = list.emplace_back(OrderedJson{{"entry", launch.launch.entry},
                                               {"grid_dim", launch.launch.grid_dim},
                                               {"block_dim", launch.launch.block_dim}});
    if (run.timing && i < run.timing->launch_us.size()) json["time_us"] = finite_or_null(run.timing->launch_us[i]);
    if (!traced || !launch.trace) continue;
    json["block"] = block_json(look_at(run, static_cast<unsigned>(i + 1)));
    json["totals"] = totals_json(launch.metrics.totals);
  }
  return list;
}

std::string steps_csv(const Run& run) {
  const OrderedJson steps = block_json(run)["steps"];
  std::string out = "index,phase,stride,source_line";
  for (const Metric* metric : metrics_in(&Metric::in_step)) out += std::string(",") + metric->name;
  out += ",masks\n";
  for (const auto& step : steps) {
    std::string line;
    for (const auto& [name, value] : step.items()) {
      if (!line.empty()) line += ',';
      if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) line += (i ? " " : "") + value[i].get<std::string>();
      } else if (!value.is_null()) {
        line += value.is_string() ? value.get<std::string>() : value.dump();
      }
    }
    out += line + '\n';
  }
  return out;
}

void add_printed(OrderedJson& json, const Run& run) {
  if (run.printed.empty()) return;
  json["printed"] = run.printed;
  json["lost_lines"] = run.lost_lines;
}

void add_fault(OrderedJson& json, const std::string& kernel) {
  const PutFault* put = put_fault(kernel);
  if (!put) return;
  json["fault"] = {{"name", put->fault->name}, {"about", put->fault->about}, {"edits", OrderedJson::array()}};
  for (const LineEdit& edit : put->edits)
    json["fault"]["edits"].push_back({{"line", edit.line}, {"before", edit.before}, {"after", edit.after}});
}

OrderedJson finding_json(const Finding& finding) {
  OrderedJson json = {{"kind", name_of(finding.kind)},
                      {"space", nullptr},
                      {"array", nullptr},
                      {"index", nullptr},
                      {"block", finding.block},
                      {"threads", finding.threads},
                      {"lines", finding.lines},
                      {"step", nullptr},
                      {"message", finding.sentence.text()}};
  if (finding.array) {
    json["space"] = *finding.array == ArrayId::shared ? "shared" : "global";
    json["array"] = finding.array_name;
    json["index"] = finding.index;
  }
  if (finding.step) json["step"] = *finding.step;
  return json;
}

OrderedJson findings_json(const std::vector<Finding>& findings) {
  OrderedJson list = OrderedJson::array();
  for (const Finding& finding : findings) list.push_back(finding_json(finding));
  return list;
}

namespace {

/// Null fields where nothing says what the kernel computes.
void add_result(OrderedJson& json, const Run& run) {
  if (!run.result) {
    for (const char* field : {"result", "reference", "relative_error", "correct"}) json[field] = nullptr;
    return;
  }
  const Result& result = *run.result;
  json["result"] = result_json(result, result.value, run.request.type);
  json["reference"] = result_json(result, result.reference, run.request.type);
  json["relative_error"] = finite_or_null(result.relative_error);
  json["correct"] = result.correct;
}

void add_judgement(OrderedJson& json, const Result& result) {
  // If `correct` proves little.
  const Judgement judgement = judgement_of(result);
  if (judgement == Judgement::unproven || judgement == Judgement::no_digit) json["judgement"] = name_of(judgement);
  json["error_bound"] = finite_or_null(result.error_bound);
  json["addition_depth"] = static_cast<std::uint64_t>(result.addition_depth);
}

void add_mean_and_point(OrderedJson& json, const Result& result) {
  if (result.mean) json["mean"] = finite_or_null(*result.mean);
  if (const auto& point = result.point)
    json["point"] = {{"x", point->x}, {"y", point->y}, {"z", point->z}, {"index", point->index}};
}

}  // namespace

OrderedJson run_json(const Run& run) {
  const auto& request = run.request;
  OrderedJson json = {{"kernel", request.kernel},
                      {"backend", run.provenance.backend},
                      {"kind", name_of(run.provenance.kind)},
                      {"n", request.n},
                      {"block_dim", run.launch.block_dim},
                      {"coarse_factor", run.launch.coarse_factor},
                      {"grid_dim", run.launch.grid_dim},
                      {"op", name_of(request.op)},
                      {"type", name_of(request.type)},
                      {"input", request.input.kind == InputKind::file ? printable(request.input.path)
                                                                      : std::string(name_of(request.input.kind))},
                      {"seed", request.input.seed}};
  add_result(json, run);
  add_arrays(json, run.launch);
  if (run.result) add_mean_and_point(json, *run.result);
  if (run.timing) {
    json["time_us"] = finite_or_null(run.timing->time_us);
    json["method"] = name_of(run.timing->method);
    json["bandwidth_gbps"] = finite_or_null(run.timing->bandwidth_gbps);
    if (const auto gflops = shown_gflops(run.launch, *run.timing)) json["gflops"] = *gflops;
  }
  if (run.result) add_judgement(json, *run.result);
  if (run.recorded) {
    json["recorded"] = recorded_json(run.recorded);
    if (const auto gflops = shown_gflops(run.launch, run.recorded->timing)) json["recorded"]["gflops"] = *gflops;
  }
  json["launches"] = launches_json(run, false);
  add_fault(json, run.request.kernel);
  add_printed(json, run);
  return json;
}

OrderedJson recorded_json(const std::optional<RecordedTiming>& recorded) {
  if (!recorded) return nullptr;
  const auto& from = recorded->provenance;
  return {{"time_us", finite_or_null(recorded->timing.time_us)},
          {"method", name_of(recorded->timing.method)},
          {"bandwidth_gbps", finite_or_null(recorded->timing.bandwidth_gbps)},
          {"kind", name_of(from.kind)},
          {"device", from.device},
          {"driver", from.driver},
          {"date", from.date},
          {"command", from.command}};
}

OrderedJson block_json(const Run& run) {
  const auto& metrics = run.metrics.block;
  OrderedJson json = {{"index", metrics.index}, {"steps", OrderedJson::array()}};
  for (std::size_t i = 0; i < metrics.steps.size(); ++i)
    json["steps"].push_back(step_json(*run.trace, run.trace->history(metrics.index), metrics.steps[i], i));
  json.update(block_metrics_json(&metrics));
  return json;
}

OrderedJson block_metrics_json(const BlockMetrics* block) {
  OrderedJson json = OrderedJson::object();
  for (const Metric* metric : metrics_in(&Metric::in_block))
    json[metric->name] = block ? metric_json(metric->of_block(*block)) : OrderedJson(nullptr);
  return json;
}

OrderedJson additions_json(const Run& run) {
  if (!run.tree) return nullptr;
  const auto node = [](std::uint32_t number) {
    return number == kIdentityNode ? OrderedJson(nullptr) : OrderedJson(number);
  };
  OrderedJson json = {{"elements", run.tree->leaf_elements}, {"additions", OrderedJson::array()}};
  for (const auto& operation : run.tree->operations) {
    json["additions"].push_back({{"step", operation.step},
                                 {"thread", operation.thread},
                                 {"left", node(operation.left)},
                                 {"right", node(operation.right)},
                                 {"value", value_json(operation.value, run.request.type)}});
  }
  return json;
}

OrderedJson spread_json(const Spread& spread) {
  return {{"runs", spread.runs},
          {"distinct", spread.distinct},
          {"min", finite_or_null(spread.min)},
          {"max", finite_or_null(spread.max)},
          {"fixed_order", spread.runs == 1}};
}

OrderedJson totals_json(const Totals& totals) {
  OrderedJson json;
  for (const Metric* metric : metrics_in(&Metric::in_totals))
    if (!metric->applies_to || metric->applies_to(totals))
      json[metric->name] = metric_json(metric->of_totals(totals));
  return json;
}

OrderedJson compiled_json(const CompiledView& view) {
  OrderedJson json = {
      {"kind", view.has_record() ? OrderedJson(name_of(NumberKind::recorded)) : OrderedJson(nullptr)},
      {"device", view.device},
      {"date", view.date},
      {"compiler", view.compiler},
      {"sentence", view.sentence.text()},
      {"divergent_branches", nullptr},
      {"divergent_branches_kind", nullptr},
      {"steps", OrderedJson::array()}};
  if (view.divergent_branches) {
    json["divergent_branches"] = *view.divergent_branches;
    json["divergent_branches_kind"] = name_of(view.kind);
  }
  for (const auto& step : view.steps)
    json["steps"].push_back({{"source_line", step.source_line},
                             {"form", name_of(step.form)},
                             {"partial_masks", step.partial_masks},
                             {"sentence", step.sentence.text()}});
  return json;
}

OrderedJson trace_json(const Run& run) {
  OrderedJson json = {{"kernel", run.request.kernel},
                      {"backend", run.provenance.backend},
                      {"kind", name_of(run.provenance.kind)},
                      {"n", run.request.n},
                      {"op", name_of(run.request.op)},
                      {"type", name_of(run.request.type)},
                      {"result", nullptr},
                      {"reference", nullptr},
                      {"relative_error", nullptr},
                      {"grid_dim", run.launch.grid_dim},
                      {"block_dim", run.launch.block_dim},
                      {"coarse_factor", run.launch.coarse_factor},
                      {"block", block_json(run)},
                      {"totals", totals_json(run.metrics.totals)},
                      {"compiled", compiled_json(run.compiled)}};
  if (const auto& result = run.result) {
    json["result"] = result_json(*result, result->value, run.request.type);
    json["reference"] = result_json(*result, result->reference, run.request.type);
    json["relative_error"] = finite_or_null(result->relative_error);
  }
  add_arrays(json, run.launch);
  json["launch"] = run.request.launch;
  json["launches"] = launches_json(run, true);
  if (run.launches.size() > 1) json["all_launches"] = totals_json(totals_of_all(run));
  add_fault(json, run.request.kernel);
  add_printed(json, run);
  return json;
}

void print_json(const OrderedJson& json) {
  // Invalid UTF-8 (a file name may be any bytes) is replaced instead of causing an exception.
  std::cout << terminal_json(json.dump(2, ' ', false, OrderedJson::error_handler_t::replace)) << '\n';
}

}  // namespace lanescope
