// The fenced blocks of a lesson file: JSON that says what to show, what to ask, or what to write.
#pragma once

#include <string>

#include "engine/lesson/lesson.h"

namespace lanescope {

/// A fenced block as it stands in the file.
struct Block {
  std::string text;
  std::string file;
  int first_line = 1;  ///< of its text
};

/// Throw Error(usage) with file, line and column.
Show read_show(const Block& block);
Question read_question(const Block& block);
CodeTask read_task(const Block& block);

/// "FILE:LINE:COLUMN: what", as every error of a lesson.
[[noreturn]] void fail_at(const std::string& file, int line, int column, const std::string& what);

}  // namespace lanescope
