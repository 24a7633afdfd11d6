// Memory that the host has got and not written yet. Nobody sees all that the host writes, so where accesses are
// checked such memory holds words that follow from where they stand: what still holds them was not written, also
// where it was copied to the device. As floats and doubles they are next to 0, as whole numbers 2^22 to 2^23.
#pragma once

#include <cstdint>

namespace lanescope {

/// Not of more than 256 MiB, which the program may never touch.
void fill_unwritten(void* place, std::uint64_t bytes);

/// Whether the word that has this address holds what fill_unwritten() put there, and so does one beside it, unless
/// it is the first or the last one from `begin` to `end`: of many numbers one may be such a word.
bool is_unwritten(std::uintptr_t address, std::uintptr_t begin, std::uintptr_t end);

/// Whether the word holds what the compiler puts into a function's own variables before anything sets them
/// (-ftrivial-auto-var-init=pattern), and so does one beside it, unless there is but one number from `begin` to
/// `end`.
bool is_unset(std::uintptr_t address, std::uintptr_t begin, std::uintptr_t end);

}  // namespace lanescope
