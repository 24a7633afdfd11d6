#include "engine/source/child/standing_still.h"

#include <unwind.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace lanescope {
namespace {

// As the tables of calls number them: those that a function leaves as they were.
#if defined(__x86_64__)
constexpr int kKeptRegisters[] = {3, 6, 12, 13, 14, 15};
#elif defined(__aarch64__)
constexpr int kKeptRegisters[] = {19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 72, 73, 74, 75, 76, 77, 78, 79};
#endif

/// The call of the process from a lane's code, among the calls that stand on the lane's stack.
struct CallFrom {
  std::uintptr_t place;  // of the lane's code, behind the call
  std::vector<std::uintptr_t>* registers;
  std::uintptr_t stack = 0;  // of the lane
  int left = 16;             // calls of the process
};

_Unwind_Reason_Code find_call(_Unwind_Context* context, void* asked) {
  auto& call = *static_cast<CallFrom*>(asked);
  if (_Unwind_GetIP(context) != call.place) return --call.left > 0 ? _URC_NO_REASON : _URC_NORMAL_STOP;
  for (const int number : kKeptRegisters) call.registers->push_back(_Unwind_GetGR(context, number));
  call.stack = _Unwind_GetCFA(context);
  return _URC_NORMAL_STOP;
}

}  // namespace

bool StandingStill::Word::is_as_it_was() const {
  return std::memcmp(reinterpret_cast<const void*>(address), value.data(), bytes) == 0;
}

bool StandingStill::is_as_it_was() const {
  return std::all_of(words_.begin(), words_.end(), [](const Word& word) { return word.is_as_it_was(); });
}

/// Without registers where that cannot be told.
StandingStill::State StandingStill::state_at(std::uintptr_t place, std::uintptr_t top, std::uint64_t outside) {
  State state{.outside = outside};
  CallFrom call{.place = place, .registers = &state.registers};
  _Unwind_Backtrace(find_call, &call);
  if (call.stack == 0 || call.stack > top) return {};
  const auto* begin = reinterpret_cast<const std::byte*>(call.stack);
  state.stack.assign(begin, begin + (top - call.stack));
  return state;
}

StandingStill::Seen StandingStill::look(std::uintptr_t place, std::uintptr_t top, std::uint64_t outside) {
  if (place_ == 0) {
    place_ = place;
    state_ = state_at(place, top, outside);
    return state_.registers.empty() ? Seen::moves : Seen::nothing_yet;
  }
  if (++accesses_ > kAccessesALook * most_looks_ || words_.size() > kMostWords) return Seen::moves;
  if (place != place_) return Seen::nothing_yet;
  if (state_at(place, top, outside) == state_) {
    if (is_as_it_was()) return Seen::stands;
    words_.clear();  // from here on, then
  }
  return ++looks_ > most_looks_ ? Seen::moves : Seen::nothing_yet;
}

void StandingStill::note(std::uintptr_t address, unsigned bytes, std::uint32_t line) {
  Word word{.address = address, .bytes = std::min<unsigned>(bytes, sizeof word.value), .line = line};
  const auto is_same = [&](const Word& other) { return other.address == address && other.bytes >= word.bytes; };
  if (std::any_of(words_.begin(), words_.end(), is_same)) return;
  std::memcpy(word.value.data(), reinterpret_cast<const void*>(address), word.bytes);
  words_.push_back(word);
}

}  // namespace lanescope
