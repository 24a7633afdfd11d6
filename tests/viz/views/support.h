// Runs to draw: real ones of the emulator, and small ones built by hand.
#pragma once

#include <bit>
#include <functional>
#include <optional>
#include <string>

#include "engine/session.h"
#include "tests/engine/support.h"
#include "viz/views/shared/sentences.h"
#include "viz/views/views.h"

namespace lanescope::testing {

struct Shown {
  Run run;
  VariantView state;
};

inline Shown emulated(const RunRequest& request) {
  return {run_of(request), {}};
}

inline Shown emulated(std::string_view kernel, std::uint64_t n, unsigned block_dim, unsigned coarse_factor = 1,
                      std::optional<std::uint64_t> grid_dim = std::nullopt) {
  RunRequest request = usual_request(kernel, n, block_dim, coarse_factor);
  request.grid_dim = grid_dim;
  return emulated(request);
}

/// A view of that run alone.
inline Scene picture(const View& view, const Shown& shown, const std::vector<TimingRow>& timings, SceneSize size) {
  const auto run = std::make_shared<const Run>(shown.run);
  return view.build({*run, shown.state, size, {run}, timings, nothing_measured(), surroundings_here()});
}

/// The place of that name which a pointer can be over; null where there is none.
inline const Pick* pick_named(const Scene& scene, const std::string& name) {
  for (const Pick& pick : scene.picks)
    if (pick.name == name) return &pick;
  return nullptr;
}

inline Scene tree_scene(const Shown& shown, SceneSize size) {
  return picture(*find_view("tree"), shown, {}, size);
}
inline Scene activity_scene(const Shown& shown, SceneSize size) {
  return picture(*find_view("activity"), shown, {}, size);
}

/// The views that make sense of the run.
inline std::vector<std::reference_wrapper<const View>> views_of(const Shown& shown) {
  std::vector<std::reference_wrapper<const View>> found;
  for (const View* view : lanescope::views_of(shown.run.launch.workload)) found.push_back(*view);
  return found;
}

inline std::uint32_t steps_of(const Run& run) {
  return static_cast<std::uint32_t>(run.trace->history(run.request.block).steps());
}

/// Four threads, two steps, eight elements 1 .. 4 and 0s: step 0 combines neighbours, step 1 pairs of those.
inline Shown by_hand() {
  Shown shown;
  auto trace = std::make_shared<Trace>();
  trace->launch.block_dim = 2;
  trace->launch.grid_dim = 1;
  History history;
  history.phases = {Phase::tree, Phase::tree, Phase::commit};
  history.strides = {1, 2, 0};
  history.source_lines = {1, 1, 2};
  history.masks = {0b11, 0b01, 0b01};
  trace->histories = {history};
  trace->history_of_block = HistoryOfBlocks({0});
  auto tree = std::make_shared<CombineTree>();
  tree->leaf_elements = {0, 1, 2, 3};
  tree->leaf_values = {1, 2, 3, 4};
  tree->operations = {{0, 1, 0, 0, 3}, {2, 3, 0, 1, 7}, {4, 5, 1, 0, 10}};
  tree->root = 6;
  shown.run.trace = trace;
  shown.run.launch = trace->launch;
  shown.run.tree = tree;
  shown.run.metrics.block = block_metrics(*trace, 0);
  return shown;
}

/// The middle of the pick of a tree node; false where the node is not drawn.
inline bool place_of_node(const Scene& scene, std::uint32_t node, float& x, float& y) {
  for (const Pick& pick : scene.picks) {
    if (pick.focus.node != node) continue;
    x = pick.rect.x + pick.rect.w / 2;
    y = pick.rect.y + pick.rect.h / 2;
    return true;
  }
  return false;
}

}  // namespace lanescope::testing
