// The way of a warp's lanes through their code in one epoch: a row for each line that lanes come to in a basic
// block, with the lanes that do. Lanes come one after another; one that is on the same way joins the rows of those
// before it. The order of the rows is that of a list, since a lane that takes another branch has its rows in
// between.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lanescope {

class LanePath {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  struct Row {
    std::uint32_t place = 0;    ///< in the code, where it begins
    std::uint32_t context = 0;  ///< of which rounds of which loops
    std::uint32_t line = 0;
    std::uint32_t mask = 0;
    std::uint32_t next = kNone;
    bool works = false;  ///< accesses memory, or meets other lanes
    bool ends = false;   ///< is the end of the kernel, where lanes that returned before are missing
  };

  void begin_epoch() {
    rows_.clear();
    first_ = kNone;
    lanes_ = 0;
  }

  /// Lanes come in rising order.
  void begin_lane(unsigned lane) {
    bit_ = 1u << lane;
    alone_ = lanes_ == 0;
    lanes_ |= bit_;
    at_ = kNone;
    now_ = 0;
    context_ = 0;
    loops_.clear();
    callers_.clear();
  }

  /// The lane comes to a place: a basic block, or a further line in one.
  void reach(std::uint32_t place, std::uint32_t line) {
    if (place <= now_)
      go_round(place);
    else if (!loops_.empty() && place > loops_.back().end)
      leave_loops(place);
    now_ = place;
    const std::uint32_t next = at_ == kNone ? first_ : rows_[at_].next;
    at_ = next != kNone && is(rows_[next], place) ? next : find_or_insert(place, line);
    rows_[at_].mask |= bit_;
  }

  /// The lane is where others are, and something happens there that belongs to the row.
  Row& row() { return rows_[at_]; }
  std::uint32_t index() const { return at_; }
  bool has_row() const { return at_ != kNone; }

  void enter_function() {
    callers_.push_back({now_, loops_.size()});
    now_ = 0;
  }
  void leave_function() {
    now_ = 0xffffffffu;
    if (callers_.empty()) return loops_.clear();
    loops_.resize(std::min(loops_.size(), callers_.back().loops));
    now_ = callers_.back().place;
    callers_.pop_back();
    note_context();
  }

  std::uint32_t first() const { return first_; }
  const Row& operator[](std::uint32_t index) const { return rows_[index]; }
  std::size_t size() const { return rows_.size(); }
  std::uint32_t lanes() const { return lanes_; }  ///< that ran

 private:
  struct Loop {
    std::uint32_t head, end, rounds;
  };
  struct Caller {
    std::uint32_t place;
    std::size_t loops;
  };

  bool is(const Row& row, std::uint32_t place) const {
    return row.place == place && row.context == context_ && !(row.mask & bit_);
  }

  /// A step back is the next round of a loop.
  void go_round(std::uint32_t head) {
    const std::size_t base = callers_.empty() ? 0 : callers_.back().loops;
    while (loops_.size() > base && loops_.back().head > head) loops_.pop_back();
    if (loops_.size() > base && loops_.back().head == head) {
      ++loops_.back().rounds;
      loops_.back().end = std::max(loops_.back().end, now_);
    } else {
      loops_.push_back({head, now_, 1});
    }
    note_context();
  }

  void leave_loops(std::uint32_t place) {
    const std::size_t base = callers_.empty() ? 0 : callers_.back().loops;
    while (loops_.size() > base && place > loops_.back().end) loops_.pop_back();
    note_context();
  }

  void note_context() {
    context_ = 0;
    for (const Loop& loop : loops_) context_ = (context_ ^ loop.head) * 0x9e3779b1u + loop.rounds * 0x85ebca6bu;
  }

  std::uint32_t find_or_insert(std::uint32_t place, std::uint32_t line) {
    // A lane alone never finds one: without this, a long loop would search all rows every time.
    for (std::uint32_t i = 0; !alone_ && i < rows_.size(); ++i)
      if (is(rows_[i], place)) return i;
    const auto added = static_cast<std::uint32_t>(rows_.size());
    // Of two branches the one that is written first stands first.
    std::uint32_t before = at_, after = before == kNone ? first_ : rows_[before].next;
    while (after != kNone && rows_[after].place < place && rows_[after].context == context_) {
      before = after;
      after = rows_[after].next;
    }
    rows_.push_back({place, context_, line, 0, after});
    (before == kNone ? first_ : rows_[before].next) = added;
    return added;
  }

  std::vector<Row> rows_;
  std::vector<Loop> loops_;  // that the lane is in
  std::vector<Caller> callers_;
  std::uint32_t first_ = kNone, at_ = kNone, now_ = 0, context_ = 0, bit_ = 0, lanes_ = 0;
  bool alone_ = true;
};

}  // namespace lanescope
