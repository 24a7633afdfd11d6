// The frame loop, as a table of contents: events, keys, runs, panels, commands, screen.
#include "app/window/main_loop.h"

#include <glad/gl.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <optional>
#include <utility>

#include "app/window/file_requests.h"
#include "app/window/key_commands.h"
#include "app/window/settings.h"
#include "app/window/shell.h"
#include "app/window/state_file.h"
#include "app/window/window.h"
#include "app/window/window_bench.h"
#include "engine/base/foreign_text.h"
#include "engine/base/sentence.h"
#include "engine/request/parse.h"
#include "engine/session.h"
#include "viz/model/first_launch.h"
#include "viz/model/model.h"
#include "viz/panels/picture.h"
#include "viz/text/cjk_font.h"
#include "viz/views/shared/captions.h"

namespace lanescope {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kFrameSeconds = 1.0 / 60;
constexpr double kNewsSeconds = kFrameSeconds / 2;
constexpr double kIdleSeconds = 1;       // between two checks while idle
constexpr double kStayAwakeSeconds = 1;  // after the last event, so that tooltips appear and tables settle
constexpr double kSaveEverySeconds = 5;
constexpr int kMaxFailedFrames = 8;  // one after another

double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

/// The user did not ask for the launch in the settings, so it must not take long; the larger one is offered.
std::optional<Variants> start_quickly(ViewState& view) {
  auto quick = quick_variants(view.variants);
  if (!quick) return std::nullopt;
  return std::exchange(view.variants, std::move(*quick));
}

}  // namespace

struct MainLoop::State {
  State(std::optional<Session> session, std::optional<Lesson> lesson, const std::string& file,
        FirstFrame first_frame)
      : settings_(load_settings(path_, notice_)),
        large_(start_quickly(settings_.view)),
        window_(settings_.width, settings_.height),
        first_frame_(std::move(first_frame)),
        model_(settings_.view, first_frame_.runs, Window::wake) {
    shell_.fill_ground(settings_.view.theme);
    window_.present();
    shell_.panels().splitters = settings_.splitters;
    shell_.panels().has_links = window_.has_links();
    shell_.panels().source_address = window_.source_address();
    shell_.panels().recent_files = settings_.recent_files;
    shell_.panels().lesson.set_progress(settings_.lessons);
    shell_.panels().file_path = first_session_name(settings_.recent_files);
    if (lesson) shell_.panels().lesson.open(std::move(*lesson));
    shell_.panels().editor.open = settings_.editor_open;
    model_.keep_own_kernels(settings_.own_kernels);
    window_.connect_imgui();
    if (!notice_.empty()) model_.notify(notice_);
    if (!file.empty())
      open_alone(file);
    else if (session)
      model_.open(std::move(*session));
    else if (large_)
      model_.offer(quick_start_notice(*large_, model_.view().variants), *large_);
  }
  ~State() {
    // The window disappears at once; a run that is still working ends when it next checks.
    window_.hide();
    window_.disconnect_imgui();
    take_typed();
    remember();
  }

  bool done() const { return window_.should_close() || bench_.done(); }
  void wait() { window_.wait_events(time_to_wait()); }
  void turn() {
    if (!worth_drawing()) return;
    try {
      make_frame();
      failed_frames_ = 0;
    } catch (const std::exception& error) {
      if (++failed_frames_ > kMaxFailedFrames) throw;
      recover_from(error);
    }
  }
  void print() const { bench_.print(); }
  void remember();

 private:
  void make_frame() {
    has_news_ = false;
    bench_.before_frame(model_);
    const auto began = Clock::now();
    take_input();
    model_.update(seconds_since_last_frame());
    const FrameInput input = window_.frame_input();
    draw(input);
    report(input, began);
  }

  void open_alone(const std::string& file) {
    model_.handle(SetVariants{{.requests = {model_.view().request()}}});
    notify_about_file(open_file(file, model_, shell_.panels()));
  }

  /// No file may end the session: a variant that cannot be drawn is closed with a notice.
  void recover_from(const std::exception& error) {
    const auto* broken = dynamic_cast<const BrokenPicture*>(&error);
    model_.close_broken(broken ? std::optional(broken->variant) : std::nullopt, sentence_of(error));
    window_.disconnect_imgui();
    shell_.restart();
    window_.connect_imgui();
    last_event_ = Clock::now();
  }

