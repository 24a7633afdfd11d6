// A step's frame is its place in its section of the run, after the longest of the sections before.
#include "viz/model/lock_step.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

constexpr std::size_t kSections = 3;  // coarsening, rounds, final combine

std::size_t section_of(Phase phase) {
  return phase == Phase::coarsen ? 0 : phase == Phase::combine ? 2 : 1;
}

/// The section of every step. A run never goes back: additions after the first round are rounds themselves.
std::vector<std::size_t> sections_of(const std::vector<Phase>& phases) {
  std::vector<std::size_t> sections;
  std::size_t latest = 0;
  for (std::size_t step = 0; step < phases.size(); ++step) {
    const bool last = step + 1 == phases.size();
    // A combine with steps after it hands a partial sum over: one more round of the whole reduction.
    const std::size_t section = section_of(phases[step]) == 2 && !last ? 1 : section_of(phases[step]);
    latest = std::max(latest, section);
    sections.push_back(latest);
  }
  return sections;
}

}  // namespace

LockStep::LockStep(const std::vector<std::vector<Phase>>& phases, Alignment alignment) {
  std::vector<std::vector<std::size_t>> sections;
  std::array<std::uint32_t, kSections> longest{};
  for (const auto& variant : phases) {
    sections.push_back(alignment == Alignment::rounds ? sections_of(variant)
                                                      : std::vector<std::size_t>(variant.size(), 0));
    for (std::size_t section = 0; section < kSections; ++section) {
      const auto length = std::count(sections.back().begin(), sections.back().end(), section);
      longest[section] = std::max(longest[section], static_cast<std::uint32_t>(length));
    }
  }
  for (const auto& variant : sections) {
    std::array<std::uint32_t, kSections> next{0, longest[0], longest[0] + longest[1]};
    auto& frames = frame_of_step_.emplace_back();
    for (const std::size_t section : variant) frames.push_back(next[section]++);
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
