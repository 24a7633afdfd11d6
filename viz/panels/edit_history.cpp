#include "viz/panels/edit_history.h"

#include <algorithm>
#include <utility>

namespace lanescope {
namespace {

constexpr double kPieceEndsAfterSeconds = 1;
constexpr std::size_t kMostEdits = 1000;
constexpr std::size_t kLongestCharacter = 4;  // bytes; what comes at once and is longer was pasted

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n';
}

/// Behind the cursor nothing has changed.
TextEdit difference(const std::string& before, const std::string& after, std::size_t cursor) {
  const std::size_t shorter = std::min(before.size(), after.size());
  const std::size_t most_behind = std::min(shorter, after.size() - std::min(cursor, after.size()));
  std::size_t behind = 0, at = 0;
  while (behind < most_behind && before[before.size() - 1 - behind] == after[after.size() - 1 - behind]) ++behind;
  while (at < shorter - behind && before[at] == after[at]) ++at;
  return {at, before.substr(at, before.size() - behind - at), after.substr(at, after.size() - behind - at)};
}

/// Whether a word goes on: a new line, and a word behind a blank, are pieces of their own.
bool goes_on(const TextEdit& last, const TextEdit& edit) {
  if (!edit.removed.empty() || last.inserted.empty() || edit.at != last.at + last.inserted.size()) return false;
  if (edit.inserted.size() > kLongestCharacter || edit.inserted.front() == '\n') return false;
  return !is_blank(last.inserted.back()) || is_blank(edit.inserted.front());
}

}  // namespace

void EditHistory::start(std::string text) {
  *this = {};
  text_ = std::move(text);
}

bool EditHistory::joins_last(const TextEdit& edit, double now) {
  if (!is_open_ || now - typed_at_ > kPieceEndsAfterSeconds) return false;
  TextEdit& last = edits_[done_ - 1];
  if (goes_on(last, edit)) {
    last.inserted += edit.inserted;
    return true;
  }
  if (!edit.inserted.empty() || !last.inserted.empty()) return false;
  if (edit.at == last.at) {
    last.removed += edit.removed;
  } else if (edit.at + edit.removed.size() == last.at) {
    last.removed = edit.removed + last.removed;
    last.at = edit.at;
  } else {
    return false;
  }
  return true;
}

void EditHistory::note(const std::string& text, std::size_t cursor, double now) {
  if (text == text_) return;
  TextEdit edit = difference(text_, text, cursor);
  edits_.resize(done_);
  if (!joins_last(edit, now)) {
    is_open_ = edit.inserted.size() <= kLongestCharacter;
    edits_.push_back(std::move(edit));
    if (edits_.size() > kMostEdits) edits_.erase(edits_.begin());
    done_ = edits_.size();
  }
  typed_at_ = now;
  text_ = text;
}

void EditHistory::apply(const TextEdit& edit) {
  text_.replace(edit.at, edit.removed.size(), edit.inserted);
  is_open_ = false;
}

TextEdit EditHistory::undo() {
  TextEdit edit = edits_[--done_].inverse();
  apply(edit);
  return edit;
}

TextEdit EditHistory::redo() {
  TextEdit edit = edits_[done_++];
  apply(edit);
  return edit;
}

}  // namespace lanescope
