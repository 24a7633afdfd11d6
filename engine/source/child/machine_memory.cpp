// What lanes of a KernelMachine do to memory beside plain accesses, and what is wrong with an address.
#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include "engine/source/child/host_program.h"
#include "engine/source/child/kernel_machine.h"
#include "engine/source/child/kernel_steps.h"
#include "engine/source/child/readable_memory.h"
#include "engine/source/finding_words.h"
#include "engine/source/shared_layout.h"
#include "engine/source/source_text.h"

namespace lanescope {
namespace {

// Shared arrays lie side by side, but for what is between them.
constexpr auto kInGap = static_cast<std::int64_t>(kGapBehindShared / 2);

/// Of a memory that has several names, as "sums/last", the first that the line has.
std::string name_in_line(const std::string& names, std::string_view code) {
  std::istringstream parts(names);
  for (std::string name; std::getline(parts, name, '/');)
    if (source_text::has_word(code, name)) return name;
  return names;
}

}  // namespace

/// Memory of lanes themselves has no order to keep.
void KernelMachine::note_order(const MemoryPlace& place, AccessChecks::Access access) {
  access.is_shared = place.kind == MemoryPlace::Kind::shared;
  checks_->note(running_, access);
}

void KernelMachine::access_object(std::uintptr_t place, void* address, unsigned bytes, bool writes) {
  const WholeObject whole{reinterpret_cast<std::uintptr_t>(address), bytes};
  const unsigned step = whole.begin % 4 == 0 && bytes % 4 == 0 ? 4 : 1;
  for (unsigned at = 0; at < bytes; at += step)
    access(place, static_cast<char*>(address) + at, step, writes, false, whole);
}

void KernelMachine::move(std::uintptr_t place, void* to, const void* from, std::uint64_t bytes) {
  const auto offset = static_cast<std::uint32_t>(place - lines_.base());
  // The call is in a header that became part of a function of the file.
  const std::uint32_t here = lines_.line_before(offset), near = here != 0 ? here : lines_.last_line_before(offset);
  if (near != 0) line_ = near;
  const auto count = static_cast<unsigned>(std::min<std::uint64_t>(bytes, ~0u));
  if (from) access_object(place, const_cast<void*>(from), count, false);
  access_object(place, to, count, true);
}

/// Of other memory it is known where arrays end; what a thread has of its own is one stack.
void KernelMachine::leave_variable(std::uintptr_t place, std::uintptr_t address) {
  if (memory_.place_of(address, 1).kind != MemoryPlace::Kind::local) return;
  const std::uint32_t line = lines_.line_before(static_cast<std::uint32_t>(place - lines_.base()));
  end_thread(FindingKind::bounds, finding_words::kOutsideOwn, {}, line != 0 ? line : line_);
}

void KernelMachine::access_volatile(std::uintptr_t place, const volatile void* address, unsigned bytes,
                                    bool writes) {
  // Code that relies on volatile expects its warp in lock step.
  const MemoryPlace found = memory_.place_of(reinterpret_cast<std::uintptr_t>(address), bytes);
  const MemoryPlace::Kind kind = found.kind;
  if (kind != MemoryPlace::Kind::local) note_turn(found, true);
  if (kind == MemoryPlace::Kind::shared || kind == MemoryPlace::Kind::array) stop_for_others();
  access(place, address, bytes, writes, true);
}

void KernelMachine::access_strongly(std::uintptr_t place, const volatile void* address, unsigned bytes, bool writes,
                                    std::uint32_t line) {
  if (line != 0) line_ = line;
  access(place, address, bytes, writes, true);
}

void KernelMachine::update(std::uintptr_t place, const volatile void* address, unsigned bytes, int line) {
  if (--fuel_ == 0) tire();  // a loop that waits may do nothing else that is seen
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const MemoryPlace found = memory_.place_of(at, bytes);
  note_turn(found, true);
  if (schedule_.stops()) stop_for_others();
  if (observes_) look(place);
  line_ = static_cast<std::uint32_t>(line);
  check_place(found, at, bytes, LineAccess::any, line_);
  if (observes_) note_word(at, bytes, line_);
  if (checks_)
    note_order(found, {.kind = AccessChecks::Access::Kind::update,
                       .address = at,
                       .bytes = bytes,
                       .line = line_,
                       .blocks = ran_ + ran_by_lane() - 1});  // without this call
  if (found.kind == MemoryPlace::Kind::shared)
    note_access({AccessKind::shared_atomic, ArrayId::shared, found.offset, at, bytes, place, line_});
  else if (found.kind == MemoryPlace::Kind::array)
    note_access({AccessKind::atomic, found.array, found.offset, at, bytes, place, line_});
}

void KernelMachine::copy(void* to, const void* from, std::uint64_t bytes) {
  const MemoryPlace source = memory_.place_of(reinterpret_cast<std::uintptr_t>(from), 1),
                    target = memory_.place_of(reinterpret_cast<std::uintptr_t>(to), 1);
  ++asked_beyond_memory_;  // nobody notes which words
  if (source.kind != MemoryPlace::Kind::local) note_turn(source, false);
  if (target.kind == MemoryPlace::Kind::local) return;
  note_turn(target, true);
  constexpr unsigned kWord = 4;
  for (std::uint64_t at = 0; checks_ && at < bytes; at += kWord)
    note_order(target, {.kind = AccessChecks::Access::Kind::write,
                        .address = reinterpret_cast<std::uintptr_t>(to) + at,
                        .bytes = static_cast<unsigned>(std::min<std::uint64_t>(kWord, bytes - at)),
                        .line = line_});
}

/// Of the heap. What it gave out before may be read by nobody.
void* KernelMachine::allocate(std::uint64_t bytes) {
  await_turn();
  go_beyond_memory();
  void* place = device_heap().allocate(bytes);
  if (place && checks_)
    checks_->memory().add(
        reinterpret_cast<std::uintptr_t>(place),
        {.bytes = bytes, .id = ArrayId::file_variable, .name = kOfMalloc, .element_bytes = 4, .is_written = false});
  return place;
}

void KernelMachine::free(void* place) {
  await_turn();
  go_beyond_memory();
  if (!place || !device_heap().free(place)) return;
  if (checks_) {
    checks_->settle();
    checks_->memory().remove(reinterpret_cast<std::uintptr_t>(place));
  }
}

/// Memory of the host may lie near to the block's shared memory, which is memory of the host's thread here: then
/// the line says which of them is meant.
bool KernelMachine::is_of_host(const KernelMemory::Nearest& nearest, std::uintptr_t address, LineAccess access,
                               std::uint32_t line) const {
  if (!the_program || the_program->memory().is_device(address) || !has_memory_at(address)) return false;
  if (nearest.id != ArrayId::shared) return !nearest.found;
  const std::vector<std::string> names = accessed_names(lines_.code_of_line(line), access);
  const auto is_no_array = [&](const std::string& name) {
    return the_program->is_parameter(name) && !memory_.array_named(name, address, 1).found;
  };
  return nearest.distance >= kInGap && std::any_of(names.begin(), names.end(), is_no_array);
}

/// The array that an access outside of all was for: the one that its line names, if that is one alone; else the
/// nearest one, if it is so near that it can be no other. Not found where nobody can tell.
KernelMemory::Nearest KernelMachine::meant_array(std::uintptr_t address, unsigned bytes, LineAccess access,
                                                 std::uint32_t line) const {
  constexpr std::int64_t kNear = 8 << 10;  // bytes: two words for each thread of a block; and no more than it has
  KernelMemory::Nearest nearest = memory_.nearest_to(address, bytes);
  if (nearest.freed_in > 0) return nearest;
  const std::vector<std::string> names = accessed_names(lines_.code_of_line(line), access);
  if (names.size() == 1)
    if (KernelMemory::Nearest named = memory_.array_named(names.front(), address, bytes); named.found) return named;
  const bool is_near = nearest.id == ArrayId::shared
                           ? memory_.shared_arrays() == 1 || nearest.distance < kInGap
                           : nearest.distance <= std::min(kNear, static_cast<std::int64_t>(nearest.bytes));
  nearest.found = nearest.found && is_near;
  return nearest;
}

void KernelMachine::check_place(const MemoryPlace& place, std::uintptr_t address, unsigned bytes, LineAccess access,
                                std::uint32_t line) {
  using Kind = MemoryPlace::Kind;
  const auto word = [](auto number) { return Sentence::word(std::to_string(number)); };
  if (place.kind == Kind::nowhere) {
    if (const std::string name = memory_.without_bytes(address); !name.empty()) {
      findings_.push_back({.kind = FindingKind::bounds, .array = ArrayId::shared, .array_name = name});
      end_thread(FindingKind::bounds, finding_words::kWithoutBytes,
                 {Sentence::word(name_in_line(name, lines_.code_of_line(line)))}, line);
    }
    auto nearest = meant_array(address, bytes, access, line);
    if (is_of_host(nearest, address, access, line))
      end_thread(FindingKind::bounds, finding_words::kOfHost, {}, line);
    nearest.name = name_in_line(nearest.name, lines_.code_of_line(line));
    if (!nearest.found && nearest.id == ArrayId::shared)
      end_thread(FindingKind::bounds, finding_words::kOutsideShared, {word(memory_.offset_in_shared(address))},
                 line);
    if (!nearest.found) end_thread(FindingKind::bounds, finding_words::kNowhere, {}, line);
    findings_.push_back(
        {.kind = FindingKind::bounds, .array = nearest.id, .array_name = nearest.name, .index = nearest.index});
    if (nearest.freed_in > 0)
      end_thread(FindingKind::bounds, finding_words::kFreed,
                 {word(nearest.index), Sentence::word(nearest.name), line_word(nearest.freed_in)}, line);
    end_thread(FindingKind::bounds,
               access == LineAccess::read    ? finding_words::kReadsOutside
               : access == LineAccess::write ? finding_words::kWritesOutside
                                             : finding_words::kOutside,
               {word(nearest.index), Sentence::word(nearest.name), word(nearest.elements)}, line);
  }
  if (place.kind == Kind::of_host) {
    const std::string name = memory_.nearest_to(address, bytes).name;
    findings_.push_back({.kind = FindingKind::bounds, .array = ArrayId::file_variable, .array_name = name});
    end_thread(FindingKind::bounds, finding_words::kVariableOfHost, {Sentence::word(name)}, line);
  }
  if (access == LineAccess::write && place.kind == Kind::constant)
    end_thread(FindingKind::bounds, finding_words::kConstant, {}, line);
  if ((place.kind == Kind::array || place.kind == Kind::shared) && address % bytes != 0) {
    const bool shared = place.kind == Kind::shared;
    end_thread(FindingKind::misaligned, finding_words::kMisaligned,
               {word(bytes), word(place.offset),
                Sentence::word(shared ? "shared memory" : memory_.nearest_to(address, bytes).name)},
               line);
  }
}

void KernelMachine::end_outside(std::uintptr_t address, unsigned line) {
  constexpr unsigned kElement = 4;
  check_place({}, address, kElement, LineAccess::any, line);
  __builtin_unreachable();
}

unsigned KernelMachine::line_at(std::uintptr_t place) {
  const std::uint32_t line = place < lines_.base() ? 0
                                                   : lines_.line_before(static_cast<std::uint32_t>(
                                                         std::min<std::uintptr_t>(place - lines_.base() + 1, ~0u)));
  return line != 0 ? line : line_;
}

}  // namespace lanescope
