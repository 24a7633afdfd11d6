// Workloads whose result is an array: several input arrays, and an output that each block writes its own part of.
#include "engine/request/catalogue.h"
#include "engine/base/error.h"
#include "engine/workload/workload.h"
#include "engine/emulator/emulator.h"
#include "engine/emulator/grid_runner.h"
#include "engine/emulator/lane.h"
#include "kernels/call.h"

namespace lanescope {
namespace {

using namespace emulated;

/// What every thread of the grid has in common.
template <class T>
struct ArrayLaunch {
  const LaunchConfig& config;
  const ArrayLayout arrays;
  T* input;
  T* output;
};

template <class T>
using ThreadBody = void (*)(const ArrayLaunch<T>&, BlockMachine&, std::uint64_t block, unsigned thread);

template <class Kernel, class T>
void run_thread(const ArrayLaunch<T>& launch, BlockMachine& machine, std::uint64_t block, unsigned thread) {
  Partial<T> unused;
  const auto input = [&](unsigned i) {
    const ArrayPart& part = launch.arrays.inputs[i];
    return Array<T>{launch.input + part.begin, part.size, &machine, input_array(i), nullptr};
  };
  const Array<T> output{launch.output, launch.arrays.output, &machine, ArrayId::output, nullptr};
  call_kernel<Kernel>(
      Cta<T>(machine, launch.config, block, thread, unused), input, output,
      KernelSizes{launch.config.n, static_cast<unsigned>(launch.config.matrices.rows),
                  static_cast<unsigned>(launch.config.matrices.inner),
                  static_cast<unsigned>(launch.config.matrices.columns), launch.config.coarse_factor});
}

template <class T>
ThreadBody<T> body_of(const std::string& kernel) {
  ThreadBody<T> body = nullptr;
  for_each_kernel(ArrayKernels{}, [&]<class Kernel>(Kernel) {
    if constexpr (runs_on<Kernel, T>()) {
      if (kernel == Kernel::facts.id) body = run_thread<Kernel, T>;
    }
  });
  if (!body) throw Error(ErrorKind::usage, "Kernel '" + kernel + "' does not run on such elements.");
  return body;
}

}  // namespace

EmulatedRun emulate_arrays(const RunRequest& request, const LaunchConfig& config, const Input& input,
                           Progress& progress) {
  return std::visit(
      [&]<class T>(const std::vector<T>& elements) -> EmulatedRun {
        if constexpr (std::is_same_v<T, Point>) {
          throw Error(ErrorKind::usage, "Kernel '" + request.kernel + "' does not run on points.");
        } else {
          const ArrayLayout arrays = arrays_of(config, sizeof(T));
          auto output = std::make_shared<Values>(std::vector<T>(arrays.output));
          // The inputs are never stored to.
          const ArrayLaunch<T> launch{config, arrays, const_cast<T*>(elements.data()),
                                      std::get<std::vector<T>>(*output).data()};
          GridRunner runner(
              request, config, sizeof(T), progress,
              [&, body = body_of<T>(request.kernel)](BlockMachine& machine, std::uint64_t block, unsigned thread) {
                body(launch, machine, block, thread);
              });
          runner.run_unordered(config.grid_dim);
          return {{checksum(*output), std::nullopt, output}, {{config, {}, runner.trace()}}};
        }
      },
      input);
}

}  // namespace lanescope
