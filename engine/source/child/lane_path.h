// The way of a warp's lanes through their code in one epoch: a row for each line that lanes come to in a basic
// block, with the lanes that do. Lanes come one after another; one that is on the same way joins the rows of those
// before it. The order of the rows is that of a list, since a lane that takes another branch has its rows in
// between.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/source/child/code_order.h"

namespace lanescope {

class LanePath {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  static constexpr std::size_t kMostRows = 1 << 16;  ///< more are not told apart

 private:
  static constexpr std::uint32_t kStart = 0;
  /// In which rounds of which loops, called from where: what decides which row a place is. Chains of them are
  /// shared by rows, and never change.
  struct State {
    std::uint32_t loop, caller;
  };
  struct Step {
    std::uint32_t place, row;
  };

 public:
  /// The order of the code stays the caller's.
  explicit LanePath(const CodeOrder& code) : code_(code) {}

  /// On a line of the cache, since lanes go from one to the next all the time.
  struct alignas(64) Row {
    std::uint32_t place = 0;       ///< in the code, where it begins; 0: nowhere yet
    std::uint32_t order = 0;       ///< of its place (code_order.h)
    std::uint32_t context = 0;     ///< of which rounds of which loops, called from where
    std::uint32_t line = 0;        ///< of its first access, where it has one
    std::uint32_t place_line = 0;  ///< of its place
    std::uint32_t mask = 0;
    std::uint32_t next = kNone;
    bool works = false;  ///< accesses memory, or meets other lanes
    bool ends = false;   ///< is the end of the kernel, where lanes that returned before are missing
    State state = {kNone, kNone};
    Step steps[2] = {{kNone, kStart}, {kNone, kStart}};  ///< that lanes took from here
  };

  void begin_epoch() {
    rows_.assign(1, {});  // before the first block of each lane, and in no list
    loops_.clear();
    callers_.clear();
    first_ = kNone;
    lanes_ = 0;
  }

  /// Lanes come in rising order.
  void begin_lane(unsigned lane) {
    bit_ = 1u << lane;
    alone_ = lanes_ == 0;
    lanes_ |= bit_;
    at_ = kStart;
    has_moved_ = false;
  }

  /// The lane comes to a place to which lanes have come from here before; null: it does not, and nothing was done.
  [[gnu::always_inline]] const Row* follow(std::uint32_t place) {
    if (has_moved_) return nullptr;
    const Row& from = rows_[at_];
    const std::uint32_t to = from.steps[0].place == place ? from.steps[0].row : from.steps[1].row;
    Row& row = rows_[to];
    if (row.place != place || (row.mask & bit_)) return nullptr;
    row.mask |= bit_;
    at_ = to;
    return &row;
  }

  /// The lane comes to a place: a basic block, or a further line in one.
  [[gnu::always_inline]] void reach(std::uint32_t place, std::uint32_t line) {
    if (!follow(place)) find_way(place, line);
  }

  /// The lane is where others are, and something happens there that belongs to the row.
  Row& row() { return rows_[at_]; }
  std::uint32_t index() const { return at_; }
  bool has_row() const { return at_ != kStart; }

  /// `site`: where it is called. Lanes that call one function in two places are at two places in it.
  void enter_function(std::uint32_t site) {
    move();
    callers_.push_back({now_, state_.loop, state_.caller, mixed(context(), site, 0)});
    state_.caller = last_of(callers_);
    now_ = 0;
  }
  void leave_function() {
    move();
    now_ = 0xffffffffu;
    if (state_.caller == kNone) {
      state_.loop = kNone;
      return;
    }
    const Caller& caller = callers_[state_.caller];
    while (depth_of(state_.loop) > depth_of(caller.loop)) state_.loop = loops_[state_.loop].outer;
    now_ = caller.now;
    state_.caller = caller.outer;
  }

  std::uint32_t first() const { return first_; }
  const Row& operator[](std::uint32_t index) const { return rows_[index]; }
  std::size_t size() const { return rows_.size(); }
  std::uint32_t lanes() const { return lanes_; }  ///< that ran

 private:
  struct Loop {
    std::uint32_t head, end, rounds, outer, depth, context;
  };
  struct Caller {
    std::uint32_t now, loop, outer, context;
  };

