// A program of a user, whose main() runs here: its memory, and its launches, each of which is a launch of the run.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "engine/base/launch_news.h"
#include "engine/source/child/device_memory.h"
#include "engine/source/child/host_heap.h"
#include "engine/source/child/host_order.h"
#include "engine/source/child/loaded_library.h"
#include "engine/source/child/repeated_launches.h"
#include "engine/source/child/resident_blocks.h"
#include "engine/source/device/lanescope_launch.hpp"

namespace lanescope {

// Of cudaError_t.
inline constexpr int kInvalidValue = 1, kNoMemory = 2, kInvalidConfiguration = 9, kInvalidDirection = 21,
                     kAlreadyRegistered = 712, kNotRegistered = 713, kTooLargeForCooperation = 720;

class HostProgram {
 public:
  /// `end` answers with what the program did so far, and does not return.
  HostProgram(const KernelJob& job, CodeLines& lines, KernelMemory& map, const LoadedLibrary& library,
              HelperThreads& helpers, void (*end)(const JobAnswer&));
  /// Where the library's variables are, which are checked too.
  void watch_library(std::uintptr_t base);

  /// Where it says which launch it is in, from 1.
  /// It says there which launch it is in, and whether that cannot end in time.
  void tell_launches(LaunchNews* news);

  DeviceMemory& memory() { return memory_; }
  HostOrder& order() { return order_; }
  bool reserve() {
    using Ends = DeviceMemory::Ends;
    return host_heap_.reserve() && memory_.reserve(is_only_checked() ? Ends::exact
                                                   : job_.checks     ? Ends::guarded
                                                                     : Ends::open);
  }
  /// Arrays that a launcher is called with, which the host and kernels may touch, filled with what is at `memory`
  /// for them; where each begins, in their order. Null for those for which there is no room.
  std::vector<std::uintptr_t> give_arrays(const char* memory);
  /// The bytes of one of those, which the launcher gets as an array of the host's own.
  std::uint64_t give(std::uintptr_t begin, bool may_be_written);

  /// These return a cudaError_t.
  int allocate(void** place, std::uint64_t bytes, int kind, unsigned element_bytes);
  int free(void* place, bool is_host);
  /// Frees all that was allocated, as cudaDeviceReset() does. What a launcher was given the host has yet, and the
  /// device has not: it may have been copied there by nobody but the caller.
  void reset();
  /// `kind`: a cudaMemcpyKind.
  int copy(void* to, const void* from, std::uint64_t bytes, int kind);
  int set(void* place, int value, std::uint64_t bytes);
  int register_memory(void* place, std::uint64_t bytes);
  int unregister_memory(void* place);
  /// What the device may reach at that place: memory of CUDA's, of the host where it was registered, and variables
  /// of the file by the addresses that CUDA gives out.
  bool is_for_device(const void* place);
  /// Kernels may have as much dynamic shared memory as that.
  int allow_shared(std::uint64_t bytes);
  void note_symbol(const void* place, std::uint64_t bytes) {
    symbols_[reinterpret_cast<std::uintptr_t>(place)] = bytes;
  }
  /// A remark, if none is there yet, on elements of the device that nobody has written and the host is given.
  void note_unwritten(const void* to, const void* from, std::uint64_t bytes);
  void note_copied_unwritten(void* to, const void* from, std::uint64_t bytes);
  /// What the host gets from malloc() or new, and its return value: with checks it holds what tells that nobody has
  /// written it, else zeros, as memory that is fresh from the system does.
  void begin_host_memory(void* place, std::uint64_t bytes) const;
  /// Of malloc() and its like; null where there is no memory. `caller`: where the host's code goes on.
  void* allocate_for_host(std::uint64_t bytes, std::uintptr_t caller);
  HostHeap& host_heap() { return host_heap_; }
  /// The host frees a place of its memory where no block begins.
  [[noreturn]] void fail_free(const void* place);
  /// The host wrote there itself, while it might. `is_the_same`: what was there.
  void note_written(void* place, std::uint64_t bytes, bool is_the_same = false);
  void note_all_written();
  int launch(const LanescopeLaunch& asked);
  /// Notes which launch, copy, fill or free the runtime refuses, and why.
  int refuse(const LanescopeLaunch& asked, const Sentence& why, int error);
  int refuse(const Sentence& what, std::uint32_t line, const Sentence& why, int error, bool is_launch = false);
  /// Of a block of that kernel, by its __launch_bounds__.
  unsigned most_threads_of(const void* function) const;
  /// Likewise: what the kernel's own shared arrays take that have a size.
  std::uint64_t shared_bytes_of(const void* function) const;
  /// 0 where it refuses nothing of it.
  int refuse_if_too_large(const LanescopeLaunch& asked);
  /// Asked for by a kernel: when the launch that it is of has ended.
  int launch_later(const LanescopeLaunch& asked);
  /// How many levels of launches by kernels there may be.
  void limit_levels(std::uint64_t levels);

  /// Whether some kernel of the file calls a parameter so.
  bool is_parameter(const std::string& name) const;

  /// Whether this is code of the program's file.
  bool holds_code(std::uintptr_t place) const { return lines_.holds(place); }

