// What is done is a row of words a phase and kind of access; no kernel is asked for by its name.
#include "viz/views/shared/captions.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/analysis/step_facts.h"
#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"
#include "viz/kit/painter.h"
#include "viz/text/characters.h"
#include "viz/views/shared/sentences.h"
#include "viz/views/shared/step_table.h"

namespace lanescope {
namespace {

/// What one thread does, by its number, and what several do. A second place is for where.
struct Deed {
  const char* one;
  const char* many;
};
constexpr Deed kLoadsGlobal{tr_later("thread {} loads an element from global memory"),
                            tr_later("{} each load an element from global memory")},
    kLoadsShared{tr_later("thread {} loads a value from shared memory"),
                 tr_later("{} each load a value from shared memory")},
    kPrepares{tr_later("thread {} prepares shared memory"), tr_later("{} prepare shared memory")},
    kAddsElement{tr_later("thread {} adds an element of its own"), tr_later("{} each add an element of their own")},
    kTakesElement{tr_later("thread {} takes in an element of its own"),
                  tr_later("{} each take in an element of their own")},
    kAddsRegisters{tr_later("thread {} adds two values in its registers"),
                   tr_later("{} each add two values in their registers")},
    kTakesRegisters{tr_later("thread {} combines two values in its registers"),
                    tr_later("{} each combine two values in their registers")},
    kWorksAlone{tr_later("thread {} works on an element of its own"),
                tr_later("{} each work on an element of their own")},
    kMultiplies{tr_later("thread {} multiplies and adds once"), tr_later("{} each multiply and add once")},
    kAddsPlace{tr_later("thread {} adds the value {}"), tr_later("{} each add the value {}")},
    kTakesPlace{tr_later("thread {} takes in the value {}"), tr_later("{} each take in the value {}")},
    kAddsIndex{tr_later("thread {} adds value {} of shared memory"),
               tr_later("{} each add value {} of shared memory")},
    kTakesIndex{tr_later("thread {} takes in value {} of shared memory"),
                tr_later("{} each take in value {} of shared memory")},
    kCollects{tr_later("thread {} takes what other threads left in shared memory"),
              tr_later("{} each take what other threads left in shared memory")},
    kShuffleAdds{tr_later("thread {} adds the register of the lane {} away"),
                 tr_later("{} each add the register of the lane {} away")},
    kShuffleTakes{tr_later("thread {} takes in the register of the lane {} away"),
                  tr_later("{} each take in the register of the lane {} away")},
    kSearches{tr_later("thread {} halves the range that it searches"),
              tr_later("{} each halve the range that they search")},
    kWrites{tr_later("thread {} writes an element of the output"),
            tr_later("{} each write an element of the output")},
    kAddsToElement{tr_later("thread {} adds to an element of the output, in one atomic operation"),
                   tr_later("{} each add to an element of the output, atomically")},
    kUpdates{tr_later("thread {} updates the output with the block's result, in one atomic operation"),
             tr_later("{} update the output atomically")},
    kStoresPartial{tr_later("thread {} stores the block's partial sum"),
                   tr_later("{} store partial sums of the block")},
    kStoresOnly{tr_later("thread {} stores the result"), tr_later("{} store results")},
    kStoresResult{tr_later("thread {} stores the result of all blocks"),
                  tr_later("{} store the result of all blocks")};

std::string filled(const char* pattern, const std::string& who, const std::string& where) {
  return filled_in(tr(pattern), fmt::make_format_args(who, where));
}

std::string who_works(const StepFacts& facts) {
  constexpr std::uint32_t kNamed = 4;
  if (facts.working == facts.threads) return tr_format("all {} threads", grouped(facts.threads));
  if (facts.working > 2 && facts.apart == 1) return tr_format("threads {} to {}", facts.first, facts.last);
  if (facts.working > kNamed && facts.apart > 1)
    return tr_format("{0} threads ({1}, {2}, {3} ... {4})", grouped(facts.working), facts.first,
                     facts.first + facts.apart, facts.first + 2 * facts.apart, facts.last);
  if (facts.apart == 0) return tr_format("{} of {} threads", grouped(facts.working), grouped(facts.threads));
  if (facts.working == 2) return tr_format("threads {} and {}", facts.first, facts.first + facts.apart);
  std::string list;
  for (std::uint32_t i = 0; i < facts.working; ++i)
    list = in_a_list(list, std::to_string(facts.first + i * facts.apart));
  return tr_format("threads {}", list);
}

std::string places(std::int64_t reach) {
  const std::string far = counted(static_cast<std::uint64_t>(reach < 0 ? -reach : reach), "place");
  return reach < 0 ? tr_format("{} to the left", far) : tr_format("{} to the right", far);
}

const Deed& commit_deed(const LaunchConfig& launch, const History& history, std::uint32_t step) {
  if (has_array_result(launch.workload))
    return history.has_accesses() && commits_atomically(launch, history, step) ? kAddsToElement : kWrites;
  if (commits_atomically(launch, history, step)) return kUpdates;
  if (launch.grid_dim == 1) return kStoresOnly;
  const auto earlier = history.phases.begin() + step;
  const bool again = std::find(history.phases.begin(), earlier, Phase::commit) != earlier;
  return again ? kStoresResult : kStoresPartial;
}

/// A deed and where, of the step that these facts are of.
struct Doing {
  const Deed* deed = &kWorksAlone;
  std::string where = {};
};

Doing meeting(const StepFacts& facts, bool sum) {
  if (facts.reach) return {sum ? &kAddsPlace : &kTakesPlace, places(*facts.reach)};
  if (facts.index) return {sum ? &kAddsIndex : &kTakesIndex, grouped(*facts.index)};
  return {&kCollects};
}

Doing doing_of(const Run& run, const History& history, std::uint32_t step, const StepFacts& facts) {
  const Workload workload = run.launch.workload;
  const bool reduces = !has_array_result(workload), sum = !reduces || run.request.op == Op::sum;
  switch (facts.phase) {
    case Phase::load:
      return {facts.loads_global ? &kLoadsGlobal : facts.loads_shared ? &kLoadsShared : &kPrepares};
    case Phase::own:
      if (facts_of(workload).shape == Shape::product) return {&kMultiplies};
      if (!reduces) return {&kWorksAlone};
      if (facts.loads_global || facts.loads_shared) return {sum ? &kAddsElement : &kTakesElement};
      return {sum ? &kAddsRegisters : &kTakesRegisters};
    case Phase::tree:
    case Phase::exchange:
      return meeting(facts, sum);
    case Phase::shuffle:
      return {sum ? &kShuffleAdds : &kShuffleTakes, counted(facts.stride, "place")};
    case Phase::line:
    case Phase::branch:
      return {&kWorksAlone};
    case Phase::search:
      return {&kSearches};
    case Phase::commit:
      break;
  }
  return {&commit_deed(run.launch, history, step)};
}

/// How many of what, by which two kernels with as many working threads may differ: warps, where there are several.
std::string who_of_how_many(const StepFacts& facts) {
  const std::string working = grouped(facts.working), threads = grouped(facts.threads);
  if (facts.working == 0) return tr("no thread works");
  const std::string work = facts.threads == 1               ? tr("the only thread works")
                           : facts.working == facts.threads ? tr_format("all {} threads work", threads)
                           : facts.working == 1             ? tr_format("{} of {} threads works", working, threads)
                                                            : tr_format("{} of {} threads work", working, threads);
  return facts.warps == 1 ? work : work + tr_format(", in {}", counted(facts.working_warps, "warp"));
}

/// The same as a sentence that fits everywhere.
std::string how_many_work(const StepFacts& facts) {
  const std::string working = grouped(facts.warps > 1 ? facts.working_warps : facts.working);
  if (facts.warps > 1)
    return facts.working_warps == 1 ? tr_format("{} warp works", working) : tr_format("{} warps work", working);
  return facts.working == 1 ? tr_format("{} lane works", working) : tr_format("{} lanes work", working);
}

/// The same without a verb.
std::string how_many(const StepFacts& facts) {
  return facts.warps > 1 ? counted(facts.working_warps, "warp") : counted(facts.working, "lane");
}

/// Lanes of warps that work wait and cost; warps without one that works cost nothing. Those that update one output
/// queue.
std::string who_waits(const StepFacts& facts, bool queue) {
  if (queue) return tr_format("they queue, {} turns", grouped(facts.working));
  const std::uint32_t idle = facts.warps - facts.working_warps, lanes = facts.waiting_lanes;
  const std::string warps =
      idle == 1 ? tr_format("{} of {} warps has nothing to do", grouped(idle), grouped(facts.warps))
                : tr_format("{} of {} warps have nothing to do", grouped(idle), grouped(facts.warps));
  if (lanes == 0) return idle == 0 ? tr("nobody waits") : warps;
  if (idle == 0) {
    const std::string threads = lanes == 1
                                    ? tr_format("{} of {} threads waits", grouped(lanes), grouped(facts.threads))
                                    : tr_format("{} of {} threads wait", grouped(lanes), grouped(facts.threads));
    return facts.warps == 1 ? threads : threads + tr_format(", in {}", counted(facts.divergent_warps, "warp"));
  }
  const std::string of_warps = lanes == 1 ? tr_format("{} lane of its warp waits", grouped(lanes))
                               : facts.divergent_warps == 1
                                   ? tr_format("{} lanes of their warp wait", grouped(lanes))
                                   : tr_format("{} lanes of their warps wait", grouped(lanes));
  return of_warps + tr(", ") + warps;
}

/// Threads of a reduction that work alone keep their sums in registers.
std::string why_no_barrier(const Run& run, Phase phase) {
  if (phase != Phase::own || has_array_result(run.launch.workload)) return "";
  return why_registers_need_no_barrier();
}

/// Of a thread's own steps that are empty: there are fewer elements than the factor asks for.
std::string why_nobody(const Run& run, Phase phase) {
  if (phase != Phase::own || run.launch.coarse_factor < 2 || run.launch.n >= run.launch.elements_per_block)
    return "";
  return tr_format("With COARSE_FACTOR {} a block takes {} elements; N is {}.", run.launch.coarse_factor,
                   grouped(run.launch.elements_per_block), grouped(run.launch.n));
}

/// A title inside a sentence.
std::string lowered(std::string title) {
  const bool word = title.size() > 1 && std::islower(static_cast<unsigned char>(title[1]));
  if (word) title[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(title[0])));
  return title;
}

std::string head_of(const Run& run, const History& history, std::uint32_t step) {
  std::string head = step_name(history, step);
  if (facts_of(run.launch.workload).shape == Shape::product && history.phases[step] != Phase::commit &&
      history.phases[step] != Phase::line)
    head += tr(", ") + tile_words(run.launch, step);
  else if (const std::string distance = distance_words(run, history, step); !distance.empty())
    head += tr(", ") + distance;
  // Of a kernel with several entries: what this one is for.
  if (is_part(run.launch.entry)) head += tr(", ") + lowered(tr(entry_info(run.launch.entry).title));
  return capitalized(std::move(head));
}

}  // namespace

