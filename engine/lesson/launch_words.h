// A launch as a lesson writes it: the words that `lanescope trace` takes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/request/request.h"

namespace lanescope {

/// "interleaved_shared --n 2048 --block 1024". The emulator runs it, so that it is the same on every machine.
/// Throws Error(usage): an unknown kernel or option, a value that is not allowed, a launch that is refused or too
/// large for a lesson.
RunRequest launch_of_words(std::string_view words);

/// The words that make this launch: the kernel, N, and the options that differ from what the kernel has without
/// them. Backend, launch and block in view are left out, and so are an input file and matrices that are not square.
std::string words_of_launch(const RunRequest& request);

/// Its options, for documents and messages.
std::span<const std::string_view> launch_word_names();

inline constexpr std::uint64_t kLessonN = 1 << 30;       ///< of a launch whose blocks are alike
inline constexpr std::uint64_t kLessonWholeN = 1 << 20;  ///< of any other one, all of whose lanes must run

}  // namespace lanescope
