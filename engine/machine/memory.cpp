#include "engine/machine/memory.h"

#include <fmt/format.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "engine/base/error.h"
#include "engine/request/catalogue.h"
#include "engine/request/launch_sequence.h"
#include "engine/request/parse.h"
#include "engine/workload/workload.h"

namespace lanescope {
namespace {

/// The number after `label` in a file of the system, in its unit; none where there is no such file, label or
/// number.
double number_after(const char* path, const std::string& label) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  std::ifstream file(path);
  for (std::string word; label.empty() || file >> word;) {
    double number = kNone;
    if (label.empty() || word == label) return file >> number ? number : kNone;  // "max" is no number
  }
  return kNone;
}

double physical_bytes() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
}

/// The largest power of two of elements of which `bytes_each` fit.
std::uint64_t fitting(double bytes_each) {
  std::uint64_t n = 1;
  while (static_cast<double>(2 * n) * bytes_each <= available_memory_bytes()) n *= 2;
  return n;
}

double elements_of(const LaunchPlan& plan, unsigned buffer) {
  return static_cast<double>(plan.buffers[buffer]);
}

/// Of the buffers from number `first` on.
double elements_from(const LaunchPlan& plan, unsigned first) {
  double elements = 0;
  for (unsigned buffer = first; buffer < plan.buffers.size(); ++buffer) elements += elements_of(plan, buffer);
  return elements;
}

/// Of the buffers that one launch uses, but for the run's input, in the launch that uses most.
double most_elements_of_a_launch(const LaunchPlan& plan) {
  double most = 0;
  for (const PlannedLaunch& planned : plan.launches) {
    double elements = 0;
    for (const unsigned buffer : buffers_of(planned)) elements += elements_of(plan, buffer);
    most = std::max(most, elements);
  }
  return most;
}

/// What the traces of a run keep for each block, and take while they are made.
double trace_bytes(const LaunchPlan& plan, bool on_gpu) {
  constexpr double kHistoryIndex = 4, kPlacement = 20, kLoggedPlacement = 24;  // the last while it is copied
  double blocks = 0, most = 0;
  for (const PlannedLaunch& planned : plan.launches) {
    blocks += static_cast<double>(planned.launch.grid_dim);
    most = std::max(most, static_cast<double>(planned.launch.grid_dim));
  }
  return on_gpu ? (kHistoryIndex + kPlacement) * blocks + kLoggedPlacement * most : kHistoryIndex * blocks;
}

}  // namespace

double available_memory_bytes() {
  constexpr double kKib = 1024;
  return std::min({physical_bytes(), number_after("/proc/meminfo", "MemAvailable:") * kKib,
                   number_after("/sys/fs/cgroup/memory.max", ""),
                   number_after("/sys/fs/cgroup/memory/memory.limit_in_bytes", "")});
}

double host_bytes_of(const RunRequest& request, const LaunchConfig& launch, bool on_gpu) {
  const double element = element_bytes(request.type);
  const KernelInfo& kernel = kernel_info(request.kernel);
  const LaunchPlan plan = plan_of(kernel, launch, element_bytes(request.type));
  const auto blocks = static_cast<double>(launch.grid_dim), input = element * elements_of(plan, kInputBuffer);
  const double result = elements_of(plan, kResultBuffer);
  const bool has_array = has_array_result(launch.workload);
  double bytes = input;
  constexpr double kReference = 2 * sizeof(double);  // an element's value and magnitude
  if (has_array) bytes += kReference * result;
  if (kernel.on_host) return bytes;
  if (on_gpu) {
    if (has_array || launch.combining == Combining::host) bytes += element * result;  // fetched
  } else {
    bytes += element * elements_from(plan, kResultBuffer) + (kernel.destroys_input ? input : 0);
    // What each block adds to the one value, and whether it does.
    if (!has_array && launch.combining == Combining::atomic) bytes += 2 * element * blocks;
  }
  const bool records = request.detail != Detail::none;
  // Of each later launch of a reduction what it reads is kept, for its tree.
  if (!has_array && (records || !on_gpu))
    for (std::size_t i = 1; i < plan.launches.size(); ++i)
      bytes += element * static_cast<double>(plan.launches[i].launch.n);
  return records ? bytes + trace_bytes(plan, on_gpu) : bytes;
}

double device_bytes_of(const RunRequest& request, const LaunchConfig& launch) {
  const KernelInfo& kernel = kernel_info(request.kernel);
  const LaunchPlan plan = plan_of(kernel, launch, element_bytes(request.type));
  double elements = elements_from(plan, kInputBuffer);
  if (kernel.destroys_input) elements += elements_of(plan, kInputBuffer);
  if (request.detail != Detail::none && kernel.traced()) elements += most_elements_of_a_launch(plan);
  return elements * element_bytes(request.type);
}

void require_memory(double bytes, std::uint64_t n, const Sentence& what) {
  const double available = available_memory_bytes();
  if (bytes <= available) return;
  constexpr double kGib = 1 << 30;
  throw Error(
      ErrorKind::usage,
      Sentence("--n {}: {} of that size takes {} GiB and this machine has {} GiB of memory left; --n {} would "
               "fit.",
               n, what, fmt::format("{:.1f}", bytes / kGib), fmt::format("{:.1f}", available / kGib),
               size_text(fitting(bytes / static_cast<double>(n)))));
}

void release_freed_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace lanescope
