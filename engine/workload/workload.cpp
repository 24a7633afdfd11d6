#include "engine/workload/workload.h"

#include "engine/workload/list.h"

namespace lanescope {

std::span<const WorkloadInfo* const> workloads() {
  static constexpr const WorkloadInfo* kAll[] = {&kReduction, &kVectorAdd, &kRgbToGray, &kMatrixProduct,
                                                 &kStencil,   &kScan,      &kHistogram, &kMerge,
                                                 &kTranspose};
  return kAll;
}

const WorkloadInfo& info_of(Workload workload) {
  return *workloads()[static_cast<std::size_t>(workload)];
}

std::span<const std::string_view> workload_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const WorkloadInfo* info : workloads()) all.push_back(info->name);
    return all;
  }();
  return names;
}

std::vector<ElementType> types_of(Workload workload) {
  const WorkloadFacts facts = facts_of(workload);
  std::vector<ElementType> types;
  if (facts.of_int32) types.push_back(ElementType::int32);
  if (facts.of_float32) types.push_back(ElementType::float32);
  if (facts.of_float64) types.push_back(ElementType::float64);
  return types;
}

ElementType default_type(Workload workload) {
  return facts_of(workload).of_float32 ? ElementType::float32 : types_of(workload).front();
}

Problem problem_of(const LaunchConfig& launch) {
  return {launch.workload, launch.n, launch.matrices,
          info_of(launch.workload).by_section ? launch.elements_per_block : 0};
}

}  // namespace lanescope
