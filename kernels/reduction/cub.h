// cub::DeviceReduce, the reduction of NVIDIA's CUB, which comes with the CUDA toolkit: the library to compare with. Its
// code is not part of this project; engine/cuda calls it.
//
// Lesson: a library that was tuned for every GPU is hard to beat, so every kernel's time should be compared with it.
// Watch:  its time beside the others; it is not traced, because its own kernels record nothing.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct Cub {
  static constexpr KernelFacts facts{
      .id = "cub", .title = "CUB (library)", .source = "CUB, cub::DeviceReduce"};
};

}  // namespace lanescope