std::string why_registers_need_no_barrier() {
  return tr("No barrier: registers are private to their thread.");
}

Caption step_caption(const Run& run, const VariantView& state) {
  const History* history = history_in_view(run);
  if (!history || history->steps() == 0 || state.position == 0) {
    const std::string words = capitalized(step_sentence(run, state));
    const bool begins = history && history->steps() > 0;
    return {words, words, words, begins ? capitalized(tr("before the first step")) + tr(".") : words};
  }
  const std::uint32_t step = std::min(state.position, static_cast<std::uint32_t>(history->steps())) - 1;
  const StepFacts facts = step_facts(*run.trace, run.request.block, step);
  const std::string head = head_of(run, *history, step);
  const bool queue =
      facts.phase == Phase::commit && facts.working > 1 && &commit_deed(run.launch, *history, step) == &kUpdates;
  const std::string work = who_of_how_many(facts);
  // With a queue, that is what the step costs.
  const std::string in_few_words =
      !queue ? work
      : facts.working == facts.threads
          ? tr_format("all {} threads queue", grouped(facts.threads))
          : tr_format("{} of {} threads queue", grouped(facts.working), grouped(facts.threads));
  const std::string brief = tr_format("{}: {}.", head, in_few_words);
  const std::string distance = capitalized(distance_words(run, *history, step));
  const std::string least = distance.empty() ? brief : tr_format("{}: {}.", distance, in_few_words);
  if (facts.working == 0) {
    const std::string nobody = tr_format("{}: {}.", head, tr("no thread of the block has anything to do"));
    Caption caption{nobody, nobody, brief, least};
    caption.why = why_nobody(run, facts.phase);
    return caption;
  }
  const std::string in_fewest =
      queue ? tr_format("{} threads queue", grouped(facts.working)) : how_many_work(facts);
  const std::string brief_head = is_step(facts.phase)
                                     ? tr_format("step {}", grouped(history->counted_steps(step + 1)))
                                     : step_name(*history, step);
  const std::string tiny = tr_format("{}: {}.", distance.empty() ? capitalized(brief_head) : distance, in_fewest);
  const std::string fewest = tr_format("{}.", in_fewest);
  const std::string shorter = tr_format("{}: {}; {}.", head, work, who_waits(facts, queue));
  if (facts.phase == Phase::line || facts.phase == Phase::branch)
    return {shorter, shorter, brief, least};  // what a line of a user's kernel is for, nobody knows
  const Doing doing = doing_of(run, *history, step, facts);
  const std::string deed = facts.working == 1 ? filled(doing.deed->one, std::to_string(facts.first), doing.where)
                                              : filled(doing.deed->many, who_works(facts), doing.where);
  const std::string why = why_no_barrier(run, facts.phase);
  Caption caption{tr_format("{}: {}; {}.", head, deed, who_waits(facts, queue)),
                  shorter,
                  brief,
                  least,
                  tiny,
                  fewest,
                  tr_format("{}: {}.", capitalized(brief_head), in_fewest),
                  why,
                  why.empty() ? "" : tr("Own registers: no barrier.")};
  if (!distance.empty() && !queue) {
    const std::string both = capitalized(brief_head) + tr(", ") + distance_words(run, *history, step);
    caption.both = tr_format("{}: {}.", both, in_fewest);
    caption.both_brief = tr_format("{}: {}.", both, how_many(facts));
  }
  return caption;
}

}  // namespace lanescope
