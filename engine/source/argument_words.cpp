#include "engine/source/argument_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace lanescope {
namespace {

struct FillWord {
  ArrayFill fill;
  const char* word;
};
constexpr FillWord kFillWords[] = {{ArrayFill::places, "places"},
                                   {ArrayFill::sorted, "sorted"},
                                   {ArrayFill::zeros, "zeros"},
                                   {ArrayFill::ones, "ones"},
                                   {ArrayFill::empties, "empty"}};

}  // namespace

const char* word_of(ArrayFill fill) {
  const auto found = std::find_if(std::begin(kFillWords), std::end(kFillWords),
                                  [&](const FillWord& one) { return one.fill == fill; });
  return found == std::end(kFillWords) ? "in" : found->word;
}

ArrayFill fill_of(const std::string& kind) {
  const auto found = std::find_if(std::begin(kFillWords), std::end(kFillWords),
                                  [&](const FillWord& one) { return kind == one.word; });
  return found == std::end(kFillWords) ? ArrayFill::as_input : found->fill;
}

std::string numbered_word(const char* kind, unsigned index) {
  return index == 0 ? kind : fmt::format("{}{}", kind, index + 1);
}

std::pair<std::string, unsigned> kind_and_place(const std::string& word) {
  const std::size_t digits = std::min(word.find_first_of("0123456789"), word.size());
  unsigned number = 1;
  if (digits < word.size()) {
    const auto [end, error] = std::from_chars(word.data() + digits, word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size() || number < 2) return {};
  }
  return {word.substr(0, digits), number - 1};
}

std::optional<std::uint64_t> number_in_word(const std::string& word) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size() ? std::optional(number) : std::nullopt;
}

std::string arguments_text(const RunRequest& request) {
  return fmt::format("{}", fmt::join(request.own.arguments, ","));
}

}  // namespace lanescope
