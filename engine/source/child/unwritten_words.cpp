#include "engine/source/child/unwritten_words.h"

#include <cstring>

namespace lanescope {
namespace {

using Word = std::uint32_t;
constexpr std::uintptr_t kWord = sizeof(Word);

/// By its place in a page, so that it is the same in every run; from 2^22 to 2^23, beyond what programs count to.
/// Its first byte is no flag and no letter, so that where those and the gap behind them are a word, it is another
/// one.
Word word_at(std::uintptr_t address) {
  constexpr std::uint64_t kPage = 4096;
  constexpr Word kFactor = 0x9e3779b1u, kLeast = 1u << 22, kNoLetter = 0x80;
  const auto number = static_cast<Word>(address % kPage / kWord + 1);
  return (((number * kFactor) >> 7) % kLeast + kLeast) | kNoLetter;
}

bool holds_its_word(std::uintptr_t address) {
  Word word;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return word == word_at(address);
}

}  // namespace

void fill_unwritten(void* place, std::uint64_t bytes) {
  constexpr std::uint64_t kMost = std::uint64_t{256} << 20;
  if (bytes > kMost) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(place);
  for (std::uintptr_t at = (begin + kWord - 1) / kWord * kWord; at + kWord <= begin + bytes; at += kWord) {
    const Word word = word_at(at);
    std::memcpy(reinterpret_cast<void*>(at), &word, sizeof word);
  }
}

bool is_unwritten(std::uintptr_t address, std::uintptr_t begin, std::uintptr_t end) {
  const std::uintptr_t at = address / kWord * kWord;
  if (at < begin || at + kWord > end || !holds_its_word(at)) return false;
  const bool has_before = at >= begin + kWord, has_behind = at + 2 * kWord <= end;
  if (!has_before || !has_behind) return true;
  return holds_its_word(at - kWord) || holds_its_word(at + kWord);
}

bool is_unset(std::uintptr_t address, std::uintptr_t begin, std::uintptr_t end) {
  constexpr Word kPattern = 0xfefefefe;
  constexpr std::uintptr_t kOneNumber = 8;
  const auto holds_pattern = [&](std::uintptr_t at) {
    Word word = 0;
    if (at >= begin && at + kWord <= end) std::memcpy(&word, reinterpret_cast<const void*>(at), sizeof word);
    return word == kPattern;
  };
  return holds_pattern(address) &&
         (end - begin <= kOneNumber || holds_pattern(address - kWord) || holds_pattern(address + kWord));
}

}  // namespace lanescope
