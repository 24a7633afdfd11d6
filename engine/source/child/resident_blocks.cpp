#include "engine/source/child/resident_blocks.h"

#include <algorithm>
#include <cstring>

#include "engine/source/finding_words.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kFirstPatience = 256;  // blocks in turn, then twice as many each time

/// How long blocks of one worker ran ahead, and waited, since it was judged last.
class TimesAhead {
 public:
  /// Blocks that wait for their turn at their beginning are slower in two threads than in one, as are all where
  /// threads seldom get a core. Judged over so long a time that one thread which has to leave its core for a moment
  /// decides nothing. A long block loses nothing by waiting, which is a few switches for much work: where other
  /// programs take a core away, two threads still get more of the machine than one.
  bool are_in_vain(const KernelMachine::Times& block) {
    using namespace std::chrono_literals;
    constexpr unsigned kEnoughBlocks = 16;
    constexpr auto kLong = 500us;
    if (block.in_all > kLong) return false;
    blocks_ += block.in_all.count() > 0;
    sum_ = {sum_.ahead + block.ahead, sum_.in_all + block.in_all, sum_.waited + block.waited};
    if (blocks_ < kEnoughBlocks || sum_.in_all + sum_.waited < 20ms) return false;
    const bool in_vain = sum_.ahead < sum_.in_all / 8 || sum_.waited > sum_.in_all;
    *this = {};
    return in_vain;
  }

 private:
  unsigned blocks_ = 0;
  KernelMachine::Times sum_;
};

}  // namespace

void clear_shared(const KernelJob& job, std::uintptr_t shared) {
  for (const JobShared& one : job.shared) std::memset(reinterpret_cast<void*>(shared + one.place), 0, one.bytes);
}

void ResidentBlocks::begin_launch(const KernelJob& job, std::function<void()> body, std::uintptr_t shared,
                                  AccessChecks* checks, const Watching* watching) {
  constexpr std::uint64_t kMore = 1 << 24;  // of a block that began, so that it comes to its end
  job_ = &job;
  shared_ = shared;
  checks_ = checks;
  shared_bytes_ = 0;
  for (const JobShared& one : job.shared) shared_bytes_ += one.bytes;
  constexpr unsigned kFewThreads = 512;  // of whose blocks there are as many; stacks take room
  const bool all_fit = job.launch.grid_dim * threads_ <= kMostThreadsTogether;
  const std::uint64_t most = job.is_cooperative || (job.blocks_wait && all_fit) ? job.launch.grid_dim
                             : job.schedule == 0                                ? 1
                             : threads_ <= kFewThreads                          ? kMostAtATime
                                                                                : kMostAtATime / 2;
  const std::uint64_t count = std::min<std::uint64_t>(most, std::max<std::uint64_t>(1, job.launch.grid_dim));
  constexpr std::uint64_t kMostGuarded = 1 << 14;
  body_ = std::move(body);
  while (places_.size() > count) places_.pop_back();
  if (checks_) checks_->begin_launch(job.block, job.grid, watching ? watching->work + kMore : ~std::uint64_t{0});
  for (Place& place : places_) prepare(place);
  while (places_.size() < count) add_place(count * threads_ <= kMostGuarded);
  here_ = 0;
  in_turn_ = patience_ = 0;
  if (may_run_ahead()) make_workers();
}

void ResidentBlocks::prepare(Place& place) const {
  place.is_taken = false;
  place.shared.resize(job_->launch.grid_dim > 1 ? shared_bytes_ : 0);
  place.machine->set_checks(checks_);
  place.machine->begin_launch(*job_, body_);
}

void ResidentBlocks::add_place(bool guarded) {
  places_.push_back({.machine = std::make_unique<KernelMachine>(threads_, lines_, memory_, guarded)});
  prepare(places_.back());
}

/// Where the order of the blocks is that of their numbers, and nobody checks it.
bool ResidentBlocks::may_run_ahead() const {
  return helpers_ && helpers_->workers() > 1 && !depends_on_order_ && !job_->is_cooperative &&
         job_->schedule == 0 && !checks_ && job_->launch.grid_dim > 1;
}

void ResidentBlocks::make_workers() {
  while (workers_.size() < helpers_->workers()) {
    Worker& worker = *workers_.emplace_back(std::make_unique<Worker>());
    worker.machine = std::make_unique<KernelMachine>(threads_, lines_, worker.memory);
  }
  for (const auto& worker : workers_) {
    worker->memory = memory_;
    worker->memory.set_stacks(worker->machine->stacks());
    worker->machine->begin_launch(*job_, body_);
  }
}

