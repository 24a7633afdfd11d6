// How a word of --arguments is written and read: "in", "inout2", "places", "out:4096", "128".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "engine/request/request.h"

namespace lanescope {

/// What numbers an input of a kernel has of which nobody says what it computes.
enum class ArrayFill : std::uint8_t {
  as_input,  ///< those of the request's input, mostly random
  places,    ///< whole numbers: each from 0 to N - 1 once, in no order
  sorted,    ///< numbers that ascend
  zeros,
  ones,
  empties  ///< -1, as places have in a table that is empty; also of an array that is written
};

/// Of an input with such numbers: "in" as_input.
const char* word_of(ArrayFill fill);
/// as_input of all other words.
ArrayFill fill_of(const std::string& kind);

/// "in3" of the third, from 0.
std::string numbered_word(const char* kind, unsigned index);
/// "in" and 2 of "in3"; "" of what is no such word.
std::pair<std::string, unsigned> kind_and_place(const std::string& word);

/// The number that a word for a parameter is; none: it is a name.
std::optional<std::uint64_t> number_in_word(const std::string& word);

/// Those of a request, as --arguments takes them: "in,out,n".
std::string arguments_text(const RunRequest& request);

}  // namespace lanescope
