// One phase after another, each driven by the frames of the window.
#include "app/window/window_bench.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "engine/request/catalogue.h"
#include "engine/request/parse.h"
#include "engine/workload/workload.h"
#include "viz/panels/panels.h"

namespace lanescope {
namespace {

constexpr std::size_t kSlides = 40;
// Where the picture waits for the run: small enough that it ends within a frame or two.
constexpr std::uint64_t kSlideN = 1 << 16, kSlideWidth = 64;
constexpr std::size_t kSmallestLog2 = 10, kLargestLog2 = 33;  // where it does not

/// The slider that a user of these kernels would move, and a size that suits it.
Commands slide_to(Workload workload, std::size_t place) {
  if (facts_of(workload).of_matrices())
    return {SetN{kSlideWidth}, SetTileWidth{kTileWidths[place % std::size(kTileWidths)]}};
  const std::size_t sizes = kLargestLog2 - kSmallestLog2 + 1, jump = 7;  // every size comes, after one far from it
  const std::uint64_t n =
      lanes_follow_from_launch(workload) ? std::uint64_t{1} << (kSmallestLog2 + jump * place % sizes) : kSlideN;
  return {SetN{n}, SetBlockDim{32u << (place % 6)}};
}

/// The sizes that the slider goes through.
std::string slide_words(const RunRequest& request) {
  const Workload workload = kernel_info(request.kernel).workload;
  if (facts_of(workload).of_matrices() || !lanes_follow_from_launch(workload)) return size_text(request);
  return size_text(std::uint64_t{1} << kSmallestLog2) + " to " + size_text(std::uint64_t{1} << kLargestLog2);
}

/// Whether the request is done: shown, refused or failed.
bool ended(const Model& model) {
  return model.up_to_date() || !model.status().running;
}

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const auto index = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5);
  return values[index];
}

void print_line(const char* name, const std::vector<double>& ms) {
  std::printf("%-28s p50 %7.2f ms   p95 %7.2f ms   p99 %7.2f ms   max %7.2f ms   (%zu)\n", name,
              percentile(ms, 0.5), percentile(ms, 0.95), percentile(ms, 0.99), percentile(ms, 1), ms.size());
}

}  // namespace

double ms_since_process_start() {
  std::ifstream file("/proc/self/stat");
  std::string text((std::istreambuf_iterator<char>(file)), {});
  const auto after_name = text.rfind(')');
  if (after_name == std::string::npos) return 0;
  std::istringstream fields(text.substr(after_name + 2));
  std::string skipped;
  // Field 22 is the start time in clock ticks since boot; field 3 is the first one after the name.
  for (int field = 3; field < 22; ++field) fields >> skipped;
  double start_ticks = 0;
  fields >> start_ticks;
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  const double now_ms = 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
  return now_ms - 1e3 * start_ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

WindowBench::WindowBench() {
  if (const char* frames = std::getenv("LANESCOPE_FRAME_TIMES"))
    frames_wanted_ = static_cast<std::size_t>(std::max(0L, std::strtol(frames, nullptr, 10)));
}

void WindowBench::before_frame(Model& model) {
  if (!enabled()) return;
  if (phase_ == Phase::playing && !model.view().playing) model.handle(SetPlaying{true});
  if (phase_ != Phase::sliding || waiting_) return;
  model.handle(SetPlaying{false});
  for (const Command& command : slide_to(workload_of(model.view()), slides_made_)) model.handle(command);
  slider_ = "slider to picture, N = " + slide_words(model.view().request());
  ++slides_made_;
  moved_ = Clock::now();
  waiting_ = true;
}

void WindowBench::after_frame(const Model& model, double frame_ms, bool drew) {
  if (!enabled()) return;
  if (first_frame_ms_ == 0) first_frame_ms_ = ms_since_process_start();
  if (phase_ == Phase::first_picture && ended(model)) {
    first_picture_ms_ = ms_since_process_start();
    phase_ = Phase::playing;
  } else if (phase_ == Phase::playing) {
    play(frame_ms, drew);
  } else if (phase_ == Phase::sliding) {
    slide(model);
  }
}

void WindowBench::play(double frame_ms, bool drew) {
  if (drew) drawn_ms_.push_back(frame_ms);
  frame_ms_.push_back(frame_ms);
  if (frame_ms_.size() >= frames_wanted_) phase_ = Phase::sliding;
}

void WindowBench::slide(const Model& model) {
  if (!waiting_ || !ended(model)) return;
  if (model.up_to_date())
    slide_ms_.push_back(std::chrono::duration<double, std::milli>(Clock::now() - moved_).count());
  waiting_ = false;
  if (slides_made_ >= kSlides) phase_ = Phase::done;
}

void WindowBench::print() const {
  if (!enabled()) return;
  std::printf("%-28s %7.0f ms   (with the first picture of a run: %.0f ms)\n", "process start to frame",
              first_frame_ms_, first_picture_ms_);
  print_line("frame while playing", frame_ms_);
  print_line("  of these, redrawn", drawn_ms_);
  print_line(slider_.c_str(), slide_ms_);
  std::fflush(stdout);
}

}  // namespace lanescope
