// The window on the screen, turn by turn: events, keys, runs, panels, commands, screen.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/check/settled_run.h"
#include "engine/lesson/lesson.h"
#include "engine/session.h"
#include "viz/model/runner.h"
#include "viz/model/session_file.h"

namespace lanescope {

/// How runs are made, and who is told that the first frame is visible: runs would delay it.
struct FirstFrame {
  Runner::RunFunction runs = traces_settled;
  std::function<void()> shown = {};
};

class MainLoop {
 public:
  /// `file`: a .cu file as --open takes it; empty: none. Without a file and a session it shows what was open last;
  /// a lesson is opened beside that.
  MainLoop(std::optional<Session> session, std::optional<Lesson> lesson, const std::string& file,
           FirstFrame first_frame);
  ~MainLoop();
  MainLoop(const MainLoop&) = delete;
  MainLoop& operator=(const MainLoop&) = delete;

  bool done() const;   ///< the window was closed
  void wait();         ///< as Window::wait_events(), for as long as nothing must be drawn
  void turn();         ///< draws a frame, where something may have changed
  void print() const;  ///< what a bench measured, if one was asked for
  void remember();     ///< saves the settings

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Opens the window with a .cu file, as --open takes it, if `file` is not empty, or with a session if there is one,
/// else with what was open last, and with a lesson beside it if there is one. Returns the exit code when it is
/// closed.
int run_window(std::optional<Session> session, std::optional<Lesson> lesson, const std::string& file);

}  // namespace lanescope
