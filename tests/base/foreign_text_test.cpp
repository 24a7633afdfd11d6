// What others wrote never reaches a terminal as it is, and every file name survives JSON.
#include "engine/base/foreign_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

namespace lanescope {
namespace {

TEST(ForeignText, StaysAsItIsWhereNoTerminalObeysIt) {
  for (const char* text : {"", "plain", "µ × 臺灣 é", "a\\n b", "C:\\x", "🙂"}) EXPECT_EQ(printable(text), text);
}

TEST(ForeignText, IsOneLineThatNoTerminalObeys) {
  EXPECT_EQ(printable("a\nb\tc\rd"), "a\\nb\\tc\\x0dd");
  EXPECT_EQ(printable("\x1b[31mred\x1b]0;title\a"), "\\x1b[31mred\\x1b]0;title\\x07");
  EXPECT_EQ(printable(std::string("\0\x7f", 2)), "\\x00\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\u009b31m");  // the one-character form of ESC [
  EXPECT_EQ(printable("\xe2\x80\xae"
                      "cod.exe"),
            "\\u202ecod.exe");  // right to left
  EXPECT_EQ(printable("\xe2\x80\xa8\xe2\x81\xa6"), "\\u2028\\u2066");
  EXPECT_EQ(printable("\xf3\xa0\x81\x81"), "\\U000e0041");  // a tag, which shows nothing
}

TEST(ForeignText, TellsBytesThatAreNoUtf8) {
  EXPECT_EQ(printable("caf\xe9.csv"), "caf\\xe9.csv");
  EXPECT_EQ(printable("\xc0\xaf \xed\xa0\x80 \xf4\x90\x80\x80 \xe2\x82"),
            "\\xc0\\xaf \\xed\\xa0\\x80 \\xf4\\x90\\x80\\x80 \\xe2\\x82");  // too long, half a pair, too large, cut
}

/// Bytes and pieces of escape sequences at random.
std::string random_bytes(std::mt19937& random) {
  const std::string pieces[] = {"\x1b[", "\xe2\x80\xae",    "\xee\xbe\x80", "\xef\xbf\xbf", "\n",
                                "é",     "\xf0\x9f\x99\x82"};
  std::string text;
  for (unsigned i = random() % 12; i > 0; --i)
    text += random() % 3 == 0 ? pieces[random() % std::size(pieces)] : std::string(1, static_cast<char>(random()));
  return text;
}

TEST(ForeignText, IsSafeWhateverItIs) {
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const std::string bytes = random_bytes(random), shown = printable(bytes);
    for (const char c : shown) ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) << shown;
    ASSERT_EQ(shown.find("\xe2\x80\xae"), std::string::npos);
    ASSERT_EQ(printable(shown), shown);
    ASSERT_NO_THROW(nlohmann::json(shown).dump()) << "it is valid UTF-8";
  }
}

TEST(ForeignText, GoesThroughJsonAsTheNameThatItWas) {
  std::mt19937 random(2);
  for (int i = 0; i < 20'000; ++i) {
    const std::string name = random_bytes(random), text = nlohmann::json(utf8_of_bytes(name)).dump();
    ASSERT_EQ(bytes_of_utf8(nlohmann::json::parse(text).get<std::string>()), name) << text;
  }
  EXPECT_EQ(utf8_of_bytes("µ.csv"), "µ.csv");
}

TEST(ForeignText, InJsonStaysTheSameJson) {
  const nlohmann::json json = {{"path", "\x7f\xc2\x9b\xe2\x80\xae\xf3\xa0\x81\x81 µ"}, {"n", 1}};
  const std::string text = terminal_json(json.dump(2));
  EXPECT_EQ(nlohmann::json::parse(text), json);
  EXPECT_NE(text.find("\\u007f\\u009b\\u202e\\udb40\\udc41 µ"), std::string::npos) << text;
}

}  // namespace
}  // namespace lanescope
