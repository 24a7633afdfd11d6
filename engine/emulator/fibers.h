// Fibers hand control to one another; how a switch is made depends on the platform. Both folders define the same
// class Fibers: a processor jumps from stack to stack, WebAssembly has no such jump and unwinds a fiber's calls.
#pragma once

#ifdef __EMSCRIPTEN__
#include "engine/emulator/unwinding/fibers.h"
#else
#include "engine/emulator/jumping/fibers.h"
#endif
