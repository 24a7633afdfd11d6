// Work divided among the machine's cores. The pieces depend on the amount of work alone, never on the number of
// cores, so that what is combined piece by piece is the same on every machine.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/base/progress.h"

namespace lanescope {

/// Runs `work` on one thread per core, but on no more than `most`, the calling thread among them; returns when all
/// have returned. Rethrows what the first of them throws. Uses fewer threads if the system gives fewer.
void on_all_cores(std::uint64_t most, const std::function<void()>& work);

/// Calls `work(begin, end)` for every piece of 0 .. n, in any order and on all cores. Sets the fraction done.
/// Throws Cancelled, or what `work` throws.
void for_each_piece(std::uint64_t n, std::uint64_t piece, Progress& progress,
                    const std::function<void(std::uint64_t begin, std::uint64_t end)>& work);

}  // namespace lanescope
