#include "engine/gpu_log/log_reader.h"

#include <algorithm>
#include <array>

#include "engine/base/quotient.h"

namespace lanescope {

LogReader::LogReader(const LaunchConfig& launch, unsigned max_steps, unsigned element_bytes, const AccessLog& log,
                     std::uint64_t kept_block)
    : launch_(launch),
      max_steps_(max_steps),
      warps_(quotient_up(launch.block_dim, kWarpSize)),
      log_(log),
      kept_block_(kept_block),
      record_(warps_, element_bytes),
      masks_only_(warps_, element_bytes),
      builder_(launch, element_bytes, NumberKind::measured) {}

void LogReader::read(const StepChunk& chunk) {
  for (std::uint64_t i = 0; i < chunk.blocks; ++i) {
    const std::uint64_t block = chunk.first_block + i;
    const bool logged = log_.holds(block);
    const bool kept = logged && block == kept_block_;
    record_.begin(block, logged, kept);
    read_steps(chunk, i, record_);
    if (logged) read_accesses(block, record_);
    if (kept) builder_.add_addresses(KeptAddresses(record_.addresses()));
    if (logged && !log_.whole_grid) {
      // With its counts this block would look different from blocks that did the same.
      masks_only_.begin(block, false, false);
      read_steps(chunk, i, masks_only_);
      builder_.add(block, masks_only_.history());
    } else {
      builder_.add(block, record_.history());
    }
  }
}

void LogReader::read_steps(const StepChunk& chunk, std::uint64_t index, BlockRecord& record) const {
  for (unsigned step = 0; step < max_steps_; ++step) {
    const LoggedStep logged = chunk.steps[index * max_steps_ + step];
    if (logged == 0) break;
    for (unsigned warp = 0; warp < warps_; ++warp) {
      const std::uint32_t mask = chunk.masks[(index * warps_ + warp) * max_steps_ + step];
      record.step(step, phase_of(logged), stride_of(logged), line_of(logged), warp, mask);
    }
  }
  for (std::uint32_t i = 0; i < chunk.barriers[index]; ++i) record.barrier();
}

void LogReader::read_accesses(std::uint64_t block, BlockRecord& record) {
  const std::uint32_t* begin = log_.begin.data() + (block - log_.first_block) * launch_.block_dim;
  for (unsigned warp = 0; warp < warps_; ++warp) read_warp(warp, begin + warp * kWarpSize, record);
}

/// `begin` has the start of each lane's log, and at the end the start of the next thread's.
void LogReader::read_warp(unsigned warp, const std::uint32_t* begin, BlockRecord& record) {
  const unsigned lanes = std::min(kWarpSize, launch_.block_dim);
  std::array<std::uint32_t, kWarpSize> next;
  std::copy_n(begin, lanes, next.begin());
  for (;;) {
    unsigned epoch = 0xffffffffu;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if (next[lane] < begin[lane + 1]) epoch = std::min<unsigned>(epoch, log_.accesses[next[lane]].epoch);
    }
    if (epoch == 0xffffffffu) return;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      requests_.begin_lane(lane);
      for (; next[lane] < begin[lane + 1] && log_.accesses[next[lane]].epoch == epoch; ++next[lane]) {
        const LoggedAccess& access = log_.accesses[next[lane]];
        requests_.add({access.step, access.source_line, static_cast<AccessKind>(access.kind),
                       static_cast<ArrayId>(access.array)},
                      access.offset);
      }
    }
    record.take(warp, requests_);
  }
}

}  // namespace lanescope
