#include "engine/workload/workload.h"

#include <array>

#include "engine/workload/list.h"
#include "kernels/ladder.h"

namespace lanescope {
namespace {

struct Row {
  Workload workload;
  const WorkloadInfo* info;
};
constexpr Row kRows[] = {{Workload::reduction, &kReduction},
                         {Workload::vector_add, &kVectorAdd},
                         {Workload::rgb_to_gray, &kRgbToGray},
                         {Workload::matrix_product, &kMatrixProduct},
                         {Workload::stencil, &kStencil},
                         {Workload::scan, &kScan},
                         {Workload::histogram, &kHistogram},
                         {Workload::merge, &kMerge},
                         {Workload::transpose, &kTranspose},
                         {Workload::whole_scan, &kWholeScan},
                         {Workload::sort, &kSort}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(kRows); ++i)
    if (static_cast<std::size_t>(kRows[i].workload) != i) return false;
  return true;
}
static_assert(in_order(), "a row stands where its enumerator does");

constexpr bool has_all() {
  bool all = true;
  for_each_traced_kernel([&]<class Kernel>(Kernel) {
    all = all && static_cast<std::size_t>(Kernel::facts.workload) < std::size(kRows);
  });
  return all;
}
static_assert(has_all(), "every workload that has a kernel has a row");

}  // namespace

std::span<const WorkloadInfo* const> workloads() {
  static constexpr auto kAll = [] {
    std::array<const WorkloadInfo*, std::size(kRows)> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = kRows[i].info;
    return all;
  }();
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
