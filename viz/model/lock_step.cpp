// A step's frame is its place in its section of the run, plus the longest length of each earlier section.
#include "viz/model/lock_step.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

enum Section : std::uint8_t { loading, alone, rounds, committing };
constexpr std::size_t kSections = 4;

Section section_of(Phase phase) {
  switch (phase) {
    case Phase::load:
      return loading;
    case Phase::own:
      return alone;
    case Phase::commit:
      return committing;
    default:
      return rounds;
  }
}

/// The section of every step. Sections never go back: loads and additions after the first round count as rounds.
std::vector<std::uint8_t> sections_of(const std::vector<Phase>& phases) {
  std::vector<std::uint8_t> sections;
  sections.reserve(phases.size());
  std::uint8_t latest = 0;
  for (std::size_t step = 0; step < phases.size(); ++step) {
    const bool last = step + 1 == phases.size();
    // A commit with steps after it passes on a partial sum: one more round of the whole reduction.
    const bool hands_over = phases[step] == Phase::commit && !last;
    latest = std::max<std::uint8_t>(latest, hands_over ? rounds : section_of(phases[step]));
    sections.push_back(latest);
  }
  return sections;
}

}  // namespace

LockStep::LockStep(const std::vector<std::vector<Phase>>& phases, Alignment alignment) {
  std::vector<std::vector<std::uint8_t>> sections;
  std::array<std::uint32_t, kSections> longest{};
  for (const auto& variant : phases) {
    sections.push_back(alignment == Alignment::rounds ? sections_of(variant)
                                                      : std::vector<std::uint8_t>(variant.size(), 0));
    std::array<std::uint32_t, kSections> length{};
    for (const std::uint8_t section : sections.back()) ++length[section];
    for (std::size_t section = 0; section < kSections; ++section)
      longest[section] = std::max(longest[section], length[section]);
  }
  for (const auto& variant : sections) {
    std::array<std::uint32_t, kSections> next{};
    for (std::size_t section = 1; section < kSections; ++section)
      next[section] = next[section - 1] + longest[section - 1];
    auto& frames = frame_of_step_.emplace_back();
    frames.reserve(variant.size());
    for (const std::uint8_t section : variant) frames.push_back(next[section]++);
  }
  for (const std::uint32_t section : longest) length_ += section;
}

std::uint32_t LockStep::position(std::size_t variant, std::uint32_t frames) const {
  const auto& of_step = frame_of_step_[variant];
  return static_cast<std::uint32_t>(std::lower_bound(of_step.begin(), of_step.end(), frames) - of_step.begin());
}

std::uint32_t LockStep::frames(std::size_t variant, std::uint32_t position) const {
  const auto& of_step = frame_of_step_[variant];
  if (position == 0 || of_step.empty()) return 0;
  return of_step[std::min<std::size_t>(position, of_step.size()) - 1] + 1;
}

bool LockStep::waits(std::size_t variant, std::uint32_t frames) const {
  if (frames == 0 || frame_of_step_[variant].empty()) return false;
  return this->frames(variant, position(variant, frames)) != frames;
}

}  // namespace lanescope
