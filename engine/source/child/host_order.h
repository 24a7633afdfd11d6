// Whether the host waits for a launch before it touches what that works on. Here a launch is done at once; on a GPU
// it may go on behind the call. So arrays of launches that the host has not waited for are guarded: the system
// tells of the host's first access to a page of theirs, be it in its own code or in a library's.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "engine/source/child/device_memory.h"
#include "engine/source/child/shadow_memory.h"
#include "engine/trace/finding.h"

namespace lanescope {

class HostOrder {
 public:
  HostOrder(DeviceMemory& memory, ShadowMemory& shadows, KernelMemory::Range managed)
      : memory_(memory), shadows_(shadows), managed_(managed) {}

  /// A launch that was checked; its accesses are those of the times behind `began` up to `ended`, and its arrays
  /// those that have a use.
  struct Launch {
    std::string name;
    std::uint32_t line = 0;
    const void* stream = nullptr;  ///< null: the default one
    std::uint32_t began = 0, ended = 0;
  };
  void add(Launch launch);
  /// How many launches there were.
  std::uint64_t count() const { return count_; }

  /// The host waits for a stream, as far as it is of the first `until` launches; null: for all streams. Who waits
  /// for a stream waits for the default one, too: it may be what the stream waits for.
  void wait_for(const void* stream, std::uint64_t until);
  /// The stream waits for the first `until` launches.
  void let_wait(const void* stream, std::uint64_t until);

  /// The host touches a guarded place: a finding, where a launch that may still run has touched it. False where it
  /// is none. `line_of_host`: of the file, 0 where none is known.
  bool touch(std::uintptr_t address, bool writes, std::uint32_t (*line_of_host)());
  /// The same of each page of a stretch.
  void touch_all(std::uintptr_t begin, std::uint64_t bytes, bool writes, std::uint32_t (*line_of_host)());
  /// The host touches a place by a volatile or atomic access: it may wait for kernels that way.
  void poll(std::uintptr_t address) {
    if (memory_.guard_at(address)) wait_for(nullptr, count_);
  }

  const std::vector<Finding>& findings() const { return findings_; }

 private:
  static constexpr std::size_t kMostLaunches = 64, kMostArrays = 512, kMostFindings = 8;
  /// Where an array begins, and whether the launch wrote to it.
  using Arrays = std::map<std::uintptr_t, bool>;
  struct Open {
    Launch launch;
    std::uint64_t number = 0;
    Arrays arrays;
  };
  bool is_of_host(const Shadow& shadow) const;
  const Launch* launch_of(const AccessMark& mark) const;
  void report(const Shadow& shadow, std::uintptr_t address, bool writes, const Launch& launch, std::uint32_t line);
  void leave(std::uintptr_t address);
  void guard();

  DeviceMemory& memory_;
  ShadowMemory& shadows_;
  KernelMemory::Range managed_;                 // variables
  std::deque<Open> launches_;                   // that the host has not waited for; the latest ones
  std::map<const void*, std::uint64_t> waits_;  // by stream: for how many launches
  std::uint64_t count_ = 0;
  std::vector<Finding> findings_;
  std::set<std::tuple<std::string, std::uint32_t, std::uint32_t>>
      told_;  // array, line of the host and of the launch
};

}  // namespace lanescope
