// One table per language, read when that language is first used.
#include "viz/text/language.h"

#include <atomic>
#include <cctype>

#include "engine/base/sentence.h"
#include "viz/text/characters.h"
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

/// Stands where a value meets its pattern, until the blanks there are settled.
constexpr char kSeam = '\x01';

/// The pattern with seams around its places; a brace that stands for itself is doubled.
std::string with_seams(std::string_view pattern) {
  std::string marked;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool doubled = i + 1 < pattern.size() && pattern[i + 1] == pattern[i];
    if (const char c = pattern[i]; c != '{' && c != '}')
      marked += c;
    else if (doubled)
      marked.append(2, pattern[i++]);
    else
      marked += c == '{' ? std::string{kSeam, c} : std::string{c, kSeam};
  }
  return marked;
}

bool is_chinese(char32_t c) {
  return c >= 0x4e00 && c <= 0x9fff;
}
bool is_latin(char32_t c) {
  return c < 128 && std::isalnum(static_cast<int>(c));
}

std::string with_blanks_settled(const std::string& text) {
  std::string settled;
  char32_t before = 0, last = 0;  // the characters written last
  bool seam = false;              // since the last character but a blank
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == kSeam) {
      seam = true;
      ++i;
      continue;
    }
    const std::size_t start = i;
    const char32_t now = next_character(text, i);
    if (seam && is_chinese(before) && last == ' ' && is_chinese(now)) settled.pop_back();
    if (seam && ((is_chinese(last) && is_latin(now)) || (is_latin(last) && is_chinese(now)))) settled += ' ';
    settled += text.substr(start, i - start);
    before = last;
    last = now;
    seam = seam && now == ' ';
  }
  return settled;
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

std::string filled_in(const char* pattern, fmt::format_args values) {
  if (current_language() == Language::english) return fmt::vformat(pattern, values);
  return with_blanks_settled(fmt::vformat(with_seams(pattern), values));
}

std::string in_a_list(const std::string& list, const std::string& next) {
  return list.empty() ? next : tr_format("{}, {}", list, next);
}

std::string told_together(const std::string& first, const std::string& next) {
  if (first.empty() || next.empty()) return first + next;
  char32_t last = 0;
  for (std::size_t i = 0; i < first.size();) last = next_character(first, i);
  std::size_t begin = 0;
  const bool ends = is_wide(last) && !is_chinese(last),
             both = is_wide(last) && is_wide(next_character(next, begin));
  return first + (ends || both ? "" : " ") + next;
}

std::string tr(const Sentence& sentence) {
  if (current_language() == Language::english) return sentence.text();
  return sentence.text([](const char* english) { return tr(english); });
}

}  // namespace lanescope
