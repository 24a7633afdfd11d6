// Runs for tests of who asks for them, made without running anything.
#pragma once

#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "engine/run.h"

namespace lanescope {

/// A run of `block_dim` steps, made without running anything.
inline Run quick_run(const RunRequest& request, Progress&) {
  Run run;
  run.request = request;
  run.provenance.backend = "fake";
  run.metrics.block.steps.resize(request.block_dim);
  auto trace = std::make_shared<Trace>();
  trace->launch.block_dim = request.block_dim;
  run.trace = std::move(trace);
  return run;
}

/// Ends only by being cancelled.
inline Run run_until_cancelled(const RunRequest&, Progress& progress) {
  while (true) {
    progress.check();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace lanescope
