// How a block learns its place in a chain of blocks, in plain CUDA. The listing of a kernel that asks shows it from
// here, word for word.
#pragma once

/// Blocks of the running grid that have begun; 0 before and after.
__device__ unsigned blocks_begun;

/// The block's place, from 0, in the order in which blocks begin: the one before it runs already, so that waiting
/// for it cannot last for ever. All threads of a block get the same answer.
__device__ inline unsigned place_in_chain() {
  __shared__ unsigned place;
  if (threadIdx.x == 0) place = atomicInc(&blocks_begun, gridDim.x - 1);  // the last one wraps the counter to 0
  __syncthreads();
  return place;
}
