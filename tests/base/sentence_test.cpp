// Sentences: said in English, in another order, and written down and read again.
#include "engine/base/sentence.h"

#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "engine/base/error.h"
#include "engine/json/sentence_json.h"

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

TEST(Sentences, StandingAloneBeginWithACapital) {
  const Sentence part("line {}: {} ({})", 3, "a", "b");
  EXPECT_EQ(part.capitalized().text(), "Line 3: a (b)");
  EXPECT_EQ(part.capitalized().text(backwards), "<b a 3>");
  EXPECT_EQ(part.text(), "line 3: a (b)");
  EXPECT_EQ(Sentence().capitalized().text(), "");
}

/// As a file keeps it and gives it back, read with the patterns above.
Sentence read_again(const std::string& json) {
  return sentence_from_json(nlohmann::json::parse(json), "note", kPatterns);
}

TEST(Sentences, AreReadAsTheyWereWrittenDown) {
  const Sentence one("{} of {}", 1, 2), first("line {}: {} ({})", 3, one, "a, b");
  const Sentence whole("{}.", Sentence("{}; {}", first, Sentence("line {}: {} ({})", 4, "no; no", "c")));
  const auto written = sentence_to_json(whole);
  EXPECT_EQ(written.dump(), R"x(["{}.",["{}; {}",["line {}: {} ({})","3",["{} of {}","1","2"],"a, b"],)x"
                            R"x(["line {}: {} ({})","4","no; no","c"]]])x");
  const Sentence read = read_again(written.dump());
  EXPECT_EQ(read.text(), "line 3: 1 of 2 (a, b); line 4: no; no (c).");
  EXPECT_EQ(read.text(), whole.text());
  EXPECT_EQ(read.text(backwards), "<c no; no 4> | <a, b [2: 1] 3>.");
  EXPECT_EQ(read.text(backwards), whole.text(backwards));
  EXPECT_EQ(sentence_to_json(read), written);
  EXPECT_TRUE(read_again(R"("")").empty());
}

TEST(Sentences, OfNoKnownPatternAreWords) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("something else")", "something else"},
      {R"x("line {}: {} ({})")x", "line {}: {} ({})"},
      {R"("line 3: 4")", "line 3: 4"},
      {R"(["{"])", "{"},
      {R"(["{:999999999}"])", "{:999999999}"},
      {R"(["{} in {}", "a {}", ["{} of {}", "1", "2"]])", "a {} in 1 of 2"},
      {R"(["{}\u001b[1m", "\u202e"])", "\\u202e\\x1b[1m"}};
  for (const auto& [json, text] : cases) {
    const Sentence read = read_again(json);
    EXPECT_EQ(read.text(), text);
    EXPECT_EQ(read.text(backwards), text);
    EXPECT_EQ(read_again(sentence_to_json(read).dump()), read);
  }
}

TEST(Sentences, ThatAreNoneAreRefused) {
  std::string deep = "\"a\"";
  for (int i = 0; i < 64; ++i) deep = "[\"{}.\"," + deep + "]";
  for (const std::string& json :
       {std::string("3"), std::string("null"), std::string("{}"), std::string("[]"), std::string("[3]"),
        std::string("[[\"{}.\"]]"), std::string(R"(["{}."])"), std::string(R"(["{}.", "a", "b"])"),
        std::string(R"(["none", "a"])"), std::string(R"(["{} of {}", "1", 2])"), deep,
        "\"" + std::string(20'000, 'x') + "\""}) {
    try {
      read_again(json);
      ADD_FAILURE() << json;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      EXPECT_NE(std::string(error.what()).find("note is "), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace lanescope
