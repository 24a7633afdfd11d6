// Commands in, runs in, state out.
#include "viz/model/model.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "viz/model/playback.h"
#include "viz/model/presets.h"

namespace lanescope {
namespace {

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
            if (!kept) compile_if_needed(request.kernel, progress);
            return kept ? complete(*kept, progress) : run_function(request, progress);
          },
          wake),
      sweeper_(std::move(measure), wake),
      file_watch_(std::move(wake)) {
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
    sweeper_.start(points_to_measure(view_, wanted->chart));
    ++runs_shown_;
    return;
  }
  if (std::holds_alternative<CancelMeasuring>(command)) return sweeper_.cancel();
  if (const auto* forgotten = std::get_if<ForgetOwnKernel>(&command)) return forget_own_kernel(forgotten->id);
  if (std::holds_alternative<DismissMessage>(command)) {
    notify({}, status_.about);
    for (Shown& shown : shown_) shown.error = shown.file_error = {};
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
  if (std::holds_alternative<StepToKeyStep>(command)) next = apply(view_, StepTo{key_step().value_or(frames())});
  // Play at the end of a launch continues with the next launch; after the last one it starts from the beginning.
  if (next.playing && !view_.playing && view_.position >= frames()) {
    next.position = 0;
    next.variants.launch = launch() < launches() ? launch() + 1 : 1;
  }
  // From the beginning a preset plays to its key step, where there is something to say, and waits there.
  if (next.playing && !view_.playing) plays_to_key_step_ = next.position == 0;
  const bool changed = !(next.variants == view_.variants), realigned = next.alignment != view_.alignment;
  if (changed || realigned || next.position != view_.position) next.phase = 0;
  // There is no step beyond the last one.
  const bool past_end = std::holds_alternative<StepBy>(command) && next.position > frames() && up_to_date();
  if (changed || realigned || past_end) settle(next);
  std::swap(view_, next);
  if (changed && (status_.offered || status_.offers_undo)) notify({}, status_.about);
  const bool beside = std::holds_alternative<ShowBeside>(command);
  if (beside || (std::holds_alternative<ShowOwnKernel>(command) && count() < next.variants.count()))
    tell_what_went(next.variants);
  const bool allowed = std::holds_alternative<AllowOwnKernels>(command);
  if (changed || allowed) variants_changed();
  if (realigned) runs_changed();
  begin_to_play();
  keep_in_range();
}

void Model::notify(Sentence sentence, About about) {
  if (sentence.empty() && about != status_.about) return;
  status_.notice = std::move(sentence);
  status_.about = about;
  status_.offered.reset();
  status_.offers_undo = false;
}

/// A launch that was set beside the others may have taken the place of one; a kernel of another kind of problem,
/// that of all.
void Model::tell_what_went(const Variants& before) {
  const Variants& now = view_.variants;
  if (now.count() < before.count()) {
    notify(
        same_group(before.request(), now.request())
            ? Sentence("{} is shown alone; + Compare sets others beside it.", now.request().kernel)
            : Sentence("{} is another kind of problem: it took the place of all variants.", now.request().kernel));
    status_.offers_undo = true;
  }
  if (now == before || now.count() != before.count() || now.requests.back() == before.requests.back()) return;
  notify(Sentence("{} was {}; {} took its place.", letter_of(now.count() - 1), before.requests.back().kernel,
                  now.requests.back().kernel));
  status_.offers_undo = true;
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

void Model::update(double seconds) {
  take_file_changes();
  take_outcomes();
  if (sweeper_.update()) {
    ++runs_shown_;
    if (!sweeper_.status().error.empty()) notify(sweeper_.status().error, About::sweeps);
  }
  advance_playback(seconds);
  status_.running = runner_.busy();
  status_.fraction = runner_.fraction();
  status_.launch = runner_.launch();
  status_.seconds = runner_.seconds_running();
}

void Model::finish_run() {
  runner_.wait();
  sweeper_.wait();
  update(0);
}

/// Only once: who has taken a step, or changed the launch, plays by himself.
void Model::begin_to_play() {
  if (!view_.plays_when_done || !up_to_date()) return;
  view_.plays_when_done = false;
  view_.playing = true;
}

std::optional<std::uint32_t> Model::key_step() const {
  const Preset* preset = up_to_date() ? preset_of(view_.variants.requests) : nullptr;
  if (!preset || !preset->key_step.shows || launch() != preset->variants.launch) return std::nullopt;
  const std::size_t variant = preset->key_step.variant;
  return lock_step_.frames(variant, key_position(*preset, run(variant)->metrics.block));
}

void Model::keep_in_range() {
  // While runs compute, positions beyond what is drawn may belong to them; a restored position waits for its run.
  // What a mistake ended has no steps; those of the repaired text are where they were.
  const bool ended = std::any_of(shown_.begin(), shown_.end(), [](const Shown& shown) {
    return shown.run && !shown.run->trace && !shown.run->findings.empty();
  });
  if (!ended && (up_to_date() || !runner_.busy())) {
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
