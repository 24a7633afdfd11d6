// Short ways to run a kernel on the emulator, for the tests of the engine.
#pragma once

#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "engine/analysis/metrics.h"
#include "engine/emulator/block_tree.h"
#include "engine/emulator/emulator.h"
#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/workload/ops.h"
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

inline RunRequest matrix_request(std::string_view kernel, MatrixSizes sizes, unsigned tile_width,
                                 unsigned coarse_factor = 1) {
  RunRequest request = request_of(kernel, sizes.rows, 256, coarse_factor);
  request.matrices = sizes;
  request.tile_width = tile_width;
  return request;
}

/// The output on the emulator.
template <class T>
std::vector<T> output_of(const RunRequest& request, const Input& input) {
  return std::get<std::vector<T>>(*emulate(request, input).result.array);
}

inline std::vector<std::int32_t> random_integers(std::uint64_t n) {
  std::mt19937 random(static_cast<unsigned>(n));
  std::vector<std::int32_t> values(n);
  for (auto& value : values) value = static_cast<std::int32_t>(random() % 2001) - 1000;
  return values;
}

template <class T>
double fold(const std::vector<T>& values, Op op) {
  return std::accumulate(values.begin(), values.end(), identity_of<T>(op),
                         [&](T a, T b) { return apply_op(op, a, b); });
}

}  // namespace lanescope::testing
