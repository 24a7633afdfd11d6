#include "engine/source/child/printed_lines.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "engine/source/child/host_program.h"
#include "engine/source/child/kernel_machine.h"
#include "engine/source/job.h"

namespace lanescope {
namespace {

std::string& printed() {
  static std::string text;
  return text;
}

/// "block 0, thread 3: ".
std::string name_of_thread(const KernelMachine& machine) {
  return "block " + std::to_string(machine.block()) + ", thread " + std::to_string(machine.thread()) + ": ";
}

std::string formatted(const char* format, std::va_list values) {
  std::va_list again;
  va_copy(again, values);
  const int count = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  if (count <= 0) return {};
  std::string text(static_cast<std::size_t>(count) + 1, '\0');
  std::vsnprintf(text.data(), text.size(), format, values);
  text.pop_back();
  return text;
}

std::uint64_t lost = 0;  // lines

/// Whether there is room for more of what kernels print; else its lines are counted.
bool has_room(const std::string& text) {
  static std::size_t bytes = 0;
  const bool fits = lost == 0 && bytes + text.size() <= kMostPrintedBytes;
  if (fits)
    bytes += text.size();
  else
    lost += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  return fits;
}

/// Whether it is the thread that printed before.
bool goes_on(const KernelMachine& machine) {
  static std::pair<std::uint64_t, unsigned> last = {~0ull, 0};
  const std::pair<std::uint64_t, unsigned> now = {machine.block(), machine.thread()};
  return std::exchange(last, now) == now;
}

}  // namespace

int print_lines(const char* format, std::va_list values) {
  if (the_machine) {
    the_machine->await_turn();
    the_machine->go_beyond_memory();
  }
  if (the_program && !the_machine) return std::vfprintf(stdout, format, values);
  std::string text = formatted(format, values);
  const int count = static_cast<int>(text.size());
  if (the_program) {
    if (has_room(text)) std::fwrite(text.data(), 1, text.size(), stdout);
    return count;
  }
  // A thread's line may be put together of several calls.
  const bool begins_line = printed().empty() || printed().back() == '\n';
  const bool same_thread = the_machine && goes_on(*the_machine);
  if (the_machine && (begins_line || !same_thread))
    text = (begins_line ? "" : "\n") + name_of_thread(*the_machine) + text;
  if (has_room(text)) printed() += text;
  return count;
}

std::vector<std::string> printed_lines() {
  std::vector<std::string> lines;
  const std::string& text = printed();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::uint64_t lost_lines() {
  return lost;
}

}  // namespace lanescope
