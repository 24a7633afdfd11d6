#include "viz/views/elements/element_cells.h"

#include <algorithm>
#include <array>

#include "engine/workload/arrays.h"
#include "viz/kit/painter.h"
#include "viz/views/shared/step_table.h"

namespace lanescope {
namespace {

std::size_t characters_of_longest_value(const ElementFlow& flow) {
  std::size_t longest = 0;
  for (std::int32_t step = -1; step < flow.steps(); ++step)
    for (const ElementUse& use : flow.at(step)) {
      if (!use.value) return 0;
      longest = std::max(longest, value_text(*use.value).size());
    }
  return longest;
}

}  // namespace

std::string value_text(double value) {
  return plain_value(value, {3, false});
}

ElementCells::ElementCells(const Trace& trace, const KeptAddresses& block, const BlockValues* values,
                           std::size_t steps)
    : flow_(trace, block, values, steps),
      kept_(kept_additions(flow_, trace.history(block.block()).phases)),
      rounds_(network_rounds(flow_, trace.history(block.block()).phases)) {
  const ArrayLayout layout = arrays_of(trace.launch, trace.element_bytes);
  if (layout.inputs.size() == 2 && layout.output == layout.inputs[0].size + layout.inputs[1].size)
    merge_ = merge_path(flow_, layout.inputs[0].size, layout.inputs[1].size);
  if (has_network(flow_, rounds_)) {
    ways_ = longest_ways(flow_, rounds_, kept_);
    longest_value_ = characters_of_longest_value(flow_);
  } else {
    rounds_.clear();
  }
  for (const TouchedElements& span : arrays()) touches_.emplace_back(span.size());
  for (std::int32_t step = -1; step < flow_.steps(); ++step)
    for (const ElementUse& use : flow_.at(step)) {
      const std::size_t array = *index_of(use.array);
      touches_[array][use.element - arrays()[array].first].push_back({step, use.thread, use.kind, use.value});
    }
}

std::optional<std::size_t> ElementCells::index_of(ArrayId array) const {
  for (std::size_t i = 0; i < arrays().size(); ++i)
    if (arrays()[i].array == array) return i;
  return std::nullopt;
}

ElementState ElementCells::state(std::size_t array, std::uint64_t element, std::uint32_t position) const {
  const auto current = static_cast<std::int32_t>(position) - 1;
  ElementState state = ElementState::untouched;
  for (const ElementTouch& touch : touches(array, element)) {
    if (position > 0 && touch.step == current) return ElementState::now;
    if (touch.step < current) state = ElementState::done;
    if (touch.step > current && state == ElementState::untouched) return ElementState::future;
  }
  return state;
}

std::optional<double> ElementCells::value(std::size_t array, std::uint64_t element, std::uint32_t position) const {
  const auto& all = touches(array, element);
  if (all.empty()) return std::nullopt;
  const auto current = static_cast<std::int32_t>(position) - 1;
  std::optional<double> value = writes(all.front().kind) ? std::nullopt : all.front().value;
  for (const ElementTouch& touch : all)
    if (touch.step <= current) value = touch.value;
  return value;
}

std::shared_ptr<const ElementCells> element_cells(const Run& run) {
  struct Kept {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const BlockValues> values;
    std::uint64_t block = 0;
    std::shared_ptr<const ElementCells> cells;
  };
  thread_local std::array<Kept, 8> kept;
  thread_local std::size_t oldest = 0;
  const History* history = history_in_view(run);
  const KeptAddresses* addresses = run.trace ? run.trace->addresses_of(run.request.block) : nullptr;
  if (!history || !addresses) return nullptr;
  for (const Kept& known : kept)
    if (known.cells && known.trace == run.trace && known.values == run.values && known.block == run.request.block)
      return known.cells;
  const BlockValues* values = run.values && run.values->block == run.request.block ? run.values.get() : nullptr;
  kept[oldest] = {run.trace, run.values, run.request.block,
                  std::make_shared<const ElementCells>(*run.trace, *addresses, values, history->steps())};
  const auto made = kept[oldest].cells;
  oldest = (oldest + 1) % kept.size();
  return made;
}

}  // namespace lanescope
