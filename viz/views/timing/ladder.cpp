// The ladder: what each kernel of the problem in view takes at its best launch. It answers "which kernel and launch
// is the fastest for this N, and how far is it from CUB and from what only reading takes?"
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/request/catalogue.h"
#include "engine/request/parse.h"
#include "engine/workload/workload.h"
#include "viz/kit/choice_chips.h"
#include "viz/kit/number_table.h"
#include "viz/views/shared/missing.h"
#include "viz/views/shared/times.h"
#include "viz/views/timing/time_bars.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kMillion = 1 << 20;

/// A kernel at the launch that took the least time, or at that of a variant.
struct Rung {
  RunRequest request;
  TimedRun run;
  bool is_fastest = true;
};

/// Whether the time is one of the problem in view, whatever its launch.
bool solves(const SweepTime& time, const RecordedSweep& sweep, const Run& run) {
  const LaunchConfig& first = first_launch(run);
  return sweep.op == run.request.op && sweep.type == run.request.type && time.launch.n == first.n &&
         time.launch.matrices == first.matrices;
}

std::optional<Rung> rung_of(const ViewInput& input, const KernelInfo& kernel) {
  const SweepTime* least = nullptr;
  for (const auto* list : {&input.sweeps.measured, &input.surroundings.sweeps()}) {
    if (least) break;  // this machine's times come first
    for (const RecordedSweep& sweep : *list)
      for (const SweepTime& time : sweep.times)
        if (time.kernel == kernel.id && solves(time, sweep, input.run) && (!least || time.time_us < least->time_us))
          least = &time;
  }
  if (!least) return std::nullopt;
  RunRequest request = request_at(*least, input.run.request);
  if (refusal(request)) return std::nullopt;
  const auto row = graph_time(input, request.kernel, launch_config(request), request.op, request.type);
  if (!row) return std::nullopt;
  return Rung{request, timed_run(input, *row, std::nullopt)};
}

/// That of a variant, where it was timed and is not its kernel's fastest.
std::optional<Rung> own_rung(const ViewInput& input, const Run& variant, const std::optional<Rung>& fastest) {
  const LaunchConfig& launch = first_launch(variant);
  const RunRequest& request = variant.request;
  if (launch.n != first_launch(input.run).n || request.op != input.run.request.op ||
      request.type != input.run.request.type || (fastest && launch == launch_config(fastest->request)))
    return std::nullopt;
  const auto row = graph_time(input, request.kernel, launch, request.op, request.type);
  if (!row) return std::nullopt;
  return Rung{request, timed_run(input, *row, std::nullopt), false};
}

/// The kernel's fastest launch, and those of the variants beside it.
std::vector<Rung> rungs_of(const ViewInput& input, const KernelInfo& kernel) {
  const std::optional<Rung> fastest = rung_of(input, kernel);
  std::vector<Rung> rungs;
  if (!fastest) return rungs;
  rungs.push_back(*fastest);
  for (const auto& variant : input.variants) {
    if (!variant || variant->request.kernel != kernel.id) continue;
    const auto own = own_rung(input, *variant, fastest);
    const bool is_new = own && std::none_of(rungs.begin(), rungs.end(), [&](const Rung& rung) {
                          return launch_config(rung.request) == launch_config(own->request);
                        });
    if (is_new) rungs.push_back(*own);
  }
  return rungs;
}

/// The fastest first, in groups of comparable times.
std::vector<std::vector<Rung>> ladder_of(const ViewInput& input) {
  std::vector<std::vector<Rung>> groups;
  for (const KernelInfo& kernel : kernels_of(input.run.launch.workload))
    for (Rung& rung : rungs_of(input, kernel)) {
      auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& other) {
        return comparable(*other.front().run.row, *rung.run.row);
      });
      if (group == groups.end()) group = groups.insert(group, std::vector<Rung>());
      group->push_back(std::move(rung));
    }
  for (auto& group : groups)
    std::stable_sort(group.begin(), group.end(), [](const Rung& a, const Rung& b) {
      return a.run.row->timing.time_us < b.run.row->timing.time_us;
    });
  return groups;
}

