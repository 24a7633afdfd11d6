#include "engine/source/child/watched_memory.h"

#include "engine/source/child/kernel_memory.h"
#include "engine/source/shared_layout.h"

namespace lanescope {

void watch_shared(ShadowMemory& memory, const KernelJob& job, std::uintptr_t begin) {
  constexpr unsigned kWidest = 16;
  for (const JobShared& one : job.shared)
    if (one.bytes > 0 && !is_guard(one.name))
      memory.add(begin + one.place, {.bytes = one.bytes,
                                     .id = ArrayId::shared,
                                     .name = short_name(one.name),
                                     .element_bytes = one.element_bytes != 0 ? one.element_bytes : kWidest,
                                     .is_typed = one.element_bytes != 0,
                                     .is_written = false});
}

void watch_variables(ShadowMemory& memory, const KernelJob& job, std::uintptr_t base) {
  constexpr unsigned kWord = 4;
  for (const JobVariable& one : job.variables)
    memory.add(base + one.place, {.bytes = one.bytes,
                                  .id = ArrayId::file_variable,
                                  .name = short_name(one.name),
                                  .element_bytes = one.bytes < kWord ? static_cast<unsigned>(one.bytes) : kWord});
}

}  // namespace lanescope
