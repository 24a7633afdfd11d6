#include "engine/check/settling.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "engine/check/guessed_workload.h"
#include "engine/check/launch_outcome.h"
#include "engine/request/catalogue.h"
#include "engine/request/own_extents.h"
#include "engine/request/own_launch.h"
#include "engine/request/parameter_names.h"
#include "engine/session.h"
#include "engine/workload/launch_config.h"

namespace lanescope {
namespace {

using Role = ArgumentRule::Role;
constexpr unsigned kMostHalves = 64;  // of N, that an array may have

/// What was settled, and whether nothing was found with it.
struct Settled {
  ArgumentRule rule;
  bool is_clean = false;
  bool has_work = false;  ///< for a warp at least
};

/// A launch that nothing is wrong with goes before one that shows a mistake, but not where it does next to nothing.
bool is_better(const Settled& one, const std::optional<Settled>& best) {
  const bool does_something = one.has_work || one.rule.others == ArgumentRule::Others::n;
  return !best || (!best->is_clean && one.is_clean && does_something);
}

bool states_grid(const RunRequest& request) {
  return request.grid_dim || request.own.grid[0] > 0;
}

class Settling {
 public:
  /// `filled`: what arrays hold, else as the rule is.
  Settling(const RunRequest& request, Progress& progress, const ArgumentRule& filled = {})
      : filled_(filled),
        small_(small_launch(request)),
        full_n_(request.n),
        stated_block_(small_.own.block),
        stated_block_dim_(small_.block_dim),
        progress_(progress) {
    small_.detail = Detail::full;
  }

  /// None: no rule helps, or what is wrong is a mistake.
  std::optional<Settled> settle() {
    std::optional<Settled> best;
    SettledShape best_shape = SettledShape::usual;
    for (const SettledShape shape : shapes()) {
      shape_ = shape;
      is_mistake_ = false;
      // Blocks over one extent are for a kernel that does not ask whether there are more threads.
      const bool spans_one = shape == SettledShape::over_extent;
      if (spans_one && best && has_count_alone(own())) continue;
      std::optional<Settled> one = spans_one ? settled(ArgumentRule::Others::extents) : settle_sizes();
      if (!one && was_refused_ && own().is_launcher) {  // its blocks may be larger than so small sizes
        small_n_ *= 16;
        one = settle_sizes();
      }
      if (is_mistake_ && best) break;  // by numbers that the file does not give it
      if (is_mistake_ && (shape == SettledShape::written || shape == SettledShape::usual)) return std::nullopt;
      if (!one || !is_better(*one, best)) continue;
      best = std::move(one);
      best_shape = shape;
      if (best->is_clean) break;
    }
    if (!best && idle_) std::tie(best, best_shape) = *idle_;
    shape_ = best_shape;
    return best;
  }

  std::optional<Settled> settle_sizes() {
    std::optional<Settled> best;
    for (const auto others : {ArgumentRule::Others::n, ArgumentRule::Others::extents, ArgumentRule::Others::few}) {
      std::optional<Settled> one = settled(others);
      if (is_mistake_) return std::nullopt;
      if (one && is_better(*one, best)) best = std::move(one);
      if (best && (best->is_clean || has_count_alone(own()))) break;
    }
    return best;
  }

  void look_once() { outcome_of({}); }

  /// The rule as it is stated, with what is known of the arrays: where nothing helps. Where what is wrong is a
  /// mistake, that with which it shows.
  ArgumentRule plain_rule() const {
    ArgumentRule rule = mistaken_.value_or(ArgumentRule());
    rule.roles = roles();
    rule.begin = begin_;
    rule.choice = choice_;
    return rule;
  }

  /// A block of as many threads as the shared array has elements that a larger one leaves, where nobody says which.
  RunRequest with_its_block(RunRequest request) const {
    request.own.block = small_.own.block;
    if (request.own.block[0] > 0) request.block_dim = small_.block_dim;
    return request;
  }

  SettledShape shape() const { return shape_; }

  /// No small launch came to an end; or some did not.
  bool is_endless() const { return endless_ == launches_; }
  bool has_endless() const { return endless_ > 0; }

 private:
  static constexpr std::uint64_t kSmallN = 1 << 10;
  static constexpr unsigned kMostChoice = 3;
  // All launches together take a few seconds, and are the same on a machine that is busy.
  static constexpr unsigned kMostLaunches = 60, kMostEndless = 3;

