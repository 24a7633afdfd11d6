#include "engine/base/foreign_text.h"

#include <fmt/format.h>

#include <cstdint>

namespace lanescope {
namespace {

/// One character, or one invalid byte.
struct Piece {
  std::string_view bytes;
  std::uint32_t character = 0;
  bool valid = false;
};

/// Length of the character that begins with this byte; 0 if none can.
std::size_t length_after(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

/// The first character or byte of `text`, which must not be empty.
Piece first_piece(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const Piece no_character{text.substr(0, 1), at(0), false};
  const std::size_t length = length_after(at(0));
  if (length == 0 || length > text.size()) return no_character;
  std::uint32_t character = length == 1 ? at(0) : at(0) & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xc0) != 0x80) return no_character;
    character = character << 6 | (at(i) & 0x3fu);
  }
  const bool too_long = (length == 3 && character < 0x800) || (length == 4 && character < 0x10000);
  const bool surrogate = character >= 0xd800 && character < 0xe000;
  if (too_long || surrogate || character > 0x10ffff) return no_character;
  return {text.substr(0, length), character, true};
}

struct Range {
  std::uint32_t first, last;
};

/// Control characters, and Unicode's format characters: direction marks and overrides, line and paragraph ends,
/// byte order mark, annotations, tags.
constexpr Range kObeyed[] = {{0x00, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},
                             {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
                             {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};

bool is_obeyed(std::uint32_t character) {
  for (const auto& [first, last] : kObeyed)
    if (character >= first && character <= last) return true;
  return false;
}

std::string escaped(const Piece& piece) {
  if (piece.character == '\n' && piece.valid) return "\\n";
  if (piece.character == '\t' && piece.valid) return "\\t";
  if (!piece.valid || piece.character < 0x80) return fmt::format("\\x{:02x}", piece.character);
  if (piece.character < 0x10000) return fmt::format("\\u{:04x}", piece.character);
  return fmt::format("\\U{:08x}", piece.character);
}

/// In JSON a character above U+FFFF is a pair of halves.
std::string escaped_in_json(std::uint32_t character) {
  if (character < 0x10000) return fmt::format("\\u{:04x}", character);
  const std::uint32_t rest = character - 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + (rest >> 10), 0xdc00 + (rest & 0x3ff));
}

template <class Tell>
void for_each_piece_of(std::string_view text, const Tell& tell) {
  while (!text.empty()) {
    const Piece piece = first_piece(text);
    tell(piece);
    text.remove_prefix(piece.bytes.size());
  }
}

constexpr std::uint32_t kFirstByte = 0xef80, kLastByte = 0xefff;  // for bytes 0x80 to 0xff

bool stands_for_byte(const Piece& piece) {
  return piece.valid && piece.character >= kFirstByte && piece.character <= kLastByte;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  for_each_piece_of(text, [&](const Piece& piece) {
    out += piece.valid && !is_obeyed(piece.character) ? std::string(piece.bytes) : escaped(piece);
  });
  return out;
}

std::size_t bytes_of_no_text(std::string_view bytes) {
  constexpr std::string_view kOfText = "\a\b\t\n\v\f\r\x1b";
  std::size_t count = 0;
  for_each_piece_of(bytes, [&](const Piece& piece) {
    const bool is_control = piece.character < 0x20 || piece.character == 0x7f;
    count += !piece.valid || (is_control && kOfText.find(piece.bytes) == std::string_view::npos);
  });
  return count;
}

std::string terminal_json(std::string_view json) {
  std::string out;
  for_each_piece_of(json, [&](const Piece& piece) {
    const bool kept = piece.valid && (piece.character == '\n' || !is_obeyed(piece.character));
    out += kept ? std::string(piece.bytes) : escaped_in_json(piece.character);
  });
  return out;
}

std::string utf8_of_bytes(std::string_view bytes) {
  std::string out;
  for_each_piece_of(bytes, [&](const Piece& piece) {
    if (piece.valid && !stands_for_byte(piece)) {
      out += piece.bytes;
      return;
    }
    for (const char c : piece.bytes) {
      const std::uint32_t character = kFirstByte + (static_cast<unsigned char>(c) - 0x80u);
      out += static_cast<char>(0xe0 | character >> 12);
      out += static_cast<char>(0x80 | (character >> 6 & 0x3f));
      out += static_cast<char>(0x80 | (character & 0x3f));
    }
  });
  return out;
}

std::string bytes_of_utf8(std::string_view text) {
  std::string out;
  for_each_piece_of(text, [&](const Piece& piece) {
    if (stands_for_byte(piece))
      out += static_cast<char>(piece.character - kFirstByte + 0x80);
    else
      out += piece.bytes;
  });
  return out;
}

}  // namespace lanescope
