// The kernels as the rest of the program sees them: facts, texts and lookups by id, workload and group.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/request/launch_plan.h"
#include "engine/request/own_kernel.h"
#include "engine/request/refusals.h"
#include "engine/request/request.h"

namespace lanescope {

/// A kernel's facts, and what its file says of it.
struct KernelInfo : KernelFacts {
  std::string lesson = {};                     ///< one sentence, from the head of the kernel's file
  std::string watch = {};                      ///< what to look at on the screen, likewise
  std::vector<std::string_view> entries = {};  ///< ids of what it launches, in order; empty where that is itself
  std::string_view file = {};                  ///< path of its file in the project
  std::string file_text = {};                  ///< that file, line 1 first
  bool on_host = false;                        ///< a host loop: it has a result and no trace
  std::shared_ptr<const OwnKernel> own = {};   ///< of a kernel that a user brings: its code; null of all others
  bool is_library = false;  ///< compiled code of others: it has a result and a time on a GPU, and no trace

  bool traced() const { return !on_host && !is_library; }
};

/// Whether nobody knows what it computes: a user's kernel, whose arrays have N elements and whose result is not
/// judged.
inline bool is_free(const KernelInfo& kernel) {
  return kernel.own && kernel.own->is_free;
}

/// Every kernel: reductions, then those of one group after another, and of one workload after another within it;
/// those of one workload in the order of the ladder.
std::span<const KernelInfo> all_kernels();

/// Those of one workload.
std::span<const KernelInfo> kernels_of(Workload workload);

/// Every reduction.
std::span<const KernelInfo> reductions();

/// Every kernel that is none.
std::span<const KernelInfo> array_kernels();

/// Kernels of one kind of problem, which are compared with one another.
struct KernelGroup {
  std::string_view title;
  std::span<const KernelInfo> kernels;
};
const std::vector<KernelGroup>& kernel_groups();
const KernelGroup& group_of(const KernelInfo& kernel);

/// "segmented, coarsened": the ids of the kernels that fit, for messages.
std::string kernel_ids(const std::function<bool(const KernelInfo&)>& fits);

bool uses_shared_memory(const KernelInfo& kernel);

/// How the blocks of a kernel can be combined, its own way first.
std::vector<Combining> combinings_of(const KernelInfo& kernel);

/// Makes a user's kernel known to kernel_info(), for as long as the program runs; of two of one id the later one is
/// meant. Thread-safe.
const KernelInfo& add_own_kernel(std::shared_ptr<const OwnKernel> kernel, Workload workload);

/// A user's kernel of that id, or null.
const KernelInfo* find_own_kernel(std::string_view id);

/// Those of the program, and those that users brought. Throws Error(usage) that names the legal ids.
const KernelInfo& kernel_info(std::string_view id);

/// Entries of the kernels that have several, each once.
std::span<const KernelInfo> all_entries();

/// Whether this is one of several entries of a kernel, so that a launch of it solves a part of the problem.
bool is_part(std::string_view entry);

/// What a launch runs: one of the kernels' entries, or a kernel that has none. Throws as kernel_info().
const KernelInfo& entry_info(std::string_view entry);

inline constexpr unsigned kMaxBlockDim = 1024;
inline constexpr unsigned kMaxCoarseFactor = 64;
inline constexpr unsigned kMaxSharedBytes = 48 << 10;  ///< of a block that does not ask the driver for more
inline constexpr unsigned kTileWidths[] = {8, 16, 32};
inline constexpr std::uint64_t kMaxMatrixWidth = 1 << 15;  ///< rows, inner and columns
inline constexpr std::uint64_t kMaxPoints = 0xffffffffu;   ///< in an input: the last index stands for no point
inline constexpr std::uint64_t kMaxTracedSteps = 1 << 14;  ///< that a thread takes, where each is recorded
inline constexpr std::uint64_t kMaxWalkedSteps = 1 << 21;  ///< where those of rounds that are alike are kept once
inline constexpr std::uint64_t kDefaultGridDim = 128;      ///< of kernels whose grid the user chooses
inline constexpr std::uint64_t kMaxPublishers = 4096;      ///< blocks of a grid that publish their results
inline constexpr std::uint64_t kMaxGridDim = 0x7fffffff;   ///< of CUDA, in x

}  // namespace lanescope
