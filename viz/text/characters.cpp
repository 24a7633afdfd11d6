// Decoding, and breaking text into pieces that stay together.
#include "viz/text/characters.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace lanescope {
namespace {

bool closes(char32_t c) {
  return std::u32string_view(U"，。、；：！？）」』】〉》％").find(c) != std::u32string_view::npos;
}
bool opens(char32_t c) {
  return std::u32string_view(U"（「『【〈《").find(c) != std::u32string_view::npos;
}

bool may_break(char32_t before, char32_t after) {
  if (closes(after) || opens(before)) return false;
  return is_wide(before) || is_wide(after);
}

/// A number in Chinese goes with what it counts, "21 行", and after 第.
bool joins_number(char32_t before_blank, char32_t after) {
  const auto is_digit = [](char32_t c) { return c >= U'0' && c <= U'9'; };
  return (is_digit(before_blank) && is_wide(after)) || (before_blank == U'第' && is_digit(after));
}

/// Pieces that are not broken; a blank or a line feed ends the piece before it.
std::vector<std::string> pieces_of(const std::string& text) {
  std::vector<std::string> pieces{""};
  char32_t before = 0, word_end = 0;  // the character before this one, and before the blank
  const auto ends_with_a_name = [](const std::string& piece) {
    return piece.size() == 2 && piece[0] >= 'A' && piece[0] <= 'Z' && piece[1] == ' ';
  };
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t start = i;
    const char32_t character = next_character(text, i);
    const bool blank = character == ' ' || character == '\n', after_blank = before == ' ' || before == '\n';
    const bool breaks =
        before == ' ' ? !joins_number(word_end, character) : after_blank || may_break(before, character);
    if (before != 0 && !blank && breaks && !ends_with_a_name(pieces.back())) pieces.emplace_back();
    if (character == '\n' && before == '\n') pieces.emplace_back();
    pieces.back() += text.substr(start, i - start);
    if (!blank) word_end = character;
    before = character;
  }
  return pieces;
}

std::string without_end(std::string text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.pop_back();
  return text;
}

}  // namespace

char32_t next_character(const std::string& text, std::size_t& position) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : 0); };
  const unsigned char lead = byte(position);
  const int trailing = lead < 0x80 ? 0 : lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : -1;
  if (trailing <= 0) {
    ++position;
    return trailing == 0 ? lead : U'\uFFFD';
  }
  char32_t character = lead & (0x3f >> trailing);
  for (int i = 1; i <= trailing; ++i) {
    if ((byte(position + i) & 0xc0) != 0x80) {
      ++position;
      return U'\uFFFD';
    }
    character = character << 6 | (byte(position + i) & 0x3f);
  }
  position += trailing + 1;
  return character;
}

std::string capitalized(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::vector<std::string> broken_lines(const std::string& text, float width,
                                      const std::function<float(const std::string&)>& width_of) {
  std::vector<std::string> lines{""};
  bool ended = false;
  for (const std::string& piece : pieces_of(text)) {
    const std::string longer = lines.back() + piece;
    if (ended || (!lines.back().empty() && width_of(without_end(longer)) > width))
      lines.push_back(piece);
    else
      lines.back() = longer;
    ended = !piece.empty() && piece.back() == '\n';
  }
  for (std::string& line : lines) line = without_end(line);
  return lines;
}

std::vector<std::string> balanced_lines(const std::string& text, float width,
                                        const std::function<float(const std::string&)>& width_of) {
  constexpr int kTried = 32;
  const auto whole = broken_lines(text, width, width_of);
  if (whole.size() < 2) return whole;
  const auto fits = [&](const std::string& line) { return width_of(line) <= width; };
  // Chinese does not show where its words end, but where parts of its sentences do.
  const auto ends_a_part = [](const std::string& line) {
    char32_t last = 0;
    for (std::size_t i = 0; i < line.size();) last = next_character(line, i);
    return closes(last);
  };
  std::vector<std::string> narrowest;
  for (int i = 1; i <= kTried; ++i) {
    auto lines = broken_lines(text, width * static_cast<float>(i) / kTried, width_of);
    if (lines.size() != whole.size() || !std::all_of(lines.begin(), lines.end(), fits)) continue;
    if (std::all_of(lines.begin(), lines.end() - 1, ends_a_part)) return lines;
    if (narrowest.empty()) narrowest = std::move(lines);
  }
  return narrowest.empty() ? whole : narrowest;
}

}  // namespace lanescope
