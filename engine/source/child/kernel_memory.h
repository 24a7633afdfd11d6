// What an address of a user's kernel belongs to: one of its arrays, shared memory, its own variables, the file's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/source/job.h"

namespace lanescope {

struct MemoryPlace {
  enum class Kind : std::uint8_t { array, shared, local, variable, constant, nowhere } kind = Kind::nowhere;
  ArrayId array = ArrayId::input;
  std::uint64_t offset = 0;  ///< bytes from the start of the array, of the block's shared memory
};

/// "s" of "reduce(float*, float*, int)::s".
std::string short_name(const std::string& symbol);

class KernelMemory {
 public:
  struct Range {
    std::uintptr_t begin = 0, end = 0;
    bool holds(std::uintptr_t address) const { return address - begin < end - begin; }
    bool holds(std::uintptr_t address, unsigned bytes) const { return holds(address) && end - address >= bytes; }
  };

  /// Offsets in it count from `origin`.
  void add_array(std::uintptr_t begin, const JobArray& array, std::uintptr_t origin) {
    arrays_.push_back({{begin, begin + array.bytes}, array, origin});
  }
  void clear_arrays() {
    arrays_.clear();
    latest_ = 0;
  }
  /// `begin`: of the thread-local memory.
  void set_shared(std::uintptr_t begin, const KernelJob& job);  // replaces what was there
  void set_stacks(Range stacks) { stacks_ = stacks; }
  void set_variables(Range variables, Range constants) {
    variables_ = variables;
    constants_ = constants;
  }

  MemoryPlace place_of(std::uintptr_t address, unsigned bytes) const {
    if (stacks_.holds(address)) return {MemoryPlace::Kind::local, {}, 0};
    for (const Shared& shared : shared_)
      if (shared.range.holds(address, bytes))
        return {MemoryPlace::Kind::shared, ArrayId::shared, address - shared.range.begin + shared.offset};
    for (std::size_t i = latest_, left = arrays_.size(); left > 0; --left, i = i + 1 < arrays_.size() ? i + 1 : 0)
      if (arrays_[i].range.holds(address, bytes)) {
        latest_ = i;
        return {MemoryPlace::Kind::array, arrays_[i].job.id, address - arrays_[i].origin};
      }
    if (constants_.holds(address)) return {MemoryPlace::Kind::constant, {}, 0};
    if (variables_.holds(address)) return {MemoryPlace::Kind::variable, {}, 0};
    return {};
  }

  /// The array that an address outside of all is nearest to, as a reader would count its elements.
  struct Nearest {
    std::string name;
    ArrayId id = ArrayId::input;
    std::int64_t index = 0;
    std::uint64_t elements = 0;
    bool found = false;
  };
  /// `bytes`: of the access, as which elements of shared arrays are counted.
  Nearest nearest_to(std::uintptr_t address, unsigned bytes) const;

 private:
  struct Array {
    Range range;
    JobArray job;
    std::uintptr_t origin;
  };
  struct Shared {
    Range range;
    std::string name;
    std::uint64_t offset;
  };
  std::vector<Array> arrays_;
  mutable std::size_t latest_ = 0;  // of the arrays, where an access was: the next one is mostly there, too
  std::vector<Shared> shared_;
  Range stacks_, variables_, constants_;
};

}  // namespace lanescope
