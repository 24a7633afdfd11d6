// Read once a language; English needs none of it.
#include "viz/text/strings.h"

#include <array>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "string_texts.h"
#include "viz/text/characters.h"

namespace lanescope {
namespace {

using Strings = std::map<std::string, std::string, std::less<>>;

Strings read_strings(Language language) {
  const std::string ending = "/" + std::string(name_of(language)) + ".json";
  for (const auto& file : string_texts::kFiles)
    if (std::string_view(file.path).ends_with(ending)) return nlohmann::json::parse(file.text).get<Strings>();
  return {};
}

std::vector<char32_t> read_characters(Language language) {
  std::set<char32_t> seen;
  const auto look_at = [&](const std::string& text) {
    for (std::size_t i = 0; i < text.size();)
      if (const char32_t character = next_character(text, i); is_wide(character)) seen.insert(character);
  };
  for (const auto& [english, translation] : strings_of(language)) look_at(translation);
  for (const LanguageRow& row : kLanguages) {
    look_at(row.label);
    look_at(row.title);
  }
  return {seen.begin(), seen.end()};
}

}  // namespace

const Strings& strings_of(Language language) {
  static std::array<Strings, kLanguageCount> strings;
  static std::array<std::once_flag, kLanguageCount> read;
  const auto i = static_cast<std::size_t>(language);
  std::call_once(read[i], [&] { strings[i] = read_strings(language); });
  return strings[i];
}

const std::vector<char32_t>& wide_characters_of(Language language) {
  static const auto characters = [] {
    std::array<std::vector<char32_t>, kLanguageCount> of_languages;
    for (std::size_t i = 0; i < kLanguageCount; ++i) of_languages[i] = read_characters(static_cast<Language>(i));
    return of_languages;
  }();
  return characters[static_cast<std::size_t>(language)];
}

}  // namespace lanescope
