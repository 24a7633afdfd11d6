// Kernels that users bring: made known to the program, and run on the emulator in a process of their own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/emulator/emulator.h"
#include "engine/request/catalogue.h"
#include "engine/source/compile.h"
#include "engine/trace/refused_call.h"

namespace lanescope {

/// Compiles a file of CUDA and makes its kernel one of the catalogue's, whose id are the words. The workload says
/// what its arrays are and what its result is judged by; without one its arrays have N elements, and nothing is
/// judged. Throws as compile_own_kernel().
const KernelInfo& load_own_kernel(const std::string& words, std::optional<Workload> workload, Progress& progress,
                                  const OwnText* instead = nullptr);

/// The same of a whole program. Its id is the path of the file.
const KernelInfo& load_own_program(const std::string& path, Progress& progress, const OwnText* instead = nullptr);

/// The same of a function of the host that launches kernels, of a file without a main().
const KernelInfo& load_own_launcher(const std::string& words, const std::string& function, Progress& progress,
                                    const OwnText* instead = nullptr);

struct OwnRun {
  EmulatedRun emulated;
  std::vector<std::string> printed;       ///< lines
  std::uint64_t lost_lines = 0;           ///< that it printed, too
  std::vector<ArrayUse> array_uses = {};  ///< of each array, where accesses were checked
  Sentence remark = {};                   ///< of checks that found nothing; empty: none
  bool is_complete = false;               ///< it ran to its end, so there is a result, whatever the findings
};

/// As emulate(), of a kernel that a user brought. Whatever the kernel does, this returns or throws: Error where its
/// process cannot be had or answers nothing, Cancelled.
OwnRun run_own_kernel(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                      Progress& progress);

/// After which a program is stopped, on the emulator and on a GPU.
inline constexpr unsigned kProgramSeconds = 120;

struct OwnProgramRun {
  std::vector<TracedLaunch> launches;  ///< each entry a kernel of its own in the catalogue; traces only where kept
  std::vector<bool> has_trace;         ///< of each
  std::vector<std::string> output;     ///< lines
  std::uint64_t lost_lines = 0;        ///< of the output, for which there was no room
  std::uint64_t launch_count = 0;      ///< with those that are not listed
  std::uint64_t partly_watched_launches = 0;  ///< of those, in some blocks of which loads were not looked at
  std::uint64_t partly_checked_launches = 0;  ///< of one that is only checked: not all of their blocks were
  std::vector<std::uint64_t> checked_blocks;  ///< of each of `launches`
  std::optional<Sentence> stopped;            ///< where its time or room ended, which is no mistake
  std::vector<std::string> unkept_files;      ///< that it wrote
  std::vector<std::string> missing_files;     ///< that it asked for, and that are not in the folder of its source
  std::vector<RefusedCall> refused_launches;  ///< the first ones
  std::vector<RefusedCall> refused_allocations;  ///< likewise
  Sentence remark;                               ///< of checks that found nothing; empty: none
  int exit_code = 0;
  std::vector<Finding> findings;
  std::vector<ArrayUse> array_uses = {};  ///< of what a launcher is given, where accesses were checked
  std::vector<Finding> seen_by_checks;    ///< beside those, where a second run is quick
};

/// Runs the main() of a program. Throws as run_own_kernel().
OwnProgramRun run_own_program(const RunRequest& request, Progress& progress);

}  // namespace lanescope
