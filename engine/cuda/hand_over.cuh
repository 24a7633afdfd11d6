// How blocks hand their results to one of them, in plain CUDA. The listing of a kernel that does so shows it from
// here, word for word.
#pragma once

/// Results on their way; 0 before and after.
__device__ ulonglong2 handed_over[4096 * 2];

/// Up to 8 bytes of a result beside a mark that they are there. Both are stored by one instruction and loaded by
/// one: whoever sees the mark has the bytes, and no fence is needed.
template <unsigned kBytes>
struct alignas(2 * kBytes) Parcel {
  unsigned words[kBytes / 4];
  unsigned there;
};

template <class T>
__device__ inline void publish(T value) {
  constexpr unsigned kBytes = sizeof(T) < 8 ? 4 : 8;
  constexpr unsigned kParcels = sizeof(T) / kBytes;
  auto* places = reinterpret_cast<Parcel<kBytes>*>(handed_over) + blockIdx.x * kParcels;
  for (unsigned i = 0; i < kParcels; ++i) {
    Parcel<kBytes> parcel = {};
    memcpy(parcel.words, reinterpret_cast<const char*>(&value) + i * kBytes, kBytes);
    parcel.there = 1;
    __nv_atomic_store(&places[i], &parcel, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  }
}

/// Waits for what `block` publishes, and leaves its places empty for the next launch. Lanes wait together: one that
/// has its result looks again until all have theirs, so none of them goes on alone.
template <class T>
__device__ inline T collect(unsigned block) {
  constexpr unsigned kBytes = sizeof(T) < 8 ? 4 : 8;
  constexpr unsigned kParcels = sizeof(T) / kBytes;
  auto* places = reinterpret_cast<Parcel<kBytes>*>(handed_over) + block * kParcels;
  const unsigned lanes = __activemask();
  T value;
  for (unsigned i = 0; i < kParcels; ++i) {
    Parcel<kBytes> parcel, none = {};
    __nv_atomic_load(&places[i], &parcel, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    while (__any_sync(lanes, parcel.there == 0))
      __nv_atomic_load(&places[i], &parcel, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_store(&places[i], &none, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    memcpy(reinterpret_cast<char*>(&value) + i * kBytes, parcel.words, kBytes);
  }
  return value;
}
