#include "viz/kit/highlight.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

namespace lanescope {
namespace {

constexpr std::string_view kKeywords[] = {
    "alignas", "break",  "const",    "constexpr",        "continue",  "do",       "else",
    "extern",  "for",    "if",       "inline",           "namespace", "new",      "operator",
    "return",  "sizeof", "static",   "static_cast",      "struct",    "template", "typename",
    "using",   "while",  "volatile", "reinterpret_cast", "true",      "false"};
constexpr std::string_view kTypes[] = {"auto",   "bool",  "char",   "double",   "float",    "int",
                                       "long",   "short", "size_t", "unsigned", "uint32_t", "uint64_t",
                                       "float4", "void",  "Point",  "Vector"};
constexpr std::string_view kBuiltins[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};

template <std::size_t N>
bool is_in(const std::string_view (&words)[N], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

Token token_of(std::string_view word) {
  if (std::isdigit(static_cast<unsigned char>(word[0]))) return Token::number;
  if (is_in(kKeywords, word)) return Token::keyword;
  if (is_in(kTypes, word)) return Token::type;
  const bool builtin = is_in(kBuiltins, word) || word.starts_with("__") || word.starts_with("atomic");
  return builtin ? Token::builtin : Token::plain;
}

/// End of the word or number that starts at `begin`; a number includes its point and letters: 0xffu, 1.5f.
std::size_t word_end(const std::string& line, std::size_t begin) {
  const bool number = std::isdigit(static_cast<unsigned char>(line[begin]));
  std::size_t end = begin;
  while (end < line.size() && (is_letter(line[end]) || (number && line[end] == '.'))) ++end;
  return end;
}

}  // namespace

std::vector<TokenSpan> highlight(const std::string& line) {
  std::vector<TokenSpan> spans;
  const auto add = [&](Token token, std::string text) {
    if (!spans.empty() && spans.back().token == token)
      spans.back().text += text;
    else
      spans.push_back({token, std::move(text)});
  };
  for (std::size_t at = 0; at < line.size();) {
    if (line.compare(at, 2, "//") == 0 || (line[at] == '#' && at == 0)) {
      add(line[at] == '#' ? Token::keyword : Token::comment, line.substr(at));
      break;
    }
    const std::size_t end = is_letter(line[at]) ? word_end(line, at) : at + 1;
    const std::string word = line.substr(at, end - at);
    add(is_letter(line[at]) ? token_of(word) : Token::plain, word);
    at = end;
  }
  return spans;
}

Color color_of(Token token, const Palette& colors) {
  switch (token) {
    // A little closer to the text colour, so that they are also legible on the band of the current line.
    case Token::keyword:
      return mix(colors.selection, colors.text, 0.15f);
    case Token::type:
      return mix(colors.coarsen, colors.text, 0.15f);
    case Token::builtin:
      return colors.builtin;
    case Token::number:
      return colors.number;
    case Token::comment:
      return colors.comment;
    case Token::plain:
      break;
  }
  return colors.text;
}

}  // namespace lanescope
