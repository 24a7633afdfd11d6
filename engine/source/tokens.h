// Words and signs of code in which comments and texts are blank.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/source/source_text.h"

namespace lanescope {

/// One after another, from a place on.
class Tokens {
 public:
  Tokens(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  /// Empty at the end.
  std::string_view next() {
    while (at_ < text_.size() && source_text::is_space(text_[at_])) ++at_;
    const std::size_t begin = at_;
    if (at_ < text_.size() && source_text::is_word_sign(text_[at_]))
      while (at_ < text_.size() && source_text::is_word_sign(text_[at_])) ++at_;
    else if (at_ < text_.size())
      ++at_;
    return text_.substr(begin, at_ - begin);
  }
  /// After an opening parenthesis: to behind the one that closes it.
  std::string_view skip_parentheses() {
    const std::size_t begin = at_;
    for (int depth = 1; at_ < text_.size() && depth > 0; ++at_)
      depth += text_[at_] == '(' ? 1 : text_[at_] == ')' ? -1 : 0;
    return text_.substr(begin, at_ > begin ? at_ - begin - 1 : 0);
  }
  std::size_t at() const { return at_; }

 private:
  std::string_view text_;
  std::size_t at_;
};

}  // namespace lanescope
