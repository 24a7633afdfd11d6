// One grid on the emulator: what its blocks hand over, and what comes of it.
#pragma once

#include <vector>

#include "engine/emulator/grid_runner.h"
#include "engine/emulator/launch.h"
#include "engine/workload/workload.h"

namespace lanescope::emulated {

/// Blocks that may run in any order: all, or all but the last one, where that reads what the others stored; none of
/// a chain.
inline std::uint64_t unordered_blocks(const LaunchConfig& config) {
  if (config.combining == Combining::chain) return 0;
  const bool last_waits = config.combining == Combining::last_block && config.grid_dim > 0;
  return config.grid_dim - (last_waits ? 1 : 0);
}

template <class T>
class Grid {
 public:
  Grid(const RunRequest& request, const LaunchConfig& config, std::vector<Memory<T>> inputs,
       std::vector<Memory<T>> outputs, Progress& progress)
      : partials_(updates_one_value(config) ? config.grid_dim : 0),
        launch_{request, config, std::move(inputs), std::move(outputs)},
        blocks_(unordered_blocks(config)),
        thread_{*this, body_of<T>(config.entry)},
        runner_(request, config, sizeof(T), progress, thread_) {}
  // The runner holds the address of what is here.
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

  void run() {
    run_unordered_blocks();
    runner_.run_in_order(blocks_, launch_.config.grid_dim);
  }
  void run_unordered_blocks() { runner_.run_unordered(blocks_); }

  /// Once, after that.
  Trace trace() { return runner_.trace(); }
  BlockValues values() { return runner_.values(); }
  const std::vector<Finding>& findings() const { return runner_.findings(); }

  /// One value of what the blocks of a reduction left.
  T combined() const {
    const Memory<T>& stored = launch_.outputs[0];
    if (blocks_ < launch_.config.grid_dim) return stored.data[0];
    T value = identity_of<T>(launch_.request.op);
    for (const auto& partial : partials_)
      if (partial.touched) value = apply_op(launch_.request.op, value, partial.value);
    if (!stores(launch_.config)) return value;
    for (std::uint64_t i = 0; i < stored.size; ++i) value = apply_op(launch_.request.op, value, stored.data[i]);
    return value;
  }

 private:
  /// What one thread of a block does.
  struct Thread {
    Grid& grid;
    BlockBody<T> body;
    void operator()(BlockMachine& machine, std::uint64_t block, unsigned thread) const {
      Partial<T> none;
      body(grid.launch_, machine, block, thread, grid.partials_.empty() ? none : grid.partials_[block]);
    }
  };
  static bool updates_one_value(const LaunchConfig& config) {
    return !has_array_result(config.workload) && !stores(config);
  }

  std::vector<Partial<T>> partials_;  // where blocks update one value
  const Launch<T> launch_;
  const std::uint64_t blocks_;
  const Thread thread_;
  GridRunner runner_;
};

}  // namespace lanescope::emulated
