// The smaller and the larger of two doubles, in plain CUDA. The listing of a kernel that needs one shows it from
// here, word for word.
#pragma once

/// Not min(): its care for NaN costs a GPU, which has no such instruction for doubles, as much again.
__device__ inline double lesser(double a, double b) {
  return b < a ? b : a;
}

/// Not max(), as above.
__device__ inline double greater(double a, double b) {
  return a < b ? b : a;
}
