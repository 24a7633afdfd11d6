// Read once a language; English needs none of it.
#include "viz/text/strings.h"

#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "string_texts.h"
#include "viz/text/characters.h"

namespace lanescope {
namespace {

using Strings = std::map<std::string, std::string, std::less<>>;

Strings read_strings(Language language) {
  Strings strings;
  if (language == Language::english) return strings;
  const auto json = nlohmann::json::parse(string_texts::kFiles[0].text);
  for (const auto& entry : json)
    strings.emplace(entry.at("en").get<std::string>(), entry.at(std::string(name_of(language))).get<std::string>());
  return strings;
}

std::vector<char32_t> read_characters(Language language) {
  std::set<char32_t> seen;
  const auto look_at = [&](const std::string& text) {
    for (std::size_t i = 0; i < text.size();)
      if (const char32_t character = next_character(text, i); is_wide(character)) seen.insert(character);
  };
  for (const auto& [english, translation] : strings_of(language)) look_at(translation);
  for (const char* label : kLanguageLabels) look_at(label);
  return {seen.begin(), seen.end()};
}

}  // namespace

const Strings& strings_of(Language language) {
  if (language == Language::traditional_chinese) {
    static const Strings traditional = read_strings(language);
    return traditional;
  }
  if (language == Language::simplified_chinese) {
    static const Strings simplified = read_strings(language);
    return simplified;
  }
  static const Strings none;
  return none;
}

const std::vector<char32_t>& wide_characters_of(Language language) {
  static const std::array<std::vector<char32_t>, 3> characters{read_characters(Language::english),
                                                               read_characters(Language::traditional_chinese),
                                                               read_characters(Language::simplified_chinese)};
  return characters[static_cast<std::size_t>(language)];
}

}  // namespace lanescope
