#include "engine/source/compiler_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>

#include "engine/base/foreign_text.h"
#include "engine/source/source_folder.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Whether a line of the compiler's words is about the user's file.
bool is_line_of(const std::string& line, const std::string& shown) {
  return fs::path(line.substr(0, line.find(':'))).filename() == fs::path(shown).filename();
}

/// Of a launch that gives other arguments than its kernel takes: both, without the types of ours that carry them
/// (engine/source/device/lanescope_host.hpp). Empty: it is another error.
std::string words_of_launch(const std::string& words) {
  constexpr std::string_view kStart = ">::start(", kType = "lanescope_host::Configured::Typed<", kEnd = "...)>, ";
  const std::size_t start = words.find(kStart), end = words.rfind(')');
  if (words.find(kType) == std::string::npos || start == std::string::npos || end < start) return {};
  const std::size_t begin = words.rfind(kEnd, start);
  const bool has_none = begin == std::string::npos;
  const std::size_t given = start + kStart.size();
  return fmt::format("its kernel takes ({}), and the launch gives ({})",
                     has_none ? "" : words.substr(begin + kEnd.size(), start - begin - kEnd.size()),
                     words.substr(given, end - given));
}

/// What is wrong, without the compiler's words before that where our headers say it: of "'struct texture' is
/// unavailable: WHY", and with its name of a function of the user's.
std::string words_of_error(std::string words) {
  constexpr std::string_view kAsserted = "static assertion failed: ", kRefused = "' is unavailable: ";
  words = printable(words);
  if (const std::string launch = words_of_launch(words); !launch.empty()) return launch;
  if (words.starts_with(kAsserted)) return words.substr(kAsserted.size());
  const std::size_t refused = words.find(kRefused);
  if (!words.starts_with('\'') || refused == std::string::npos) return words;
  const std::string why = words.substr(refused + kRefused.size());
  std::string name = words.substr(1, std::min(refused, words.find('(')) - 1);
  const bool is_function = name.size() + 1 < refused;
  name.erase(0, name.rfind(' ') + 1);
  return is_function && !name.starts_with("lanescope_") ? name + "(): " + why : why;
}

/// What a jump passes is a note behind the error that names its label.
std::string with_what_is_passed(std::string words, const std::string& output, std::size_t behind) {
  constexpr std::string_view kJump = "jump to ", kNote = "note: ", kPassed = "crosses initialization of ";
  if (!words.starts_with(kJump)) return words;
  for (std::size_t at = behind, end = 0; at < output.size(); at = end + 1) {
    end = std::min(output.find('\n', at), output.size());
    const std::string line = output.substr(at, end - at);
    if (line.find(kNote) == std::string::npos) return words;
    if (const std::size_t passed = line.find(kPassed); passed != std::string::npos)
      return words + " " + printable(line.substr(passed));
  }
  return words;
}

/// What an error says, behind that word in its line; `lines` reads `output`, and goes on with the next line.
std::string told_by_error(const std::string& line, std::size_t behind, std::istringstream& lines,
                          const std::string& output) {
  const auto next = lines.tellg();
  return with_what_is_passed(words_of_error(line.substr(behind)), output,
                             next < 0 ? output.size() : static_cast<std::size_t>(next));
}

}  // namespace

std::string in_words_of_gcc(const std::string& log) {
  std::string text;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    for (const std::string_view words : {"): error: ", "): catastrophic error: "}) {
      const std::size_t close = line.find(words);
      const std::size_t open = close == std::string::npos ? close : line.rfind('(', close);
      if (open == std::string::npos || line.find_first_not_of("0123456789", open + 1) != close) continue;
      line = line.substr(0, open) + ":" + line.substr(open + 1, close - open - 1) +
             ": error: " + line.substr(close + words.size());
    }
    text += line + '\n';
  }
  return text;
}

std::string first_error(const std::string& output, const std::string& shown) {
  std::istringstream lines(output);
  constexpr std::string_view kError = "error: ", kAsked = ":   required from ";
  std::string asked;  // from where a template is
  for (std::string line; std::getline(lines, line);) {
    if (line.find(kAsked) != std::string::npos && is_line_of(line, shown)) asked = line;
    std::size_t at = line.find(kError);
    if (at == std::string::npos) continue;
    const std::string words = told_by_error(line, at + kError.size(), lines, output);
    // What one of our headers refuses is refused where the user's file asks for it.
    if (fs::path(line.substr(0, line.find(':'))).filename().string().starts_with("lanescope_")) {
      if (asked.empty()) return fmt::format("{}: {}.", shown, words);
      line = asked;
      at = line.find(kAsked);
    }
    const std::size_t colon = line.find(':');
    const std::size_t number_end = line.find(':', colon + 1);
    const bool has_line = colon != std::string::npos && number_end != std::string::npos && number_end <= at;
    if (!has_line) return fmt::format("{}: {}.", shown, words);
    const std::string file = fs::path(line.substr(0, colon)).filename().string();
    const std::string number = line.substr(colon + 1, number_end - colon - 1);
    return fmt::format("{}, line {}: {}.", file == fs::path(shown).filename() ? shown : printable(file), number,
                       words);
  }
  return fmt::format("{}: the compiler failed: {}", shown, printable(output.substr(0, 200)));
}

std::vector<SourceProblem> problems_in(const std::string& output, const std::string& path) {
  std::vector<SourceProblem> problems;
  std::istringstream lines(output);
  const std::string name = line_name(path) + ":";
  constexpr std::string_view kError = "error: ";
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(kError);
    if (at == std::string::npos) continue;
    SourceProblem problem{0, Sentence::word(told_by_error(line, at + kError.size(), lines, output))};
    if (line.starts_with(name)) problem.line = static_cast<unsigned>(std::strtoul(&line[name.size()], nullptr, 10));
    problems.push_back(std::move(problem));
  }
  return problems;
}

std::string missing_header(const std::string& output) {
  constexpr std::string_view kFatal = "fatal error: ", kWords = ": No such file or directory";
  const std::size_t begin = output.find(kFatal), end = output.find(kWords);
  if (begin == std::string::npos || end == std::string::npos || end < begin) return {};
  return output.substr(begin + kFatal.size(), end - begin - kFatal.size());
}

}  // namespace lanescope
