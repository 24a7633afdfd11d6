#include "engine/base/sentence.h"

#include <fmt/args.h>

#include <cctype>
#include <optional>

namespace lanescope {
namespace {

constexpr std::string_view kPlace = "{}";

/// The values that turn `pattern` into `words`, each as short as possible; nothing if there are none.
std::optional<std::vector<std::string>> values_in(std::string_view words, std::string_view pattern) {
  const std::size_t place = pattern.find(kPlace);
  if (words.substr(0, place) != pattern.substr(0, place)) return std::nullopt;
  if (place == std::string_view::npos)
    return words == pattern ? std::optional(std::vector<std::string>{}) : std::nullopt;
  words.remove_prefix(place);
  pattern.remove_prefix(place + kPlace.size());
  for (std::size_t length = 1; length <= words.size(); ++length)
    if (auto rest = values_in(words.substr(length), pattern)) {
      rest->insert(rest->begin(), std::string(words.substr(0, length)));
      return rest;
    }
  return std::nullopt;
}

}  // namespace

Sentence Sentence::of(const char* english) {
  Sentence sentence;
  sentence.english_ = english;
  return sentence;
}

Sentence Sentence::word(std::string words) {
  Sentence sentence;
  sentence.words_ = std::move(words);
  return sentence;
}

Sentence Sentence::recognised(const std::string& words, std::span<const char* const> patterns) {
  Sentence sentence = word(words);
  const std::string small =
      words.empty() ? words
                    : static_cast<char>(std::tolower(static_cast<unsigned char>(words[0]))) + words.substr(1);
  for (const char* const english : patterns) {
    const bool begins_small = std::islower(static_cast<unsigned char>(english[0]));
    const auto values = values_in(begins_small ? small : words, english);
    if (!values) continue;
    sentence.english_ = english;
    for (const std::string& value : *values) sentence.values_.push_back(recognised(value, patterns));
    break;
  }
  return sentence;
}

std::string Sentence::text() const {
  return words_.empty() ? text([](const char* english) { return english; }) : words_;
}

std::string Sentence::text(const char* (*translated)(const char* english)) const {
  if (!english_) return words_;
  fmt::dynamic_format_arg_store<fmt::format_context> values;
  for (const Sentence& value : values_) values.push_back(value.text(translated));
  return fmt::vformat(translated(english_), values);
}

}  // namespace lanescope
