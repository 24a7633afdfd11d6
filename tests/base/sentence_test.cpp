// Sentences: said in English, in another order, and taken apart again.
#include "engine/base/sentence.h"

#include <gtest/gtest.h>

#include <cstring>

namespace lanescope {
namespace {

constexpr const char* kPatterns[] = {"{}; {}", "line {}: {} ({})", "{} of {}", "{}."};

/// A language in which what is said last comes first.
const char* backwards(const char* english) {
  if (std::strcmp(english, "{} of {}") == 0) return "[{1}: {0}]";
  if (std::strcmp(english, "{}; {}") == 0) return "{1} | {0}";
  if (std::strcmp(english, "line {}: {} ({})") == 0) return "<{2} {1} {0}>";
  return english;
}

TEST(Sentences, PutWordsIntoPlaces) {
  EXPECT_TRUE(Sentence().empty());
  EXPECT_EQ(Sentence().text(), "");
  EXPECT_EQ(Sentence("alone").text(), "alone");
  const Sentence part("{} of {}", 3, std::string("1,024"));
  EXPECT_EQ(part.text(), "3 of 1,024");
  EXPECT_EQ(part.text(backwards), "[1,024: 3]");
  const Sentence whole("{}; {}", part, Sentence::word("{} of {}"));
  EXPECT_EQ(whole.text(), "3 of 1,024; {} of {}") << "a word is no pattern";
  EXPECT_EQ(whole.text(backwards), "{} of {} | [1,024: 3]");
}

TEST(Sentences, AreRecognisedInWhatWasWrittenDown) {
  const std::string text = "Line 3: 1 of 2 (a, b); line 4: no (c).";
  const Sentence read = Sentence::recognised(text, kPatterns);
  EXPECT_EQ(read.text(), text);
  EXPECT_EQ(read.text(backwards), "<c no 4>. | <a, b [2: 1] 3>");
}

TEST(Sentences, ThatNoPatternMakesAreWords) {
  for (const char* const text : {"", "something else", "line 3: 4", "; ", "{"}) {
    const Sentence read = Sentence::recognised(text, kPatterns);
    EXPECT_EQ(read.text(), text);
    EXPECT_EQ(read.text(backwards), text);
  }
}

}  // namespace
}  // namespace lanescope
