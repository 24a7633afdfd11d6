#include "engine/base/sentence.h"

#include <fmt/args.h>

#include <cctype>
#include <utility>

namespace lanescope {

Sentence Sentence::of(const char* english, std::vector<Sentence> values) {
  Sentence sentence;
  sentence.english_ = english;
  sentence.values_ = std::move(values);
  return sentence;
}

Sentence Sentence::word(std::string words) {
  Sentence sentence;
  sentence.words_ = std::move(words);
  return sentence;
}

Sentence Sentence::capitalized() const {
  Sentence sentence = *this;
  sentence.capital_ = true;
  return sentence;
}

std::string Sentence::text() const {
  return text([](const char* english) { return english; });
}

std::string Sentence::text(const char* (*translated)(const char* english)) const {
  std::string told = words_;
  if (english_) {
    fmt::dynamic_format_arg_store<fmt::format_context> values;
    for (const Sentence& value : values_) values.push_back(value.text(translated));
    told = fmt::vformat(translated(english_), values);
  }
  if (capital_ && !told.empty()) told[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(told[0])));
  return told;
}

}  // namespace lanescope
