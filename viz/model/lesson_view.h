// From what a page of a lesson shows to the commands that show it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/lesson/lesson.h"
#include "viz/model/command.h"

namespace lanescope {

/// Why it cannot be shown: an unknown view or level. Empty: it can.
std::string flaw_of(const Show& show, std::span<const std::string_view> view_ids);

/// The commands that show it, with this many rows done. `hidden`: its question is not answered yet, so the pictures
/// stand before the first step, and the view that would tell is folded.
Commands commands_of(const Show& show, std::uint32_t rows, bool hidden);

}  // namespace lanescope
