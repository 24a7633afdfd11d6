#include "engine/json/sentence_json.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/foreign_text.h"
#include "engine/json/json_fields.h"

namespace lanescope {
namespace {

using nlohmann::json;

constexpr int kDeepest = 64;               // parts in parts; a list of reasons has one more for each reason
constexpr std::size_t kLongest = 1 << 14;  // bytes of the English text
constexpr std::string_view kPlace = "{}";

std::size_t places_in(std::string_view pattern) {
  std::size_t places = 0;
  for (std::size_t at = pattern.find(kPlace); at != std::string_view::npos;
       at = pattern.find(kPlace, at + kPlace.size()))
    ++places;
  return places;
}

/// A pattern that is not the program's own goes to no formatter.
Sentence word_of(std::string_view pattern, const std::vector<Sentence>& values) {
  std::string text;
  for (const Sentence& value : values) {
    const std::size_t place = pattern.find(kPlace);
    text.append(pattern.substr(0, place)).append(value.text());
    pattern.remove_prefix(place + kPlace.size());
  }
  return Sentence::word(printable(text.append(pattern)));
}

class SentenceReader {
 public:
  SentenceReader(std::string_view key, std::span<const char* const> patterns) : key_(key), patterns_(patterns) {}

  Sentence read(const json& part, int depth) {
    if (depth > kDeepest) throw_bad_field(key_, part, "less deep");
    if (part.is_string()) return Sentence::word(printable(text_of(part)));
    if (!part.is_array() || part.empty() || !part[0].is_string())
      throw_bad_field(key_, part, "a text, or a list of a pattern and its values");
    const std::string& english = text_of(part[0]);
    if (places_in(english) + 1 != part.size())
      throw_bad_field(key_, part, "a pattern with a value for each of its places");
    std::vector<Sentence> values;
    for (std::size_t i = 1; i < part.size(); ++i) values.push_back(read(part[i], depth + 1));
    const auto known = std::find(patterns_.begin(), patterns_.end(), std::string_view(english));
    return known == patterns_.end() ? word_of(english, values) : Sentence::of(*known, std::move(values));
  }

 private:
  const std::string& text_of(const json& part) {
    const auto& text = part.get_ref<const std::string&>();
    length_ += text.size();
    if (length_ > kLongest) throw_bad_field(key_, part, "shorter");
    return text;
  }

  std::string_view key_;
  std::span<const char* const> patterns_;
  std::size_t length_ = 0;
};

}  // namespace

json sentence_to_json(const Sentence& sentence) {
  if (!sentence.english()) return sentence.text();
  json list = json::array({sentence.english()});
  for (const Sentence& value : sentence.values()) list.push_back(sentence_to_json(value));
  return list;
}

Sentence sentence_from_json(const json& json, std::string_view key, std::span<const char* const> patterns) {
  return SentenceReader(key, patterns).read(json, 1);
}

}  // namespace lanescope
