#include "engine/trace/builder.h"

#include <algorithm>

#include "engine/trace/transactions.h"

namespace lanescope {

namespace {

/// A running 64-bit hash of whole numbers (multiply and fold); equal histories are compared in full all the same.
class Hash {
 public:
  void add(std::uint64_t value) {
    state_ = (state_ ^ value) * 0x9e3779b97f4a7c15ull;
    state_ ^= state_ >> 29;
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0x243f6a8885a308d3ull;
};

void add_accesses(Hash& hash, const AccessTable& table) {
  for (const auto& counts : table) hash.add(counts.transactions << 32 ^ counts.bytes);
}

/// The same however its rows are kept: a sum over them, in which one that comes again counts as often.
std::uint64_t hash_of(const History& history) {
  Hash whole;
  whole.add(history.steps());
  whole.add(history.barriers);
  if (history.has_accesses()) add_accesses(whole, history.accesses.front());
  const std::vector<std::uint32_t>& masks = history.masks.kept();
  const std::size_t warps = masks.size() / std::max<std::size_t>(1, history.kept_steps());
  std::uint64_t rows = 0;
  for (std::size_t row = 0; row < history.kept_steps(); ++row) {
    Hash hash;
    hash.add(history.strides.kept()[row]);
    for (std::size_t warp = 0; warp < warps; ++warp) hash.add(masks[row * warps + warp]);
    if (history.has_accesses()) add_accesses(hash, history.accesses.kept()[row + 1]);
    rows += hash.value() * history.repeats().times(row);
  }
  whole.add(rows);
  return whole.value();
}

}  // namespace

void BlockRecord::begin(std::uint64_t block, bool with_accesses, bool keep_addresses) {
  with_accesses_ = with_accesses || keep_addresses;
  keep_addresses_ = keep_addresses;
  history_.phases.clear();
  history_.strides.clear();
  history_.source_lines.clear();
  history_.masks.clear();
  history_.accesses.clear();
  if (with_accesses_) history_.accesses.resize(1);
  history_.barriers = 0;
  kept_ = {};
  kept_.block = block;
}

void BlockRecord::add_step(Phase phase, std::uint32_t stride, std::uint32_t source_line) {
  history_.phases.push_back(phase);
  history_.strides.push_back(stride);
  history_.source_lines.push_back(source_line);
  history_.masks.resize(history_.masks.size() + warps_);
  if (with_accesses_) history_.accesses.emplace_back();
}

void BlockRecord::take(unsigned warp, RequestLog& log) {
  for (std::size_t i = 0; i < log.size(); ++i) {
    const auto& pending = log[i];
    const auto& site = pending.site;
    auto& counts = history_.accesses[site.step + 1][static_cast<std::size_t>(site.kind)];
    const unsigned bytes = site.bytes != 0 ? site.bytes : access_bytes(site.array, element_bytes_);
    counts += counts_of_request(site.kind, pending.offsets.data(), pending.lanes, bytes);
    if (!keep_addresses_) continue;
    kept_.requests.push_back(
        {warp, site.step, site.source_line, site.kind, site.array, pending.mask, kept_.offsets.size(), site.bytes});
    kept_.offsets.insert(kept_.offsets.end(), pending.offsets.begin(), pending.offsets.begin() + pending.lanes);
  }
  log.clear();
}

BlockAddresses BlockRecord::addresses() const {
  BlockAddresses sorted;
  sorted.block = kept_.block;
  sorted.requests = kept_.requests;
  std::stable_sort(sorted.requests.begin(), sorted.requests.end(),
                   [](const Request& a, const Request& b) { return a.warp < b.warp; });
  sorted.offsets.reserve(kept_.offsets.size());
  for (auto& request : sorted.requests) {
    const auto from = kept_.offsets.begin() + static_cast<std::ptrdiff_t>(request.first_offset);
    request.first_offset = sorted.offsets.size();
    sorted.offsets.insert(sorted.offsets.end(), from, from + __builtin_popcount(request.mask));
  }
  return sorted;
}

TraceBuilder::TraceBuilder(const LaunchConfig& launch, unsigned element_bytes, NumberKind kind) {
  trace_.launch = launch;
  trace_.element_bytes = element_bytes;
  trace_.kind = kind;
}

std::uint32_t TraceBuilder::number_of(const History& history) {
  const std::uint64_t hash = hash_of(history);
  const std::lock_guard lock(mutex_);
  return known(hash, history);
}

void TraceBuilder::add(std::uint64_t block, const History& history) {
  const std::uint64_t hash = hash_of(history);
  const std::lock_guard lock(mutex_);
  if (number_of_block_.empty()) number_of_block_.resize(trace_.launch.grid_dim);
  number_of_block_[block] = known(hash, history);
}

std::uint32_t TraceBuilder::known(std::uint64_t hash, const History& history) {
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto it = begin; it != end; ++it)
    if (trace_.histories[it->second] == history) return it->second;
  const auto number = static_cast<std::uint32_t>(trace_.histories.size());
  trace_.histories.push_back(history);
  by_hash_.emplace(hash, number);
  return number;
}

void TraceBuilder::add_addresses(KeptAddresses addresses) {
  const std::lock_guard lock(mutex_);
  trace_.addresses.push_back(std::move(addresses));
}

Trace TraceBuilder::finish() {
  number_of_block_.resize(trace_.launch.grid_dim);
  return finish(HistoryOfBlocks(std::move(number_of_block_)));
}

Trace TraceBuilder::finish(HistoryOfBlocks history_of_block) {
  std::vector<History> ordered;
  for (const std::uint32_t old : history_of_block.number_by_first_block(trace_.histories.size()))
    ordered.push_back(std::move(trace_.histories[old]));
  trace_.histories = std::move(ordered);
  trace_.history_of_block = std::move(history_of_block);
  std::sort(trace_.addresses.begin(), trace_.addresses.end(),
            [](const KeptAddresses& a, const KeptAddresses& b) { return a.block() < b.block(); });
  by_hash_.clear();
  return std::move(trace_);
}

}  // namespace lanescope
