#include "engine/analysis/value_tree.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "engine/workload/ops.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kUnknownNode = kIdentityNode - 1;

bool is_of_input(ArrayId array) {
  return array == ArrayId::input || array == ArrayId::input_vectors;
}

bool only_reads(AccessKind kind) {
  return kind == AccessKind::global_load || kind == AccessKind::shared_load;
}

bool updates(AccessKind kind) {
  return kind == AccessKind::atomic || kind == AccessKind::shared_atomic;
}

template <class T>
class Finder {
 public:
  Finder(const BlockValues& values, const History& history, const LaunchConfig& launch, Op op)
      : values_(values),
        history_(history),
        op_(op),
        threads_(launch.block_dim),
        rows_(history.steps(), FoundRow{Phase::branch, 0}),
        combining_(history.steps()) {
    tree_.block = values.block;
    add_leaves(launch.n);
  }

  ValueTree find() {
    if (tree_.leaf_elements.empty())
      return {{}, {}, Sentence("Block {} reads no element, so it has no tree.", values_.block)};
    auto exchange = values_.exchanges.begin();
    const auto exchange_before = [&](std::size_t access) {
      while (exchange != values_.exchanges.end() && exchange->after <= access) {
        const auto end = std::find_if(exchange, values_.exchanges.end(), [&](const ValueExchange& other) {
          return other.meeting != exchange->meeting;
        });
        hold_meeting({&*exchange, static_cast<std::size_t>(end - exchange)});
        exchange = end;
      }
    };
    for (std::size_t i = 0; i < values_.accesses.size(); ++i) {
      exchange_before(i);
      follow(values_.accesses[i]);
    }
    return with_root();
  }

 private:
  using Cell = std::pair<ArrayId, std::uint64_t>;

  /// A value that a thread has, and what it is made of.
  struct Known {
    std::uint32_t node = kUnknownNode;
    T value{};
    std::int32_t step = -1;                   ///< where the thread got it
    std::int32_t lost_step = -1;              ///< of an unknown one: where it came from
    std::optional<Cell> cell = {};            ///< where it was read
    std::optional<std::uint32_t> lanes = {};  ///< how many lanes away it was given
  };
  struct Thread {
    std::optional<Known> held;  ///< what it stored or gave last
    std::vector<Known> seen;    ///< since then
  };
  static bool same(T a, T b) { return a == b || (a != a && b != b); }

  /// Of a number that came from another process.
  static T value_of(double number) {
    if constexpr (std::is_integral_v<T>) {
      using Limits = std::numeric_limits<T>;
      if (!(number >= Limits::min() && number <= Limits::max())) return T{};
    }
    return static_cast<T>(number);
  }

  void add_leaves(std::uint64_t n) {
    std::vector<std::pair<std::uint64_t, double>> elements;
    std::map<std::uint64_t, bool> stored;
    for (const ValueAccess& access : values_.accesses) {
      if (!is_of_input(access.array) || access.element >= n) continue;
      if (!only_reads(access.kind))
        stored[access.element] = stores_elements_ = true;
      else if (!stored.count(access.element))
        elements.emplace_back(access.element, access.value);
    }
    std::stable_sort(elements.begin(), elements.end(), [](auto& a, auto& b) { return a.first < b.first; });
    for (const auto& [element, value] : elements) {
      if (!tree_.leaf_elements.empty() && tree_.leaf_elements.back() == element) continue;
      cells_[{ArrayId::input, element}] = {tree_.leaves(), value_of(value), -1};
      tree_.leaf_elements.push_back(element);
      tree_.leaf_values.push_back(value);
    }
  }

  /// What is there, as far as the block knows: memory that it did not write counts only at the identity.
  Known known_at(const Cell& cell, double value) const {
    const auto found = cells_.find(cell);
    if (found != cells_.end() && same(found->second.value, value_of(value))) return found->second;
    const bool is_identity = same(value_of(value), identity_of<T>(op_));
    return {is_identity ? kIdentityNode : kUnknownNode, value_of(value), -1};
  }

