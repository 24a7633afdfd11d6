#include "engine/cuda/device_arrays.cuh"

#include <algorithm>
#include <cstring>
#include <string>

#include "engine/base/error.h"
#include "engine/cuda/cuda_backend.h"
#include "engine/cuda/entries.cuh"
#include "engine/machine/memory.h"
#include "engine/request/catalogue.h"
#include "engine/request/launch_sequence.h"
#include "engine/workload/arrays.h"
#include "engine/workload/ops.h"
#include "engine/workload/workload.h"

namespace lanescope {

/// Says how much is there and how much is wanted, which the driver's own message does not.
void require_gpu_memory(const RunRequest& request, const LaunchConfig& launch) {
  const double wanted_bytes = device_bytes_of(request, launch);
  std::size_t free_bytes = 0, total_bytes = 0;
  check(cudaMemGetInfo(&free_bytes, &total_bytes), "asking for the GPU's free memory");
  if (wanted_bytes <= static_cast<double>(free_bytes)) return;
  constexpr std::size_t kMib = 1 << 20;
  throw Error(ErrorKind::failed,
              Sentence("--n {} needs {} MiB of GPU memory, and {} MiB are free: choose a smaller --n.", launch.n,
                       static_cast<std::uint64_t>(wanted_bytes / kMib), free_bytes / kMib));
}

namespace {

/// In pieces, so that the user sees how far it is, and can cancel.
void upload(DeviceBuffer<std::byte>& buffer, const void* values, Progress& progress) {
  constexpr std::size_t kPieceBytes = 256 << 20;
  for (std::size_t begin = 0; begin < buffer.bytes(); begin += kPieceBytes) {
    progress.check();
    const std::size_t end = std::min(begin + kPieceBytes, buffer.bytes());
    buffer.upload(values, begin, end);
    progress.set_fraction(static_cast<double>(end) / static_cast<double>(buffer.bytes()));
  }
}

}  // namespace

DeviceArrays::DeviceArrays(const RunRequest& request, const LaunchConfig& launch, const Input& input,
                           Progress& progress)
    : op_(request.op),
      type_(request.type),
      input_bytes_(arrays_of(launch, element_bytes(type_)).input_elements() * element_bytes(type_)) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  const void* values = std::visit([](const auto& array) -> const void* { return array.data(); }, input);
  require_gpu_memory(request, launch);
  owned_input_ = DeviceBuffer<std::byte>(input_bytes_);
  if (kernel.destroys_input) owned_pristine_ = DeviceBuffer<std::byte>(input_bytes_);
  upload(kernel.destroys_input ? owned_pristine_ : owned_input_, values, progress);
  input_ = {owned_input_.data(), owned_pristine_.data()};
  allocate_outputs(request, launch);
}

DeviceArrays::DeviceArrays(const RunRequest& request, const LaunchConfig& launch, const DeviceInput& input)
    : op_(request.op),
      type_(request.type),
      input_(input),
      input_bytes_(arrays_of(launch, element_bytes(type_)).input_elements() * element_bytes(type_)) {
  allocate_outputs(request, launch);
}

void DeviceArrays::allocate_outputs(const RunRequest& request, const LaunchConfig& launch) {
  identity_ = DeviceBuffer<std::byte>(element_bytes(type_));
  const KernelInfo& kernel = kernel_info(request.kernel);
  // A library presets what it needs within its call.
  presets_ = !kernel.is_library && (has_array_result(launch.workload) ? facts_of(launch.workload).updates_output
                                                                      : launch.combining == Combining::atomic);
  with_type(type_, [&]<class T>(TypeTag<T>) {
    const T identity = identity_of<T>(op_);
    identity_.upload(&identity);
  });

  const LaunchPlan plan = plan_of(kernel, launch, element_bytes(type_));
  for (std::size_t i = kResultBuffer; i < plan.buffers.size(); ++i) {
    auto& buffer = buffers_.emplace_back(plan.buffers[i] * element_bytes(type_));
    if (!buffer.data()) continue;
    // Links of a chain are empty at first. All else is no number, so that an element that no thread writes is found
    // out.
    const bool links = launch.combining == Combining::chain && i != kResultBuffer;
    check(cudaMemset(buffer.data(), links ? 0 : 0xff, buffer.bytes()), "filling the output");
  }
  const auto array = [&](const ArrayPlace& place) {
    std::byte* begin = place.buffer == kInputBuffer ? input_.data : buffers_[place.buffer - 1].data();
    return static_cast<void*>(begin + place.begin * element_bytes(type_));
  };
  for (const PlannedLaunch& planned : plan.launches) {
    Pass& pass = passes_.emplace_back(Pass{planned.launch, {}, {}, buffers_of(planned)});
    for (const ArrayPlace& place : planned.inputs) pass.inputs.push_back(array(place));
    for (const ArrayPlace& place : planned.outputs) pass.outputs.push_back(array(place));
  }
  if (launch.combining == Combining::host) partial_sums_ = PinnedBuffer(buffers_[0].bytes());
}

