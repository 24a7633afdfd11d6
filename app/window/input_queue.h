// What a user did, in the order in which it was done, for frames of ImGui.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "app/window/window.h"

namespace lanescope {

struct InputEvent {
  enum class Kind { move, button, wheel, key, character };
  Kind kind = Kind::move;
  float x = 0, y = 0;  ///< of a move in pixels of the window, of a wheel in notches
  int code = 0;        ///< button, key as the window's system numbers it, or character
  int scan_code = 0;   ///< of a key, where the system has such
  bool is_down = false;
  int modifiers = 0;              ///< of a key, as the system tells them
  bool edits = false;             ///< a key that changes what was typed, or moves in it
  bool is_control = false;        ///< Ctrl itself going down: ImGui takes no characters of such a frame
  std::optional<Key> meant = {};  ///< by a key or a character, where nobody types
};

class InputQueue {
 public:
  void push(const InputEvent& event) { events_.push_back(event); }

  /// What the next frame sees. ImGui reads the state of the pointer, of buttons and of keys once a frame, and all
  /// characters after it; so what it would not see, or not in its order, waits for a later frame with all that came
  /// behind it: the second change of a button or a key, a move behind a button, and what is typed, keys that edit
  /// it and buttons beside each other, and another key beside one that does something: with Ctrl released it is not
  /// Ctrl+A. So does Ctrl behind a character, which would be lost.
  std::vector<InputEvent> next_frame();

  /// Something waits for a later frame.
  bool has_more() const { return !events_.empty(); }

 private:
  std::deque<InputEvent> events_;
};

/// What keys and characters among them mean, in their order; where somebody types only those that are no text.
std::vector<Key> keys_meant(const std::vector<InputEvent>& events, bool types);

}  // namespace lanescope
