// The sweep view: times over COARSE_FACTOR, blockDim or N, or over two of them as a map; the chart is chosen in
// the picture.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/request/catalogue.h"
#include "viz/kit/choice_chips.h"
#include "viz/kit/number_table.h"
#include "viz/views/shared/missing.h"
#include "viz/views/shared/times.h"
#include "viz/views/sweep/sweep_drawing.h"

namespace lanescope {
namespace {

ChipGroups chips_of(const ViewInput& input) {
  const SweepOptions& options = input.state.sweep;
  const auto chart = [&](SweepChart kind, const char* label, const char* brief, const char* tip) {
    return Chip{label,
                brief,
                options.chart == kind,
                {SetSweepChart{kind}},
                tip,
                std::string(kSweepChartNames[static_cast<int>(kind)])};
  };
  const auto quantity = [&](SweepQuantity kind, const char* label, const char* tip) {
    return Chip{label,
                "",
                options.quantity == kind,
                {SetSweepQuantity{kind}},
                tip,
                std::string(kSweepQuantityNames[static_cast<int>(kind)])};
  };
  ChipGroups groups{
      {chart(SweepChart::coarse_factor, "COARSE_FACTOR", tr("coarse"),
             tr("How many elements each thread sums alone before the tree: too few waste steps, too many leave "
                "SMs idle. Kernels that do not coarsen are plotted over blockDim.")),
       chart(SweepChart::block_dim, "blockDim", tr("block"), tr("Threads of a block.")),
       chart(SweepChart::n, "N", "", tr("Elements of the input; CUB is plotted beside the variants.")),
       chart(SweepChart::heat_map, tr("both"), tr("map"),
             tr("blockDim and COARSE_FACTOR together: a map of one kernel."))},
      {quantity(SweepQuantity::time, tr("time"),
                tr("Microseconds for everything that one result takes: less is "
                   "better.")),
       quantity(SweepQuantity::bandwidth, "GB/s", tr("Input bytes per second: more is better."))}};
  if (!input.sweeps.possible) return groups;
  if (input.sweeps.running)
    groups.push_back({{tr_format("{:.0f}% · cancel", 100 * input.sweeps.fraction),
                       "",
                       true,
                       {CancelMeasuring{}},
                       tr("Measuring on this GPU; click to stop."),
                       "cancel"}});
  else
    groups.push_back({{tr("measure here"),
                       tr("measure"),
                       false,
                       {Measure{options.chart}},
                       tr("Times the launches of this chart on this GPU; they take the place of recorded ones."),
                       "measure"}});
  return groups;
}

std::string common_kind(const std::vector<SweepLine>& lines) {
  const std::string first = kind_parts(lines[0].provenance);
  const bool all = std::all_of(lines.begin(), lines.end(),
                               [&](const SweepLine& line) { return kind_parts(line.provenance) == first; });
  const std::string method = " · " + std::string(tr(words_of(TimeMethod::graph_cold)));
  return (all ? first : tr("measured and recorded · see each line")) + method;
}

/// The parameters that all points of the chart have in common, and a note if they are the nearest and not the
/// variant's own.
std::string fixed_words(const ViewInput& input, const SweepLine& line) {
  const SweepChart chart = input.state.sweep.chart;
  const RunRequest& request = input.variants[line.variants[0]]->request;
  const LaunchConfig& launch = line.dots[0].launch;
  std::string words;
  bool own = true;
  const auto add = [&](SweepChart along, const char* name, std::uint64_t value, std::uint64_t wanted) {
    if (chart == along) return;
    words += (words.empty() ? "" : tr(", ")) + std::string(name) + " " + grouped(value);
    own = own && value == wanted;
  };
  add(SweepChart::n, "N", launch.n, request.n);
  if (launch.tile_width > 0)
    add(SweepChart::block_dim, "TILE_WIDTH", launch.tile_width, request.tile_width);
  else
    add(SweepChart::block_dim, "blockDim", launch.block_dim, request.block_dim);
  if (launch.coarse_factor > 1 || request.coarse_factor > 1)
    add(SweepChart::coarse_factor, "COARSE_FACTOR", launch.coarse_factor, request.coarse_factor);
  return words + (own ? "" : std::string(" · ") + tr("the nearest launch with times"));
}

Missing missing_sweep(const ViewInput& chosen) {
  const ShownSweep shown(chosen);
  const ViewInput& input = shown.input();
  if (input.state.sweep.chart == SweepChart::heat_map ? sweep_map(input).has_value() : !sweep_lines(input).empty())
    return {};
  const RunRequest& request = input.run.request;
  return {
      tr_format("There are no times of {}, {} over {}, with this grid. {}", request.kernel, tr(name_of(request.op)),
                name_of(request.type), what_is_recorded(kernel_info(request.kernel), input.surroundings.sweeps())),
      timed_launch_offer(input)};
}

Scene empty_scene(Painter& painter, const ViewInput& input) {
  draw_sweep_header(painter, input, "");
  draw_missing(painter, missing_sweep(input));
  return std::move(painter.scene);
}

TableRow table_row(const std::string& kernel, const SweepDot& dot, const Provenance& provenance) {
  TableRow row;
  row.cells = {{kernel},
               {std::to_string(dot.launch.n)},
               {std::to_string(dot.launch.block_dim)},
               {std::to_string(dot.launch.coarse_factor)},
               {std::to_string(dot.launch.grid_dim)},
               {fmt::format("{:.6g}", dot.time_us)},
               {fmt::format("{:.6g}", dot.bandwidth_gbps)},
               {std::string(name_of(TimeMethod::graph_cold))},
               {std::string(name_of(provenance.kind))},
               {provenance.device},
               {provenance.date}};
  return row;
}

}  // namespace

void draw_sweep_header(Painter& painter, const ViewInput& input, const std::string& subtitle) {
  header_with_chips(painter, tr("Sweep"), subtitle, chips_of(input));
}

std::string dot_words(const std::string& kernel, const SweepDot& dot, const Provenance& provenance) {
  return tr_format("{}, {}\n{} µs, {} GB/s; {}", kernel, launch_words(dot.launch, kernel), time_text(dot.time_us),
                   time_text(dot.bandwidth_gbps), kind_text(provenance, true));
}

namespace {

Scene sweep_scene(const ViewInput& chosen) {
  const ShownSweep shown(chosen);
  const ViewInput& input = shown.input();
  Painter painter(input.state, input.size);
  if (input.state.sweep.chart == SweepChart::heat_map) {
    const auto map = sweep_map(input);
    if (!map) return empty_scene(painter, input);
    std::string words = map->kernel + " · N " + grouped(map->n);
    if (map->n != input.variants[map->variant]->request.n)
      words += std::string(" · ") + tr("the nearest launch with times");
    draw_sweep_header(painter, input,
                      words + " · " + kind_parts(map->provenance) + " · " + tr(words_of(TimeMethod::graph_cold)));
    draw_sweep_map(painter, input, *map);
  } else {
    const std::vector<SweepLine> lines = sweep_lines(input);
    if (lines.empty()) return empty_scene(painter, input);
    draw_sweep_header(painter, input, fixed_words(input, lines[0]) + " · " + common_kind(lines));
    draw_sweep_plot(painter, input, lines);
  }
  return std::move(painter.scene);
}

NumberTable sweep_table(const ViewInput& chosen) {
  const ShownSweep shown(chosen);
  const ViewInput& input = shown.input();
  NumberTable table;
  table.columns.push_back({.name = "kernel", .tip = "", .is_number = false});
  for (const char* name : {"n", "block_dim", "coarse_factor", "grid_dim", "time_us", "bandwidth_gbps"})
    table.columns.push_back({.name = name, .tip = ""});
  for (const char* name : {"method", "kind", "device", "date"})
    table.columns.push_back({.name = name, .tip = "", .is_number = false});
  if (input.state.sweep.chart == SweepChart::heat_map) {
    if (const auto map = sweep_map(input))
      for (const auto& cell : map->cells)
        if (cell) table.rows.push_back(table_row(map->kernel, *cell, map->provenance));
    return table;
  }
  for (const SweepLine& line : sweep_lines(input))
    for (const SweepDot& dot : line.dots) table.rows.push_back(table_row(line.kernel, dot, line.provenance));
  return table;
}

const CameraMoves kMoves{sweep_zoom, sweep_pan, SetPlotCamera{}};

}  // namespace

View sweep_view() {
  return {.id = "sweep",
          .title = tr_later("Sweep"),
          .description =
              tr_later("Times over COARSE_FACTOR, blockDim and N: which launch is best, and what the others cost."),
          .example = "coarsened --n 2^22",
          .scope = Scope::all,
          .build = sweep_scene,
          .table = sweep_table,
          .missing = missing_sweep,
          .camera = &kMoves,
          .group = ViewGroup::costs,
          .is_plot = true};
}

}  // namespace lanescope
