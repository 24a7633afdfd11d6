// The price view: what the first variant costs, and what each of the others saves of it or adds: the price of
// parallelism, and how much of it coarsening saves.
#include "engine/analysis/price.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/request/catalogue.h"
#include "engine/request/refusals.h"
#include "viz/kit/number_table.h"
#include "viz/kit/painter.h"
#include "viz/views/shared/divergence_words.h"
#include "viz/views/shared/times.h"
#include "viz/views/shared/variant_name.h"
#include "viz/views/view.h"

namespace lanescope {
namespace {

constexpr float kNarrowestValue = 64;  // units: a column

bool same_problem(const Run& one, const Run& other) {
  const LaunchConfig a = work_of(one).launch, b = work_of(other).launch;
  return a.workload == b.workload && a.n == b.n && a.matrices == b.matrices &&
         one.request.type == other.request.type;
}

std::string count_text(const std::optional<std::int64_t>& count) {
  if (!count) return "–";
  return (*count < 0 ? "−" : "") + grouped(static_cast<std::uint64_t>(std::abs(*count)));
}

/// "−37.5%", "+66.7%", from twice on "4×" as in Compare, or the difference if the first variant's value is 0.
TableCell change_cell(std::optional<double> ratio, const std::optional<std::int64_t>& difference, bool judged) {
  if (!difference || *difference == 0) return {difference ? "=" : "", Tone::dim};
  const Tone tone = !judged ? Tone::dim : *difference < 0 ? Tone::good : Tone::warn;
  if (!ratio) return {"+" + count_text(difference), tone};
  if (*ratio >= 2) return {fmt::format("{}×", short_number(*ratio, 3)), tone};
  const double percent = 100 * (*ratio - 1);
  return {fmt::format("{}{}%", percent < 0 ? "−" : "+", short_number(std::abs(percent), 3)), tone};
}

/// A row of times, if a GPU took them; with the change, if both were taken in the same way.
TableRow time_row(const ViewInput& input, const std::vector<const Run*>& runs) {
  TableRow row{{{tr("time, µs"), Tone::dim}}, {}, {}, "", "item/time"};
  const auto first = shown_time(input, *runs[0]);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto time = shown_time(input, *runs[i]);
    row.cells.push_back({time ? time_text(time->timing.time_us) : "–"});
    if (time) row.tip = source_text(*time, true);
    if (i == 0) continue;
    if (!time || !first || !comparable(*time, *first)) {
      row.cells.push_back({""});
      continue;
    }
    const double ratio = time->timing.time_us / first->timing.time_us;
    const bool apart = std::max(ratio, 1 / ratio) > kTimesApart;  // nearer times differ by chance, too
    row.cells.push_back(change_cell(ratio, ratio < 1 ? -1 : 1, apart));
  }
  if (first) row.cells[0].text += " · " + method_word(first->timing.method);
  if (row.tip.empty())
    row.tip =
        tr("The emulator has no times, and none were recorded on a GPU for these "
           "launches.");
  return row;
}

/// How many of the divergent warp-steps remain as branches in the machine code; nothing if no GPU counted them.
std::optional<TableRow> branches_row(const std::vector<const Run*>& runs) {
  TableRow row{{{tr(branches_words(runs)), Tone::dim}}, {}, {}, tr(kBranchesOnGpuTip), "item/branches_on_gpu"};
  bool known = false;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto& counted = runs[i]->compiled.divergent_branches;
    known = known || counted;
    row.cells.push_back({counted ? grouped(*counted) : "–"});
    if (i == 0) continue;
    // The name says it where it is so of all.
    const std::string why = is_compiled_away(runs) ? "" : why_no_branch(*runs[i]);
    const bool equal = counted && counted == runs[0]->compiled.divergent_branches;
    row.cells.push_back({why.empty() && equal ? "=" : why, Tone::dim});
  }
  return known ? std::optional(row) : std::nullopt;
}

std::vector<const Run*> priced_runs(const ViewInput& input) {
  std::vector<const Run*> runs;
  for (const auto& run : input.variants)
    if (run && run->trace && run->launch.grid_dim > 0 && (runs.empty() || same_problem(*runs[0], *run)))
      runs.push_back(run.get());
  return runs;
}

std::size_t variant_of(const ViewInput& input, const Run* run) {
  const auto found =
      std::find_if(input.variants.begin(), input.variants.end(), [&](const auto& r) { return r.get() == run; });
  return static_cast<std::size_t>(found - input.variants.begin());
}

/// Two launches of one problem, fine-grained and coarsened.
struct Pair {
  RunRequest fine, coarse;
  std::string partner;  ///< the one that is not there yet
};

/// Of a coarsened launch its fine-grained partner; of one that is not, the kernel that coarsens it, if it can run
/// like this.
std::optional<Pair> pair_of(const RunRequest& request) {
  constexpr unsigned kFactor = 4;
  const KernelInfo& kernel = kernel_info(request.kernel);
  if (kernel.coarsens && request.coarse_factor > 1) {
    const KernelInfo& fine = fine_partner(kernel);
    return Pair{fine_request(request, fine), request,
                kernel_title(std::string(fine.id)) + tr(", ") + coarse_factor_words(1)};
  }
  const KernelInfo* coarser = kernel.coarsens ? &kernel : coarse_partner(kernel);
  // Of a kernel that none coarsens, another one that solves the same problem.
  for (const KernelInfo& other : all_kernels())
    if (!coarser && other.coarsens && other.workload == kernel.workload) coarser = &other;
  if (!coarser) return std::nullopt;
  RunRequest coarse = fine_request(request, *coarser);
  coarse.coarse_factor = kFactor;
  if (refusal(coarse)) return std::nullopt;
  return Pair{request, coarse, kernel_title(std::string(coarser->id)) + tr(", ") + coarse_factor_words(kFactor)};
}

