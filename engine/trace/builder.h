// Builds a trace block by block. BlockRecord collects what one block does; TraceBuilder takes finished blocks from
// several threads, lets those with equal histories share one, and numbers histories by their first block, so that
// the trace does not depend on the order in which blocks ran.
#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "engine/trace/request_log.h"
#include "engine/trace/trace.h"

namespace lanescope {

/// One block under construction; reused for the next one.
class BlockRecord {
 public:
  BlockRecord(unsigned warps, unsigned element_bytes) : warps_(warps), element_bytes_(element_bytes) {}

  /// `with_accesses`: count requests. `keep_addresses`: also keep them with their addresses.
  void begin(std::uint64_t block, bool with_accesses, bool keep_addresses);

  /// Some lanes of a warp reach step number `step`; those in `active` take part. May be called lane by lane.
  void step(std::uint32_t step, Phase phase, std::uint32_t stride, std::uint32_t source_line, unsigned warp,
            std::uint32_t active) {
    if (step >= history_.phases.size()) add_step(phase, stride, source_line);
    history_.masks[step * warps_ + warp] |= active;
  }

  void barrier() { ++history_.barriers; }

  /// Takes the requests of one epoch of a warp, and clears the log.
  void take(unsigned warp, RequestLog& log);

  const History& history() const { return history_; }
  /// The kept addresses, ordered by warp.
  BlockAddresses addresses() const;

 private:
  void add_step(Phase phase, std::uint32_t stride, std::uint32_t source_line);

  unsigned warps_;
  unsigned element_bytes_;
  bool with_accesses_ = false;
  bool keep_addresses_ = false;
  History history_;
  BlockAddresses kept_;
};

class TraceBuilder {
 public:
  TraceBuilder(const LaunchConfig& launch, unsigned element_bytes, NumberKind kind);

  /// Number of an equal history, which only this builder knows. Thread-safe, as the next two.
  std::uint32_t number_of(const History& history);
  /// Add each block once.
  void add(std::uint64_t block, const History& history);
  void add_addresses(KeptAddresses addresses);

  /// The finished trace of blocks that were added. The builder is empty after that.
  Trace finish();
  /// Likewise of blocks that were not added, whose histories are numbered as number_of() said.
  Trace finish(HistoryOfBlocks history_of_block);

 private:
  std::uint32_t known(std::uint64_t hash, const History& history);

  std::mutex mutex_;
  Trace trace_;
  std::vector<std::uint32_t> number_of_block_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;
};

}  // namespace lanescope
