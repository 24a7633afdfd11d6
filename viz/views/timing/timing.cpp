// The timing view: one bar per timed run, the variants first. It shows only times from a GPU; without any it says
// why.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viz/kit/choice_chips.h"
#include "viz/kit/number_table.h"
#include "viz/kit/text_width.h"
#include "viz/views/shared/missing.h"
#include "viz/views/shared/times.h"
#include "viz/views/timing/time_bars.h"
#include "viz/views/timing/time_groups.h"

namespace lanescope {
namespace {

constexpr const char* kNoTime = tr_later("no time: this launch was not recorded on a GPU");

/// The source that all rows have in common, shown once; empty if they differ.
std::string common_kind(const std::vector<TimedRun>& runs) {
  std::vector<std::optional<TimingRow>> rows;
  for (const TimedRun& run : runs) rows.push_back(run.row);
  return common_source(rows);
}

bool timed(const TimedRun& run) {
  return run.row.has_value();
}

/// "Measure here" on a machine with a GPU; the progress while it measures.
ChipGroups measure_chips(const SweepStatus& sweeps) {
  if (!sweeps.possible) return {};
  if (sweeps.running)
    return {{{.label = tr_format("{:.0f}% · cancel", 100 * sweeps.fraction),
              .short_label = "",
              .lit = true,
              .clicks = {CancelMeasuring{}},
              .tip = tr("Measuring on this GPU; click to stop."),
              .name = "cancel"}}};
  return {
      {{.label = tr("measure here"),
        .short_label = tr("measure"),
        .lit = false,
        .clicks = {Measure{}},
        .tip = tr("Times the variants, CUB and the read limit on this GPU, by replaying CUDA graphs with cold L2."),
        .name = "measure"}}};
}

std::string percent(std::optional<double> share) {
  return share ? decimals(100 * *share, 1) : kNoValue;
}
std::string times_of(std::optional<double> ratio) {
  return ratio ? decimals(*ratio, 2) + "×" : kNoValue;
}

BarRow bar_of(const TimedRun& run, bool with_letter) {
  const bool has = timed(run), is_variant = run.variant.has_value();
  BarRow row{.letter = is_variant && with_letter ? letter_of(*run.variant) : "",
             .name = kernel_title(run.kernel),
             .launch = shape_words(run.launch, run.kernel),
             .time_us = has ? run.row->timing.time_us : 0,
             .lit = is_variant,
             .hatched = has && run.row->provenance.kind != NumberKind::measured,
             .note = has ? "" : tr(kNoTime),
             .cells = {},
             .clicks = {},
             .tip = "",
             .name_of_place = (is_variant ? letter_of(*run.variant) + "/" : "") + run.kernel};
  row.cells = {has ? time_text(row.time_us) : kNoValue,
               has ? grouped(short_number(run.row->timing.bandwidth_gbps, 4)) : kNoValue,
               percent(run.of_limit),
               times_of(run.to_library),
               has ? source_text(*run.row, false) : "",
               has ? source_text(*run.row, true) : ""};
  if (is_variant) row.clicks = {Activate{*run.variant}};
  row.tip = row.name + " (" + run.kernel + ")" + tr(", ") + launch_words(run.launch, run.kernel) + "\n" +
            (has ? tr_format("{:.2f} µs, {:.1f} GB/s; {}", row.time_us, run.row->timing.bandwidth_gbps,
                             source_text(*run.row, true))
                 : tr(kNoTime));
  return row;
}

Missing missing_times_of_runs(const ViewInput& input) {
  const std::vector<TimedRun> runs = timed_runs(input);
  if (std::any_of(runs.begin(), runs.end(), timed)) return {};
  return {
      tr("No times: the emulator counts what lanes do but not how long it takes, and no GPU timed this launch."),
      timed_launch_offer(input)};
}

Scene timing_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  const std::vector<TimedRun> runs = timed_runs(input);
  const ChipGroups chips = measure_chips(input.sweeps);
  if (std::none_of(runs.begin(), runs.end(), timed)) {
    header_with_chips(painter, tr("Timing"), "", chips);
    draw_missing(painter, missing_times_of_runs(input));
    return std::move(painter.scene);
  }
  const std::string common = common_kind(runs);
  std::vector<BarGroup> groups;
  for (const TimeGroup& group : time_groups(input)) {
    BarGroup& bars = groups.emplace_back(BarGroup{group.name, TimeAxis(group.runs), {}, {}});
    for (const TimedRun& run : group.runs) bars.rows.push_back(bar_of(run, input.variants.size() > 1));
    bars.marks = reference_marks(input, group.runs);
  }
  header_with_chips(painter, tr("Timing"),
                    (common.empty() ? "" : common + " · ") + tr("median time for one result"), chips);
  draw_time_bars(painter, groups, common.empty(), input.state.list_first);
  return std::move(painter.scene);
}

NumberTable timing_table(const ViewInput& input) {
  NumberTable table;
  for (const char* name : {"variant", "kernel"})
    table.columns.push_back({.name = name, .tip = "", .is_number = false});
  for (const char* name : {"n", "block_dim", "coarse_factor", "grid_dim", "time_us", "bandwidth_gbps",
                           "of_read_limit", "cub_over_this"})
    table.columns.push_back({.name = name, .tip = ""});
  for (const char* name : {"method", "kind", "device", "date"})
    table.columns.push_back({.name = name, .tip = "", .is_number = false});
  const auto number = [](std::optional<double> value) {
    return TableCell{value ? fmt::format("{:.6g}", *value) : ""};
  };
  for (const TimedRun& run : timed_runs(input)) {
    const bool library = run.launch.grid_dim == 0;
    const auto own = [&](std::uint64_t value) { return TableCell{library ? "" : std::to_string(value)}; };
    TableRow row;
    row.cells = {{run.variant ? letter_of(*run.variant) : ""},
                 {run.kernel},
                 {std::to_string(run.launch.n)},
                 own(run.launch.block_dim),
                 own(run.launch.coarse_factor),
                 own(run.launch.grid_dim),
                 number(run.row ? std::optional(run.row->timing.time_us) : std::nullopt),
                 number(run.row ? std::optional(run.row->timing.bandwidth_gbps) : std::nullopt),
                 number(run.of_limit),
                 number(run.to_library),
                 {run.row ? std::string(name_of(run.row->timing.method)) : ""},
                 {run.row ? kind_text(run.row->provenance, false) : ""},
                 {run.row ? run.row->provenance.device : ""},
                 {run.row ? run.row->provenance.date : ""}};
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

View timing_view() {
  return {.id = "timing",
          .title = tr_later("Timing"),
          .description = tr_later("Microseconds and bandwidth of the runs so far, measured or recorded on a GPU."),
          .example = "--preset coarsening",
          .scope = Scope::all,
          .build = timing_scene,
          .table = timing_table,
          .missing = missing_times_of_runs,
          .group = ViewGroup::costs};
}

}  // namespace lanescope
