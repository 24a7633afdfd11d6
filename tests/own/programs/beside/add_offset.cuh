// Included by a test, beside a header of its own.
#include "offset.h"
__global__ void add_offset(int* v) {
  v[threadIdx.x] += OFFSET;
}
__global__ void add_constant(int* v) {
  v[threadIdx.x] += 5;
}
