// The banks view: the lanes of one warp above the 32 banks of shared memory, and below those one row per
// wavefront: what each bank delivers in it, and to which lanes.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/analysis/price.h"
#include "engine/request/catalogue.h"
#include "engine/request/refusals.h"
#include "engine/trace/transactions.h"
#include "viz/kit/motion.h"
#include "viz/views/requests/contention.h"
#include "viz/views/requests/request_view.h"
#include "viz/views/requests/shuffles.h"
#include "viz/views/shared/divergence_words.h"
#include "viz/views/shared/lane_columns.h"
#include "viz/views/shared/step_table.h"

namespace lanescope {
namespace {

std::vector<LegendEntry> bank_legend(const Palette& colors, const ViewInput& input) {
  using Sample = LegendEntry::Sample;
  const bool conflicts = in_any_step(input, [](const Run&, const StepMetrics& step) {
    return step.bank_conflicts(AccessKind::shared_load) + step.bank_conflicts(AccessKind::shared_store) > 0;
  });
  std::vector<LegendEntry> entries{
      {Sample::square,
       colors.active,
       {},
       tr("served at once"),
       tr("The first wavefront of the request: every bank delivers at most one word in it.")}};
  if (conflicts)
    entries.push_back(
        {Sample::square,
         colors.divergent_active,
         {},
         tr("served later"),
         tr("These lanes want another word of a bank that is busy, so they wait for a further wavefront.")});
  entries.push_back(
      {Sample::square, colors.retired, {}, tr("idle bank"), tr("No lane wants a word of this bank.")});
  return entries;
}

/// A word on its way through its bank, and the lanes that share it.
struct Delivery {
  unsigned wavefront = 0, bank = 0;
  std::uint64_t word = 0;
  std::vector<unsigned> lanes;  ///< rising
};

struct Passes {
  std::vector<Delivery>
      deliveries;  ///< of each lane's first word: elements wider than a word also use the next banks
  unsigned wavefronts = 0;
  unsigned words = 0, banks = 0;  ///< number of different ones requested
  /// groups in which lanes are served, because their elements are wider than a word
  unsigned groups = 1;
  unsigned degree = 1;  ///< of the conflict: the most words that one bank must deliver in one group
};

unsigned words_of(const RequestBytes& bytes) {
  return std::max(1u, bytes.element_bytes / kBankBytes);
}

Passes passes_of(const RequestShown& shown) {
  const RequestBytes& bytes = shown.bytes;
  const auto lanes = shown.lanes();
  const unsigned width = words_of(bytes), group = kWarpSize / width;
  Passes passes;
  std::set<std::uint64_t> words;
  std::set<unsigned> banks;
  std::map<std::pair<unsigned, std::uint64_t>, std::size_t> known;
  std::map<unsigned, std::set<unsigned>> wavefronts_of_group;
  for (const BankUse& use : bank_uses(bytes.offsets, bytes.lanes, bytes.element_bytes)) {
    words.insert(use.word);
    banks.insert(use.bank);
    wavefronts_of_group[use.place / group].insert(use.wavefront);
    passes.wavefronts = std::max(passes.wavefronts, use.wavefront + 1);
    if (use.word != bytes.offsets[use.place] / kBankBytes) continue;
    const auto [at, is_new] = known.try_emplace({use.wavefront, use.word}, passes.deliveries.size());
    if (is_new) passes.deliveries.push_back({use.wavefront, use.bank, use.word, {}});
    passes.deliveries[at->second].lanes.push_back(lanes[use.place]);
  }
  passes.words = static_cast<unsigned>(words.size());
  passes.banks = static_cast<unsigned>(banks.size());
  passes.groups = static_cast<unsigned>(wavefronts_of_group.size());
  for (const auto& [number, served] : wavefronts_of_group)
    passes.degree = std::max(passes.degree, static_cast<unsigned>(served.size()));
  return passes;
}

std::vector<std::string> bank_sentences(const RequestShown& shown) {
  const RequestBytes& bytes = shown.bytes;
  const Passes passes = passes_of(shown);
  const unsigned width = words_of(bytes);
  const bool one_for_all = bytes.lanes > 1 && passes.words == width, shared = passes.words < bytes.lanes * width;
  std::string verdict = one_for_all ? tr("broadcast") : tr("no conflict");
  if (passes.groups > 1) verdict = tr_format("{} lanes fill the banks", kWarpSize / width);
  if (passes.degree > 1) verdict = tr_format("{}-way conflict", passes.degree);
  const std::string cost = counted(passes.wavefronts, "wavefront");
  const std::string tail = passes.wavefronts > 1 ? cost + tr(" for one request") : cost;
  const std::string in_turn =
      passes.groups > 1 && passes.degree > 1 ? tr_format(", {} lanes at a time", kWarpSize / width) : "";
  const std::string verb = bytes.lanes == 1
                               ? (verb_of(shown.request.kind) == "write" ? tr("writes") : tr("asks for"))
                               : tr(verb_of(shown.request.kind));
  std::string what = tr_format("{} in {}", pieces_of(shown.request, bytes.element_bytes, passes.words / width),
                               counted(passes.banks, "bank"));
  if (one_for_all)
    what = width == 1 ? tr("the same word") : tr("the same element");
  else if (shared)
    what += tr(", some for several lanes (broadcast)");
  const std::string lanes = counted(bytes.lanes, "lane"),
                    who = filled_in("{} {} {}", fmt::make_format_args(lanes, verb, what));
  return {tr_format("{}: {}, {}{}", who, verdict, tail, in_turn), tr_format("{}: {}, {}", who, verdict, cost),
          tr_format("{}: {}{}", verdict, tail, in_turn), tr_format("{}: {}", verdict, cost), verdict};
}

/// Heights of the parts of one picture, top to bottom, and the columns that all of them share.
struct BankBands {
  LaneRow lanes;
  float labels_x = 0;           ///< 0: no room for names of the rows
  float banks_y = 0;            ///< of the bank numbers; 0: no room
  float rows_y = 0, row_h = 0;  ///< of wavefronts
  bool edges = true;            ///< whether lines from lanes to banks fit
  float column(unsigned bank) const { return lanes.place.x + lanes.place.w * static_cast<float>(bank) / kBanks; }
  float column_w() const { return lanes.place.w / kBanks; }
};

BankBands bank_bands(const Painter& painter, const Rect& place, unsigned wavefronts) {
  const float unit = painter.unit, line = painter.small + 3 * unit;
  BankBands bands;
  const float labels =
      place.w >= 420 * unit
          ? painter.width_of(tr_format("wavefront {}", 32), FontFace::sans, painter.small) + 10 * unit
          : 0;
  if (labels > 0) bands.labels_x = place.x;
  const float lane_h = std::clamp(0.16f * place.h, 8 * unit, 22 * unit);
  bands.lanes = {{place.x + labels, place.y, place.w - labels, lane_h}, kWarpSize};
  const bool in_cells = lane_h >= painter.small + 2 * unit &&
                        bands.column_w() >= painter.width_of("31", FontFace::mono, painter.small) + 4 * unit;
  float top = place.y, room = place.h;
  if (!in_cells && room >= 84 * unit) {
    bands.lanes.numbers_y = top + line / 2;
    bands.lanes.place.y += line;
    top += line;
    room -= line;
  }
  const bool numbers = room >= 70 * unit;
  if (numbers) room -= line;
  const auto rows = static_cast<float>(std::max(wavefronts, 1u));
  bands.row_h = std::min(24 * unit, std::max(0.5f * (room - lane_h), 1.0f) / rows);
  if (0.5f * (room - lane_h) < 9 * unit) {
    bands.edges = false;
    bands.row_h = std::max(room - lane_h - 3 * unit, 1.0f) / rows;
  }
  if (bands.row_h >= 6) bands.row_h = std::floor(bands.row_h);
  const float edges = std::min(room - lane_h - rows * bands.row_h, 240 * unit);
  float y = top + lane_h + std::max(edges, 2 * unit);
  if (numbers) {
    bands.banks_y = y + line / 2;
    y += line;
  }
  bands.rows_y = std::round(y);
  bands.lanes.named = numbers && bands.labels_x > 0 && lane_h >= painter.small;
  return bands;
}

Color color_of(const Palette& colors, unsigned wavefront) {
  return wavefront == 0 ? colors.active : colors.divergent_active;
}

bool side_by_side(const std::vector<unsigned>& lanes) {
  return lanes.back() - lanes.front() + 1 == lanes.size();
}

void draw_bank_numbers(Painter& painter, const BankBands& bands) {
  if (bands.banks_y == 0) return;
  const Color color = painter.colors.faint;
  if (bands.lanes.named)
    painter.text(bands.labels_x, bands.lanes.place.y + bands.lanes.place.h / 2, tr("lane"), FontFace::sans,
                 painter.small, Align::left, color);
  if (bands.labels_x > 0)
    painter.text(bands.labels_x, bands.banks_y, tr("bank"), FontFace::sans, painter.small, Align::left, color);
  const bool all = bands.column_w() >= painter.width_of("31", FontFace::mono, painter.small) + 4 * painter.unit;
  const std::string first = (bands.labels_x == 0 ? tr("bank ") : "") + std::string("0");
  const unsigned every = all ? 1 : clear_of_words(painter, first, bands.column(1) - bands.column(0), 8);
  for (unsigned bank = 0; bank < kBanks; bank += every) {
    const std::string word = bank == 0 ? first : std::to_string(bank);
    if (all)
      painter.text(bands.column(bank) + bands.column_w() / 2, bands.banks_y, word, FontFace::mono, painter.small,
                   Align::center, color);
    else
      painter.text(bands.column(bank), bands.banks_y, word, FontFace::sans, painter.small, Align::left, color);
  }
}

/// While the step is under way, its wavefronts fire one after another: what was added for one appears in its turn.
void in_turn(Painter& painter, const Appearance& added, unsigned wavefront, const Passes& passes,
             const RequestShown& shown) {
  if (!shown.state.moving) return;
  const float turn = 1 / static_cast<float>(std::max(passes.wavefronts, 1u));
  const float begin = turn * static_cast<float>(wavefront);
  added.between(painter.scene, begin, begin + turn);
}

/// Lines from lanes to the words that serve them: one arrow for neighbouring lanes that share a word, else one
/// line per lane.
void draw_edges(Painter& painter, const BankBands& bands, const Passes& passes, const RequestShown& shown) {
  const float unit = painter.unit, top = bands.lanes.place.bottom(),
              width = static_cast<float>(words_of(shown.bytes));
  const float bottom = (bands.banks_y > 0 ? bands.banks_y - painter.small / 2 - unit : bands.rows_y);
  for (const Delivery& delivery : passes.deliveries) {
    const Appearance added(painter.scene);
    const float x = bands.column(delivery.bank) + width * bands.column_w() / 2;
    const Color color = with_alpha(color_of(painter.colors, delivery.wavefront), 0.8f);
    if (delivery.lanes.size() > 1 && side_by_side(delivery.lanes)) {
      const float from = bands.lanes.middle(delivery.lanes.front()), to = bands.lanes.middle(delivery.lanes.back());
      const float y = top + 5 * unit;
      painter.scene.lines.push_back({from, y, to, y, 2 * unit, color});
      for (const float end : {from, to}) painter.scene.lines.push_back({end, top, end, y, 2 * unit, color});
      painter.scene.lines.push_back({(from + to) / 2, y, x, bottom, 2 * unit, color});
      const float word_w = painter.width_of(tr("broadcast"), FontFace::sans_bold, painter.small);
      if (passes.deliveries.size() == 1 && bottom - y >= painter.small + 6 * unit && to - from > word_w) {
        const float middle = (y + bottom) / 2 + 2 * unit, at = std::max((from + to) / 2, x) + 14 * unit;
        painter.text(at, middle, tr("broadcast"), FontFace::sans_bold, painter.small, Align::left,
                     painter.colors.text);
      }
      in_turn(painter, added, delivery.wavefront, passes, shown);
      continue;
    }
    for (const unsigned lane : delivery.lanes) {
      const auto mark = mark_of_lane(painter, shown, lane);
      painter.scene.lines.push_back(
          {bands.lanes.middle(lane), top, x, bottom, (mark ? 2.5f : 1) * unit, mark.value_or(color)});
    }
    in_turn(painter, added, delivery.wavefront, passes, shown);
  }
}

std::string delivery_tip(const Delivery& delivery, const RequestShown& shown) {
  std::string lanes = tr_format("lane {}", delivery.lanes.front());
  if (delivery.lanes.size() > 1) lanes = tr_format("{} lanes at once (broadcast)", delivery.lanes.size());
  const unsigned width = words_of(shown.bytes);
  const std::string what = width == 1
                               ? tr_format("Bank {}: word {}", delivery.bank, delivery.word)
                               : tr_format("Banks {} to {}: words {} to {}", delivery.bank,
                                           delivery.bank + width - 1, delivery.word, delivery.word + width - 1);
  return tr_format("{} of shared memory for {}, in wavefront {}.", what, lanes, delivery.wavefront + 1);
}

void draw_rows(Painter& painter, const BankBands& bands, const Passes& passes, const RequestShown& shown) {
  const float unit = painter.unit, gap_x = bands.column_w() >= 8 * unit ? 2 * unit : bands.column_w() >= 4 ? 1 : 0;
  const float gap_y = bands.row_h >= 10 * unit ? 2 * unit : bands.row_h >= 3 ? 1 : 0;
  const auto cell = [&](unsigned wavefront, unsigned bank, unsigned width) {
    return Rect{bands.column(bank) + gap_x / 2, bands.rows_y + bands.row_h * static_cast<float>(wavefront),
                bands.column_w() * static_cast<float>(width) - gap_x, bands.row_h - gap_y};
  };
  const bool words = bands.row_h >= painter.small + 3 * unit;
  for (unsigned wavefront = 0; wavefront < passes.wavefronts; ++wavefront) {
    for (unsigned bank = 0; bank < kBanks; ++bank)
      painter.scene.quads.push_back({.rect = cell(wavefront, bank, 1), .color = painter.colors.retired});
    const Rect row = cell(wavefront, 0, kBanks);
    if (words && bands.labels_x > 0)
      painter.text(bands.labels_x, row.y + row.h / 2, tr_format("wavefront {}", wavefront + 1), FontFace::sans,
                   painter.small, Align::left, painter.colors.muted);
  }
  for (const Delivery& delivery : passes.deliveries) {
    const Appearance added(painter.scene);
    const Rect place = cell(delivery.wavefront, delivery.bank, words_of(shown.bytes));
    painter.scene.overlays.push_back({.rect = place, .color = color_of(painter.colors, delivery.wavefront)});
    for (const unsigned lane : delivery.lanes)
      if (const auto mark = mark_of_lane(painter, shown, lane)) painter.outline(place, 2 * unit, *mark);
    const std::string who = delivery.lanes.size() > 1 ? fmt::format("×{}", delivery.lanes.size())
                                                      : std::to_string(delivery.lanes.front());
    const std::string widest = delivery.lanes.size() > 1 ? who : "31";  // all numbers or none
    if (words && painter.width_of(widest, FontFace::mono, painter.small) <= place.w)
      painter.text(place.x + place.w / 2, place.y + place.h / 2, who, FontFace::mono, painter.small, Align::center,
                   ink(painter.colors));
    in_turn(painter, added, delivery.wavefront, passes, shown);
    const auto lane =
        delivery.lanes.size() == 1 ? std::optional<std::uint32_t>(delivery.lanes.front()) : std::nullopt;
    painter.scene.picks.push_back({place, shown.chosen.focus(lane), {}, delivery_tip(delivery, shown), {}});
  }
}

void draw_banks(Painter& painter, const Rect& place, const RequestShown& shown) {
  const Passes passes = passes_of(shown);
  const BankBands bands = bank_bands(painter, place, passes.wavefronts);
  std::vector<LaneLook> looks = idle_lanes(painter.colors);
  for (const Delivery& delivery : passes.deliveries)
    for (const unsigned lane : delivery.lanes)
      looks[lane] = {color_of(painter.colors, delivery.wavefront), delivery_tip(delivery, shown)};
  if (bands.edges) draw_edges(painter, bands, passes, shown);
  draw_bank_numbers(painter, bands);
  draw_rows(painter, bands, passes, shown);
  draw_lanes(painter, bands.lanes, shown, looks);
}

std::vector<TableCell> conflicts(const RequestCost& cost) {
  return {{std::to_string(cost.beyond), cost.beyond > 0 ? Tone::warn : Tone::normal}};
}

NumberTable banks_table(const ViewInput& input) {
  NumberTable table;
  table.columns = {
      {tr("this step"), tr("The warp and the step in view, and all warps of the block at that step."), false, 9},
      {tr("requests"), tr("Warp instructions that load from shared memory or store to it."), true, 5},
      {tr("wavefronts"), tr("Passes through the banks that these requests take."), true, 8},
      {tr("per request"), tr("Wavefronts per request: 1 without conflicts, 32 at worst."), true, 4},
      {tr("conflicts"), tr("Wavefronts beyond those that the words of each request need."), true, 7}};
  add_cost_rows(table, input, MemorySpace::shared, conflicts);
  return table;
}

/// The first kernel of the problem that uses shared memory and can be launched like this one; none where one stands
/// beside it.
std::vector<Choice> shared_memory_offer(const ViewInput& input) {
  const RunRequest& request = input.run.request;
  if (std::any_of(input.variants.begin(), input.variants.end(),
                  [](const auto& run) { return run && uses_shared_memory(kernel_info(run->request.kernel)); }))
    return {};
  for (const KernelInfo& kernel : kernels_of(kernel_info(request.kernel).workload)) {
    if (!uses_shared_memory(kernel)) continue;
    const RunRequest other = fine_request(request, kernel);
    if (!refusal(other)) return {kernel_offer(other)};
  }
  return {};
}

const RequestView& bank_view() {
  static const RequestView banks{
      tr_later("Banks"), tr_later("Banks"), MemorySpace::shared, tr_later("shared memory"), 64, bank_legend,
      bank_sentences,    draw_banks,        banks_table,         shared_memory_offer};
  return banks;
}

/// Where the tree is made of shuffles, arrows between lanes are what it shows at nearly all steps.
const char* title_of_lanes(const KernelInfo& kernel) {
  return kernel.block_shape == BlockShape::shuffles ? tr_later("Shuffles") : tr_later("Banks");
}

/// Of a step without requests nothing is drawn: it is called as the tab is.
RequestView banks_or_nothing(const Run& run, const ChosenRequests& chosen) {
  RequestView view = bank_view();
  if (chosen.of_warp.empty()) view.title = view.short_title = title_of_lanes(kernel_info(run.request.kernel));
  return view;
}

/// In front of the requests that the warp makes in the same step.
Choice shuffle_choice(bool chosen) {
  return {.word = tr("shuffles"),
          .chosen = chosen,
          .clicks = {ChooseRequest{MemorySpace::shared, 0}},
          .tip = tr("What the lanes hand to each other in this step, from register to register."),
          .name = "shuffles"};
}

/// Pointing at a round of the shuffles that are shown does not show that step instead: they would move away from
/// the pointer.
VariantView with_steady_shuffles(const ViewInput& input) {
  VariantView state = input.state;
  const History* history = history_in_view(input.run);
  if (history && state.hover.step && state.position > 0 &&
      are_shuffled_together(*history, *state.hover.step, state.position - 1))
    state.hover.step.reset();
  return state;
}

Scene banks_scene(const ViewInput& shown) {
  if (has_contention(shown)) return contention_scene(shown);
  const VariantView state = with_steady_shuffles(shown);
  const ViewInput input{shown.run,     state,        shown.size,        shown.variants,
                        shown.timings, shown.sweeps, shown.surroundings};
  const ChosenRequests chosen = choose_requests(input.run, input.state, MemorySpace::shared);
  const auto shuffles = chosen.block ? WarpShuffles::around(input.run, chosen) : std::nullopt;
  if (!shuffles) return request_scene(input, banks_or_nothing(input.run, chosen));
  const bool requests = !chosen.of_warp.empty();
  if (requests && input.state.shared_request > 0) return request_scene(input, bank_view(), {shuffle_choice(false)});
  std::vector<Choice> choices;
  if (requests) {
    choices = request_choices(chosen, MemorySpace::shared, std::nullopt, 1);
    choices.insert(choices.begin(), shuffle_choice(true));
  }
  return shuffle_scene(input, chosen, *shuffles, std::move(choices));
}

}  // namespace

View banks_view() {
  return {.id = "banks",
          .title = tr_later("Banks"),
          .description = tr_later(
              "Lanes of a warp and the 32 banks of shared memory that they access, wavefront by wavefront: "
              "conflicts and broadcasts. Where lanes exchange registers instead, their shuffles."),
          .example = "strided_index_shared convergent_shared --block 256 --step 6",
          .build = banks_scene,
          .table = banks_table,
          .missing = [](const ViewInput& input) { return missing_requests(input, bank_view()); },
          .fits = fits::has_shared_memory,
          .looks_at_others = true,
          .title_of = title_of_lanes};
}

}  // namespace lanescope
