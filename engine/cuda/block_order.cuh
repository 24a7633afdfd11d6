// The counters with which recorded blocks wait for others: they are numbered as they begin, so whatever a block
// waits for is already running. Of a grid whose blocks do not wait, nothing.
#pragma once

#include "engine/cuda/device_buffer.cuh"
#include "engine/gpu_log/gpu_log.h"
#include "engine/request/request.h"

namespace lanescope {

class BlockOrder {
 public:
  explicit BlockOrder(const LaunchConfig& launch)
      : waits_(launch.combining == Combining::chain || launch.combining == Combining::last_block),
        begun_(waits_ ? 1 : 0),
        left_(waits_ ? 1 : 0),
        places_(waits_ ? launch.grid_dim : 0) {}

  void fill(RecordingTables& tables) const {
    tables.blocks_begun = begun_.data();
    tables.blocks_left = left_.data();
    tables.places = places_.data();
  }
  /// Before its first launch: the blocks of a grid may be launched in several pieces.
  void begin_grid() { left_.clear(); }
  void begin_launch() { begun_.clear(); }

 private:
  bool waits_;
  DeviceBuffer<unsigned> begun_, left_, places_;
};

}  // namespace lanescope