/// Of a single launch, its partner is offered.
Missing missing_partner(const ViewInput& input) {
  if (priced_runs(input).size() > 1) return {};
  if (input.variants.size() > 1)
    return {tr("These variants do not solve the same problem: N or the type differs."), {}};
  auto pair = pair_of(input.run.request);
  if (!pair) return {tr("Add a coarsened kernel of the same problem to see what coarsening saves."), {}};
  Variants variants{.requests = {pair->fine, pair->coarse}, .active = 1, .linked = false};
  for (RunRequest& request : variants.requests) request.detail = Detail::full;
  return {tr("What does coarsening save? Compare a fine-grained and a coarsened launch of the same problem."),
          {{.word = tr_format("Compare with {}", pair->partner),
            .clicks = {SetVariants{std::move(variants)}, EndEdit{}},
            .tip = tr("The same problem by both, side by side; Ctrl+Z goes back."),
            .name = "set_beside"}}};
}

NumberTable price_table(const ViewInput& input) {
  NumberTable table;
  const auto runs = priced_runs(input);
  if (runs.size() < 2) return table;
  const TableHeads heads = heads_of(input.variants);
  table.columns.push_back({.name = heads.first, .tip = "", .is_number = false, .need = 9});
  for (std::size_t i = 0; i < runs.size(); ++i) {
    // Where not all have room, the last ones go: the first is what the others are compared with.
    const int need = 8 - 2 * static_cast<int>(i);
    table.columns.push_back(
        {.name = heads.columns[variant_of(input, runs[i])],
         .tip = runs[i]->request.kernel + tr(", ") + coarse_factor_words(runs[i]->request.coarse_factor),
         .need = need,
         .tone = Tone::normal,
         .stretches = kNarrowestValue,
         .brief = letter_of(variant_of(input, runs[i]))});
    if (i > 0)
      table.columns.push_back({.name = "",
                               .tip = tr("Change from the first variant: less is saved, more is paid."),
                               .is_number = false,
                               .need = need - 1,
                               .joined = true});
  }
  std::vector<std::vector<PriceRow>> prices;
  for (const Run* run : runs) prices.push_back(price(work_of(*runs[0]), work_of(*run)));
  for (std::size_t item = 0; item < prices[0].size(); ++item) {
    const Metric& metric = *prices[0][item].metric;
    TableRow row{{{tr(metric.price.word), Tone::dim}},
                 {},
                 {},
                 tr(tip_of(metric, &Metric::price)),
                 fmt::format("item/{}", metric.price_name())};
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const PriceRow& found = prices[i][item];
      row.cells.push_back({count_text(found.coarse)});
      if (i > 0) row.cells.push_back(change_cell(found.ratio(), found.difference(), metric.price.judged));
    }
    table.rows.push_back(std::move(row));
    if (metric.name != kDivergenceMetric) continue;
    if (auto branches = branches_row(runs)) table.rows.push_back(std::move(*branches));
  }
  table.rows.push_back(time_row(input, runs));
  return table;
}

/// What all variants pay alike comes last: the list may be longer than its place, and it is about what they save.
NumberTable differing_first(NumberTable table) {
  const auto differs = [](const TableRow& row) {
    // A name, the first value, and of each other variant its value and the change.
    for (std::size_t value = 2; value < row.cells.size(); value += 2)
      if (row.cells[value].text != row.cells[1].text) return true;
    return false;
  };
  std::stable_partition(table.rows.begin(), table.rows.end(), differs);
  return table;
}

/// What the table is about, and which variants are not in it.
std::string price_subtitle(const ViewInput& input, const std::vector<const Run*>& runs) {
  if (runs.size() < 2) return "";
  std::string words = tr("what the first variant pays, and what the others save (−) or pay more (+)"), others;
  for (std::size_t i = 0; i < input.variants.size(); ++i)
    if (input.variants[i] && !same_problem(*runs[0], *input.variants[i])) others = in_a_list(others, letter_of(i));
  return others.empty() ? words : words + tr_format(" · not {}: another problem", others);
}

Scene price_scene(const ViewInput& input) {
  Painter painter(input.state, input.size);
  const auto runs = priced_runs(input);
  painter.header(tr("Price"), price_subtitle(input, runs), {});
  if (runs.size() > 1)
    draw_table(painter, differing_first(price_table(input)), input.state);
  else
    draw_missing(painter, missing_partner(input));
  return std::move(painter.scene);
}

}  // namespace

View price_view() {
  return {.id = "price",
          .title = tr_later("Price"),
          .description =
              tr_later("What a fine-grained launch pays for its parallelism, and how much of that coarsening "
                       "saves."),
          .example = "matmul_tiled matmul_coarsened --n 256 --tile 32 --coarse 4",
          .scope = Scope::all,
          .build = price_scene,
          .table = price_table,
          .missing = missing_partner,
          .group = ViewGroup::costs};
}

}  // namespace lanescope