  static Sentence quick_start_notice(const Variants& large, const Variants& quick) {
    return Sentence("N was {} in the last session, which takes long to run; this is the same launch with N = {}.",
                    size_text(large.request()), size_text(quick.request()));
  }

  /// Waits: at 60 Hz while anything moves, for half of that after an event or the end of a run, else until
  /// something happens.
  double time_to_wait() const {
    const auto now = Clock::now();
    if (!awake(now)) return kIdleSeconds;
    return std::max(0.0, (has_news_ ? kNewsSeconds : kFrameSeconds) - seconds_between(last_frame_, now));
  }

  bool awake(Clock::time_point now) const {
    return bench_.enabled() || model_.view().playing || model_.view().moving || shell_.panels().lesson.working() ||
           shell_.panels().lesson.counting() || shell_.panels().stage.counting() || shell_.panels().name.counting ||
           shell_.panels().editor.is_waiting() || model_.status().running || model_.sweeps().running ||
           seconds_between(last_event_, now) < kStayAwakeSeconds;
  }

  bool worth_drawing() {
    const auto now = Clock::now();
    if (window_.take_touched()) {
      last_event_ = now;
      has_news_ = true;
    }
    // Many events arrive between two frames of the screen; they are drawn together.
    return awake(now) && seconds_between(last_frame_, now) >= kNewsSeconds;
  }

  double seconds_since_last_frame() {
    const auto now = Clock::now();
    // After a long idle time, playback starts from now.
    const double seconds = std::min(0.1, seconds_between(last_frame_, now));
    last_frame_ = now;
    return seconds;
  }

  void take_input() {
    const bool types = shell_.wants_keyboard();
    for (const Key key : window_.take_keys(types)) {
      take_typed();
      handle_key(key, model_, shell_.panels(), window_);
      // What lies over the text, or takes its place, has the keyboard from now on.
      if (types && key != Key::save_file && key != Key::full_screen) shell_.leave_field();
    }
    if (const Sentence news = window_.take_news(); !news.empty()) notify_about_file(news);
    for (const auto& path : window_.take_files()) {
      take_typed();
      notify_about_file(open_file(path, model_, shell_.panels()));
    }
  }

  /// What was typed goes where it was typed before anything takes the place of that text.
  void take_typed() {
    if (auto edited = shell_.panels().editor.take_edit(model_, 0, true)) {
      model_.handle(std::move(*edited));
      model_.handle(EndEdit{});
    }
  }

  void handle(const Command& command) {
    const bool steps_back = std::holds_alternative<Undo>(command) || std::holds_alternative<Redo>(command);
    if (steps_back || apply(model_.view(), command).request().kernel != model_.view().request().kernel)
      take_typed();
    model_.handle(command);
  }

  /// Settings and sessions may come from another machine, which has the font of their language.
  void leave_language_without_font() {
    const std::string& refused = language_refusal(model_.view().language);
    if (refused.empty()) return;
    model_.handle(SetLanguage{Language::english});
    model_.notify(Sentence::word(refused));
  }

  void draw(const FrameInput& input) {
    leave_language_without_font();
    if (window_.take_exposed()) shell_.forget();
    shell_.begin(input, model_.view());
    window_.begin_imgui_frame();
    const Commands commands = shell_.draw(model_, input);
    window_.know_fields(shell_.fields());
    const bool granted = do_file_requests(input);
    if (!shell_.changed().empty()) window_.present();
    if (first_frame_.shown) std::exchange(first_frame_.shown, {})();
    say_what_is_shown();
    for (const auto& command : commands) handle(command);
    drawn_is_current_ = commands.empty() && !granted;
    if (!drawn_is_current_) stay_awake();
  }

  /// Changes since the frame began are drawn by the next frame, however long they took.
  void stay_awake() { last_event_ = Clock::now(); }

