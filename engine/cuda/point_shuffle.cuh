// A shuffle of points, in plain CUDA: the hardware's moves one register. The listing of a kernel that needs it
// shows it from here, word for word.
#pragma once

#include "engine/base/point.h"

namespace lanescope {

/// __shfl_down_sync, one register after another.
__device__ inline Point shuffle_down(unsigned lanes, Point value, unsigned offset, unsigned width) {
  value.x = __shfl_down_sync(lanes, value.x, offset, width);
  value.y = __shfl_down_sync(lanes, value.y, offset, width);
  value.z = __shfl_down_sync(lanes, value.z, offset, width);
  value.index = __shfl_down_sync(lanes, value.index, offset, width);
  return value;
}

}  // namespace lanescope
