// What a variant is called among others: its kernel, or what differs where all have the same kernel.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/request/request.h"
#include "engine/run.h"

namespace lanescope {

/// A file as pictures and heads name it, however its path was typed: "sum.cu" or "sum.cu:reduce".
std::string without_folder(std::string_view file);

/// A launch in words: what differs between the variants, and what does not.
struct LaunchWords {
  std::string differing, same;
  std::string names, values;  ///< of what differs
  std::string brief;          ///< what differs, in few signs: "×4" of COARSE_FACTOR
  std::string all() const {
    return differing.empty() || same.empty() ? differing + same : differing + " · " + same;
  }
};
/// Of `one` among `variants`.
LaunchWords launch_words(const std::vector<RunRequest>& variants, const RunRequest& one);

struct VariantName {
  std::string name, rest;  ///< what it is called, and what else is said of it
  std::string differing,
      brief;  ///< with what `rest` begins where it tells variants apart, also in few signs; else empty
  std::string parameter, value;  ///< the same name as two parts, for the head of a table and of its columns, or a
                                 ///< narrow place; of a kernel's name only the second
};
VariantName name_of_variant(const std::vector<RunRequest>& variants, const RunRequest& one);

/// Of a table with a column a variant. Letters stand only where there are several.
struct TableHeads {
  std::string first;                 ///< what the columns differ in; empty where they are named by kernels
  std::vector<std::string> columns;  ///< "A 4", or "A segmented"
};
TableHeads heads_of(const std::vector<std::shared_ptr<const Run>>& runs);

}  // namespace lanescope
