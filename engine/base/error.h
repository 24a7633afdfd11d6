// What can go wrong, as one exception type with the exit code of the command line. Inside the engine errors are
// thrown; the session's callers turn them into one sentence.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "engine/base/sentence.h"

namespace lanescope {

/// The values are the exit codes of the command line.
enum class ErrorKind { failed = 1, usage = 2, unavailable = 3 };

/// One clear sentence: what, where, what is allowed. what() is its English.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, Sentence sentence)
      : std::runtime_error(sentence.text()), kind_(kind), sentence_(std::move(sentence)) {}
  /// For text that no window shows, or that others wrote: it is not translated.
  Error(ErrorKind kind, const std::string& words) : Error(kind, Sentence::word(words)) {}

  ErrorKind kind() const { return kind_; }
  const Sentence& sentence() const { return sentence_; }

 private:
  ErrorKind kind_;
  Sentence sentence_;
};

/// The message of any exception; only that of an Error can be translated.
inline Sentence sentence_of(const std::exception& error) {
  const auto* ours = dynamic_cast<const Error*>(&error);
  return ours ? ours->sentence() : Sentence::word(error.what());
}

/// Thrown by the engine when the user cancels the run.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("The run was cancelled.") {}
};

}  // namespace lanescope
