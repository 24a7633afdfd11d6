#include "engine/trace/packed_numbers.h"

#include "engine/base/error.h"

namespace lanescope {
namespace {

/// Seven bits a byte, lowest first; the top bit says that more follow.
void put(PackedNumbers& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::uint8_t>(value | 0x80));
  out.push_back(static_cast<std::uint8_t>(value));
}

/// Small differences of either sign become small numbers.
std::uint64_t zigzag(std::uint64_t difference) {
  return (difference << 1) ^ (0 - (difference >> 63));
}
std::uint64_t unzigzag(std::uint64_t coded) {
  return (coded >> 1) ^ (0 - (coded & 1));
}

[[noreturn]] void refuse(const Sentence& reason) {
  throw Error(ErrorKind::usage, reason);
}

std::uint64_t take(const PackedNumbers& packed, std::size_t& at, const char* what) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; at < packed.size() && shift < 64; shift += 7) {
    const std::uint8_t byte = packed[at++];
    value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if (!(byte & 0x80)) return value;
  }
  refuse(Sentence("its {} are cut short.", what));
}

}  // namespace

PackedNumbers pack_numbers(const std::vector<std::uint64_t>& numbers) {
  PackedNumbers out;
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < numbers.size();) {
    const std::uint64_t difference = numbers[i] - last;  // wraps, as the sum below does
    std::size_t run = 0;
    for (; i < numbers.size() && numbers[i] - last == difference; ++i, ++run) last = numbers[i];
    put(out, run);
    put(out, zigzag(difference));
  }
  return out;
}

std::vector<std::uint64_t> Unpacker::numbers(const PackedNumbers& packed, std::uint64_t count,
                                             std::uint64_t largest, const char* what) {
  if (count > left_) refuse(Sentence("its {} are more than a recording may hold.", what));
  left_ -= count;
  std::vector<std::uint64_t> out;
  std::uint64_t last = 0;
  for (std::size_t at = 0; at < packed.size();) {
    const std::uint64_t run = take(packed, at, what);
    const std::uint64_t difference = unzigzag(take(packed, at, what));
    if (run > count - out.size()) refuse(Sentence("its {} are too many.", what));
    for (std::uint64_t i = 0; i < run; ++i) {
      last += difference;
      if (last > largest) refuse(Sentence("its {} are out of range.", what));
      out.push_back(last);
    }
  }
  if (out.size() != count) refuse(Sentence("its {} are too few.", what));
  return out;
}

}  // namespace lanescope
