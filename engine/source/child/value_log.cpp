#include "engine/source/child/value_log.h"

#include <cstring>

#include "engine/workload/ops.h"

namespace lanescope {

void ValueLog::follow(std::optional<ElementType> type) {
  type_ = type;
  if (type) element_bytes_ = element_bytes(*type);
}

void ValueLog::begin(std::uint64_t block, bool keeps) {
  keeps_ = keeps && type_ && *type_ != ElementType::point3;  // whose value is no number
  values_ = {};
  values_.block = block;
  unsettled_ = rowed_accesses_ = stepped_accesses_ = stepped_exchanges_ = 0;
  meetings_ = 0;
  arrived_.clear();
}

double ValueLog::number_at(std::uintptr_t at) const {
  return with_type(*type_, [&]<class T>(TypeTag<T>) {
    if constexpr (std::is_arithmetic_v<T>) {
      T value;
      std::memcpy(&value, reinterpret_cast<const void*>(at), sizeof value);
      return static_cast<double>(value);
    } else {
      return 0.0;
    }
  });
}

void ValueLog::settle() {
  for (; unsettled_ < values_.accesses.size(); ++unsettled_, unsettled_at_ += element_bytes_)
    values_.accesses[unsettled_].value = number_at(unsettled_at_);
}

void ValueLog::give_up() {
  keeps_ = false;
  values_.accesses.clear();
  values_.exchanges.clear();
}

void ValueLog::note(unsigned thread, std::uint32_t row, AccessKind kind, ArrayId array, std::uint64_t offset,
                    std::uintptr_t at, unsigned bytes) {
  settle();
  if (bytes % element_bytes_ != 0 || offset % element_bytes_ != 0) return;
  if (values_.accesses.size() >= kMost) return give_up();
  for (unsigned i = 0; i < bytes; i += element_bytes_) {
    const double before = number_at(at + i);
    values_.accesses.push_back(
        {thread, static_cast<std::int32_t>(row), kind, array, (offset + i) / element_bytes_, before, before});
  }
  const bool is_load = kind == AccessKind::global_load || kind == AccessKind::shared_load;
  if (is_load) unsettled_ = values_.accesses.size();
  unsettled_at_ = at;
}

void ValueLog::note_arrival(unsigned thread, std::uint32_t row) {
  settle();
  if (thread >= arrival_rows_.size()) arrival_rows_.resize(thread + 1);
  arrival_rows_[thread] = row;
  arrived_.push_back(thread);
}

void ValueLog::begin_meeting() {
  settle();
  ++meetings_;
}

void ValueLog::note_exchange(unsigned thread, unsigned from, const void* value, unsigned bytes) {
  if (bytes != element_bytes_) return;
  if (values_.exchanges.size() >= kMost) return give_up();
  values_.exchanges.push_back({thread, from, static_cast<std::int32_t>(arrival_rows_[thread]), meetings_,
                               values_.accesses.size(), number_at(reinterpret_cast<std::uintptr_t>(value))});
}

void ValueLog::set_rows(std::span<const std::uint32_t> row_of_path) {
  settle();
  for (; rowed_accesses_ < values_.accesses.size(); ++rowed_accesses_) {
    std::int32_t& step = values_.accesses[rowed_accesses_].step;
    step = static_cast<std::int32_t>(row_of_path[static_cast<std::size_t>(step)]);
  }
  for (const std::uint32_t thread : arrived_) arrival_rows_[thread] = row_of_path[arrival_rows_[thread]];
  arrived_.clear();
}

void ValueLog::set_steps(std::span<const std::int32_t> step_of_row) {
  const auto set = [&](std::int32_t& step) { step = step_of_row[static_cast<std::size_t>(step)]; };
  for (; stepped_accesses_ < values_.accesses.size(); ++stepped_accesses_)
    set(values_.accesses[stepped_accesses_].step);
  for (; stepped_exchanges_ < values_.exchanges.size(); ++stepped_exchanges_)
    set(values_.exchanges[stepped_exchanges_].step);
}

}  // namespace lanescope
