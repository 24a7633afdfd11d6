#include "viz/views/sweep/sweep_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/bench/bench.h"
#include "engine/request/catalogue.h"
#include "engine/request/own_shape.h"
#include "engine/session.h"
#include "engine/workload/workload.h"
#include "viz/views/shared/times.h"

namespace lanescope {
namespace {

struct Source {
  const RecordedSweep* sweep = nullptr;
  std::vector<SweepTime> times;
};

/// Whether the request, with the N, blockDim and COARSE_FACTOR of that time, has the same launch.
bool launched_alike(const RunRequest& request, const SweepTime& time, const DeviceShape& device) {
  RunRequest there = request;
  if (own_shape(request, device) != OwnShape::none) there.grid_dim.reset();
  there.n = time.launch.n;
  there.block_dim = time.launch.block_dim;
  there.coarse_factor = time.launch.coarse_factor;
  if (time.launch.tile_width > 0) {
    there.tile_width = time.launch.tile_width;
    there.matrices = time.launch.matrices;
  }
  there.block = 0;
  if (!request.grid_dim || !there.grid_dim) choose_grid(there, device);
  if (refusal(there)) return false;
  const LaunchConfig launch = launch_config(there);
  return launch.grid_dim == time.launch.grid_dim && launch.combining == time.launch.combining;
}

/// The sweep with the most launches of the request's kernel; of equal ones the last.
Source source_in(const std::vector<RecordedSweep>& sweeps, const RunRequest& request, const DeviceShape& device,
                 bool library) {
  Source most;
  for (const RecordedSweep& sweep : sweeps) {
    if (sweep.op != request.op || sweep.type != request.type) continue;
    Source source{&sweep, {}};
    for (const SweepTime& time : sweep.times)
      if (time.kernel == (library ? kPeer : request.kernel) && (library || launched_alike(request, time, device)))
        source.times.push_back(time);
    if (!source.times.empty() && source.times.size() >= most.times.size()) most = std::move(source);
  }
  return most;
}

/// Keeps the times whose number is the nearest to `wanted`, by ratio.
template <class Number>
void keep_nearest(std::vector<SweepTime>& times, Number LaunchConfig::*number, double wanted) {
  const auto distance = [&](const SweepTime& time) {
    return std::abs(std::log(std::max(1.0, static_cast<double>(time.launch.*number)) / std::max(1.0, wanted)));
  };
  const auto nearest = std::min_element(times.begin(), times.end(),
                                        [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  if (nearest == times.end()) return;
  const Number kept = nearest->launch.*number;
  std::erase_if(times, [&](const SweepTime& time) { return time.launch.*number != kept; });
}

/// Blocks of matrix kernels have TILE_WIDTH x TILE_WIDTH threads.
unsigned block_dim_of(const RunRequest& request) {
  const bool tiles = facts_of(kernel_info(request.kernel).workload).of_matrices();
  return tiles ? request.tile_width * request.tile_width : request.block_dim;
}

double x_of(SweepChart chart, const LaunchConfig& launch) {
  switch (chart) {
    case SweepChart::coarse_factor:
      return launch.coarse_factor;
    case SweepChart::n:
      return static_cast<double>(launch.n);
    case SweepChart::block_dim:
    case SweepChart::heat_map:
      break;
  }
  return launch.block_dim;
}

SweepDot dot_of(const SweepTime& time, SweepChart chart, const RunRequest& request) {
  LaunchConfig launch = time.launch;
  launch.workload = kernel_info(request.kernel).workload;  // which a file of times does not contain
  return {time.launch, x_of(chart, launch), time.time_us, useful_bytes(launch, request.type) / time.time_us * 1e-3};
}

/// Where a line's times come from: of one kernel, or of the library.
struct LineOf {
  const RunRequest& request;
  SweepChart chart;
  const DeviceShape& device;
  bool library = false;
};

SweepLine line_in(const std::vector<RecordedSweep>& sweeps, const LineOf& of) {
  const RunRequest& request = of.request;
  Source source = source_in(sweeps, request, of.device, of.library);
  if (!of.library && of.chart != SweepChart::n)
    keep_nearest(source.times, &LaunchConfig::n, static_cast<double>(request.n));
  if (!of.library && of.chart != SweepChart::block_dim)
    keep_nearest(source.times, &LaunchConfig::block_dim, block_dim_of(request));
  if (!of.library && of.chart != SweepChart::coarse_factor)
    keep_nearest(source.times, &LaunchConfig::coarse_factor, request.coarse_factor);
  SweepLine line{
      of.library ? kPeer : request.kernel, {}, source.sweep ? source.sweep->provenance : Provenance{}, {}, 0};
  for (const SweepTime& time : source.times) line.dots.push_back(dot_of(time, of.chart, request));
  std::sort(line.dots.begin(), line.dots.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
  for (std::size_t i = 1; i < line.dots.size(); ++i) {
    const SweepDot &dot = line.dots[i], &best = line.dots[line.best];
    if (of.chart == SweepChart::n ? dot.bandwidth_gbps > best.bandwidth_gbps : dot.time_us < best.time_us)
      line.best = i;
  }
  return line;
}

/// A single measured time does not yet replace a recorded line.
SweepLine line_of(const LineOf& of, const SweepStatus& sweeps, const Surroundings& surroundings) {
  SweepLine measured = line_in(sweeps.measured, of);
  if (measured.dots.size() > 1) return measured;
  SweepLine recorded = line_in(surroundings.sweeps(), of);
  return recorded.dots.empty() ? measured : recorded;
}

SweepLine line_of(const ViewInput& input, const RunRequest& request, bool library) {
  const DeviceShape device = input.surroundings.device();
  return line_of({request, input.state.sweep.chart, device, library}, input.sweeps, input.surroundings);
}

bool same_line(const SweepLine& a, const SweepLine& b) {
  return a.kernel == b.kernel && a.dots.size() == b.dots.size() &&
         std::equal(a.dots.begin(), a.dots.end(), b.dots.begin(),
                    [](const SweepDot& x, const SweepDot& y) { return x.launch == y.launch; });
}

std::optional<SweepMap> map_in(const std::vector<RecordedSweep>& sweeps, const ViewInput& input,
                               std::size_t variant) {
  const RunRequest& request = input.variants[variant]->request;
  Source source = source_in(sweeps, request, input.surroundings.device(), false);
  keep_nearest(source.times, &LaunchConfig::n, static_cast<double>(request.n));
  if (source.times.empty()) return std::nullopt;
  SweepMap map{request.kernel, variant, source.sweep->provenance, source.times[0].launch.n, {}, {}, {}, 0};
  std::set<unsigned> blocks, factors;
  for (const SweepTime& time : source.times) {
    blocks.insert(time.launch.block_dim);
    factors.insert(time.launch.coarse_factor);
  }
  map.block_dims.assign(blocks.begin(), blocks.end());
  map.coarse_factors.assign(factors.begin(), factors.end());
  map.cells.resize(blocks.size() * factors.size());
  for (const SweepTime& time : source.times) {
    const auto block = std::distance(blocks.begin(), blocks.find(time.launch.block_dim));
    const auto factor = std::distance(factors.begin(), factors.find(time.launch.coarse_factor));
    const auto cell = static_cast<std::size_t>(block) * factors.size() + static_cast<std::size_t>(factor);
    map.cells[cell] = dot_of(time, SweepChart::heat_map, request);
    if (!map.cells[map.best] || time.time_us < map.cells[map.best]->time_us) map.best = cell;
  }
  return map;
}

bool has_several_dots(const SweepLine& line) {
  return !line.variants.empty() && line.dots.size() > 1;
}

ViewInput with_state(const ViewInput& input, const VariantView& state) {
  return {input.run, state, input.size, input.variants, input.timings, input.sweeps, input.surroundings};
}

/// The default chart is replaced if it would show only a single dot.
VariantView with_shown_chart(const ViewInput& input) {
  VariantView state = input.state;
  if (state.sweep.chart != SweepChart::coarse_factor) return state;
  for (const SweepChart chart : {SweepChart::coarse_factor, SweepChart::block_dim, SweepChart::n}) {
    state.sweep.chart = chart;
    const auto lines = sweep_lines(with_state(input, state));
    if (std::any_of(lines.begin(), lines.end(), has_several_dots)) return state;
  }
  return input.state;
}

}  // namespace

ShownSweep::ShownSweep(const ViewInput& input)
    : state_(with_shown_chart(input)), input_(with_state(input, state_)) {}

std::vector<SweepLine> sweep_lines(const ViewInput& input) {
  std::vector<SweepLine> lines;
  for (std::size_t variant = 0; variant < input.variants.size(); ++variant) {
    if (!input.variants[variant]) continue;
    SweepLine line = line_of(input, input.variants[variant]->request, false);
    if (line.dots.empty()) continue;
    auto same =
        std::find_if(lines.begin(), lines.end(), [&](const SweepLine& other) { return same_line(other, line); });
    if (same == lines.end()) same = lines.insert(lines.end(), std::move(line));
    same->variants.push_back(variant);
  }
  if (lines.empty() || input.state.sweep.chart != SweepChart::n || has_array_result(input.run.launch.workload))
    return lines;
  SweepLine library = line_of(input, input.variants[lines[0].variants[0]]->request, true);
  if (!library.dots.empty()) lines.push_back(std::move(library));
  return lines;
}

SweepLine launch_times(const RunRequest& request, SweepChart chart, const SweepStatus& sweeps,
                       const Surroundings& surroundings) {
  const DeviceShape device = surroundings.device();
  return line_of({request, chart, device}, sweeps, surroundings);
}

std::optional<SweepMap> sweep_map(const ViewInput& input) {
  std::optional<std::size_t> chosen;
  for (std::size_t variant = 0; variant < input.variants.size(); ++variant) {
    if (!input.variants[variant]) continue;
    const bool active =
        input.variants[variant].get() == &input.run || input.variants[variant]->request == input.run.request;
    const bool coarsens = kernel_info(input.variants[variant]->request.kernel).coarsens;
    if (coarsens && (!chosen || active)) chosen = variant;
  }
  for (std::size_t variant = 0; !chosen && variant < input.variants.size(); ++variant)
    if (input.variants[variant] && input.variants[variant]->request == input.run.request) chosen = variant;
  if (!chosen) return std::nullopt;
  auto measured = map_in(input.sweeps.measured, input, *chosen);
  if (measured && measured->block_dims.size() > 1) return measured;
  auto recorded = map_in(input.surroundings.sweeps(), input, *chosen);
  return recorded ? recorded : measured;
}

double number_of(const SweepDot& dot, SweepQuantity quantity) {
  return quantity == SweepQuantity::time ? dot.time_us : dot.bandwidth_gbps;
}

std::string number_words(const SweepDot& dot, SweepQuantity quantity) {
  return quantity == SweepQuantity::time ? time_text(dot.time_us) + " µs" : time_text(dot.bandwidth_gbps) + " GB/s";
}

bool is_launch_of(const ViewInput& input, std::size_t variant, const LaunchConfig& launch) {
  const RunRequest& request = input.variants[variant]->request;
  return request.n == launch.n && block_dim_of(request) == launch.block_dim &&
         request.coarse_factor == launch.coarse_factor;
}

Commands launch_commands(const ViewInput& input, std::size_t variant, const LaunchConfig& launch) {
  const RunRequest& request = input.variants[variant]->request;
  Commands commands{Activate{variant}};
  if (request.n != launch.n) commands.push_back(SetN{launch.n});
  if (launch.grid_dim == 0) return commands;  // a library's launch is N alone
  if (launch.tile_width > 0)
    commands.push_back(SetTileWidth{launch.tile_width});
  else if (request.block_dim != launch.block_dim)
    commands.push_back(SetBlockDim{launch.block_dim});
  if (request.coarse_factor != launch.coarse_factor) commands.push_back(SetCoarseFactor{launch.coarse_factor});
  return commands;
}

std::string what_is_recorded(const KernelInfo& kernel, const std::vector<RecordedSweep>& recorded) {
  std::string words;
  const auto group = group_of(kernel).kernels;
  const auto is_of_group = [&](const SweepTime& time) {
    return std::any_of(group.begin(), group.end(),
                       [&](const KernelInfo& other) { return other.id == time.kernel; });
  };
  for (const RecordedSweep& sweep : recorded) {
    std::uint64_t least = ~std::uint64_t{0}, greatest = 0, times = 0;
    for (const SweepTime& time : sweep.times) {
      if (!is_of_group(time)) continue;
      least = std::min(least, time.launch.n);
      greatest = std::max(greatest, time.launch.n);
      ++times;
    }
    if (times == 0) continue;
    words += (words.empty() ? "" : tr("; ")) +
             tr_format("{} launches of {} over {}, N {} to {}, {}", grouped(times), tr(name_of(sweep.op)),
                       name_of(sweep.type), grouped(least), grouped(greatest), kind_text(sweep.provenance, true));
  }
  return words.empty() ? tr("Nothing is recorded.") : tr_format("Recorded: {}.", words);
}

}  // namespace lanescope
