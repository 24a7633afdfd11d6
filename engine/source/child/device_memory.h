// What a program's cudaMalloc() and its like give out: one stretch of addresses that only kernels and copies may
// touch, and one that the host may touch, too. Between two arrays there is a gap, so that an index a little outside
// of one is outside of all.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/source/child/kernel_memory.h"

namespace lanescope {

class DeviceMemory {
 public:
  enum class Kind : int { device, managed, host };
  struct Allocation {
    std::uint64_t bytes = 0;
    Kind kind = Kind::device;
    unsigned number = 0;    ///< in the order in which they were made, from 1
    std::string name = {};  ///< of the last parameter that pointed to it
    unsigned element_bytes = 4;
    bool is_typed = false;  ///< by a pointer that a kernel was called with; else a guess
    bool is_given = false;  ///< to a launcher, which has a name for it
    unsigned lost_in = 0;   ///< of a given one: the line of the host that took it from the device; 0: none did

    unsigned known_width() const { return is_typed ? element_bytes : 0; }  ///< of an element; 0: none is known
    std::string shown_name() const { return name.empty() ? "allocation " + std::to_string(number) : name; }
  };

  /// How memory that the host may touch, too, ends.
  enum class Ends {
    open,     ///< the host may go on behind it
    guarded,  ///< it may touch no page behind the last one, and nothing that was freed
    exact,    ///< nor anything behind the last 16 bytes: arrays end where a page does
  };
  /// Reserves the addresses; false where they cannot be had.
  bool reserve(Ends ends);

  /// Null if there is no room. `element_bytes`: 0 where they are not known.
  void* allocate(std::uint64_t bytes, Kind kind, unsigned element_bytes);
  /// The next allocation is the first one again.
  void forget_numbers() { made_ = 0; }
  /// Of all allocations together.
  static constexpr std::uint64_t kMostLive = std::uint64_t{4} << 30;
  std::uint64_t free_bytes() const { return kMostLive - live_bytes_; }
  /// The latest of what was freed, at most `kMostFreed`: what they were, and in which line; by where they began.
  struct Freed {
    Allocation was;
    unsigned line = 0;  ///< 0: none is known
    bool is_by_reset = false;
  };
  static constexpr std::size_t kMostFreed = 256;
  const std::map<std::uintptr_t, Freed>& freed() const { return freed_; }

  /// False for what is the start of no allocation of the host's, or of none of the others.
  /// `line`: of the call, where it is known.
  bool free(void* place, bool is_host, unsigned line, bool is_by_reset = false);

  /// Memory of the host's own, which kernels may reach, too; false where part of it is that already.
  bool add_registered(std::uintptr_t begin, std::uint64_t bytes);
  /// False for what is the start of none.
  bool remove_registered(std::uintptr_t begin) { return registered_.erase(begin) > 0; }
  const std::map<std::uintptr_t, std::uint64_t>& registered() const { return registered_; }
  bool is_registered(std::uintptr_t address) const;

  /// By its start; the one that holds an address, or null.
  Allocation* find(std::uintptr_t address, std::uintptr_t* begin);
  const std::map<std::uintptr_t, Allocation>& allocations() const { return allocations_; }
  /// Where the stretch begins that an allocation is in.
  std::uintptr_t stretch_of(std::uintptr_t address) const {
    return is_device(address) ? device_.range.begin : host_.range.begin;
  }
  bool holds(std::uintptr_t address) const { return device_.range.holds(address) || host_.range.holds(address); }
  bool is_device(std::uintptr_t address) const { return device_.range.holds(address); }
  bool is_of_host(std::uintptr_t address) const { return host_.range.holds(address); }
  /// Whether all of these bytes are of one allocation, or of none and no device's.
  bool may_copy(const void* place, std::uint64_t bytes);

  /// From open() to close() the host's code may read and write what is the device's; they nest.
  void open() {
    if (opened_++ == 0) protect();
  }
  void close() {
    if (--opened_ == 0) protect();
  }

  static constexpr std::uint64_t kPage = 4096;
  /// Memory that the host may not touch, or only read, though it is its own, too.
  struct Guard {
    KernelMemory::Range range;
    bool may_read = false;
  };
  /// Instead of those before. While memory is open they are not there.
  void guard(std::vector<Guard> guards);
  /// Null where the page of that address has none.
  const Guard* guard_at(std::uintptr_t address) const;
  /// The host may touch that page until memory is closed again.
  static void open_page(std::uintptr_t address);

 private:
  struct Stretch {
    KernelMemory::Range range;
    std::uintptr_t top = 0;
  };
  std::uintptr_t room_for(Stretch& stretch, std::uint64_t bytes);
  void protect();
  void protect_device() const;
  void open_of_host(std::uintptr_t begin, std::uint64_t bytes);
  void open_each() const;
  void set_guards(bool are_there) const;

  Ends ends_ = Ends::open;
  Stretch device_, host_;
  std::map<std::uintptr_t, Allocation> allocations_;
  std::map<std::uintptr_t, Freed> freed_;
  std::map<std::uintptr_t, std::uint64_t> registered_;  // bytes
  std::vector<Guard> guards_;
  std::uint64_t live_bytes_ = 0;
  unsigned made_ = 0, opened_ = 0;
};

}  // namespace lanescope
