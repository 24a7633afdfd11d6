// What can go wrong, as one exception type with the exit code of the command line. Inside the engine errors are
// thrown; the session's callers turn them into one sentence.
#pragma once

#include <stdexcept>
#include <string>

namespace lanescope {

/// The values are the exit codes of the command line.
enum class ErrorKind { failed = 1, usage = 2, unavailable = 3 };

/// One clear sentence: what, where, what is allowed.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

/// Thrown by the engine where the user cancelled the run.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("The run was cancelled.") {}
};

}  // namespace lanescope
