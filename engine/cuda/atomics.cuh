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

/// As for float, with the bits of a double.
__device__ inline void atomic_min(double* address, double value) {
  if (__double_as_longlong(value) >= 0) {
    atomicMin(reinterpret_cast<long long*>(address), __double_as_longlong(value));
  } else {
    atomicMax(reinterpret_cast<unsigned long long*>(address),
              static_cast<unsigned long long>(__double_as_longlong(value)));
  }
}

/// The mirror image of atomic_min.
__device__ inline void atomic_max(double* address, double value) {
  if (__double_as_longlong(value) >= 0) {
    atomicMax(reinterpret_cast<long long*>(address), __double_as_longlong(value));
  } else {
    atomicMin(reinterpret_cast<unsigned long long*>(address),
              static_cast<unsigned long long>(__double_as_longlong(value)));
  }
}

/// Tries again until no other thread came in between.
__device__ inline void atomic_multiply(double* address, double value) {
  unsigned long long* word = reinterpret_cast<unsigned long long*>(address);
  unsigned long long seen = *word;
  unsigned long long expected;
  do {
    expected = seen;
    seen = atomicCAS(word, expected, __double_as_longlong(__longlong_as_double(expected) * value));
  } while (seen != expected);
}
