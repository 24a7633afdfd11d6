// What kernels compute: one file per workload in this folder, and one row in workloads(). All other code asks for
// a property here, and never which workload it is.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/progress.h"
#include "engine/workload/launch_config.h"
#include "engine/workload/matrices.h"
#include "engine/workload/ops.h"
#include "kernels/workloads.h"

namespace lanescope {

struct ArrayLayout;
struct ArrayReference;
struct LaunchPlan;

/// How large a problem is: elements of an array in one dimension, and of matrices their sizes.
struct ProblemSize {
  std::uint64_t n = 0;
  MatrixSizes matrices = {};
};

/// Elements of each array.
struct ArraySizes {
  std::vector<std::uint64_t> inputs;
  std::uint64_t output = 0;         ///< of a reduction 0, as blocks decide
  std::uint64_t second_output = 0;  ///< 0: there is none
};

struct WorkloadInfo {
  std::string_view name;  ///< as JSON and recordings spell it
  /// Heading under which its kernels are listed. Workloads of the same title are one group, whose kernels can be
  /// compared with each other.
  const char* title;
  const char* input_words;  ///< what stands before "2^20 float32"; null of a reduction, whose operator stands there
  std::uint64_t default_n = 1 << 20;  ///< where nobody says it
  /// Each block's section of the input is a problem of its own, so that what is computed depends on its length.
  bool by_section = false;
  bool values_steer = false;  ///< which way threads go depends on the elements, not on the launch alone
  bool values_place = false;  ///< which elements of the output are updated depends on the elements

  ArraySizes (*sizes)(const ProblemSize& size);
  /// The launches that begin with this one. Null where a run takes one, or its launches reduce partial sums.
  LaunchPlan (*plan)(const KernelFacts& kernel, const LaunchConfig& first) = nullptr;
  /// Arrays of one of these launches, where they are not those of the problem.
  ArraySizes (*sizes_of_launch)(const LaunchConfig& launch) = nullptr;
  /// What the input must be besides made or read: null where it is taken as it is.
  void (*arrange)(Values& elements, const ArrayLayout& arrays, Progress& progress) = nullptr;
  /// What a sequential program computes, where that is an array: null of a reduction.
  ArrayReference (*reference)(const LaunchConfig& launch, const Values& input, Progress& progress) = nullptr;
  /// Arithmetic operations of a sequential program (a multiply-add is two); null without such a formula.
  std::uint64_t (*sequential_operations)(const LaunchConfig& launch) = nullptr;

  bool has_array_result() const { return reference != nullptr; }
};

/// In the order of the enumerators of Workload.
std::span<const WorkloadInfo* const> workloads();
const WorkloadInfo& info_of(Workload workload);

inline std::string_view name_of(Workload workload) {
  return info_of(workload).name;
}
inline std::string_view title_of(Workload workload) {
  return info_of(workload).title;
}
inline bool same_group(Workload one, Workload other) {
  return title_of(one) == title_of(other);
}
/// Whether what lanes do is the same whatever the elements are.
inline bool lanes_follow_from_launch(Workload workload) {
  return !info_of(workload).values_steer && !info_of(workload).values_place;
}
inline bool has_array_result(Workload workload) {
  return info_of(workload).has_array_result();
}

/// In the same order.
std::span<const std::string_view> workload_names();

/// The types of number that its elements can have, and the one where nobody says it: float32, where it has that.
std::vector<ElementType> types_of(Workload workload);
ElementType default_type(Workload workload);

/// The problem that a launch solves. Times and counts of two launches are comparable if their problems are equal,
/// and operator, type and input, too.
struct Problem {
  Workload workload = Workload::reduction;
  std::uint64_t n = 0;
  MatrixSizes matrices = {};
  std::uint64_t section = 0;  ///< elements of each, where every block's section is a problem of its own

  auto operator<=>(const Problem&) const = default;
};
Problem problem_of(const LaunchConfig& launch);

}  // namespace lanescope