  void follow(const ValueAccess& access) {
    const Cell cell{is_of_input(access.array) ? ArrayId::input : access.array, access.element};
    Thread& thread = threads_[access.thread];
    const T value = value_of(access.value), before = value_of(access.before);
    if (only_reads(access.kind)) {
      Known seen = known_at(cell, access.value);
      seen.step = access.step;
      seen.cell = cell;
      seen.lanes.reset();
      see(access.step, Phase::load, 0);
      thread.seen.push_back(seen);
      return;
    }
    if (access.array == ArrayId::output) outputs_[access.element] = access.step;
    see(access.step, access.array == ArrayId::output ? Phase::commit : Phase::load, 0);
    if (!updates(access.kind)) {
      const Known stored = explain(
          access.thread, access.step, cell, [&](T candidate) { return same(candidate, value); }, value);
      cells_[cell] = {stored.node, value, access.step, stored.lost_step};
      thread.held->cell = cell;
      return;
    }
    const auto old = cells_.find(cell);
    const Known added = explain(
        access.thread, access.step, {}, [&](T candidate) { return same(apply_op(op_, before, candidate), value); },
        T{});
    // What others left in the output is not the block's; of memory of its own it would be.
    const bool is_first = old == cells_.end();
    const bool is_lost = added.node == kUnknownNode || (!is_first && old->second.node == kUnknownNode);
    if (is_lost || (is_first && cell.first != ArrayId::output && !same(before, identity_of<T>(op_))))
      cells_[cell] = {kUnknownNode, value, access.step, added.lost_step};
    else if (is_first)
      cells_[cell] = {added.node, value, access.step};
    else
      cells_[cell] = {combined({old->second.node, node_value(old->second)}, added, access.thread, access.step).node,
                      value, access.step};
  }

  void hold_meeting(std::span<const ValueExchange> lanes) {
    std::map<std::uint32_t, Known> given;
    for (const ValueExchange& lane : lanes) {
      if (given.count(lane.from)) continue;
      const T value = value_of(lane.value);
      given[lane.from] = explain(
          lane.from, lane.step, {}, [&](T candidate) { return same(candidate, value); }, value);
    }
    for (const ValueExchange& lane : lanes) {
      Known seen = given[lane.from];
      seen.step = lane.step;
      seen.cell.reset();
      seen.lanes = std::max(lane.thread, lane.from) - std::min(lane.thread, lane.from);
      see(lane.step, Phase::load, 0);
      threads_[lane.thread].seen.push_back(seen);
    }
  }

  /// The value of a node, as the block alone makes it: in an output other blocks have a share.
  T node_value(const Known& known) const {
    if (known.node == kIdentityNode || known.node == kUnknownNode) return known.value;
    if (known.node < tree_.leaves()) return value_of(tree_.leaf_values[known.node]);
    return value_of(tree_.operations[known.node - tree_.leaves()].value);
  }

  Known combined(const Known& left, const Known& right, std::uint32_t thread, std::int32_t step) {
    const T value = apply_op(op_, left.value, right.value);
    if (left.node == kIdentityNode) return {right.node, value, step};
    if (right.node == kIdentityNode) return {left.node, value, step};
    const auto node = tree_.leaves() + static_cast<std::uint32_t>(tree_.operations.size());
    tree_.operations.push_back(
        {left.node, right.node, static_cast<std::uint32_t>(std::max(step, 0)), thread, reduced(value).number});
    return {node, value, step};
  }

  /// Whether these, one after another, are a value that matches, and all of them known.
  bool fits(std::span<const Known> parts, const auto& matches) const {
    if (parts.empty()) return false;
    T value = parts[0].value;
    bool known = parts[0].node != kUnknownNode;
    for (const Known& part : parts.subspan(1)) {
      value = apply_op(op_, value, part.value);
      known = known && part.node != kUnknownNode;
    }
    return known && matches(value);
  }

  Known combine_all(std::span<const Known> parts, std::uint32_t thread, const std::optional<Cell>& target) {
    Known all = parts[0];
    for (const Known& part : parts.subspan(1)) {
      const std::int32_t step = std::max(all.step, part.step);
      const bool is_beside_target = target && part.cell && target->first == part.cell->first;
      // Two identities that were read in different rows may have nothing to do with each other.
      if (all.node != kIdentityNode || part.node != kIdentityNode || all.step == part.step)
        see_combining(step, thread, part, is_beside_target ? target : parts[0].cell);
      all = combined(all, part, thread, step);
    }
    return all;
  }

