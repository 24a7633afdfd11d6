// Commands in, runs in, state out.
#include "viz/model/model.h"

#include <algorithm>
#include <utility>

#include "engine/core/catalogue.h"

namespace lanescope {
namespace {

constexpr double kStepsASecond = 2;    // at speed 1
constexpr std::size_t kMaxFinishedRuns = 12;

bool in_range(const Focus& focus, std::uint32_t steps, const Run& run) {
  if (!run.trace) return focus.empty();
  if (focus.step && *focus.step >= steps) return false;
  if (focus.warp && *focus.warp >= run.trace->warps_per_block()) return false;
  return !focus.node || (run.tree && *focus.node < run.tree->leaves() + run.tree->operations.size());
}

}  // namespace

Model::Model(ViewState start, Runner::RunFunction run_function, std::function<void()> wake)
    : view_(std::move(start)), runner_(std::move(run_function), std::move(wake)) {
  view_.request.detail = Detail::full;
  view_.hover = {};
  view_.playing = false;
  request_changed();
}

std::uint32_t Model::steps() const {
  return run_ ? static_cast<std::uint32_t>(run_->metrics.block.steps.size()) : 0;
}

bool Model::up_to_date() const { return run_ && run_->request == view_.request; }

void Model::handle(const Command& command) {
  if (std::holds_alternative<EndEdit>(command)) return undo_.end_edit();
  if (std::holds_alternative<RunAgain>(command)) return request_changed();
  if (std::holds_alternative<CancelRun>(command)) return runner_.cancel();
  if (std::holds_alternative<DismissMessage>(command)) {
    status_.notice.clear();
    status_.error.clear();
    return;
  }
  ViewState next = apply(view_, command);
  const bool undoing = std::holds_alternative<Undo>(command);
  if (undoing || std::holds_alternative<Redo>(command)) {
    auto request = undoing ? undo_.undo(view_.request) : undo_.redo(view_.request);
    if (request) next.request = std::move(*request);
  } else if (!(next.request == view_.request)) {
    undo_.note(view_.request, command);
  }
  // Play at the end starts again from the beginning.
  if (next.playing && !view_.playing && view_.position >= steps()) next.position = 0;
  const bool changed = !(next.request == view_.request);
  view_ = std::move(next);
  if (changed) request_changed();
  keep_in_range();
}

void Model::request_changed() {
  status_.error.clear();
  if (const auto refused = refusal_here(view_.request)) {
    runner_.cancel();
    status_.error = refused->message;
    return;
  }
  runner_.submit(view_.request);
}

void Model::update(double seconds) {
  take_outcome();
  advance_playback(seconds);
  status_.running = runner_.busy();
  status_.fraction = runner_.fraction();
  status_.seconds = runner_.seconds_running();
}

void Model::finish_run() {
  runner_.wait();
  update(0);
}

void Model::take_outcome() {
  auto outcome = runner_.take();
  if (!outcome) return;
  if (outcome->run) {
    if (!outcome->run->notice.empty()) status_.notice = outcome->run->notice;
    return show(std::move(outcome->run));
  }
  if (!outcome->error.empty()) {
    status_.error = std::move(outcome->error);
  } else {
    status_.notice = "The run was cancelled; the picture is that of the run before.";
  }
}

void Model::show(std::shared_ptr<const Run> run) {
  run_ = std::move(run);
  ++runs_shown_;
  auto summary = *run_;
  summary.trace.reset();
  summary.tree.reset();
  const auto same_kernel = [&](const auto& other) {
    return other->request.kernel == summary.request.kernel &&
           other->provenance.backend == summary.provenance.backend;
  };
  std::erase_if(finished_runs_, same_kernel);
  finished_runs_.push_back(std::make_shared<const Run>(std::move(summary)));
  if (finished_runs_.size() > kMaxFinishedRuns) finished_runs_.erase(finished_runs_.begin());
  status_.error.clear();
  keep_in_range();
}

void Model::advance_playback(double seconds) {
  if (!view_.playing) {
    playback_debt_ = 0;
    return;
  }
  playback_debt_ += seconds * view_.speed * kStepsASecond;
  const auto due = static_cast<std::uint32_t>(playback_debt_);
  playback_debt_ -= due;
  view_.position = std::min(view_.position + due, steps());
  if (view_.position >= steps()) view_.playing = false;
}

void Model::keep_in_range() {
  // Before the first run there is nothing to measure against: a restored position waits for its run.
  if (!run_) return;
  // While a new run computes, positions beyond the old one may belong to it.
  if (up_to_date() || !runner_.busy()) view_.position = std::min(view_.position, steps());
  if (!in_range(view_.hover, steps(), *run_)) view_.hover = {};
  if (!in_range(view_.selection, steps(), *run_)) view_.selection = {};
}

}  // namespace lanescope
