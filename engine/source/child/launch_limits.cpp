#include "engine/source/child/launch_limits.h"

#include <algorithm>
#include <string>

#include "engine/base/number_text.h"
#include "engine/source/child/host_program.h"
#include "engine/source/own_words.h"

namespace lanescope {
namespace {

constexpr unsigned kFewestLevels = 32;  // as an H100 has them, also if fewer are asked for
constexpr unsigned kMostThreads = 1024, kMostGridX = 0x7fffffff, kMostGridYZ = 65535, kMostBlockZ = 64;

constexpr const char* kSharedOf = "the bytes of its dynamic shared memory are";

/// What of a launch is more than any GPU has; empty: nothing.
std::string why_refused(const LanescopeLaunch& asked) {
  const auto none = [](const unsigned* sizes) { return sizes[0] == 0 || sizes[1] == 0 || sizes[2] == 0; };
  if (none(asked.grid)) return "its grid has no blocks";
  if (none(asked.block)) return "its blocks have no threads";
  const std::uint64_t threads = std::uint64_t{asked.block[0]} * asked.block[1] * asked.block[2];
  if (threads > kMostThreads || asked.block[0] > kMostThreads || asked.block[1] > kMostThreads)
    return too_many(kThreadsOf, threads, kMostThreads);
  if (asked.block[2] > kMostBlockZ) return too_many("blockDim.z is", asked.block[2], kMostBlockZ);
  if (asked.grid[0] > kMostGridX) return too_many("gridDim.x is", asked.grid[0], kMostGridX);
  if (asked.grid[1] > kMostGridYZ) return too_many("gridDim.y is", asked.grid[1], kMostGridYZ);
  if (asked.grid[2] > kMostGridYZ) return too_many("gridDim.z is", asked.grid[2], kMostGridYZ);
  return {};
}

}  // namespace

std::string too_many(const char* what, std::uint64_t has, std::uint64_t most) {
  return std::string(what) + " " + grouped(has) + ", and at most " + grouped(most) + " are allowed";
}

int HostProgram::refuse(const LanescopeLaunch& asked, const std::string& why, int error) {
  return refuse(name_of_launch(asked), static_cast<std::uint32_t>(std::max(asked.line, 0)), why, error);
}

int HostProgram::refuse(const std::string& what, std::uint32_t line, const std::string& why, int error) {
  const std::string words = what + (line > 0 ? ", line " + line_text(line) : "") + ": " + why + ".";
  keep_words(answer_.refused_launches, words);
  return error;
}

/// The first ones, each once.
void HostProgram::keep_words(std::vector<std::string>& known, const std::string& words) {
  if (known.size() < kMostRefusedLaunches && std::find(known.begin(), known.end(), words) == known.end())
    known.push_back(words);
}

int HostProgram::refuse_if_too_large(const LanescopeLaunch& asked) {
  if (const std::string why = why_refused(asked); !why.empty()) return refuse(asked, why, kInvalidConfiguration);
  if (asked.shared_bytes > kLargestDynamicShared)
    return refuse(asked, too_many(kSharedOf, asked.shared_bytes, kLargestDynamicShared), kInvalidValue);
  if (asked.shared_bytes > allowed_shared_)
    return refuse(asked,
                  too_many(kSharedOf, asked.shared_bytes, allowed_shared_) +
                      " where cudaFuncSetAttribute() did not ask for more",
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
