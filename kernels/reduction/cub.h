// cub::DeviceReduce, the reduction of NVIDIA's CUB, which comes with the CUDA toolkit: the peer to measure against. Its
// code is not here and not of this project; engine/cuda calls it.
//
// Lesson: a library that was tuned for every GPU is hard to beat, so a kernel's time means little without it.
// Watch:  its time beside the others; it is not traced, because its own kernels note nothing.
#pragma once

#include "kernels/vocabulary.h"

namespace lanescope {

struct Cub {
  static constexpr KernelFacts facts{
      .id = "cub", .title = "CUB (library)", .source = "CUB, cub::DeviceReduce"};
};

}  // namespace lanescope
