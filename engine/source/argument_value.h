// What a kernel is called with, parameter by parameter, as the program tells the process that calls it.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace lanescope {

/// Bytes of a value, at `offset` in it.
struct ArgumentPiece {
  unsigned offset = 0, bytes = 8;
  int array = -1;  ///< index into the arrays; -1: a number
  std::uint64_t bits = 0;
};

/// A value for a parameter: an array, or the bytes of a number; of a struct and of several numbers, pieces.
struct ArgumentValue {
  int array = -1;  ///< index into the arrays; -1: a number
  std::uint64_t bits = 0;
  unsigned bytes = 8;  ///< of a value that is made of pieces
  std::vector<ArgumentPiece> pieces = {};
};

nlohmann::json arguments_to_json(const std::vector<ArgumentValue>& arguments);
/// Throws nlohmann's exceptions where it is no such list.
std::vector<ArgumentValue> arguments_from_json(const nlohmann::json& list);

/// The same in memory, as a call takes them.
class CallValues {
 public:
  /// `arrays`: where each begins.
  CallValues(const std::vector<ArgumentValue>& arguments, const std::vector<std::uintptr_t>& arrays);

  /// Of each argument, where its bytes are; they may be read a little past its end.
  void** pointers() { return pointers_.data(); }
  /// Where all of them are, one behind the other.
  const void* begin() const { return values_.data(); }
  const void* end() const { return values_.data() + values_.size(); }

 private:
  struct alignas(64) Line {
    char bytes[64];
  };
  std::vector<Line> values_;
  std::vector<void*> pointers_;
};

}  // namespace lanescope
