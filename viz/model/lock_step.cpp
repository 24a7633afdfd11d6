// A step's frame is its place in its section of the run, plus the longest length of each earlier section. Sections
// follow each other, so their lengths say it all.
#include "viz/model/lock_step.h"

#include <algorithm>

namespace lanescope {
namespace {

enum Section : std::size_t { loading, alone, rounds, committing };

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

}  // namespace

/// Sections never go back: loads and additions after the first round count as rounds.
LockStep::Lengths LockStep::lengths_of(const Repeating<Phase>& phases) {
  Lengths lengths{};
  std::size_t latest = 0;
  const auto take = [&](std::size_t row) {
    const bool last = row + 1 == phases.kept().size();
    // A commit with steps after it passes on a partial sum: one more round of the whole reduction.
    const bool hands_over = phases.kept()[row] == Phase::commit && !last;
    latest = std::max<std::size_t>(latest, hands_over ? rounds : section_of(phases.kept()[row]));
    ++lengths[latest];
  };
  std::size_t row = 0;
  for (const Repeat& repeat : phases.repeats().list()) {
    while (row < repeat.end()) take(row++);
    lengths[latest] += static_cast<std::uint32_t>(repeat.rows * (repeat.times - 1));  // no round goes back
  }
  while (row < phases.kept().size()) take(row++);
  return lengths;
}

LockStep::LockStep(const std::vector<Repeating<Phase>>& phases, Alignment alignment) {
  Lengths longest{};
  for (const Repeating<Phase>& variant : phases) {
    const Lengths all_in_one{static_cast<std::uint32_t>(variant.size())};
    const Lengths& lengths =
        lengths_.emplace_back(alignment == Alignment::rounds ? lengths_of(variant) : all_in_one);
    for (std::size_t section = 0; section < kSections; ++section)
      longest[section] = std::max(longest[section], lengths[section]);
  }
  for (std::size_t section = 0; section < kSections; ++section) {
    begin_[section] = length_;
    length_ += longest[section];
  }
}

std::uint32_t LockStep::position(std::size_t variant, std::uint32_t frames) const {
  std::uint32_t steps = 0;
  for (std::size_t section = 0; section < kSections; ++section)
    if (frames > begin_[section]) steps += std::min(frames - begin_[section], lengths_[variant][section]);
  return steps;
}

std::uint32_t LockStep::frames(std::size_t variant, std::uint32_t position) const {
  std::uint32_t before = 0, frames = 0;
  for (std::size_t section = 0; section < kSections; ++section) {
    const std::uint32_t length = lengths_[variant][section];
    if (length > 0 && position > before) frames = begin_[section] + std::min(position - before, length);
    before += length;
  }
  return frames;
}

bool LockStep::waits(std::size_t variant, std::uint32_t frames) const {
  if (frames == 0 || lengths_[variant] == Lengths{}) return false;
  return this->frames(variant, position(variant, frames)) != frames;
}

}  // namespace lanescope
