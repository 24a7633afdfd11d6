// What lanes of a warp get when they meet: shuffles, votes and reductions.
#include <algorithm>
#include <cstring>

#include "engine/source/child/kernel_machine.h"

namespace lanescope {
namespace {

template <class T>
T value_of(const LaneMeeting& lane) {
  T value{};
  std::memcpy(&value, lane.value, std::min<std::size_t>(sizeof(T), lane.bytes));
  return value;
}

/// The lane whose value a lane gets; its own where that is outside its part of the warp.
unsigned source_of(const LaneMeeting& meeting, unsigned lane) {
  const auto width = static_cast<unsigned>(meeting.width);
  const unsigned base = width == 0 ? 0 : lane / width * width;
  const auto argument = static_cast<unsigned>(meeting.argument);
  switch (meeting.how) {
    case Meeting::shuffle:
      return base + (width == 0 ? 0 : argument % width);
    case Meeting::shuffle_up:
      return lane < base + argument ? lane : lane - argument;
    case Meeting::shuffle_down:
      return lane + argument < base + width ? lane + argument : lane;
    default:
      return (lane ^ argument) < base + width ? (lane ^ argument) : lane;
  }
}

void each_lane(std::uint32_t group, auto&& visit) {
  for (; group != 0; group &= group - 1) visit(static_cast<unsigned>(__builtin_ctz(group)));
}

std::uint32_t votes_of(const LaneMeeting* lanes, std::uint32_t group) {
  std::uint32_t votes = 0;
  each_lane(group, [&](unsigned lane) { votes |= std::uint32_t{value_of<int>(lanes[lane]) != 0} << lane; });
  return votes;
}

/// Lanes with the value of this one.
std::uint32_t equals_of(const LaneMeeting* lanes, std::uint32_t group, unsigned lane) {
  std::uint32_t equals = 0;
  each_lane(group, [&](unsigned other) {
    equals |= std::uint32_t{std::memcmp(lanes[lane].value, lanes[other].value, lanes[lane].bytes) == 0} << other;
  });
  return equals;
}

std::uint32_t combined(const LaneMeeting* lanes, std::uint32_t group, Meeting how) {
  std::uint32_t sum = value_of<std::uint32_t>(lanes[__builtin_ctz(group)]);
  each_lane(group & (group - 1), [&](unsigned lane) {
    const auto value = value_of<std::uint32_t>(lanes[lane]);
    const auto as_signed = [](std::uint32_t bits) { return static_cast<std::int32_t>(bits); };
    switch (how) {
      case Meeting::add:
        sum += value;
        break;
      case Meeting::min:
        sum = as_signed(value) < as_signed(sum) ? value : sum;
        break;
      case Meeting::max:
        sum = as_signed(value) > as_signed(sum) ? value : sum;
        break;
      case Meeting::unsigned_min:
        sum = std::min(sum, value);
        break;
      case Meeting::unsigned_max:
        sum = std::max(sum, value);
        break;
      case Meeting::bits_and:
        sum &= value;
        break;
      case Meeting::bits_or:
        sum |= value;
        break;
      default:
        sum ^= value;
        break;
    }
  });
  return sum;
}

bool shuffles(Meeting how) {
  return how >= Meeting::shuffle && how <= Meeting::shuffle_xor;
}

/// What all lanes of a group get; of match_any and match_all there is no such word.
std::uint32_t word_of(const LaneMeeting* lanes, std::uint32_t group, Meeting how) {
  switch (how) {
    case Meeting::ballot:
      return votes_of(lanes, group);
    case Meeting::any:
      return votes_of(lanes, group) != 0;
    case Meeting::all:
      return votes_of(lanes, group) == group;
    case Meeting::active_mask:
      return group;
    default:
      return combined(lanes, group, how);
  }
}

/// Every lane's value is read before any lane's result is written, which may be in the same place.
void hold_shuffle(const LaneMeeting* lanes, std::uint32_t group) {
  constexpr std::size_t kMostBytes = 16;
  unsigned char results[kWarpSize][kMostBytes];
  each_lane(group, [&](unsigned lane) {
    const auto source = static_cast<unsigned>(shuffle_source(lanes, group, lane));
    std::memcpy(results[lane], lanes[source].value, std::min<std::size_t>(lanes[lane].bytes, kMostBytes));
  });
  each_lane(group, [&](unsigned lane) {
    std::memcpy(lanes[lane].result, results[lane], std::min<std::size_t>(lanes[lane].bytes, kMostBytes));
  });
}

}  // namespace

int shuffle_source(const LaneMeeting* lanes, std::uint32_t group, unsigned lane) {
  const LaneMeeting& meeting = lanes[lane];
  if (!shuffles(meeting.how)) return -1;
  const unsigned source = source_of(meeting, lane);
  return static_cast<int>(source < kWarpSize && (group >> source & 1) ? source : lane);
}

int absent_source(const LaneMeeting* lanes, std::uint32_t group, unsigned lane) {
  const LaneMeeting& meeting = lanes[lane];
  if (!shuffles(meeting.how)) return -1;
  const unsigned source = source_of(meeting, lane);
  return source < kWarpSize && !(group >> source & 1) ? static_cast<int>(source) : -1;
}

void hold_meeting(const LaneMeeting* lanes, std::uint32_t group) {
  const Meeting how = lanes[__builtin_ctz(group)].how;
  if (how == Meeting::sync_warp) return;
  if (shuffles(how)) return hold_shuffle(lanes, group);
  std::uint32_t words[kWarpSize];
  if (how == Meeting::match_any || how == Meeting::match_all) {
    each_lane(group, [&](unsigned lane) {
      const std::uint32_t equals = equals_of(lanes, group, lane);
      words[lane] = how == Meeting::match_any || equals == group ? equals : 0;
    });
  } else {
    const std::uint32_t word = word_of(lanes, group, how);
    each_lane(group, [&](unsigned lane) { words[lane] = word; });
  }
  each_lane(group, [&](unsigned lane) { std::memcpy(lanes[lane].result, &words[lane], sizeof words[lane]); });
}

}  // namespace lanescope
