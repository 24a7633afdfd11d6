// The arrays of a program, as a launch has them.
#include <algorithm>
#include <iterator>
#include <map>

#include "engine/source/child/block_turns.h"
#include "engine/source/child/host_program.h"

namespace lanescope {

/// Arrays are called what the kernel calls them; one of whose parts it calls each by a name of its own has none of
/// these.
void HostProgram::name_arrays(const LanescopeLaunch& asked) {
  const JobKernel* kernel = known_kernel(name_of_launch(asked));
  std::map<std::uintptr_t, const void*> parts;
  for (unsigned i = 0; i < asked.count; ++i) {
    const LanescopeArgument& argument = asked.arguments[i];
    if (!argument.is_pointer) continue;
    std::uintptr_t begin = 0;
    DeviceMemory::Allocation* found = memory_.find(reinterpret_cast<std::uintptr_t>(argument.pointer), &begin);
    if (!found || found->is_given) continue;
    found->element_bytes = std::max(1u, argument.bytes);
    found->is_typed = true;
    const bool is_whole = parts.try_emplace(begin, argument.pointer).first->second == argument.pointer;
    if (kernel && kernel->parameters.size() == asked.count) found->name = is_whole ? kernel->parameters[i] : "";
    watch(begin, *found);
  }
}

/// The launch's arguments are inputs and outputs, in their order.
RepeatedLaunches::Ids HostProgram::ids_of_arrays(const LanescopeLaunch& asked) {
  constexpr ArrayId kInputs[] = {ArrayId::input, ArrayId::second_input}, kOutputs[] = {ArrayId::output};
  constexpr ArrayId kOtherInput = ArrayId::third_input, kOtherOutput = RepeatedLaunches::kOther;
  const JobKernel* kernel = known_kernel(name_of_launch(asked));
  RepeatedLaunches::Ids ids;
  std::size_t inputs = 0, outputs = 0;
  std::uint8_t bit = kFirstOwnBit;
  for (unsigned i = 0; i < asked.count; ++i) {
    std::uintptr_t begin = 0;
    if (!asked.arguments[i].is_pointer ||
        !memory_.find(reinterpret_cast<std::uintptr_t>(asked.arguments[i].pointer), &begin) || ids.contains(begin))
      continue;
    const bool reads = kernel && i < kernel->is_const.size() && kernel->is_const[i];
    RepeatedLaunches::Array& array = ids[begin];
    if (reads)
      array.id = inputs < std::size(kInputs) ? kInputs[inputs++] : kOtherInput;
    else
      array.id = outputs < std::size(kOutputs) ? kOutputs[outputs++] : kOtherOutput;
    if (bit < kBits) array.bit = bit++;
  }
  return ids;
}

/// All that kernels may touch. Further arrays have no name of their own in a trace, and their offsets count from
/// the start of all memory.
void HostProgram::place_arrays(const RepeatedLaunches::Ids& ids) {
  map_.clear_arrays();
  const auto add_freed = [&](std::uintptr_t begin, const DeviceMemory::Allocation& was, unsigned line) {
    map_.add_freed({begin, begin + was.bytes}, was.shown_name(), was.known_width(), line);
  };
  for (const auto& [begin, freed] : memory_.freed())
    if (!memory_.find(begin, nullptr)) add_freed(begin, freed.was, freed.line);
  for (const auto& [begin, allocation] : memory_.allocations()) {
    if (allocation.lost_in > 0) {
      add_freed(begin, allocation, allocation.lost_in);
      continue;
    }
    const auto id = ids.find(begin);
    const auto [known, bit] = id == ids.end() ? RepeatedLaunches::Array() : id->second;
    const bool other = known == ArrayId::third_input || known == RepeatedLaunches::kOther;
    map_.add_array(begin, {known, allocation.shown_name(), 0, allocation.bytes, allocation.known_width()},
                   other ? memory_.stretch_of(begin) : begin, bit, id != ids.end());
  }
  constexpr auto kOther = static_cast<std::uint8_t>(RepeatedLaunches::kOther);
  for (const auto& [begin, bytes] : memory_.registered())
    map_.add_array(begin, {RepeatedLaunches::kOther, "registered memory", 0, bytes, 1}, begin, kOther, false);
}

}  // namespace lanescope