  /// Where the file says the grid of a picture, its sides have room for the widest side of a block: else it is
  /// empty.
  std::uint64_t small_n() const {
    const std::uint64_t side = side_of_extents(own(), small_n_);
    const Extent block = own_shapes(kernel_info(small_.kernel), small_).block;
    const bool is_narrow = own().directions() == 2 && side > 0 && side < std::max(block[0], block[1]);
    return shape_ == SettledShape::written && is_narrow ? 4 * small_n_ : small_n_;
  }

  /// In the order in which they are tried. That of the file's launch is what it is meant for, unless it is of
  /// numbers alone, which are for one size.
  std::vector<SettledShape> shapes() const {
    if (states_grid(small_) || own().is_launcher) return {SettledShape::usual};
    std::vector<SettledShape> shapes = {SettledShape::written};
    if (takes_tiles_by_warps(small_)) shapes.push_back(SettledShape::warps);
    shapes.push_back(SettledShape::usual);
    if (own().directions() == 1 && own().knows_block) shapes.push_back(SettledShape::over_extent);
    shapes.push_back(SettledShape::numbers);
    return shapes;
  }

  /// How often an array has N elements must not depend on N, or else a size is what is missing.
  std::optional<Settled> settled(ArgumentRule::Others others) {
    ArgumentRule rule = filled_;
    rule.others = others;
    // One block has as many elements as its threads take, and no others.
    const bool is_one_block = !own().knows_block && full_n_ <= 4 * kSmallN;
    std::optional<Settled> first = settled_for(is_one_block ? full_n_ : small_n(), rule);
    if (!first && was_endless_ && !is_one_block && small_n_ == kSmallN) {
      small_n_ /= 4;  // from now on: so much is done for each element
      first = settled_for(small_n(), rule);
    }
    if (!first || is_one_block) return first;
    const std::optional<Settled> second = settled_for(4 * small_n(), rule);
    if (!second) return was_endless_ && is_plain(first->rule) ? first : std::nullopt;
    first->is_clean &= second->is_clean;
    for (std::size_t i = 0; i < first->rule.halves.size(); ++i) {
      const unsigned one = std::max(2u, first->rule.halves[i]), other = std::max(2u, second->rule.halves[i]);
      if (2 * other > 3 * one) return std::nullopt;
      if (other > one) first->rule.halves[i] = other;
    }
    first->rule.roles = second->rule.roles;
    if (fails_at_full_size(first->rule)) return std::nullopt;
    return first;
  }

  static bool is_plain(const ArgumentRule& rule) {
    return rule.others == ArgumentRule::Others::n &&
           std::all_of(rule.halves.begin(), rule.halves.end(), [](unsigned one) { return one == 0; });
  }

  std::optional<Settled> settled_for(std::uint64_t n, ArgumentRule rule) {
    small_.n = n;
    rule.halves.assign(leaves_of(own().parameters).size(), 0);
    rule.begin = begin_;
    rule.choice = choice_;
    for (;;) {
      rule.roles = roles();
      const LaunchOutcome outcome = outcome_of(rule);
      if (rule.roles != roles()) continue;
      if (outcome.is_good) return Settled{rule, outcome.is_clean, outcome.has_work};
      if (outcome.is_before_start && begin_ == 0 && has_number_called(own(), is_called_begin)) {
        begin_ = rule.begin = 1;  // it reads what is before that
        continue;
      }
      const bool is_idle = outcome.is_clean && !outcome.is_refused;
      if (is_idle && choice_ < kMostChoice && has_number_called(own(), is_called_choice)) {
        rule.choice = ++choice_;  // the one before may be none of those that it knows
        continue;
      }
      if (is_idle && !idle_) idle_ = {{rule, true}, shape_};
      was_refused_ |= outcome.is_refused;
      if (outcome.shared_elements && takes_block_of(*outcome.shared_elements)) continue;
      // A shared array has its size whatever the kernel is called with.
      is_mistake_ = outcome.leaves_shared && !own().has_dynamic_shared;
      if (is_mistake_) forget_block();
      const bool are_sizes_said = rule.others == ArgumentRule::Others::n;
      // What a launcher allocates itself follows from its one size.
      if (are_sizes_said && own().is_launcher && outcome.leaves_own && count_of_sizes(own()) == 1)
        is_mistake_ = true;
      if (outcome.outside && are_sizes_said && is_sized_by_file(*outcome.outside, rule)) is_mistake_ = true;
      if (is_mistake_ && !mistaken_) mistaken_ = rule;
      if (is_mistake_ || !outcome.outside || rule.halves[*outcome.outside] > 0) return std::nullopt;
      if (takes_offsets(rule, *outcome.outside)) continue;
      if (!takes_size(rule, *outcome.outside, outcome.is_by_copy)) return std::nullopt;
    }
  }