void ResidentBlocks::put_away_shared(Place& place) const {
  std::byte* to = place.shared.data();
  for (const JobShared& one : job_->shared) {
    std::memcpy(to, reinterpret_cast<const void*>(shared_ + one.place), one.bytes);
    to += one.bytes;
  }
}

void ResidentBlocks::fetch_shared(const Place& place) const {
  const std::byte* from = place.shared.data();
  for (const JobShared& one : job_->shared) {
    std::memcpy(reinterpret_cast<void*>(shared_ + one.place), from, one.bytes);
    from += one.bytes;
  }
}

/// The block in this place is the one that runs now.
void ResidentBlocks::enter(unsigned index) {
  if (checks_) checks_->enter(index);  // which may still look at the shared memory of the other
  if (index != here_) {
    put_away_shared(places_[here_]);
    fetch_shared(places_[index]);
    here_ = index;
  }
  KernelMachine& machine = *places_[index].machine;
  memory_.set_stacks(machine.stacks());
  the_machine = &machine;
  machine.enter();
}

bool ResidentBlocks::begin(unsigned index, std::uint64_t block) {
  if (block >= job_->launch.grid_dim) return false;
  enter(index);
  clear_shared(*job_, shared_);
  places_[index].block = block;
  places_[index].machine->begin(index, block);
  return true;
}

void ResidentBlocks::run(const Done& done, Watching* watching) {
  for (const Place& place : places_) place.machine->watch(true, 0);
  if (checks_ && watching)
    run_checking(*watching, done);
  else if (job_->is_cooperative)
    run_together(done);
  else if (job_->schedule != 0)
    run_mixed(done);
  else if (watching)
    run_watching(*watching, done);
  else
    run_in_order({0, job_->launch.grid_dim}, true, 0, done);
  the_machine = nullptr;
}

void ResidentBlocks::keep_findings(const KernelMachine& machine) {
  findings_ = machine.findings();
  exceeded_bound_ = machine.exceeded_bound();
}

/// A block that waits for others which are not there.
bool ResidentBlocks::is_stuck(KernelMachine& machine) {
  if (!machine.waits_for_grid()) return false;
  machine.find_stuck_grid(finding_words::kNoGrid, {});
  keep_findings(machine);
  return true;
}

/// To the barrier of the grid, or to its end, or until it stands still; false where nothing more is to run. `moves`
/// is set where it comes to more than it was.
bool ResidentBlocks::run_to_grid(unsigned index, const Done& done, bool& moves) {
  Place& place = places_[index];
  KernelMachine& machine = *place.machine;
  enter(index);
  const std::uint64_t before = machine.epochs();
  bool goes_on = true;
  while (goes_on && !machine.waits_for_grid()) {
    goes_on = machine.advance();
    if (machine.stands()) break;
  }
  moves |= machine.epochs() != before;
  if (goes_on) return true;
  place.is_taken = false;
  keep_findings(machine);
  return findings_.empty() && done(place.block, machine);
}

/// All blocks that are there wait, and some of them for what none of them can do.
void ResidentBlocks::find_standing() {
  const auto place = std::find_if(places_.begin(), places_.end(),
                                  [](const Place& one) { return one.is_taken && one.machine->stands(); });
  enter(static_cast<unsigned>(place - places_.begin()));
  place->machine->find_standing();
  keep_findings(*place->machine);
}

void ResidentBlocks::run_together(const Done& done) {
  for (unsigned i = 0; i < places_.size(); ++i) places_[i].is_taken = begin(i, i);
  for (;;) {
    unsigned ended = 0, waiting = 0;
    bool moves = false, stands = false;
    for (unsigned i = 0; i < places_.size(); ++i) {
      if (places_[i].is_taken && !run_to_grid(i, done, moves)) return;
      (places_[i].is_taken ? waiting : ended) = i + 1;
      stands |= places_[i].is_taken && places_[i].machine->stands();
    }
    if (waiting == 0) return;
    if (stands && !moves) return find_standing();
    if (stands) continue;
    if (ended != 0) {
      KernelMachine& machine = *places_[waiting - 1].machine;
      machine.find_stuck_grid(finding_words::kBlockLeft,
                              {Sentence::word(std::to_string(places_[ended - 1].block))});
      keep_findings(machine);
      return;
    }
    if (checks_) checks_->grid_barrier();
    for (unsigned i = 0; i < places_.size(); ++i) {
      enter(i);
      places_[i].machine->release_grid();
    }
  }
}

