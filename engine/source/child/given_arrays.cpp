// What a launcher is called with: a function of the host that stands for a main().
#include <algorithm>
#include <cstring>
#include <iterator>

#include "engine/base/number_text.h"
#include "engine/source/child/host_program.h"
#include "engine/source/child/watched_memory.h"
#include "engine/source/finding_words.h"

namespace lanescope {

std::vector<std::uintptr_t> HostProgram::give_arrays(const char* memory) {
  std::vector<std::uintptr_t> places;
  for (const JobArray& array : job_.arrays) {
    void* place = nullptr;
    allocate(&place, array.bytes, static_cast<int>(DeviceMemory::Kind::managed), array.element_bytes);
    const auto begin = reinterpret_cast<std::uintptr_t>(place);
    places.push_back(begin);
    GivenArray& given = given_.emplace_back();
    if (!place) continue;
    given.begin = begin;
    std::memcpy(place, memory + array.begin, array.bytes);
    if (job_.checks) given.hash = hash_of_memory(begin, array.bytes);
    DeviceMemory::Allocation& allocation = *memory_.find(begin, nullptr);
    allocation.name = array.name;
    allocation.element_bytes = array.element_bytes;
    allocation.is_typed = allocation.is_given = true;
    watch(begin, allocation);
  }
  memory_.forget_numbers();  // those of the function are its first
  return places;
}

HostProgram::GivenArray* HostProgram::given_from(std::uintptr_t begin) {
  const auto found =
      std::find_if(given_.begin(), given_.end(), [&](const GivenArray& one) { return one.begin == begin; });
  return begin == 0 || found == given_.end() ? nullptr : &*found;
}

std::uint64_t HostProgram::give(std::uintptr_t begin, bool may_be_written) {
  GivenArray* given = given_from(begin);
  if (!given) return 0;
  given->use.is_read = true;
  given->use.is_written = may_be_written;
  return memory_.find(begin, nullptr)->bytes;
}

std::uintptr_t HostProgram::given_at(std::uintptr_t address) {
  constexpr std::uint64_t kMostTimes = 64;  // as large as that it is
  if (!memory_.holds(address)) return 0;
  const auto after = memory_.allocations().upper_bound(address);
  if (after == memory_.allocations().begin()) return 0;
  const auto& [begin, array] = *std::prev(after);
  return array.is_given && address - begin < kMostTimes * array.bytes ? begin : 0;
}

void HostProgram::require_given(const void* place, std::uint64_t bytes, bool is_read) {
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  const std::uintptr_t begin = given_at(address);
  if (begin == 0) return;
  const DeviceMemory::Allocation* array = memory_.find(begin, nullptr);
  GivenArray& given = *given_from(begin);
  (is_read ? given.use.is_read : given.use.is_written) = true;
  const std::uint64_t room = array->bytes - std::min(array->bytes, address - begin);
  if (bytes <= room) return;
  const std::uint32_t line = line_of_call();
  fail({.kind = FindingKind::bounds,
        .array = ArrayId::output,
        .array_name = array->name,
        .index = static_cast<std::int64_t>((address - begin + bytes - 1) / array->element_bytes),
        .lines = {line},
        .sentence = Sentence::of(finding_words::kCopyOutsideGiven,
                                 {Sentence::word(grouped(bytes)), Sentence::word(array->name),
                                  Sentence::word(grouped(room)), Sentence::word(line_text(line))})});
}

std::vector<ArrayUse> HostProgram::uses_of_given() {
  std::vector<ArrayUse> uses;
  if (!job_.checks) return uses;
  memory_.open();
  for (std::size_t i = 0; i < given_.size(); ++i) {
    const GivenArray& given = given_[i];
    ArrayUse& use = uses.emplace_back(given.use);
    if (given.begin == 0) continue;
    if (const Shadow* shadow = checks_.memory().array_at(given.begin)) use |= shadow->whole_use();
    // What the host writes itself is seen by what is there now.
    if (memory_.find(given.begin, nullptr))
      use.is_written |= given.hash != hash_of_memory(given.begin, job_.arrays[i].bytes);
  }
  memory_.close();
  return uses;
}

}  // namespace lanescope
