#include "viz/model/surroundings.h"

#include "engine/cuda/cuda_backend.h"

namespace lanescope {
namespace {

class Here final : public Surroundings {
 public:
  std::optional<Gpu> gpu() const override {
    const CudaDevice& device = cuda_device();
    if (!device.available) return std::nullopt;
    return Gpu{device.name, device.limits};
  }
  const std::vector<RecordedSweep>& sweeps() const override { return recorded_sweeps(); }
  const std::vector<RecordedSweep>& read_limits() const override { return recorded_read_limits(); }
  RooflineLimits roofline_limits(ElementType type) const override { return recorded_roofline_limits(type); }
  const RecordedPlacement* placement(const RunRequest& request, const LaunchConfig& launch) const override {
    return recorded_placement(request.kernel, launch, request.op, request.type);
  }
  RecordedRow counters(const RunRequest& request, const LaunchConfig& launch) const override {
    return recorded_row(request, launch);
  }
  std::vector<RecordedRow> counters_near(const RunRequest& request, const LaunchConfig& launch,
                                         std::size_t count) const override {
    return counted_launches_near(request, launch, count);
  }
  LaunchResources resources(const RunRequest& request, const LaunchConfig& launch) const override {
    return launch_resources(request, launch, nullptr);
  }
};

const std::vector<RecordedSweep>& no_sweeps() {
  static const std::vector<RecordedSweep> none;
  return none;
}

}  // namespace

DeviceShape Surroundings::device() const {
  const auto here = gpu();
  return here ? DeviceShape{here->limits.sm_count, here->limits.threads} : DeviceShape{};
}

const std::vector<RecordedSweep>& Surroundings::sweeps() const {
  return no_sweeps();
}

const std::vector<RecordedSweep>& Surroundings::read_limits() const {
  return no_sweeps();
}

LaunchResources Surroundings::resources(const RunRequest& request, const LaunchConfig& launch) const {
  return resources_on(kGpuModels[0], request, launch, std::nullopt);
}

const Surroundings& surroundings_here() {
  static const Here here;
  return here;
}

}  // namespace lanescope
