#include "cli/words/roofline_words.h"

#include <fmt/format.h>

#include <cmath>

#include "cli/words/table.h"
#include "engine/recorded/recorded_limit.h"

namespace lanescope {
namespace {

std::string gflops_text(const SourcedNumber& number) {
  return fmt::format("{:.1f} GFLOP/s ({}{}{})", number.value, name_of(number.kind),
                     number.source.empty() ? "" : ": ", number.source);
}

void add_point(Table& table, const std::string& bytes, const RooflinePoint& point) {
  std::string text = fmt::format("{:.3f} FLOP/B", point.intensity);
  if (point.attainable_gflops)
    text += fmt::format(", so at most {:.1f} GFLOP/s ({}; {} is the limit)", point.attainable_gflops->value,
                        name_of(NumberKind::predicted), point.memory_bound ? "memory" : "arithmetic");
  table.add({bytes, text});
}

OrderedJson sourced_json(const std::optional<SourcedNumber>& number) {
  if (!number) return nullptr;
  return {{"value", number->value}, {"kind", name_of(number->kind)}, {"source", number->source}};
}

OrderedJson point_json(const RooflinePoint& point) {
  return {{"flop_per_byte", std::isfinite(point.intensity) ? OrderedJson(point.intensity) : OrderedJson(nullptr)},
          {"attainable_gflops", sourced_json(point.attainable_gflops)},
          {"memory_bound", point.attainable_gflops ? OrderedJson(point.memory_bound) : OrderedJson(nullptr)}};
}

}  // namespace

std::string roofline_text(const Run& run) {
  const RooflineLimits limits = recorded_roofline_limits(run.request.type);
  const auto roof = roofline_of(run, limits);
  if (!roof) return "";
  Table table({{"roofline", true}, {"", true}});
  add_point(table, "every load from memory", roof->loaded);
  add_point(table, "every byte once", roof->least);
  if (limits.bandwidth_gbps)
    table.add({"memory", fmt::format("{:.0f} GB/s ({}: {})", limits.bandwidth_gbps->value,
                                     name_of(limits.bandwidth_gbps->kind), limits.bandwidth_gbps->source)});
  table.add({"arithmetic", limits.compute_gflops ? gflops_text(*limits.compute_gflops)
                                                 : "not known: no bench of the GPU has measured it"});
  if (roof->achieved_gflops) table.add({"achieved", gflops_text(*roof->achieved_gflops)});
  return table.text();
}

OrderedJson roofline_json(const Run& run) {
  const RooflineLimits limits = recorded_roofline_limits(run.request.type);
  const auto roof = roofline_of(run, limits);
  if (!roof) return nullptr;
  return {{"loaded", point_json(roof->loaded)},
          {"least", point_json(roof->least)},
          {"ridge_flop_per_byte", roof->ridge ? OrderedJson(*roof->ridge) : OrderedJson(nullptr)},
          {"bandwidth_gbps", sourced_json(limits.bandwidth_gbps)},
          {"compute_gflops", sourced_json(limits.compute_gflops)},
          {"achieved_gflops", sourced_json(roof->achieved_gflops)}};
}

}  // namespace lanescope
