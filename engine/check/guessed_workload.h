// What a user's kernel computes, where nobody says it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/base/progress.h"
#include "engine/request/request.h"
#include "engine/run.h"
#include "engine/trace/finding.h"

namespace lanescope {

/// What a small launch of a kernel, called as a reduction, says of whether it is one. A reduction reads N elements
/// and leaves one result a block.
enum class LikeAReduction : std::uint8_t {
  yes,      ///< or its name says so, or it fails for other reasons
  beyond,   ///< it reaches beyond an input
  no,       ///< it writes beyond one result a block
  other,    ///< it has parameters, or is numbered in directions, that no reduction has
  unread,   ///< it reads no array
  named,    ///< its name says that it is another thing than a sum
  another,  ///< its result is right for another operation
  alone,    ///< its threads work alone, each once: nothing combines what they have
  cramped   ///< an index leaves a shared array if it is launched as one
};

/// The request's kernel is a user's, loaded as a reduction. Throws Cancelled.
LikeAReduction like_a_reduction(const RunRequest& request, Progress& progress);

/// Whether it wrote to any of its arrays; true where that is not known.
bool writes(const Run& run);

/// A launch of it that takes little, with checks.
RunRequest small_launch(const RunRequest& request);

/// Whether an index of the request's kernel, loaded free, is out of bounds, and none with ones as input. Throws
/// Cancelled.
bool follows_its_input(const RunRequest& request, Progress& progress);
inline constexpr std::string_view kFollowsItsInput =
    "Its indices come from the numbers of its input: with --input ones none is out of bounds.";

struct MovingFinding {
  Finding finding;
  bool is_used = false;  ///< the array that it is about is read, or updated by atomics
};

/// Whether it may follow from numbers of the input: an index, a race, a loop without an end, a crash.
bool may_move(const Finding& finding);
/// The first of those, where it is of another element, or of other threads, if the input has other numbers: they
/// may be places, of which a real input has none twice, or none so large. Throws Cancelled.
std::optional<MovingFinding> finding_that_moves(const RunRequest& request, Progress& progress);
inline constexpr std::string_view kMovesWithItsInput =
    "Threads and element follow from the numbers of its input, as another --seed shows. Where they are places, as "
    "of a scatter, a real input may have none twice, and none so large.";

/// Whether the first index out of bounds is of a shared array, and of another of its elements if N and the
/// numbers that the kernel is called with, which are a guess, are half of what they are. Throws Cancelled.
bool shared_index_follows_numbers(const RunRequest& request, Progress& progress);
inline constexpr std::string_view kFollowsItsNumbers =
    "Which element that is follows from the numbers that it is called with. Nobody said those: --arguments says "
    "them.";

/// Whether in a small launch the block in which that was found accesses memory in its line, and writes there where
/// that is a race. Throws Cancelled.
bool does_what_was_found(const RunRequest& request, const Finding& finding, Progress& progress);

/// Whether it says that a program's host calls abort(), as an assertion does.
bool is_abort_of_host(const Sentence& why);

/// Of a launcher: what its first launch was refused for, if that is how large a block or its shared memory is. Else
/// empty.
Sentence first_launch_refused_for_size(const Run& run);

/// Whether a kernel that is not judged failed for how large N is: it took too long, an index grew beyond all
/// arrays, what it keeps in shared memory of which nobody said the size has no room there, or a launcher's launch
/// was refused for that.
bool fails_for_its_size(const Sentence& why, const RunRequest& request);

/// How many elements are tried then, where nobody said how many there are.
inline constexpr std::uint64_t kFewerElements[] = {4096, 512};

}  // namespace lanescope
