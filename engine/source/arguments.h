// What a user's kernel is called with. The rule: pointers to const are the inputs, in their order, and the other
// pointers the outputs; where none is const, the first pointers are the inputs, as many as the workload has, and a
// pointer alone is both. Whole numbers are the size: of matrices rows, inner and columns if there are three, rows
// and columns if there are two, else N. Of a kernel of which nobody says what it computes, two or more that are
// called as extents (width, rows, M), and all where its threads or blocks have a y, span a quarter of the N
// elements that its arrays have. One that a call may leave out is what it is then, up to 1,024. One named
// coarse_factor is COARSE_FACTOR. The request may give a word for each parameter instead: in, in2 and on, out, out2
// and on, unset (out, with whatever was left there), inout, offsets (an input of N + 1 whole numbers that ascend
// from 0 to N), places (an input of whole numbers, each below N once), sorted (an input of numbers that ascend),
// zeros and ones (inputs), empty (-1 everywhere), n, rows, inner, columns, coarse, or a number; for a struct that
// is passed by value a word for each of its fields, with slashes: the rule is that for parameters, for all fields
// in their places.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/request/catalogue.h"
#include "engine/source/argument_rule.h"
#include "engine/source/argument_value.h"
#include "engine/source/argument_words.h"
#include "engine/trace/finding.h"
#include "engine/trace/trace.h"

namespace lanescope {

/// An array that the kernel is given.
struct OwnArray {
  ArrayId id = ArrayId::input;
  std::string name;    ///< of the parameter
  unsigned place = 0;  ///< of the inputs, or of the outputs, from 0; of a kernel that is not judged also beyond
                       ///< those that `id` tells apart
  std::uint64_t elements = 0;
  bool ascends = false;  ///< whole numbers from 0 to N that do not fall, as those do that say where rows begin
  ArrayFill fill = ArrayFill::as_input;
  unsigned element_bytes = 0;  ///< 0: those of the request's type
  OwnKind kind = OwnKind::other;
  unsigned parts = 1;  ///< numbers of that kind in an element
  bool is_input = false, is_output = false;
  bool may_be_written = false;  ///< some pointer to it is not to const
  bool is_preset = true;        ///< to the identity, where that is how an output begins
};

struct OwnArguments {
  std::vector<OwnArray> arrays;
  std::vector<ArgumentValue> values;
  /// Whole numbers that a kernel of which nobody says what it computes reads are below this: they may be indices.
  std::uint64_t whole_below = 1;
};

/// Throws Error(usage) in one sentence that names the parameter.
OwnArguments bind_arguments(const KernelInfo& kernel, const RunRequest& request, const LaunchConfig& launch);

/// By what a kernel did to its arrays, each in the order of its pointers. Of one that is judged only where there
/// are as many inputs and outputs as what it is judged as has, and no pointer says it by a const.
std::vector<ArgumentRule::Role> roles_of(const KernelInfo& kernel, const LaunchConfig& launch,
                                         const std::vector<ArrayUse>& uses);

/// Words for all parameters, by the rule or as the request has them.
std::vector<std::string> argument_words(const RunRequest& request, const ArgumentRule& rule = {});

/// The same with an output that is not preset.
std::vector<std::string> words_with_output_left(const RunRequest& request);

/// The type of its first pointer's elements; float32 where that says nothing.
ElementType own_type(const OwnKernel& kernel);

}  // namespace lanescope
