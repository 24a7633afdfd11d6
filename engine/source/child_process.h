// Programs that are run with limits: the compiler, and the process in which a user's kernel runs. Linux.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/progress.h"

namespace lanescope {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();
  int number() const { return number_; }

 private:
  int number_;
};

/// Memory with a descriptor, that another process can share. Throws Error(failed).
Descriptor shared_memory(const char* name, std::uint64_t bytes);

/// The first bytes of such memory, at most so many.
std::string bytes_in(const Descriptor& memory, std::uint64_t most);

/// Path of a file that is installed beside this program, or in the folder for such. Throws Error(unavailable).
std::string file_beside_this(const std::string& name);

struct ChildLimits {
  unsigned seconds = 10;                ///< of processor time, for each thread
  unsigned threads = 1;                 ///< that it may have
  unsigned seconds_on_the_clock = 0;    ///< for what never waits, but may have to share the machine; 0: a few more
  std::uint64_t memory_bytes = 0;       ///< of addresses; 0: no limit
  std::uint64_t file_bytes = 0;         ///< of what it writes
  std::size_t output_bytes = 64 << 10;  ///< of what it prints, that are kept
  bool reads_input = false;  ///< what came to this process, from its start: a file, or a pipe in which something is
  const LaunchNews* launch = nullptr;  ///< where it says which launch it is in, which the progress is told
  bool sees_environment = false;       ///< all of it, for a process in which no foreign code runs on the host
};

struct ChildEnd {
  int exit_code = -1;  ///< -1: a signal ended it
  int signal = 0;
  bool out_of_time = false;
  std::string output;            ///< standard output and error, as much as the limits keep
  std::uint64_t lost_lines = 0;  ///< of them, behind that
};

/// Runs a program to its end; `descriptors` are its 3, 4, 5 ... It sees of the environment PATH and TMPDIR, and
/// English, unless the limits allow more. Throws Cancelled, and Error(failed) if it cannot be started.
ChildEnd run_child(const std::vector<std::string>& words, const ChildLimits& limits,
                   const std::vector<int>& descriptors, const std::string& folder, Progress& progress);

}  // namespace lanescope
