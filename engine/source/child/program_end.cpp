// How a HostProgram ends, and in which line of the file that was.
#include <unwind.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <utility>

#include "engine/source/child/crash.h"
#include "engine/source/child/host_program.h"
#include "engine/source/child/printed_lines.h"
#include "engine/source/child/written_files.h"
#include "engine/source/finding_words.h"

namespace lanescope {

std::uint32_t HostProgram::line_of_host() const {
  return lines_.line_before(static_cast<std::uint32_t>(the_host_place - lines_.base()));
}

std::uint32_t HostProgram::line_of_call(bool in_main) const {
  struct Search {
    const HostProgram& program;
    std::uint32_t line, nearby;  ///< of the outermost function, which is the file's
    bool goes_on;
  } search{*this, 0, 0, in_main};
  _Unwind_Backtrace(
      [](_Unwind_Context* frame, void* data) {
        auto& [program, line, nearby, goes_on] = *static_cast<Search*>(data);
        int is_of_next = 0;  // a return address is behind its call
        const std::uintptr_t place = _Unwind_GetIPInfo(frame, &is_of_next) + (is_of_next ? 1 : 0);
        if (place >= program.lines_.base()) {
          const auto offset =
              static_cast<std::uint32_t>(std::min<std::uintptr_t>(place - program.lines_.base(), ~0u));
          if (const std::uint32_t here = program.lines_.line_before(offset); here != 0) line = here;
          if (const std::uint32_t near = program.lines_.last_line_before(offset); near != 0) nearby = near;
        }
        return line == 0 || goes_on ? _URC_NO_REASON : _URC_END_OF_STACK;
      },
      &search);
  if (search.line != 0) return search.line;
  return search.nearby != 0 ? search.nearby : line_of_host();
}

void HostProgram::fail(Finding finding) {
  answer_.findings = {std::move(finding)};
  finish(1);
}

void HostProgram::fail_late(Finding finding) {
  constexpr unsigned kParts = 2;  // of its time, for one block or what the host does between two launches
  if (is_only_checked() && seconds_worked() - progress_ < static_cast<double>(job_.seconds) / kParts)
    stop(std::move(finding));
  fail(std::move(finding));
}

/// What it did wrong until then is all that was found.
void HostProgram::stop(Finding why) {
  answer_.stopped = std::move(why);
  finish(1);
}

void HostProgram::fail_uncaught(const std::string& words) {
  const std::uint32_t line = line_of_call(true);
  Finding finding{.kind = FindingKind::crash};
  if (line != 0) finding.lines = {line};
  finding.sentence = line != 0 ? Sentence::of(finding_words::kUncaught, {Sentence::word(words), line_word(line)})
                               : Sentence::of(finding_words::kUncaughtSomewhere, {Sentence::word(words)});
  fail(std::move(finding));
}

void HostProgram::finish(int exit_code) {
  std::cout.flush();  // a buffer of its own after sync_with_stdio(false)
  std::fflush(nullptr);
  checks_.finish();
  answer_.findings.insert(answer_.findings.end(), checks_.findings().begin(), checks_.findings().end());
  if (answer_.remark.empty())
    answer_.remark = checks_.remark([&](unsigned line) { return lines_.adds_atomically(line); });
  answer_.findings.insert(answer_.findings.end(), order_.findings().begin(), order_.findings().end());
  note_spoiled_heap();
  for (Finding& finding : answer_.findings) keep_own_lines(finding.lines);
  if (answer_.stopped) keep_own_lines(answer_.stopped->lines);
  answer_.uses = uses_of_given();
  answer_.lost_lines = lost_lines();
  answer_.launch_count = launches_;
  answer_.unkept_files = written_files().names();
  answer_.missing_files = written_files().missing();
  answer_.exit_code = static_cast<unsigned>(exit_code) & 0xff;
  end_(answer_);
}

/// Where a launch takes too long, which one it is: each of many may be short. False where it does not.
bool HostProgram::name_launch(Finding& finding, const std::string& name) const {
  const bool has_line = finding.sentence.is_of(finding_words::kTooLong);
  if (!has_line && !finding.sentence.is_of(finding_words::kTooLongSomewhere)) return false;
  std::vector<Sentence> values = finding.sentence.values();
  values.insert(values.begin() + 1, {Sentence::word(std::to_string(launches_)), Sentence::word(name)});
  finding.sentence = Sentence::of(has_line ? finding_words::kLaunchTooLong : finding_words::kLaunchTooLongSomewhere,
                                  std::move(values));
  return true;
}

}  // namespace lanescope
