// Commands in, runs in, state out.
#include "viz/model/model.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/request/catalogue.h"
#include "engine/this_machine.h"
#include "viz/model/playback.h"
#include "viz/model/presets.h"

namespace lanescope {
namespace {

constexpr double kFirstSpeed = 0.5;  // for presets that play by themselves
constexpr std::size_t kMaxFinishedRuns = 12;

std::vector<Phase> phases_of(const Run* run) {
  std::vector<Phase> phases;
  if (run)
    for (const StepMetrics& step : run->metrics.block.steps) phases.push_back(step.phase);
  return phases;
}

bool in_range(const Focus& focus, const Run& run) {
  if (!run.trace) return focus.empty();
  if (focus.step && *focus.step >= run.metrics.block.steps.size()) return false;
  if (focus.warp && *focus.warp >= run.trace->warps_per_block()) return false;
  return !focus.node || (run.tree && *focus.node < run.tree->leaves() + run.tree->operations.size());
}

}  // namespace

Model::Model(ViewState start, Runner::RunFunction run_function, std::function<void()> wake,
             Sweeper::Measure measure)
    : Model(Session{std::move(start), {}, true}, std::move(run_function), std::move(wake), std::move(measure)) {}

Model::Model(Session start, Runner::RunFunction run_function, std::function<void()> wake, Sweeper::Measure measure)
    : view_(std::move(start.view)),
      runner_(
          [this, run_function = std::move(run_function)](const RunRequest& request, Progress& progress) {
            const auto kept = kept_.find(request);
            return kept ? complete(*kept, progress) : run_function(request, progress);
          },
          wake),
      sweeper_(std::move(measure), std::move(wake)) {
  view_.hover = {};
  view_.playing = false;
  kept_.keep(std::move(start.runs));
  variants_changed();
}

std::vector<std::shared_ptr<const Run>> Model::runs() const {
  std::vector<std::shared_ptr<const Run>> runs;
  for (const Shown& shown : shown_) runs.push_back(shown.run);
  return runs;
}

bool Model::up_to_date() const {
  for (std::size_t variant = 0; variant < count(); ++variant)
    if (!shown_[variant].made || !(shown_[variant].made->request == view_.variants.requests[variant])) return false;
  return true;
}

unsigned Model::launches() const {
  std::size_t most = 1;
  for (const Shown& shown : shown_)
    if (shown.made) most = std::max(most, shown.made->launches.size());
  return static_cast<unsigned>(most);
}

unsigned Model::launch() const {
  return std::min(view_.variants.launch, launches());
}

VariantView Model::view_of(std::size_t variant) const {
  VariantView view;
  static_cast<ViewOptions&>(view) = view_;
  view.position = lock_step_.position(variant, view_.position);
  view.hover = focus_in(variant, view_.hover);
  view.selection = focus_in(variant, view_.selection);
  view.moving = moment(variant) < 1;
  if (view_.list) view.list_first = view_.list->first;
  view.list_scrolled = view_.list && view_.list->position == view_.position;
  return view;
}

/// The same frame, warp and lane in another variant, as far as they exist there.
Focus Model::focus_in(std::size_t variant, const Focus& focus) const {
  if (focus.empty() || focus.variant == variant) return focus;
  Focus there{.variant = variant, .step = {}, .warp = focus.warp, .lane = focus.lane, .node = {}};
  if (focus.step) {
    const std::uint32_t frames = lock_step_.frames(focus.variant, *focus.step + 1);
    const std::uint32_t done = lock_step_.position(variant, frames);
    if (done > 0 && !lock_step_.waits(variant, frames)) there.step = done - 1;
  }
  if (!run(variant) || !run(variant)->trace) return {};
  const Trace& trace = *run(variant)->trace;
  if (there.warp && *there.warp >= trace.warps_per_block()) there.warp.reset();
  if (!there.warp || (there.lane && *there.lane >= trace.launch.block_dim)) there.lane.reset();
  return there;
}

void Model::handle(const Command& command) {
  if (std::holds_alternative<EndEdit>(command)) return undo_.end_edit();
  if (std::holds_alternative<RunAgain>(command)) {
    notify({}, About::runs);
    return submit(true);
  }
  if (std::holds_alternative<CancelRun>(command)) return runner_.cancel();
  if (const auto* wanted = std::get_if<Measure>(&command)) {
    notify({}, About::sweeps);
    sweeper_.start(points_to_measure(view_.variants, wanted->chart));
    ++runs_shown_;
    return;
  }
  if (std::holds_alternative<CancelMeasuring>(command)) return sweeper_.cancel();
  if (std::holds_alternative<DismissMessage>(command)) {
    notify({}, status_.about);
    for (Shown& shown : shown_) shown.error = {};
    return;
  }
  ViewState next = apply(view_, command);
  if (std::holds_alternative<SetLaunch>(command)) {
    if (up_to_date()) next.variants.launch = std::min(next.variants.launch, launches());
    if (next.variants.launch == view_.variants.launch) return;
    // If all steps of one launch were shown, all of the other's are, too.
    const bool at_end = frames() > 0 && view_.position >= frames();
    next.position = at_end ? std::numeric_limits<std::uint32_t>::max() : 0;
  }
  const bool undoing = std::holds_alternative<Undo>(command);
  if (undoing || std::holds_alternative<Redo>(command)) {
    auto variants = undoing ? undo_.undo(view_.variants) : undo_.redo(view_.variants);
    if (variants) next.variants = std::move(*variants);
  } else if (!(next.variants == view_.variants) && !std::holds_alternative<Activate>(command) &&
             !std::holds_alternative<SetPlaying>(command)) {
    undo_.note(view_.variants, command);
  }
  // Play at the end of a launch continues with the next launch; after the last one it starts from the beginning.
  if (next.playing && !view_.playing && view_.position >= frames()) {
    next.position = 0;
    next.variants.launch = launch() < launches() ? launch() + 1 : 1;
  }
  const bool changed = !(next.variants == view_.variants), realigned = next.alignment != view_.alignment;
  if (changed || realigned || next.position != view_.position) next.phase = 0;
  // There is no step beyond the last one.
  const bool past_end = std::holds_alternative<StepBy>(command) && next.position > frames() && up_to_date();
  if (changed || realigned || past_end) settle(next);
  view_ = std::move(next);
  if (changed && status_.offered) notify({}, status_.about);
  if (changed) variants_changed();
  if (realigned) runs_changed();
  go_to_opening();
  keep_in_range();
}

void Model::notify(Sentence sentence, About about) {
  if (sentence.empty() && about != status_.about) return;
  status_.notice = std::move(sentence);
  status_.about = about;
  status_.offered.reset();
}

void Model::offer(Sentence sentence, Variants variants) {
  notify(std::move(sentence));
  status_.offered = std::move(variants);
}

void Model::open(Session session) {
  undo_.end_edit();
  if (!(session.view.variants == view_.variants)) undo_.note(view_.variants, SetVariants{});
  undo_.end_edit();
  kept_.keep(std::move(session.runs));
  shown_.clear();
  if (status_.offered) notify({}, status_.about);
  if (session.has_view) {
    view_ = std::move(session.view);
  } else if (const Preset* preset = preset_of(session.view.variants.requests)) {
    view_ = with_preset(std::move(view_), *preset);
    view_.variants = std::move(session.view.variants);
  } else {
    view_ = apply(view_, SetVariants{std::move(session.view.variants)});
    view_.position = std::numeric_limits<std::uint32_t>::max();
    view_.panel = session.view.panel;
    view_.enlarged.clear();
  }
  variants_changed();
}

void Model::close_broken(std::optional<std::size_t> variant, const Sentence& why) {
  Sentence name("The last session");
  if (variant && *variant < count()) {
    const RunRequest request = view_.variants.requests[*variant];
    name = Sentence::word(request.kernel);
    kept_.forget(request);
  }
  if (variant && count() > 1) {
    handle(RemoveVariant{*variant});
  } else {
    kept_.keep({});
    shown_.clear();
    view_.variants = ViewState{}.variants;
    view_.enlarged.clear();
    variants_changed();
  }
  notify(Sentence("{} cannot be drawn, so it was closed: {}", name, why));
}

Session Model::session() const {
  Session session{view_, {}, true};
  for (const Shown& shown : shown_)
    if (shown.made) session.runs.push_back(*shown.made);
  return session;
}

/// Each variant gets the run that it asks for, even if another variant showed it before. Otherwise its old picture
/// stays until the new run is done, unless it belongs to another kind of problem, which has other views.
void Model::variants_changed() {
  const std::vector<Shown> before = std::exchange(shown_, {});
  for (std::size_t variant = 0; variant < count(); ++variant) {
    RunRequest& request = view_.variants.requests[variant];
    request.detail = Detail::full;
    const auto same = std::find_if(before.begin(), before.end(), [&](const Shown& shown) {
      return shown.made && shown.made->request == request;
    });
    Shown shown;
    if (same != before.end())
      shown = {same->made, same->run, {}};
    else if (variant < before.size() && before[variant].made && same_group(before[variant].made->request, request))
      shown = {before[variant].made, before[variant].run, {}};
    shown_.push_back(std::move(shown));
  }
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
    if (refused) continue;
    const auto& made = shown_[variant].made;
    if (again || !made || !(made->request == request))
      add(wanted, request);
    else if (made->awaits_result)
      add(unfinished, {request, made});
  }
  wanted.insert(wanted.end(), unfinished.begin(), unfinished.end());
  runner_.submit(std::move(wanted));
}

