// How a XORWOW generator goes ahead by many words at once: its step is linear in the bits of its five words, so
// that many of them are one matrix of bits.
#pragma once

#include <array>
#include <cstdint>

namespace lanescope {

using XorwowWords = std::array<std::uint32_t, 5>;

/// Goes ahead by `sequences` times 2^67 words, and by `count` more. Of several threads at a time, too.
void skip_xorwow(XorwowWords& words, std::uint64_t sequences, std::uint64_t count);

}  // namespace lanescope
