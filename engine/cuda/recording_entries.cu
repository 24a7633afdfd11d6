// The recording build: every kernel of the ladder for every type; the operator is chosen at run time, so that there
// are few instantiations. Nothing here is timed.
#include "engine/cuda/device_ops.cuh"
#include "engine/cuda/entries.cuh"
#include "engine/cuda/native_cta.cuh"
#include "engine/cuda/placement_clock.cuh"
#include "engine/cuda/recording_cta.cuh"
#include "kernels/ladder.h"

namespace lanescope {

namespace {

constexpr unsigned kMaxThreads = 1024;

/// Notes masks, steps and accesses.
template <class Kernel, class T>
__global__ void __launch_bounds__(kMaxThreads)
    record(T* input, T* output, size_t n, unsigned coarse_factor, Op op, RecordingTables tables) {
  ThreadRecorder recorder(tables);
  Kernel{}(RecordingCta(recorder), RecordedArray<T>{input, &recorder, ArrayId::input},
           RecordedArray<T>{output, &recorder, ArrayId::output}, n, coarse_factor, AnyOp<T>{op});
  recorder.finish();
}

/// Notes where and when each block runs, and nothing else, so that blocks take their native time.
template <class Kernel, class T>
__global__ void __launch_bounds__(kMaxThreads)
    place(T* input, T* output, size_t n, unsigned coarse_factor, Op op, PlacementTable table) {
  PlacementClock clock;
  if (table.stores) {
    Kernel{}(NativeCta<true>{}, input, output, n, coarse_factor, AnyOp<T>{op});
  } else {
    Kernel{}(NativeCta<false>{}, input, output, n, coarse_factor, AnyOp<T>{op});
  }
  clock.finish(table, blockIdx.x, threadIdx.x == 0);
}

template <class Kernel, class T>
RecordingEntries entries_of() {
  return {reinterpret_cast<const void*>(&record<Kernel, T>), reinterpret_cast<const void*>(&place<Kernel, T>)};
}

}  // namespace

RecordingEntries recording_entries(const std::string& kernel, ElementType type) {
  RecordingEntries entries;
  for_each_kernel(DeviceKernels{}, [&]<class Kernel>(Kernel) {
    if (kernel != Kernel::facts.id) return;
    with_type(type, [&]<class T>(TypeTag<T>) {
      if constexpr (is_launched<Kernel, T>(true) || is_launched<Kernel, T>(false))
        entries = entries_of<Kernel, T>();
    });
  });
  return entries;
}

}  // namespace lanescope
