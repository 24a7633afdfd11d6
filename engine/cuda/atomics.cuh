// Atomic updates that CUDA has no function for, in plain CUDA. The listing of a kernel that needs one shows it from
// here, word for word.
#pragma once

/// A float's bits order like an integer's, upside down where the sign bit is set; that bit decides, so -0 is right.
__device__ inline void atomic_min(float* address, float value) {
  if (__float_as_int(value) >= 0) {
    atomicMin(reinterpret_cast<int*>(address), __float_as_int(value));
  } else {
    atomicMax(reinterpret_cast<unsigned*>(address), __float_as_uint(value));
  }
}

/// The mirror image of atomic_min.
__device__ inline void atomic_max(float* address, float value) {
  if (__float_as_int(value) >= 0) {
    atomicMax(reinterpret_cast<int*>(address), __float_as_int(value));
  } else {
    atomicMin(reinterpret_cast<unsigned*>(address), __float_as_uint(value));
  }
}

/// Tries again until no other thread came in between.
__device__ inline void atomic_multiply(float* address, float value) {
  int* word = reinterpret_cast<int*>(address);
  int seen = *word;
  int expected;
  do {
    expected = seen;
    seen = atomicCAS(word, expected, __float_as_int(__int_as_float(expected) * value));
  } while (seen != expected);
}

/// Tries again until no other thread came in between.
__device__ inline void atomic_multiply(int* address, int value) {
  int seen = *address;
  int expected;
  do {
    expected = seen;
    seen = atomicCAS(address, expected, expected * value);
  } while (seen != expected);
}
