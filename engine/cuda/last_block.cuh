// How a block learns that it is the last of its grid to finish, in plain CUDA. The listing of a kernel that asks
// shows it from here, word for word.
#pragma once

/// Blocks of the running grid that have stored their partial sums; 0 before and after.
__device__ unsigned blocks_arrived;

/// Whether every other block has been here; all threads of a block get the same answer. What thread 0 of each block
/// stored before can then be read: the first fence puts those stores before the arrival, the second one the reads
/// after all arrivals, and the barrier holds the block's other threads until then.
__device__ inline bool is_last_block() {
  bool last = false;
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicInc(&blocks_arrived, gridDim.x - 1) == gridDim.x - 1;  // the last one wraps the counter to 0
    __threadfence();
  }
  return __syncthreads_or(last);
}
