// The state of the window and the run that it shows. Commands go in, const data comes out; panels see nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/check/settled_run.h"
#include "engine/session.h"
#include "viz/model/command.h"
#include "viz/model/file_watch.h"
#include "viz/model/kept_runs.h"
#include "viz/model/lock_step.h"
#include "viz/model/runner.h"
#include "viz/model/session_file.h"
#include "viz/model/surroundings.h"
#include "viz/model/sweeper.h"
#include "viz/model/undo.h"

namespace lanescope {

/// What a notice is about: it stays until something newer happens to that.
enum class About { program, files, runs, sweeps };

/// What the runner is doing, and the notice for the user.
struct Status {
  bool running = false;
  double fraction = 0;  ///< done, 0 to 1
  unsigned launch = 0;  ///< that a program is in, from 1; 0: none is known
  double seconds = 0;   ///< since the run was asked for
  Sentence notice;      ///< e.g. that the settings were damaged
  About about = About::program;
  /// variants that the notice offers to run, as long as the user has not changed any
  std::optional<Variants> offered;
  bool offers_undo = false;  ///< of the change that the notice tells; as long as there is no other one
};

/// Shows a kernel that was opened: beside several variants, on as many elements as the active one unless its file
/// states N; in place of a single one, of a user's kernel, or of all that are no such problem.
Command show_opened(const ViewState& view, const OwnSource& source);
Command show_opened(const ViewState& view, RunRequest request);
/// Of a file: the same, but alone in the place of a preset, which nobody has put together.
Command show_file(const ViewState& view, const OwnSource& source);

/// The same kernel of another text, or the one that took its place there.
OwnSource with_text(OwnSource source, std::string text);

/// That the file of a kernel has another text, and what to do about it.
Sentence differs_from_disk(const OwnKernel& own);

class Model {
 public:
  /// `wake` is called on another thread when update() would find something new.
  explicit Model(Session start, Runner::RunFunction run_function = traces_settled, std::function<void()> wake = {},
                 Sweeper::Measure measure = {});
  explicit Model(ViewState start, Runner::RunFunction run_function = traces_settled,
                 std::function<void()> wake = {}, Sweeper::Measure measure = {});

  const ViewState& view() const { return view_; }
  std::size_t count() const { return view_.variants.count(); }
  std::size_t active() const { return view_.variants.active; }
  /// The run that a variant shows, with the chosen launch in view; null until the first one is done. Its result may
  /// come later than its traces.
  const std::shared_ptr<const Run>& run(std::size_t variant) const { return shown_[variant].run; }
  const std::shared_ptr<const Run>& run() const { return run(active()); }
  std::vector<std::shared_ptr<const Run>> runs() const;  ///< of all variants
  /// Why the variant's request has no result; its picture then shows the previous run. Empty if it has one.
  const Sentence& error(std::size_t variant) const {
    return shown_[variant].error.empty() ? shown_[variant].file_error : shown_[variant].error;
  }
  /// What a compiler has against the text of the variant's kernel.
  const std::vector<SourceProblem>& problems(std::size_t variant) const { return shown_[variant].problems; }
  /// Whether the variant's picture is of an earlier launch or text, because the present one gives none.
  bool is_old(std::size_t variant) const { return run(variant) && !error(variant).empty(); }
  /// The users' kernels that were shown since the program started, each as it was last launched, oldest first.
  const std::vector<RunRequest>& own_kernels() const { return own_kernels_; }
  /// Those of the last session.
  void keep_own_kernels(const std::vector<RunRequest>& kernels);
  /// What a watched file has, as far as it is known.
  const std::string* text_on_disk(const std::string& path) const;
  /// The kernel of a file that has this text now, if it was changed here and not saved, as it was last launched; of
  /// several the one in view, else the newest. Null if there is none.
  const RunRequest* unsaved_kernel(const std::string& path, const std::string& text_on_disk) const;
  /// What the views of a variant show: the step of its own run that the lock step has reached.
  VariantView view_of(std::size_t variant) const;
  /// How far the variant's last step is under way, 0 to 1: 1 where it is done, or the variant waits in this frame.
  double moment(std::size_t variant) const;
  const LockStep& lock_step() const { return lock_step_; }
  /// The newest run of each kernel, without traces, the one in view last: what the timing panel compares.
  const std::vector<std::shared_ptr<const Run>>& finished_runs() const { return finished_runs_; }
  /// Counts the runs shown so far and the times measured; changes whenever there is something new.
  std::size_t runs_shown() const { return runs_shown_; }
  const SweepStatus& sweeps() const { return sweeper_.status(); }
  /// The machine and the recorded data, for scenes.
  const Surroundings& surroundings() const { return surroundings_; }
  const Status& status() const { return status_; }
  /// The largest number of launches of any run, at least 1.
  unsigned launches() const;
  /// The launch in view, from 1 to launches().
  unsigned launch() const;
  bool can_undo() const { return undo_.can_undo(); }
  bool can_redo() const { return undo_.can_redo(); }
  std::uint32_t frames() const { return lock_step_.length(); }
  /// Whether the pictures have come to the last step of the last launch: there the result is.
  bool at_end() const { return view_.position >= frames() && launch() >= launches(); }
  /// After how many frames the key step of the preset in view is done; nothing where it has none, or it is
  /// not known yet.
  std::optional<std::uint32_t> key_step() const;
  bool up_to_date() const;  ///< the runs in view are the requested ones

