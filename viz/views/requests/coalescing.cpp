// The coalescing view: the lanes of one warp above the memory that they ask for, byte by byte. Touched sectors are
// moved whole, so the bytes in them that no lane asked for are wasted.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"
#include "viz/kit/motion.h"
#include "viz/views/requests/memory_map.h"
#include "viz/views/requests/request_view.h"
#include "viz/views/shared/step_table.h"

namespace lanescope {
namespace {

bool any_waste(const ViewInput& input) {
  const auto wastes = [](const Run& run) {
    const KeptAddresses* const addresses = run.trace ? run.trace->addresses_of(run.request.block) : nullptr;
    return addresses && wastes_bytes(*run.trace, addresses->kept());
  };
  return wastes(input.run) || std::any_of(input.variants.begin(), input.variants.end(),
                                          [&](const auto& run) { return run && wastes(*run); });
}

std::vector<LegendEntry> sector_legend(const Palette& colors, const ViewInput& input) {
  using Sample = LegendEntry::Sample;
  std::vector<LegendEntry> entries{
      {Sample::square, colors.active, {}, tr("asked for"), tr("Bytes that a lane asked for.")}};
  if (any_waste(input))
    entries.push_back({Sample::hatched, colors.divergent_masked, colors.divergent_hatch, tr("moved, not asked for"),
                       tr("Memory moves whole sectors of 32 bytes; nobody asked for these bytes of them.")});
  entries.push_back({Sample::square,
                     colors.retired,
                     {},
                     tr("not moved"),
                     tr("No lane touches this sector, so it is not moved.")});
  return entries;
}

/// "7/8", or a percentage if the fraction has large numbers.
std::string share_words(std::uint64_t part, std::uint64_t whole) {
  const std::uint64_t divisor = std::gcd(part, whole);
  if (whole / divisor <= 32) return fmt::format("{}/{}", part / divisor, whole / divisor);
  return fmt::format("{:.0f}%", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

/// Bytes from one lane's address to the next one's; nothing if that varies, or if there is only one lane.
std::optional<std::uint64_t> distance_of(const RequestBytes& bytes) {
  if (bytes.lanes < 2) return std::nullopt;
  const std::uint64_t distance = bytes.offsets[1] - bytes.offsets[0];
  for (unsigned i = 1; i < bytes.lanes; ++i)
    if (bytes.offsets[i] - bytes.offsets[i - 1] != distance || bytes.offsets[i] < bytes.offsets[0])
      return std::nullopt;
  return distance;
}

std::vector<std::string> sector_sentences(const RequestShown& shown) {
  const RequestCost cost = cost_of(shown.trace(), *shown.chosen.block, shown.request);
  const RequestBytes& bytes = shown.bytes;
  const auto distance = distance_of(bytes);
  const bool same = distance == 0u;
  const std::uint64_t fewest = (cost.used_bytes + kSectorBytes - 1) / kSectorBytes;
  std::string verdict = tr("coalesced");
  if (cost.wasted_bytes() > 0)
    verdict = share_words(cost.wasted_bytes(), cost.moved_bytes) + tr(" of the traffic is wasted");
  if (cost.wasted_bytes() > 0 && cost.transactions == fewest && distance == bytes.element_bytes)
    verdict = tr("coalesced, as few sectors as can hold them");
  const std::string sectors = counted(cost.transactions, "sector");
  const std::string used = tr_format("{} of {} bytes used", grouped(cost.used_bytes), grouped(cost.moved_bytes));
  const std::string_view verb = verb_of(shown.request.kind);
  const std::string lanes = counted(bytes.lanes, "lane"), ask = tr(verb),
                    what = same ? tr_format("the same {} bytes", bytes.element_bytes)
                                : pieces_of(shown.request, bytes.element_bytes, bytes.lanes);
  std::string who = filled_in("{} {} {}", fmt::make_format_args(lanes, ask, what));
  if (bytes.lanes == 1)
    who = tr_format("1 lane {} {}",
                    verb == "ask for" ? tr("asks for")
                    : verb == "write" ? tr("writes")
                                      : tr("updates"),
                    pieces_of(shown.request, bytes.element_bytes, 1));
  const bool apart = distance && !same && *distance > bytes.element_bytes;
  const std::string far = apart ? tr_format(", each {} bytes from the next", grouped(*distance)) : "";
  return {tr_format("{} of {}{}: {}, {}: {}", who, tr(place_of(shown.request.array)), far, sectors, used, verdict),
          tr_format("{}{}: {}, {}: {}", who, far, sectors, used, verdict),
          tr_format("{}: {}, {}: {}", who, sectors, used, verdict),
          tr_format("{}, {}: {}", sectors, used, verdict),
          tr_format("{}: {}", sectors,
                    cost.wasted_bytes() == 0 ? tr("coalesced")
                                             : share_words(cost.wasted_bytes(), cost.moved_bytes) + tr(" wasted")),
          sectors};
}

/// Heights of the parts of one picture, top to bottom.
struct SectorBands {
  LaneRow lanes;
  float memory_y = 0, memory_h = 0;
  float labels_y = 0;  ///< 0: no room
};

SectorBands sector_bands(const Painter& painter, const Rect& place, unsigned lanes) {
  const float unit = painter.unit, line = painter.small + 3 * unit;
  SectorBands bands;
  float room = place.h, top = place.y;
  const bool numbers = room >= 76 * unit, labels = room >= 60 * unit;
  const float lane_h = std::clamp(0.16f * room, 8 * unit, 22 * unit);
  const float pitch = std::min(place.w / static_cast<float>(lanes), 64 * unit);
  bands.lanes = {
      {place.x + (place.w - pitch * static_cast<float>(lanes)) / 2, top, pitch * static_cast<float>(lanes), lane_h},
      lanes};
  const bool in_cells = lane_h >= painter.small + 2 * unit &&
                        pitch >= painter.width_of("31", FontFace::mono, painter.small) + 4 * unit;
  if (numbers && !in_cells) {
    bands.lanes.numbers_y = top + line / 2;
    bands.lanes.place.y += line;
    top += line;
    room -= line;
  }
  if (labels) room -= line;
  bands.memory_h = std::clamp(0.24f * room, 10 * unit, 36 * unit);
  const float edges = std::min(room - lane_h - bands.memory_h, 300 * unit);
  bands.memory_y = std::round(top + lane_h + std::max(edges, 2 * unit));
  if (labels) bands.labels_y = bands.memory_y + bands.memory_h + line / 2 + unit;
  return bands;
}

/// Requested bytes in colour, the others of a touched sector hatched.
void draw_sector(Painter& painter, const Rect& cell, const DrawnSector& sector, unsigned element_bytes) {
  const Palette& colors = painter.colors;
  if (sector.bytes == 0) {
    painter.scene.overlays.push_back({.rect = cell, .color = colors.retired});
    return;
  }
  painter.scene.overlays.push_back({.rect = cell, .color = colors.divergent_masked});
  painter.scene.overlays.push_back({.rect = cell, .color = colors.divergent_hatch, .pattern = Pattern::hatched});
  const float byte = cell.w / kSectorBytes;
  const unsigned step = std::min(element_bytes, kSectorBytes);
  const float gap = byte * static_cast<float>(step) >= 5 * painter.unit ? painter.unit : 0;
  for (unsigned first = 0; first < kSectorBytes; first += step) {
    if (!(sector.bytes >> first & 1)) continue;
    const float least = 1.5f * painter.unit;  // so that a lane's bytes are never too thin to see
    const Rect whole{cell.x + byte * static_cast<float>(first), cell.y, byte * static_cast<float>(step), cell.h};
    if (gap > 0) painter.scene.overlays.push_back({.rect = whole, .color = colors.background});
    Rect word{whole.x, whole.y, std::max(whole.w - gap, least), whole.h};
    word.x = std::min(word.x, cell.right() - word.w);
    painter.scene.overlays.push_back({.rect = word, .color = colors.active});
  }
}

/// Length of the array, if the launch determines it; elements after its end have no number.
std::uint64_t array_bytes(const RequestShown& shown) {
  const LaunchConfig& launch = shown.run.launch;
  const unsigned element = shown.trace().element_bytes;
  const ArrayLayout arrays = arrays_of(launch, element);
  const ArrayId array = shown.request.array;
  for (unsigned i = 0; i < arrays.inputs.size(); ++i)
    if (array == input_array(i) || (i == 0 && array == ArrayId::input_vectors))
      return arrays.inputs[i].size * element;
  if (array == ArrayId::second_output) return arrays.second_output * element;
  if (array != ArrayId::output) return launch.n * element;
  if (has_array_result(launch.workload)) return arrays.output * element;
  return (launch.combining == Combining::atomic ? std::uint64_t{1} : launch.grid_dim) * element;
}

/// Width of an element's word in a sector as wide as `cell`.
float word_width(float cell, const RequestShown& shown) {
  return cell * static_cast<float>(shown.bytes.element_bytes) / kSectorBytes;
}

/// Whether elements have their numbers in their words: all of them, or none.
bool numbers_elements(const Painter& painter, const Rect& cell, const MemoryMap& map, const RequestShown& shown) {
  const unsigned bytes = shown.bytes.element_bytes;
  if (bytes > kSectorBytes || shown.request.array == ArrayId::handed_over || map.sectors.empty()) return false;
  const std::uint64_t end = std::min((map.sectors.back().sector + 1) * kSectorBytes, array_bytes(shown));
  const std::string longest = grouped(end > 0 ? (end - 1) / bytes : 0);
  return cell.h >= painter.small + 2 * painter.unit &&
         painter.width_of(longest, FontFace::mono, painter.small) + 3 * painter.unit <= word_width(cell.w, shown);
}

void draw_elements(Painter& painter, const Rect& cell, const DrawnSector& sector, const RequestShown& shown) {
  const unsigned bytes = shown.bytes.element_bytes;
  const float pitch = word_width(cell.w, shown);
  const std::uint64_t end = array_bytes(shown);
  for (unsigned first = 0; first < kSectorBytes && sector.sector * kSectorBytes + first < end; first += bytes) {
    const bool lit = sector.bytes >> first & 1;
    painter.text(cell.x + pitch * (static_cast<float>(first / bytes) + 0.5f), cell.y + cell.h / 2,
                 grouped((sector.sector * kSectorBytes + first) / bytes), FontFace::mono, painter.small,
                 Align::center, lit ? ink(painter.colors) : painter.colors.faint);
  }
}

std::string sector_tip(const RequestShown& shown, const DrawnSector& sector) {
  const std::uint64_t first = sector.sector * kSectorBytes;
  return tr_format(
      "Sector {} of {}: bytes {} to {}, in the line of 128 bytes from byte {}.\n{}", grouped(sector.sector),
      tr(place_of(shown.request.array)), grouped(first), grouped(first + kSectorBytes - 1),
      grouped(first / (kSectorBytes * kSectorsOfLine) * kSectorBytes * kSectorsOfLine),
      sector.bytes == 0
          ? tr("No lane of this request touches it, so it is not moved.")
          : tr_format("{} of its 32 bytes are asked for; all 32 are moved.", std::popcount(sector.bytes)));
}

/// Two short strokes mark memory that is left out.
void draw_break(Painter& painter, float middle, const SectorBands& bands) {
  const float unit = painter.unit, y = bands.memory_y + bands.memory_h / 2;
  for (const float shift : {-2.0f, 2.0f}) {
    const float x = middle + shift * unit;
    painter.scene.lines.push_back(
        {x - 1.5f * unit, y + 5 * unit, x + 1.5f * unit, y - 5 * unit, unit, painter.colors.faint});
  }
}

void draw_memory(Painter& painter, const SectorBands& bands, const MemoryMap& map, const RequestShown& shown) {
  const float gap = map.sector_w >= 4 * painter.unit ? painter.unit : 0;
  const float turn = 1 / static_cast<float>(std::max<std::size_t>(map.sectors.size(), 1));
  const bool numbered = numbers_elements(painter, {0, 0, map.sector_w - gap, bands.memory_h}, map, shown);
  float free_from = 0;
  for (std::size_t i = 0; i < map.sectors.size(); ++i) {
    const DrawnSector& sector = map.sectors[i];
    const Rect cell{sector.x, bands.memory_y, map.sector_w - gap, bands.memory_h};
    if (shown.state.moving) draw_sector(painter, cell, {}, shown.bytes.element_bytes);
    const Appearance fetched(painter.scene);
    draw_sector(painter, cell, sector, shown.bytes.element_bytes);
    if (numbered) draw_elements(painter, cell, sector, shown);
    // While the step is under way, sectors light up one after another.
    if (shown.state.moving)
      fetched.between(painter.scene, turn * static_cast<float>(i), turn * static_cast<float>(i + 1));
    if (sector.after_gap && map.gap_w >= 8 * painter.unit)
      draw_break(painter, cell.x - map.gap_w / 2 - gap / 2, bands);
    painter.scene.picks.push_back({cell, {}, {}, sector_tip(shown, sector), {}});
    const bool line_starts = sector.sector % kSectorsOfLine == 0 || sector.after_gap || i == 0;
    if (bands.labels_y == 0 || !line_starts) continue;
    const std::string label = (i == 0 ? tr("byte ") : "") + grouped(sector.sector * kSectorBytes);
    const float width = painter.width_of(label, FontFace::sans, painter.small);
    if (cell.x < free_from || cell.x + width > painter.content.right()) continue;
    painter.text(cell.x, bands.labels_y, label, FontFace::sans, painter.small, Align::left, painter.colors.muted);
    free_from = cell.x + width + 8 * painter.unit;
  }
}

std::vector<LaneLook> lane_looks(const Palette& colors, const RequestShown& shown) {
  std::vector<LaneLook> looks = idle_lanes(colors);
  const auto lanes = shown.lanes();
  const unsigned bytes = shown.bytes.element_bytes;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const std::uint64_t offset = shown.bytes.offsets[i];
    looks[lanes[i]] = {
        colors.active,
        tr_format("Thread {}: bytes {} to {} of {}, in sector {}.", shown.thread(lanes[i]), grouped(offset),
                  grouped(offset + bytes - 1), tr(place_of(shown.request.array)), grouped(offset / kSectorBytes))};
  }
  return looks;
}

void draw_sectors(Painter& painter, const Rect& place, const RequestShown& shown) {
  const RequestBytes& bytes = shown.bytes;
  const SectorBands bands = sector_bands(painter, place, std::min(shown.run.launch.block_dim, kWarpSize));
  const MemoryMap map =
      memory_map(sectors_used(bytes.offsets, bytes.lanes, bytes.element_bytes), place.x, place.w, painter.unit);
  const auto lanes = shown.lanes();
  const Color edge = with_alpha(painter.colors.edge, 0.75f);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const auto mark = mark_of_lane(painter, shown, lanes[i]);
    painter.scene.lines.push_back({bands.lanes.middle(lanes[i]), bands.lanes.place.bottom(),
                                   map.x_of(bytes.offsets[i] + bytes.element_bytes / 2), bands.memory_y,
                                   (mark ? 2.5f : 1) * painter.unit, mark.value_or(edge)});
  }
  draw_memory(painter, bands, map, shown);
  draw_lanes(painter, bands.lanes, shown, lane_looks(painter.colors, shown));
}

std::vector<TableCell> bytes_moved(const RequestCost& cost) {
  const std::uint64_t wasted = cost.wasted_bytes();
  return {{std::to_string(cost.moved_bytes)}, {std::to_string(wasted), wasted > 0 ? Tone::warn : Tone::normal}};
}

NumberTable coalescing_table(const ViewInput& input) {
  NumberTable table;
  table.columns = {
      {tr("this step"), tr("The warp and the step in view, and all warps of the block at that step."), false, 9},
      {tr("requests"), tr("Memory instructions of a warp: loads, stores and atomic updates."), true, 5},
      {tr("sectors"), tr("32-byte pieces of memory that these requests touch."), true, 8},
      {tr("per request"), tr("Sectors per request: 4 for 32 neighbouring words of 4 bytes, 32 at worst."), true, 4},
      {tr("bytes moved"), tr("32 per sector."), true, 1},
      {tr("wasted"), tr("Bytes moved that no lane asked for."), true, 7}};
  add_cost_rows(table, input, MemorySpace::global, bytes_moved);
  return table;
}

const RequestView& sector_view() {
  static const RequestView coalescing{
      tr_later("Memory"), tr_later("Memory"), MemorySpace::global, tr_later("global memory"), 58,
      sector_legend,      sector_sentences,   draw_sectors,        coalescing_table};
  return coalescing;
}

Scene coalescing_scene(const ViewInput& input) {
  return request_scene(input, sector_view());
}

}  // namespace

View memory_view() {
  return {.id = "memory",
          .title = tr_later("Memory"),
          .description = tr_later(
              "Lanes of a warp and the 32-byte sectors of global memory that they touch: what is moved, and how "
              "much of it is wasted."),
          .example = "two_pass_blocked two_pass_interleaved --n 2^16 --block 64 --step 1",
          .build = coalescing_scene,
          .table = coalescing_table,
          .missing = [](const ViewInput& input) { return missing_requests(input, sector_view()); }};
}

}  // namespace lanescope
