// What the coalescing and the banks view share: which warp and step they show, how that warp's requests share the
// room, and the sentence and the numbers beside them. Each view draws single requests itself.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/analysis/step_requests.h"
#include "viz/kit/choices.h"
#include "viz/kit/painter.h"
#include "viz/views/view.h"

namespace lanescope {

/// The requests of one warp at one step. A selected or hovered warp stays while the steps change; without a
/// selection, the step under the pointer is shown instead of the current one.
struct ChosenRequests {
  std::shared_ptr<const BlockAddresses>
      block;  ///< what it asks for in that step; null where no addresses were kept
  std::int32_t step = kBeforeFirstStep;
  std::uint32_t warp = 0;
  std::vector<const Request*> of_warp;
  std::vector<const Request*> of_block;  ///< of all its warps

  Focus focus(std::optional<std::uint32_t> lane = std::nullopt) const;
};
ChosenRequests choose_requests(const Run& run, const VariantView& state, MemorySpace space);

/// One request about to be drawn.
struct RequestShown {
  const Run& run;
  const VariantView& state;
  const ChosenRequests& chosen;
  const Request& request;
  RequestBytes bytes;

  const Trace& trace() const { return *run.trace; }
  /// Lanes in the order of their offsets.
  std::vector<unsigned> lanes() const;
  std::uint32_t thread(unsigned lane) const { return chosen.warp * kWarpSize + lane; }
};

/// "loads", "stores" or "updates": what the lanes do; and "the input": with which array.
std::string_view verb_of(AccessKind kind);
std::string_view place_of(ArrayId array);
/// "words of 4 bytes": what the lanes ask for.
std::string pieces_of(const Request& request, unsigned element_bytes, std::uint64_t count);

struct RequestView {
  const char* title;
  const char* short_title;
  MemorySpace space;
  const char* memory;  ///< "global memory"
  float least_height;  ///< in units, of one request and its sentence
  std::vector<LegendEntry> (*legend)(const Palette& colors, const ViewInput& input);
  std::vector<std::string> (*sentences)(const RequestShown& shown);  ///< the longest first
  void (*draw)(Painter& painter, const Rect& place, const RequestShown& shown);
  NumberTable (*table)(const ViewInput& input);
  /// What has such requests, for a launch that has none; null: nothing is known.
  std::vector<Choice> (*offers)(const ViewInput& input) = nullptr;
};

/// Of a launch in whose block no step has such a request.
Missing missing_requests(const ViewInput& input, const RequestView& view);

/// `others`: what else the warp does in this step, which is chosen as requests are, and stands in front of them.
Scene request_scene(const ViewInput& input, const RequestView& view, const std::vector<Choice>& others = {});

/// One for each request of the warp, numbered from `first`.
std::vector<Choice> request_choices(const ChosenRequests& chosen, MemorySpace space, std::optional<std::size_t> lit,
                                    std::size_t first = 0);

/// The longest sentence that fits, in the larger font if possible.
void draw_sentence(Painter& painter, float x, float y, float width, const std::vector<std::string>& candidates);

/// One row for the warp in view and one for its whole block: requests, transactions, transactions per request, and
/// the cells from `more`.
void add_cost_rows(NumberTable& table, const ViewInput& input, MemorySpace space,
                   std::vector<TableCell> (*more)(const RequestCost& cost));

/// Lanes side by side in `place`, those of the request highlighted, with as many numbers as fit; each has a pick
/// with a tip.
struct LaneRow {
  Rect place;
  unsigned lanes = kWarpSize;
  float numbers_y = 0;  ///< where numbers are drawn that do not fit into the cells; 0: nowhere
  bool named = false;   ///< its name stands at its left, so the numbers need none
  float pitch() const { return place.w / static_cast<float>(lanes); }
  float middle(unsigned lane) const { return place.x + pitch() * (static_cast<float>(lane) + 0.5f); }
};
struct LaneLook {
  Color fill;
  std::string tip;
};
void draw_lanes(Painter& painter, const LaneRow& row, const RequestShown& shown,
                const std::vector<LaneLook>& looks);
/// The looks of a warp whose lanes take no part; to be overwritten for lanes that do.
std::vector<LaneLook> idle_lanes(const Palette& colors);

/// The colour that marks a lane of this warp if it is selected or under the pointer.
std::optional<Color> mark_of_lane(const Painter& painter, const RequestShown& shown, unsigned lane);

}  // namespace lanescope
