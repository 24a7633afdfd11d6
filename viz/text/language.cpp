// One table per language, read when that language is first used.
#include "viz/text/language.h"

#include <atomic>

#include "engine/base/sentence.h"
#include "viz/text/strings.h"

namespace lanescope {
namespace {

std::atomic<Language> language{Language::english};

const std::string* translation(std::string_view english) {
  const Language now = current_language();
  if (now == Language::english) return nullptr;
  const auto& strings = strings_of(now);
  const auto found = strings.find(english);
  return found == strings.end() ? nullptr : &found->second;
}

}  // namespace

void set_language(Language now) {
  language = now;
}
Language current_language() {
  return language;
}

const char* tr(const char* english) {
  const std::string* found = translation(english);
  return found ? found->c_str() : english;
}

std::string tr(std::string_view english) {
  const std::string* found = translation(english);
  return found ? *found : std::string(english);
}

std::string tr(const Sentence& sentence) {
  if (current_language() == Language::english) return sentence.text();
  return sentence.text([](const char* english) { return tr(english); });
}

}  // namespace lanescope
