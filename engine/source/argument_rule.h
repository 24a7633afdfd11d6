// Words of --arguments by the rule that arguments.h states, where nobody says them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/request/catalogue.h"
#include "engine/request/own_kernel.h"
#include "engine/request/request.h"
#include "engine/source/argument_words.h"
#include "engine/workload/arrays.h"

namespace lanescope {

/// Arrays of a kernel that is not judged: as many as it has parameters.
inline constexpr unsigned kMostArrays = 32;
/// How many inputs a kernel may have.
unsigned inputs_of(const KernelInfo& kernel, const ArrayLayout& layout);

/// What the rule leaves open, and small launches settle.
struct ArgumentRule {
  /// What an array is by what the kernel does to it; `by_rule`: nobody knows what that is.
  enum class Role : unsigned char { by_rule, input, output, both, offsets };
  /// What whole numbers are that are not called as extents: N; extents, too; or 3, as channels, neighbours and the
  /// width of a filter may be, and 1 where they are called strides and the like.
  enum class Others : unsigned char { n, extents, few } others = Others::n;
  std::vector<unsigned> halves = {};     ///< of N, that the array of each parameter has; empty or 0: two, all N
  std::vector<Role> roles = {};          ///< of each parameter; empty: by_rule
  ArrayFill fill = ArrayFill::as_input;  ///< of arrays that are only read and hold numbers that it may be of
  bool are_tables_empty = false;         ///< those of whole numbers that are written
  unsigned choice = 0;                   ///< what chooses among few things, by the names of parameters
  unsigned begin = 0;                    ///< where something begins, by the names of parameters
};

/// A word for each parameter, of a struct one for each of its fields. Throws Error(usage) in one sentence that
/// names the parameter of which the rule says nothing.
std::vector<std::string> words_by_rule(const KernelInfo& kernel, const RunRequest& request,
                                       const LaunchConfig& launch, const ArgumentRule& rule = {});

/// "parameter 2 (out)", of the one with index 1.
std::string shown(const OwnParameter& parameter, std::size_t index);

}  // namespace lanescope
