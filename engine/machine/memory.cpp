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

#include "engine/request/catalogue.h"
#include "engine/base/error.h"
#include "engine/request/parse.h"
#include "engine/workload/arrays.h"
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
  const auto blocks = static_cast<double>(launch.grid_dim);
  const ArrayLayout arrays = arrays_of(launch, element_bytes(request.type));
  const auto elements = static_cast<double>(arrays.input_elements());
  double bytes = elements * element;
  if (has_array_result(launch.workload)) {
    constexpr double kReference = 2 * sizeof(double);  // an element's value and magnitude
    bytes += static_cast<double>(arrays.output) * (element + kReference);
  }
  if (kernel.on_host) return bytes;
  // The emulator keeps what each block stored, and whether it did; the next launch reads a copy of that.
  if (!on_gpu) bytes += 3 * element * blocks + (kernel.destroys_input ? elements * element : 0);
  if (on_gpu && launch.combining == Combining::host) bytes += element * blocks;
  if (request.detail != Detail::none) {
    constexpr double kHistoryIndex = 4, kPlacement = 44;  // a block's; the latter while it is copied
    bytes += (on_gpu ? kHistoryIndex + kPlacement : kHistoryIndex) * blocks;
  }
  return bytes;
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
