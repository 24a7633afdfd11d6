// Functions of the system that ones of this process stand before.
#pragma once

#include <dlfcn.h>

namespace lanescope {

template <class F>
F system_function(const char* name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}

}  // namespace lanescope
