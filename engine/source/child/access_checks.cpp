#include "engine/source/child/access_checks.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/source/child/code_lines.h"
#include "engine/source/child/place_words.h"
#include "engine/source/child/unwritten_words.h"
#include "engine/source/finding_words.h"

namespace lanescope {
namespace {

constexpr unsigned kAddressBits = 47;  // of a process

/// A plain read, and an atomic update by another thread.
bool reads_beside_update(const AccessMark& earlier, bool earlier_reads, const AccessChecks::Access& access) {
  using Kind = AccessChecks::Access::Kind;
  return access.kind == Kind::read ? !earlier_reads && earlier.is_strong && !earlier.is_volatile
                                   : earlier_reads && access.kind == Kind::update;
}

}  // namespace

void AccessChecks::begin_launch(const std::array<unsigned, 3>& block, const std::array<unsigned, 3>& grid,
                                std::uint64_t most) {
  finish();
  block_ = block;
  grid_ = grid;
  const unsigned threads = block[0] * block[1] * block[2];
  left_ = most;
  for (const auto& resident : residents_) {
    resident->threads.assign(threads, {});
    resident->warps.assign((threads + kLanes - 1) / kLanes, {});
  }
  threads_ = threads;
  releases_.clear();
  released_at_.clear();
  any_known_ = any_fence_ = false;
  launch_began_ = ++now_;
}

AccessChecks::Resident& AccessChecks::resident_at(unsigned resident) {
  while (residents_.size() <= resident) {
    residents_.push_back(std::make_unique<Resident>());
    residents_.back()->threads.assign(threads_, {});
    residents_.back()->warps.assign((threads_ + kLanes - 1) / kLanes, {});
  }
  return *residents_[resident];
}

void AccessChecks::enter(unsigned resident) {
  settle();
  here_ = &resident_at(resident);
}

void AccessChecks::begin_block(unsigned resident, std::uint64_t block) {
  enter(resident);
  here_->block = static_cast<std::uint32_t>(block);
  here_->began = here_->barrier = ++now_;
  if (any_fence_ || any_known_)
    for (Thread& thread : here_->threads) thread = {};
  for (Warp& warp : here_->warps) warp = {};
  here_->known.clear();
}

void AccessChecks::fence(unsigned thread) {
  any_fence_ = true;
  here_->threads[thread].fenced = ++now_;
  here_->threads[thread].fenced_barrier = here_->barrier;
  ++now_;
}

void AccessChecks::barrier() {
  settle();
  here_->barrier = ++now_;
  if (!any_known_) return;
  std::set<std::uint32_t> known(here_->known.begin(), here_->known.end());
  for (Thread& thread : here_->threads) {
    known.insert(thread.known.begin(), thread.known.end());
    thread.known.clear();
  }
  here_->known.assign(known.begin(), known.end());
}

void AccessChecks::meet(unsigned warp, std::uint32_t lanes, bool all) {
  settle();
  const Time time = ++now_;
  Warp& met = here_->warps[warp];
  if (all) {
    met.all = time;
  } else {
    if (met.pairs.empty()) met.pairs.assign(std::size_t{kLanes} * kLanes, 0);
    for (std::uint32_t a = lanes; a != 0; a &= a - 1)
      for (std::uint32_t b = lanes; b != 0; b &= b - 1)
        met.pairs[static_cast<std::size_t>(__builtin_ctz(a)) * kLanes +
                  static_cast<std::size_t>(__builtin_ctz(b))] = time;
  }
  const auto each = [&](auto&& visit) {
    for (std::uint32_t left = lanes; left != 0; left &= left - 1)
      visit(here_->threads[warp * kLanes + static_cast<unsigned>(__builtin_ctz(left))]);
  };
  each([](Thread& thread) { thread.guards = thread.global_guards = {}; });
  if (!any_known_) return;
  std::set<std::uint32_t> known;
  each([&](Thread& thread) { known.insert(thread.known.begin(), thread.known.end()); });
  each([&](Thread& thread) { thread.known.assign(known.begin(), known.end()); });
}

/// The last time at which the thread and another one of its block were in order.
AccessChecks::Time AccessChecks::meeting_of(unsigned thread, unsigned other) const {
  Time time = here_->barrier;
  if (thread / kLanes == other / kLanes) {
    const Warp& warp = here_->warps[thread / kLanes];
    time = std::max(time, warp.all);
    if (!warp.pairs.empty()) time = std::max(time, warp.pairs[thread % kLanes * kLanes + other % kLanes]);
  }
  return time;
}

bool AccessChecks::is_ordered(const AccessMark& earlier, unsigned thread) {
  if (earlier.time < launch_began_) return true;
  if (earlier.block == here_->block) {
    if (earlier.thread == thread || earlier.time < meeting_of(thread, earlier.thread)) return true;
  }
  return is_known(earlier, thread);
}

/// By a chain of releases.
bool AccessChecks::is_known(const AccessMark& earlier, unsigned thread) {
  if (!any_known_) return false;
  ++search_;
  std::vector<std::uint32_t> left = here_->threads[thread].known;
  left.insert(left.end(), here_->known.begin(), here_->known.end());
  while (!left.empty()) {
    Release& release = releases_[left.back()];
    left.pop_back();
    if (release.seen == search_) continue;
    release.seen = search_;
    if (release.block == earlier.block && earlier.time < release.until[earlier.thread]) return true;
    left.insert(left.end(), release.before.begin(), release.before.end());
  }
  return false;
}

/// What an atomic or a volatile word tells other threads, and what it is told.
void AccessChecks::synchronize(unsigned thread, const Access& access) {
  Thread& self = here_->threads[thread];
  const std::uintptr_t word =
      access.is_shared ? access.address ^ (std::uintptr_t{here_->block} + 1) << kAddressBits : access.address;
  const auto found = released_at_.find(word);
  const bool reads = access.kind != Access::Kind::write, writes = access.kind != Access::Kind::read;
  if (reads && found != released_at_.end() &&
      std::find(self.known.begin(), self.known.end(), found->second) == self.known.end()) {
    // What it knew of this word before is known to that release.
    self.known.push_back(found->second);
    any_known_ = true;
  }
  if (!writes || (self.fenced == 0 && !any_fence_)) return;
  Release release;
  release.block = here_->block;
  release.until.assign(here_->threads.size(), 0);
  bool tells = false;
  for (unsigned other = 0; other < here_->threads.size(); ++other) {
    Time& until = release.until[other];
    if (self.fenced != 0) until = other == thread ? self.fenced : self.fenced_barrier;
    // A thread may have made its own writes known to all, and this one be behind it.
    if (here_->threads[other].fenced != 0 && here_->threads[other].fenced < meeting_of(thread, other))
      until = std::max(until, here_->threads[other].fenced);
    tells |= until > here_->began;
  }
  release.before = self.known;
  release.before.insert(release.before.end(), here_->known.begin(), here_->known.end());
  if (!tells && release.before.empty()) return;
  if (found != released_at_.end()) release.before.push_back(found->second);
  std::sort(release.before.begin(), release.before.end());
  release.before.erase(std::unique(release.before.begin(), release.before.end()), release.before.end());
  releases_.push_back(std::move(release));
  released_at_[word] = static_cast<std::uint32_t>(releases_.size() - 1);
}

/// Words that both threads access atomically, or as volatile, are how they may talk: that is no race. But lanes of
/// a warp that rely on volatile memory rely on their lock step, which no GPU promises.
/// A plain read of global memory beside atomics gets one of their values: how loops around atomicCAS() begin. One
/// of shared memory may miss its barrier, so it is excused only where it guards an update (note_guard()).
bool AccessChecks::excuses(const AccessMark& earlier, bool earlier_reads, unsigned thread,
                           const Access& access) const {
  if (!access.is_shared && reads_beside_update(earlier, earlier_reads, access)) return true;
  const bool is_strong = access.kind == Access::Kind::update || access.is_volatile;
  if (!is_strong || !earlier.is_strong) return false;
  const bool one_warp = earlier.block == here_->block && earlier.thread / kLanes == thread / kLanes;
  return !(one_warp && access.is_volatile && earlier.is_volatile);
}

/// In the midst of a block what would excuse a race may come behind.
void AccessChecks::stop(bool in_midst) {
  settle();
  if (in_midst) open_races_.clear();
  left_ = 0;
}

void AccessChecks::note(unsigned thread, const Access& access) {
  if (is_stopped()) return;
  if (--left_ == 0) return stop(true);
  if (!belongs_to_pending(thread, access)) settle();
  if (access.kind == Access::Kind::update || access.is_volatile) synchronize(thread, access);
  Shadow* shadow = shadow_of(access);
  note_guard(thread, access, shadow);
  if (shadow)
    shadow->use |= {.is_read = access.kind == Access::Kind::read,
                    .is_written = access.kind == Access::Kind::write,
                    .is_updated = access.kind == Access::Kind::update,
                    .end = (access.address - shadow->begin + access.bytes - 1) / shadow->element_bytes + 1};
  if (!shadow || findings_.size() >= kMostFindings) return;
  // Where nobody says how wide an element of a shared array is: as wide as the narrowest access.
  if (access.is_shared && !shadow->is_typed) shadow->element_bytes = std::min(shadow->element_bytes, access.bytes);
  const std::uint64_t first = (access.address - shadow->begin) / shadow->unit_bytes;
  for (std::uint64_t i = 0; i < std::max(1u, access.bytes / shadow->unit_bytes) && first + i < shadow->count(); ++i)
    note_word(thread, access, *shadow, shadow->cells[first + i]);
}

bool AccessChecks::is_written(const Access& access, const Shadow& shadow, const Cell& cell) const {
  if (access.is_shared) return cell.write.time >= here_->began;
  if (cell.is_written || !shadow.is_written || !shadow.is_of_host) return cell.is_written || shadow.is_written;
  const std::uintptr_t address =
      shadow.begin + static_cast<std::uint64_t>(&cell - shadow.cells) * shadow.unit_bytes;
  return !is_unwritten(address, shadow.begin, shadow.begin + shadow.bytes);
}

/// Of the object of which the access is a word, or of what it accesses itself.
bool AccessChecks::is_part_written(const Access& access, const Shadow& shadow) const {
  const WholeObject whole = access.whole.bytes != 0 ? access.whole : WholeObject{access.address, access.bytes};
  const std::uint64_t begin = std::max(whole.begin, shadow.begin) - shadow.begin,
                      end = whole.begin + whole.bytes - shadow.begin;
  const std::uint64_t first = begin / shadow.unit_bytes,
                      last = std::min((end - 1) / shadow.unit_bytes, shadow.count() - 1);
  return std::any_of(shadow.cells + first, shadow.cells + last + 1,
                     [&](const Cell& cell) { return is_written(access, shadow, cell); });
}

/// Whether it is a plain write with which others may yet race: updates do not take its place, but stand where reads
/// do. In global memory those of its whole block: a barrier is an order for that block alone.
bool AccessChecks::is_open(const AccessMark& write, unsigned thread, bool is_shared) const {
  if (write.time == 0 || write.is_strong || write.block != here_->block) return false;
  const bool is_of_others = (grid_[0] > 1 || grid_[1] > 1 || grid_[2] > 1) && !is_shared;
  return is_of_others ? write.time >= launch_began_ : write.thread == thread && write.time >= here_->barrier;
}

void AccessChecks::note_word(unsigned thread, const Access& access, Shadow& shadow, Cell& cell) {
  using Kind = Access::Kind;
  const bool reads = access.kind != Kind::write, writes = access.kind != Kind::read;
  const Time since = access.is_shared ? here_->began : 1;
  if (reads && !is_written(access, shadow, cell) && !is_part_written(access, shadow))
    report_unwritten(thread, access, shadow, cell.is_copied_unwritten);
  const auto conflicts = [&](const AccessMark& mark, bool is_read) {
    if (mark.time < since || mark.time == 0) return false;
    if (!access.is_shared && reads_beside_update(mark, is_read, access))
      note_beside_update(mark, is_read, thread, access, shadow);
    return !excuses(mark, is_read, thread, access) && !is_ordered(mark, thread);
  };
  if (conflicts(cell.write, false)) {
    if (access.kind == Kind::write && access.bytes <= sizeof Pending::old_value) {
      Pending& pending = pending_.emplace_back(Pending{cell.write, thread, access});
      std::memcpy(pending.old_value, reinterpret_cast<const void*>(access.address), access.bytes);
    } else {
      report_race(thread, access, cell.write, false);
    }
  }
  for (const AccessMark& read : cell.reads) {
    const bool is_update = read.is_strong && !read.is_volatile;
    if ((writes || is_update) && conflicts(read, !is_update)) report_race(thread, access, read, !is_update);
  }
  if (cell.write.time == 0 && cell.reads[0].time == 0) left_ -= std::min(left_ - 1, kAccessesOfCell);
  AccessMark mark{now_,
                  here_->block,
                  access.line,
                  static_cast<std::uint16_t>(thread),
                  access.kind == Kind::update || access.is_volatile,
                  access.is_volatile};
  if (writes) {
    const bool write_stays = access.kind == Kind::update && is_open(cell.write, thread, access.is_shared);
    if (!write_stays) cell.write = mark;
    cell.reads[0] = write_stays ? mark : AccessMark();
    cell.reads[1] = {};
    cell.is_written = true;
    cell.is_copied_unwritten = false;
  } else {
    const bool same = cell.reads[0].block == here_->block && cell.reads[0].thread == thread;
    if (!same && cell.reads[0].time != 0) cell.reads[1] = cell.reads[0];
    cell.reads[0] = mark;
  }
}

/// A copy of an object is told before it is made: first all words that it writes, then those that it reads.
bool AccessChecks::belongs_to_pending(unsigned thread, const Access& access) const {
  if (pending_.empty() || pending_.size() >= kMostPending || pending_.back().thread != thread) return false;
  const WholeObject& whole = pending_.back().access.whole;
  return access.kind == Access::Kind::read ||
         (access.kind == Access::Kind::write && access.whole.bytes != 0 && access.whole.begin == whole.begin &&
          access.address > pending_.back().access.address);
}

/// Two threads that write the same value do not harm each other.
void AccessChecks::settle() {
  if (pending_.empty()) return;
  for (const Pending& one : std::exchange(pending_, {}))
    if (std::memcmp(one.old_value, reinterpret_cast<const void*>(one.access.address), one.access.bytes) != 0)
      report_race(one.thread, one.access, one.other, false);
}

void AccessChecks::finish() {
  settle();
  for (auto& [read, open] : open_races_)
    if (!guards_.contains({std::get<0>(read), std::get<1>(read)}) && findings_.size() < kMostFindings)
      keep_race(open.key, open.width, std::move(open.finding));
  open_races_.clear();
}

void AccessChecks::tell(Finding finding) {
  const unsigned line = finding.lines.empty() ? 0 : finding.lines.front();
  if (findings_.size() < kMostFindings && told_.insert({2 + static_cast<int>(finding.kind), "", line, 0}).second)
    findings_.push_back(std::move(finding));
}

Finding AccessChecks::finding_at(FindingKind kind, const Access& access, const Shadow& shadow) const {
  Finding finding{.kind = kind, .array = access.is_shared ? ArrayId::shared : shadow.id};
  finding.array_name = shadow.name;
  finding.index = static_cast<std::int64_t>((access.address - shadow.begin) / shadow.element_bytes);
  finding.block = here_->block;
  return finding;
}

void AccessChecks::report_race(unsigned thread, const Access& access, const AccessMark& earlier,
                               bool earlier_reads) {
  const Shadow* shadow = shadow_of(access);
  if (!shadow || findings_.size() >= kMostFindings) return;
  Finding finding = finding_at(FindingKind::race, access, *shadow);
  finding.threads = {earlier.thread, thread};
  finding.lines = {earlier.line, access.line};
  const bool one_block = earlier.block == here_->block;
  const bool one_warp = one_block && earlier.thread / kLanes == thread / kLanes;
  const Sentence first = place_word(earlier.thread, block_), first_block = place_word(earlier.block, grid_),
                 second = place_word(thread, block_), second_block = place_word(here_->block, grid_),
                 element = Sentence::word(shadow->element_name(access.address));
  const bool both_write = !earlier_reads && access.kind == Access::Kind::write && earlier.line == access.line;
  if (both_write)
    finding.sentence = Sentence::of(one_block ? finding_words::kRaceOfWrites : finding_words::kRaceOfWritesOfBlocks,
                                    {first, first_block, second, second_block, element, line_word(access.line)});
  else if (one_block && earlier.line == access.line)
    finding.sentence = Sentence::of(one_warp ? finding_words::kRaceOfLineInWarp : finding_words::kRaceOfLineInBlock,
                                    {first, first_block, second, second_block, element, line_word(access.line)});
  else
    finding.sentence = Sentence::of(
        one_warp    ? finding_words::kRaceInWarp
        : one_block ? finding_words::kRaceInBlock
                    : finding_words::kRaceOfBlocks,
        {first, first_block, line_word(earlier.line), second, second_block, line_word(access.line), element});
  const RaceKey key{shadow->name, std::min(earlier.line, access.line), std::max(earlier.line, access.line)};
  const unsigned width = (one_warp ? 0 : one_block ? 1 : 2) + (both_write ? 3 : 0);
  if (!reads_beside_update(earlier, earlier_reads, access)) return keep_race(key, width, std::move(finding));
  OpenRace& open = open_races_[{shadow->name, earlier_reads ? earlier.line : access.line,
                                earlier_reads ? access.line : earlier.line}];
  if (open.finding.threads.empty() || width > open.width) open = {key, width, std::move(finding)};
}

/// Of the races at two lines the widest is kept, and one of writes before others: what it lacks mends them, too.
void AccessChecks::keep_race(RaceKey key, unsigned width, Finding finding) {
  const auto known = races_.find(key);
  if (known == races_.end()) {
    races_[key] = {width, findings_.size()};
    findings_.push_back(std::move(finding));
  } else if (width > known->second.width) {
    known->second.width = width;
    findings_[known->second.place] = std::move(finding);
  }
}

void AccessChecks::report_unwritten(unsigned thread, const Access& access, const Shadow& shadow, bool is_copied) {
  if (findings_.size() >= kMostFindings || !told_.insert({1, shadow.name, access.line, 0}).second) return;
  Finding finding = finding_at(FindingKind::uninitialised, access, shadow);
  finding.threads = {thread};
  finding.lines = {access.line};
  finding.sentence = Sentence::of(is_copied ? finding_words::kCopiedUnwritten : finding_words::kUnwritten,
                                  {place_word(thread, block_), place_word(here_->block, grid_),
                                   Sentence::word(shadow.element_name(access.address)), line_word(access.line)});
  findings_.push_back(std::move(finding));
}

}  // namespace lanescope
