#include "viz/views/comparison/compared_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "engine/base/number_text.h"
#include "viz/views/shared/times.h"
#include "viz/views/sms/sm_schedule.h"
#include "viz/views/sweep/sweep_data.h"

namespace lanescope {
namespace {

/// Less than so much of what the GPU holds at once leaves it without warps to change to.
constexpr double kFewBlocks = 0.5;

std::string capital(std::string words) {
  if (!words.empty()) words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  return words;
}

/// Whether the variants' requests are the same but for the factor.
bool differ_in_factor_alone(const ViewInput& input) {
  const auto& runs = input.variants;
  if (runs.size() < 2 || !runs.front()) return false;
  const RunRequest& first = runs.front()->request;
  bool differ = false;
  for (const auto& run : runs) {
    if (!run) return false;
    RunRequest alike = run->request;
    differ = differ || alike.coarse_factor != first.coarse_factor;
    alike.coarse_factor = first.coarse_factor;
    if (!(alike == first)) return false;
  }
  return differ;
}

/// Of the costs that a thread saves by adding more elements alone, those that are less the larger the factor is.
std::string saved_by_factor(const ViewInput& input, const std::vector<ComparedGroup>& groups) {
  if (!differ_in_factor_alone(input)) return "";
  const auto& runs = input.variants;
  const auto by_factor = [](const auto& one, const auto& other) {
    return one->request.coarse_factor < other->request.coarse_factor;
  };
  const auto [least, most] = std::minmax_element(runs.begin(), runs.end(), by_factor);
  const auto small = static_cast<std::size_t>(least - runs.begin()),
             large = static_cast<std::size_t>(most - runs.begin());
  std::string saved;
  for (const ComparedGroup& group : groups)
    for (const ComparedRow& row : group)
      if (row.quantity().saved_by_factor && row.all_known() && row.value(large) < row.value(small))
        saved = in_a_list(saved, tr(row.quantity().name));
  return saved.empty() ? "" : tr_format("A larger factor saves {}.", saved);
}

struct OtherFactor {
  SweepLine line = {};
  std::optional<SweepDot> best = {};
};
/// The factor that is fastest of all that have times, if it is none of the variants', which differ in nothing else.
OtherFactor best_other_factor(const ViewInput& input) {
  if (!differ_in_factor_alone(input)) return {};
  const auto& runs = input.variants;
  const RunRequest& first = runs.front()->request;
  SweepLine line = launch_times(first, SweepChart::coarse_factor, input.sweeps, input.surroundings);
  if (line.best >= line.dots.size()) return {};
  const SweepDot best = line.dots[line.best];
  const LaunchConfig& launch = runs.front()->launch;
  if (best.launch.n != launch.n || best.launch.block_dim != launch.block_dim)
    return {};  // the nearest that has times
  for (const auto& run : runs)
    if (run->request.coarse_factor == best.launch.coarse_factor) return {};
  return {std::move(line), best};
}

const ComparedRow* times_among(const std::vector<ComparedGroup>& groups) {
  for (const ComparedGroup& group : groups)
    if (!group.front().quantity().value) return group.front().all_comparable() ? &group.front() : nullptr;
  return nullptr;
}

/// Where the slowest variant has too few blocks for the GPU, though another one has enough.
std::string too_few_blocks(const ViewInput& input, const Compared& variants, const ComparedRow& times) {
  const auto filled = [&](std::size_t variant) {
    const SmSchedule schedule = sm_schedule(*variants[variant].run, input.surroundings);
    return static_cast<double>(schedule.schedule.blocks) / static_cast<double>(schedule.at_once());
  };
  const std::size_t slowest = times.most();
  if (times.ratio(slowest) <= kTimesApart || variants[slowest].run->launch.grid_dim == 0) return "";
  const SmSchedule schedule = sm_schedule(*variants[slowest].run, input.surroundings);
  const double share = filled(slowest);
  if (share >= kFewBlocks || filled(times.least()) <= 2 * share) return "";
  const unsigned idle = schedule.schedule.idle_sms(), sms = schedule.schedule.sm_count();
  const std::string blocks = counted(schedule.schedule.blocks, "block");
  return idle > 0
             ? tr_format("{} has {}: they leave {} of {} SMs idle, and are {:.0f}% of what the GPU holds at once.",
                         letter_of(slowest), blocks, idle, sms, 100 * share)
             : tr_format("{} has {}: {:.0f}% of what the GPU holds at once.", letter_of(slowest), blocks,
                         100 * share);
}

/// What the times say, where they do not follow the row that is told first.
std::string what_times_say(const ViewInput& input, const Compared& variants,
                           const std::vector<ComparedGroup>& groups) {
  const ComparedRow* times = times_among(groups);
  if (!times || times->spread() <= 1) return "";
  const bool first = &groups.front().front() == times;
  const std::string few = too_few_blocks(input, variants, *times);
  if (!first && few.empty()) return "";
  std::string words;
  const std::string letter = letter_of(times->least());
  if (const auto [line, best] = best_other_factor(input); best)
    words = tr_format("Of these {} is the fastest; COARSE_FACTOR {} takes {} µs.", letter,
                      best->launch.coarse_factor, time_text(best->time_us));
  else if (times->tied_with_least() == 1)
    words = tr_format("{} is the fastest.", letter);
  return told_together(words, few);
}

}  // namespace

FastestFactor fastest_factor(const ViewInput& input, const std::string& told) {
  const auto [line, best] = best_other_factor(input);
  if (!best) return {};
  return {tr_format("fastest COARSE_FACTOR at blockDim {}: {}, {} µs", grouped(best->launch.block_dim),
                    best->launch.coarse_factor, time_text(best->time_us)),
          kind_parts(line.provenance) == told ? "" : kind_text(line.provenance, true)};
}

WhyTheyDiffer why_they_differ(const ViewInput& input, const Compared& variants,
                              const std::vector<ComparedGroup>& groups) {
  constexpr std::size_t kReasons = 2, kEqual = 3;
  std::vector<std::string> said;
  std::string answer = saved_by_factor(input, groups);
  const bool saves = !answer.empty();
  const std::string times = what_times_say(input, variants, groups);
  answer = told_together(answer, times);
  if (!answer.empty()) said.push_back(std::move(answer));
  std::string equal;
  // What is saved is a reason, too.
  std::size_t reasons = saves ? 1 : 0, alike = 0;
  for (const ComparedGroup& group : groups) {
    const ComparedRow& row = group.front();
    const char* because = row.quantity().because;
    if (!*because || !row.all_comparable()) continue;
    const std::string name = tr(row.quantity().name);
    if (row.spread() > 1 && reasons < kReasons) {
      ++reasons;
      said.push_back(tr_format("{}: {}. {}", capital(name), row.in_words(), tr(because)));
    } else if (row.all_equal() && alike < kEqual) {
      ++alike;
      equal = in_a_list(equal, name);
    }
  }
  if (said.empty()) return {};
  if (reasons > 0 && !equal.empty()) said.push_back(tr_format("Equal in all: {}.", equal));
  WhyTheyDiffer why{std::move(said.front()), "", !times.empty() && best_other_factor(input).best};
  for (std::size_t i = 1; i < said.size(); ++i) why.rest = told_together(why.rest, said[i]);
  return why;
}

}  // namespace lanescope
