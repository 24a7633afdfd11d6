// Turns what the recording build wrote into the trace: threads' logs become warp requests in the same way as on the
// emulator (engine/trace/request_log.h). Pure C++: it knows arrays, not CUDA.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/gpu_log/gpu_log.h"
#include "engine/trace/builder.h"

namespace lanescope {

/// The steps of consecutive blocks, read back from the GPU. Indexed as in RecordingTables.
struct StepChunk {
  std::uint64_t first_block = 0;
  std::uint64_t blocks = 0;
  std::vector<LoggedStep> steps;
  std::vector<std::uint32_t> masks;
  std::vector<std::uint32_t> barriers;
};

/// The accesses of consecutive blocks.
struct AccessLog {
  std::uint64_t first_block = 0;
  std::uint64_t blocks = 0;
  std::vector<LoggedAccess> accesses;
  std::vector<std::uint32_t> begin;  ///< [block][thread], and the end of the last
  bool whole_grid = false;

  bool holds(std::uint64_t block) const { return block - first_block < blocks; }
};

class LogReader {
 public:
  /// `kept_block`: whose addresses the trace keeps, if the log holds it.
  LogReader(const LaunchConfig& launch, unsigned max_steps, unsigned element_bytes, const AccessLog& log,
            std::uint64_t kept_block);

  /// Each block once.
  void read(const StepChunk& chunk);

  Trace finish() { return builder_.finish(); }

 private:
  void read_steps(const StepChunk& chunk, std::uint64_t index, BlockRecord& record) const;
  void read_accesses(std::uint64_t block, BlockRecord& record);
  void read_warp(unsigned warp, const std::uint32_t* begin, BlockRecord& record);

  const LaunchConfig launch_;
  const unsigned max_steps_;
  const unsigned warps_;
  const AccessLog& log_;
  const std::uint64_t kept_block_;
  BlockRecord record_;
  BlockRecord masks_only_;
  RequestLog requests_;
  TraceBuilder builder_;
};

}  // namespace lanescope