  /// With room in all arrays that come later, which would be told first.
  LaunchOutcome outcome_with_room(ArgumentRule rule, unsigned parameter, unsigned halves) {
    for (unsigned& one : rule.halves)
      if (one == 0) one = kMostHalves;
    rule.halves[parameter] = halves;
    return outcome_of(rule);
  }

  /// Whether that many times N elements are enough for it; an array that it leaves by less than half is a mistake,
  /// but not where a launcher's copy says how much there is.
  bool takes_size(ArgumentRule& rule, unsigned parameter, bool is_by_copy) {
    const auto stays_inside = [&](unsigned halves) {
      const LaunchOutcome outcome = outcome_with_room(rule, parameter, halves);
      return !outcome.is_nowhere && outcome.outside != parameter;
    };
    constexpr unsigned kOneAndAHalf = 3;
    const bool is_little = stays_inside(kOneAndAHalf);
    if (was_endless_) return false;
    if (is_little && is_by_copy) {
      rule.halves[parameter] = kOneAndAHalf;
      return true;
    }
    // With sizes that are a guess little may be for those.
    const bool are_sizes_known = rule.others == ArgumentRule::Others::n && side_of_extents(own(), small_.n) == 0;
    is_mistake_ = is_little && are_sizes_known;
    if (is_little || !stays_inside(kMostHalves) || was_endless_) return false;
    const unsigned known = *std::max_element(rule.halves.begin(), rule.halves.end());  // as another has
    if (known > 4 && stays_inside(known) && !stays_inside(known - 2)) {
      rule.halves[parameter] = known;
      return true;
    }
    unsigned too_few = 1, enough = kMostHalves / 2;  // times N
    while (enough - too_few > 1) {
      const unsigned middle = (too_few + enough) / 2;
      (stays_inside(2 * middle) ? enough : too_few) = middle;
    }
    rule.halves[parameter] = 2 * enough;
    return true;
  }

  /// Whether it is an array of N + 1 whole numbers that say where rows begin: it is only read, one more is enough,
  /// and what it holds says how much the kernel does.
  bool takes_offsets(ArgumentRule& rule, unsigned parameter) {
    const OwnParameter about = leaves_of(own().parameters)[parameter];
    const bool is_whole = about.kind == OwnKind::whole || about.kind == OwnKind::unsigned_whole;
    constexpr unsigned kBytesOfIndices = 4;
    if (!is_whole || about.parts > 1 || about.bytes < kBytesOfIndices) return false;
    if (role_of(parameter) != Role::input) return false;
    ArgumentRule longer = rule, zeros = rule;
    longer.roles[parameter] = Role::offsets;
    zeros.roles[parameter] = Role::output;
    const LaunchOutcome rows = outcome_with_room(longer, parameter, 0);
    if (!rows.totals) return false;
    constexpr unsigned kTwice = 4;
    const LaunchOutcome no_rows = outcome_with_room(zeros, parameter, kTwice);
    if (!no_rows.totals || loads_of(rows) == loads_of(no_rows)) return false;
    offsets_.push_back(parameter);
    return true;
  }

  static std::uint64_t loads_of(const LaunchOutcome& outcome) {
    return outcome.totals->of(AccessKind::global_load).requests;
  }

  /// Whether the file's own launch says how many elements the parameter's array has, and nothing else does.
  bool is_sized_by_file(unsigned parameter, const ArgumentRule& rule) {
    if (leaves_of(own().parameters).size() != own().parameters.size()) return false;
    RunRequest request = with_its_block(small_);
    request.own.arguments = argument_words(request, rule);
    const std::optional<RunRequest> launch = shaped(request, shape_);
    return launch && launch->own.arguments[parameter] != request.own.arguments[parameter];
  }

  /// As the product of sizes does nothing that no whole number holds, and one of three sizes outgrows what two of
  /// them have room for.
  bool fails_at_full_size(const ArgumentRule& rule) {
    const std::vector<std::string> words = argument_words(small_, rule);
    const bool is_larger =
        std::any_of(rule.halves.begin(), rule.halves.end(), [](unsigned one) { return one > 2; });
    const bool is_product = std::count(words.begin(), words.end(), "n") >= 2;
    if (!is_larger && !is_product) return false;
    small_.n = full_n_;
    small_.detail = Detail::none;
    const LaunchOutcome outcome = outcome_of(rule);
    small_.detail = Detail::full;
    return (is_product && outcome.is_clean && !outcome.is_good) || (is_larger && outcome.outside);
  }

