// What the kernels of one workload have in common, a row each. A new workload is its name in vocabulary.h, its row
// here, the sizes of its arrays (engine/workload/workload.cpp), and what a sequential program makes of its input
// (engine/workload/array_reference.cpp).
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct WorkloadFacts {
  unsigned inputs = 1;        ///< input arrays
  unsigned flop_of_step = 1;  ///< floating-point operations of an active thread; a multiply-add is two
  bool of_matrices = false;   ///< blocks are squares of threads, and arrays have rows and columns
  bool updates_output = false;  ///< by atomics: it is 0 before the launch
  bool of_int32 = true, of_float32 = true, of_float64 = true;  ///< element types
};

constexpr WorkloadFacts facts_of(Workload workload) {
  switch (workload) {
    case Workload::vector_add:
      return {.inputs = 2};
    case Workload::rgb_to_gray:
      return {.inputs = 3, .flop_of_step = 5, .of_int32 = false, .of_float64 = false};
    case Workload::matrix_product:
      return {.inputs = 2, .flop_of_step = 2, .of_matrices = true};
    case Workload::stencil:
      return {.flop_of_step = 9, .of_int32 = false};
    case Workload::histogram:
      return {.flop_of_step = 0, .updates_output = true, .of_float32 = false, .of_float64 = false};
    case Workload::merge:
      return {.inputs = 2, .flop_of_step = 0};
    default:
      return {};
  }
}

}  // namespace lanescope
