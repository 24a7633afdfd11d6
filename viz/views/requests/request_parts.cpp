// Which requests are shown, and what both views draw or say about a request in the same way.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "viz/views/requests/request_view.h"
#include "viz/views/shared/lane_columns.h"
#include "viz/views/shared/step_table.h"

namespace lanescope {

Focus ChosenRequests::focus(std::optional<std::uint32_t> lane) const {
  Focus focus{.step = {}, .warp = warp, .lane = lane, .node = {}};
  if (step != kBeforeFirstStep) focus.step = static_cast<std::uint32_t>(step);
  return focus;
}

ChosenRequests choose_requests(const Run& run, const VariantView& state, MemorySpace space) {
  ChosenRequests chosen;
  const History* history = history_in_view(run);
  if (!history || history->steps() == 0) return chosen;
  const auto steps = static_cast<std::uint32_t>(history->steps());
  chosen.step = static_cast<std::int32_t>(std::min(state.position, steps)) - 1;
  if (state.selection.empty() && state.hover.step && *state.hover.step < steps)
    chosen.step = static_cast<std::int32_t>(*state.hover.step);
  const KeptAddresses* addresses = run.trace->addresses_of(run.request.block);
  if (!addresses) return chosen;
  chosen.block = std::make_shared<const BlockAddresses>(addresses->of_step(chosen.step));
  chosen.of_block = requests_of(*chosen.block, space, chosen.step);
  const unsigned warps = run.trace->warps_per_block();
  if (const auto warp = state.selection.warp ? state.selection.warp : state.hover.warp; warp && *warp < warps)
    chosen.warp = *warp;
  else if (!chosen.of_block.empty())
    chosen.warp = chosen.of_block.front()->warp;
  chosen.of_warp = requests_of(*chosen.block, space, chosen.step, chosen.warp);
  return chosen;
}

std::vector<unsigned> RequestShown::lanes() const {
  std::vector<unsigned> list;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    if (request.mask >> lane & 1) list.push_back(lane);
  return list;
}

std::string_view verb_of(AccessKind kind) {
  switch (kind) {
    case AccessKind::global_load:
    case AccessKind::shared_load:
      return tr_later("ask for");
    case AccessKind::global_store:
    case AccessKind::shared_store:
      return tr_later("write");
    case AccessKind::atomic:
    case AccessKind::shared_atomic:
      break;
  }
  return tr_later("update");
}

std::string_view place_of(ArrayId array) {
  switch (array) {
    case ArrayId::input:
    case ArrayId::input_vectors:
    case ArrayId::second_input:
    case ArrayId::third_input:
      return tr_later("the input");
    case ArrayId::output:
    case ArrayId::second_output:
      return tr_later("the output");
    case ArrayId::shared:
    case ArrayId::chain_place:
      return tr_later("shared memory");
    case ArrayId::file_variable:
      return tr_later("a variable of the file");
    case ArrayId::handed_over:
      break;
  }
  return tr_later("block results");
}

std::string pieces_of(const Request& request, unsigned element_bytes, std::uint64_t count) {
  const char* piece = request.array == ArrayId::input_vectors ? "vector" : element_bytes == 4 ? "word" : "element";
  return tr_format("{} of {} bytes", counted(count, piece), element_bytes);
}

std::optional<Color> mark_of_lane(const Painter& painter, const RequestShown& shown, unsigned lane) {
  const auto names = [&](const Focus& focus) {
    return focus.lane == lane && focus.warp.value_or(shown.chosen.warp) == shown.chosen.warp;
  };
  if (names(shown.state.hover)) return painter.colors.hover;
  if (names(shown.state.selection)) return painter.colors.selection;
  return std::nullopt;
}

std::vector<LaneLook> idle_lanes(const Palette& colors) {
  return std::vector<LaneLook>(kWarpSize, LaneLook{colors.retired, tr("This lane takes no part in the request.")});
}

void draw_lanes(Painter& painter, const LaneRow& row, const RequestShown& shown,
                const std::vector<LaneLook>& looks) {
  const float pitch = row.pitch(), gap = pitch >= 8 * painter.unit ? 2 * painter.unit : pitch >= 4 ? 1 : 0;
  const float widest = painter.width_of("31", FontFace::mono, painter.small);
  const bool inside = row.place.h >= painter.small + 2 * painter.unit;
  unsigned every = 1;
  while (every < kWarpSize && static_cast<float>(every) * pitch < widest + 4 * painter.unit) every *= 2;
  const std::string first = (row.named ? "" : tr("lane ")) + std::string("0");
  if (every > 1) every = clear_of_words(painter, first, pitch, std::max(every, 8u));
  const std::uint32_t mask = shown.request.mask;
  for (unsigned lane = 0; lane < row.lanes; ++lane) {
    const bool active = mask >> lane & 1;
    const Rect cell{row.place.x + pitch * static_cast<float>(lane) + gap / 2, row.place.y, pitch - gap,
                    row.place.h};
    painter.scene.overlays.push_back(
        {.rect = cell, .color = looks[lane].fill, .radius = std::min(2 * painter.unit, cell.w / 4)});
    if (const auto mark = mark_of_lane(painter, shown, lane)) painter.outline(cell, 2 * painter.unit, *mark);
    if (inside && every == 1)
      painter.text(cell.x + cell.w / 2, cell.y + cell.h / 2, std::to_string(lane), FontFace::mono, painter.small,
                   Align::center, active ? ink(painter.colors) : painter.colors.faint);
    else if (every > 1 && row.numbers_y > 0 && lane % every == 0)
      painter.text(cell.x, row.numbers_y, lane == 0 ? first : std::to_string(lane), FontFace::sans, painter.small,
                   Align::left, painter.colors.faint);
    painter.scene.picks.push_back({{cell.x - gap / 2, cell.y, pitch, cell.h},
                                   shown.chosen.focus(lane),
                                   {},
                                   looks[lane].tip,
                                   fmt::format("lane/{}", lane)});
  }
}

}  // namespace lanescope
