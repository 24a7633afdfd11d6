// Lines of the kernel's file by address of its code, from the debug information.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

class CodeLines {
 public:
  /// `base`: where the library is loaded. Lines of other files than `source` are 0.
  void read(const std::string& library, const std::string& source, std::uintptr_t base, std::size_t code_bytes);

  /// The line of the instruction before this place, which is an offset from the base; 0: in no line of the file.
  std::uint32_t line_before(std::uint32_t place) {
    if (place >= known_.size()) return 0;
    std::uint32_t line = known_line(place);
    if (line == kUnknown) known(place).store(line = look_up(place), std::memory_order_relaxed);
    return line;
  }
  /// The last line of the file in the code up to this place: where that is in a function of a header that became
  /// part of one of the file, it is near that call.
  std::uint32_t last_line_before(std::uint32_t place) const;
  std::uintptr_t base() const { return base_; }
  /// The same where it is known already; kUnknown where it is not.
  std::uint32_t known_line(std::uint32_t place) const {
    return place < known_.size() ? known(place).load(std::memory_order_relaxed) : 0;
  }
  static constexpr std::uint32_t kUnknown = 0xffffffffu;
  /// What known_line() looks into, for who asks all the time.
  std::span<const std::uint32_t> table() const { return known_; }

 private:
  struct Entry {
    std::uint64_t address;
    std::uint32_t line;
    bool ends;  ///< of a sequence
  };
  /// Behind the one that has the instruction before this place.
  std::vector<Entry>::const_iterator entry_behind(std::uint32_t place) const;
  std::uint32_t look_up(std::uint32_t place) const;
  /// Threads may look up the same place at once, and find the same.
  std::atomic_ref<std::uint32_t> known(std::uint32_t place) const { return std::atomic_ref(known_[place]); }

  std::uintptr_t base_ = 0;
  std::vector<Entry> entries_;
  mutable std::vector<std::uint32_t> known_;
};

}  // namespace lanescope
