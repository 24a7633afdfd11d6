#include "engine/emulator/launch.h"

#include "engine/base/error.h"
#include "engine/workload/workload.h"
#include "kernels/call.h"
#include "kernels/ladder.h"

namespace lanescope::emulated {
namespace {

template <class Kernel, class T>
void run_thread(const Launch<T>& launch, BlockMachine& machine, std::uint64_t block, unsigned thread,
                Partial<T>& partial) {
  const auto array = [&](const Memory<T>& memory, ArrayId id) {
    return Array<T>{memory.data, memory.size, &machine, id, memory.held, memory.is_blank ? 0 : ~std::uint64_t{0}};
  };
  const auto input = [&](unsigned i) { return array(launch.inputs[i], input_array(i)); };
  const auto output = [&](unsigned i) { return array(launch.outputs[i], output_array(i)); };
  const Operator<T> op{launch.request.op, &machine, launch.tree};
  call_kernel<Kernel>(Cta<T>(machine, launch.config, block, thread, partial), input, output,
                      sizes_of(launch.config), op);
}

/// Values are followed through reductions alone.
template <class Kernel, class T>
constexpr bool is_emulated() {
  return runs_on<Kernel, PlainOf<T>>() && (!kIsTracked<T> || facts_of(Kernel::facts.workload).reduces);
}

}  // namespace

template <class T>
BlockBody<T> body_of(const std::string& entry) {
  BlockBody<T> body = nullptr;
  for_each_entry([&]<class Kernel>(Kernel) {
    if constexpr (is_emulated<Kernel, T>()) {
      if (entry == Kernel::facts.id) body = run_thread<Kernel, T>;
    }
  });
  if (!body) throw Error(ErrorKind::usage, "Kernel '" + entry + "' does not run on such elements.");
  return body;
}

template BlockBody<std::int32_t> body_of(const std::string&);
template BlockBody<float> body_of(const std::string&);
template BlockBody<double> body_of(const std::string&);
template BlockBody<Point> body_of(const std::string&);
template BlockBody<Tracked<std::int32_t>> body_of(const std::string&);
template BlockBody<Tracked<float>> body_of(const std::string&);
template BlockBody<Tracked<double>> body_of(const std::string&);
template BlockBody<Tracked<Point>> body_of(const std::string&);

std::vector<std::uint64_t> input_sizes(const LaunchConfig& config, unsigned element_bytes) {
  std::vector<std::uint64_t> sizes;
  for (const ArrayPart& part : arrays_of(config, element_bytes).inputs) sizes.push_back(part.size);
  return sizes;
}

std::vector<std::uint64_t> output_sizes(const LaunchConfig& config, unsigned element_bytes) {
  if (!has_array_result(config.workload)) return {stores(config) ? config.grid_dim : 0};
  const ArrayLayout arrays = arrays_of(config, element_bytes);
  return {arrays.output, arrays.second_output};
}

}  // namespace lanescope::emulated
