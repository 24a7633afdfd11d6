#include "engine/source/child/printed_lines.h"

#include <cstdio>

#include "engine/source/child/host_program.h"
#include "engine/source/job.h"

namespace lanescope {
namespace {

std::string& printed() {
  static std::string text;
  return text;
}

}  // namespace

int print_lines(const char* format, std::va_list values) {
  if (the_program) return std::vfprintf(stdout, format, values);
  char text[1024];
  const int count = std::vsnprintf(text, sizeof text, format, values);
  if (printed().size() < kMostPrintedBytes) printed() += text;
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
