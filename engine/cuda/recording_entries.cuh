// The recording build of one element type: every kernel; the operator is chosen at run time, so that there are few
// instantiations. Nothing here is timed.
#pragma once

#include <array>
#include <string>
#include <utility>

#include "engine/cuda/device_ops.cuh"
#include "engine/cuda/entries.cuh"
#include "engine/cuda/native_cta.cuh"
#include "engine/cuda/placement_clock.cuh"
#include "engine/cuda/recording_cta.cuh"
#include "engine/trace/trace.h"
#include "kernels/call.h"

namespace lanescope {
namespace recording {

inline constexpr unsigned kMaxThreads = 1024;

/// Notes masks and steps, and accesses too if asked: noting none costs half as much. Blocks are launched in a row
/// and threads in a row: where they stand in a square follows from their number, as it does on the hardware.
template <class Kernel, class T, bool kNotesAccesses>
__global__ void __launch_bounds__(kMaxThreads) record(KernelArguments arguments, Op op, RecordingTables tables) {
  using Recorder = ThreadRecorder<kNotesAccesses>;
  Recorder recorder(tables);
  const auto input = [&](unsigned i) {
    return RecordedArray<T, Recorder>{static_cast<T*>(arguments.inputs[i]), &recorder, input_array(i)};
  };
  const auto output = [&](unsigned i) {
    return RecordedArray<T, Recorder>{static_cast<T*>(arguments.outputs[i]), &recorder, output_array(i)};
  };
  call_kernel<Kernel>(RecordingCta(recorder), input, output, arguments.sizes, AnyOp<T>{op});
  recorder.finish();
}

/// Notes where and when each block runs, and nothing else, so that blocks take their native time. `kCoarseFactor`:
/// 0 where the native build does not know it either.
template <class Kernel, class T, unsigned kCoarseFactor>
__global__ void __launch_bounds__(kMaxThreads) place(KernelArguments arguments, Op op, PlacementTable table) {
  PlacementClock clock;
  const auto input = [&](unsigned i) { return static_cast<T*>(arguments.inputs[i]); };
  const auto output = [&](unsigned i) { return static_cast<T*>(arguments.outputs[i]); };
  KernelSizes sizes = arguments.sizes;
  if constexpr (kCoarseFactor > 0) sizes.coarse_factor = kCoarseFactor;
  if constexpr (!facts_of(Kernel::facts.workload).reduces) {
    call_kernel<Kernel>(NativeCta<true>{}, input, output, sizes, AnyOp<T>{op});
  } else if (table.stores) {
    call_kernel<Kernel>(NativeCta<true>{}, input, output, sizes, AnyOp<T>{op});
  } else {
    call_kernel<Kernel>(NativeCta<false>{}, input, output, sizes, AnyOp<T>{op});
  }
  clock.finish(table, std::uint64_t{blockIdx.y} * gridDim.x + blockIdx.x, threadIdx.x == 0 && threadIdx.y == 0);
}

template <class Kernel, class T>
const void* place_entry(unsigned coarse_factor) {
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

/// Whether there is such a kernel at all: runs_on, and for reductions a way to combine blocks.
template <class Kernel, class T>
constexpr bool is_recorded() {
  if constexpr (facts_of(Kernel::facts.workload).reduces) {
    return is_launched<Kernel, T>(true) || is_launched<Kernel, T>(false);
  } else {
    return runs_on<Kernel, T>();
  }
}

}  // namespace recording

template <class T>
RecordingEntries recording_entries_of(const LaunchConfig& launch) {
  RecordingEntries entries;
  for_each_entry([&]<class Kernel>(Kernel) {
    if constexpr (recording::is_recorded<Kernel, T>()) {
      if (launch.entry == Kernel::facts.id)
        entries = {reinterpret_cast<const void*>(&recording::record<Kernel, T, true>),
                   reinterpret_cast<const void*>(&recording::record<Kernel, T, false>),
                   recording::place_entry<Kernel, T>(launch.coarse_factor)};
    }
  });
  return entries;
}

}  // namespace lanescope