  /// Of all that is seen in a row the last one of these is its phase.
  static std::size_t rank(Phase phase) {
    constexpr Phase kOrder[] = {Phase::branch, Phase::load, Phase::commit, Phase::own, Phase::tree, Phase::shuffle};
    return static_cast<std::size_t>(std::find(std::begin(kOrder), std::end(kOrder), phase) - std::begin(kOrder));
  }

  void see(std::int32_t step, Phase phase, std::uint32_t stride) {
    if (step < 0) return;
    FoundRow& row = rows_[static_cast<std::size_t>(step)];
    if (rank(phase) > rank(row.phase))
      row = {phase, stride};
    else if (phase == row.phase && stride != row.stride)
      row.stride = 0;
  }

  /// Elements that a thread takes into a register are its own; what it takes into memory, or from there, others
  /// share.
  void see_combining(std::int32_t step, std::uint32_t thread, const Known& taken, const std::optional<Cell>& into) {
    if (step >= 0) combining_[static_cast<std::size_t>(step)].insert(thread);
    if (taken.lanes) return see(step, Phase::shuffle, *taken.lanes);
    const bool is_element = taken.cell && taken.cell->first == ArrayId::input;
    const bool shares = into && taken.cell && into->first == taken.cell->first;
    if (is_element && !(shares && stores_elements_)) return see(step, Phase::own, 0);
    const auto apart = [](std::uint64_t a, std::uint64_t b) {
      return static_cast<std::uint32_t>(std::max(a, b) - std::min(a, b));
    };
    see(step, Phase::tree, shares ? apart(into->second, taken.cell->second) : 0);
  }

  /// Makes nodes of how the thread came to a value. `target`: where it is stored; what was read there is then the
  /// partial sum that the others are combined into.
  Known explain(std::uint32_t index, std::int32_t step, const std::optional<Cell>& target, const auto& matches,
                T unknown) {
    Thread& thread = threads_[index];
    const auto holds_again = [&](std::span<const Known> seen) {
      return thread.held &&
             std::any_of(seen.begin(), seen.end(), [&](const Known& one) { return one.node == thread.held->node; });
    };
    const auto explained = [&](std::span<const Known> parts) {
      thread.held = combine_all(parts, index, target);
      thread.seen.clear();
      return *thread.held;
    };
    // All that it has seen first, then the last few: a thread may also have read what it only looked at.
    constexpr std::size_t kMostLast = 8;
    std::vector<Known> parts;
    // One that stores what it holds again and again, and reads in between, would look at all of it each time.
    std::size_t count = looked_at_ < kMostLookedAt ? thread.seen.size() : std::min(thread.seen.size(), kMostLast);
    looked_at_ += count;
    for (std::size_t tried = 0; count > 0 && tried <= kMostLast; ++tried) {
      const std::span<const Known> seen(thread.seen.data() + thread.seen.size() - count, count);
      if (thread.held && thread.held->node != kIdentityNode && !holds_again(seen)) {
        parts.assign({*thread.held});
        parts.insert(parts.end(), seen.begin(), seen.end());
        if (fits(parts, matches)) return explained(parts);
      }
      parts.assign(seen.begin(), seen.end());
      const auto own =
          std::find_if(parts.begin(), parts.end(), [&](const Known& one) { return one.cell == target; });
      if (target && own != parts.end()) std::rotate(parts.begin(), own, own + 1);
      if (fits(parts, matches)) return explained(parts);
      count = std::min(count - 1, kMostLast - tried);
    }
    if (thread.held && thread.held->node != kUnknownNode && matches(thread.held->value)) return *thread.held;
    if (matches(identity_of<T>(op_))) return *(thread.held = Known{kIdentityNode, identity_of<T>(op_), step});
    const auto lost =
        std::find_if(thread.seen.begin(), thread.seen.end(), [](const Known& one) { return one.lost_step >= 0; });
    const std::int32_t lost_step = lost == thread.seen.end() ? step : lost->lost_step;
    thread.seen.clear();
    return *(thread.held = Known{kUnknownNode, unknown, step, lost_step});
  }

