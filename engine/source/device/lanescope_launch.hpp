// A launch as the program asks the process for it; both compile this file.
#pragma once

struct LanescopeArgument {
  const void* pointer;
  unsigned bytes;
  unsigned char is_pointer, kind;
};
/// What of a launch, or of a node of a graph, is refused before the process is asked for it.
enum class LanescopeAsked { launch, node };
enum class LanescopeRefusal { no_kernel, no_other_node };

struct LanescopeLaunch {
  const char* name;
  unsigned grid[3], block[3];
  unsigned long long shared_bytes;
  int line;
  void (*call)(void*);
  void* closure;
  const LanescopeArgument* arguments;
  unsigned count;
  unsigned long long closure_bytes;
  unsigned is_cooperative;
  const void* function;  // null: the name is the kernel's
  const void* key;       // bytes of all arguments; null: what is called follows from more than them
  unsigned key_bytes;
  const void* stream;
};
