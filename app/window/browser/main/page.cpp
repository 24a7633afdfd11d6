// The program of the page: the frame loop, called by the page. In a worker main() does nothing: there
// lanescope_work() of viz/model/worker does the runs.
#include <emscripten.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include "app/window/browser/page_calls.h"
#include "app/window/main_loop.h"
#include "engine/base/error.h"
#include "engine/this_machine.h"

extern "C" void lanescope_link_damaged();
extern "C" void lanescope_file(const char* path);

namespace lanescope {
namespace {

constexpr const char* kFolder = "/files";  // what the user saves is written there, and handed over

std::unique_ptr<MainLoop>& page_loop() {
  static std::unique_ptr<MainLoop> loop;
  return loop;
}

/// The session of a link; none where it is damaged.
std::optional<Session> session_of_link(const std::string& path) {
  try {
    return load_session(path);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

/// Whatever is thrown here has been thrown again and again.
void turn_page() {
  try {
    page_loop()->turn();
    page_loop()->wait();
  } catch (const std::exception& error) {
    lanescope_page_fail(error.what());
  }
}

int start_page(const std::string& link) {
  try {
    std::filesystem::create_directories(kFolder);
    std::filesystem::current_path(kFolder);
    backend_status();  // there is no GPU: choices that need one can say so from the first frame on
    auto session = link.empty() ? std::nullopt : session_of_link(link);
    const bool is_damaged = !link.empty() && !session;
    page_loop() = std::make_unique<MainLoop>(std::move(session), std::nullopt, "", FirstFrame{});
    if (is_damaged) lanescope_link_damaged();
  } catch (const std::exception& error) {
    lanescope_page_fail(error.what());
    return 1;
  }
  lanescope_page_wait(0);
  return 0;
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE void lanescope_turn() {
  if (page_loop()) turn_page();
}

EMSCRIPTEN_KEEPALIVE void lanescope_remember() {
  if (page_loop()) page_loop()->remember();
}

/// A link was opened while the page is there.
EMSCRIPTEN_KEEPALIVE void lanescope_link(const char* path) {
  session_of_link(path) ? lanescope_file(path) : lanescope_link_damaged();
}

}  // extern "C"

}  // namespace lanescope

/// Words: "worker", or the file of the link that was opened.
int main(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  return word == "worker" ? 0 : lanescope::start_page(std::string(word));
}
