// A sentence of the engine: an English pattern and the values in its places, so that the window can say it in
// another language. Command line and files use text().
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lanescope {

/// Marks a literal that becomes a Sentence elsewhere, through a constant or a table.
constexpr const char* pattern(const char* english) {
  return english;
}

/// A literal with this many places, each a plain {}; any other literal does not compile.
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

  /// A pattern of the program, and a value for each place: a number is formatted as text, a part that has words of
  /// its own is a Sentence.
  template <class... Values>
  explicit Sentence(std::type_identity_t<EnglishPattern<sizeof...(Values)>> checked, const Values&... values)
      : english_(checked.english), values_{as_value(values)...} {}

  /// A pattern from a table, where it is marked by pattern(), and a value for each of its places.
  static Sentence of(const char* english, std::vector<Sentence> values = {});

  /// A name, a number or a formula: the same in every language.
  static Sentence word(std::string words);

  /// A part that is read by itself: its first letter becomes a capital, in every language that has them.
  Sentence capitalized() const;

  /// Whether their English texts are equal.
  friend bool operator==(const Sentence& a, const Sentence& b) { return a.text() == b.text(); }

  bool empty() const { return !english_ && words_.empty(); }

  /// What it was made of: the pattern, null for a word, and the values.
  const char* english() const { return english_; }
  /// Whether it was made of that pattern.
  bool is_of(std::string_view english) const { return english_ && english_ == english; }
  const std::vector<Sentence>& values() const { return values_; }

  /// In English.
  std::string text() const;

  /// Each pattern replaced by its translation. Translations number their places if the order differs: {1} {0}.
  std::string text(const char* (*translated)(const char* english)) const;

 private:
  static Sentence as_value(const Sentence& sentence) { return sentence; }
  static Sentence as_value(const std::string& words) { return word(words); }
  static Sentence as_value(std::string_view words) { return word(std::string(words)); }
  static Sentence as_value(const char* words) { return word(words); }
  static Sentence as_value(std::integral auto number) { return word(std::to_string(number)); }

  const char* english_ = nullptr;  ///< null for a word
  std::string words_;              ///< of a word
  std::vector<Sentence> values_;
  bool capital_ = false;
};

}  // namespace lanescope
