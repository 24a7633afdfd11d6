// What a user's kernel is called with. The rule: pointers to const are the inputs, in their order, and the other
// pointers the outputs; where none is const, the first pointers are the inputs, as many as the workload has, and a
// pointer alone is both. Whole numbers are the size: of matrices rows, inner and columns if there are three, rows
// and columns if there are two, else N. Of a kernel of which nobody says what it computes, two or more that are
// called as extents (width, rows, M), and all where its threads or blocks have a y, span a quarter of the N elements
// that its arrays have. One named coarse_factor is COARSE_FACTOR. The request may give a word for each parameter
// instead: in, in2, in3, out, out2, unset (out, with whatever was left there), inout, n, rows, inner, columns,
// coarse, or a number.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/request/catalogue.h"
#include "engine/trace/trace.h"

namespace lanescope {

/// An array that the kernel is given.
struct OwnArray {
  ArrayId id = ArrayId::input;
  std::string name;  ///< of the parameter
  std::uint64_t elements = 0;
  unsigned element_bytes = 0;  ///< 0: those of the request's type
  bool is_input = false, is_output = false;
  bool is_preset = true;  ///< to the identity, where that is how an output begins
};

/// A value for a parameter: an array, or the bytes of a number.
struct OwnArgument {
  int array = -1;  ///< index into the arrays; -1: a number
  std::uint64_t bits = 0;
};

struct OwnArguments {
  std::vector<OwnArray> arrays;
  std::vector<OwnArgument> values;
};

/// Throws Error(usage) in one sentence that names the parameter.
OwnArguments bind_arguments(const KernelInfo& kernel, const RunRequest& request, const LaunchConfig& launch);

/// Words for all parameters, by the rule or as the request has them.
std::vector<std::string> argument_words(const RunRequest& request);

/// The same with an output that is not preset.
std::vector<std::string> words_with_output_left(const RunRequest& request);

/// The type of its first pointer's elements; float32 where that says nothing.
ElementType own_type(const OwnKernel& kernel);

}  // namespace lanescope