  /// Returns whether there were any. A picture of the window is taken when its menu is gone: two frames after the
  /// request.
  bool do_file_requests(const FrameInput& input) {
    auto& file_requests = shell_.panels().file_requests;
    if (file_requests.empty()) return false;
    const bool of_window = file_requests.front().kind == FileRequest::Kind::export_window;
    if (of_window && ++frames_waited_ < 3) {
      shell_.forget();
      return true;
    }
    frames_waited_ = 0;
    const FileRequest request = file_requests.front();
    file_requests.erase(file_requests.begin());
    if (request.kind == FileRequest::Kind::copy_link)
      window_.copy_link(encode_session(model_.view(), {}));
    else if (request.kind == FileRequest::Kind::open_source)
      window_.open_source_address();
    else if (!is_chosen_by_user(request)) {
      take_typed();
      notify_about_file(carry_out(request, model_, shell_, input));
      last_save_ = {};  // what was saved or opened is known to the next window, however this one ends
    }
    window_.hand_over_files();
    return true;
  }

  /// A file that is nowhere yet, and that the user is now choosing.
  bool is_chosen_by_user(const FileRequest& request) {
    std::error_code ignored;
    return request.kind == FileRequest::Kind::open && !std::filesystem::exists(request.path, ignored) &&
           window_.ask_for_file();
  }

  void say_what_is_shown() {
    const auto run = model_.run();
    if (!run) return;
    const LanguageScope language(model_.view().language);
    window_.say_what_is_shown(run->request.kernel, step_caption(*run, model_.view_of(model_.active())).full);
  }

  /// An empty sentence removes the previous notice about files.
  void notify_about_file(const Sentence& sentence) {
    model_.notify(sentence, About::files);
    stay_awake();
  }

  void tell(const Sentence& sentence) {
    if (sentence.empty()) return;
    model_.notify(sentence);
    stay_awake();
  }

  void report(const FrameInput& input, Clock::time_point began) {
    // A script acts on what it reads, so it must not read where things were before the last command.
    if (drawn_is_current_ &&
        !state_file_.write(model_, shell_.marks(), shell_.panels().help_open, input.width, input.height))
      stay_awake();
    if (bench_.enabled()) {
      glFinish();
      bench_.after_frame(model_, 1e3 * seconds_between(began, Clock::now()), !shell_.changed().empty());
    }
    if (seconds_between(last_save_, last_frame_) > kSaveEverySeconds) remember();
  }

  const std::string path_ = settings_path();
  Sentence notice_, save_refused_;
  WindowBench bench_;
  Settings settings_;
  std::optional<Variants> large_;  ///< the launch in the settings, if it was too large to start with
  Window window_;
  Shell shell_;
  FirstFrame first_frame_;
  Model model_;
  StateFile state_file_;
  int frames_waited_ = 0, failed_frames_ = 0;
  bool has_news_ = false;         // since the last frame began
  bool drawn_is_current_ = true;  // the last frame shows what the model holds after it
  Clock::time_point last_frame_ = Clock::now(), last_event_ = last_frame_;
  Clock::time_point last_save_{};  // never: so the first frame finds out whether settings can be saved
};

void MainLoop::State::remember() {
  last_save_ = Clock::now();
  if (bench_.enabled()) return;
  settings_.view = model_.view();
  // While the last session's launch is offered, it is saved instead of the quick one.
  if (const auto& offered = model_.status().offered) settings_.view.variants = *offered;
  settings_.editor_open = shell_.panels().editor.open;
  settings_.own_kernels = model_.own_kernels();
  settings_.splitters = shell_.panels().splitters;
  settings_.recent_files = window_.has_files() ? shell_.panels().recent_files : std::vector<std::string>();
  shell_.panels().lesson.remember();
  settings_.lessons = shell_.panels().lesson.progress();
  window_.windowed_size(settings_.width, settings_.height);
  const Sentence refused = save_settings(path_, settings_);
  window_.keep_settings(path_);
  if (refused != save_refused_) tell(refused);
  save_refused_ = refused;
}

MainLoop::MainLoop(std::optional<Session> session, std::optional<Lesson> lesson, const std::string& file,
                   FirstFrame first_frame)
    : state_(std::make_unique<State>(std::move(session), std::move(lesson), file, std::move(first_frame))) {}

MainLoop::~MainLoop() = default;

bool MainLoop::done() const {
  return state_->done();
}
void MainLoop::wait() {
  state_->wait();
}
void MainLoop::turn() {
  state_->turn();
}
void MainLoop::remember() {
  state_->remember();
}
void MainLoop::print() const {
  state_->print();
}

}  // namespace lanescope