/// Of which there are times, growing.
std::vector<std::uint64_t> timed_sizes(const ViewInput& input) {
  const Run& run = input.run;
  std::set<std::uint64_t> sizes;
  for (const auto* list : {&input.sweeps.measured, &input.surroundings.sweeps()})
    for (const RecordedSweep& sweep : *list) {
      if (sweep.op != run.request.op || sweep.type != run.request.type) continue;
      for (const SweepTime& time : sweep.times)
        if (const auto kernels = kernels_of(run.launch.workload); std::any_of(
                kernels.begin(), kernels.end(), [&](const KernelInfo& info) { return info.id == time.kernel; }))
          sizes.insert(time.launch.n);
    }
  return {sizes.begin(), sizes.end()};
}

/// A chip for each of them.
ChipGroups size_chips(const ViewInput& input) {
  ChipGroups chips(1);
  const bool several = input.variants.size() > 1;
  for (const std::uint64_t n : timed_sizes(input))
    chips[0].push_back({.label = size_text(n),
                        .short_label = "",
                        .lit = n == input.run.request.n,
                        .clicks = {SetN{n, true}, EndEdit{}},
                        .tip = several ? tr("Another N of which times were recorded: all variants take it.")
                                       : tr("Another N of which times were recorded."),
                        .name = "n/" + std::to_string(n)});
  return chips;
}

/// Why no kernel has a rung; the offer is the size that is nearest to a million elements.
Missing missing_times(const ViewInput& input) {
  if (!ladder_of(input).empty()) return {};
  const std::vector<std::uint64_t> sizes = timed_sizes(input);
  if (sizes.empty())
    return {tr("No GPU has timed these kernels with this operator and type."), timed_launch_offer(input)};
  Missing missing{tr("No kernel was timed at this N."), {}};
  const RunRequest& now = input.run.request;
  std::optional<std::uint64_t> best;
  for (const std::uint64_t n : sizes) {
    RunRequest wanted = now;
    wanted.n = n;
    if (!refusal(wanted) && (!best || doublings_between(n, kMillion) < doublings_between(*best, kMillion)))
      best = n;
  }
  if (best)
    missing.offers.push_back({.word = tr_format("Show N = {}", size_text(*best)),
                              .clicks = {SetN{*best, true}, EndEdit{}},
                              .tip = tr("Another N of which times were recorded."),
                              .name = "timed_size"});
  return missing;
}

/// The letter of the variant that is this launch.
std::string letter_in(const ViewInput& input, const RunRequest& request) {
  for (std::size_t i = 0; i < input.variants.size(); ++i)
    if (const auto& run = input.variants[i];
        run && run->request.kernel == request.kernel && first_launch(*run) == launch_config(request))
      return letter_of(i);
  return "";
}

std::string what_a_click_does(const ViewInput& input, const std::string& letter) {
  if (!letter.empty()) return tr_format("Click to go to variant {}.", letter);
  if (input.variants.size() < kMaxVariants) return tr("Click to set it beside the variants.");
  return tr_format("Click to show it in the place of variant {}: there is room for four.",
                   letter_of(kMaxVariants - 1));
}

BarRow bar_of_rung(const ViewInput& input, const Rung& rung, bool places) {
  const TimingRow& row = *rung.run.row;
  const auto share = [](std::optional<double> part, double scale, int digits, const char* unit) {
    return part ? decimals(scale * *part, digits) + unit : std::string(kNoValue);
  };
  BarRow bar{.letter = letter_in(input, rung.request),
             .name = kernel_title(row.kernel),
             .launch = shape_words(row.launch, row.kernel),
             .time_us = row.timing.time_us,
             .hatched = row.provenance.kind != NumberKind::measured,
             .note = "",
             .cells = {time_text(row.timing.time_us), grouped(short_number(row.timing.bandwidth_gbps, 4)),
                       share(rung.run.of_limit, 100, 1, ""), share(rung.run.to_library, 1, 2, "×"),
                       places ? source_text(row, false) : "", places ? source_text(row, true) : ""},
             .clicks = {ShowBeside{rung.request}, EndEdit{}},
             .tip = "",
             .name_of_place = row.kernel + (rung.is_fastest ? "" : "/" + letter_in(input, rung.request))};
  bar.lit = std::any_of(input.variants.begin(), input.variants.end(),
                        [&](const auto& run) { return run && run->request.kernel == rung.request.kernel; });
  bar.tip = bar.name + " (" + row.kernel + ")" + tr(", ") + launch_words(row.launch, row.kernel) + "\n" +
            tr_format("{:.2f} µs, {:.1f} GB/s; {}", row.timing.time_us, row.timing.bandwidth_gbps,
                      source_text(row, true)) +
            "\n" +
            (rung.is_fastest
                 ? tr("Of all launches of this kernel that were timed at this N, this one took the least time.")
                 : tr("This is a variant's own launch; another launch of this kernel took less time.")) +
            " " + what_a_click_does(input, bar.letter);
  return bar;
}

