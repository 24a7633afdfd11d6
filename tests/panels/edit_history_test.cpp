// Undo of what is typed into a text: in words, not in letters.
#include "viz/panels/edit_history.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace lanescope {
namespace {

/// A text, its history, and somebody who types ten characters a second.
struct Typing {
  std::string text;
  EditHistory history;
  std::size_t cursor = 0;
  double now = 0;

  explicit Typing(const std::string& begins) : text(begins), cursor(begins.size()) { history.start(begins); }
  void type(const std::string& characters) {
    for (const char c : characters) put(std::string(1, c));
  }
  void put(const std::string& words) {
    text.insert(cursor, words);
    cursor += words.size();
    note();
  }
  void backspace(std::size_t times = 1) {
    for (; times > 0; --times) {
      text.erase(--cursor, 1);
      note();
    }
  }
  void erase() {
    text.erase(cursor, 1);
    note();
  }
  void note() { history.note(text, cursor, now += 0.1); }
  void change(const TextEdit& edit) {
    ASSERT_EQ(text.substr(edit.at, edit.removed.size()), edit.removed);
    text.replace(edit.at, edit.removed.size(), edit.inserted);
    cursor = edit.at + edit.inserted.size();
  }
  std::string undone() { return change(history.undo()), text; }
  std::string redone() { return change(history.redo()), text; }
};

TEST(EditHistory, TakesBackWordByWord) {
  Typing typing("");
  typing.type("a += b;\n  c");
  EXPECT_EQ(typing.undone(), "a += b;\n  ");
  EXPECT_EQ(typing.undone(), "a += b;");
  EXPECT_EQ(typing.undone(), "a += ");
  EXPECT_EQ(typing.undone(), "a ");
  EXPECT_EQ(typing.undone(), "");
  EXPECT_FALSE(typing.history.can_undo());
  EXPECT_EQ(typing.redone(), "a ");
  EXPECT_EQ(typing.redone(), "a += ");
}

TEST(EditHistory, APauseOrAnotherPlaceBeginsAPiece) {
  Typing typing("");
  typing.type("ab");
  typing.now += 2;
  typing.type("cd");
  typing.cursor = 0;
  typing.type("x");
  EXPECT_EQ(typing.undone(), "abcd");
  EXPECT_EQ(typing.undone(), "ab");
  EXPECT_EQ(typing.undone(), "");
}

TEST(EditHistory, DeletedCharactersAreOnePieceInEitherDirection) {
  Typing typing("sdata[t]");
  typing.backspace(3);
  EXPECT_EQ(typing.undone(), "sdata[t]");
  typing.cursor = 1;
  typing.erase();
  typing.erase();
  EXPECT_EQ(typing.text, "sta[t]");
  EXPECT_EQ(typing.undone(), "sdata[t]");
}

TEST(EditHistory, WhatWasPastedIsAPiece) {
  Typing typing("");
  typing.type("a");
  typing.put("b = c + d;");
  typing.type("e");
  EXPECT_EQ(typing.undone(), "ab = c + d;");
  EXPECT_EQ(typing.undone(), "a");
}

TEST(EditHistory, TypingEndsWhatCouldBeRedone) {
  Typing typing("");
  typing.type("a");
  EXPECT_EQ(typing.undone(), "");
  typing.type("b");
  EXPECT_FALSE(typing.history.can_redo());
  EXPECT_EQ(typing.undone(), "");
}

TEST(EditHistory, AReplacedTextHasNothingToUndo) {
  Typing typing("");
  typing.type("a");
  typing.history.start("another");
  EXPECT_FALSE(typing.history.can_undo());
  EXPECT_FALSE(typing.history.can_redo());
}

TEST(EditHistory, LeadsBackFromAnythingThatWasTyped) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    Typing typing("for (;;) {}\n");
    const std::string begins = typing.text;
    for (int i = 0; i < 60; ++i) {
      if (random() % 5 == 0) typing.cursor = random() % (typing.text.size() + 1);
      const auto kind = random() % 8;
      if (kind == 0 && typing.cursor > 0)
        typing.backspace();
      else if (kind == 1 && typing.cursor < typing.text.size())
        typing.erase();
      else if (kind == 2)
        typing.put("aab\naab");
      else
        typing.type(std::string(1, "ab \n"[random() % 4]));
      if (kind == 3) typing.now += 3;
    }
    const std::string ends = typing.text;
    while (typing.history.can_undo()) typing.undone();
    EXPECT_EQ(typing.text, begins);
    while (typing.history.can_redo()) typing.redone();
    EXPECT_EQ(typing.text, ends);
  }
}

}  // namespace
}  // namespace lanescope
