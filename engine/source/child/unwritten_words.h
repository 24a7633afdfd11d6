// Memory that the host has got and not written yet. Nobody sees all that the host writes, so where accesses are
// checked such memory holds words that follow from where they stand: what still holds them was not written, also
// where it was copied to the device. As floats and doubles they are next to 0, as whole numbers below 2^23.
#pragma once

#include <cstdint>

namespace lanescope {

/// Not of more than 256 MiB, which the program may never touch.
void fill_unwritten(void* place, std::uint64_t bytes);

/// Whether the word that has this address holds what fill_unwritten() put there, and so does one beside it, as far
/// as there are any in `begin` to `end`: one alone may be a value.
bool is_unwritten(std::uintptr_t address, std::uintptr_t begin, std::uintptr_t end);

}  // namespace lanescope