std::string fastest_words(const std::vector<Rung>& rungs) {
  const TimingRow& row = *rungs.front().run.row;
  std::string shape = shape_words(row.launch, row.kernel);
  // Told whole or not at all: the first row has it, too.
  for (std::size_t dot = shape.find(" · "); dot != std::string::npos; dot = shape.find(" · "))
    shape.replace(dot, 4, tr(", "));
  return tr_format("fastest: {}", kernel_title(row.kernel)) + " · " + time_text(row.timing.time_us) + " µs" +
         (shape.empty() ? "" : " · " + shape);
}

/// From where the times are, before all that may have no room.
std::string source_parts(const TimingRow& row) {
  return kind_parts(row.provenance) + " · " + tr(words_of(row.timing.method));
}

Scene ladder_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  const auto ladders = ladder_of(input);
  const ChipGroups chips = size_chips(input);
  if (ladders.empty()) {
    header_with_chips(painter, tr("Ladder"), "", chips);
    draw_missing(painter, missing_times(input));
    return std::move(painter.scene);
  }
  std::vector<BarGroup> groups;
  const bool one = ladders.size() == 1;
  for (const auto& rungs : ladders) {
    std::vector<TimedRun> runs;
    for (const Rung& rung : rungs) runs.push_back(rung.run);
    BarGroup& bars = groups.emplace_back(BarGroup{fastest_words(rungs), TimeAxis(runs), {}, {}});
    for (const Rung& rung : rungs) bars.rows.push_back(bar_of_rung(input, rung, !one));
    bars.marks = reference_marks(input, runs);
  }
  header_with_chips(
      painter, tr("Ladder"),
      (one ? source_parts(*ladders[0][0].run.row) + " · " : "") + tr("each kernel at its fastest timed launch"),
      chips);
  draw_time_bars(painter, groups, !one, input.state.list_first);
  return std::move(painter.scene);
}

NumberTable ladder_table(const ViewInput& input) {
  NumberTable table;
  table.columns.push_back({.name = "kernel", .tip = "", .is_number = false});
  for (const char* name :
       {"n", "block_dim", "coarse_factor", "grid_dim", "time_us", "of_read_limit", "cub_over_this"})
    table.columns.push_back({.name = name, .tip = ""});
  for (const char* name : {"kind", "device", "date"})
    table.columns.push_back({.name = name, .tip = "", .is_number = false});
  const auto number = [](std::optional<double> value) {
    return TableCell{value ? fmt::format("{:.6g}", *value) : ""};
  };
  for (const auto& rungs : ladder_of(input))
    for (const Rung& rung : rungs) {
      const TimingRow& row = *rung.run.row;
      const bool library = row.launch.grid_dim == 0;
      const auto own = [&](std::uint64_t value) { return TableCell{library ? "" : std::to_string(value)}; };
      TableRow cells;
      cells.cells = {{row.kernel},
                     {std::to_string(row.launch.n)},
                     own(row.launch.block_dim),
                     own(row.launch.coarse_factor),
                     own(row.launch.grid_dim),
                     number(row.timing.time_us),
                     number(rung.run.of_limit),
                     number(rung.run.to_library),
                     {kind_text(row.provenance, false)},
                     {row.provenance.device},
                     {row.provenance.date}};
      table.rows.push_back(std::move(cells));
    }
  return table;
}

}  // namespace

View ladder_view() {
  return {.id = "ladder",
          .title = tr_later("Ladder"),
          .description =
              tr_later("Every kernel of this problem at its fastest timed launch, beside CUB and the read limit."),
          .example = "segmented --n 2^22",
          .scope = Scope::all,
          .build = ladder_scene,
          .table = ladder_table,
          .missing = missing_times,
          // Sections of other lengths are other problems, which are not to be compared.
          .group = ViewGroup::costs,
          .fits = [](Workload workload) { return !info_of(workload).by_section; }};
}

}  // namespace lanescope