  std::vector<Role> roles() const {
    std::vector<Role> roles = roles_of(kernel_info(small_.kernel), launch_config(small_), uses_);
    for (const unsigned parameter : offsets_) roles[parameter] = Role::offsets;
    return roles;
  }
  Role role_of(unsigned parameter) const {
    const std::vector<Role> all = roles();
    return leaves_of(own().parameters)[parameter].is_const ? Role::input : all[parameter];
  }

  void forget_block() {
    small_.own.block = stated_block_;
    small_.block_dim = stated_block_dim_;
  }

  /// As many threads, or half as many, as where each has two of them.
  bool takes_block_of(std::uint64_t elements) {
    const std::uint64_t threads = small_.own.block[0] == elements ? elements / 2 : elements;
    const bool fits = elements >= kWarpSize && elements % kWarpSize == 0 && threads < small_.block_dim;
    if (stated_block_[0] != 0 || own().directions() != 1 || !fits) return false;
    small_.block_dim = static_cast<unsigned>(threads);
    small_.own.block = {small_.block_dim, 1, 1};
    return true;
  }

  const OwnKernel& own() const { return *kernel_info(small_.kernel).own; }

  LaunchOutcome outcome_of(const ArgumentRule& rule) {
    if (launches_ >= kMostLaunches || endless_ >= kMostEndless) return {};
    RunRequest request = with_its_block(small_);
    request.own.arguments = argument_words(small_, rule);
    try {
      const std::optional<RunRequest> launch = shaped(request, shape_);
      if (!launch) return {};
      ++launches_;
      const Run run = lanescope::run(*launch, progress_);
      for (std::size_t i = 0; i < run.array_uses.size(); ++i) {
        if (i == uses_.size()) uses_.emplace_back();
        uses_[i] |= run.array_uses[i];
      }
      LaunchOutcome outcome = outcome_of_launch(run);
      was_endless_ = outcome.is_endless;
      if (outcome.is_endless) ++endless_;
      return outcome;
    } catch (const Error&) {
      return {};
    }
  }

  const ArgumentRule filled_;
  RunRequest small_;
  const std::uint64_t full_n_;
  const std::array<unsigned, 3> stated_block_;
  const unsigned stated_block_dim_;
  Progress& progress_;
  std::vector<ArrayUse> uses_;       // of all launches, in the order of the pointers
  std::vector<unsigned> offsets_;    // parameters that say where rows begin
  unsigned begin_ = 0, choice_ = 0;  // what is called so
  std::uint64_t small_n_ = kSmallN;
  SettledShape shape_ = SettledShape::usual;
  bool is_mistake_ = false;                               // the kernel has one that no other rule should hide
  bool was_endless_ = false;                              // the latest launch
  bool was_refused_ = false;                              // some launch of a launcher
  std::optional<std::pair<Settled, SettledShape>> idle_;  // the first that stays in its arrays and writes nothing
  std::optional<ArgumentRule> mistaken_;                  // with which the kernel's own mistake was seen first
  unsigned launches_ = 0, endless_ = 0;
};

/// Of a kernel that looks on and on for what is in no table of random numbers, or of zeros: with -1 where such a
/// table has nothing, and numbers that it has once; or everywhere.
std::optional<Settlement> settled_with_tables(const RunRequest& request, Progress& progress) {
  const ArgumentRule filled[] = {{.fill = ArrayFill::places, .are_tables_empty = true},
                                 {.fill = ArrayFill::empties}};
  for (const ArgumentRule& rule : filled) {
    Settling settling(request, progress, rule);
    if (const std::optional<Settled> found = settling.settle(); found && found->is_clean)
      return Settlement{found->rule, settling.shape(), settling.with_its_block(request)};
  }
  return std::nullopt;
}

}  // namespace

Settlement settled_by_launches(const RunRequest& request, Progress& progress) {
  Settling settling(request, progress);
  const std::optional<Settled> found = settling.settle();
  if (!found && settling.has_endless())
    if (std::optional<Settlement> with_tables = settled_with_tables(request, progress)) return *with_tables;
  return {found ? found->rule : settling.plain_rule(), settling.shape(), settling.with_its_block(request),
          settling.is_endless()};
}

ArgumentRule roles_by_launch(const RunRequest& request, Progress& progress) {
  Settling settling(request, progress);
  settling.look_once();
  return settling.plain_rule();
}

}  // namespace lanescope