void Model::update(double seconds) {
  take_outcomes();
  if (sweeper_.update()) {
    ++runs_shown_;
    if (!sweeper_.status().error.empty()) notify(sweeper_.status().error, About::sweeps);
  }
  advance_playback(seconds);
  status_.running = runner_.busy();
  status_.fraction = runner_.fraction();
  status_.seconds = runner_.seconds_running();
}

void Model::finish_run() {
  runner_.wait();
  sweeper_.wait();
  update(0);
}

void Model::take_outcomes() {
  for (const Outcome& outcome : runner_.take()) {
    if (outcome.run) {
      if (!outcome.run->notice.empty()) notify(outcome.run->notice, About::runs);
      show(outcome.run);
    } else if (outcome.had_begun) {
      leave_without_result(outcome);
    } else if (outcome.error.empty()) {
      notify(Sentence("The run was cancelled; the picture shows the previous run."), About::runs);
    } else {
      for (std::size_t variant = 0; variant < count(); ++variant)
        if (view_.variants.requests[variant] == outcome.request) shown_[variant].error = outcome.error;
    }
  }
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
  for (std::size_t variant = 0; variant < count(); ++variant)
    if (view_.variants.requests[variant] == run->request) shown_[variant] = {run, run, {}};
  keep_summary(*run);
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
  std::vector<std::vector<Phase>> phases;
  for (const Shown& shown : shown_) phases.push_back(phases_of(shown.run.get()));
  lock_step_ = LockStep(phases, view_.alignment);
  go_to_opening();
  keep_in_range();
}

/// Only once: a user who steps on, or changes the launch, is not taken back.
void Model::go_to_opening() {
  if (!view_.opening || !up_to_date()) return;
  view_.opening = false;
  const Preset* preset = preset_of(view_.variants.requests);
  if (!preset) return;
  if (preset->opening.plays) {
    view_.position = 0;
    view_.speed = kFirstSpeed;
    view_.playing = true;
    return;
  }
  const std::size_t variant = preset->opening.variant;
  view_.position = preset->opening.shows
                       ? lock_step_.frames(variant, opening_position(*preset, run(variant)->metrics.block))
                       : frames();
}

void Model::keep_in_range() {
  // While runs compute, positions beyond what is drawn may belong to them; a restored position waits for its run.
  if (up_to_date() || !runner_.busy()) {
    view_.position = std::min(view_.position, frames());
    view_.variants.launch = launch();
  }
  for (Focus* focus : {&view_.hover, &view_.selection}) {
    const bool there = focus->variant < count() && run(focus->variant);
    // Before the first run a restored selection cannot be checked.
    if (focus->variant >= count() || (there && !in_range(*focus, *run(focus->variant)))) *focus = {};
  }
}

}  // namespace lanescope
