#include "engine/source/shared_types.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "engine/source/scan.h"
#include "engine/source/source_text.h"
#include "engine/source/type_words.h"

namespace lanescope {

using namespace source_text;

namespace {

/// The declaration behind __shared__: the words before the name of its first array, and that name.
void note_declaration(std::string_view text, std::map<std::string, unsigned>& widths) {
  std::vector<std::string_view> words;
  Size at = 0;
  while (at < text.size()) {
    const char sign = text[at];
    if (is_word_sign(sign)) {
      const Size end = end_of_word(text, at);
      words.push_back(text.substr(at, end - at));
      at = end;
    } else if (sign == '(') {  // of __align__(8)
      at = std::min(text.find(')', at), text.size() - 1) + 1;
    } else if (sign == ' ' || sign == '\n' || sign == '\t') {
      ++at;
    } else {
      break;
    }
  }
  if (at >= text.size() || text[at] != '[' || words.size() < 2) return;
  const std::string name(words.back());
  words.pop_back();
  const unsigned bytes = bytes_of_type(words);
  const auto [known, is_new] = widths.try_emplace(name, bytes);
  if (!is_new && known->second != bytes) known->second = 0;
}

/// Whether the name that ends there is called, or declared, as what is no kernel.
bool is_other_function(std::string_view code, Size begin, Size end) {
  while (end < code.size() && is_space(code[end])) ++end;
  if (code.substr(end, 3) == "<<<") return false;
  const Size statement = code.find_last_of(";{}", begin) + 1;  // 0 where there is none
  if (end < code.size() && code[end] == '(')
    return code.substr(statement, begin - statement).find("__global__") == kNone;
  if (end < code.size() && code[end] == '<') {
    const Size next = code.find_first_of(";{}", end);
    return code.substr(end, next - end).find("<<<") == kNone;
  }
  return false;
}

/// The names behind a * in a declaration.
void note_pointers(std::string_view declaration, std::set<std::string>& names) {
  for (Size star = declaration.find('*'); star != kNone; star = declaration.find('*', star + 1)) {
    Size begin = star + 1;
    for (;;) {  // of `* const p`
      while (begin < declaration.size() && is_space(declaration[begin])) ++begin;
      const Size end = end_of_word(declaration, begin);
      const std::string_view word = declaration.substr(begin, end - begin);
      if (word != "const" && word != "volatile" && word != "__restrict__") {
        if (!word.empty()) names.emplace(word);
        break;
      }
      begin = end;
    }
  }
}

}  // namespace

std::set<std::string> declared_pointers(std::string_view source) {
  const std::string code = code_of(source);
  std::set<std::string> names;
  for (const std::string_view mark : {"__shared__", "__device__", "__managed__"})
    for (Size at = code.find(mark); at != kNone; at = code.find(mark, at + 1)) {
      const Size begin = at + mark.size(), end = std::min(code.find_first_of(";=({", begin), code.size());
      if (end == code.size() || code[end] == ';' || code[end] == '=')  // a function else
        note_pointers(std::string_view(code).substr(begin, end - begin), names);
    }
  return names;
}

std::set<std::string> names_of_kernels_alone(std::string_view source) {
  const std::string code = code_of(source);
  std::set<std::string> names;
  for (const ScannedKernel& kernel : scan_kernels(source)) {
    bool is_alone = true;
    for (Size at = find_word(code, kernel.name); at != kNone && is_alone; at = find_word(code, kernel.name, at + 1))
      is_alone = !is_other_function(code, at, at + kernel.name.size());
    if (is_alone) names.insert(kernel.name);
  }
  return names;
}

std::map<std::string, unsigned> shared_element_bytes(std::string_view source) {
  constexpr std::string_view kShared = "__shared__";
  const std::string code = code_of(source);
  std::map<std::string, unsigned> widths;
  for (Size at = code.find(kShared); at != kNone; at = code.find(kShared, at + 1)) {
    const Size begin = at + kShared.size(), end = std::min(code.find(';', begin), code.size());
    note_declaration(std::string_view(code).substr(begin, end - begin), widths);
  }
  std::erase_if(widths, [](const auto& one) { return one.second == 0; });
  return widths;
}

std::vector<std::string> dynamic_shared_names(std::string_view source, const std::string& kernel) {
  constexpr std::string_view kShared = "__shared__";
  const std::string code = kernel.empty() ? code_of(source) : kernel_text(code_of(source), kernel).body;
  std::vector<std::string> names;
  for (Size at = code.find(kShared); at != kNone; at = code.find(kShared, at + 1)) {
    const Size begin = at == 0 ? 0 : code.find_last_of(";{}", at - 1) + 1;  // 0 where there is none
    const Size end = std::min(code.find_first_of("[;", at), code.size());
    const std::string_view declaration = std::string_view(code).substr(begin, end - begin);
    if (!has_word(declaration, "extern")) continue;
    const std::string words = trimmed(declaration);
    const Size name = begin_of_word(words, words.size());
    if (std::find(names.begin(), names.end(), words.substr(name)) == names.end())
      names.push_back(words.substr(name));
  }
  return names;
}

}  // namespace lanescope
