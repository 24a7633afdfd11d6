// Whether there is memory at an address: the system is asked, as looking there may end the process.
#pragma once

#include <cstdint>

namespace lanescope {

/// Before the process is confined.
void prepare_to_ask_for_memory();
/// False where that is not known.
bool has_memory_at(std::uintptr_t address);

}  // namespace lanescope