  /// Ends the program with what it did so far.
  void finish(int exit_code);
  void fail(Finding finding);
  /// The host touched a place beside an array, or of one that is no more. Returns where it is near none.
  void fail_outside(std::uintptr_t address, std::uint32_t line);
  /// The same where its time is over. What is only checked has no mistake if something came to its end not long
  /// ago.
  void fail_late(Finding finding);
  void fail_uncaught(const std::string& words);  ///< of an exception
  /// Of the host's code that ran last; 0: in no line of the file.
  std::uint32_t line_of_host() const;
  /// The line of the file in which the host is, or from which it has called what it is in; 0: none is known. For
  /// one that stands where it went wrong. `in_main`: that of main(), from which all else was called.
  std::uint32_t line_of_call(bool in_main = false) const;

 private:
  class Outlook;
  JobFunction function_at(const void* function) const;
  /// A launch by a kernel, with all that it is called with.
  struct Nested {
    LanescopeLaunch asked;
    unsigned level = 0;  // that of what the host launches is 0
    std::string name;
    std::vector<std::max_align_t> closure;
    std::vector<LanescopeArgument> arguments;
  };
  /// An array that a launcher is given.
  struct GivenArray {
    std::uintptr_t begin = 0;  // 0: there was no room for it
    std::uint64_t hash = 0;    // of what it held, where accesses are checked
    ArrayUse use = {};         // by copies, and by all since it was freed
  };
  /// With the line of the call, by the host or by a kernel.
  int refuse_call(const char* what, const Sentence& why);
  /// Where the array that a launcher was given begins which holds an address, or ends not far below one that is in
  /// no array; 0: there is none.
  std::uintptr_t given_at(std::uintptr_t address);
  /// Null: none begins there.
  GivenArray* given_from(std::uintptr_t begin);
  /// 0: it is in none of the files, as where the C++ library calls.
  std::uint32_t line_of_caller(std::uintptr_t caller);
  void note_spoiled_heap();
  /// Ends the program where a copy goes past the end of what malloc() or new gave.
  void require_room_of_host(const void* place, std::uint64_t bytes);
  /// Ends the program where a copy goes past the end of an array that it was given.
  void require_given(const void* place, std::uint64_t bytes, bool is_read);
  std::vector<ArrayUse> uses_of_given();
  static void keep(std::vector<RefusedCall>& known, RefusedCall refused);
  void note_no_memory(std::uint64_t bytes);
  Sentence why_not_freed(void* place);
  Sentence why_no_room(const char* which, const void* place, std::uint64_t bytes);
  void run_nested();
  /// Uses of what is freed are those of a given array.
  void forget_checked(std::uintptr_t begin);
  bool name_launch(Finding& finding, const std::string& name) const;
  KernelJob job_of(const LanescopeLaunch& asked) const;
  void name_arrays(const LanescopeLaunch& asked);
  RepeatedLaunches::Ids ids_of_arrays(const LanescopeLaunch& asked);
  void place_arrays(const RepeatedLaunches::Ids& ids);
  ResidentBlocks& blocks_of(unsigned threads);
  /// Whether nobody looks at what launches do, and their results are all that counts.
  bool is_plain() const;
  /// Whether what checks find is all that counts. Then they may leave blocks out.
  bool is_only_checked() const { return job_.checks && job_.detail == Detail::none; }
  void note_progress();
  void stop(Finding why);
  RepeatedLaunches::Did run_blocks(const KernelJob& job, ResidentBlocks& blocks, ProgramLaunch& launch,
                                   const RepeatedLaunches::Ids& ids, ResidentBlocks::Watching* watching);
  ResidentBlocks::Watching* watching_of(const LanescopeLaunch& asked);
  static std::string name_of_launch(const LanescopeLaunch& asked);
  void watch(std::uintptr_t begin, const DeviceMemory::Allocation& allocation);
  const JobKernel* known_kernel(const std::string& name) const;

  const KernelJob& job_;
  CodeLines& lines_;
  KernelMemory& map_;
  const LoadedLibrary& library_;
  std::uintptr_t shared_;
  HelperThreads& helpers_;
  void (*end_)(const JobAnswer&);
  DeviceMemory memory_;
  HostHeap host_heap_;
  std::vector<GivenArray> given_;            // to a launcher, in the order of the job's arrays
  std::uint64_t allowed_shared_ = 48 << 10;  // by kernels that did not ask for more; of whom nobody knows apart
  std::map<std::uintptr_t, std::uint64_t> symbols_;  // whose addresses the program asked for: their bytes
  RepeatedLaunches repeated_;
  using Kind = std::array<std::uintptr_t, 8>;  // of launches: what is called, and sizes
  std::map<Kind, ResidentBlocks::Watching> watching_;
  std::uint64_t watched_work_ = 0;
  double progress_ = 0;  // seconds of work after which a block or a launch ended, the latest one
  std::chrono::steady_clock::time_point progress_noted_ = std::chrono::steady_clock::now();
  AccessChecks checks_;
  HostOrder order_;
  const void* stream_ = nullptr;                                // of the host's last launch
  std::map<unsigned, std::unique_ptr<ResidentBlocks>> blocks_;  // by threads of a block
  JobAnswer answer_;
  unsigned launches_ = 0;
  LaunchNews* news_ = nullptr;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::uint64_t kept_rows_ = 0;
  std::vector<Nested> nested_;
  unsigned depth_ = 0;  // the level of the launch that runs
  unsigned most_levels_ = 2048;
};

/// The program of this process; null in one that runs a kernel alone.
extern HostProgram* the_program;
/// Where in the code the host was last.
extern std::uintptr_t the_host_place;

/// A volatile or atomic word of the host may be how it waits for a kernel.
inline void note_poll(const volatile void* word) {
  if (the_program) the_program->order().poll(reinterpret_cast<std::uintptr_t>(word));
}

}  // namespace lanescope
