// The recording build of workloads whose result is an array. Blocks are launched in a row and threads in a row:
// where they stand in a square follows from their number, as it does on the hardware.
#include <array>
#include <utility>

#include "engine/request/ops.h"
#include "engine/cuda/entries.cuh"
#include "engine/cuda/native_arrays.cuh"
#include "engine/cuda/placement_clock.cuh"
#include "engine/cuda/recording_cta.cuh"

namespace lanescope {
namespace {

constexpr unsigned kMaxThreads = 1024;

/// Notes masks, steps and accesses.
template <class Kernel, class T>
__global__ void __launch_bounds__(kMaxThreads) record(ArrayArguments arrays, RecordingTables tables) {
  ThreadRecorder recorder(tables);
  const auto input = [&](unsigned i) {
    return RecordedArray<T>{static_cast<T*>(arrays.inputs[i]), &recorder, input_array(i)};
  };
  call_kernel<Kernel>(RecordingCta(recorder), input,
                      RecordedArray<T>{static_cast<T*>(arrays.output), &recorder, ArrayId::output}, arrays.sizes);
  recorder.finish();
}

/// Notes where and when each block runs, and nothing else, so that blocks take their native time. `kCoarseFactor`:
/// 0 where the native build does not know it either.
template <class Kernel, class T, unsigned kCoarseFactor>
__global__ void __launch_bounds__(kMaxThreads) place(ArrayArguments arrays, PlacementTable table) {
  PlacementClock clock;
  const auto input = [&](unsigned i) { return static_cast<T*>(arrays.inputs[i]); };
  KernelSizes sizes = arrays.sizes;
  if constexpr (kCoarseFactor > 0) sizes.coarse_factor = kCoarseFactor;
  call_kernel<Kernel>(NativeSquareCta{}, input, static_cast<T*>(arrays.output), sizes);
  clock.finish(table, std::uint64_t{blockIdx.y} * gridDim.x + blockIdx.x, threadIdx.x == 0 && threadIdx.y == 0);
}

template <class Kernel, class T>
const void* place_entry_of(unsigned coarse_factor) {
  if constexpr (Kernel::facts.known_factor) {
    return [&]<unsigned... kLess>(std::integer_sequence<unsigned, kLess...>) {
      const std::array entries{reinterpret_cast<const void*>(&place<Kernel, T, kLess + 1>)...};
      return entries.at(coarse_factor - 1);
    }
    (std::make_integer_sequence<unsigned, Kernel::facts.max_coarse_factor>());
  } else {
    return reinterpret_cast<const void*>(&place<Kernel, T, 0>);
  }
}

}  // namespace

RecordingEntries recording_array_entries(const std::string& kernel, ElementType type, unsigned coarse_factor) {
  RecordingEntries entries;
  for_each_kernel(ArrayKernels{}, [&]<class Kernel>(Kernel) {
    if (kernel != Kernel::facts.id) return;
    with_type(type, [&]<class T>(TypeTag<T>) {
      if constexpr (runs_on<Kernel, T>()) {
        entries = {reinterpret_cast<const void*>(&record<Kernel, T>), place_entry_of<Kernel, T>(coarse_factor)};
      }
    });
  });
  return entries;
}

}  // namespace lanescope
