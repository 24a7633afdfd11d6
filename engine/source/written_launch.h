// How a file launches one of its kernels: `reduce<<<(n + 255) / 256, 256, 256 * sizeof(float)>>>(in, out, n)`, with
// what the host's code before it says of the names in there.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/request/own_launch.h"

namespace lanescope {

/// What the names of a launch are worth.
struct WrittenValues {
  /// Of the kernel's parameters, what they are called with; none of a pointer, and of what is not known.
  std::vector<std::optional<double>> arguments = {};
  std::optional<double> block = {};   ///< of a name that the text does not explain, and that is called as a block
  std::optional<double> others = {};  ///< of another
};

struct WrittenNumber {
  double value = 0;
  bool is_constant = true;  ///< it follows from the text alone
};

struct WrittenExtent {
  Extent extent = {1, 1, 1};
  bool is_constant = true;
};

class WrittenLaunch {
 public:
  /// The first that the text has of the kernel, whose name may have template arguments; none: it has none.
  static std::optional<WrittenLaunch> of(const std::string& text, const std::string& kernel);

  /// What follows where the text says it: numbers, constants, variables by their declarations, those of loops by
  /// their first value, and the arguments of the launch by their values. None: it says nothing that can be told.
  std::optional<WrittenExtent> grid(const WrittenValues& values) const;
  std::optional<WrittenExtent> block(const WrittenValues& values) const;
  std::optional<WrittenNumber> shared_bytes(const WrittenValues& values) const;
  /// Of a parameter, from what is behind the name that it is called with, and not from its own value.
  std::optional<WrittenNumber> argument(std::size_t parameter, const WrittenValues& values) const;

  /// Of the array that a parameter is called with, what cudaMalloc() is asked for before the launch.
  std::optional<WrittenNumber> allocated_bytes(std::size_t parameter, const WrittenValues& values) const;

  std::size_t arguments() const { return arguments_.size(); }

 private:
  class Reading;
  std::optional<WrittenExtent> extent(std::size_t place, const WrittenValues& values) const;

  std::string before_;                      // the text up to the launch, comments blank
  std::size_t function_ = 0;                // where the function that it is in begins
  std::vector<std::string> configuration_;  // between <<< and >>>
  std::vector<std::string> arguments_;
};

/// The line of the first launch that the text has of the kernel, if none of them gives bytes of shared memory, a
/// third number; else 0.
unsigned line_of_launch_without_shared(const std::string& text, const std::string& kernel);

}  // namespace lanescope
