// The texts that a user reads, in the user's language. The English text is the key; each language has a file of
// translations.
//
// The current language is a global setting, like a locale: otherwise every sentence, table and label would have to
// pass it on. Painter and the frame set it from the view state before they draw, so pictures still depend on that
// state alone. Command line, JSON and CSV stay English.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace lanescope {

class Sentence;

/// One row per language. Its translations are in viz/text/NAME.json; English needs none.
struct LanguageRow {
  std::string_view name;  ///< BCP 47
  const char* label;      ///< of the button that opens the list of languages while this one is chosen
  const char* title;      ///< in that list, in its own script
  int cjk_face;           ///< its face in Noto Sans CJK (JP, KR, SC, TC, HK); -1 where the Latin faces are enough
};
inline constexpr LanguageRow kLanguages[] = {
    {"en", "EN", "English", -1}, {"zh-Hant", "繁", "繁體中文", 3}, {"zh-Hans", "简", "简体中文", 2}};
inline constexpr std::size_t kLanguageCount = std::size(kLanguages);

/// The row numbers of the languages that code or tests refer to.
enum class Language { english, traditional_chinese, simplified_chinese };
constexpr const LanguageRow& row_of(Language language) {
  return kLanguages[static_cast<std::size_t>(language)];
}
/// Its face in Noto Sans CJK. A Latin language has none of its own for the names of the others, and for what a
/// lesson's file may hold: there it is the one of traditional Chinese.
constexpr int cjk_face_of(Language language) {
  const int face = row_of(language).cjk_face;
  return face >= 0 ? face : row_of(Language::traditional_chinese).cjk_face;
}
constexpr std::string_view name_of(Language language) {
  return row_of(language).name;
}
struct LanguageNames {
  constexpr LanguageNames() {
    for (std::size_t i = 0; i < kLanguageCount; ++i) all[i] = kLanguages[i].name;
  }
  std::string_view all[kLanguageCount];
};
inline constexpr LanguageNames kNamesOfLanguages;
inline constexpr const std::string_view (&kLanguageNames)[kLanguageCount] = kNamesOfLanguages.all;

/// May be called from any thread. What is being drawn meanwhile mixes two languages, and is drawn again.
void set_language(Language language);
Language current_language();

/// Sets another language during its lifetime.
class LanguageScope {
 public:
  explicit LanguageScope(Language language) : before_(current_language()) { set_language(language); }
  ~LanguageScope() { set_language(before_); }
  LanguageScope(const LanguageScope&) = delete;
  LanguageScope& operator=(const LanguageScope&) = delete;

 private:
  Language before_;
};

/// The text in the current language, or unchanged if there is no translation. Valid as long as the argument.
const char* tr(const char* english);
std::string tr(std::string_view english);

/// A sentence of the engine in the current language.
std::string tr(const Sentence& sentence);

/// Marks a literal in a table that is passed to tr() later.
constexpr const char* tr_later(const char* english) {
  return english;
}

/// Fills in a pattern. In Chinese a blank stands between a Chinese character and a letter or digit, and none between
/// two Chinese characters: where a value meets the pattern, that depends on the value.
std::string filled_in(const char* pattern, fmt::format_args values);

/// Fills in a pattern in the current language. Translations number their places if the order differs: {1} {0}.
template <class... Values>
std::string tr_format(fmt::format_string<Values...> english, Values&&... values) {
  const fmt::string_view pattern = english;
  return filled_in(tr(pattern.data()), fmt::make_format_args(values...));
}

/// A list with one more in it: "A, B"; in Chinese with the comma of lists, "A、B".
std::string in_a_list(const std::string& list, const std::string& next);

/// Two sentences, one after the other. In Chinese no blank stands after what ends one.
std::string told_together(const std::string& first, const std::string& next);

}  // namespace lanescope
