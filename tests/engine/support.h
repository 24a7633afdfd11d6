// Short ways to run a kernel on the emulator, for the tests of the engine.
#pragma once

#include <string>

#include "engine/analysis/metrics.h"
#include "engine/emulator/block_tree.h"
#include "engine/emulator/emulator.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/workload/workload.h"

namespace lanescope::testing {

inline RunRequest request_of(std::string_view kernel, std::uint64_t n, unsigned block_dim,
                             unsigned coarse_factor = 1) {
  RunRequest request;
  request.kernel = kernel;
  request.n = n;
  request.block_dim = block_dim;
  request.coarse_factor = coarse_factor;
  request.backend = BackendChoice::emulator;
  request.detail = Detail::full;
  return request;
}

/// Of elements of the type that the kernel's workload has by default.
inline RunRequest usual_request(std::string_view kernel, std::uint64_t n, unsigned block_dim,
                                unsigned coarse_factor = 1) {
  RunRequest request = request_of(kernel, n, block_dim, coarse_factor);
  request.type = default_type(kernel_info(kernel).workload);
  return request;
}

/// A run of nothing but the request, to its end.
inline Run run_of(const RunRequest& request) {
  Progress progress;
  return run(request, progress);
}

inline EmulatedRun emulate(const RunRequest& request, const Input& input) {
  Progress progress;
  return lanescope::emulate(request, launch_config(request), input, progress);
}

inline CombineTree tree_of(const RunRequest& request, const Input& input) {
  Progress progress;
  return emulate_tree(request, launch_config(request), input, progress);
}

/// With an input of ones.
inline Trace trace_of(const RunRequest& request) {
  return emulate(request, std::vector<float>(request.n, 1.0f)).launches[0].trace;
}

}  // namespace lanescope::testing
