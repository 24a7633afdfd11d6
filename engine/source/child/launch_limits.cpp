#include "engine/source/child/launch_limits.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/number_text.h"
#include "engine/source/child/host_program.h"
#include "engine/source/own_words.h"
#include "engine/source/refusal_words.h"

namespace lanescope {
namespace {

constexpr unsigned kFewestLevels = 32;  // as an H100 has them, also if fewer are asked for
constexpr unsigned kMostThreads = 1024, kMostGridX = 0x7fffffff, kMostGridYZ = 65535, kMostBlockZ = 64;

/// What of a launch is more than any GPU has; empty: nothing.
Sentence why_refused(const LanescopeLaunch& asked) {
  const auto none = [](const unsigned* sizes) { return sizes[0] == 0 || sizes[1] == 0 || sizes[2] == 0; };
  if (none(asked.grid)) return Sentence::of(refusal_words::kNoBlocks);
  if (none(asked.block)) return Sentence::of(refusal_words::kNoThreads);
  const std::uint64_t threads = std::uint64_t{asked.block[0]} * asked.block[1] * asked.block[2];
  if (threads > kMostThreads || asked.block[0] > kMostThreads || asked.block[1] > kMostThreads)
    return too_many(refusal_words::kThreads, threads, kMostThreads);
  const struct {
    const char* name;
    unsigned has, most;
  } extents[] = {{"blockDim.z", asked.block[2], kMostBlockZ},
                 {"gridDim.x", asked.grid[0], kMostGridX},
                 {"gridDim.y", asked.grid[1], kMostGridYZ},
                 {"gridDim.z", asked.grid[2], kMostGridYZ}};
  for (const auto& [name, has, most] : extents)
    if (has > most)
      return Sentence::of(refusal_words::kExtent,
                          {Sentence::word(name), Sentence::word(grouped(has)), Sentence::word(grouped(most))});
  return {};
}

}  // namespace

Sentence too_many(const char* english, std::uint64_t has, std::uint64_t most) {
  return Sentence::of(english, {Sentence::word(grouped(has)), Sentence::word(grouped(most))});
}

int HostProgram::refuse(const LanescopeLaunch& asked, const Sentence& why, int error) {
  return refuse(Sentence::word(name_of_launch(asked)), static_cast<std::uint32_t>(std::max(asked.line, 0)), why,
                error, true);
}

int HostProgram::refuse(const Sentence& what, std::uint32_t line, const Sentence& why, int error, bool is_launch) {
  keep(answer_.refused_launches, {line,
                                  line > 0 ? Sentence::of(refusal_words::kCall, {what, line_word(line), why})
                                           : Sentence::of(refusal_words::kCallSomewhere, {what, why}),
                                  is_launch});
  return error;
}

/// The first ones, each once.
void HostProgram::keep(std::vector<RefusedCall>& known, RefusedCall refused) {
  const auto is_it = [&](const RefusedCall& other) { return other.sentence == refused.sentence; };
  if (known.size() >= kMostRefusals || std::any_of(known.begin(), known.end(), is_it)) return;
  if (!is_own_line(refused.line)) refused.line = 0;
  known.push_back(std::move(refused));
}

int HostProgram::refuse_if_too_large(const LanescopeLaunch& asked) {
  if (const Sentence why = why_refused(asked); !why.empty()) return refuse(asked, why, kInvalidConfiguration);
  if (asked.shared_bytes > kLargestDynamicShared)
    return refuse(asked, too_many(refusal_words::kShared, asked.shared_bytes, kLargestDynamicShared),
                  kInvalidValue);
  if (asked.shared_bytes > allowed_shared_)
    return refuse(asked, too_many(refusal_words::kSharedUnasked, asked.shared_bytes, allowed_shared_),
                  kInvalidValue);
  return 0;
}

JobFunction HostProgram::function_at(const void* function) const {
  const std::uintptr_t place = reinterpret_cast<std::uintptr_t>(function) - library_.base;
  const auto found = std::find_if(job_.functions.begin(), job_.functions.end(),
                                  [&](const JobFunction& one) { return one.place == place; });
  return found == job_.functions.end() ? JobFunction{} : *found;
}

unsigned HostProgram::most_threads_of(const void* function) const {
  const unsigned bound = function_at(function).most_threads;
  return bound == 0 ? kMostThreads : std::min(bound, kMostThreads);
}

std::uint64_t HostProgram::shared_bytes_of(const void* function) const {
  return function_at(function).shared_bytes;
}

int HostProgram::allow_shared(std::uint64_t bytes) {
  if (bytes > kLargestDynamicShared) return kInvalidValue;
  allowed_shared_ = std::max(allowed_shared_, bytes);
  return 0;
}

void HostProgram::limit_levels(std::uint64_t levels) {
  most_levels_ = static_cast<unsigned>(std::clamp<std::uint64_t>(levels, kFewestLevels, 1u << 31));
}

}  // namespace lanescope
