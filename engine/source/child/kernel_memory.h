// What an address of a user's kernel belongs to: one of its arrays, shared memory, its own variables, the file's.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/source/child/device_heap.h"
#include "engine/source/job.h"

namespace lanescope {

struct MemoryPlace {
  /// `array`: also a variable of the file. `unnamed`: of the library, and no variable. From `constant` on an access
  /// may be a mistake.
  enum class Kind : std::uint8_t { array, shared, local, unnamed, constant, of_host, nowhere } kind = Kind::nowhere;
  ArrayId array = ArrayId::input;
  std::uint64_t offset = 0;  ///< bytes from the start of the array, of the block's shared memory
  std::uint8_t bit = static_cast<std::uint8_t>(array);  ///< of the array in an ArraySet
};

/// The heap's offsets are behind those of all variables.
inline constexpr std::uint64_t kHeapOffset = std::uint64_t{1} << 32;
/// What its pieces are called.
inline constexpr const char* kOfMalloc = "memory of malloc()";

class KernelMemory {
 public:
  struct Range {
    std::uintptr_t begin = 0, end = 0;
    bool holds(std::uintptr_t address) const { return address - begin < end - begin; }
    bool holds(std::uintptr_t address, unsigned bytes) const { return holds(address) && end - address >= bytes; }
  };

  /// Offsets in it count from `origin`. `bit`: of the array in an ArraySet.
  /// `is_argument`: the kernel is called with it, so its name is one that the kernel gives it.
  void add_array(std::uintptr_t begin, const JobArray& array, std::uintptr_t origin, std::uint8_t bit,
                 bool is_argument = true) {
    arrays_.push_back({{begin, begin + array.bytes}, array, origin, bit, is_argument});
  }
  /// An array that is no more; `line`: where it was freed, 0: it is not known.
  void add_freed(Range range, const std::string& name, unsigned element_bytes, unsigned line) {
    freed_.push_back({range, name, element_bytes, line});
  }
  void clear_arrays() {
    arrays_.clear();
    freed_.clear();
    known_ = {};
  }
  /// `begin`: of the thread-local memory.
  void set_shared(std::uintptr_t begin, const KernelJob& job);  // replaces what was there
  void set_stacks(Range stacks) { stacks_ = stacks; }
  /// What the kernel is called with: constructors of its parameters read there.
  void set_parameters(Range parameters) { parameters_ = parameters; }
  /// What the library has in memory, and of that what is constant. `base`: of the library.
  void set_library(Range library, Range constants, std::uintptr_t base, const KernelJob& job);

  [[gnu::always_inline]] MemoryPlace place_of(std::uintptr_t address, unsigned bytes) const {
    if (stacks_.holds(address)) return {MemoryPlace::Kind::local, {}, 0};
    for (const Known& one : known_)
      if (one.range.holds(address, bytes)) return {one.kind, one.id, address - one.origin, one.bit};
    return find_place(address, bytes);
  }

  bool is_of_lanes(std::uintptr_t address) const { return stacks_.holds(address); }
  /// Whether nothing is to be said of an access: it is whole in an array or in shared memory that was found before;
  /// `told` is its bit.
  template <class F>
  [[gnu::always_inline]] bool knows(std::uintptr_t address, unsigned bytes, F told) const {
    for (const Known& one : known_)
      if (one.range.holds(address, bytes))
        return address % bytes == 0 &&
               (one.kind == MemoryPlace::Kind::shared || (one.kind == MemoryPlace::Kind::array && told(one.bit)));
    return false;
  }

  /// An array, and a place beside it as a reader would count its elements.
  struct Nearest {
    std::string name = {};
    ArrayId id = ArrayId::input;
    std::int64_t index = 0;
    std::uint64_t elements = 0, bytes = 0;
    bool found = false;
    unsigned freed_in = 0;       ///< the line; 0: it was not freed
    std::int64_t distance = -1;  ///< in bytes; -1: it is in the array
  };
  /// The array that an address outside of all is nearest to.
  /// `bytes`: of the access, as which elements of shared arrays are counted.
  Nearest nearest_to(std::uintptr_t address, unsigned bytes) const;
  /// The array of that name, wherever the address is; not found where there is none, or several.
  Nearest array_named(const std::string& name, std::uintptr_t address, unsigned bytes) const;
  std::size_t shared_arrays() const { return shared_.size(); }
  /// The name of what is extern __shared__, where the address may be of that and the launch gives it no bytes; else
  /// empty.
  std::string without_bytes(std::uintptr_t address) const;
  /// Of an address near the block's shared memory: from where that begins.
  std::int64_t offset_in_shared(std::uintptr_t address) const {
    return static_cast<std::int64_t>(address - (shared_.front().range.begin - shared_.front().offset));
  }

 private:
  struct Array {
    Range range;
    JobArray job;
    std::uintptr_t origin;
    std::uint8_t bit;
    bool is_argument;
  };
  struct Named {
    Range range;
    std::string name;
    std::uint64_t offset;        // in the block's shared memory, or behind the variables before
    unsigned element_bytes = 0;  // 0: it is not known
    bool points = false;         // its elements are other memory
    bool is_hosts = false;       // a variable that no kernel has on a GPU
  };
  /// Arrays that were found last: most accesses are to a few.
  struct Known {
    Range range;
    std::uintptr_t origin = 0;
    MemoryPlace::Kind kind = MemoryPlace::Kind::nowhere;
    ArrayId id = ArrayId::input;
    std::uint8_t bit = 0;
  };
  static Nearest beside(const Range& range, const std::string& name, ArrayId id, unsigned element_bytes,
                        std::uintptr_t address, unsigned bytes);
  MemoryPlace find_place(std::uintptr_t address, unsigned bytes) const;
  MemoryPlace place_in_library(std::uintptr_t address, unsigned bytes) const;

  struct Freed {
    Range range;
    std::string name;
    unsigned element_bytes, line;
  };
  std::vector<Array> arrays_;
  std::vector<Freed> freed_;
  mutable std::array<Known, 4> known_ = {};
  mutable unsigned next_known_ = 0;
  std::vector<Named> shared_;
  std::vector<Range> guards_;              // of shared arrays
  std::vector<Named> without_bytes_;       // extern __shared__
  std::vector<Named> variables_;           // of the file, by address
  std::vector<Named> constant_variables_;  // likewise, __constant__
  Range stacks_, parameters_, library_, constants_;
};

}  // namespace lanescope