void DeviceArrays::restore() {
  if (input_.pristine) {
    check(cudaMemcpyAsync(input_.data, input_.pristine, input_bytes_, cudaMemcpyDeviceToDevice),
          "restoring the input");
  }
}

void DeviceArrays::preset(cudaStream_t stream) const {
  if (!presets_) return;
  void* output = buffers_[0].data();
  // In a graph on an H200 a copy of one element takes 0.8 us of a result, and a memset of it 1.6 us.
  check(has_array_result(passes_[0].launch.workload)
            ? cudaMemsetAsync(output, 0, buffers_[0].bytes(), stream)
            : cudaMemcpyAsync(output, identity_.data(), identity_.bytes(), cudaMemcpyDeviceToDevice, stream),
        "presetting the output");
}

void DeviceArrays::combine_on_host(cudaStream_t stream) {
  if (!host_combines()) return;
  check(cudaMemcpyAsync(partial_sums_.data(), buffers_[0].data(), buffers_[0].bytes(), cudaMemcpyDeviceToHost,
                        stream),
        "fetching the partial sums");
  check(cudaLaunchHostFunc(
            stream, [](void* arrays) { static_cast<DeviceArrays*>(arrays)->add_partial_sums(); }, this),
        "queuing the host's sum");
}

void DeviceArrays::add_partial_sums() {
  with_type(type_, [&]<class T>(TypeTag<T>) {
    static_assert(sizeof(T) <= sizeof sum_on_host_);
    const auto* sums = static_cast<const T*>(partial_sums_.data());
    T value = identity_of<T>(op_);
    for (std::uint64_t block = 0; block < passes_[0].launch.grid_dim; ++block)
      value = apply_op(op_, value, sums[block]);
    std::memcpy(sum_on_host_.data(), &value, sizeof value);
  });
}

template <class T>
T DeviceArrays::combined() const {
  T value;
  if (host_combines()) {
    std::memcpy(&value, sum_on_host_.data(), sizeof value);
  } else {
    check(cudaMemcpy(&value, passes_.back().outputs[0], sizeof value, cudaMemcpyDeviceToHost),
          "fetching the result");
  }
  return value;
}

template <class T>
Reduced DeviceArrays::output_array() const {
  std::vector<T> values(buffers_[0].bytes() / sizeof(T));
  if (!values.empty()) {
    check(cudaMemcpy(values.data(), buffers_[0].data(), buffers_[0].bytes(), cudaMemcpyDeviceToHost),
          "fetching the result");
  }
  const auto array = std::make_shared<Values>(std::move(values));
  return {checksum(*array), std::nullopt, array};
}

KernelArguments arguments_of(const Pass& pass) {
  KernelArguments arguments{};
  std::copy(pass.inputs.begin(), pass.inputs.end(), arguments.inputs);
  std::copy(pass.outputs.begin(), pass.outputs.end(), arguments.outputs);
  arguments.sizes = sizes_of(pass.launch);
  return arguments;
}

Reduced DeviceArrays::result() const {
  if (has_array_result(passes_[0].launch.workload))
    return with_type(type_, [&]<class T>(TypeTag<T>) { return output_array<T>(); });
  return with_type(type_, [&]<class T>(TypeTag<T>) { return reduced(combined<T>()); });
}

}  // namespace lanescope