  void handle(const Command& command);
  /// Replaces everything by a session; undo brings back what was run before.
  void open(Session session);
  Session session() const;
  /// Removes a variant that cannot be drawn, and its run; the notice says why. If it is the only one, or it is not
  /// known which one it was, the program's first launch comes back and runs from files are dropped.
  void close_broken(std::optional<std::size_t> variant, const Sentence& why);
  /// Shows a notice; an empty sentence removes the one about the same thing.
  void notify(Sentence sentence, About about = About::program);
  /// A notice that comes with variants to choose by one click.
  void offer(Sentence sentence, Variants variants);
  /// To be called once per frame: takes what the runner finished, and advances the playback.
  void update(double seconds);
  /// Waits for the run in progress and for measurements, and takes them: for pictures made without a window.
  void finish_run();

 private:
  /// One variant's picture.
  struct Shown {
    std::shared_ptr<const Run> made;  ///< as the runner returned it
    std::shared_ptr<const Run> run;   ///< the same, with the chosen launch in view
    Sentence error;
    Sentence file_error;  ///< the file of its text cannot be read
    std::vector<SourceProblem> problems = {};
  };

  void variants_changed();
  void submit(bool again);
  void tell_what_went(const Variants& before);
  void own_kernels_changed();
  /// Of a user's kernel that did not run: what another kernel did says nothing about it. Returns whether there was
  /// such a picture.
  bool leave_picture_of_another(std::size_t variant);
  void forget_own_kernel(const std::string& id);
  void take_file_changes();
  void take_file_text(const FileWatch::Change& change, const std::optional<std::string>& before);
  void take_outcomes();
  void show(const std::shared_ptr<const Run>& run);
  void take_settled_launch(const Outcome& outcome);
  void leave_without_result(const Outcome& outcome);
  void keep_summary(const Run& run);
  void look_at_launch();
  void runs_changed();
  bool next_launch();
  std::uint32_t playing_ends() const;
  void advance_playback(double seconds);
  void keep_in_range();
  void begin_to_play();
  Focus focus_in(std::size_t variant, const Focus& focus) const;

  ViewState view_;
  std::vector<Shown> shown_;  ///< one a variant
  LockStep lock_step_;
  bool plays_to_key_step_ = false;  ///< what plays now began before the first step
  std::vector<std::shared_ptr<const Run>> finished_runs_;
  std::size_t runs_shown_ = 0;
  const Surroundings& surroundings_ = surroundings_here();
  Status status_;
  UndoHistory undo_;
  KeptRuns kept_;
  std::vector<RunRequest> own_kernels_;
  std::map<std::string, FileWatch::Change> files_;  ///< as last read
  Runner runner_;
  Sweeper sweeper_;
  FileWatch file_watch_;
};

}  // namespace lanescope
