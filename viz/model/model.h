// The state of the window and the run that it shows. Commands go in, const data comes out; panels see nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/session.h"
#include "viz/model/command.h"
#include "viz/model/kept_runs.h"
#include "viz/model/lock_step.h"
#include "viz/model/runner.h"
#include "viz/model/session_file.h"
#include "viz/model/surroundings.h"
#include "viz/model/sweeper.h"
#include "viz/model/undo.h"

namespace lanescope {

/// What a notice speaks of: it stands until something newer happens to that.
enum class About { program, files, runs, sweeps };

/// What the runner is doing and what there is to say to the user.
struct Status {
  bool running = false;
  double fraction = 0;  ///< done, 0 to 1
  double seconds = 0;   ///< since the run was asked for
  Sentence notice;      ///< e.g. that the settings were damaged
  About about = About::program;
  std::optional<Variants> offered;  ///< that the notice offers to run; while none of them was changed
};

class Model {
 public:
  /// `wake` is called on another thread when update() would find something new.
  explicit Model(Session start, Runner::RunFunction run_function = lanescope::run, std::function<void()> wake = {},
                 Sweeper::Measure measure = {});
  explicit Model(ViewState start, Runner::RunFunction run_function = lanescope::run,
                 std::function<void()> wake = {}, Sweeper::Measure measure = {});

  const ViewState& view() const { return view_; }
  std::size_t count() const { return view_.variants.count(); }
  std::size_t active() const { return view_.variants.active; }
  /// The run that is drawn of a variant, looking at the launch that is; null until the first one is done.
  const std::shared_ptr<const Run>& run(std::size_t variant) const { return shown_[variant].run; }
  const std::shared_ptr<const Run>& run() const { return run(active()); }
  std::vector<std::shared_ptr<const Run>> runs() const;  ///< of all variants
  /// Why the variant's request has no result; its picture is that of the run before. Empty where it has one.
  const Sentence& error(std::size_t variant) const { return shown_[variant].error; }
  /// What views of a variant show: the place in its own run that the lock step has come to.
  VariantView view_of(std::size_t variant) const;
  const LockStep& lock_step() const { return lock_step_; }
  /// The newest run of each kernel, without traces, the one that is drawn last: what the timing panel compares.
  const std::vector<std::shared_ptr<const Run>>& finished_runs() const { return finished_runs_; }
  /// Grows with every run that was shown, and with what was measured besides.
  std::size_t runs_shown() const { return runs_shown_; }
  const SweepStatus& sweeps() const { return sweeper_.status(); }
  /// What there is besides the runs.
  const Surroundings& surroundings() const { return surroundings_; }
  const Status& status() const { return status_; }
  /// Launches of the run that has most of them, at least 1; each can be drawn.
  unsigned launches() const;
  /// The one that is drawn, from 1 to launches().
  unsigned launch() const;
  bool can_undo() const { return undo_.can_undo(); }
  bool can_redo() const { return undo_.can_redo(); }
  std::uint32_t frames() const { return lock_step_.length(); }
  /// Whether the pictures have come to the last step of the last launch: there the result is.
  bool at_end() const { return view_.position >= frames() && launch() >= launches(); }
  bool up_to_date() const;  ///< the runs that are drawn are those that were asked for

  void handle(const Command& command);
  /// Shows a session in place of what there is; undo brings back what was run.
  void open(Session session);
  Session session() const;
  /// A variant that cannot be drawn goes, its run with it, and the notice says why. Where it is the only one, or it
  /// is not known which one it was, the first launch of all comes back and runs from files are given up.
  void close_broken(std::optional<std::size_t> variant, const Sentence& why);
  /// An empty sentence says that what there was to say of this is no longer so.
  void notify(Sentence sentence, About about = About::program);
  /// A notice that comes with variants to choose by one click.
  void offer(Sentence sentence, Variants variants);
  /// Once a frame: takes what the runner finished and moves the playback on.
  void update(double seconds);
  /// Waits for the run in progress, and what is being measured, and takes it: for pictures that are made without a
  /// window.
  void finish_run();

 private:
  /// One variant's picture.
  struct Shown {
    std::shared_ptr<const Run> made;  ///< as it came from the runner
    std::shared_ptr<const Run> run;   ///< the same, looking at the launch that is drawn
    Sentence error;
  };

  void variants_changed();
  void submit(bool again);
  void take_outcomes();
  void show(const std::shared_ptr<const Run>& run);
  void keep_summary(const Run& run);
  void look_at_launch();
  void runs_changed();
  bool next_launch();
  void advance_playback(double seconds);
  void keep_in_range();
  void go_to_opening();
  Focus focus_in(std::size_t variant, const Focus& focus) const;

  ViewState view_;
  std::vector<Shown> shown_;  ///< one a variant
  LockStep lock_step_;
  std::vector<std::shared_ptr<const Run>> finished_runs_;
  std::size_t runs_shown_ = 0;
  const Surroundings& surroundings_ = surroundings_here();
  Status status_;
  UndoHistory undo_;
  KeptRuns kept_;
  Runner runner_;
  Sweeper sweeper_;
};

}  // namespace lanescope
