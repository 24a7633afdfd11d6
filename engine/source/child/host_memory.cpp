// Memory of a user's program: what it allocates, copies, fills and frees, and what the runtime refuses of that.
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/number_text.h"
#include "engine/source/child/host_program.h"
#include "engine/source/child/kernel_steps.h"
#include "engine/source/child/unwritten_words.h"
#include "engine/source/child/watched_memory.h"
#include "engine/source/finding_words.h"
#include "engine/source/refusal_words.h"

namespace lanescope {
namespace {

/// Of each cudaMemcpyKind: what must be for the device. A place that need not be may be anyway, as on a GPU.
struct Direction {
  bool to, from;
};
constexpr Direction kDirections[] = {{false, false}, {true, false}, {false, true}, {true, true}, {false, false}};

Sentence number_word(std::uint64_t number) {
  return Sentence::word(std::to_string(number));
}

Sentence shown_word(const DeviceMemory::Allocation& one) {
  return one.name.empty() ? Sentence::of(refusal_words::kAllocation, {number_word(one.number)})
                          : Sentence::word(one.name);
}

bool holds_only(const void* place, int value, std::uint64_t bytes) {
  const auto* begin = static_cast<const unsigned char*>(place);
  return *begin == static_cast<unsigned char>(value) && std::memcmp(begin, begin + 1, bytes - 1) == 0;
}

}  // namespace

int HostProgram::allocate(void** place, std::uint64_t bytes, int kind, unsigned element_bytes) {
  if (!place) return kInvalidValue;
  if (the_machine)
    the_machine->end_ahead();
  else
    order_.wait_for(nullptr, order_.count());  // as many a driver does
  if (bytes == 0) {
    *place = nullptr;
    return 0;
  }
  // What a kernel asks for is open at once, as is all that it sees: a copy of a class may.
  *place = memory_.allocate(
      bytes, the_machine ? DeviceMemory::Kind::managed : static_cast<DeviceMemory::Kind>(kind), element_bytes);
  const auto begin = reinterpret_cast<std::uintptr_t>(*place);
  if (!*place) {
    note_no_memory(bytes);
    return kNoMemory;
  }
  const DeviceMemory::Allocation& allocation = *memory_.find(begin, nullptr);
  watch(begin, allocation);
  if (job_.checks && allocation.kind != DeviceMemory::Kind::device) {
    memory_.open();
    fill_unwritten(*place, bytes);
    memory_.close();
  }
  if (!the_machine) return 0;
  const JobArray array{ArrayId::second_output, allocation.shown_name(), 0, bytes, allocation.known_width()};
  constexpr auto kBit = static_cast<std::uint8_t>(ArrayId::second_output);
  map_.add_array(begin, array, memory_.stretch_of(begin), kBit, false);
  if (&the_machine->memory() != &map_)
    the_machine->memory().add_array(begin, array, memory_.stretch_of(begin), kBit, false);
  return 0;
}

/// A GPU may have more: that it is the emulator who has no room is not seen by a program that does not ask.
void HostProgram::note_no_memory(std::uint64_t bytes) {
  const std::uint32_t line = the_machine ? the_machine->line_of_lane() : line_of_call();
  std::vector<Sentence> values;
  if (line > 0) values.push_back(line_word(line));
  for (const std::uint64_t number : {bytes, std::uint64_t{DeviceMemory::kMostLive}, memory_.free_bytes()})
    values.push_back(Sentence::word(grouped(number)));
  const char* const english = line > 0 ? refusal_words::kNoRoom : refusal_words::kNoRoomSomewhere;
  keep(answer_.refused_allocations, {line, Sentence::of(english, std::move(values))});
}

/// Of what the host may write itself nobody knows what it has written.
void HostProgram::watch(std::uintptr_t begin, const DeviceMemory::Allocation& allocation) {
  if (!job_.checks) return;
  try {
    checks_.memory().add(begin, {.bytes = allocation.bytes,
                                 .id = ArrayId::second_output,
                                 .name = allocation.shown_name(),
                                 .element_bytes = allocation.element_bytes,
                                 .is_written = allocation.kind != DeviceMemory::Kind::device,
                                 .is_of_host = allocation.kind != DeviceMemory::Kind::device});
  } catch (const std::bad_alloc&) {
    Finding why{
        .kind = FindingKind::crash,
        .sentence = Sentence::of(finding_words::kNoRoomForChecks, {Sentence::word(grouped(allocation.bytes))})};
    if (is_only_checked()) stop(std::move(why));
    fail(std::move(why));
  }
}

void HostProgram::watch_library(std::uintptr_t base) {
  if (job_.checks) watch_variables(checks_.memory(), job_, base);
}

int HostProgram::free(void* place, bool is_host) {
  if (!place) return 0;
  if (the_machine)
    the_machine->end_ahead();
  else
    order_.wait_for(nullptr, order_.count());
  repeated_.forget_hash_of(place);
  const auto begin = reinterpret_cast<std::uintptr_t>(place);
  if (!memory_.free(place, is_host, the_machine ? 0 : line_of_call())) {
    const auto known = memory_.freed().find(begin);
    if (known != memory_.freed().end() && known->second.is_by_reset) return kInvalidValue;  // harmless, as on a GPU
    return refuse_call(refusal_words::kFree, why_not_freed(place));
  }
  forget_checked(begin);
  return 0;
}

void HostProgram::reset() {
  if (the_machine) return;
  order_.wait_for(nullptr, order_.count());
  const unsigned line = line_of_call();
  const std::map<std::uintptr_t, DeviceMemory::Allocation> all = memory_.allocations();
  for (const auto& [begin, allocation] : all) {
    if (allocation.is_given) {
      memory_.find(begin, nullptr)->lost_in = line;
      continue;
    }
    auto* place = reinterpret_cast<void*>(begin);
    repeated_.forget_hash_of(place);
    memory_.free(place, allocation.kind == DeviceMemory::Kind::host, line, true);
    forget_checked(begin);
  }
}

void HostProgram::forget_checked(std::uintptr_t begin) {
  if (!job_.checks) return;
  if (GivenArray* given = given_from(begin))
    if (const Shadow* shadow = checks_.memory().array_at(begin)) given->use |= shadow->whole_use();
  checks_.memory().remove(begin);
}

int HostProgram::refuse_call(const char* what, const Sentence& why) {
  return refuse(Sentence::of(what), the_machine ? the_machine->line_of_lane() : line_of_call(), why, kInvalidValue);
}

Sentence HostProgram::why_not_freed(void* place) {
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  if (const auto known = memory_.freed().find(address); known != memory_.freed().end()) {
    const auto& [was, line, is_by_reset] = known->second;
    return line > 0 ? Sentence::of(refusal_words::kFreed, {shown_word(was), line_word(line)})
                    : Sentence::of(refusal_words::kFreedSomewhere, {shown_word(was)});
  }
  std::uintptr_t begin = 0;
  const DeviceMemory::Allocation* found = memory_.find(address, &begin);
  if (!found) return Sentence::of(refusal_words::kOfNoArray);
  if (begin != address) return Sentence::of(refusal_words::kInside, {shown_word(*found)});
  return Sentence::of(found->kind == DeviceMemory::Kind::host ? refusal_words::kFreeOfHost
                                                              : refusal_words::kFreeOfDevice);
}

Sentence HostProgram::why_no_room(const char* which, const void* place, std::uint64_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  std::uintptr_t begin = 0;
  const DeviceMemory::Allocation* found = memory_.find(address, &begin);
  if (!place) return Sentence::of(refusal_words::kNull, {Sentence::of(which)});
  if (!found) return Sentence::of(refusal_words::kInNoArray, {Sentence::of(which)});
  return Sentence::of(refusal_words::kTooFew, {Sentence::of(which), shown_word(*found),
                                               number_word(found->bytes - (address - begin)), number_word(bytes)});
}

int HostProgram::register_memory(void* place, std::uint64_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(place);
  if (!place || bytes == 0) return kInvalidValue;
  if (memory_.find(begin, nullptr) || !memory_.add_registered(begin, bytes)) return kAlreadyRegistered;
  return 0;
}

int HostProgram::unregister_memory(void* place) {
  return memory_.remove_registered(reinterpret_cast<std::uintptr_t>(place)) ? 0 : kNotRegistered;
}

bool HostProgram::is_for_device(const void* place) {
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  const auto symbol = symbols_.upper_bound(address);
  return memory_.holds(address) || memory_.is_registered(address) || library_.managed.holds(address) ||
         (symbol != symbols_.begin() && address - std::prev(symbol)->first < std::prev(symbol)->second);
}

int HostProgram::copy(void* to, const void* from, std::uint64_t bytes, int kind) {
  if (kind < 0 || kind >= static_cast<int>(std::size(kDirections))) return kInvalidDirection;
  if (bytes == 0) return 0;
  if (the_machine) the_machine->end_ahead();
  const Direction direction = the_machine ? Direction{} : kDirections[kind];
  if (direction.to && !is_for_device(to))
    return refuse_call(refusal_words::kCopy, Sentence::of(refusal_words::kToHost));
  if (direction.from && !is_for_device(from))
    return refuse_call(refusal_words::kCopy, Sentence::of(refusal_words::kFromHost));
  if (!the_machine) {
    require_given(to, bytes, false);
    require_given(from, bytes, true);
    require_room_of_host(to, bytes);
    require_room_of_host(from, bytes);
  }
  if (!memory_.may_copy(to, bytes))
    return refuse_call(refusal_words::kCopy, why_no_room(refusal_words::kTarget, to, bytes));
  if (!memory_.may_copy(from, bytes))
    return refuse_call(refusal_words::kCopy, why_no_room(refusal_words::kSource, from, bytes));
  if (job_.checks && !the_machine) note_unwritten(to, from, bytes);
  memory_.open();
  // What is there already changes nothing: programs that measure copy their input before each launch.
  const bool is_there = repeated_.knows_hash_of(to) && std::memcmp(to, from, bytes) == 0;
  if (!is_there) std::memmove(to, from, bytes);
  note_written(to, bytes, is_there);
  if (job_.checks && memory_.is_device(reinterpret_cast<std::uintptr_t>(from)))
    checks_.memory().copy_unwritten(reinterpret_cast<std::uintptr_t>(to), reinterpret_cast<std::uintptr_t>(from),
                                    bytes);
  else if (job_.checks)
    note_copied_unwritten(to, from, bytes);
  memory_.close();
  return 0;
}

/// Stretch by stretch.
void HostProgram::note_copied_unwritten(void* to, const void* from, std::uint64_t bytes) {
  constexpr std::uintptr_t kWord = 4;
  const auto begin = reinterpret_cast<std::uintptr_t>(from), end = begin + bytes;
  const std::uintptr_t target =
      reinterpret_cast<std::uintptr_t>(to) - begin;  // from an address to that of its copy
  std::uintptr_t block = 0;
  const bool is_own = memory_.find(begin, nullptr) || host_heap_.find(begin, block);
  const auto lacks = [&](std::uintptr_t at) {
    return is_unwritten(at, begin, end) || (!is_own && is_unset(at, begin, end));
  };
  for (std::uintptr_t at = (begin + kWord - 1) / kWord * kWord; at + kWord <= end; at += kWord) {
    if (!lacks(at)) continue;
    const std::uintptr_t first = at;
    while (at + 2 * kWord <= end && lacks(at + kWord)) at += kWord;
    checks_.memory().mark_copied_unwritten(target + first, at + kWord - first);
  }
}

/// What a small allocation holds would else follow from what the process did before.
void HostProgram::begin_host_memory(void* place, std::uint64_t bytes) const {
  constexpr std::uint64_t kMostKept = std::uint64_t{32} << 20;  // larger ones come from the system, as zeros
  if (job_.checks)
    fill_unwritten(place, bytes);
  else if (bytes <= kMostKept)
    std::memset(place, 0, bytes);
}

void* HostProgram::allocate_for_host(std::uint64_t bytes, std::uintptr_t caller) {
  void* place = host_heap_.allocate({bytes, line_of_caller(caller)});
  if (place) begin_host_memory(place, bytes);
  return place;
}

std::uint32_t HostProgram::line_of_caller(std::uintptr_t caller) {
  return holds_code(caller) ? lines_.line_before(static_cast<std::uint32_t>(caller - lines_.base())) : 0;
}

void HostProgram::note_spoiled_heap() {
  const std::optional<HostHeap::Block> block = host_heap_.spoiled();
  if (!block) return;
  const std::uint32_t line = block->line;
  const Sentence bytes = Sentence::word(grouped(block->bytes));
  Finding finding{.kind = FindingKind::bounds};
  if (line != 0) finding.lines = {line};
  finding.sentence = line != 0 ? Sentence::of(finding_words::kHostHeap, {bytes, line_word(line)})
                               : Sentence::of(finding_words::kHostHeapSomewhere, {bytes});
  // Who crashed did so because of that, as a rule.
  const bool is_cause = !answer_.findings.empty() && answer_.findings.front().kind == FindingKind::crash;
  answer_.findings.insert(is_cause ? answer_.findings.begin() : answer_.findings.end(), std::move(finding));
}

void HostProgram::require_room_of_host(const void* place, std::uint64_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  std::uintptr_t begin = 0;
  const HostHeap::Block* block = host_heap_.find(address, begin);
  if (!block || bytes <= block->bytes - (address - begin)) return;
  const std::uint32_t line = line_of_call();
  const Sentence name = block->line != 0 ? Sentence::of(finding_words::kHostBlock, {line_word(block->line)})
                                         : Sentence::of(finding_words::kHostBlockSomewhere);
  fail({.kind = FindingKind::bounds,
        .lines = {line},
        .sentence = Sentence::of(finding_words::kCopyOutsideGiven,
                                 {Sentence::word(grouped(bytes)), name,
                                  Sentence::word(grouped(block->bytes - (address - begin))), line_word(line)})});
}

void HostProgram::fail_free(const void* place) {
  std::uintptr_t begin = 0;
  const bool is_inside = host_heap_.find(reinterpret_cast<std::uintptr_t>(place), begin) != nullptr;
  const std::uint32_t line = line_of_call();
  fail({.kind = FindingKind::crash,
        .lines = {line},
        .sentence = Sentence::of(is_inside ? finding_words::kHostFreesInside : finding_words::kHostFreesTwice,
                                 {line_word(line)})});
  std::abort();
}

void HostProgram::fail_outside(std::uintptr_t address, std::uint32_t line) {
  constexpr unsigned kByte = 1;
  place_arrays({});
  const KernelMemory::Nearest nearest = map_.nearest_to(address, kByte);
  if (!nearest.found) return;
  Finding finding{
      .kind = FindingKind::bounds, .array = nearest.id, .array_name = nearest.name, .index = nearest.index};
  finding.lines = {line};
  const Sentence index = Sentence::word(std::to_string(nearest.index)), name = Sentence::word(nearest.name);
  const bool is_of_bytes = nearest.elements == nearest.bytes;
  if (nearest.freed_in > 0)
    finding.sentence = Sentence::of(is_of_bytes ? finding_words::kHostByteFreed : finding_words::kHostFreed,
                                    {line_word(line), index, name, line_word(nearest.freed_in)});
  else
    finding.sentence =
        Sentence::of(is_of_bytes ? finding_words::kHostByteOutside : finding_words::kHostOutside,
                     {line_word(line), index, name, Sentence::word(std::to_string(nearest.elements))});
  fail(std::move(finding));
}

void HostProgram::note_unwritten(const void* to, const void* from, std::uint64_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(from);
  const bool is_to_host =
      !memory_.holds(reinterpret_cast<std::uintptr_t>(to)) || given_at(reinterpret_cast<std::uintptr_t>(to)) != 0;
  std::uintptr_t begin = 0;
  const DeviceMemory::Allocation* array =
      answer_.remark.empty() && is_to_host ? memory_.find(address, &begin) : nullptr;
  const Shadow* shadow = array ? checks_.memory().array_at(begin) : nullptr;
  const std::uint32_t line = shadow && !shadow->is_written ? line_of_call() : 0;
  if (line == 0) return;
  const unsigned width = std::max(1u, array->known_width());
  const std::uint64_t first = (address - begin) / width, end = (address - begin + bytes) / width;
  std::uint64_t count = 0, first_of_them = 0;
  for (std::uint64_t i = end; i-- > first;)
    if (shadow->is_unwritten(i * width, width)) {
      ++count;
      first_of_them = i;
    }
  if (count == 0) return;
  answer_.remark = Sentence::of(
      array->known_width() > 0 ? finding_words::kCopiesUnwritten : finding_words::kCopiesUnwrittenBytes,
      {line_word(line), shown_word(*array), Sentence::word(grouped(count)), Sentence::word(grouped(end - first)),
       Sentence::word(std::to_string(first_of_them))});
}

void HostProgram::note_written(void* place, std::uint64_t bytes, bool is_the_same) {
  if (!is_the_same) repeated_.forget_hash_of(place);
  if (job_.checks) checks_.memory().mark_written(reinterpret_cast<std::uintptr_t>(place), bytes);
}

int HostProgram::set(void* place, int value, std::uint64_t bytes) {
  if (bytes == 0) return 0;
  if (the_machine) the_machine->end_ahead();
  if (!the_machine && !is_for_device(place))
    return refuse_call(refusal_words::kFill, Sentence::of(refusal_words::kOfHost));
  if (!memory_.may_copy(place, bytes))
    return refuse_call(refusal_words::kFill, why_no_room(refusal_words::kTarget, place, bytes));
  memory_.open();
  const bool is_there = repeated_.knows_hash_of(place) && holds_only(place, value, bytes);
  if (!is_there) std::memset(place, value, bytes);
  note_written(place, bytes, is_there);
  memory_.close();
  return 0;
}

void HostProgram::note_all_written() {
  for (const auto& [begin, allocation] : memory_.allocations())
    note_written(reinterpret_cast<void*>(begin), allocation.bytes);
}

}  // namespace lanescope
