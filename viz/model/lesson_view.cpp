#include "viz/model/lesson_view.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope {
namespace {

std::optional<ActivityLevel> level_named(const std::string& name) {
  const auto found = std::find(std::begin(kActivityLevelNames), std::end(kActivityLevelNames), name);
  if (found == std::end(kActivityLevelNames)) return std::nullopt;
  return static_cast<ActivityLevel>(found - std::begin(kActivityLevelNames));
}

}  // namespace

std::string flaw_of(const Show& show, std::span<const std::string_view> view_ids) {
  if (!show.view.empty() && std::find(view_ids.begin(), view_ids.end(), show.view) == view_ids.end())
    return fmt::format("view is '{}'; it must be one of {}.", show.view, fmt::join(view_ids, ", "));
  if (!show.level.empty() && !level_named(show.level))
    return fmt::format("level is '{}'; it must be one of {}.", show.level, fmt::join(kActivityLevelNames, ", "));
  return "";
}

Commands commands_of(const Show& show, std::uint32_t rows, bool hidden) {
  Commands commands;
  if (!show.launches.empty()) {
    commands.push_back(SetVariants{
        {.requests = show.launches, .active = 0, .linked = false, .launch = show.launches.front().launch}});
    commands.push_back(EndEdit{});
  }
  if (const auto level = level_named(show.level)) commands.push_back(SetActivityLevel{*level});
  if (!show.view.empty()) commands.push_back(OpenPanel{show.view});
  commands.push_back(FoldPanel{hidden || show.view.empty()});
  commands.push_back(StepTo{hidden ? 0 : rows});
  return commands;
}

}  // namespace lanescope
