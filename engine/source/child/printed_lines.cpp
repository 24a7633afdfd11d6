#include "engine/source/child/printed_lines.h"

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
  if (the_program) return std::vfprintf(stdout, format, values);
  char text[1024];
  const int count = std::vsnprintf(text, sizeof text, format, values);
  if (printed().size() >= kMostPrintedBytes) return count;
  // A thread's line may be put together of several calls.
  const bool begins_line = printed().empty() || printed().back() == '\n';
  const bool same_thread = the_machine && goes_on(*the_machine);
  if (the_machine && (begins_line || !same_thread))
    printed() += (begins_line ? "" : "\n") + name_of_thread(*the_machine);
  printed() += text;
  return count;
}

std::vector<std::string> printed_lines() {
  std::vector<std::string> lines;
  const std::string& text = printed();
  for (std::size_t begin = 0; begin < text.size() && lines.size() < kMostPrintedLines;) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace lanescope
