#include "engine/emulator/grid_runner.h"

#include <algorithm>
#include <utility>

#include "engine/base/parallel.h"
#include "engine/workload/arrays.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kChunk = 4;

}  // namespace

GridRunner::GridRunner(const RunRequest& request, const LaunchConfig& launch, unsigned element_bytes,
                       Progress& progress, ThreadBody body)
    : request_(request),
      launch_(launch),
      element_bytes_(element_bytes),
      progress_(progress),
      body_(body),
      builder_(launch, element_bytes, NumberKind::emulated) {}

void GridRunner::run_unordered(std::uint64_t blocks) {
  blocks_ = blocks;
  const std::uint64_t chunks = (blocks + kChunk - 1) / kChunk;
  if (chunks > 0) on_all_cores(chunks, [this] { work(); });
}

void GridRunner::run_in_order(std::uint64_t first, std::uint64_t end) {
  if (first == end || !findings_.empty()) return;
  BlockMachine machine(launch_.block_dim, element_bytes_);
  for (std::uint64_t block = first; block < end; ++block) {
    progress_.check();
    if (!run_on(machine, block)) return;
    progress_.set_fraction(static_cast<double>(block + 1) / static_cast<double>(end));
  }
}

Trace GridRunner::trace() {
  return request_.detail == Detail::none || !findings_.empty() ? Trace{} : builder_.finish();
}

void GridRunner::work() {
  BlockMachine machine(launch_.block_dim, element_bytes_);
  while (!stop_) {
    const std::uint64_t first = next_.fetch_add(kChunk);
    if (first >= blocks_) return;
    try {
      progress_.check();
      for (std::uint64_t block = first; block < std::min(first + kChunk, blocks_); ++block) {
        if (run_on(machine, block)) continue;
        stop_ = true;  // chunks before this one are dealt out already, and whoever has one runs it to its end
        return;
      }
    } catch (...) {
      stop_ = true;
      throw;
    }
    progress_.set_fraction(static_cast<double>(first) / static_cast<double>(blocks_));
  }
}

bool follows_values(const LaunchConfig& launch) {
  constexpr unsigned kAnyBytes = 4;  // the number of elements does not depend on it
  return has_array_result(launch.workload) && arrays_of(launch, kAnyBytes).input_values() <= kMostFollowedElements;
}

bool GridRunner::run_on(BlockMachine& machine, std::uint64_t block) {
  const Detail detail = request_.detail;
  const bool keep_addresses = detail == Detail::full && block == request_.block;
  const bool keep_values = keep_addresses && follows_values(launch_);
  if (keep_values) values_ = {block, {}};
  machine.keep_values(keep_values ? &values_.accesses : nullptr);
  const auto& record =
      machine.run(block, detail, keep_addresses, [&](unsigned thread) { body_(machine, block, thread); });
  if (!machine.findings().empty()) {
    keep_first(machine.findings());
    return false;
  }
  if (detail != Detail::none) builder_.add(block, record.history());
  if (keep_addresses) builder_.add_addresses(KeptAddresses(record.addresses()));
  return true;
}

void GridRunner::keep_first(const std::vector<Finding>& findings) {
  const std::lock_guard lock(mutex_);
  if (findings_.empty() || findings.front().block < findings_.front().block) findings_ = findings;
}

}  // namespace lanescope
