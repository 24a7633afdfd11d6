// A mistake of a kernel, as data: where it was seen, and a sentence for the author of the kernel. The block in
// which it is seen ends there; the program goes on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/sentence.h"
#include "engine/trace/trace.h"

namespace lanescope {

enum class FindingKind : std::uint8_t {
  race,
  barrier,
  bounds,
  uninitialised,
  shuffle,
  misaligned,
  schedule,
  endless,
  crash
};
inline constexpr std::string_view kFindingNames[] = {
    "race", "barrier", "bounds", "uninitialised", "shuffle", "misaligned", "schedule", "endless", "crash"};
constexpr std::string_view name_of(FindingKind kind) {
  return kFindingNames[static_cast<int>(kind)];
}

struct Finding {
  FindingKind kind = FindingKind::crash;
  std::optional<ArrayId> array{};  ///< none if it is not about memory
  std::string array_name{};        ///< as the source calls it; empty if it is not known
  std::int64_t index = 0;          ///< of the element in `array`; outside of it: by how much
  std::uint64_t block = 0;
  std::vector<unsigned> threads{};      ///< of the block: one, or the two that are in conflict
  std::vector<unsigned> lines{};        ///< of the kernel's file, one per thread if known
  std::optional<std::uint32_t> step{};  ///< of the block, if a step had begun
  Sentence sentence{};
};

/// Races of one array that lack the same, reads of one that nobody wrote, and barriers that the same is wrong with:
/// they are told once.
struct Mistake {
  std::vector<Finding> places;  ///< one at least

  /// That of the first place, with how many there are, and all their lines.
  Sentence sentence() const;
};

/// In the order in which they were found; each other finding is one by itself.
std::vector<Mistake> mistakes_of(const std::vector<Finding>& findings);

/// What a kernel did to one of its arrays.
struct ArrayUse {
  bool is_read = false, is_written = false, is_updated = false;  ///< updated: by atomics
  std::uint64_t end = 0;                                         ///< behind the last element that it came to
  std::uint64_t written = 0;                                     ///< elements, each once

  ArrayUse& operator|=(const ArrayUse& other) {
    is_read |= other.is_read;
    is_written |= other.is_written;
    is_updated |= other.is_updated;
    end = std::max(end, other.end);
    written = std::max(written, other.written);
    return *this;
  }
  bool operator==(const ArrayUse&) const = default;
};

/// For callers that need a result: throws Error(failed) with the sentence of the first finding, if there is any.
void require_no_findings(const std::vector<Finding>& findings);

}  // namespace lanescope
