#include "viz/views/launch_words.h"

#include "engine/request/catalogue.h"
#include "engine/workload/workload.h"
#include "viz/kit/painter.h"
#include "viz/text/language.h"

namespace lanescope {

std::string launch_sentence(const Run& run, std::size_t index) {
  const LaunchConfig& launch = run.launches[index].launch;
  const std::string blocks = counted(launch.grid_dim, "block");
  if (is_part(launch.entry))
    return tr_format("Launch {}: {} ({}), in {}.", index + 1, launch.entry, tr(entry_info(launch.entry).title),
                     blocks);
  const OwnKernel* const own = kernel_info(run.request.kernel).own.get();
  if (has_array_result(launch.workload) || (own && own->is_program))
    return tr_format("Launch {}: {}, in {}.", index + 1, launch.entry, blocks);
  const bool last = index + 1 == run.launches.size();
  const std::string made = last ? tr("the result") : counted(launch.grid_dim, "partial sum");
  if (index == 0)
    return tr_format("Launch 1: computes {} from {}, in {}.", made, counted(launch.n, "element"), blocks);
  return tr_format("Launch {}: computes {} from the {} of launch {}, in {}.", index + 1, made,
                   counted(launch.n, "partial sum"), index, blocks);
}

}  // namespace lanescope
