// What the engine says in words: an English pattern and what stands in its places, so that a window can say it in
// another language. Command line and files say text().
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lanescope {

/// Marks a literal that a Sentence is given later, by its name.
constexpr const char* pattern(const char* english) {
  return english;
}

/// A literal with so many places, each a plain {}; any other does not compile.
template <std::size_t kPlaces>
struct EnglishPattern {
  consteval EnglishPattern(const char* words) : english(words) {
    std::size_t places = 0;
    for (const char* c = words; *c != 0; ++c) {
      if (*c != '{' && *c != '}') continue;
      if (c[0] == '}' || c[1] != '}') throw "a place is a plain {}";
      ++places;
      ++c;
    }
    if (places != kPlaces) throw "a value a place";
  }
  const char* english;
};

class Sentence {
 public:
  Sentence() = default;

  /// A pattern of the program's own and a value a place: a number comes as the words that tell it, a part with
  /// words of its own as a Sentence.
  template <class... Values>
  explicit Sentence(std::type_identity_t<EnglishPattern<sizeof...(Values)>> checked, const Values&... values)
      : english_(checked.english), values_{as_value(values)...} {}

  /// A pattern without a place that comes from a table, where it is marked by pattern().
  static Sentence of(const char* english);

  /// A name, a number, a formula: the same in every language.
  static Sentence word(std::string words);

  /// What was written down as text, taken apart again: by the first of `patterns` that it can come from, and each
  /// of its values likewise; a pattern's first letter may stand as a capital. A text of none of them is a word.
  /// text() is in any case `words` themselves.
  static Sentence recognised(const std::string& words, std::span<const char* const> patterns);

  /// Whether they say the same in English.
  friend bool operator==(const Sentence& a, const Sentence& b) { return a.text() == b.text(); }

  bool empty() const { return !english_ && words_.empty(); }

  /// In English.
  std::string text() const;

  /// With each pattern as `translated` has it; translations number their places where the order differs: {1} {0}.
  std::string text(const char* (*translated)(const char* english)) const;

 private:
  static Sentence as_value(const Sentence& sentence) { return sentence; }
  static Sentence as_value(const std::string& words) { return word(words); }
  static Sentence as_value(std::string_view words) { return word(std::string(words)); }
  static Sentence as_value(const char* words) { return word(words); }
  static Sentence as_value(std::integral auto number) { return word(std::to_string(number)); }

  const char* english_ = nullptr;  ///< null for a word
  std::string words_;              ///< of a word, and of what was recognised
  std::vector<Sentence> values_;
};

}  // namespace lanescope
