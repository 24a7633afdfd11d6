// Beside every word of a kernel's arrays: who wrote it last, who read it since, and whether anybody wrote it at
// all.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>

#include "engine/trace/finding.h"
#include "engine/trace/trace.h"

namespace lanescope {

/// An access that was made.
struct AccessMark {
  std::uint32_t time = 0;  ///< 0: none
  std::uint32_t block = 0;
  std::uint32_t line = 0;
  std::uint16_t thread = 0;
  bool is_strong = false;  ///< atomic, or volatile
  bool is_volatile = false;
};

struct Cell {
  AccessMark write, reads[2];  ///< reads of two threads
  bool is_written = false;
  bool is_copied_unwritten = false;  ///< from memory of the host
};

struct Shadow {
  std::uintptr_t begin = 0;
  std::uint64_t bytes = 0;
  ArrayId id = ArrayId::input;
  std::string name;
  unsigned element_bytes = 4;
  bool is_typed = true;     ///< that is as wide as its declaration says
  bool is_written = true;   ///< all of it, before any kernel ran
  bool is_of_host = false;  ///< which writes there itself: what it has not written is told by unwritten_words.h
  unsigned unit_bytes = 4;  ///< of a cell
  Cell* cells = nullptr;
  ArrayUse use = {};

  std::uint64_t count() const { return (bytes + unit_bytes - 1) / unit_bytes; }
  std::uint64_t cell_bytes() const { return count() * sizeof(Cell); }
  /// With how many elements were written.
  ArrayUse whole_use() const;
  /// Whether none of these bytes was written.
  bool is_unwritten(std::uint64_t first, std::uint64_t size) const;
  /// "s[3]", or "s" of what is one element.
  std::string element_name(std::uintptr_t address) const {
    return bytes <= element_bytes ? name : name + "[" + std::to_string((address - begin) / element_bytes) + "]";
  }
};

class ShadowMemory {
 public:
  ~ShadowMemory() {
    for (auto& [begin, shadow] : shadows_) std::free(shadow.cells);
  }
  /// Keeps the cells of an array that is there already. Throws bad_alloc where there is no room.
  void add(std::uintptr_t begin, const Shadow& about);
  void remove(std::uintptr_t begin);
  void mark_written(std::uintptr_t address, std::uint64_t bytes);
  /// That was copied there from memory of the host that holds nothing yet.
  void mark_copied_unwritten(std::uintptr_t address, std::uint64_t bytes) { mark_unwritten(address, bytes, true); }
  /// What of the device nobody has written is as unwritten where it was copied to.
  void copy_unwritten(std::uintptr_t to, std::uintptr_t from, std::uint64_t bytes);
  /// All of each array of which `which` says so.
  void mark_arrays_written(const std::function<bool(const Shadow&)>& which);
  /// The array that holds this, with cells no wider than the access; null if there is none.
  Shadow* find(std::uintptr_t address, unsigned bytes);
  /// The same with cells as wide as they are.
  const Shadow* array_at(std::uintptr_t address) { return find(address, ~0u); }
  template <class F>
  void each(F visit) const {
    for (const auto& [begin, shadow] : shadows_) visit(shadow);
  }
  /// What was done to arrays until now.
  void forget_uses() {
    for (auto& [begin, shadow] : shadows_) shadow.use = {};
  }

 private:
  static void split(Shadow& shadow);
  void mark_unwritten(std::uintptr_t address, std::uint64_t bytes, bool is_copied);

  std::map<std::uintptr_t, Shadow> shadows_;
  Shadow* latest_ = nullptr;
};

}  // namespace lanescope
