#include "app/window/input_queue.h"

#include <algorithm>
#include <iterator>

namespace lanescope {
namespace {

using Kind = InputEvent::Kind;

bool is_key_with_effect(const InputEvent& event) {
  return event.kind == Kind::key && (event.edits || event.meant);
}

bool comes_too_late(const InputEvent& event, const InputEvent& earlier) {
  const bool is_text = event.kind == Kind::character, has_effect = is_key_with_effect(event);
  switch (earlier.kind) {
    case Kind::move:
    case Kind::wheel:
      return false;
    case Kind::button:
      return event.kind == Kind::button || event.kind == Kind::move || is_text || has_effect;
    case Kind::character:
      return event.kind == Kind::button || has_effect || event.is_control;
    case Kind::key:
      if (event.kind == Kind::key && event.code == earlier.code) return event.is_down != earlier.is_down;
      return is_key_with_effect(earlier) && (event.kind == Kind::key || is_text || event.kind == Kind::button);
  }
  return false;
}

}  // namespace

std::vector<InputEvent> InputQueue::next_frame() {
  std::vector<InputEvent> taken;
  while (!events_.empty() && std::none_of(taken.begin(), taken.end(), [&](const InputEvent& earlier) {
    return comes_too_late(events_.front(), earlier);
  })) {
    taken.push_back(events_.front());
    events_.pop_front();
  }
  return taken;
}

std::vector<Key> keys_meant(const std::vector<InputEvent>& events, bool types) {
  // Characters may mean the same.
  const auto is_no_text = [](const InputEvent& event) {
    constexpr Key kKeys[] = {Key::help, Key::lessons, Key::stage, Key::full_screen, Key::save_file};
    return event.kind == Kind::key &&
           std::find(std::begin(kKeys), std::end(kKeys), *event.meant) != std::end(kKeys);
  };
  std::vector<Key> keys;
  for (const InputEvent& event : events)
    if (event.meant && (!types || is_no_text(event))) keys.push_back(*event.meant);
  return keys;
}

}  // namespace lanescope
