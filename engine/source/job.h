// What the process of a user's kernel is asked, and what it answers. The question is the program's own; the answer
// comes from a process in which foreign code has run, so every byte of it is checked.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/error.h"
#include "engine/request/request.h"
#include "engine/source/argument_value.h"
#include "engine/trace/block_values.h"
#include "engine/trace/finding.h"
#include "engine/trace/refused_call.h"
#include "engine/trace/trace.h"

namespace lanescope {

/// An array of the kernel, in the memory that both processes share.
struct JobArray {
  ArrayId id = ArrayId::input;
  std::string name;
  std::uint64_t begin = 0, bytes = 0;
  unsigned element_bytes = 4;
  bool is_written = true;  ///< before the launch, so that all of it may be read
};

/// A shared array: where it is in the thread-local memory, and in the block's shared memory.
struct JobShared {
  std::string name;
  std::uint64_t place = 0, offset = 0, bytes = 0;
  unsigned element_bytes = 0;  ///< 0: its declaration does not say
  std::string kernel = {};     ///< the only one that has it; empty: others may
  bool points = false;         ///< a pointer: its elements are elsewhere
};

/// A variable of the file, and where it is in the library.
struct JobVariable {
  std::string name;
  std::uint64_t place = 0, bytes = 0;
  bool points = false;    ///< as above
  bool is_hosts = false;  ///< the file marks it for no device
};

/// Of a function with __launch_bounds__ or shared arrays of a size: where it is in the library, how many threads
/// its blocks have at most (0: any), and the bytes of those arrays.
struct JobFunction {
  std::uint64_t place = 0;
  unsigned most_threads = 0;
  std::uint64_t shared_bytes = 0;
};

/// What the source says of a kernel of a program.
struct JobKernel {
  std::string name;
  std::vector<std::string> parameters;
  std::vector<bool> is_const;
};

/// A whole program: its main() is called, and launches its kernels.
struct JobProgram {
  bool is_launcher = false;                   ///< instead of main() `lanescope_call` is, with the job's arguments
  std::vector<std::string> words;             ///< of its command line
  std::string folder;                         ///< in which it may read files
  std::vector<std::string> environment = {};  ///< NAME=VALUE, of what its text asks for
  unsigned launch = 1;  ///< the launch in view, from 1, whose block `kept_block` keeps its addresses
  std::vector<JobKernel> kernels;
};

/// Threads that run blocks of a launch, at most: each needs stacks for a whole block.
inline constexpr unsigned kMostWorkers = 4;
/// A job may take so many times its seconds of work on the clock on the wall, where it waits or the machine is
/// busy.
inline constexpr unsigned kTimesOnTheWall = 4;

struct KernelJob {
  std::string library;
  std::string source;     ///< path of the file, as the line table names it
  std::string text = {};  ///< of it
  LaunchConfig launch;
  std::array<unsigned, 3> block = {1, 1, 1}, grid = {1, 1, 1};
  std::uint64_t kept_block = 0;  ///< whose addresses are kept
  Detail detail = Detail::full;
  unsigned element_bytes = 4;
  std::optional<ElementType> followed = {};  ///< the type of the values that are followed; none: no values are
  std::uint64_t memory_bytes = 0;            ///< of the arrays together
  std::uint64_t marker = 0;                  ///< where in the thread-local memory lanescope_shared_marker is
  std::uint64_t dynamic_bytes = 0;           ///< of extern __shared__
  std::uint64_t room_for_checks = 0;  ///< bytes that checks of the arrays may take; a program's have no limit,
                                      ///< since it may touch little of what it asks for
  unsigned seconds = 10;              ///< of work after which the kernel is stopped
  bool checks = false;                ///< look for races, and for reads of what nobody wrote
  bool is_cooperative = false;        ///< its blocks may wait for each other
  bool blocks_wait = false;    ///< for each other, without a cooperative launch: all are there, as far as they fit
  std::uint64_t schedule = 0;  ///< seed of the order of warps and lanes; 0: as they are numbered
  std::vector<JobArray> arrays;
  std::vector<ArgumentValue> arguments;
  std::vector<JobShared> shared;
  std::vector<JobVariable> variables;
  std::vector<JobFunction> functions;
  std::optional<JobProgram> program = {};
};

/// A launch that a program made.
struct ProgramLaunch {
  std::string name;   ///< as it stands before the <<<
  unsigned line = 0;  ///< of its call; 0: none of the program's file
  std::array<unsigned, 3> grid = {1, 1, 1}, block = {1, 1, 1};
  std::uint64_t shared_bytes = 0;    ///< dynamic
  std::uint64_t checked_blocks = 0;  ///< every access of which was checked
  std::optional<Trace> trace = {};
};

struct JobAnswer {
  std::optional<Trace> trace = {};
  BlockValues values = {};  ///< of the kept block, if they are followed and not too many
  std::vector<Finding> findings = {};
  std::vector<ArrayUse> uses = {};              ///< of each array of a kernel, where accesses are checked
  std::vector<std::string> printed = {};        ///< lines
  std::uint64_t lost_lines = 0;                 ///< that it printed, too, and that were not kept
  std::vector<ProgramLaunch> launches = {};     ///< the first kMostProgramLaunches
  std::uint64_t launch_count = 0;               ///< all of them
  std::uint64_t partly_watched_launches = 0;    ///< of those, in some blocks of which loads were not looked at
  std::uint64_t partly_checked_launches = 0;    ///< that ended, of a program that is only checked: not all blocks
  std::optional<Finding> stopped = {};          ///< where that one's time or room ended, which is no mistake
  std::vector<std::string> unkept_files = {};   ///< that a program wrote
  std::vector<std::string> missing_files = {};  ///< that a program asked for
  std::vector<RefusedCall> refused_launches = {};     ///< the first kMostRefusals
  std::vector<RefusedCall> refused_allocations = {};  ///< as many
  Sentence remark = {};                               ///< what may be meant so, and may be a mistake; empty: none
  unsigned exit_code = 0;                             ///< of a program
  bool is_complete = false;                           ///< no finding ended it before its end
  std::string error = {};                             ///< why it was not run
};

std::string job_text(const KernelJob& job);
KernelJob job_from_text(std::string_view text);

/// Throws Error(failed): an answer of a kernel's process is refused, for that reason.
[[noreturn]] void throw_bad_answer(const Error& why);

std::string answer_bytes(const JobAnswer& answer);
/// Throws Error(failed) if the bytes are not what a launch can have.
JobAnswer answer_from_bytes(std::string_view bytes, const KernelJob& job);

/// Descriptors of the process: what it is asked, its arrays, and where its answer goes.
inline constexpr int kJobDescriptor = 3, kArraysDescriptor = 4, kAnswerDescriptor = 5;
inline constexpr std::uint64_t kMostAnswerBytes = 256 << 20;
/// Of what kernels print, and of all that a program prints, so that the host's lines have room behind those of
/// kernels.
inline constexpr std::size_t kMostPrintedBytes = 4 << 20, kMostOutputBytes = 8 << 20;

/// Of a launch whose blocks may wait for each other: each has a stack. As many as are on an H100 at once.
inline constexpr std::uint64_t kMostThreadsTogether = 132 * 2048;
inline constexpr std::size_t kMostUnkeptFiles = 16;
inline constexpr std::size_t kMostRefusals = 8;
inline constexpr std::size_t kMostProgramLaunches = 1000;  ///< that are told; of those after them nothing is kept
/// The launch of a program as data: its kernel is an entry of that id.
LaunchConfig launch_of(const ProgramLaunch& launch, const std::string& entry);

/// Patterns that sentences of that process have.
std::span<const char* const> finding_patterns();

}  // namespace lanescope
