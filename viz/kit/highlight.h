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

/// Splits the line into pieces, neighbours of one kind in one piece. Works line by line: comments that span
/// several lines are not recognised.
std::vector<TokenSpan> highlight(const std::string& line);

Color color_of(Token token, const Palette& colors);

}  // namespace lanescope
