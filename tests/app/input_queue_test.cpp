// What a user does faster than frames are drawn is neither lost nor done out of order.
#include "app/window/input_queue.h"

#include <gtest/gtest.h>

#include <string>

namespace lanescope::testing {
namespace {

using Kind = InputEvent::Kind;

constexpr int kEnter = 257, kBackspace = 259, kLeft = 263, kControl = 341;

InputEvent key(int code, bool is_down) {
  const bool is_control = code == kControl;
  return {.kind = Kind::key,
          .code = code,
          .is_down = is_down,
          .edits = is_down && !is_control,
          .is_control = is_down && is_control};
}
InputEvent button(bool is_down) {
  return {.kind = Kind::button, .is_down = is_down};
}
InputEvent move(float x) {
  return {.kind = Kind::move, .x = x};
}
InputEvent text(char c) {
  return {.kind = Kind::character, .code = c};
}

/// A letter for each event, a bar between frames.
std::string frames_of(const std::vector<InputEvent>& events) {
  InputQueue queue;
  for (const InputEvent& event : events) queue.push(event);
  std::string all;
  while (queue.has_more()) {
    if (!all.empty()) all += '|';
    for (const InputEvent& event : queue.next_frame()) {
      constexpr char kLetters[] = {'m', 'b', 'w', 'k', 't'};
      const char letter = kLetters[static_cast<int>(event.kind)];
      all += event.is_down ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
  }
  return all;
}

TEST(InputQueue, AKeyOfOneFrameIsSeenDown) {
  EXPECT_EQ(frames_of({key(kEnter, true), key(kEnter, false)}), "K|k");
  EXPECT_EQ(frames_of({key(kControl, true), key('A', true), key('A', false), key(kControl, false)}), "KK|kk");
}

TEST(InputQueue, AKeyIsSeenWithTheModifiersThatItWasPressedWith) {
  EXPECT_EQ(frames_of({key('A', true), key(kControl, false), key('A', false)}), "K|kk");
  EXPECT_EQ(frames_of({key('A', true), key(kControl, true)}), "K|K");
  EXPECT_EQ(frames_of({key(kBackspace, true), key(kLeft, true)}), "K|K");
}

TEST(InputQueue, AKeyThatIsHeldIsTakenAtOnce) {
  EXPECT_EQ(frames_of({key(kEnter, true), key(kEnter, true), key(kEnter, true)}), "KKK");
}

TEST(InputQueue, EnterIsBehindWhatWasTypedAndBeforeWhatFollows) {
  EXPECT_EQ(frames_of({text('1'), text('2'), key(kEnter, true), text('3')}), "tt|K|t");
}

TEST(InputQueue, WhatWasTypedBeforeAShortcutIsInTheText) {
  EXPECT_EQ(frames_of({text('1'), text(' '), key(kControl, true), key('S', true)}), "tt|KK");
}

TEST(InputQueue, AClickIsWhereItWasMade) {
  EXPECT_EQ(frames_of({move(1), move(2), button(true), button(false), move(3)}), "mmB|b|m");
}

TEST(InputQueue, AClickIsNotBesideWhatIsTyped) {
  EXPECT_EQ(frames_of({key(kEnter, true), button(true), text('x')}), "K|B|t");
}

TEST(InputQueue, AKeyThatMeansSomethingIsBehindAClick) {
  InputEvent space = key(' ', true);
  space.edits = false;
  space.meant = Key::play;
  EXPECT_EQ(frames_of({button(true), space}), "B|K");
  EXPECT_EQ(frames_of({space, text(' ')}), "K|t");
}

TEST(InputQueue, WhoTypesHasTheFunctionKeys) {
  const std::vector<InputEvent> events = {{.kind = InputEvent::Kind::character, .code = 'p', .meant = Key::stage},
                                          {.kind = InputEvent::Kind::key, .meant = Key::escape},
                                          {.kind = InputEvent::Kind::key, .meant = Key::stage}};
  EXPECT_EQ(keys_meant(events, false), (std::vector<Key>{Key::stage, Key::escape, Key::stage}));
  EXPECT_EQ(keys_meant(events, true), std::vector<Key>{Key::stage});
}

}  // namespace
}  // namespace lanescope::testing
