// What kind of word each part of a line of CUDA is, so that a listing can be coloured.
#pragma once

#include <string>
#include <vector>

#include "viz/kit/palette.h"

namespace lanescope {

/// `builtin`: what CUDA adds to C++: threadIdx, __syncthreads, __global__, atomicAdd.
enum class Token : unsigned char { plain, keyword, type, builtin, number, comment };

struct TokenSpan {
  Token token = Token::plain;
  std::string text;
};

/// The line in pieces that make it up again, neighbours of one kind in one piece. Of one line at a time: comments
/// that span lines are not known.
std::vector<TokenSpan> highlight(const std::string& line);

Color color_of(Token token, const Palette& colors);

}  // namespace lanescope
