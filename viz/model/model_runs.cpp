// The runs of the variants: which are asked for, what becomes of those that end, and which launch of each is in
// view.

#include <algorithm>
#include <string>
#include <utility>

#include "engine/request/own_launch.h"
#include "engine/source/arguments.h"
#include "engine/this_machine.h"
#include "viz/model/model.h"

namespace lanescope {
namespace {

constexpr std::size_t kMaxFinishedRuns = 12;

Repeating<Phase> phases_of(const Run* run) {
  if (!run) return {};
  const Repeating<StepMetrics>& steps = run->metrics.block.steps;
  std::vector<Phase> phases;
  for (const StepMetrics& step : steps.kept()) phases.push_back(step.phase);
  return {std::move(phases), steps.repeats()};
}

/// Code that came with a session is nobody's word that it may run here.
Sentence asking(const RunRequest& request) {
  return Sentence("{} is code that came with the session; it has not run. Read it, then say whether it may.",
                  request.kernel);
}

/// A run whose result is still to be computed, with that of `before` if it is the same launch, of which another
/// block was looked at; else the run as it is. Values of elements, and trees that read partial sums, wait for the
/// computation.
std::shared_ptr<const Run> with_known_result(const std::shared_ptr<const Run>& run, const Run* before) {
  if (!run->awaits_result || !before || !before->result || run->launches.size() != 1 || before->values) return run;
  RunRequest same = run->request;
  same.block = before->request.block;
  if (!(same == before->request) || (before->tree && !run->tree)) return run;
  Run whole = *run;
  whole.result = before->result;
  whole.awaits_result = false;
  return std::make_shared<const Run>(std::move(whole));
}

}  // namespace

/// Each variant gets the run that it asks for, even if another variant showed it before. Otherwise its old picture
/// stays until the new run is done, unless it belongs to another kind of problem, which has other views.
void Model::variants_changed() {
  const std::vector<Shown> before = std::exchange(shown_, {});
  for (std::size_t variant = 0; variant < count(); ++variant) {
    RunRequest& request = view_.variants.requests[variant];
    request.detail = Detail::full;
    request.own.checks = kernel_info(request.kernel).own != nullptr;
    const auto same = std::find_if(before.begin(), before.end(), [&](const Shown& shown) {
      return shown.made && shown.made->request == request;
    });
    Shown shown;
    if (same != before.end())
      shown = {same->made, same->run, {}, {}};
    else if (variant < before.size() && before[variant].made && same_group(before[variant].made->request, request))
      shown = {before[variant].made, before[variant].run, {}, {}};
    shown_.push_back(std::move(shown));
  }
  own_kernels_changed();
  notify({}, About::runs);
  submit(false);
  runs_changed();
}

/// Traces first, then results. With `again` those that are there count for nothing.
void Model::submit(bool again) {
  std::vector<Job> wanted, unfinished;
  const auto add = [](std::vector<Job>& jobs, Job job) {
    if (std::find(jobs.begin(), jobs.end(), job) == jobs.end()) jobs.push_back(std::move(job));
  };
  for (std::size_t variant = 0; variant < count(); ++variant) {
    const RunRequest& request = view_.variants.requests[variant];
    if (again) kept_.forget(request);
    const auto refused = kept_.find(request) ? std::nullopt : known_refusal(request);
    shown_[variant].error = refused ? refused->sentence : Sentence();
    shown_[variant].problems.clear();
    if (view_.must_ask(request.kernel)) shown_[variant].error = asking(request);
    if (!shown_[variant].error.empty()) {
      leave_picture_of_another(variant);
      continue;
    }
    const auto& made = shown_[variant].made;
    if (again || !made || !(made->request == request))
      add(wanted, request);
    else if (made->is_unfinished())
      add(unfinished, {request, made});
  }
  wanted.insert(wanted.end(), unfinished.begin(), unfinished.end());
  runner_.submit(std::move(wanted));
}

void Model::take_outcomes() {
  for (const Outcome& outcome : runner_.take()) {
    if (outcome.run) {
      if (!outcome.had_begun) take_settled_launch(outcome);
      if (!outcome.had_begun && !outcome.run->notice.empty()) notify(outcome.run->notice, About::runs);
      show(outcome.run);
    } else if (outcome.had_begun) {
      leave_without_result(outcome);
    } else if (outcome.error.empty()) {
      notify(Sentence("The run was cancelled; the picture shows the previous run."), About::runs);
    } else {
      for (std::size_t variant = 0; variant < count(); ++variant)
        if (view_.variants.requests[variant] == outcome.request) {
          shown_[variant].error = outcome.error;
          shown_[variant].problems = outcome.problems;
          if (leave_picture_of_another(variant)) runs_changed();
        }
    }
  }
}

/// What small launches settled of a user's kernel is the launch in view from now on.
void Model::take_settled_launch(const Outcome& outcome) {
  const RunRequest& launched = outcome.run->request;
  if (launched == outcome.request || !kernel_info(launched.kernel).own) return;
  const std::string words = arguments_text(launched);
  if (launched.own.is_settled && launched.own.has_settled_grid)
    notify(Sentence("It is launched as its file does it, with a grid of {}, and called with --arguments {}.",
                    extent_text(launched.own.grid), words),
           About::runs);
  else if (launched.own.is_settled && argument_words(outcome.request) != launched.own.arguments)
    notify(Sentence("Small launches chose what it is called with: --arguments {}.", words), About::runs);
  for (RunRequest& request : view_.variants.requests)
    if (request == outcome.request) request = launched;
}

/// The traces stay; nothing computes the result again unless the user asks.
void Model::leave_without_result(const Outcome& outcome) {
  const Sentence why = outcome.error.empty()
                           ? Sentence("The computation of the result was cancelled; Run again starts it again.")
                           : outcome.error;
  notify(why, About::runs);
  for (const Shown& shown : shown_) {
    if (!shown.made || !shown.made->awaits_result || !(shown.made->request == outcome.request)) continue;
    Run run = *shown.made;
    run.awaits_result = false;
    run.no_result = why;
    return show(std::make_shared<const Run>(std::move(run)));
  }
}

void Model::show(const std::shared_ptr<const Run>& run) {
  bool known = false;
  for (std::size_t variant = 0; variant < count(); ++variant)
    if (view_.variants.requests[variant] == run->request) {
      const auto whole = with_known_result(run, shown_[variant].made.get());
      known = known || whole != run;
      shown_[variant] = {whole, whole, {}, std::move(shown_[variant].file_error)};
    }
  if (known) submit(false);  // nothing computes it again
  if (run->result || run->trace) keep_summary(*run);
  ++runs_shown_;
  runs_changed();
}

void Model::keep_summary(const Run& run) {
  auto summary = run;
  summary.trace.reset();
  summary.tree.reset();
  for (RunLaunch& launch : summary.launches) {
    launch.trace.reset();
    launch.tree.reset();
  }
  std::erase_if(finished_runs_, [&](const auto& other) {
    return other->request.kernel == summary.request.kernel &&
           other->provenance.backend == summary.provenance.backend;
  });
  finished_runs_.push_back(std::make_shared<const Run>(std::move(summary)));
  if (finished_runs_.size() > kMaxFinishedRuns) finished_runs_.erase(finished_runs_.begin());
}

/// Nothing runs again. A run that already shows that launch stays the same object, so that its pictures are not
/// drawn again.
void Model::look_at_launch() {
  for (Shown& shown : shown_) {
    if (!shown.made) continue;
    const auto last = static_cast<unsigned>(std::max<std::size_t>(1, shown.made->launches.size()));
    const unsigned launch = std::min(view_.variants.launch, last);
    if (shown.made->request.launch == launch)
      shown.run = shown.made;
    else if (shown.run->request.launch != launch)
      shown.run = std::make_shared<const Run>(look_at(*shown.made, launch));
  }
}

void Model::runs_changed() {
  look_at_launch();
  std::vector<Repeating<Phase>> phases;
  for (const Shown& shown : shown_) phases.push_back(phases_of(shown.run.get()));
  lock_step_ = LockStep(phases, view_.alignment);
  begin_to_play();
  keep_in_range();
}

}  // namespace lanescope
