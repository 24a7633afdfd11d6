#include "engine/source/child/kernel_rows.h"

#include <algorithm>

#include "engine/trace/transactions.h"

namespace lanescope {

void KernelRows::begin(std::uint64_t block, bool with_accesses, bool keep_addresses) {
  with_accesses_ = with_accesses || keep_addresses;
  keep_addresses_ = keep_addresses;
  is_full_ = false;
  history_ = {};
  if (with_accesses_) history_.accesses.resize(1);
  kept_ = {};
  kept_.block = block;
  values_.begin(block, keep_addresses);
  first_kept_ = 0;
  rows_.clear();
  masks_.clear();
  first_ = LanePath::kNone;
  std::fill(cursors_.begin(), cursors_.end(), LanePath::kNone);
}

void KernelRows::take(unsigned warp, std::uint32_t epoch, const LanePath& path, const RequestLog& log) {
  if (is_full_ || rows_.size() > kMostRows) return;
  row_of_path_.assign(path.size(), 0);
  for (std::uint32_t i = path.first(); i != LanePath::kNone; i = path[i].next) {
    const std::uint32_t row = row_of(warp, epoch, path[i]);
    row_of_path_[i] = row;
    rows_[row].shown |= path[i].works || (path[i].mask != path.lanes() && !path[i].ends);
    masks_[std::size_t{row} * warps_ + warp] |= path[i].mask;
  }
  if (with_accesses_) take_requests(warp, path, log);
  if (values_.keeps()) values_.set_rows(row_of_path_);
}

/// That of another warp at the same place, or a new one behind the last one of this warp.
std::uint32_t KernelRows::row_of(unsigned warp, std::uint32_t epoch, const LanePath::Row& from) {
  const auto is_same = [&](std::uint32_t i) {
    const Row& row = rows_[i];
    return row.place == from.place && row.context == from.context && row.epoch == epoch && row.line == from.line &&
           masks_[std::size_t{i} * warps_ + warp] == 0;
  };
  std::uint32_t& cursor = cursors_[warp];
  const std::uint32_t next = cursor == LanePath::kNone ? first_ : rows_[cursor].next;
  if (next != LanePath::kNone && is_same(next)) return cursor = next;
  for (std::uint32_t i = 0; warp > 0 && i < rows_.size(); ++i)
    if (is_same(i)) return cursor = i;
  const auto added = static_cast<std::uint32_t>(rows_.size());
  // Of two branches the one that is written first stands first.
  std::uint32_t before = cursor, after = next;
  while (after != LanePath::kNone && rows_[after].order < from.order && rows_[after].context == from.context &&
         rows_[after].epoch == epoch) {
    before = after;
    after = rows_[after].next;
  }
  rows_.push_back({epoch, from.place, from.order, from.context, from.line, after, false, {}});
  masks_.resize(masks_.size() + warps_);
  (before == LanePath::kNone ? first_ : rows_[before].next) = added;
  return cursor = added;
}

bool KernelRows::joins_another(const RequestLog::Pending& pending) {
  constexpr unsigned kBitsOfCode = 32;
  const std::uint64_t step = static_cast<std::uint32_t>(pending.site.step);
  const auto [part, is_first] = parts_.emplace(step << kBitsOfCode | pending.site.code, pending.mask);
  const bool joins = !is_first && (part->second & pending.mask) == 0;
  part->second = joins ? part->second | pending.mask : pending.mask;
  return joins;
}

void KernelRows::take_requests(unsigned warp, const LanePath& path, const RequestLog& log) {
  parts_.clear();
  for (std::size_t i = 0; i < log.size(); ++i) {
    const auto& pending = log[i];
    const auto& site = pending.site;
    const std::uint32_t row = row_of_path_[static_cast<std::size_t>(site.step)];
    AccessCounts& counts = rows_[row].accesses[static_cast<std::size_t>(site.kind)];
    AccessCounts once = counts_of_request(site.kind, pending.offsets.data(), pending.lanes, site.bytes);
    // An update counts as one, however wide its word is.
    if (site.kind == AccessKind::atomic) once.bytes = std::uint64_t{pending.lanes} * element_bytes_;
    const bool is_whole = pending.mask == path[static_cast<std::uint32_t>(site.step)].mask;
    if (!is_whole && joins_another(pending)) once.requests = 0;
    counts += once;
    if (!keep_addresses_) continue;
    const std::uint8_t bytes =
        site.bytes == access_bytes(site.array, element_bytes_) ? std::uint8_t{0} : site.bytes;
    kept_.requests.push_back({warp, static_cast<std::int32_t>(row), site.source_line, site.kind, site.array,
                              pending.mask, kept_.offsets.size(), bytes});
    kept_.offsets.insert(kept_.offsets.end(), pending.offsets.begin(), pending.offsets.begin() + pending.lanes);
  }
}

bool KernelRows::finish_epochs() {
  std::vector<std::int32_t> step_of_row(rows_.size(), -1);
  for (std::uint32_t i = first_; i != LanePath::kNone; i = rows_[i].next) {
    const Row& row = rows_[i];
    if (!row.shown) continue;
    step_of_row[i] = static_cast<std::int32_t>(history_.steps());
    history_.phases.push_back(Phase::line);
    history_.strides.push_back(0);
    history_.source_lines.push_back(row.line);
    const auto masks = masks_.begin() + static_cast<std::ptrdiff_t>(std::size_t{i} * warps_);
    history_.masks.append(masks, masks + warps_);
    if (with_accesses_) history_.accesses.push_back(row.accesses);
  }
  for (std::size_t i = first_kept_; i < kept_.requests.size(); ++i)
    kept_.requests[i].step = step_of_row[static_cast<std::size_t>(kept_.requests[i].step)];
  first_kept_ = kept_.requests.size();
  if (values_.keeps()) values_.set_steps(step_of_row);
  rows_.clear();
  masks_.clear();
  first_ = LanePath::kNone;
  std::fill(cursors_.begin(), cursors_.end(), LanePath::kNone);
  is_full_ = is_full_ || history_.steps() > kMostRows;
  return !is_full_;
}

BlockAddresses KernelRows::addresses() const {
  BlockAddresses sorted;
  sorted.block = kept_.block;
  sorted.requests = kept_.requests;
  std::stable_sort(sorted.requests.begin(), sorted.requests.end(),
                   [](const Request& a, const Request& b) { return a.warp < b.warp; });
  for (Request& request : sorted.requests) {
    const auto from = kept_.offsets.begin() + static_cast<std::ptrdiff_t>(request.first_offset);
    request.first_offset = sorted.offsets.size();
    sorted.offsets.insert(sorted.offsets.end(), from, from + __builtin_popcount(request.mask));
  }
  return sorted;
}

}  // namespace lanescope
