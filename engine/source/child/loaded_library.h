// The library of a user's file, loaded into this process: where its code, its variables and its shared memory are.
#pragma once

#include <cstdint>
#include <string>

#include "engine/source/child/kernel_memory.h"

namespace lanescope {

struct LoadedLibrary {
  void* handle = nullptr;
  std::uintptr_t base = 0, marker = 0;
  std::size_t code_bytes = 0;
  KernelMemory::Range variables, constants, managed;
  KernelMemory::Range flow;  ///< the table of the code's order
  std::string error;         ///< why it was not loaded; empty if it was
};

/// Where the marker is in the thread-local memory of the calling thread.
std::uintptr_t marker_of_thread(const LoadedLibrary& library);

/// `symbol`: a function that it must have.
LoadedLibrary load_library(const std::string& path, const char* symbol);

}  // namespace lanescope
