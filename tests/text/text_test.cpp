// Words in three languages: what is known, what is not, places, and where lines break.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "viz/text/characters.h"
#include "viz/text/cjk_font.h"
#include "viz/text/language.h"
#include "viz/text/strings.h"

namespace lanescope {
namespace {

TEST(Words, come_in_the_current_language) {
  const LanguageScope english(Language::english);
  EXPECT_STREQ(tr("Cancel"), "Cancel");
  {
    const LanguageScope chinese(Language::traditional_chinese);
    EXPECT_STREQ(tr("Cancel"), "取消");
    EXPECT_STREQ(tr("Bank conflicts"), "Bank 衝突");
    set_language(Language::simplified_chinese);
    EXPECT_STREQ(tr("Bank conflicts"), "Bank 冲突");
    EXPECT_EQ(tr(std::string("step")), "步");
  }
  EXPECT_STREQ(tr("Cancel"), "Cancel") << "the scope has ended";
}

TEST(Words, are_english_where_nobody_translated_them) {
  const LanguageScope chinese(Language::traditional_chinese);
  EXPECT_STREQ(tr("COARSE_FACTOR"), "COARSE_FACTOR");
  EXPECT_EQ(tr_format("a{}b{:02x}", 1, 10), "a1b0a");
}

TEST(Words, take_values_in_the_order_of_their_language) {
  EXPECT_EQ(tr_format("{} of block {}", "4 elements", 7), "4 elements of block 7");
  const LanguageScope chinese(Language::simplified_chinese);
  EXPECT_EQ(tr_format("{} of block {}", "4 个元素", 7), "线程块 7 的 4 个元素");
}

/// As tests/strings.py does, and with the real formatter: no place names a value that there is none of.
TEST(Words, have_only_places_that_can_be_filled) {
  for (const Language language : {Language::traditional_chinese, Language::simplified_chinese}) {
    EXPECT_GT(strings_of(language).size(), 400u);
    EXPECT_GT(wide_characters_of(language).size(), 400u);
    for (const auto& [english, translation] : strings_of(language)) {
      const auto places = [](const std::string& text) { return std::count(text.begin(), text.end(), '{'); };
      EXPECT_EQ(places(english), places(translation)) << english;
    }
  }
  EXPECT_TRUE(strings_of(Language::english).empty());
}

TEST(Lines, break_at_blanks_and_beside_wide_characters) {
  const auto width = [](const std::string& line) {
    float sum = 0;
    for (std::size_t i = 0; i < line.size();) sum += is_wide(next_character(line, i)) ? 2.0f : 1.0f;
    return sum;
  };
  using Lines = std::vector<std::string>;
  EXPECT_EQ(broken_lines("one two three", 7, width), (Lines{"one two", "three"}));
  EXPECT_EQ(broken_lines("one\n\ntwo", 20, width), (Lines{"one", "", "two"}));
  EXPECT_EQ(broken_lines("記憶體頻寬", 6, width), (Lines{"記憶體", "頻寬"}));
  EXPECT_EQ(broken_lines("記憶體，頻寬", 6, width), (Lines{"記憶", "體，頻", "寬"}))
      << "no line begins with a comma";
  EXPECT_EQ(broken_lines("記憶（體頻）", 6, width), (Lines{"記憶", "（體", "頻）"})) << "none ends with a bracket";
  EXPECT_EQ(broken_lines("32 個 warp 等待", 8, width), (Lines{"32 個", "warp 等", "待"}));
  EXPECT_EQ(broken_lines("B 16 · C 4", 8, width), (Lines{"B 16 ·", "C 4"})) << "a name goes with what it names";
  EXPECT_EQ(broken_lines("掩码 · 第 21 行", 14, width), (Lines{"掩码 ·", "第 21 行"}))
      << "a number goes with what it counts";
  EXPECT_EQ(balanced_lines("one two three four", 14, width), (Lines{"one two", "three four"}));
  EXPECT_EQ(balanced_lines("没有为这次启动计时", 16, width), (Lines{"没有为这次", "启动计时"}));
  EXPECT_EQ(balanced_lines("统计做了什么，不计多久", 20, width), (Lines{"统计做了什么，", "不计多久"}))
      << "at a comma";
  EXPECT_EQ(balanced_lines("one", 14, width), (Lines{"one"}));
  EXPECT_EQ(broken_lines("unbreakable", 3, width), (Lines{"unbreakable"}));
  EXPECT_EQ(broken_lines("", 3, width), (Lines{""}));
}

TEST(Languages, sentences_and_lists_are_put_together_as_each_language_does) {
  EXPECT_EQ(told_together("One.", "Two."), "One. Two.");
  EXPECT_EQ(told_together("One.", ""), "One.");
  EXPECT_EQ(in_a_list(in_a_list("", "A"), "B"), "A, B");
  const LanguageScope scope(Language::simplified_chinese);
  EXPECT_EQ(told_together("看元素。", "空格键播放。"), "看元素。空格键播放。");
  EXPECT_EQ(told_together("完成。", "A 等待。"), "完成。A 等待。");
  EXPECT_EQ(in_a_list("屏障", "步数"), "屏障、步数");
}

TEST(Languages, blanks_are_settled_where_a_value_meets_a_chinese_text) {
  const LanguageScope scope(Language::simplified_chinese);
  const auto filled = [](const char* pattern, const std::string& value) {
    return filled_in(pattern, fmt::make_format_args(value));
  };
  EXPECT_EQ(filled("线程束{}", "3"), "线程束 3");
  EXPECT_EQ(filled("相隔{}的值", "3 个位置"), "相隔 3 个位置的值");
  EXPECT_EQ(filled("显示 {}", "总和"), "显示总和");
  EXPECT_EQ(filled("显示 {}", "N 5"), "显示 N 5");
  EXPECT_EQ(filled("{} 时", "线程块"), "线程块时");
  EXPECT_EQ(filled("{}：{{}}", "程序1.cu"), "程序1.cu：{}") << "a name stays as it is";
}

TEST(Languages, follow_one_another_as_far_as_they_can_be_shown) {
  EXPECT_EQ(language_refusal(Language::english), "");
  const std::string& refused = language_refusal(Language::simplified_chinese);
  if (!refused.empty()) {
    EXPECT_NE(refused.find("fonts-noto-cjk"), std::string::npos);
    EXPECT_EQ(next_language(Language::english), Language::english);
    GTEST_SKIP() << refused;
  }
  EXPECT_EQ(next_language(Language::english), Language::traditional_chinese);
  EXPECT_EQ(next_language(Language::traditional_chinese), Language::simplified_chinese);
  EXPECT_EQ(next_language(Language::simplified_chinese), Language::english);
}

}  // namespace
}  // namespace lanescope