  /// A loop is one line: the round in which its sum begins is like the others. Where one thread combines what all
  /// left in memory, that is no tree.
  void name_lines() {
    std::map<std::uint32_t, Phase> of_line;
    std::map<std::uint32_t, bool> has_several;
    std::map<std::uint32_t, std::size_t> rounds;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const std::uint32_t line = history_.source_lines[row];
      Phase& phase = of_line.emplace(line, Phase::branch).first->second;
      if (rank(rows_[row].phase) > rank(phase)) phase = rows_[row].phase;
      if (combining_[row].empty()) continue;
      has_several[line] |= combining_[row].size() > 1;
      ++rounds[line];
    }
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const std::uint32_t line = history_.source_lines[row];
      FoundRow& found = rows_[row];
      if (found.phase == Phase::load && rank(of_line[line]) > rank(Phase::commit)) found.phase = of_line[line];
      if (found.phase == Phase::tree && !has_several[line] && rounds[line] > 1) found.phase = Phase::exchange;
    }
  }

  ValueTree with_root() {
    if (outputs_.empty())
      return {{}, {}, Sentence("Block {} leaves nothing in the output, so it has no tree.", values_.block)};
    if (outputs_.size() > 1)
      return {{},
              {},
              Sentence("Block {} leaves {} values in the output and not one, so it has no tree.", values_.block,
                       outputs_.size())};
    const Known& root = cells_.at({ArrayId::output, outputs_.begin()->first});
    tree_.root = root.node;
    if (tree_.root == kUnknownNode) {
      const std::int32_t step = root.lost_step >= 0 ? root.lost_step : outputs_.begin()->second;
      const std::uint32_t line =
          step >= 0 ? std::uint32_t{history_.source_lines[static_cast<std::size_t>(step)]} : 0;
      return {
          {},
          {},
          Sentence(
              "The value that line {} hands on is not what its thread has read, combined by {} in that order, so "
              "there is no tree.",
              line, Sentence::word(std::string(name_of(op_))))};
    }
    name_lines();
    return {std::move(tree_), std::move(rows_), {}};
  }

  static constexpr std::size_t kMostLookedAt = 1 << 24;

  const BlockValues& values_;
  const History& history_;
  const Op op_;
  CombineTree tree_;
  std::vector<Thread> threads_;
  std::vector<FoundRow> rows_;
  std::vector<std::set<std::uint32_t>> combining_;  // threads, by row
  bool stores_elements_ = false;                    // the input is destroyed
  std::map<Cell, Known> cells_;
  std::size_t looked_at_ = 0;                      // values, to explain others
  std::map<std::uint64_t, std::int32_t> outputs_;  // elements that the block wrote, and in which step last
};

}  // namespace

ValueTree tree_of_values(const BlockValues& values, const History& history, const LaunchConfig& launch, Op op,
                         ElementType type) {
  return with_type(type, [&]<class T>(TypeTag<T>) -> ValueTree {
    if constexpr (std::is_arithmetic_v<T>)
      return Finder<T>(values, history, launch, op).find();
    else
      return {{},
              {},
              Sentence("Elements of {} are not followed in a kernel of a file, so it has no tree.",
                       Sentence::word(std::string(name_of(type))))};
  });
}

void name_rows(Trace& trace, std::uint64_t block, const std::vector<FoundRow>& rows) {
  std::map<std::uint32_t, std::vector<FoundRow>> rows_of_line;
  const History& found = trace.history(block);
  for (std::size_t row = 0; row < rows.size(); ++row) rows_of_line[found.source_lines[row]].push_back(rows[row]);
  for (History& history : trace.histories) {
    std::map<std::uint32_t, std::size_t> seen;
    std::vector<Phase> phases;
    std::vector<std::uint32_t> strides;
    for (std::size_t row = 0; row < history.steps(); ++row) {
      const std::uint32_t line = history.source_lines[row];
      const auto& known = rows_of_line[line];
      const std::size_t place = seen[line]++;
      const FoundRow named = known.empty()          ? FoundRow{}
                             : place < known.size() ? known[place]
                                                    : FoundRow{known.back().phase, 0};
      phases.push_back(named.phase);
      strides.push_back(named.stride);
    }
    history.phases = std::move(phases);
    history.strides = std::move(strides);
  }
}

}  // namespace lanescope
