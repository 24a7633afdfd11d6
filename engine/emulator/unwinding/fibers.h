// Fibers of WebAssembly, which has no way from one stack to another: a fiber that is suspended saves its locals and
// returns through all its calls, down to run(); to resume it, its entry is called again and each call goes on where
// it was. Binaryen's pass asyncify makes functions able to do that: those that call switch_to(), found by following
// calls. It does not see calls through pointers, so the functions behind those are listed in
// web/unwound_functions.txt. One that is missing there runs on as if nothing had been suspended, without a word:
// tests/web/same_traces.py holds every kernel to the native emulator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

extern "C" {
[[clang::import_module("asyncify"), clang::import_name("start_unwind")]] void lanescope_start_unwind(void*);
[[clang::import_module("asyncify"), clang::import_name("stop_unwind")]] void lanescope_stop_unwind();
[[clang::import_module("asyncify"), clang::import_name("start_rewind")]] void lanescope_start_rewind(void*);
[[clang::import_module("asyncify"), clang::import_name("stop_rewind")]] void lanescope_stop_rewind();
}

namespace lanescope {

class Fibers {
 public:
  /// As those of engine/emulator/jumping/fibers.h.
  using Entry = unsigned (*)(void* context, unsigned fiber);
  Fibers(unsigned count, Entry entry, void* context);
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  void run(unsigned first);

  [[gnu::always_inline]] void switch_to(unsigned from, unsigned to) {
    next_ = to;
    suspend(from);
  }

 private:
  /// What asyncify is told: where saved locals go, and where that ends; then what else a suspended fiber has.
  struct Suspended {
    std::byte* locals;
    std::byte* locals_end;
    void* stack;           ///< pointer into its own memory
    std::uint64_t* guard;  ///< below its stack and above its locals: nobody writes there
    bool is_begun;
  };
  void suspend(unsigned fiber);

  const unsigned count_;
  const Entry entry_;
  void* const context_;
  std::unique_ptr<std::byte[]> slab_;
  std::vector<Suspended> fibers_;
  unsigned next_ = 0;
  bool is_rewinding_ = false, is_unwinding_ = false;
};

}  // namespace lanescope
