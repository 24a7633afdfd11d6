// The window from opening to closing.
#include <chrono>
#include <future>
#include <utility>

#include "app/window/main_loop.h"
#include "engine/check/settled_run.h"
#include "engine/this_machine.h"

namespace lanescope {
namespace {

/// Holds runs back until the first frame is visible, which they would otherwise delay. Then looks for the GPU on a
/// thread for which no frame waits.
FirstFrame first_frame_before_runs() {
  const auto promise = std::make_shared<std::promise<void>>();
  const auto runs = [shown = promise->get_future().share()](const RunRequest& request, Progress& progress) {
    while (shown.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready) progress.check();
    backend_status();
    progress.check();
    return traces_settled(request, progress);
  };
  return {runs, [promise] { promise->set_value(); }};
}

}  // namespace

int run_window(std::optional<Session> session, std::optional<Lesson> lesson, const std::string& file) {
  MainLoop loop(std::move(session), std::move(lesson), file, first_frame_before_runs());
  while (!loop.done()) {
    loop.wait();
    loop.turn();
  }
  loop.print();
  return 0;
}

}  // namespace lanescope
