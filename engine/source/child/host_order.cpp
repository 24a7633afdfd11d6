#include "engine/source/child/host_order.h"

#include <algorithm>
#include <utility>

#include "engine/source/child/code_lines.h"
#include "engine/source/finding_words.h"

namespace lanescope {

/// The device's own memory the host cannot touch at all.
bool HostOrder::is_of_host(const Shadow& shadow) const {
  const DeviceMemory::Allocation* allocation = memory_.find(shadow.begin, nullptr);
  return allocation ? allocation->kind != DeviceMemory::Kind::device
                    : managed_.holds(shadow.begin) && shadow.begin % DeviceMemory::kPage == 0;
}

void HostOrder::add(Launch launch) {
  ++count_;
  Open open{std::move(launch), count_, {}};
  shadows_.each([&](const Shadow& shadow) {
    const bool writes = shadow.use.is_written || shadow.use.is_updated;
    if ((writes || shadow.use.is_read) && open.arrays.size() < kMostArrays && is_of_host(shadow))
      open.arrays[shadow.begin] = writes;
  });
  if (open.arrays.empty()) return;
  launches_.push_back(std::move(open));
  if (launches_.size() > kMostLaunches) launches_.pop_front();
  guard();
}

void HostOrder::wait_for(const void* stream, std::uint64_t until) {
  if (launches_.empty()) return;
  const auto waits = waits_.find(stream);
  const std::uint64_t others = waits == waits_.end() ? 0 : waits->second;
  std::erase_if(launches_, [&](const Open& open) {
    const bool is_its = !stream || !open.launch.stream || open.launch.stream == stream;
    return (is_its && open.number <= until) || open.number <= others;
  });
  guard();
}

void HostOrder::let_wait(const void* stream, std::uint64_t until) {
  std::uint64_t& waits = waits_[stream];
  waits = std::max(waits, until);
}

const HostOrder::Launch* HostOrder::launch_of(const AccessMark& mark) const {
  for (const Open& open : launches_)
    if (mark.time > open.launch.began && mark.time <= open.launch.ended) return &open.launch;
  return nullptr;
}

bool HostOrder::touch(std::uintptr_t address, bool writes, std::uint32_t (*line_of_host)()) {
  const DeviceMemory::Guard* guard = memory_.guard_at(address);
  if (!guard) return false;
  writes = writes || guard->may_read;
  const Shadow* shadow = shadows_.array_at(address);
  const Launch* launch = nullptr;
  if (shadow) {
    // What a kernel stores as volatile may be what it tells the host.
    const Cell& cell = shadow->cells[(address - shadow->begin) / shadow->unit_bytes];
    if (!cell.write.is_volatile) launch = launch_of(cell.write);
    for (const AccessMark& read : cell.reads)
      if (writes && !launch) launch = launch_of(read);
  }
  if (!launch) {
    memory_.open_page(address);
    return true;
  }
  if (const std::uint32_t line = line_of_host()) report(*shadow, address, writes, *launch, line);
  leave(address);
  return true;
}

void HostOrder::touch_all(std::uintptr_t begin, std::uint64_t bytes, bool writes, std::uint32_t (*line_of_host)()) {
  constexpr std::uint64_t kPage = DeviceMemory::kPage;
  for (std::uintptr_t at = begin; !launches_.empty() && at - begin < bytes; at = (at / kPage + 1) * kPage)
    touch(at, writes, line_of_host);
}

void HostOrder::report(const Shadow& shadow, std::uintptr_t address, bool writes, const Launch& launch,
                       std::uint32_t line) {
  if (findings_.size() >= kMostFindings || !told_.insert({shadow.name, line, launch.line}).second) return;
  Finding finding{.kind = FindingKind::race, .array = shadow.id, .array_name = shadow.name, .lines = {line}};
  if (launch.line != 0) finding.lines.push_back(launch.line);
  finding.index = static_cast<std::int64_t>((address - shadow.begin) / shadow.element_bytes);
  finding.sentence = Sentence::of(writes ? finding_words::kHostWritesBeside : finding_words::kHostReadsBeside,
                                  {line_word(line), Sentence::word(shadow.element_name(address)),
                                   Sentence::word(launch.name), line_word(launch.line)});
  findings_.push_back(std::move(finding));
}

/// Nothing more is told of that array until another launch works on it.
void HostOrder::leave(std::uintptr_t address) {
  const Shadow* shadow = shadows_.array_at(address);
  if (!shadow) return;
  for (Open& open : launches_) open.arrays.erase(shadow->begin);
  std::erase_if(launches_, [](const Open& open) { return open.arrays.empty(); });
  guard();
}

void HostOrder::guard() {
  Arrays arrays;
  for (const Open& open : launches_)
    for (const auto& [begin, writes] : open.arrays) arrays[begin] = arrays[begin] || writes;
  std::vector<DeviceMemory::Guard> guards;
  for (const auto& [begin, writes] : arrays)
    if (const Shadow* shadow = shadows_.array_at(begin))
      guards.push_back({{begin, begin + shadow->bytes}, !writes});
  memory_.guard(std::move(guards));
}

}  // namespace lanescope
