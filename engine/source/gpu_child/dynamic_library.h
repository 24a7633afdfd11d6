// A library that is loaded when it is needed: the program starts without it.
#pragma once

#include <dlfcn.h>

#include <string>

namespace lanescope {

class DynamicLibrary {
 public:
  /// The first of these names that can be loaded. Never unloaded: it ends with the process.
  template <class Names>
  explicit DynamicLibrary(const Names& names) {
    for (const std::string& name : names)
      if ((handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL))) return;
  }
  bool is_there() const { return handle_ != nullptr; }

  /// Sets a pointer to a function of the library; false, and null, if it has none of that name.
  template <class F>
  bool find(const char* name, F*& function) const {
    function = handle_ ? reinterpret_cast<F*>(dlsym(handle_, name)) : nullptr;
    return function != nullptr;
  }

 private:
  void* handle_ = nullptr;
};

}  // namespace lanescope