/// The first blocks are watched, and the last one, where an index past the end is most often. More and more of them
/// at a time, so that which ones does not depend on how many threads run them.
void ResidentBlocks::run_watching(Watching& watching, const Done& done) {
  const std::uint64_t blocks = job_->launch.grid_dim;
  const bool begins_watched = watching.work > 0;
  in_turn_ = patience_ = watching.patience;
  const Done note = [&](std::uint64_t block, const KernelMachine& machine) {
    watching.work -= std::min(watching.work, machine.watched_work());
    watching.reads |= machine.read();
    return done(block, machine);
  };
  std::uint64_t block = 0;
  for (std::uint64_t together = 1; watching.work > 0 && block < blocks; together *= 2) {
    const std::uint64_t end = std::min(blocks, block + together);
    if (!run_in_order({block, end}, true, 0, note)) return;
    block = end;
  }
  const std::uint64_t last = begins_watched && block < blocks ? blocks - 1 : blocks;
  if (block < last && !run_in_order({block, last}, false, watching.reads, done)) return;
  if (last < blocks) run_in_order({last, blocks}, true, 0, note);
  watching.patience = patience_;
}

/// The first blocks are checked, and the others done as where nobody checks, but for the last one, which is
/// watched. Of blocks that are there together none is checked from then on.
void ResidentBlocks::run_checking(Watching& watching, const Done& done) {
  std::uint64_t left = checks_->left();
  const Done note = [&](std::uint64_t block, const KernelMachine& machine) {
    const std::uint64_t work = machine.watched_work() + (left - checks_->left());
    left = checks_->left();
    watching.work -= std::min(watching.work, work);
    watching.reads |= machine.read();
    const bool goes_on = done(block, machine);
    if (watching.work == 0 && !checks_->is_stopped()) checks_->stop(places_.size() > 1);
    return goes_on;
  };
  if (watching.work == 0) checks_->stop(false);
  if (job_->is_cooperative) return run_together(note);
  if (job_->schedule != 0) return run_mixed(note);
  const std::uint64_t last = job_->launch.grid_dim - 1;
  std::uint64_t block = 0;
  for (; watching.work > 0 && block <= last; ++block)
    if (!run_in_turn({block, block + 1}, note)) return;
  if (block > last) return;
  checks_ = nullptr;
  places_[0].machine->set_checks(nullptr);
  if (may_run_ahead()) make_workers();
  in_turn_ = patience_ = watching.patience;
  if (run_in_order({block, last}, false, watching.reads, done)) run_in_order({last, last + 1}, true, 0, done);
  watching.patience = patience_;
}

/// False where one went wrong. `reads`: arrays that lanes may read without being watched.
bool ResidentBlocks::run_in_order(Blocks blocks, bool watches_all, ArraySet reads, const Done& done) {
  places_[0].machine->watch(watches_all, reads);
  bool goes_on = true;
  while (goes_on && blocks.begin < blocks.end) {
    const bool alone = blocks.end - blocks.begin == 1 || !may_run_ahead();
    if (!alone && in_turn_ == 0) {
      for (const auto& worker : workers_) worker->machine->watch(watches_all, reads);
      blocks.begin = run_ahead(blocks, done);
      goes_on = findings_.empty();
      continue;
    }
    const std::uint64_t some = alone ? blocks.end : std::min(blocks.end, blocks.begin + in_turn_);
    in_turn_ -= std::min(in_turn_, some - blocks.begin);
    goes_on = run_in_turn({blocks.begin, some}, done);
    blocks.begin = some;
  }
  return findings_.empty();
}

/// False where no block after these is to run.
bool ResidentBlocks::run_in_turn(Blocks blocks, const Done& done) {
  for (std::uint64_t block = blocks.begin; block < blocks.end; ++block)
    if (!begin(0, block) || !run_to_its_end(*places_[0].machine, block, done)) return false;
  return true;
}