  static std::uint32_t mixed(std::uint32_t context, std::uint32_t place, std::uint32_t rounds) {
    return (context ^ place) * 0x9e3779b1u + rounds * 0x85ebca6bu;
  }
  static std::uint32_t last_of(const auto& chain) { return static_cast<std::uint32_t>(chain.size()) - 1; }
  std::uint32_t depth_of(std::uint32_t loop) const { return loop == kNone ? 0 : loops_[loop].depth; }
  /// Of the innermost loop of the function, or of its call.
  std::uint32_t context() const { return context_in(state_.loop); }
  std::uint32_t context_in(std::uint32_t loop) const {
    if (depth_of(loop) > base()) return loops_[loop].context;
    return state_.caller == kNone ? 0 : callers_[state_.caller].context;
  }

  bool is(const Row& row, std::uint32_t place) const {
    return row.place == place && row.context == context() && !(row.mask & bit_);
  }

  /// The lane leaves what its row says of it.
  void move() {
    if (has_moved_) return;
    now_ = rows_[at_].order;
    state_ = rows_[at_].state;
    has_moved_ = true;
  }

  [[gnu::noinline]] void find_way(std::uint32_t place, std::uint32_t line) {
    if (rows_.size() > kMostRows) return;  // nobody shows them
    const bool from_row = !has_moved_;
    const std::uint32_t from = at_;
    move();
    const std::uint32_t order = code_.of(place);
    if (order <= now_)
      go_round(order);
    else
      leave_loops(order);
    const std::uint32_t next = at_ == kStart ? first_ : rows_[at_].next;
    at_ = next != kNone && is(rows_[next], place) ? next : find_or_insert(place, order, line);
    rows_[at_].mask |= bit_;
    rows_[at_].state = state_;
    has_moved_ = false;
    if (!from_row) return;
    Step* steps = rows_[from].steps;
    if (steps[0].place != place) {
      steps[1] = steps[0];
      steps[0] = {place, at_};
    } else {
      steps[0].row = at_;
    }
  }

  std::uint32_t base() const { return state_.caller == kNone ? 0 : depth_of(callers_[state_.caller].loop); }

  void push_loop(std::uint32_t head, std::uint32_t end, std::uint32_t rounds, std::uint32_t outer) {
    loops_.push_back({head, end, rounds, outer, depth_of(outer) + 1, mixed(context_in(outer), head, rounds)});
    state_.loop = last_of(loops_);
  }

  /// A step back is the next round of a loop: of the innermost one that has both places.
  void go_round(std::uint32_t order) {
    const std::uint32_t base = this->base(), number = code_.innermost(order, now_);
    const bool is_known = number != CodeOrder::kNone;
    const std::uint32_t head = is_known ? code_.loop(number).begin : order,
                        end = is_known ? code_.loop(number).end : now_ + 1;
    while (depth_of(state_.loop) > base && loops_[state_.loop].head > head) state_.loop = loops_[state_.loop].outer;
    if (depth_of(state_.loop) > base && loops_[state_.loop].head == head) {
      const Loop loop = loops_[state_.loop];
      push_loop(head, std::max(loop.end, end), loop.rounds + 1, loop.outer);
    } else {
      push_loop(head, end, 1, state_.loop);
    }
  }

  void leave_loops(std::uint32_t order) {
    const std::uint32_t base = this->base();
    while (depth_of(state_.loop) > base && order >= loops_[state_.loop].end)
      state_.loop = loops_[state_.loop].outer;
  }

  std::uint32_t find_or_insert(std::uint32_t place, std::uint32_t order, std::uint32_t line) {
    // A lane alone never finds one: without this, a long loop would search all rows every time.
    for (std::uint32_t i = kStart + 1; !alone_ && i < rows_.size(); ++i)
      if (is(rows_[i], place)) return i;
    const auto added = static_cast<std::uint32_t>(rows_.size());
    // Of two branches the one that is written first stands first.
    std::uint32_t before = at_, after = before == kStart ? first_ : rows_[before].next;
    while (after != kNone && rows_[after].order < order && rows_[after].context == context()) {
      before = after;
      after = rows_[after].next;
    }
    rows_.push_back({place, order, context(), line, line, 0, after});
    (before == kStart ? first_ : rows_[before].next) = added;
    return added;
  }

  const CodeOrder& code_;
  std::vector<Row> rows_;
  std::vector<Loop> loops_;
  std::vector<Caller> callers_;
  State state_ = {kNone, kNone};  // of the lane, if it has moved
  std::uint32_t now_ = 0;         // likewise
  std::uint32_t first_ = kNone, at_ = kStart, bit_ = 0, lanes_ = 0;
  bool alone_ = true, has_moved_ = true;
};

}  // namespace lanescope
