// What a compiler has against a text: its errors with their lines, so that they can be marked there.
#pragma once

#include <utility>
#include <vector>

#include "engine/base/error.h"

namespace lanescope {

struct SourceProblem {
  unsigned line = 0;  ///< of the user's file, from 1; 0: it is about no line of that
  Sentence sentence;
};

/// what() is the first error, with its file and line.
class SourceError : public Error {
 public:
  SourceError(Sentence sentence, std::vector<SourceProblem> problems)
      : Error(ErrorKind::usage, std::move(sentence)), problems_(std::move(problems)) {}
  const std::vector<SourceProblem>& problems() const { return problems_; }

 private:
  std::vector<SourceProblem> problems_;
};

}  // namespace lanescope