/// False where no block after this one is to run.
bool ResidentBlocks::run_to_its_end(KernelMachine& machine, std::uint64_t block, const Done& done) {
  while (machine.advance()) {
    if (machine.waits_for_grid()) machine.find_stuck_grid(finding_words::kNoGrid, {});
    if (machine.stands()) machine.find_standing();
    if (machine.waits_for_grid() || machine.stands()) break;
  }
  if (!machine.has_its_turn()) return false;
  keep_findings(machine);
  return findings_.empty() && done(block, machine);
}

/// Each worker takes the block that is next. Returns the number of the first that is left to be run in turn: where
/// one read too early, blocks are not independent; where it is in vain, all that were begun are done.
std::uint64_t ResidentBlocks::run_ahead(Blocks blocks, const Done& done) {
  std::uint64_t left = blocks.end;
  std::atomic<std::uint64_t> next = blocks.begin;
  std::atomic<bool> in_vain = false;
  BlockTurns turns(blocks.begin);
  helpers_->work_together([&](unsigned index) {
    KernelMachine& machine = *workers_[index]->machine;
    const std::uintptr_t shared = shared_of_thread_();
    workers_[index]->memory.set_shared(shared, *job_);
    machine.set_turns(&turns);
    the_machine = &machine;
    TimesAhead times;
    while (!in_vain) {
      const std::uint64_t block = next++;
      if (block >= blocks.end) break;
      clear_shared(*job_, shared);
      machine.begin(0, block);
      const bool goes_on = run_to_its_end(machine, block, done);
      if (times.are_in_vain(machine.times())) in_vain = true;
      if (goes_on && !machine.ends_ahead()) {
        turns.pass(block, machine.written());
        continue;
      }
      if (turns.now() == block) {
        if (goes_on || !machine.has_its_turn()) left = goes_on ? block + 1 : block;
        turns.end();
      }
      break;
    }
    the_machine = nullptr;
  });
  if (turns.now() < blocks.end) {
    in_turn_ = patience_ = std::max(kFirstPatience, 2 * patience_);
    return turns.now();
  }
  depends_on_order_ = left < blocks.end;
  if (depends_on_order_) workers_.clear();  // one of them stands in the midst of a block
  return left;
}

/// Whether a GPU has room for one more beside those that are there.
bool ResidentBlocks::may_take_another() const {
  return (places_.size() + 1) * threads_ <= kMostThreadsTogether;
}

/// Blocks that stand still are asked again when no other can go on, and from time to time.
void ResidentBlocks::run_mixed(const Done& done) {
  constexpr unsigned kFew = 64;
  LaneSchedule schedule;
  schedule.begin_block(job_->schedule, job_->launch.grid_dim);
  std::uint64_t next = 0, turns = 0;
  std::vector<unsigned> taken, able;  // places of all blocks that are there, and of those that do not stand still
  std::size_t asked = 0, first = 0;   // of those that do, in a row; whom to ask
  const auto put = [](std::vector<unsigned>& places, unsigned index, bool in) {
    const auto at = std::lower_bound(places.begin(), places.end(), index);
    const bool is_in = at != places.end() && *at == index;
    if (in && !is_in) places.insert(at, index);
    if (!in && is_in) places.erase(at);
  };
  const auto take = [&](unsigned index) {
    const bool begins = places_[index].is_taken = begin(index, next++);
    put(taken, index, begins);
    put(able, index, begins);
    asked = 0;
  };
  for (unsigned i = 0; i < places_.size(); ++i) take(i);
  while (!taken.empty()) {
    if (able.empty() && asked == taken.size()) {
      if (next >= job_->launch.grid_dim || !may_take_another()) return find_standing();
      add_place();
      take(static_cast<unsigned>(places_.size()) - 1);
      continue;
    }
    const std::vector<unsigned>& some = ++turns % kFew == 0 ? taken : able;
    const unsigned index = able.empty() ? taken[(first + asked++) % taken.size()]
                                        : some[schedule.pick(static_cast<unsigned>(some.size()))];
    Place& place = places_[index];
    enter(index);
    const bool stood = place.machine->stands();
    if (place.machine->advance()) {
      if (is_stuck(*place.machine)) return;
      if (place.machine->stands() == stood) continue;
      put(able, index, stood);
      first += asked;
      asked = 0;
      continue;
    }
    keep_findings(*place.machine);
    if (!findings_.empty() || !done(place.block, *place.machine)) return;
    take(index);
  }
}

}  // namespace lanescope
