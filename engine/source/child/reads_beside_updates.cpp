// Plain reads beside atomic updates: which of them guard an update, and which leave the result to the schedule.
#include <algorithm>

#include "engine/source/child/access_checks.h"
#include "engine/source/child/code_lines.h"
#include "engine/source/finding_words.h"

namespace lanescope {

/// A read that guards an update of the same thread: one of the same word, which a branch behind the read leads to
/// before the thread writes anything else or waits for others.
void AccessChecks::note_guard(unsigned thread, const Access& access, const Shadow* shadow) {
  Thread& self = here_->threads[thread];
  Thread::Guards& guards = access.is_shared ? self.guards : self.global_guards;
  if (access.kind == Access::Kind::read) {
    unsigned& next = access.is_shared ? self.next_guard : self.next_global_guard;
    if (!access.is_volatile) guards[next++ % guards.size()] = {access.address, now_, access.line, access.blocks};
    return;
  }
  if (access.kind == Access::Kind::update && shadow)
    for (const GuardRead& read : guards)
      if (read.address == access.address && read.time >= here_->barrier && read.blocks < access.blocks)
        guards_.insert({shadow->name, read.line});
  self.guards = self.global_guards = {};
}

void AccessChecks::note_beside_update(const AccessMark& earlier, bool earlier_reads, unsigned thread,
                                      const Access& access, const Shadow& shadow) {
  if (beside_updates_.size() >= kMostFindings || is_ordered(earlier, thread)) return;
  const unsigned read = earlier_reads ? earlier.line : access.line,
                 update = earlier_reads ? access.line : earlier.line;
  beside_updates_.try_emplace({shadow.name, read}, update);
}

Sentence AccessChecks::remark(const std::function<bool(unsigned line)>& adds) const {
  const auto found = std::find_if(beside_updates_.begin(), beside_updates_.end(), [&](const auto& one) {
    return !guards_.contains(one.first) && is_own_line(one.first.second) && adds(one.second);
  });
  if (found == beside_updates_.end()) return {};
  return Sentence::of(
      finding_words::kReadsBesideUpdates,
      {line_word(found->first.second), Sentence::word(found->first.first), line_word(found->second)});
}

}  // namespace lanescope
