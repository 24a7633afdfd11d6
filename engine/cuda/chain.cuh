// How a block in a chain passes a sum on to the next one, in plain CUDA. The listing of a kernel that does so shows
// it from here, word for word.
#pragma once

/// A sum beside a mark that it is there. Both are stored by one instruction and loaded by one: whoever sees the
/// mark has the sum, and no fence is needed.
template <class T>
struct alignas(2 * sizeof(T)) Link {
  T sum;
  T there;
};

template <class T>
__device__ inline void pass_on(T* sums, unsigned place, T sum) {
  Link<T> link = {sum, T(1)};
  __nv_atomic_store(reinterpret_cast<Link<T>*>(sums) + place, &link, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// Waits for what the block at `place` passes on, and leaves its link empty for the next launch.
template <class T>
__device__ inline T wait_for(T* sums, unsigned place) {
  Link<T>* from = reinterpret_cast<Link<T>*>(sums) + place;
  Link<T> link, none = {};
  __nv_atomic_load(from, &link, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  while (link.there == T(0)) __nv_atomic_load(from, &link, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_store(from, &none, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  return link.sum;
}
