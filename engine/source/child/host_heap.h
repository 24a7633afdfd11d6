// What malloc(), new and their like give the host's code of a program: memory of its own, with room
// behind each piece, so that who writes there by mistake spoils nothing else, and a mark at its beginning, by which
// that is seen.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace lanescope {

class HostHeap {
 public:
  struct Block {
    std::uint64_t bytes = 0;
    std::uint32_t line = 0;  ///< in which the host got it; 0: in none of its files
  };

  /// While the process may still do so; without it all comes from the system's heap.
  bool reserve();
  /// Where there is no more room for it, as malloc() of the system, which nobody looks behind. Null where there
  /// would be more than three quarters of the machine's memory.
  void* allocate(Block block);
  /// The block that begins there; null: none does.
  const Block* at(const void* place) const;
  /// Of such a block.
  void free(void* place);
  /// Whether it is a place of its memory, where a block may begin or not.
  bool has(const void* place) const { return reinterpret_cast<std::uintptr_t>(place) - begin_ < end_ - begin_; }

  /// The block that has this address, and where it begins; null: none has.
  const Block* find(std::uintptr_t address, std::uintptr_t& begin) const;
  /// The first behind which somebody has written, that was freed or is there.
  std::optional<Block> spoiled() const;

 private:
  /// Who runs far past an end comes to pages that nobody may touch.
  bool open_to(std::uintptr_t end);

  std::uintptr_t begin_ = 0, top_ = 0, opened_ = 0, end_ = 0;
  std::uint64_t live_bytes_ = 0;
  std::map<std::uintptr_t, Block> blocks_;
  std::map<std::uint64_t, std::vector<std::uintptr_t>> free_;  // by size, with the room behind
  std::optional<Block> was_spoiled_;                           // of those that are no more
};

/// Takes what this process allocates for itself from memory apart, from now on: a program that crashed may have
/// spoiled the system's heap, or hold its lock.
void allocate_apart();
/// Whether that was called.
bool is_allocated_apart();

}  // namespace lanescope
