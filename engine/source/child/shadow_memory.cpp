#include "engine/source/child/shadow_memory.h"

#include <algorithm>
#include <new>
#include <utility>

namespace lanescope {

ArrayUse Shadow::whole_use() const {
  ArrayUse all = use;
  const auto is_written = [](const Cell& cell) { return cell.is_written; };
  const auto cells_written = static_cast<std::uint64_t>(std::count_if(cells, cells + count(), is_written));
  all.written = cells_written * unit_bytes / element_bytes;
  return all;
}

bool Shadow::is_unwritten(std::uint64_t first, std::uint64_t size) const {
  if (is_written) return false;
  const std::uint64_t end = std::min(count(), (first + size + unit_bytes - 1) / unit_bytes);
  return std::none_of(cells + first / unit_bytes, cells + end, [](const Cell& cell) { return cell.is_written; });
}

namespace {

/// Zeroed, and had from the system only where it is touched.
Cell* cells_for(std::uint64_t count) {
  void* memory = std::calloc(std::max<std::uint64_t>(1, count), sizeof(Cell));
  if (!memory) throw std::bad_alloc();
  return static_cast<Cell*>(memory);
}

}  // namespace

void ShadowMemory::add(std::uintptr_t begin, const Shadow& about) {
  Shadow& shadow = shadows_[begin];
  const bool is_same = shadow.cells && shadow.bytes == about.bytes;
  Cell* cells = is_same ? shadow.cells : nullptr;
  const unsigned unit_bytes = is_same ? shadow.unit_bytes : about.unit_bytes;
  const bool is_written = about.is_written || (is_same && shadow.is_written);
  if (!is_same) std::free(shadow.cells);
  shadow = about;
  shadow.is_written = is_written;
  shadow.begin = begin;
  shadow.unit_bytes = unit_bytes;
  shadow.cells = cells ? cells : cells_for(shadow.count());
}

void ShadowMemory::remove(std::uintptr_t begin) {
  const auto found = shadows_.find(begin);
  if (found == shadows_.end()) return;
  std::free(found->second.cells);
  shadows_.erase(found);
  latest_ = nullptr;
}

Shadow* ShadowMemory::find(std::uintptr_t address, unsigned bytes) {
  const auto holds = [&](const Shadow& shadow) { return address - shadow.begin < shadow.bytes; };
  if (!latest_ || !holds(*latest_)) {
    auto after = shadows_.upper_bound(address);
    if (after == shadows_.begin()) return nullptr;
    --after;
    if (!holds(after->second)) return nullptr;
    latest_ = &after->second;
  }
  if (bytes < latest_->unit_bytes) split(*latest_);
  return latest_;
}

/// Cells of single bytes, for arrays that are accessed so.
void ShadowMemory::split(Shadow& shadow) {
  Cell* old = shadow.cells;
  const unsigned old_unit = shadow.unit_bytes;
  const std::uint64_t old_count = shadow.count();
  shadow.unit_bytes = 1;
  shadow.cells = cells_for(shadow.count());
  for (std::uint64_t i = 0; i < old_count; ++i)
    if (old[i].is_written || old[i].is_copied_unwritten || old[i].write.time != 0 || old[i].reads[0].time != 0)
      std::fill_n(shadow.cells + i * old_unit, std::min<std::uint64_t>(old_unit, shadow.bytes - i * old_unit),
                  old[i]);
  std::free(old);
}

void ShadowMemory::mark_written(std::uintptr_t address, std::uint64_t bytes) {
  Shadow* shadow = find(address, 4);
  if (!shadow) return;
  if (address == shadow->begin && bytes >= shadow->bytes) {
    shadow->is_written = true;
    return;
  }
  const std::uint64_t first = (address - shadow->begin) / shadow->unit_bytes;
  const std::uint64_t end = (address - shadow->begin + bytes + shadow->unit_bytes - 1) / shadow->unit_bytes;
  for (std::uint64_t i = first; i < std::min(end, shadow->count()); ++i) shadow->cells[i].is_written = true;
}

void ShadowMemory::copy_unwritten(std::uintptr_t to, std::uintptr_t from, std::uint64_t bytes) {
  const Shadow* source = array_at(from);
  if (!source || source->is_written) return;
  const Shadow about = *source;  // another array is looked at in between
  const std::uint64_t unit = about.unit_bytes, begin = (from - about.begin + unit - 1) / unit,
                      end = std::min((from - about.begin + bytes) / unit, about.count());
  for (std::uint64_t i = begin; i < end;) {
    std::uint64_t behind = i;
    while (behind < end && !about.cells[behind].is_written) ++behind;
    if (behind > i)
      mark_unwritten(to + (about.begin + i * unit - from), (behind - i) * unit, about.cells[i].is_copied_unwritten);
    i = std::max(behind, i + 1);
  }
}

void ShadowMemory::mark_unwritten(std::uintptr_t address, std::uint64_t bytes, bool is_copied) {
  Shadow* shadow = find(address, 4);
  if (!shadow) return;
  if (std::exchange(shadow->is_written, false))
    std::for_each_n(shadow->cells, shadow->count(), [](Cell& cell) { cell.is_written = true; });
  const std::uint64_t first = (address - shadow->begin + shadow->unit_bytes - 1) / shadow->unit_bytes;
  const std::uint64_t end = (address - shadow->begin + bytes) / shadow->unit_bytes;
  for (std::uint64_t i = first; i < std::min(end, shadow->count()); ++i) {
    shadow->cells[i].is_written = false;
    shadow->cells[i].is_copied_unwritten = is_copied;
  }
}

void ShadowMemory::mark_arrays_written(const std::function<bool(const Shadow&)>& which) {
  for (auto& [begin, shadow] : shadows_)
    if (which(shadow)) shadow.is_written = true;
}

}  // namespace lanescope
