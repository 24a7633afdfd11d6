// Programs that measure do the same launch many times. One that begins with all memory as an earlier one of the
// same kernel, sizes and arguments did ends as that did, so it need not run: what that left in memory is put there.
// Of an array that the kernel is called with it does not matter where it lies: a program that allocates anew for
// each launch gets other addresses here, and mostly the same ones on a GPU.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/source/child/block_turns.h"
#include "engine/source/child/device_memory.h"
#include "engine/source/device/lanescope_launch.hpp"

namespace lanescope {

/// Of what is there now.
std::uint64_t hash_of_memory(std::uintptr_t begin, std::uint64_t bytes);

class RepeatedLaunches {
 public:
  /// `variables`: of the program's file, host's and kernels'; `constants`: those of them that kernels cannot
  /// change.
  RepeatedLaunches(DeviceMemory& memory, KernelMemory::Range variables, KernelMemory::Range constants)
      : memory_(memory), variables_(variables), constants_(constants) {}

  static constexpr ArrayId kOther = ArrayId::second_output;
  /// As which array of a launch its allocations are known, by their beginnings; others are kOther, and have its
  /// bit.
  struct Array {
    ArrayId id = kOther;
    std::uint8_t bit = static_cast<std::uint8_t>(kOther);  ///< in an ArraySet
  };
  using Ids = std::map<std::uintptr_t, Array>;
  /// As a set, of what begins there.
  static ArraySet array_of(std::uintptr_t begin, const Ids& ids) {
    const auto found = ids.find(begin);
    return ArraySet{1} << (found == ids.end() ? Array() : found->second).bit;
  }

  /// Where memory is as before an earlier launch of the kind, it is as after that one now. Whether that was watched
  /// whole; none where the launch is to be done.
  std::optional<bool> replay(const LanescopeLaunch& launch, const Ids& ids);
  struct Did {
    ArraySet touched = 0;             ///< which arrays it read or wrote
    bool is_watched = true;           ///< every access of it was looked at
    bool beyond_memory = false;       ///< what it does does not follow from memory alone
    std::chrono::nanoseconds time{};  ///< that it took
  };
  /// After one that was not replayed.
  void note(const LanescopeLaunch& launch, const Ids& ids, const Did& did);
  /// These bytes are others now.
  void forget_hash_of(const void* place);
  /// Something is known of them that forget_hash_of() forgets.
  bool knows_hash_of(const void* place);

 private:
  struct Region {
    ArraySet array = 0;        ///< 0: any launch may read it
    std::uintptr_t begin = 0;  ///< 0: it is the array of that bit, wherever that lies
    std::uint64_t bytes = 0, hash = 0;
    bool operator==(const Region&) const = default;
  };
  using State = std::vector<Region>;
  struct Known {
    bool is_hopeless = false, is_watched = true;
    ArraySet touched = 0;
    unsigned misses = 0;
    std::chrono::nanoseconds time{};
    State before;  ///< empty: none was kept
    std::vector<std::pair<Region, std::string>> changes;
    std::vector<std::uintptr_t> places = {};  ///< of the arrays that it was called with
    bool tells_addresses = false;             ///< what it left has words that may be addresses
  };

  /// What a launch that touches these arrays depends on.
  std::uint64_t bytes_of_state(ArraySet touched, const Ids& ids) const;
  State state(ArraySet touched, const Ids& ids);
  std::string key_of(const LanescopeLaunch& launch, const Ids& ids);
  void keep(Known& known, const State& after, const Ids& ids);
  bool may_hold_addresses(const std::string& bytes) const;

  DeviceMemory& memory_;
  KernelMemory::Range variables_, constants_;
  std::map<std::string, Known> known_;
  std::map<std::uintptr_t, std::uint64_t> hashes_;  // of what the host cannot write
  std::uint64_t kept_bytes_ = 0;                    // of changes
  State before_;                                    // of the launch that replay() refused; empty: not asked for
  ArraySet looked_at_ = 0;                          // which arrays before_ is of
};

}  // namespace lanescope
