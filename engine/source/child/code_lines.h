// Lines of the user's files by address of their code, from the debug information. A line of another file than the
// kernel's, a header beside it, has the number of that file in its upper half.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/sentence.h"
#include "engine/source/child/code_order.h"

namespace lanescope {

inline constexpr std::uint32_t kMostLines = 0xffff;
/// Whether it is one of the kernel's file; 0 is none.
inline bool is_own_line(std::uint32_t line) {
  return line - 1 < kMostLines;
}
/// What is left of lines where only the kernel's file is meant.
void keep_own_lines(std::vector<unsigned>& lines);
/// The line of a file of the user's, as the compiled text names it; 0: the file is none of those. Once the lines
/// of the code have been read.
std::uint32_t line_in_file(const char* path, int line);
/// As sentences have it: 17, or parts.cuh:17.
std::string line_text(std::uint32_t line);
inline Sentence line_word(std::uint32_t line) {
  return Sentence::word(line_text(line));
}

class CodeLines {
 public:
  /// `text`: of the kernel's file, which is at `source`. `base`: where the library is loaded. Lines of other files
  /// than `source` and those around it are 0.
  void read(const std::string& library, const std::string& source, const std::string& text, std::uintptr_t base,
            std::size_t code_bytes);

  /// In which it is run, once that has been read.
  CodeOrder& order() { return order_; }

  /// A line of that without comments; empty where it is of another file.
  std::string_view code_of_line(std::uint32_t line) const {
    return is_own_line(line) && line <= code_of_lines_.size() ? code_of_lines_[line - 1] : std::string_view();
  }

  /// Whether an atomic addition stands in it.
  bool adds_atomically(std::uint32_t line) const;

  /// The line of the instruction before this place, which is an offset from the base; 0: in no line of the files.
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
  /// Whether that address is one of the library's code.
  bool holds(std::uintptr_t address) const { return address >= base_ && address - base_ < known_.size(); }
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
    bool ends;          ///< of a sequence
    bool is_of_caller;  ///< a copy of a class, which nobody wrote down: it is in the line that asks for it
  };
  void set_text(const std::string& text);
  /// Behind the one that has the instruction before this place.
  std::vector<Entry>::const_iterator entry_behind(std::uint32_t place) const;
  std::uint32_t look_up(std::uint32_t place) const;
  /// Threads may look up the same place at once, and find the same.
  std::atomic_ref<std::uint32_t> known(std::uint32_t place) const { return std::atomic_ref(known_[place]); }

  std::uintptr_t base_ = 0;
  CodeOrder order_;
  std::vector<Entry> entries_;
  mutable std::vector<std::uint32_t> known_;
  std::string code_;
  std::vector<std::string_view> code_of_lines_;
};

}  // namespace lanescope
