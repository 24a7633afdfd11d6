#include "engine/this_machine.h"

#include <atomic>

#include "engine/cuda/cuda_backend.h"
#include "engine/machine/gpu_health.h"
#include "engine/request/catalogue.h"

namespace lanescope {
namespace {

std::atomic<bool> looked_for_gpu{false};

/// This machine's GPU, or an H200 where there is none.
DeviceShape device_shape() {
  const CudaDevice& device = cuda_device();
  if (!device.available) return {};
  return {static_cast<unsigned>(device.sm_count), static_cast<unsigned>(device.threads_per_sm)};
}

}  // namespace

BackendStatus backend_status() {
  const CudaDevice& device = cuda_device();
  looked_for_gpu = true;
  const Sentence loss = gpu_health().loss();
  return {device.available && loss.empty(), device.name, device.driver, loss.empty() ? device.reason : loss};
}

std::optional<BackendStatus> known_backend() {
  if (!looked_for_gpu) return std::nullopt;
  return backend_status();
}

std::optional<Refusal> refusal_here(const RunRequest& request) {
  if (auto refused = refusal(request)) return refused;
  const BackendStatus status = backend_status();
  if (status.cuda_available && request.backend == BackendChoice::automatic)
    if (auto refused = refusal_of_each_step(request)) return refused;
  if (!kernel_info(request.kernel).is_library || status.cuda_available) return std::nullopt;
  return Refusal{"KERNEL", Sentence("{} runs only on an NVIDIA GPU: {}", request.kernel, status.reason)};
}

std::optional<Refusal> known_refusal(const RunRequest& request) {
  return looked_for_gpu ? refusal_here(request) : refusal(request);
}

void choose_launch_shape(RunRequest& request) {
  choose_launch_shape(request, device_shape());
}

void choose_grid(RunRequest& request) {
  choose_grid(request, device_shape());
}

OwnShape own_shape(const RunRequest& request) {
  return own_shape(request, device_shape());
}

void choose_again(RunRequest& request, OwnShape own) {
  if (own == OwnShape::none) return;
  request.grid_dim.reset();
  if (own == OwnShape::all) choose_launch_shape(request);
  choose_grid(request);
}

}  // namespace lanescope
