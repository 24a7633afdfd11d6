// The blocks of one launch, dealt out to the cores in chunks, and their trace. It knows nothing of what the blocks
// compute.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/base/function_ref.h"
#include "engine/base/progress.h"
#include "engine/emulator/block_machine.h"
#include "engine/request/request.h"
#include "engine/trace/builder.h"

namespace lanescope {

/// Whether the values of a block are kept: where the result is an array, and small.
bool follows_values(const LaunchConfig& launch);

class GridRunner {
 public:
  /// What one thread does, on the machine that runs its block.
  using ThreadBody = FunctionRef<void(BlockMachine& machine, std::uint64_t block, unsigned thread)>;

  /// All must live as long.
  GridRunner(const RunRequest& request, const LaunchConfig& launch, unsigned element_bytes, Progress& progress,
             ThreadBody body);

  /// Runs the first `blocks` of the grid, in any order; after a finding only those before its block are sure to
  /// have run. Throws Cancelled, or what a thread threw.
  void run_unordered(std::uint64_t blocks);
  /// Runs the blocks from `first` to before `end`, each after those before it, up to a finding.
  void run_in_order(std::uint64_t first, std::uint64_t end);

  /// What the kernel does wrong in the first block in which it does anything wrong: the same on every machine.
  const std::vector<Finding>& findings() const { return findings_; }

  /// Of the blocks that ran; nothing with Detail::none, and nothing where there are findings.
  Trace trace();
  /// Of the block that the request names, with Detail::full, where the launch is small enough to be followed.
  BlockValues values() { return std::move(values_); }

 private:
  void work();
  /// False where the block had a finding, after which the machine is of no use.
  bool run_on(BlockMachine& machine, std::uint64_t block);
  void keep_first(const std::vector<Finding>& findings);

  const RunRequest& request_;
  const LaunchConfig& launch_;
  const unsigned element_bytes_;
  Progress& progress_;
  const ThreadBody body_;
  TraceBuilder builder_;
  BlockValues values_;
  std::uint64_t blocks_ = 0;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;  ///< of the findings
  std::vector<Finding> findings_;
};

}  // namespace lanescope
